"""What is no legal move and stands all the same: let stand, or a turn that the law takes away."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.clock import timekeeping
from controller.core.messages import Irregularity, Move
from controller.core.refereeing import judging, remedies
from rules import game as rules
from rules.deed import Deed, Named
from rules.terms import LawId, PointSet, RulesError, Side, point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.uncleared import LeftOn
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session


def let_stand(session: Session, accepted: Irregularity, by: str) -> None:
    """What the board has asked to be put back stands after all, and what was done since counts.

    Players who have noticed nothing have gone on playing; those moves are not lost.

    Raises:
        RulesError: as `push_irregular`; then nothing has changed.
    """
    push_irregular(session, accepted, by)
    position, tracker, guide = session.line.position, session.tracker, session.guide
    seen = [*_played_over(session, accepted), *([] if guide is None else guide.since)]
    since = [edge for edge in seen if not session.unknown >> edge.point & 1]
    asked = session.standing
    for edge in since:
        asked ^= (not edge.soft) << edge.point
    blinded = tracker.branch.blinded
    tracker.reset(position)
    begun = (asked ^ position.occupied) & ~session.unknown
    at_ns = since[0].at_ns if since else session.now_ns
    judging.as_evidence(session, begun, asked, at_ns)
    tracker.follow(since, blinded, session.now_ns)


def _played_over(session: Session, found: Irregularity) -> Sequence[Edge]:
    """What both sides had surely played over this before it was named (`Irregular.since`)."""
    deed = session.deed
    return () if deed is None or deed[0] != found.id else deed[1].since


def is_all(session: Session, found: Irregularity) -> bool:
    """Whether nobody stood elsewhere when the men were asked back than after this, but by lawful play over it.

    What is no position of the game at all is for `let_stand` to say.
    """
    guide = session.guide
    if guide is None or guide.begun is None or _played_over(session, found):
        return True
    try:
        after = position_if_stands(session, found)
    except RulesError:
        return True
    asked = guide.target.occupied ^ guide.begun
    came = asked & ~(session.unknown | after.occupied)
    return not came or any(not came & ~move.footprint.fills for move in after.moves())


def push_irregular(session: Session, accepted: Irregularity, by: str) -> None:
    """What was not a legal move stands and becomes part of the game.

    Raises:
        RulesError: it was no single move, or the result would be no position of the game.
    """
    line = session.line
    seen = accepted.observed
    after = position_if_stands(session, accepted)
    nobody_moved = seen.origin is None and seen.to is None  # the text names who was taken off
    target = ",".join(seen.removed) if nobody_moved else seen.to or ""
    text = session.game.deed_text(seen.origin or "", target, capture=bool(seen.removed))
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
    impose_pass(session, Side(found.side))


def impose_pass(session: Session, side: Side) -> None:
    """The other side is to move, without a move of this one."""
    line = session.line
    after = line.position.play_irregular(None, None, ())
    said = line.position.by_text("pass")
    message = Move(
        ply=line.ply + 1,
        side=side,
        move="pass",
        notation={} if said is None else dict(session.game.notation(line.position, said)),
        captured=[],
        path=[],
        position=after.value,
        completed_by="arbiter",
        imposed=True,
        clocks=timekeeping.moved(session, side, "arbiter"),
    )
    line.push(None, after, judging.line_of(session, message), ())
    session.say(message)
    session.breach = None
    judging.next_ply(session)


def left_on(session: Session, found: LeftOn) -> None:
    """Captured stones still stand when the clock is pressed (GO-17.clock), or when play has gone on (GO-18.dead).

    The capture is a move all the same: its stone has been released. For stones that stood at the press already nobody is warned
    a second time.
    """
    line = session.line.history()
    n = next((n for n in reversed(range(len(line))) if _taken(line[n][1]) & found.points), None)
    if n is None:
        return
    position, move = line[n]
    points = _taken(move) & found.points
    deed = Deed(
        position=position,
        under_way=move,
        in_air=points_of(_taken(move) & ~points),
        waiting=points_of(points),
        pressed=found.pressed,
        replied=not found.pressed,
    )
    named = session.game.named(deed, session.rulebook)
    if named is not None:
        remedies.apply(session, replace(named, penalty="") if found.told else named)


def _taken(move: rules.Move | None) -> PointSet:
    return 0 if move is None else point_set(move.captured)


def is_whole(session: Session, after: rules.Position) -> bool:
    """Whether nobody stands elsewhere than after the deed, but by a lawful reply to it: only then it can be accepted."""
    came = session.standing & ~session.unknown & ~after.occupied
    return not came or any(not came & ~move.footprint.fills for move in after.moves())


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
