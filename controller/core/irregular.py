"""What is no legal move and stands all the same: let stand, or a turn that the law takes away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core import judging
from controller.core.messages import Irregularity, Move
from rules import game as rules
from rules.deed import Named
from rules.terms import LawId, RulesError, Side

if TYPE_CHECKING:
    from controller.core.session import Session


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
        accepted=accepted.id,
    )
    line.push(None, after, judging.line_of(session, message), ())
    session.say(message)
    judging.next_ply(session)


def lose_turn(session: Session, found: Irregularity) -> None:
    """The turn is gone: a pass that the law imposes becomes part of the game."""
    line = session.line
    after = line.position.play_irregular(None, None, ())
    message = Move(
        ply=line.ply + 1,
        side=found.side,
        move="pass",
        notation={},
        captured=[],
        path=[],
        position=after.value,
        completed_by="arbiter",
        imposed=True,
        legal=False,
        accepted=found.id,
    )
    line.push(None, after, judging.line_of(session, message), ())
    session.say(message)
    judging.next_ply(session)


def after_deed(position: rules.Position, named: Named) -> rules.Position:
    """The position that stands if a deed is accepted.

    Raises:
        RulesError: it was no single move, or the result would be no position of the game.
    """
    if named.origin is None and named.target is None and not named.removed:
        raise RulesError("nothing was moved")
    if (
        named.side != position.side_to_move
    ):  # he has moved out of turn; the opponent is to move still
        position = position.play_irregular(None, None, ())
    return position.play_irregular(named.origin, named.target, named.removed)


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
    return after_deed(session.line.position, named)
