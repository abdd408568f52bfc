"""Captures whose men come off slowly, past one sensor that feels what is not there, or nothing; and what men of which colour tell."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Piece, Side
from tests.core.fair import accused, assert_fair
from tests.core.policies import NAMED, SETTLED
from tests.core.sensed import TELLING, Board

EXCHANGE = "B:W27,31,32,33,36,37,38:B3,7,8,12,18"
"""18-22; 27x18, with 27 stuck; 12x23."""
LONGER = "B:W27,31,32,33,36,37,38:B3,7,8,12,13,18"
"""The same, where 27 has to go on over 13."""
TWO_OFF = "B:Wa1,a3,b2,d4,f4,d2,g3,h2,g1,f2:Ba7,b8,c5,c7,d6,d8,e7,f6,f8,h6,h8"
"""c5:g5, with c5 stuck, takes f4 and d4 off."""
DEAD = "W:Wa1,a3,b2,c1,c3,d2,e1,f2,f4,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f8,g5,g7,h6,h8"
"""c3-d4, with d4 dead; g5:c5 takes f4 off, and d4, whom nobody feels."""
PAST_D4 = "c3- 3600 g5- 900 e3+b 300 e3- 300 c5+b"


def board(game: str, start: str, sensor: Sensor) -> Board:
    return Board(game=game_by_name(game), sensor=sensor, start=start).wait(1000)


def hands(on: Board, line: str) -> Board:
    """As `Rig.hands`, with the men that are set down: "18- 300 22+b"."""
    for token in line.split():
        point, _, letter = token.partition("+")
        if token.isdigit():
            on.wait(int(token))
        elif letter:
            on.put(point, Piece(Side("white" if letter in "wW" else "black"), letter))
        else:
            on.lift(token[:-1])
    return on


def named(on: Board) -> list[str]:
    return [found.law for found in on.of("Irregularity")]


@pytest.mark.law("DR-7.4.4")
@pytest.mark.parametrize("held_ms", [600, 3500])
@pytest.mark.parametrize("sensor", TELLING)
def test_a_man_of_the_other_colour_takes_no_move_back(sensor: Sensor, held_ms: int) -> None:
    """Black's 22 is captured from 27, which is stuck, by a white man who stands where 22 came from."""
    on = hands(board("draughts-100", EXCHANGE, sensor), "18- 400 22+b 1500")
    hands(on, f"22- 400 18+w {held_ms} 18- 300 12- 700 23+b 2500 32- 400 28+w 3000")
    assert_fair(on, ["18-22", "27x18", "12x23", "32-28"])


@pytest.mark.law("DR-7.4.4")
@pytest.mark.parametrize("start", [EXCHANGE, LONGER])
@pytest.mark.parametrize("sensor", TELLING)
def test_the_man_himself_does(sensor: Sensor, start: str) -> None:
    on = hands(board("draughts-100", start, sensor), "18- 400 22+b 1500 22- 400 18+b 2500")
    on.wait(NAMED.within_ms)
    assert named(on) == ["DR-7.4.4"]


def test_a_contact_does_not_tell_who_is_back() -> None:
    """A white piece past the stuck 27 may stand there."""
    on = hands(board("draughts-100", EXCHANGE, Sensor.PRESENCE), "18- 400 22+b 1500 22- 400 18+b")
    on.wait(SETTLED.within_ms)
    assert set(named(on)) <= {"DR-7.4.4"}
    assert on.moves == ["18-22"]


@pytest.mark.law("DR-7.5")
@pytest.mark.parametrize("sensor", TELLING)
def test_nor_is_he_accused_where_the_other_has_stopped_on_his_way(sensor: Sensor) -> None:
    """27 has still to take 13."""
    on = hands(board("draughts-100", LONGER, sensor), "18- 400 22+b 1500 22- 400 18+w 2500")
    on.wait(SETTLED.within_ms)
    assert (on.moves, accused(on), on.session.stage.value) == (["18-22"], [], "restore")


@pytest.mark.law("DR-7.4.13")
@pytest.mark.parametrize("pause_ms", [400, 1350])
@pytest.mark.parametrize("sensor", list(Sensor))
def test_men_of_a_capture_past_a_stuck_point_come_off_in_their_time(
    sensor: Sensor, pause_ms: int
) -> None:
    on = hands(board("draughts-russian", TWO_OFF, sensor), "e3+b 210 e3- 200 g5+b 400 f4-")
    hands(on, f"{pause_ms} d4- 2500 b2- 400 c3+w 2500 f6- 400 e5+b 2500")
    assert_fair(on, ["c5:g5", "b2-c3", "f6-e5"])


@pytest.mark.law("DR-7.4.1")
@pytest.mark.parametrize("sensor", TELLING)
def test_after_a_pause_what_stands_is_named_but_no_man_of_the_other_colour(sensor: Sensor) -> None:
    on = hands(board("draughts-russian", TWO_OFF, sensor), "e3+b 210 e3- 200 g5+b 400 f4- 2500")
    on.wait(SETTLED.within_ms)
    assert (on.moves, accused(on)) == ([], [])


@pytest.mark.law("DR-7.4.13")
@pytest.mark.parametrize("pause_ms", [300, 1640])
@pytest.mark.parametrize("sensor", list(Sensor))
def test_the_reply_takes_one_off_whom_nobody_has_felt(sensor: Sensor, pause_ms: int) -> None:
    on = hands(board("draughts-russian", DEAD, sensor), f"{PAST_D4} {pause_ms} f4- 2500")
    hands(on, "d2- 400 c3+w 2500 h6- 400 g5+b 2500")
    assert_fair(on, ["c3-d4", "g5:c5", "d2-c3", "h6-g5"])
