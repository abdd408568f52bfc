"""Two men swept off in one instant by the hand that holds a third: both are asked back, and no sensor is held to have lost one."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.boards import CAPTURE, CLOCK
from tests.core.fair import assert_fair
from tests.core.rig import Rig
from tests.core.sensed import SensedRig

PAWNS = "3k4/8/4p3/8/4PP2/8/8/3K4 w - - 0 1"


CAPTURES = {
    "chess": (CAPTURE, "e4", "d5", "e4d5", ["a1", "b1", "h2", "d1"]),
    "xiangqi": (None, "h2", "h9", "h2h9", ["b2", "a0", "e3"]),
}


@pytest.mark.law("FIDE-4.7", "XQ-5.7")
@pytest.mark.parametrize("name", CAPTURES)
@pytest.mark.parametrize("victim_first", [False, True])
@pytest.mark.parametrize("apart_ms", [-30, -10, 0, 10, 30])
@pytest.mark.parametrize("press_ms", [100, 340, 700])
def test_who_is_lost_as_the_second_man_of_a_capture_is_lifted(
    name: str, apart_ms: int, press_ms: int, *, victim_first: bool
) -> None:
    """Of the two who leave in one moment the hand has taken one: the capture was made before the press."""
    start, captor, victim, move, others = CAPTURES[name]
    game = game_by_name(name)
    first, second = (victim, captor) if victim_first else (captor, victim)
    for lost in others:
        rig = Rig(start, game=game, rulebook=game.rulebook.name, time_control=CLOCK)
        both = [(second, max(0, -apart_ms)), (lost, max(0, apart_ms))]
        (one, _), (other, ms) = sorted(both, key=lambda each: each[1])
        rig.hands(f"1000 {first}- 300 {one}- {ms} {other}- 200 {victim}+ {press_ms}")
        rig.press(game.sides[0])
        rig.hands("2000")
        assert (rig.moves, rig.by, rig.odd) == ([move], ["pressed"], []), (lost, rig.story())


@pytest.mark.law("FIDE-7.4", "CH-8.2")
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("apart_ms", [0, 35])
def test_both_are_asked_back_and_the_move_counts(sensor: Sensor, apart_ms: int) -> None:
    game = game_by_name("chess")
    rig = SensedRig(sensor, PAWNS, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 e4- 370 e6- {apart_ms} f4- 115 e5=P 1300 e6=p 400 f4=P 2000")
    rig.hands("d8- 350 d7=k 1500 f4- 350 f5=P 1500")
    assert_fair(rig, ["e4e5", "d8d7", "f4f5"])
