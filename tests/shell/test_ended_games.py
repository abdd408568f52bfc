"""An ended game stays on the board until another one is started, also over new starts of the program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Answered, GameStarted, Move, Result
from controller.core.stages import Stage
from controller.shell.service import Service
from tests.core.boards import TWO_CAPTURES
from tests.shell.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable


ENDINGS: dict[str, Callable[[Table], bool]] = {
    "resign": lambda table: table.order("resign", "black").accepted,
    "result": lambda table: table.order("result", result="1/2-1/2").accepted,
    "void": lambda table: table.order("void", why="the fire alarm").accepted,
}


@pytest.mark.parametrize("end", ENDINGS)
def test_it_is_there_after_a_new_start_and_can_be_corrected(table: Table, end: str) -> None:
    table.play("chess", "e2- 300 e4+ 1500")
    assert ENDINGS[end](table)
    game_id, before = table.service.game_id, table.view
    said = table.said()
    table.kill().kill()
    assert (table.service.game_id, table.view.stage) == (game_id, "ended")
    assert (table.view.result, table.moves) == (before.result, ["e2e4"])
    assert table.view.lamps == before.lamps
    assert table.said() == said
    assert table.order("correct", to_ply=1, why="a mistake").accepted
    table.hands("1500 e7- 300 e5+ 1500").kill()
    assert (table.service.game_id, table.view.stage) == (game_id, "play")
    assert (table.moves, table.view.result) == (["e2e4", "e7e5"], None)
    assert len(table.of(GameStarted)) == 1


def test_what_stands_on_the_board_then_is_nobodys_move(table: Table) -> None:
    """The men are put away, or set up for the next game, before anybody starts it."""
    table.play("chess", "e2- 300 e4+ 1500")
    assert table.order("resign", "black").accepted
    said = table.said()
    table.kill().hands("e4- 300 e2+ 3000").kill()
    assert (table.view.stage, table.said()) == ("ended", said)
    assert table.order("start", players={"white": "Ann"}).accepted
    table.see().hands("2000 d2- 300 d4+ 1500").kill()
    assert (table.service.game_id, table.view.stage, table.moves) == ("g2", "play", ["d2d4"])


@pytest.mark.law("XQ-10.1")
def test_its_result_can_be_confirmed_then(table: Table) -> None:
    table.play("xiangqi", "h2- 300 e2+ 1500")
    assert table.order("resign", "black").accepted
    assert table.order("result", "red", result="1-0").accepted
    table.kill()
    assert table.view.claims.results == {"red": "1-0"}
    for role in ("black", "arbiter"):
        assert table.order("result", role, result="1-0").accepted
    assert set(table.view.claims.results) == {"red", "black", "arbiter"}
    assert not table.order("result", "red", result="1-0").accepted


def test_a_question_that_outlives_it_can_be_answered_then(table: Table) -> None:
    table.play("chess", "e4- 800 e8- 300 e7+ 5000", TWO_CAPTURES)
    assert table.view.stage == "question"
    assert table.order("resign", "white").accepted
    table.kill()
    question = table.view.question
    assert question is not None
    assert table.order("answer", move=question.candidates[0]).accepted
    assert [each.move for each in table.of(Answered)] == [question.candidates[0]]
    assert [each.move for each in table.of(Move)] == [question.candidates[0]]
    assert (table.view.stage, len(table.of(Result))) == ("ended", 1)


@pytest.mark.law("FIDE-4.3.1")
def test_a_mate_in_breach_can_be_claimed_then(table: Table) -> None:
    start = "7k/5Q2/6K1/8/8/8/8/R7 w - - 0 1"
    table.play("chess", "a1- 400 a1+ 1500 f7- 300 f8+ 1500", start)
    assert [each.termination for each in table.of(Result)] == ["checkmate"]
    table.kill()
    assert table.view.irregularity is not None
    assert table.order("demand-correction", "black").accepted
    assert (table.view.stage, table.moves) == ("restore", [])


def test_it_hinders_nobody_where_the_board_is_another_one_now(table: Table) -> None:
    table.play("chess", "e2- 300 e4+ 1500")
    assert table.order("resign", "black").accepted
    table.play("draughts-100", "32- 300 28+ 1500")
    assert (table.service.game_id, table.moves) == ("g2", ["32-28"])
    assert table.service.session.stage is Stage.PLAY


def test_the_demo_leaves_it_and_begins_anew(table: Table) -> None:
    table.play("chess", "e2- 300 e4+ 1500")
    assert table.journal is not None
    goes_on = Service(table.journal, table.settings, table.clock, anew=True)
    assert (goes_on.game_id, goes_on.view().ply) == ("g1", 1)
    assert table.order("resign", "black").accepted
    begun = Service(table.journal, table.settings, table.clock, anew=True)
    assert (begun.game_id, begun.view().stage) == ("g2", "setup")
