"""What the belief decides becomes messages: moves, corrections, questions, answers; and a journal gives the same state."""

from __future__ import annotations

from typing import cast

import pytest

from controller.core.belief.costs import costs
from controller.core.belief.decision import How, Made, Undone
from controller.core.belief.line import Node
from controller.core.belief.world import Hypothesis
from controller.core.board import Board
from controller.core.messages import (
    Answered,
    Correction,
    Irregularity,
    Move,
    Obligation,
    Question,
    Restore,
    Touched,
)
from controller.core.referee.referee import TheReferee
from controller.core.stages import Stage
from controller.core.state import Belief
from tests.core.referee import test_breaches, test_named
from tests.core.referee.desk import Desk, Given


def test_a_move_is_told_with_its_touches() -> None:
    desk = Desk("chess")
    desk.plays("e2e4")
    desk.plays("d7d5", how=How.PRESSED)
    desk.plays("e4d5", how=How.REPLY)
    assert [(m.ply, m.move, m.completed_by) for m in desk.of(Move)] == [
        (1, "e2e4", "settled"), (2, "d7d5", "pressed"), (3, "e4d5", "reply"),
    ]  # fmt: skip
    assert [t.points for t in desk.of(Touched)] == [["e2"], ["d7"], ["d5", "e4"]]
    assert not desk.of(Irregularity)
    assert desk.state.duty.touched == []
    assert desk.state.duty.owed == {"white"}
    assert desk.state.game.landed_ns <= desk.state.game.made_ns


def test_an_obligation_is_met() -> None:
    desk = Desk("chess")
    desk.deeds("b1- 400 b1+")
    desk.watch()
    desk.plays("b1c3")
    due, met = desk.of(Obligation)
    assert (due.must_move, due.met, met.must_move, met.met) == (["b1"], False, ["b1"], True)


def test_a_question_is_asked_and_answered() -> None:
    desk = Desk("chess")
    desk.asks("e2e4", "e2e3")
    (asked,) = desk.of(Question)
    assert (asked.candidates, asked.reason) == (["e2e4", "e2e3"], "two-moves-fit")
    assert asked.odds == [500, 500]
    desk.asks("e2e4", "e2e3")
    assert len(desk.of(Question)) == 1
    desk.run(iter([Answered(id=asked.id, move="e2e3", by="white")]))
    desk.run(desk.state.referee.answered(desk.state, desk.state.game.position.by_text("e2e3")))
    assert [(m.move, m.completed_by) for m in desk.of(Move)] == [("e2e3", "confirmed")]
    assert desk.state.stage is Stage.PLAY


@pytest.mark.parametrize("move", ["e2e4", "e2e3", "d2d4"])
def test_evidence_answers_a_question(move: str) -> None:
    desk = Desk("chess")
    desk.asks("e2e4", "e2e3")
    desk.plays(move)
    (answered,) = desk.of(Answered)
    assert (answered.by, answered.move) == ("evidence", move if move != "d2d4" else None)
    assert [m.move for m in desk.of(Move)] == [move]


def test_none_of_the_moves_asks_the_pieces_back() -> None:
    desk = Desk("chess")
    desk.deeds("e2-")
    desk.asks("e2e4", "e2e3")
    desk.run(iter([Answered(id="q1", move=None, by="arbiter")]))
    desk.run(desk.state.referee.answered(desk.state, None))
    desk.watch()
    assert desk.state.stage is Stage.RESTORE
    assert (desk.of(Restore)[-1].why, desk.of(Restore)[-1].missing[0].point) == ("question", "e2")


@pytest.mark.parametrize("plies", [1, 2, 3])
def test_what_was_told_is_retracted(plies: int) -> None:
    desk = Desk("chess")
    for text in ("e2e4", "e7e5", "g1f3"):
        desk.plays(text)
    desk.denies(plies)
    (found,) = desk.of(Correction)
    assert (found.from_ply, found.to_ply, found.by) == (4 - plies, 3, "evidence")
    assert desk.state.game.ply == 3 - plies
    assert len(desk.state.duty.touches) == 3 - plies


