"""The clock is pressed first and the captured men are taken off afterwards, one after the other, or beside other presses."""

from __future__ import annotations

import pytest

from controller.core.messages import Correction, Irregularity, Move, Ruling
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Piece
from tests.core.rig import Rig
from tests.core.sensed import SensedRig
from tests.core.session.test_arbiter_correct import read_back


def board(name: str, start: str) -> Rig:
    game = game_by_name(name)
    return Rig(start, game=game, rulebook=game.rulebook.name, time_control="25:00")


def moves(rig: Rig) -> list[tuple[str, bool]]:
    return [(move.move, move.legal) for move in rig.of(Move)]


@pytest.mark.law("DR-7.4.11")
@pytest.mark.parametrize("first_ms", [300, 600, 1500])
@pytest.mark.parametrize("last_ms", [600, 1300, 1900])
def test_three_men_come_off_as_slowly_as_from_any_capture(first_ms: int, last_ms: int) -> None:
    rig = board("draughts-brazilian", "B:Wa1,b4,d2,f2,h6:Ba5,b8,d6,e7,f8,g7,h2,h8")
    rig.hands(f"1000 a5- 500 g3+ 500 b! 600 b4- {first_ms} d2- {last_ms} f2- 2000")
    rig.hands("a1- 400 b2+ 300 w! 2000 d6- 400 e5+ 300 b! 2000")
    assert moves(rig) == [("a5xg3", True), ("a1-b2", True), ("d6-e5", True)], rig.story()
    named = [found.law for found in rig.of(Irregularity)]  # at the press, if it is named at all
    assert set(named) <= {"DR-7.4.11"}
    assert [ruling.found for ruling in rig.of(Ruling)] == ["wrong"] * len(named)


@pytest.mark.law("DR-7.4.11")
@pytest.mark.parametrize("late_ms", [40, 95, 250])
def test_the_press_of_the_move_before_demands_nothing(late_ms: int) -> None:
    """White has captured before Black pressed for his move; Black presses for that after White."""
    start = "B:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,f4,g1,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"
    rig = board("draughts-russian", start)
    rig.hands(f"1000 h6- 400 g5+ 140 f4- 295 h6+ 170 w! {late_ms} b! 300 g5- 3000")
    rig.hands("b6- 500 a5+ 300 b! 2000")
    assert moves(rig) == [("h6-g5", True), ("f4:h6", True), ("b6-a5", True)], rig.story()


@pytest.mark.law("DR-7.4.11", "DR-5.11")
@pytest.mark.parametrize("before_ms", [75, 200, 500])
def test_a_crown_set_on_the_captor_before_the_victim_is_off_is_no_reply(before_ms: int) -> None:
    game = game_by_name("draughts-brazilian")
    start = "W:Wa1,b2,d2,e3,f2,g1,h2,h6:Ba5,a7,b6,b8,d6,e7,f6,g7,h8"
    rig = SensedRig(
        Sensor.FIELD, start, game=game, rulebook=game.rulebook.name, time_control="25:00"
    )
    rig.hands("1000 h6- 365 f8=w 115").press(game.sides[0])
    rig.hands("800")
    rig.set(game.index["f8"], Piece(game.sides[0], "W"))
    rig.hands(f"{before_ms} g7- 1055 d6- 340 e5=b 200").press(game.sides[1])
    rig.hands("2000")
    assert moves(rig) == [("h6xf8", True), ("d6-e5", True)], rig.story()


FORGOTTEN = {
    "the reply is lawful only without him": (
        "W:W32,37,38,42,43,47,48:B27,8,9,3,4,13",
        "32- 500 21+ 500 w! 2000 8- 400 12+ 300 b!",
        "27",
        "43- 400 39+ 400 w! 2200 9- 400 14+ 300 b!",
        ["32x21", "8-12", "43-39", "9-14"],
    ),
    "the reply is lawful in any case": (
        "B:W34,37,41,47:B29,13,4,3",
        "29- 500 40+ 500 b! 3000 41- 400 36+ 300 w!",
        "34",
        "13- 400 18+ 400 b! 2200 36- 400 31+ 400 w!",
        ["29x40", "41-36", "13-18", "36-31"],
    ),
}


@pytest.mark.xfail(
    strict=True,
    reason="a victim left on is told as taken off when the opponent replies and presses",
)
@pytest.mark.law("DR-7.4.11", "DR-7.7", "DR-7.4.6")
@pytest.mark.parametrize("what", FORGOTTEN)
@pytest.mark.parametrize("late_ms", [700, 3000])
@pytest.mark.parametrize("before_ms", [900, 2500])
def test_a_forgotten_man_who_comes_off_after_the_reply_was_captured(
    what: str, late_ms: int, before_ms: int
) -> None:
    start, hands, left, on, line = FORGOTTEN[what]
    rig = board("draughts-100", start)
    rig.hands(f"1000 {hands} {late_ms} {left}- {before_ms} {on} 2000")
    assert rig.line == line, rig.story()
    assert [m.legal for m in rig.of(Move)][-4:] == [True] * 4
    assert (rig.stage, rig.of(Correction)[-1].why) == ("play", "taken-off")
    read_back(rig)


@pytest.mark.xfail(
    strict=True,
    reason="a victim left on is told as taken off when the opponent replies and presses",
)
@pytest.mark.law("DR-7.7")
def test_one_who_is_never_taken_off_stays_on_the_record() -> None:
    start, hands, left, on, _ = FORGOTTEN["the reply is lawful in any case"]
    rig = board("draughts-100", start).hands(f"1000 {hands} 2000 {on} 4000")
    assert [m.legal for m in rig.of(Move)][:1] == [False]
    assert (rig.of(Correction), rig.session.standing >> rig.game.index[left] & 1) == ([], 1)
