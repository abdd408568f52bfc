"""Men that only leave the board: said once it is sure that no move has begun; and men after the end."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Move, Ruling
from rules.draughts import Draughts
from tests.core.draughts_hands import CHAIN, QUIET, Board, every_game
from tests.core.policies import SETTLED
from tests.core.rig import Rig, played


@pytest.mark.parametrize("men", ["e2- 200 d2-", "e7- 200 d7-"])
@pytest.mark.law("FIDE-7.4")
def test_men_that_no_move_lifts_are_asked_back(men: str) -> None:
    rig = played(men)
    rig.wait(SETTLED.within_ms)
    assert (rig.moves, rig.stage) == ([], "restore"), rig.story()
    assert set(rig.odd) <= {("FIDE-7.4", "displaced")}
    back = " 200 ".join(name.rstrip("-") + "+" for name in men.split() if name.endswith("-"))
    rig.hands(f"{back} 2000")
    assert (rig.moves, rig.stage) == ([], "play")


@pytest.mark.law("FIDE-7.4")
def test_an_opponents_man_held_for_long_is_said() -> None:
    assert played("e7- 2000").odd == []  # a hand too early
    assert played("e7- 5000").odd == [("FIDE-7.4", "displaced")]


def test_an_opponents_man_who_is_off_alone_may_be_lost_by_his_sensor() -> None:
    (found,) = played("e7- 5000").of(Irregularity)
    assert (found.points, found.doubt) == (["e7"], "lost-man")
    (found,) = played("e7- 200 d7- 5000").of(Irregularity)
    assert (found.points, found.doubt) == (["d7", "e7"], None)


@pytest.mark.parametrize("man", ["b7", "e8"])
def test_who_plays_on_with_a_man_who_is_asked_back_sees_him_stand(man: str) -> None:
    """His sensor has lost him: both sides have moved, and nothing is held against anybody."""
    rig = Rig().hands(f"1000 {man}- 5000 g1- 500 f3+ 3000")
    rig.hands("d7- 400 d5+ 2000 a2- 400 a3+")
    rig.wait(SETTLED.within_ms)
    moves = ["g1f3", "d7d5", "a2a3"]
    assert rig.moves == moves[: len(rig.moves)], rig.story()
    assert rig.moves == moves or rig.stage in ("question", "restore")
    assert set(rig.odd) <= {("FIDE-7.4", "displaced")}


def test_one_move_alone_tells_nothing_of_a_man_who_is_asked_back() -> None:
    rig = Rig().hands("1000 b7- 5000 g1- 500 f3+ 3000 d7- 400 d7+ 2000")
    assert rig.moves == []
    rig.hands("f3- 300 g1+ 300 b7+ 2000 g1- 400 f3+")
    rig.wait(SETTLED.within_ms)
    assert (rig.stage, rig.moves, rig.of(Ruling)) == ("play", ["g1f3"], []), rig.story()


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("ms", [300, 1000, 2500])
@pytest.mark.parametrize("rest", [1500, 3000])
def test_a_man_lost_by_his_sensor_while_another_is_in_the_hand_displaces_nothing(
    ms: int, rest: int
) -> None:
    """His player may have touched him too: as long as nothing is set down nobody says more."""
    start = "rnbqkbnr/pppppppp/8/8/8/2N5/PPPPPPPP/R1BQKBNR w KQkq - 0 1"
    rig = Rig(start).hands(f"1000 g1- {ms} c3- {rest} f3+ 2000 e7- 500 e5+ 3000")
    assert (rig.moves, rig.odd, rig.questions) == (["g1f3"], [], []), rig.story()
    rig.hands("a2- 400 a3+ 2000")  # it has been played upon: the piece that is off binds nobody
    assert (rig.moves[:2], rig.odd) == (["g1f3", "e7e5"], []), rig.story()


@pytest.mark.parametrize("men", ["e2-", "e1-"])
def test_a_man_in_the_hand_of_a_player_who_thinks(men: str) -> None:
    assert played(f"{men} 60000").odd == []


def test_a_victim_lifted_first_while_his_taker_thinks() -> None:
    start = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    rig = Rig(start).hands("1000 d5- 9000 e4- 9000 d5+ 1500")
    assert (rig.moves, rig.odd) == (["e4d5"], [])


@every_game
@pytest.mark.parametrize(
    ("men", "line", "law", "side"),
    [
        pytest.param(QUIET, "c3- e3-", "DR-7.4.7", "white", marks=pytest.mark.law("DR-7.4.7")),
        pytest.param(QUIET, "h8-", "DR-7.4.7", "white", marks=pytest.mark.law("DR-7.4.7")),
        pytest.param(
            CHAIN, "c3- e5+ 200 e5- c7+ d4- d6- 3000 g1-", "DR-7.4.14", "white",
            marks=pytest.mark.law("DR-7.4.14"),
        ),
    ],
)  # fmt: skip
def test_men_of_draughts_taken_off(
    game: Draughts, men: str, line: str, law: str, side: str
) -> None:
    board = Board(game, men)
    rig = board.hands(line, rest_ms=SETTLED.within_ms)
    assert len(rig.moves) == (men == CHAIN)
    assert rig.stage in ("choice", "restore"), rig.story()
    assert {(found.law, found.side) for found in rig.of(Irregularity)} <= {(law, side)}


@pytest.mark.parametrize(
    "analysis",
    [
        "e2- 300 e4+ 2000 e7- 300 e5+ 2000",
        "e1- 200 e4+ 200 e8- 200 d5+ 3000",
        "g1- 200 f3+ 900 g8- 200 f6+ 900 f6- 300 g8+ 900 f3- 300 g1+ 3000",
    ],
)
def test_analysis_makes_no_moves(analysis: str) -> None:
    rig = played("d2- 300 d4+ 1500")
    assert rig.command("arbiter", "result", result="1/2-1/2")
    said = len(rig.said)
    rig.hands(analysis)
    assert [move.move for move in rig.of(Move)] == ["d2d4"]
    assert rig.said[said:] == []
    assert rig.stage == "ended"
