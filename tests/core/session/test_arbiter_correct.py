"""The arbiter corrects the record, retracts plies and sets positions up; the journal has it all."""

from __future__ import annotations

from typing import Any

import pytest

from controller.core.messages import Answered, Clock, Correction, Move, Question, Restore, Result
from controller.core.stages import Stage
from controller.core.table.clock import timer
from controller.shell.pump import Pump
from rules.registry import game_by_name
from tests.core.boards import MATE, TWO_CAPTURES
from tests.core.rig import BLACK, CLASSIC, FIDE, WHITE, Rig, played, recovered
from tests.core.watched import Watched

E4_E5 = "e2- 300 e4+ 1500 e7- 300 e5+ 1500"
AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
LONE_KINGS_AND_ROOK = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1"


def read_back(rig: Rig) -> Watched:
    """The session that the messages alone make; its record is that of the live one."""
    read, live = recovered(rig.settings, rig.said), rig.session
    assert [p.text for p in read.line.positions] == [p.text for p in live.line.positions]
    assert read.line.moves == live.line.moves
    assert read.result == live.result
    assert (read.question, read.breach, read.due) == (live.question, live.breach, live.due)
    assert read.penalties == live.penalties
    assert read.line.ids == live.line.ids
    return read


def put(rig: Rig) -> None:
    """Hands put the men as the board asks for them."""
    target = rig.session.state.remedy.target
    assert target is not None
    rig.levels = rig.session.turn(target.occupied)
    rig._frame()
    rig.hands("1000")


def test_plies_are_retracted() -> None:
    rig = played(E4_E5)
    assert rig.command("arbiter", "correct", to_ply=1, why="shown the wrong reply")
    (said,) = rig.of(Correction)
    assert (said.from_ply, said.to_ply, said.by, said.why, said.cause) == (
        2, 2, "arbiter", "shown the wrong reply", "correct",
    )  # fmt: skip
    assert said.position == AFTER_E4
    assert (rig.stage, rig.line) == ("restore", ["e2e4"])
    assert rig.of(Restore)[-1].why == "correction"
    read_back(rig)
    put(rig)
    assert rig.stage == "play"
    rig.hands("c7- 300 c5+ 1500")
    assert rig.line == ["e2e4", "c7c5"]
    read_back(rig)


def test_a_wrong_move_is_put_right_and_what_followed_stays() -> None:
    rig = played(E4_E5)
    assert rig.command("arbiter", "correct", ply=1, move="d4")
    assert rig.line == ["d2d4", "e7e5"]
    assert [m.completed_by for m in rig.of(Move)[-2:]] == ["arbiter", "arbiter"]
    read_back(rig)
    put(rig)
    rig.hands("d4- 300 e5- 300 e5+ 1500")
    assert rig.line == ["d2d4", "e7e5", "d4e5"]
    assert not rig.odd


def test_the_men_may_stand_right_already() -> None:
    """The board recorded one move and another was made: nobody has to touch anything."""
    rig = played("e2- 300 e4+ 1500")
    rig.levels = rig.session.turn(
        rig.game.start("rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1").occupied
    )
    rig._frame()
    rig.hands("100")
    assert rig.command("arbiter", "correct", ply=1, move="d2d4")
    rig.hands("500")
    assert (rig.stage, rig.line) == ("play", ["d2d4"])


def test_moves_that_the_board_has_missed_are_added() -> None:
    rig = played("e2- 300 e4+ 1500")
    assert rig.command("arbiter", "correct", ply=2, moves=["c5", "Nf3", "d6"])
    assert rig.line == ["e2e4", "c7c5", "g1f3", "d7d6"]
    assert rig.of(Correction)[-1].to_ply == 1
    read_back(rig)


