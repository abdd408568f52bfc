"""What the opponent has played before an offence was named or put right: it is none of it, and counts once the men stand.

Whoever goes on moving a man that he has released, or moves twice, has had his turn: the opponent answers, and does not wait for the
board. Where the offender is on move himself, nothing can be lawful before he has put right what he did.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.doubts.suspicion import second_thoughts
from controller.core.inference.decisions import Complete, Irregular
from controller.core.inference.evidence import Pair, by_point
from controller.core.refereeing import lost_men
from controller.core.restoring import interrupted
from controller.core.sensing.debounce import absences
from controller.core.settings import MS
from controller.core.tracking.answers import after
from controller.core.tracking.branch import Branch
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from controller.core.restoring.guide import Guide
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.game import Move, Position

PLIES_MAX = 3
"""Plies that may have been played before what is irregular is put right; more are a mess."""
PLIES_MIN = 2
"""Plies behind an offence that tell that both sides have played on over it."""
EDGES_MAX = 32
"""What is seen of these and some touches."""


def edges(session: Session, guide: Guide) -> list[Edge]:
    """What has been seen besides the men of the irregularity, in order; nothing where no reply can be lawful yet.

    Or besides the man whom people have said to have made no move.
    """
    found = session.irregularity
    if guide.asked:
        return [e for e in (*guide.before, *guide.since) if not guide.asked >> e.point & 1]
    if not session.game.men_move or found is None:
        return []
    own_turn = found.side == guide.target.side_to_move
    if own_turn and not lost_men.only_missing(session, found):
        return []
    seen = found.observed
    named = {*found.points, *seen.removed, seen.origin, seen.to} - {None}
    deed = point_set(session.game.index[name] for name in named if name is not None)
    return [edge for edge in (*guide.before, *guide.since) if not deed >> edge.point & 1]


def follow(session: Session, guide: Guide) -> None:
    """Looks what has been played, beyond doubt, and leaves it where it stands (`Guide.played_on`)."""
    seen = edges(session, guide)
    unread = (session.unknown | session.judge.blind) & ~guide.asked
    if not 0 < len(seen) <= EDGES_MAX or unread:
        guide.played_on = None
        return
    guide.played_on = next(reversed(played(session, guide.target, seen)), None)


def alone(session: Session, found: Irregular) -> Irregular:
    """The offence without the moves that have answered it, where both sides have played on: they are no part of it.

    Of a single reply the laws take care.
    """
    position, edges = session.tracker.position, found.edges
    first = next((e for e in edges if not e.placed and position.man_at(e.point)), None)
    man = None if first is None else position.man_at(first.point)
    if not session.game.men_move or first is None or man is None or not session.line.ply:
        return found
    if found.pressed or man.side == position.side_to_move or session.unknown | session.judge.blind:
        return found
    landed = (e.point for e in edges if e.placed and e.at_ns > first.at_ns)
    deed = {first.point, next(landed, first.point)}
    rest = [edge for edge in edges if edge.point not in deed]
    if not 0 < len(rest) <= EDGES_MAX:
        return found
    line = played(session, position, rest)
    changed = point_set(point for point, seen in by_point(rest).items() if len(seen) % 2)
    if len(line) < PLIES_MIN or line[-1].occupied ^ position.occupied != changed:
        return found
    branch = Branch(position, session.judge, strict=session.tracker.strict)
    branch.edges = [edge for edge in edges if edge.point in deed]
    offence = branch.decide(session.now_ns)
    return offence if isinstance(offence, Irregular) else found


def played(
    session: Session, position: Position, seen: list[Edge], *, pressed: bool = False
) -> list[Position]:
    """The positions after what was played, beyond doubt, from this one.

    Args:
        pressed: the clock was pressed upon it: whoever was set down by then is not carried on.
    """
    now_ns = session.now_ns + (session.settings.timings.settle_ms * MS if pressed else 0)
    branch = Branch(position, session.judge, strict=session.tracker.strict)
    branch.edges, branch.calm = seen, True
    line: list[Position] = []
    moves: list[Move] = []
    for _ in range(PLIES_MAX):
        found = branch.decide(now_ns)
        told = isinstance(found, Complete)  # all else needs a sensor to be wrong
        made = second_thoughts(branch, found, now_ns) if told else None
        if not isinstance(made, Complete) or made.behind or made.rested:
            break
        if made.odd or made.unexplained or made.unseen or made.wrong:
            break
        if not session.judge.tells and _jolted(session, made):
            break  # another may have gone where his sensor is silent
        if undoes(session, made.ply.move):
            break
        branch = after(branch, made)
        line.append(branch.position)
        moves.append(made.ply.move)
    while moves and _is_back(session, moves.pop()):
        line.pop()
    return line


def _jolted(session: Session, made: Complete) -> bool:
    """Whether one whom this captures may as well stand: he was off for no longer than a man who is jolted."""
    at, bump_ms = by_point(made.edges), session.settings.timings.bump_ms
    return any(
        all(
            back is not None and Pair(lift, back).ms < bump_ms for lift, back in absences(at[point])
        )
        for point in points_of(made.ply.move.footprint.exchanges)
    )


def undoes(session: Session, move: Move) -> bool:
    """Whether a man goes back to where one of the last plies took him from: the players take their moves back."""
    last = [each for each in session.line.moves[-PLIES_MAX:] if each is not None]
    return any((move.origin, move.target) == (each.target, each.origin) for each in last)


def _is_back(session: Session, move: Move) -> bool:
    """Whether the man of the last move stands again where he stood before it: he has only been put back."""
    origin, target, stands = move.origin, move.target, session.standing
    if origin is None or target is None:
        return False
    return bool(stands >> origin & ~(stands >> target) & 1)


def go_on(session: Session, guide: Guide, seen: list[Edge]) -> None:
    """The men have been put right: what was played meanwhile is published as far as it is beyond doubt."""
    if guide.played_on is None:
        return
    branch = session.tracker.branch
    if guide.in_doubt:
        session.tracker.doubt(session.now_ns)
        branch.asked.update(session.game.points[p] for p in points_of(guide.asked))
    branch.edges, branch.calm = seen, True
    pressed_ns = session.pressed_ns.get(guide.target.side_to_move, 0)
    branch.pressed_ns = pressed_ns if pressed_ns > seen[-1].at_ns else None
    interrupted.go_on(session)
