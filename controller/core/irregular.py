"""What is no legal move and stands all the same: let stand, or a turn that the law takes away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from controller.core import judging, timekeeping
from controller.core.decisions import Complete
from controller.core.evidence import point_set
from controller.core.messages import Irregularity, Move
from controller.core.plies import Ply
from rules import game as rules
from rules.deed import Named
from rules.terms import LawId, RulesError, Side

if TYPE_CHECKING:
    from controller.core.session import Session


def let_stand(session: Session, accepted: Irregularity, by: str) -> None:
    """What the board has asked to be put back stands after all, and what was done since counts.

    Players who have noticed nothing have gone on playing; those moves are not lost.

    Raises:
        RulesError: as `push_irregular`; then nothing has changed.
    """
    push_irregular(session, accepted, by)
    position, tracker = session.line.position, session.tracker
    since = [edge for edge in tracker.branch.edges if not edge.soft]
    asked = session.standing
    for edge in since:
        asked ^= 1 << edge.point
    tracker.rebase(position)
    begun = (asked ^ position.occupied) & ~session.unknown
    at_ns = since[0].at_ns if since else session.now_ns
    judging.as_evidence(session, begun, asked, at_ns)


def push_irregular(session: Session, accepted: Irregularity, by: str) -> None:
    """What was not a legal move stands and becomes part of the game.

    Raises:
        RulesError: it was no single move, or the result would be no position of the game.
    """
    line = session.line
    seen = accepted.observed
    after = position_if_stands(session, accepted)
    text = session.game.deed_text(seen.origin or "", seen.to or "", capture=bool(seen.removed))
    message = Move(
        ply=line.ply + 1,
        side=accepted.side,
        move=text,
        notation={},
        captured=list(seen.removed),
        path=[p for p in (seen.origin, seen.to) if p],
        position=after.value,
        completed_by=by if by in ("arbiter", "reply") else "confirmed",  # type: ignore[arg-type]
        legal=False,
        clocks=timekeeping.moved(session, Side(accepted.side), by),
        accepted=accepted.id,
    )
    line.push(None, after, judging.line_of(session, message), ())
    session.say(message)
    session.breach = None
    judging.next_ply(session)


def lose_turn(session: Session, found: Irregularity) -> None:
    """The turn is gone: a pass that the law imposes becomes part of the game."""
    impose_pass(session, Side(found.side), found.id)


def impose_pass(session: Session, side: Side, accepted: str | None = None) -> None:
    """The other side is to move, without a move of this one.

    Args:
        accepted: the irregularity that this is the answer to, if it is to one.
    """
    line = session.line
    after = line.position.play_irregular(None, None, ())
    message = Move(
        ply=line.ply + 1,
        side=side,
        move="pass",
        notation={},
        captured=[],
        path=[],
        position=after.value,
        completed_by="arbiter",
        imposed=True,
        legal=False,
        clocks=timekeeping.moved(session, side, "arbiter"),
        accepted=accepted,
    )
    line.push(None, after, judging.line_of(session, message), ())
    session.say(message)
    session.breach = None
    judging.next_ply(session)


def set_right(session: Session, named: Named) -> None:
    """A capture of which men were left on the board is a move, and so is the reply that stands.

    What was left on is then too much on the board, and the guide asks to take it off (GO-18.dead).
    """
    position = session.line.position
    left = point_set(named.removed)
    if named.target is None or not left or left & ~session.standing:
        return
    plays = (m for m in position.moves() if m.target == named.target)
    move = next((m for m in plays if not left & ~point_set(m.captured)), None)
    if move is None:
        return
    _commit(session, move, "reply")
    after = session.line.position
    different = ((session.standing & ~left) ^ after.occupied) & ~session.unknown
    for reply in session.judge.lookups.of(after).within(different):
        if reply.footprint.empties | reply.footprint.fills == different:
            _commit(session, reply, "settled")
            return


def _commit(session: Session, move: rules.Move, by: Literal["reply", "settled"]) -> None:
    judging.commit(session, Complete(ply=Ply.at(move, session.now_ns), by=by))


def after_deed(
    position: rules.Position, named: Named, *, keeps_turn: bool = False
) -> rules.Position:
    """The position that stands if a deed is accepted.

    Args:
        keeps_turn: it was no move, and whoever was to move is to move still.

    Raises:
        RulesError: it was no single move, or the result would be no position of the game.
    """
    if named.origin is None and named.target is None and not named.removed:
        raise RulesError("nothing was moved")
    if (
        named.side != position.side_to_move
    ):  # he has moved out of turn; the opponent is to move still
        position = position.play_irregular(None, None, ())
    after = position.play_irregular(named.origin, named.target, named.removed)
    return after.play_irregular(None, None, ()) if keeps_turn else after


def position_if_stands(session: Session, found: Irregularity) -> rules.Position:
    """The position that stands if a published irregularity is accepted.

    Raises:
        RulesError: as `after_deed`.
    """
    index, seen = session.game.index, found.observed
    named = Named(
        law=LawId(found.law),
        kind=found.kind,
        side=Side(found.side),
        points=(),
        origin=None if seen.origin is None else index[seen.origin],
        target=None if seen.to is None else index[seen.to],
        removed=tuple(index[p] for p in seen.removed),
    )
    row = session.rulebook.irregularities.get(named.law)
    keeps_turn = row is not None and row.keeps_turn
    return after_deed(session.line.position, named, keeps_turn=keeps_turn)