def test_all_moves_from_a_ply_on() -> None:
    rig = played(E4_E5)
    assert rig.command("arbiter", "correct", ply=1, moves=["e2e3"])
    assert rig.line == ["e2e3"]
    read_back(rig)


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ({}, 'give "to_ply"'),
        ({"to_ply": 2}, "to_ply is from 0 to 1"),
        ({"to_ply": -1}, "from 0"),
        ({"to_ply": True}, 'give "to_ply"'),
        ({"ply": 1}, "moves"),
        ({"move": "e2e4"}, '"ply" is from 1 to 2'),
        ({"ply": 3, "move": "e2e4"}, '"ply" is from 1 to 2'),
        ({"ply": 4, "moves": ["e2e4"]}, '"ply" is from 1 to 3'),
        ({"ply": 1, "moves": []}, "moves"),
        ({"ply": 1, "moves": ["e2e3", 7]}, "moves"),
        ({"ply": 1, "move": "e2e5"}, "not a legal move"),
        ({"ply": 1, "move": "e2e4"}, "already"),
        ({"ply": 1, "moves": ["e2e4", "e7e5"]}, "already"),
        ({"ply": 1, "moves": ["e4", "e4"]}, "not a legal move"),
    ],
)
def test_a_correction_that_cannot_be(args: dict[str, Any], reason: str) -> None:
    rig = played(E4_E5)
    count = len(rig.said)
    assert not rig.command("arbiter", "correct", **args)
    assert reason in rig.refusals[-1]
    assert (len(rig.said), rig.stage) == (count, "play")


@pytest.mark.parametrize("args", [{"to_ply": 0}, {"to_ply": 3}, {"ply": 1, "move": "e2e4"}])
def test_where_nothing_was_played_nothing_is_corrected(args: dict[str, Any]) -> None:
    rig = played("")
    assert not rig.command("arbiter", "correct", **args)
    assert rig.refusals[-1] == "no ply has been made that could be corrected"
    assert rig.command("arbiter", "correct", ply=1, moves=["e2e4"])


def test_what_would_make_a_later_ply_illegal_is_refused() -> None:
    rig = played(f"{E4_E5} d2- 300 d4+ 1500 e5- 300 d4- 300 d4+ 1500")
    assert rig.line[-1] == "e5d4"
    assert not rig.command("arbiter", "correct", ply=3, move="a2a3")
    assert "ply 4, e5d4, would not be legal any more" in rig.refusals[-1]
    assert rig.command("arbiter", "correct", ply=3, moves=["a2a3"])
    assert len(rig.line) == 3


@pytest.mark.law("CH-8.1")
def test_the_arbiter_corrects_while_men_are_set_right() -> None:
    rig = played("e2- 300 e5+ 3000")
    assert rig.stage == "restore"
    assert rig.command("arbiter", "correct", ply=1, moves=["e2e4"])
    assert (rig.stage, rig.line) == ("restore", ["e2e4"])
    assert rig.session.irregularity is None
    read_back(rig)
    put(rig)
    assert rig.stage == "play"


def test_a_question_is_closed_by_a_correction() -> None:
    rig = Rig(TWO_CAPTURES).hands("1000 e4- 800 e8- 300 e7+ 5000")
    assert rig.of(Question)
    assert rig.command("arbiter", "correct", ply=1, moves=["e4d5"])
    assert rig.session.question is None
    read_back(rig)


def test_a_game_that_was_ended_wrongly_goes_on() -> None:
    rig = played(E4_E5)
    assert rig.command("arbiter", "result", result="1-0")
    assert rig.command("arbiter", "correct", to_ply=2, why="the flag had not fallen")
    assert rig.session.result is None  # the pieces stand: nothing need be put right
    rig.hands("d2- 300 d4+ 1500")
    assert rig.line == ["e2e4", "e7e5", "d2d4"]


def test_a_corrected_move_that_mates_ends_the_game() -> None:
    rig = played("a1- 300 a7+ 1500", MATE)
    assert rig.command("arbiter", "correct", ply=1, move="Ra8#")
    assert (rig.stage, rig.of(Result)[-1].termination) == ("ended", "checkmate")
    read_back(rig)


