"""A move that had been made when men were knocked over, or the board was lifted: it counts once they stand as it left them.

Nobody has seen it settle, so the men are asked back to where they stood before it. Players who know what they have played
set them up as they left them; then all that was seen tells of that move, and nothing of another.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.inference import gestures
from controller.core.inference.decisions import Complete, likely, odd
from controller.core.inference.evidence import before, by_point
from controller.core.inference.knocked import fallen
from controller.core.inference.prices import HOLD_MS, JOLT_MS, KNOCKED_MIN, ROLLED_MS, SWEEP_MS
from controller.core.restoring import guiding
from controller.core.sensing.marks import contradictions
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from controller.core.tracking.branch import Branch
    from rules.game import Position


@dataclass(slots=True)
class Interrupted:
    """What was played last before men were to be put right.

    Attributes:
        edges: what was seen of it.
        position: that stands after it.
        taken_on_ns: when a man who had just been set down was taken on from there: he may only have been on his way; 0 where none was.
        right_ns: since when the men stand so.
    """

    edges: list[Edge]
    position: Position
    taken_on_ns: int = 0
    right_ns: int | None = None


def seen(branch: Branch) -> Interrupted | None:
    """What had been played, beyond doubt, before the last time at which nobody was in the air; None where nothing had."""
    if branch.judge.blind or branch.blinded:
        return None
    found, moved = None, branch.judge.game.men_move
    # Of stones that are scattered the first is no play.
    for until_ns in sorted({edge.at_ns for edge in branch.edges if moved or not edge.placed}):
        edges = before(branch.edges, until_ns)
        if _off(edges) >= KNOCKED_MIN:
            break
        position = _played(branch, edges, until_ns) if edges else None
        if position is not None:
            found = Interrupted(edges, position, _taken_on(branch, until_ns))
    return found or _seen_among(branch)


def _taken_on(branch: Branch, until_ns: int) -> int:
    """When a man who had just been set down, and hardly stood, was taken up by this time and set down elsewhere; 0 where none was."""
    edges = sorted(branch.edges, key=lambda edge: edge.at_ns)
    found = (
        lift.at_ns
        for lift, after in pairwise(edges)
        if not lift.placed and after.placed and lift.at_ns <= until_ns
        if gestures.hardly_stood(branch, lift)
    )
    return max(found, default=0)


def _seen_among(branch: Branch) -> Interrupted | None:
    """The one move that was made while others fell, if they left when its man was in the hand; None where it is in doubt."""
    at, position = by_point(branch.edges), branch.position
    odd = {point: edges for point, edges in at.items() if len(edges) % 2}
    changed, found = point_set(odd), dict[str, Interrupted]()
    for move in position.moves():
        footprint = move.footprint
        if move.target not in odd or footprint.changes & ~changed or move.origin not in odd:
            continue
        lifted_ns, landed_ns = odd[move.origin][-1].at_ns, odd[move.target][-1].at_ns
        others = [edges[-1] for point, edges in odd.items() if not footprint.changes >> point & 1]
        if any(each.placed for each in others) or not _fell_then(others, lifted_ns, landed_ns):
            continue
        edges = [edge for edge in branch.edges if footprint.changes >> edge.point & 1]
        after = _played(branch, edges, edges[-1].at_ns + branch.judge.timings.settle_ms * MS)
        if after is not None and lifted_ns + ROLLED_MS * MS < landed_ns:
            found[move.text] = Interrupted(edges, after)
    return next(iter(found.values())) if len(found) == 1 else None


def _fell_then(others: Sequence[Edge], lifted_ns: int, landed_ns: int) -> bool:
    """Whether these men left while another was in the hand, or as he landed, one soon after the other."""
    times = sorted(edge.at_ns for edge in others)
    if not times or not lifted_ns < times[0] <= landed_ns + JOLT_MS * MS:
        return False
    late = [at_ns for at_ns in times if at_ns > landed_ns]
    first = [at_ns for at_ns in (*times, landed_ns) if at_ns <= landed_ns][-1:]
    return all(b - a <= SWEEP_MS * MS for a, b in pairwise([*first, *late]))


def stand_again(session: Session) -> bool:
    """Whether all who fell while a move was made have been put back by now: then it counts as if they had stood."""
    branch = session.tracker.branch
    if not session.game.men_move or session.unknown or branch.judge.blind or branch.blinded:
        return False
    played = _made_among(branch)
    if played is None or session.standing != played.position.occupied:
        return False
    if contradictions(played.position, session.marks):
        return False
    pressed_ns = branch.pressed_ns
    session.tracker.reset(branch.position)
    session.tracker.branch.edges = played.edges
    session.tracker.branch.pressed_ns = pressed_ns
    return True


def _made_among(branch: Branch) -> Interrupted | None:
    """The one move that was made while men fell who have all been put back since; None where it is in doubt."""
    at = by_point(branch.edges)
    back = {point: edges for point, edges in at.items() if len(edges) % 2 == 0}
    fell = fallen(branch.position, branch.edges, branch.judge.timings)
    if fell.bit_count() < KNOCKED_MIN or point_set(back) != fell:
        return None
    edges = [edge for edge in branch.edges if edge.point not in back]
    first_ns = min(each[0].at_ns for each in back.values())
    if not edges or not edges[0].at_ns < first_ns <= edges[-1].at_ns + JOLT_MS * MS:
        return None
    if edges[-1].at_ns - edges[0].at_ns <= ROLLED_MS * MS:
        return None  # he may have fallen with them
    until_ns = edges[-1].at_ns + branch.judge.timings.settle_ms * MS
    position = _played(branch, edges, until_ns)
    return None if position is None else Interrupted(edges, position)


def watch(session: Session) -> None:
    """While men are to be put right: they may stand as the move has left them that was made before.

    What is done meanwhile with other men is the reply to it, perhaps.
    """
    guide = session.guide
    played = None if guide is None else guide.played
    if guide is None or played is None:
        return
    changed = guide.target.occupied ^ played.position.occupied
    asked = (guide.begun or 0) | changed if session.game.men_move else -1
    since = [edge for edge in guide.since if not asked >> edge.point & 1]
    differ = (session.standing ^ played.position.occupied) & asked
    if differ or session.unknown or contradictions(played.position, session.marks):
        played.right_ns = None
        return
    if played.right_ns is None:
        played.right_ns = session.now_ns
    if session.now_ns - played.right_ns < HOLD_MS * MS:
        return
    guiding.say_restore(session, done=True)
    _count(session, [*played.edges, *since])
    go_on(session)


def take(session: Session) -> None:
    """The men will not be put right any more: what had been played before they fell counts, and is asked about where that is in doubt."""
    guide, branch = session.guide, session.tracker.branch
    if session.stage is Stage.RESTORE and guide is not None and (played := guide.played):
        _count(session, played.edges)
    elif session.stage is Stage.PLAY and branch.upset and (played := seen(branch)):
        _follow(session, played.edges)
    else:
        return
    if played.taken_on_ns:
        session.tracker.doubt(played.taken_on_ns)


def _count(session: Session, edges: list[Edge]) -> None:
    session.guide = session.irregularity = session.correctable = None
    session.in_air.clear()
    session.go(Event.STANDS)
    _follow(session, edges)


def _follow(session: Session, edges: list[Edge]) -> None:
    session.tracker.reset(session.line.position)
    session.tracker.branch.edges = edges


def go_on(session: Session) -> None:
    """Men need not be put back any more: what was seen counts, and is published as far as it is beyond doubt."""
    while session.stage is Stage.PLAY:
        found = session.tracker.step(session.now_ns)
        if found is not None:
            session.conclude(found)
        if not isinstance(found, Complete):
            break


def _off(edges: Sequence[Edge]) -> int:
    """How many men are off the points where they stood."""
    return sum(len(e) % 2 and not e[-1].placed for e in by_point(edges).values())


def _played(branch: Branch, edges: list[Edge], until_ns: int) -> Position | None:
    """The position after what these edges tell of, had nothing else been done by then; None where they leave a doubt."""
    other = branch.supposing(0)
    other.edges = edges
    timings = branch.judge.timings
    alive = likely(other.readings(until_ns + timings.settle_ms * MS))
    best = alive[0]
    if not best.plies or len({reading.first for reading in alive}) > 1 or odd(best):
        return None
    if best.irregular or best.in_air or best.under_way is not None or best.pending:
        return None
    if until_ns - best.plies[-1].landed_ns < timings.slide_point_ms * MS:
        return None
    position = branch.position
    for ply in best.plies:
        position = branch.play(position, ply.move)
    return position