@pytest.mark.law("FIDE-4.7", "DR-5.10", "GO-17.release")
@pytest.mark.parametrize("stood_ms", [100, 750, 1490, 1500, 3000])
def test_who_goes_on_after_he_has_let_go_retracts_nothing(stood_ms: int) -> None:
    desk = Desk("chess")
    desk.plays("e2e4")
    (told,) = desk.of(Move)
    before = desk.belief.told.parent
    assert before is not None
    made_ns = desk.state.game.made_ns
    desk.state.now_ns = made_ns - 300_000_000
    hyp = desk.deeds(f"e2- 300 e4+ {stood_ms} e4- 300 e3+", node=before)
    move = before.position.by_text("e2e3")
    assert move is not None
    done = Hypothesis(before.child(move), at_ns=desk.state.now_ns)
    done.logs = ((before.depth, hyp.log),)
    desk.belief.hyps = [(1.0, done)]
    desk.conclude(Undone(to=before, plies=1))
    if stood_ms < costs().let_go_ms:
        assert [c.from_ply for c in desk.of(Correction)] == [told.ply]
        assert not desk.of(Irregularity)
    else:
        assert not desk.of(Correction)
        (found,) = desk.of(Irregularity)
        assert (found.law, found.kind) == ("FIDE-4.7", "released-man-moved")
        assert (found.observed.origin, found.observed.to) == ("e4", "e3")


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("stood_ms", [100, 3000])
@pytest.mark.parametrize("plies", [1, 2])
def test_moves_taken_back_on_the_board_are_named(plies: int, stood_ms: int) -> None:
    """What did not stand for long enough to be over was never made."""
    desk = Desk("chess")
    for text in ("e2e4", "e7e5")[:plies]:
        desk.plays(text)
    node = desk.belief.told
    for _ in range(plies):
        assert node.parent is not None
        node = node.parent
    desk.state.now_ns = desk.state.game.made_ns + stood_ms * 1_000_000
    desk._show(Hypothesis(node))
    desk.belief.told = node
    desk.belief.hyps = [(1.0, Hypothesis(node, at_ns=desk.state.now_ns))]
    desk.conclude(Undone(to=node, plies=plies))
    if stood_ms == 100:
        assert [(c.from_ply, c.to_ply) for c in desk.of(Correction)] == [(1, plies)]
        assert desk.state.stage is Stage.PLAY
        return
    (found,) = desk.of(Irregularity)
    kind = "released-man-moved" if plies == 1 else "moves-taken-back"
    assert (found.law, found.kind) == ("FIDE-4.7", kind)
    assert desk.state.stage is Stage.RESTORE
    assert desk.state.game.ply == plies


def test_players_agree_that_a_move_is_taken_back() -> None:
    desk = Desk("chess")
    desk.plays("e2e4")
    desk.state.now_ns += 3_000_000_000
    desk.does("e4- 300 e2+")
    assert desk.state.stage is Stage.RESTORE
    assert desk.command("accept", "white") is not None
    assert desk.command("accept", "black") is None
    assert [(c.from_ply, c.why) for c in desk.of(Correction)] == [(1, "take-back")]
    assert (desk.state.game.ply, desk.state.stage) == (0, Stage.PLAY)
    assert desk.state.duty.touched == []


def test_where_nobody_knows_what_was_done_the_record_stands() -> None:
    desk = Desk("chess")
    desk.deeds("e2-")
    desk.asks()
    assert desk.state.stage is Stage.RESTORE
    assert (desk.of(Restore)[-1].why, desk.of(Restore)[-1].missing[0].point) == ("question", "e2")


@pytest.mark.law("DR-7.7")
@pytest.mark.parametrize("reply", [True, False], ids=["the opponent", "the offender"])
def test_play_over_an_offer(reply: bool) -> None:  # noqa: FBT001 - a parameter
    """The opponent's next move accepts; the offender's own, made from the position before, corrects."""
    row = next(row for row in test_named.DRAUGHTS if row.law == "DR-7.4.2")
    desk = test_named.desk(row)
    desk.does(row.hands)
    told, game = desk.belief.told, desk.game
    if reply:
        origin, _, target = row.hands.split()
        after = desk.state.game.position.play_irregular(
            game.index[origin[:-1]], game.index[target[:-1]], ()
        )
        node = Node.start(game, after)
        child = node.child(after.moves()[0])
    else:
        child = told.child(told.position.moves()[0])
    assert child.move is not None
    done = Hypothesis(child, at_ns=desk.state.now_ns)
    desk.belief.hyps = [(1.0, done)]
    desk.conclude(Made(node=child, hypothesis=done, log=(), how=How.SETTLED, odds=999))
    moves = desk.of(Move)
    assert [move.legal for move in moves] == ([False, True] if reply else [True])
    assert moves[-1].move == child.move.text
    assert desk.state.stage is Stage.PLAY
    assert desk.state.remedy.irregularity is None


@test_named.each(test_named.ROWS)
def test_a_journal_gives_the_same_duty_and_remedy(row: test_named.Row) -> None:
    desk = test_named.desk(row)
    desk.does(row.hands, pressed=row.pressed)
    _agrees(desk)


@test_breaches.rows
@pytest.mark.parametrize("claims", ["players", "automatic"])
def test_a_journal_gives_the_same_breach(row: test_breaches.Row, claims: str) -> None:
    _agrees(test_breaches.done(row, claims=claims))


def _agrees(desk: Desk) -> None:
    belief = Given(desk.game, desk.game.start(desk.settings.start))
    again = Board.recover(desk.settings, cast("Belief", belief), TheReferee(), desk.said)
    assert again.state.duty == desk.state.duty
    assert again.state.remedy == desk.state.remedy
    assert again.state.game.ply == desk.state.game.ply
