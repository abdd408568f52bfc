"""A contact that chatters: many short dips are no touch, before the sensor is declared unknown and after."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.messages import Obligation, Ruling, Touched
from rules.registry import game_by_name
from tests.core.rig import Rig

XIANGQI = game_by_name("xiangqi")
OPENING = "1000 h2- 400 e2+ 1600 h9- 400 g7+ 1600"


def rig_of(**options: object) -> Rig:
    rig = Rig(game=XIANGQI, rulebook="xiangqi-cxa", **options)  # type: ignore[arg-type]
    return rig.hands(OPENING)


def chatter(rig: Rig, point: str, seed: int, changes: int) -> None:
    """The man who stands there flickers: he is never lost for as long as by a bump, felt again for an instant or for longer."""
    dice = Random(seed)
    for n in range(changes):
        rig.hands(f"{point}{'+' if n % 2 else '-'}")
        rig.wait(dice.randrange(5, 90, 5))
    if changes % 2:
        rig.hands(f"{point}+")


@pytest.mark.law("XQ-5.1")
def test_a_man_set_down_with_bounces_and_lifted_again_is_touched() -> None:
    rig = rig_of().hands("b0- 200 b0+ 4 b0- 3 b0+ 4 b0- 3 b0+ 150 b0- 3 b0+ 4 b0- 200 b0+ 1500")
    assert rig.of(Touched)[-1].points == ["b0"]


# Slow dips, each for longer than a bump


def withdrawn(rig: Rig) -> list[tuple[str, str, str | None, str | None]]:
    return [(r.kind, r.side, r.found, r.why) for r in rig.of(Ruling)]


@pytest.mark.law("XQ-5.1")
def test_who_was_really_touched_before_stays_touched() -> None:
    """i0 was lifted for two seconds, and is lost three times then; h0 was lifted between."""
    rig = rig_of().hands("2000 i0- 2000 i0+ 3000" + " i0- 250 i0+ 3000" * 3)
    assert rig.of(Touched)[-1].points == ["i0"]
    assert not [duty for duty in rig.of(Obligation) if duty.released]


@pytest.mark.law("XQ-5.1")
def test_two_quick_touches_are_touches() -> None:
    rig = rig_of().hands("2000 i0- 300 i0+ 1500 i0- 250 i0+ 3000")
    assert rig.of(Touched)[-1].points == ["i0"]
    assert rig.duty().must_move == ["i0"]


@pytest.mark.law("XQ-5.1")
def test_who_chatters_and_is_lifted_for_long_is_touched() -> None:
    rig = rig_of().hands("2000" + " i0- 250 i0+ 3000" * 4 + " i0- 900 i0+ 2000")
    assert rig.of(Touched)[-1].points == ["i0"]
