"""A contact that chatters: many short dips are no touch, before the sensor is declared unknown and after."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.messages import Irregularity, Penalty, Touched
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


@pytest.mark.law("XQ-9.1.6", "XQ-9.1.5", "XQ-5.6")
@pytest.mark.parametrize("claims", ["players", "automatic"])
@pytest.mark.parametrize("changes", [6, 12, 20, 39, 60])
@pytest.mark.parametrize("point", ["g2", "i0", "i9", "a6"])
@pytest.mark.parametrize("seed", range(4))
def test_dips_are_no_touch(point: str, changes: int, claims: str, seed: int) -> None:
    rig = rig_of(claims=claims).hands("h0- 300 g2+ 900")
    chatter(rig, point, seed, changes)
    rig.hands("300 b9- 400 c7+ 1600 e2- 400 e6- 300 e6+ 1600")
    assert [point in t.points for t in rig.of(Touched)].count(True) == 0, rig.story()
    assert (rig.of(Irregularity), rig.of(Penalty)) == ([], [])
    assert rig.line[:5] == ["h2e2", "h9g7", "h0g2", "b9c7", "e2e6"]


@pytest.mark.law("XQ-5.1")
def test_a_man_who_is_really_lifted_from_there_is_touched() -> None:
    rig = rig_of()
    chatter(rig, "b0", 1, 12)
    rig.hands("60 b0- 1200 b0+ 1500")
    assert rig.of(Touched)[-1].points == ["b0"]
    assert rig.duty().must_move == ["b0"]


@pytest.mark.law("XQ-5.1")
def test_a_man_set_down_with_bounces_and_lifted_again_is_touched() -> None:
    rig = rig_of().hands("b0- 200 b0+ 4 b0- 3 b0+ 4 b0- 3 b0+ 150 b0- 3 b0+ 4 b0- 200 b0+ 1500")
    assert rig.of(Touched)[-1].points == ["b0"]
