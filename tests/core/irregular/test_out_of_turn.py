"""A player moves though it is not his turn: it was his hand, whatever becomes of it, and the other has touched nothing."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.policies import NAMED, SETTLED
from tests.core.rig import BOOKS, Rig
from tests.core.sensed import SensedRig

XIANGQI = game_by_name("xiangqi")
KINGS = "4k3/3p4/8/2p5/1P6/8/4P3/4K3 w - - 0 1"
ELEPHANT = "3aka3/9/1c4nr1/9/2b5p/r1B6/9/4BA3/3K5/5A3 w - - 5 30"
RULES = next(iter(XIANGQI.rulebooks))


@pytest.mark.law("CH-3.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("hands", ["c5- 400 b4- 400 b4=p", "b4- 400 c5- 400 b4=p"])
def test_a_capture_out_of_turn_touches_nobody_s_man_but_the_player_s_own(
    book: str, hands: str
) -> None:
    """Black takes the pawn that could have taken his."""
    rig = SensedRig(Sensor.POLARITY, KINGS, rulebook=book)
    rig.hands(f"1000 {hands} 3000 b4- 300 c5=p 300 b4=P 1500 e2- 400 e4=P 2000")
    assert set(rig.odd) <= {("CH-3.1", "out-of-turn")}, rig.story()
    assert {found.side for found in rig.of(Irregularity)} <= {"black"}
    assert rig.line == ["e2e4"], rig.story()


@pytest.mark.law("XQ-5.8", "XQ-9.1.6")
@pytest.mark.xfail(
    strict=True,
    reason="on presence a capture out of turn that is undone looks like touches of the opponent",
)
def test_a_capture_out_of_turn_is_no_foul_of_the_opponent_s() -> None:
    rig = Rig("5k3/9/9/9/9/9/P8/1C5c1/9/4K4 w - - 0 1", game=XIANGQI, rulebook=RULES)
    rig.hands("1000 h2- 300 b2- 300 b2+ 4500 b2- 300 h2+ 300 b2+ 1500 a3- 400 a4+ 2000")
    assert rig.of(Penalty) == [], rig.story()
    assert all(found.side == "black" for found in rig.of(Irregularity)), rig.story()
    assert rig.line == ["a3a4"], rig.story()


@pytest.mark.law("CH-3.1", "FIDE-4.3.2")
@pytest.mark.parametrize("stood", [150, 400, 900])
@pytest.mark.parametrize("then", [200, 1000])
@pytest.mark.parametrize("clock", ["", "5:00"])
def test_a_move_out_of_turn_that_is_undone_at_once_binds_nobody(
    stood: int, then: int, clock: str
) -> None:
    """White was not touching the pawn that he could take: Black had moved it, and put it back."""
    rig = Rig(KINGS, time_control=clock or None, claims="automatic")
    rig.hands("1000 e1- 300 d1+ 300 w! 1500 e8- 300 e7+ 300 b! 1500")
    rig.hands(f"c5- 300 c4+ {stood} c4- 300 c5+ {then} e2- 400 e4+ 300 w! 2000")
    assert (rig.line, rig.odd) == (["e1d1", "e8e7", "e2e4"], []), rig.story()


@pytest.mark.law("XQ-5.8", "XQ-9.1.6")
@pytest.mark.parametrize("stood", [150, 900])
def test_a_move_out_of_turn_that_is_undone_at_once_is_no_foul(stood: int) -> None:
    rig = Rig(game=XIANGQI, rulebook=RULES, time_control="5:00")
    rig.hands("1000 a3- 300 a4+ 300 w! 1500 i6- 300 i5+ 300 b! 1500")
    rig.hands(f"e6- 300 e5+ {stood} e5- 300 e6+ 800 c3- 400 c4+ 300 w! 2000")
    moves = ["a3a4", "i6i5", "c3c4"]
    assert (rig.moves, rig.odd) == (moves[: len(rig.moves)], []), rig.story()
    assert rig.moves == moves or rig.questions == [["c3c4"]] or not rig.questions


@pytest.mark.law("CH-3.1", "FIDE-4.3.3")
@pytest.mark.xfail(
    strict=True,
    reason="on presence a capture out of turn that is undone looks like touches of the opponent",
)
@pytest.mark.parametrize("hands", ["c5- 300 b4- 300 b4+", "b4- 300 c5- 300 b4+"])
def test_nor_does_a_capture_out_of_turn_that_is_undone(hands: str) -> None:
    rig = Rig(KINGS).hands(f"1000 {hands} 800 b4- 300 c5+ 300 b4+ 1500 e2- 400 e4+ 2000")
    assert (rig.line, rig.odd) == (["e2e4"], []), rig.story()


@pytest.mark.law("FIDE-4.3.2")
@pytest.mark.parametrize("felt", [""])
def test_a_man_who_was_only_taken_up_was_touched_by_the_player_on_move(felt: str) -> None:
    """He has passed over another point at most."""
    rig = Rig(KINGS, time_control="5:00")
    rig.hands("1000 e1- 300 d1+ 300 w! 1500 e8- 300 e7+ 300 b! 1500")
    rig.hands(f"c5- 300 {felt} c5+ 1000 e2- 400 e4+ 300 w! 2000")
    assert rig.odd == [("FIDE-4.3.2", "touch-move")], rig.story()


@pytest.mark.law("FIDE-4.3.3")
def test_nor_is_a_victim_laid_aside_while_the_captor_is_in_the_hand_moved_by_his_own_player() -> (
    None
):
    rig = Rig(KINGS).hands("1000 b4- 300 c5- 300 c4+ 400 c4- 300 c5+ 300 b4+ 1000 e2- 400 e4+ 2000")
    rig.wait(SETTLED.within_ms)
    assert set(rig.odd) <= {("FIDE-4.3.3", "touch-move")}, rig.story()
    assert rig.line == ["e2e4"] or rig.questions


@pytest.mark.law("XQ-5.8")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
def test_a_captor_where_the_man_stood_who_would_have_moved_unfelt_answers_no_question(
    sensor: Sensor,
) -> None:
    """The elephant has one move, and its other point is silent: or the chariot has taken it out of turn. Only people know."""
    rig = SensedRig(sensor, ELEPHANT, game=XIANGQI, rulebook=RULES)
    rig.hands("1000 c4- 340 a4- 220 c4=r")
    rig.wait(NAMED.within_ms)
    assert rig.moves == [], rig.story()
    assert rig.questions == [["c4a2"]] or rig.stage == "restore"
    rig.hands("c4- 300 a4=r 300 c4=B 1500 d1- 300 d0=K")
    rig.wait(SETTLED.within_ms)
    assert (rig.moves, rig.odd) == (["d1d0"], []), rig.story()


BISHOP = "1n1k3r/2p1pp1p/4r3/1B4P1/p3n2P/P3B3/1P4R1/R3K1N1 b - - 0 19"


@pytest.mark.law("CH-3.1")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("hands", ["a4- 400 b5- 300 a4+", "b5- 300 a4- 300 a4+"])
def test_a_capture_out_of_turn_is_named_though_nothing_tells_which_man_stands_there(
    book: str, hands: str
) -> None:
    """Black is to move, and his pawn could not have taken the bishop. A sensor may have lost him, though."""
    rig = Rig(BISHOP, rulebook=book).hands(f"1000 {hands} 6000")
    assert [(m.law, m.kind, m.side) for m in rig.of(Irregularity)] == [
        ("CH-3.1", "out-of-turn", "white")
    ], rig.story()
    seen = rig.of(Irregularity)[0].observed
    assert (seen.origin, seen.to, seen.removed) == ("b5", "a4", ["a4"])
    rig.hands("a4- 300 b5+ 300 a4+ 1500 h7- 300 h6+ 2000")
    assert (rig.line, len(rig.odd)) == (["h7h6"], 1), rig.story()


CANNON = "rn2kabn1/4a2cr/b8/p3p3p/2p3C2/9/P1P1P1P1P/2N1c3B/2C6/1R1AKA1NR w - - 0 13"
"""Red is to move; his general may have gone to e1 with e0 silent, or the cannon there out of turn."""


@pytest.mark.law("XQ-5.8")
@pytest.mark.parametrize("begun", [50, 150, 280])
@pytest.mark.parametrize("back", [150, 300])
def test_whoever_moves_before_all_is_put_back_has_answered_that_no_move_was_made(
    begun: int, back: int
) -> None:
    rig = Rig(CANNON, game=XIANGQI, rulebook=RULES).hands("1000 e2- 60 e1+ 6000")
    assert rig.questions or rig.stage == "restore"
    rig.hands(f"e1- {begun} b0- {back} e2+ 250 b7+ 1500 a9- 250 a8+ 2000")
    assert (rig.line, rig.stage) == (["b0b7", "a9a8"], "play"), rig.story()


@pytest.mark.law("XQ-5.8")
def test_it_is_named_once_people_have_said_that_no_move_was_made() -> None:
    rig = Rig(CANNON, game=XIANGQI, rulebook=RULES)
    rig.hands("1000 e2- 60 e1+ 6000 b0- 250 b7+ 1500 a9- 250 a8+ 2000")
    if rig.stage == "question":
        assert rig.command("arbiter", "answer", move="none")
    found = rig.of(Irregularity)[-1]
    assert (found.law, found.kind, found.side) == ("XQ-5.8", "out-of-turn", "black")
    rig.hands("e1- 300 e2+")
    rig.wait(SETTLED.within_ms)
    assert (rig.line, rig.stage) == (["b0b7", "a9a8"], "play"), rig.story()
