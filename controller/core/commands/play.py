"""What players say while they play: promotion, adjusting, passing, pressing, answering."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import afterwards, claims
from controller.core.commands import timing
from controller.core.commands.common import (
    ARBITER,
    OPERATOR,
    PLAYED,
    PLAYER,
    Row,
    Rows,
    side_of,
    text_of,
)
from controller.core.inference import chosen, resting
from controller.core.inference.decisions import Complete
from controller.core.inference.plies import Ply
from controller.core.inputs import Command, Refusal
from controller.core.messages import Answered, Claim
from controller.core.refereeing import (
    after_all,
    crowning,
    judging,
    promoting,
    spoken,
    touching,
    whose_hand,
)
from controller.core.restoring import adjusting, guiding
from controller.core.stages import Event, Stage
from rules.claim_law import claim_law
from rules.game import Position
from rules.terms import Side, point_set

if TYPE_CHECKING:
    from controller.core.session import Session
    from controller.core.tracking.branch import Branch

NONE = "none"
"""The answer to a question whose moves are not what was done."""


def _promote(session: Session, command: Command) -> Refusal | None:
    letter = (text_of(command, "to") or "").lower()
    side = side_of(session, command)
    if not letter:
        return Refusal(reason='"to" is the letter of the new man: q, r, b or n')
    due = side is not None and promoting.assumed(session, side)
    if due and side is not None and promoting.choose_again(session, side, letter) is None:
        return None  # whatever pawn may come next
    if session.stage is not Stage.ENDED and side is not None and _may_come(session, side, letter):
        promoting.speak(session, side, letter)
        return None
    if side is None:
        return Refusal(reason=f"no pawn of yours can become {letter!r} now")
    reason = promoting.choose_again(session, side, letter)
    return None if reason is None else Refusal(reason=reason)


def _may_come(session: Session, side: Side, letter: str) -> bool:
    """Whether a pawn of this side is about to become this, or one that has just landed still may.

    Moves that are not published yet count, by any answer to an open question.
    """
    if _becomes(session.line.position, side, letter):
        return True
    branches = (branch for _, branch in session.tracker.followed())
    return any(_may_come_in(branch, side, letter, session.now_ns) for branch in branches)


def _may_come_in(branch: Branch, side: Side, letter: str, now_ns: int) -> bool:
    """The same of one line of the game: any man who has been lifted may have moved, and where he stands not be felt."""
    position, heard = branch.position, chosen.heard(branch)
    for ply in _played(branch, now_ns):
        touched_ns = heard.touched_ns(ply.move, ply.landed_ns)
        other = position.by_text(ply.move.text[: -len(ply.move.choice)] + letter)
        if ply.move.side == side and ply.move.choice and other and now_ns <= touched_ns:
            return True
        position = position.play(ply.move)
    if _becomes(position, side, letter):
        return True
    felt = point_set(edge.point for edge in branch.edges)
    begun = [move for move in position.moves() if move.footprint.lifts & felt]
    return any(_becomes(position.play(move), side, letter) for move in begun)


def _played(branch: Branch, now_ns: int) -> tuple[Ply, ...]:
    """What has been played, by all that was felt, since the last move that is beyond doubt in a line of the game."""
    readings = branch.readings(now_ns) if branch.edges else []
    return next((reading.plies for reading in readings if reading.plies), ())


def _becomes(position: Position, side: Side, letter: str) -> bool:
    return any(move.side == side and move.choice == letter for move in position.moves())


def _answer(session: Session, command: Command) -> Refusal | None:
    question = session.question
    if question is None:
        return Refusal(reason="no question is open")
    if command.args.get("id") not in (None, question.id):
        return Refusal(reason=f"the open question is {question.id}")
    text = text_of(command, "move")
    if text == NONE:
        _none_of_these(session, question.id, command.role)
        return None
    if text not in question.candidates:
        named = ", ".join(question.candidates)
        return Refusal(reason=f"the question is about {named}; {NONE} if it was another move")
    move = session.line.position.by_text(text)
    assert move is not None
    session.say(Answered(id=question.id, move=text, by=command.role))
    session.question = None
    tracked = session.tracker.answer(move, session.now_ns)
    session.go(Event.ANSWERED)
    if session.stage is Stage.ENDED:
        if not tracked:
            afterwards.add(session, Complete(ply=Ply.at(move, session.now_ns)))
        afterwards.add_what_waited(session)
    elif not tracked:
        whose_hand.forgotten(session)
        judging.commit_confirmed(session, move)
    return None


def _none_of_these(session: Session, question: str, by: str) -> None:
    """Something else was done, or nothing: the men are asked back to the record, and play goes on from there.

    Where captured men were left on, and play has gone on, that is named, and accepted by it (DR-7.4.11). So is what no law allows
    and is not accepted.
    """
    session.say(Answered(id=question, move=None, by=by))
    session.question = None
    session.tracker.deny()
    asked, since = session.tracker.asked_about()
    playing = session.stage is Stage.QUESTION  # else before a new start, or the game is over
    left = session.tracker.left_on(session.now_ns) if playing else None
    session.go(Event.ANSWERED)
    if left is not None:
        judging.irregular(session, left)
    elif playing and not after_all.named(session):
        session.go(Event.IRREGULAR)
        guiding.start(session, "question", since, asked)


def _adjust(session: Session, command: Command) -> Refusal | None:
    on = command.args.get("on", True)
    if not isinstance(on, bool):
        return Refusal(reason='"on" is true or false')
    if not on:
        if session.adjusting and command.role not in (session.adjusting_by, ARBITER):
            return Refusal(reason=f"{session.adjusting_by} is adjusting")
        if session.adjusting:
            adjusting.end(session)
        return None
    side = side_of(session, command)
    mover = session.line.position.side_to_move
    if side is not None and side != mover and not spoken.completes(session, side):
        law = claim_law(session.rulebook).adjusts
        return Refusal(reason=f"only the player on move may adjust men ({law})")
    if session.stage is not Stage.PLAY:
        return None  # what the opponent has just played ends it, or is claimed: there is nothing to adjust
    if not (session.adjusting or touching.only_bumped(session)):
        return Refusal(reason="a man has been touched already")
    if side is not None and claim_law(session.rulebook).adjust_consent:
        return _ask_to_adjust(session, side)
    law = claim_law(session.rulebook).adjusts
    claims.say(session, Claim(kind=claims.Kind.ADJUSTING, side=command.role, law=law))
    return None


def _ask_to_adjust(session: Session, side: Side) -> Refusal | None:
    """Adjusting begins when the opponent consents (XQ-5.6)."""
    if session.adjusting or session.claims.adjust == side:
        return Refusal(reason="you have asked already")
    law = claim_law(session.rulebook).adjusts
    claims.say(session, Claim(kind=claims.Kind.ADJUST, side=side, law=law))
    return None


def _confirm_crowning(session: Session, command: Command) -> Refusal | None:
    """Either player, or anybody at the board, has put the second man on (DR-5.6)."""
    name = text_of(command, "point")
    if name is not None and name not in session.game.index:
        return Refusal(reason=f"there is no point {name[:20]!r}")
    point = None if name is None else session.game.index[name]
    reason = crowning.confirm(session, point, command.role)
    return None if reason is None else Refusal(reason=reason)


def _pass(session: Session, command: Command) -> Refusal | None:
    """A move that nothing on the board shows (Go)."""
    side = side_of(session, command)
    if command.args.get("at_flag") is True:
        return timing.pass_at_flag(session, side)
    position = session.line.position
    if position.by_text("pass") is None:
        return Refusal(reason=f"nobody may pass in {session.game.name}")
    unsettled = not resting.stands_again(session.tracker.branch, session.now_ns)
    if side != position.side_to_move and not unsettled:
        return Refusal(reason=f"{position.side_to_move} is to move")
    if unsettled and (side is None or not spoken.completes(session, side)):
        return Refusal(reason="something has been done on the board already; let it settle first")
    move = session.line.position.by_text("pass")
    assert move is not None
    judging.commit_confirmed(session, move)
    session.tracker.passed(session.line.position, session.now_ns)
    return None


ROWS: Rows = {
    "promote": Row(
        obey=_promote,
        roles=frozenset({PLAYER}),
        stages=frozenset({Stage.PLAY, Stage.QUESTION, Stage.ENDED}),
    ),
    "answer": Row(
        obey=_answer,
        roles=frozenset({PLAYER, ARBITER, OPERATOR}),
        stages=frozenset({Stage.QUESTION, Stage.RESTORE, Stage.ENDED}),
    ),
    "adjust": Row(obey=_adjust, roles=frozenset({PLAYER, ARBITER}), stages=frozenset({Stage.PLAY})),
    "confirm-crowning": Row(
        obey=_confirm_crowning, roles=frozenset({PLAYER, ARBITER, OPERATOR}), stages=PLAYED
    ),
    "pass": Row(obey=_pass, roles=frozenset({PLAYER}), stages=frozenset({Stage.PLAY})),
}