@pytest.mark.law("CH-8.2")
@pytest.mark.parametrize("hands", ["", E4_E5, "e2- 300 e5+ 3000"])
def test_a_position_is_set_up(hands: str) -> None:
    rig = played(hands)
    ply = rig.session.line.ply
    assert rig.command("arbiter", "set-position", position=LONE_KINGS_AND_ROOK, why="agreed")
    said = rig.of(Correction)[-1]
    assert (said.from_ply, said.to_ply, said.cause) == (ply + 1, ply, "set-position")
    assert said.position == LONE_KINGS_AND_ROOK
    assert rig.of(Restore)[-1].why == "set-position"
    read_back(rig)
    put(rig)
    rig.hands("a1- 300 a7+ 1500")
    assert rig.of(Move)[-1].ply == ply + 1
    assert rig.line[-1] == "a1a7"
    assert not rig.session.irregularity
    read_back(rig)


def test_a_position_that_was_set_up_is_retracted_with_its_ply() -> None:
    rig = played(E4_E5)
    assert rig.command("arbiter", "set-position", position=LONE_KINGS_AND_ROOK)
    assert not rig.command("arbiter", "correct", ply=1, move="d2d4")
    assert "ply 2, e7e5" in rig.refusals[-1]
    assert rig.command("arbiter", "correct", to_ply=1)
    assert rig.session.line.position.text == AFTER_E4
    read_back(rig)


@pytest.mark.parametrize(
    ("args", "reason"),
    [
        ({}, "position"),
        ({"position": "here"}, "FEN"),
        ({"position": 7}, "is a text"),
        ({"orientation": "left"}, "normal or turned"),
    ],
)
def test_a_position_that_cannot_be(args: dict[str, Any], reason: str) -> None:
    rig = played(E4_E5)
    count = len(rig.said)
    assert not rig.command("arbiter", "set-position", **args)
    assert reason in rig.refusals[-1]
    assert len(rig.said) == count


@pytest.mark.law("CH-8.7", "FIDE-7.2.2")
@pytest.mark.parametrize("book", [FIDE, CLASSIC])
def test_the_position_goes_to_a_board_that_stands_right(book: str) -> None:
    """The board is turned, the men are set up on it again, and the game goes on."""
    rig = played(E4_E5, rulebook=book)
    assert rig.command("arbiter", "set-position", orientation="turned", why="board turned")
    assert rig.line == ["e2e4", "e7e5"]
    read = read_back(rig)
    assert read.state.sensing.orientation == "turned"
    assert rig.stage == "restore"
    put(rig)
    assert rig.stage == "play"
    rig.hands("b8- 300 c6+ 1500")  # as printed on the turned board: g1 to f3
    assert rig.line[-1] == "g1f3"


def test_go_takes_a_position_as_an_object() -> None:
    go = game_by_name("go", {"size": 9})
    rig = Rig(game=go, rulebook=go.rulebook.name).hands("1000 e5+ 1500")
    position = {"size": 9, "black": ["c3", "g7"], "white": ["e5"], "to_move": "white"}
    assert rig.command("arbiter", "set-position", position=position)
    assert rig.of(Correction)[-1].position["black"] == ["c3", "g7"]  # type: ignore[index]
    read_back(rig)
    put(rig)
    rig.hands("d4+ 1500")
    assert rig.of(Move)[-1].move == "d4"


def test_two_passes_that_the_board_has_missed_lead_to_the_count() -> None:
    go = game_by_name("go", {"size": 9})
    rig = Rig(game=go, rulebook=go.rulebook.name).hands("1000 e5+ 1500")
    assert rig.command("arbiter", "correct", ply=2, moves=["pass", "pass"])
    rig.hands("1000")
    assert rig.stage == "count"
    assert read_back(rig).stage is Stage.COUNT
    assert rig.command("arbiter", "correct", to_ply=2)
    rig.hands("1000")
    assert rig.stage == "play"


def test_an_open_claim_is_ruled_on_first() -> None:
    rig = played(E4_E5, mode="observer")
    assert rig.command("white", "claim-repetition")
    for name, args in (("correct", {"to_ply": 0}), ("set-position", {"orientation": "turned"})):
        assert not rig.command("arbiter", name, **args)
        assert "a claim is open" in rig.refusals[-1]
    assert rig.command("arbiter", "decline-draw")
    assert rig.command("arbiter", "correct", to_ply=0)


