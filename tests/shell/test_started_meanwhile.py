"""A new game is started while hands have only just made a move: that move belongs to the game before."""

from __future__ import annotations

import asyncio
import copy
from typing import TYPE_CHECKING

import pytest

from controller.core.inputs import Tick
from controller.core.messages import GameStarted, Move, Question, Result
from controller.core.stages import Stage
from controller.shell.export import record_text
from tests.core.boards import TWO_CAPTURES
from tests.shell.evidence_table import Table as Evening
from tests.shell.evidence_table import replayed
from tests.shell.table import Table
from tests.shell.test_commands import MS
from tests.shell.test_record_renewed import FIRST

if TYPE_CHECKING:
    from pathlib import Path

MOVES = {
    "chess": "e2e4",
    "xiangqi": "h2e2",
    "draughts-100": "32-28",
    "draughts-russian": "c3-d4",
    "draughts-brazilian": "c3-d4",
    "go": "d4",
}


@pytest.mark.parametrize("ms", [60, 100, 300, 700])
@pytest.mark.parametrize("game", sorted(FIRST))
def test_it_is_published_first(table: Table, game: str, ms: int) -> None:
    table.play(game, FIRST[game].removesuffix("1500"))
    table.hands(str(ms))
    assert table.of(Move, "g1") == []
    reply = table.order("start", "operator")
    assert reply.accepted, reply.reason
    assert [move.move for move in table.of(Move, "g1")] == [MOVES[game]]
    assert (table.of(Result, "g1"), table.service.game_id) == ([], "g2")
    assert table.journal is not None
    assert reply.seq == table.journal.newest_seq
    assert table.journal.entries(reply.seq - 1)[0].game_id == "g1"
    assert record_text(table.said("g1")).strip()
    table.kill()
    assert (table.service.game_id, table.view.stage) == ("g2", "setup")
    assert [move.move for move in table.of(Move, "g1")] == [MOVES[game]]


def test_a_mate_ends_the_game_before(table: Table) -> None:
    table.play("chess", "a1- 300 a8+ 300", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1")
    assert table.order("start").accepted
    assert [each.termination for each in table.of(Result, "g1")] == ["checkmate"]


@pytest.mark.parametrize("line", ["e2- 300", "e2- 300 e5+ 300", "e2- 300 e2+ 300", "e2- 40"])
def test_what_is_no_move_by_then_is_none(table: Table, line: str) -> None:
    table.play("chess", line)
    assert table.order("start").accepted
    assert table.of(Move, "g1") == table.of(Question, "g1") == []
    assert table.service.game_id == "g2"


def test_what_cannot_be_told_is_asked(table: Table) -> None:
    table.play("chess", "e4- 800 e8- 300 e7+ 300", TWO_CAPTURES)
    assert table.order("start").accepted
    (question,) = table.of(Question, "g1")
    assert {"e4d5", "e4f5"} <= set(question.candidates)
    assert table.view.question is None


@pytest.mark.parametrize("args", [{"rulebook": "none"}, {"time_control": "soon"}])
def test_a_start_that_is_refused_leaves_the_move_to_its_time(
    table: Table, args: dict[str, str]
) -> None:
    table.play("chess", "e2- 300 e4+ 100")
    assert not table.order("start", **args).accepted
    assert not table.order("start", "white").accepted
    assert table.of(Move) == []
    table.hands("1500")
    assert table.moves == ["e2e4"]
    assert table.service.session.stage is Stage.PLAY


def test_the_men_need_not_stand_yet(table: Table) -> None:
    """A game that has not begun leaves nothing behind, and its number goes to the next."""
    table.play("chess", "")
    assert table.order("start").accepted
    assert table.order("start", players={"white": "Ann"}).accepted
    table.see().hands("2000")
    (started,) = table.of(GameStarted)
    assert (table.service.game_id, started.players["white"]) == ("g2", "Ann")


def test_men_who_stand_just_then_begin_the_game_before(table: Table) -> None:
    """What is due by then comes first, and so the games have two numbers."""
    table.play("chess", "e2- 300 e4+ 1500")
    assert table.order("start").accepted
    table.see().hands("e4- 300 e2+")
    while (due_ns := table.service.session.next_deadline()) is not None:
        foreseen = copy.deepcopy(table.service.session)
        foreseen.feed(Tick(at_ns=due_ns))
        if foreseen.stage is Stage.PLAY:
            break
        table.hands("1")
    assert due_ns is not None
    table.clock.at_ns = due_ns - 10 * MS  # an order takes as long
    assert table.of(GameStarted) == []
    assert table.order("start").accepted
    assert [len(table.of(GameStarted, name)) for name in ("g1", "g2")] == [1, 1]
    assert table.service.game_id == "g3"


def test_the_trace_of_the_game_before_has_it_too(tmp_path: Path) -> None:
    async def play() -> list[str]:
        evening = Evening(tmp_path, "chess", ("e2e4", "e7e5"))
        await evening.play(1)
        while not evening.service.session.state.belief.busy(evening.service.session.state.now_ns):
            await evening.step()
        index = evening.game.index
        while not evening.service.session.state.sensing.standing >> index["e5"] & 1:
            await evening.step()
        await evening.run(50)
        assert evening.service.session.line.ply == 1
        assert await evening.command("operator", "start") is None
        await evening.stop()
        return evening.published("g1")

    published = asyncio.run(play())
    assert "e7e5" in published[-1] + published[-2]
    assert replayed(tmp_path / "traces" / "g1.jsonl.gz") == published
