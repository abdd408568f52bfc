"""A contact that chatters: many short dips are no touch, before the sensor is declared unknown and after."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.messages import Irregularity, Obligation, Penalty, Touched
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.fair import accused
from tests.core.rig import Rig
from tests.core.sensed import SensedRig

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


@pytest.mark.law("XQ-9.1.6", "XQ-9.1.5", "XQ-5.6")
@pytest.mark.parametrize("claims", ["players", "automatic"])
@pytest.mark.parametrize("changes", [6, 20, 60])
@pytest.mark.parametrize("point", ["g2", "i0", "i9", "a6"])
@pytest.mark.parametrize("seed", range(3))
def test_dips_are_no_touch(point: str, changes: int, claims: str, seed: int) -> None:
    rig = rig_of(claims=claims).hands("h0- 300 g2+ 900")
    chatter(rig, point, seed, changes)
    rig.hands("300 b9- 400 c7+ 1600 e2- 400 e6- 300 e6+ 1600")
    assert [point in t.points for t in rig.of(Touched)].count(True) == 0, rig.story()
    assert (rig.of(Irregularity), rig.of(Penalty)) == ([], [])
    assert rig.line[:5] == ["h2e2", "h9g7", "h0g2", "b9c7", "e2e6"]


@pytest.mark.law("XQ-9.1.5")
def test_a_dip_with_others_beside_a_man_in_the_hand_counts_nothing() -> None:
    """The first is as long as a touch; that the contact chatters is known once the man in the hand is set down."""
    start = "3k3C1/2R6/b3bN3/4pP3/2p6/1p2P3p/N8/B7r/4K4/1c1A1A3 b - - 3 48"
    rig = SensedRig(Sensor.POLARITY, start, game=XIANGQI, rulebook="xiangqi-cxa")
    rig.hands(
        "1000 i2- 450 a2- 25 d9- 125 d9=k 50 d9- 45 d9=k 40 d9- 45 d9=k 65 a2=r 60 d9- 50 d9=k 3000"
    )
    assert accused(rig) == [], rig.story()
    assert rig.of(Penalty) == []
    assert rig.line == ["i2a2"]