@pytest.mark.parametrize("put_back", [True, False])
def test_a_question_of_before_a_new_start(put_back: bool) -> None:  # noqa: FBT001
    """Either the men are put back, and nothing was played, or somebody answers."""
    rig = Rig(TWO_CAPTURES).hands("1000 e4- 800 e8- 300 e7+ 5000")
    rig.session = recovered(rig.settings, rig.said)
    rig._pump = Pump(rig.session, rig.at_ns)
    rig._frame()
    rig.hands("500")
    assert (rig.stage, rig.session.question) == ("restore", rig.of(Question)[-1])
    if put_back:
        put(rig)
        assert (rig.stage, rig.session.question) == ("play", None)
        assert (rig.of(Answered)[-1].move, rig.line) == (None, [])
        assert not rig.command("white", "answer", move="e4d5")
        read_back(rig)
        rig.hands("e4- 300 d5- 300 d5+ 1500")
    else:
        assert rig.command("white", "answer", move="e4d5")
        put(rig)
    assert (rig.stage, rig.line) == ("play", ["e4d5"])


def test_an_offer_lapses_with_what_it_was_about() -> None:
    rig = played("e2- 300 e4+ 1500", time_control="90:00")
    assert rig.command("white", "offer-draw")
    offered = rig.session.claims
    assert offered.offer == "white"
    assert rig.command("arbiter", "correct", to_ply=0)
    assert rig.session.claims.offer is None
    assert read_back(rig).claims == rig.session.claims


def test_the_clocks_stand_until_the_men_do_and_run_for_the_side_to_move() -> None:
    rig = Rig(time_control="90:00+0:30").hands(
        "1000 e2- 300 e4+ 300 w! 1000 e7- 300 e5+ 300 b! 60000"
    )
    assert rig.command("arbiter", "correct", to_ply=1, why="another reply was played")
    before = (
        timer.remaining_ms(rig.board.state, WHITE),
        timer.remaining_ms(rig.board.state, BLACK),
    )
    rig.hands("60000")
    assert timer.stands(rig.board.state)
    put(rig)
    assert rig.of(Clock)[-1].running == "black"
    assert timer.remaining_ms(rig.board.state, WHITE) == before[0]
    read_back(rig)


@pytest.mark.parametrize("role", ["white", "black", "operator"])
@pytest.mark.parametrize("name", ["correct", "set-position", "penalty", "void"])
def test_only_the_arbiter(role: str, name: str) -> None:
    rig = played(E4_E5)
    assert not rig.command(role, name, to_ply=0, orientation="turned", side="white", kind="warning")
    assert f"{role} may not" in rig.refusals[-1]


def test_an_observing_board_obeys_the_arbiter() -> None:
    rig = played(E4_E5, mode="observer")
    assert rig.command("arbiter", "correct", to_ply=1)
    assert rig.line == ["e2e4"]
    assert rig.session.stage is Stage.RESTORE


class TestClocksOfEnteredMoves:
    """Where a press is known, the move that is entered for it has what the clocks showed then."""

    @pytest.mark.parametrize("book", [FIDE, CLASSIC])
    def test_a_move_that_was_not_felt_has_its_press(self, book: str) -> None:
        rig = Rig(rulebook=book, time_control="5:00").hands("1000 e2- 300 e4+ 700 w! 3000 b! 4000")
        assert rig.line == ["e2e4"]
        assert rig.command("arbiter", "correct", ply=2, moves=["e7e5", "g1f3"])
        entered = rig.of(Move)[1:]
        assert entered[0].clocks is not None
        left_ms = entered[0].clocks["black"]["remaining_ms"]
        assert left_ms == pytest.approx(300_000 - 3000, abs=1000)
        assert entered[1].clocks is None, "nobody has pressed for it"

    def test_a_move_put_in_the_place_of_another_keeps_its_press(self) -> None:
        rig = Rig(rulebook=FIDE, time_control="5:00").hands("1000 e2- 300 e4+ 2000 w! 1500")
        (shown,) = [clock.sides for clock in rig.of(Clock) if clock.ply == 1]
        assert rig.command("arbiter", "correct", ply=1, moves=["d2d4"])
        assert rig.of(Move)[-1].clocks == shown
        again = recovered(rig.settings, rig.said).line.lines
        assert [line.clocks for line in again] == [line.clocks for line in rig.session.line.lines]
