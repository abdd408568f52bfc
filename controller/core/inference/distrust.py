"""Plays on around sensors that are not trusted: their points count as unknown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import by_point, stands
from controller.core.settings import MS
from controller.core.stages import Stage
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from controller.core.inference.decisions import Complete
    from controller.core.session import Session
    from rules.terms import Point, PointSet

DECLARED_MAX = 3
"""Sensors around which play goes on; more of them are a broken board."""


def heed(session: Session) -> PointSet:
    """Takes account of what is suspected now; the printed points that count as unknown.

    A sensor that has been quiet for long is trusted again between two moves: what is under way was done while it told of nothing.
    """
    before, tracker = session.distrusted, session.tracker
    if before and not (tracker.asking or tracker.later):
        session.health.forgive(session.now_ns)
    points = session.health.distrusted()
    if points == before:
        return points
    session.distrusted = points
    session.judge.blind = session.turn(points)
    flickering = 0 if session.game.men_move else session.health.flickering()
    tracker.steady(session.turn(points & ~before & flickering), session.now_ns)
    tracker.forget(session.turn(points & ~before & ~flickering))
    for point in points_of(session.turn(before & ~points)):
        there = stands(tracker.branch.position, tracker.branch.edges, point)
        session.debounce.assume(session.turn(1 << point), stands=there)
        bit = 1 << point
        session.standing = session.standing | bit if there else session.standing & ~bit
    unread = session.turn(session.judge.silence.points)
    session.debounce.trust(before & ~points & ~unread, session.now_ns)
    return points


def compare(session: Session, made: Complete, off: PointSet) -> None:
    """After a ply: which points say otherwise than the record?

    Args:
        off: points held to be wrong whose men are off, and may be in a hand.
    """
    believe(session, made.wrong & ~off, told=_told_of_more(made) if session.game.men_move else 0)
    silent = session.turn(_kept_silent(session, made))
    session.health.accused |= silent
    session.health.declare(session.now_ns, silent, 0, told=silent)
    position = session.line.position
    known = (~session.unknown | session.judge.blind) & ~session.tracker.later
    known &= ~session.tracker.branch.uncleared.points
    last = session.line.last
    session.health.ply(
        session.now_ns,
        session.turn(session.standing & ~position.occupied & known),
        session.turn(position.occupied & ~session.standing & known),
        session.turn(position.occupied & ~(0 if last is None else last.footprint.changes)),
    )
    heed(session)


def declare(session: Session, missing: PointSet, extra: PointSet) -> str | None:
    """Somebody says that the men stand right: what the sensors say otherwise is their fault.

    Returns:
        Why not, where more sensors would be at fault than play can go on around.
    """
    if (missing | extra).bit_count() > DECLARED_MAX:
        names = " ".join(session.name(p) for p in points_of(missing | extra))
        return (
            f"more than {DECLARED_MAX} sensors would be wrong ({names}); set the men right, or let the arbiter"
            " enter the moves that were played (correct)"
        )
    session.health.declare(session.now_ns, session.turn(extra), session.turn(missing))
    heed(session)
    return None


def absolve(session: Session, points: PointSet) -> None:
    """Moves have been taken back by agreement: sensors of theirs that tell what stands now have told of that before."""
    differ = session.turn(session.debounce.stable) ^ session.line.position.occupied
    session.health.absolve(session.turn(points & ~differ))
    heed(session)


def from_nowhere(session: Session, wrong: PointSet) -> None:
    """Nothing has been done but that these points seem to have changed by themselves.

    A man whose letter is told has rather been laid there, beside play, and may be taken up again.
    If he is not, `watch` has it told. But a reader may read the man next to its point. Where nothing tells of him, he may have
    been laid there all the same, if no move was being made: the sensor is trusted once it changes, the first time.
    """
    men = points_of(wrong & session.standing) if session.game.men_move else ()
    laid = point_set(point for point in men if _is_read_there(session, point))
    session.health.laid(session.now_ns, session.turn(laid))
    first = points_of(wrong & ~session.turn(session.health.accused))
    by_hand = point_set(point for point in first if _came_by_itself(session, point))
    believe(session, wrong & ~laid, told=by_hand)
    heed(session)


def _came_by_itself(session: Session, point: Point) -> bool:
    """Whether what is felt there came when no move was being made."""
    branch, rest_ns = session.tracker.branch, session.settings.timings.settle_ms * MS
    came_ns = max((e.at_ns for e in branch.beside if e.point == point), default=0)
    return came_ns - branch.done_ns >= rest_ns


def _is_read_there(session: Session, point: Point) -> bool:
    """Whether a man's letter is told that no man next to him has, and he came when no move was being made there."""
    mark, near = session.marks.get(point), points_of(session.game.neighbours(point))
    told = mark is not None and mark.letter is not None and _came_by_itself(session, point)
    return told and all(session.marks.get(p) != mark for p in near)


def watch(session: Session) -> None:
    """Who has been laid down beside play and lies there for long is named, once nothing else is being done."""
    due_ns = deadline(session)
    if due_ns is not None and due_ns <= session.now_ns and _idle(session):
        ask_ns = session.settings.timings.ask_ms * MS
        laid = session.health.laid_ns().items()
        session.health.lie(point_set(p for p, at_ns in laid if at_ns + ask_ns <= session.now_ns))
        heed(session)
    session.judge.lying = session.turn(session.health.lying)


def deadline(session: Session) -> int | None:
    """When somebody will have been lying beside play for long."""
    ask_ns = session.settings.timings.ask_ms * MS
    return min((at_ns + ask_ns for at_ns in session.health.laid_ns().values()), default=None)


def _idle(session: Session) -> bool:
    tracker = session.tracker
    return session.stage is Stage.PLAY and not (tracker.asking or tracker.branch.edges)


def believe(session: Session, wrong: PointSet, *, told: PointSet = 0) -> None:
    """What was answered, or played, has shown that the sensors of these points are wrong.

    One that by now shows what it should was late at most, or the man was; not one that lost a stone before it was captured.

    Args:
        told: those that have told of the move, and of more since.
    """
    session.health.accused |= session.turn(wrong)
    last, moved = session.line.last, session.game.men_move
    lost = 0 if moved or last is None else point_set(last.captured)
    wrong &= session.standing ^ session.line.position.occupied | lost
    if wrong:
        printed = session.turn(wrong)
        standing = session.turn(session.standing)
        on, off = printed & standing, printed & ~standing
        session.health.declare(session.now_ns, on, off, told=session.turn(told))
        heed(session)


def _kept_silent(session: Session, made: Complete) -> PointSet:
    """Where people say that a man was captured, and it could be read all the while that nobody left or came there.

    As its man stands there it is trusted again once he is felt to leave.
    """
    if made.by != "confirmed" or not made.ply.unseen or not session.game.men_move:
        return 0
    points = points_of(made.unseen & made.ply.move.footprint.exchanges & session.standing)
    hid_ns = session.judge.silence.hid_ns
    return point_set(p for p in points if hid_ns(p, made.ply.first_ns) is None)


def _told_of_more(made: Complete) -> PointSet:
    """Points held to be wrong that have told of their part in the move, and of more since: of a later ply, perhaps."""
    footprint = made.ply.move.footprint
    return point_set(
        point
        for point, edges in by_point(made.beside).items()
        if any(
            (footprint.fills if e.placed else footprint.empties) >> point & 1 for e in edges[:-1]
        )
    )
