"""A pawn's new man who stands long before the pawn is off, comes long after it, or is changed: what is asked, and what answers it."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from rules.terms import Piece, Side
from tests.core.rig import CHESS
from tests.core.sensed import TELLING, SensedRig

START = "8/8/7B/1p1k1pB1/8/P2p4/KP1p4/R7 b - - 0 51"
"""Black's pawn on d2 can go to d1 alone."""
CAPTURES = "8/8/7B/1p1k1pB1/8/P2p4/KP1p4/2R5 b - - 0 51"
"""It may also take on c1."""
SENSORS = (Sensor.PRESENCE, *TELLING)


def board(sensor: Sensor, start: str = START) -> SensedRig:
    rig = SensedRig(sensor, start, time_control="90:00")
    rig.wait(1000)
    return rig


def acts(rig: SensedRig, line: str) -> SensedRig:
    """Tokens as in `Rig.hands`, with the letter of whoever is set down: "d1n 1600 d2- 500 b!"."""
    for token in line.split():
        if token.isdigit():
            rig.wait(int(token))
        elif token.endswith("!"):
            rig.press(Side("black" if token == "b!" else "white"))
        else:
            letter = token[2]
            man = Piece(Side("white" if letter.isupper() else "black"), letter)
            rig.set(CHESS.index[token[:2]], None if letter == "-" else man)
    return rig


def became(sensor: Sensor) -> str:
    return "d2d1n" if sensor is Sensor.IDENTITY else "d2d1q"


@pytest.mark.law("FIDE-4.6")
@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize("ms", [500, 900, 1600, 4200, 9000])
@pytest.mark.parametrize("press", ["500 b! 600", "1500"], ids=["pressed", "unpressed"])
def test_the_pawn_taken_off_answers_whether_its_new_man_stands(
    sensor: Sensor, ms: int, press: str
) -> None:
    rig = acts(board(sensor), f"d1n {ms} d2- {press} h6- 350 f8B 300 w! 900")
    assert (rig.moves, rig.odd, rig.stage) == ([became(sensor), "h6f8"], [], "play")
    assert ms > 1200 or not rig.questions


@pytest.mark.law("FIDE-4.6")
@pytest.mark.parametrize("sensor", SENSORS)
def test_what_it_is_said_to_be_counts_while_the_pawn_still_stands(sensor: Sensor) -> None:
    rig = acts(board(sensor), "d1n 4500")
    assert (rig.moves, rig.odd) == ([], [])
    assert rig.command("black", "promote", to="n")
    acts(rig, "300 d2- 500 b! 600")
    assert (rig.moves, rig.odd) == (["d2d1n"], [])


@pytest.mark.parametrize("sensor", SENSORS)
def test_a_pawn_that_might_have_taken_has_gone_where_its_new_piece_stands(sensor: Sensor) -> None:
    rig = acts(board(sensor, CAPTURES), "d1n 4500 d2- 1000 b! 600")
    assert rig.moves == [became(sensor)]


@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize("ms", [900, 1600, 4500])
@pytest.mark.parametrize("press", ["500 b! 600", "1500"], ids=["pressed", "unpressed"])
def test_such_a_pawn_has_gone_there_once_it_is_replied_to(
    sensor: Sensor, ms: int, press: str
) -> None:
    rig = acts(board(sensor, CAPTURES), f"d1n {ms} d2- {press} h6- 350 f8B 300 w! 1500")
    assert (rig.moves, rig.odd) == ([became(sensor), "h6f8"], [])


@pytest.mark.parametrize("sensor", SENSORS)
def test_a_pawn_put_back_has_not_moved(sensor: Sensor) -> None:
    rig = acts(board(sensor), "d1n 4500 d2- 300 d2p 300 d1- 3000")
    assert rig.moves == []


@pytest.mark.law("CH-6.4", "FIDE-4.4.4")
@pytest.mark.parametrize("sensor", SENSORS)
@pytest.mark.parametrize("ms", [3900, 4200, 9000])
def test_nothing_is_asked_while_the_new_man_is_sought(sensor: Sensor, ms: int) -> None:
    rig = acts(board(sensor), f"d2- 400 d1p 300 d1- {ms}")
    assert (rig.moves, rig.questions) == ([], [])
    acts(rig, "d1n 400 b! 600")
    assert (rig.moves, rig.questions, rig.odd) == ([became(sensor)], [], [])


@pytest.mark.law("CH-6.4")
@pytest.mark.parametrize("sensor", SENSORS)
def test_a_choice_said_while_the_new_man_is_sought(sensor: Sensor) -> None:
    rig = acts(board(sensor), "d2- 400 d1p 300 d1- 4500")
    assert rig.command("black", "promote", to="n")
    acts(rig, "300 d1n 1500 h6- 350 f8B 900")
    assert (rig.moves, rig.questions, rig.odd) == (["d2d1n", "h6f8"], [], [])


@pytest.mark.law("FIDE-4.4.4")
def test_who_stands_there_in_the_end_answers_not_who_was_asked_about() -> None:
    """The pawn might have taken, so it is asked where it is; a knight comes."""
    rig = acts(board(Sensor.IDENTITY, CAPTURES), "d2- 400 d1p 300 d1- 4500")
    assert (rig.moves, len(rig.questions)) == ([], 1)
    acts(rig, "d1n 400 b! 600")
    assert (rig.moves, rig.odd) == (["d2d1n"], [])


@pytest.mark.law("FIDE-4.4.4")
@pytest.mark.parametrize("way", ["600 c8- 300 c8R", "500 c8R"], ids=["exchanged", "as it stands"])
@pytest.mark.parametrize("press", ["w! 6000", "6000"], ids=["pressed", "unpressed"])
def test_who_stands_there_in_the_end_is_told_or_asked_about(way: str, press: str) -> None:
    """No law names the change: see `test_promoted_men`."""
    rig = board(Sensor.IDENTITY, "8/2P4k/8/8/8/8/7K/8 w - - 0 1")
    acts(rig, f"c7- 400 c8Q {way} 500 {press}")
    assert rig.line == ["c7c8r"] or "c7c8r" in rig.questions[-1]
    assert rig.odd == []
