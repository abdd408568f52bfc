"""The board is upset: so many men have left or come that no hands playing did it.

It was lifted, turned, tilted, knocked against, cleared, or a box was set on it. No move is read from
that, however well some of it would fit; the men are set right (CH-8.2, CH-8.3, FIDE-7.4, DR-7.5, GO-17.scatter).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.inference.decisions import AtRest
from controller.core.inference.evidence import Pair, by_point, swapped
from controller.core.inference.knocked import hold_ms, lost_alone
from controller.core.inference.prices import (
    GLITCH_MS,
    HANDS_MS,
    HESITATION,
    IRREGULAR,
    IRREGULAR_POINT,
    ODD,
    OUT_OF_ORDER,
    PLY,
    STONES_MS,
    THOUGHT_MS,
)
from controller.core.inference.reading import Reading
from controller.core.inference.stones import played_one_by_one
from controller.core.sensing.marks import may_stand
from controller.core.settings import MS
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from controller.core.inference.evidence import Judge
    from controller.core.inference.lookup import Lookups
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move, Position
    from rules.terms import PointSet

GONE_MIN = 5
"""Men that are off the board at once, beside those that captures take. A hand that moves a man may
knock over three more, and the move still counts."""
CAME_MIN = 4
"""Men on points that were empty. Two plies not yet told apart from passing set down three at most."""
SHIFTED_MIN = 3
"""Men of one side who stand on points that were empty while nobody of the other's is off: that is no play."""
CHANGED_MIN = 6
"""Both together, where neither is so many."""
BY_HAND_MAX = 12
"""Stones of Go that are taken off for captured; who takes off more clears the board."""
PLAYED_EDGES_MAX = 16
"""Changes that may be a few plies made without a pause; to look for them takes time."""
AT_ONCE_MIN = 4
"""Points that change in the very same moment: two moves at once, which takes four hands."""
CHANGED_LEAST = min(GONE_MIN, CAME_MIN, AT_ONCE_MIN)


def upset(
    position: Position,
    edges: Sequence[Edge],
    now_ns: int,
    judge: Judge,
    play: Callable[[Position, Move], Position],
) -> bool:
    """Whether more has changed since the position than play can have changed.

    What lasts for an instant only is no man: a read that went wrong upsets nothing. Nor do neighbours that a
    hand has jolted and that are back at once.

    Args:
        play: plays a move; a place for a cache.
    """
    odd: PointSet = 0
    for edge in edges if len(edges) >= CHANGED_LEAST else ():
        odd ^= 1 << edge.point
    if odd.bit_count() < CHANGED_LEAST:
        return False
    last = [found[-1] for found in by_point(edges).values() if len(found) % 2]
    # That a glitch is over is seen when the debounce believes it.
    glitch_ms = GLITCH_MS + max(judge.timings.lift_ms, judge.timings.place_ms)
    last = [edge for edge in last if now_ns - edge.at_ns >= glitch_ms * MS]
    gone = point_set(edge.point for edge in last if not edge.placed)
    came = point_set(edge.point for edge in last if edge.placed)
    lasting = [e for e in last if now_ns - e.at_ns >= judge.timings.bump_ms * MS]
    together = _at_once(lasting)
    if together and gone and came:
        swept = _taken(position, gone, came, judge.lookups, play)
        if together & ~swept:
            return True
    if came.bit_count() >= CAME_MIN or _shifted(position, gone, came):
        return True
    if gone.bit_count() < GONE_MIN and (gone | came).bit_count() < CHANGED_MIN:
        return False
    if not judge.game.men_move and came.bit_count() < 2 and _by_hand(position, last):
        return False
    done = [0, *_captures(position, gone, came, judge.lookups, play)]
    left = [((gone & ~points).bit_count(), (came & ~points).bit_count()) for points in done]
    return min(off for off, _ in left) >= GONE_MIN or min(map(sum, left)) >= CHANGED_MIN


def _shifted(position: Position, gone: PointSet, came: PointSet) -> bool:
    """Whether men of one side alone stand elsewhere, more than any move of theirs shifts."""
    if min(gone.bit_count(), came.bit_count()) < SHIFTED_MIN:
        return False
    men = [position.man_at(point) for point in points_of(gone)]
    return len({man.side for man in men if man is not None}) == 1


def _taken(
    position: Position,
    gone: PointSet,
    came: PointSet,
    lookups: Lookups,
    play: Callable[[Position, Move], Position],
) -> PointSet:
    """The captures, or plays (Go), that have come, with what they take: a hand may sweep that off in one moment (GO-18.dead)."""
    taken: PointSet = 0
    lookup = lookups.of(position)
    for move in (*lookup.captures, *lookup.within(gone | came)):
        if move.mover is not None:
            landed = bool(move.captured) and not move.footprint.fills & ~came
            left = move.origin is not None and bool(gone >> move.origin & 1)
            taken |= move.footprint.changes if landed and left else 0
            continue
        if not move.footprint.fills or move.footprint.fills & ~came:
            continue
        taken |= move.footprint.changes
        for reply in lookups.of(play(position, move)).captures:
            if not reply.footprint.fills & ~came:
                taken |= reply.footprint.changes
    return taken


def _captures(
    position: Position,
    gone: PointSet,
    came: PointSet,
    lookups: Lookups,
    play: Callable[[Position, Move], Position],
) -> Iterator[PointSet]:
    """What a capture takes off the board, or in Go a play and the capture in reply to it; or all that castling changes.

    A reply in Go begins with no lift that would complete the play before it.
    """
    lookup = lookups.of(position)
    for move in lookup.joint:
        if not move.footprint.changes & ~(gone | came):
            yield move.footprint.changes
    yield from (move.footprint.lifts for move in lookup.captures)
    for move in lookup.within(gone | came):
        if move.mover is not None:
            continue
        for reply in lookups.of(play(position, move)).captures:
            if not reply.footprint.fills & ~came:
                yield move.footprint.lifts | reply.footprint.lifts


def lasts(branch: Branch, now_ns: int) -> bool:
    """Whether the board of a branch is upset, or has been and is not at rest since."""
    if not (branch.upset or branch.calm):
        changed = upset(branch.position, branch.edges, now_ns, branch.judge, branch.play)
        lawful = changed and (_played_on(branch, now_ns) or _waited_for(branch, now_ns))
        branch.upset = changed and not lawful
    if branch.upset and (plays := _all_but_plays(branch, now_ns)) is not None:
        branch.set_aside([edge for edge in branch.edges if edge not in plays])
        branch.edges, branch.upset = plays, False
    return branch.upset


def over(branch: Branch) -> AtRest | None:
    """A mess of men is over once all stood right for a while, and something else has been done since."""
    again = _stood_again(branch) if branch.upset and branch.judge.game.men_move else 0
    if not again:
        return None
    mess, branch.edges = branch.edges[:again], branch.edges[again:]
    branch.upset, branch.known = False, []
    return AtRest(touches=(), mess=tuple(mess))


def _stood_again(branch: Branch) -> int:
    """By how many edges all stood right, each man his own, and nothing was done for a while after; 0 where they did not."""
    odd, found = 0, 0
    for n, (edge, after) in enumerate(pairwise(branch.edges), 1):
        odd ^= 1 << edge.point
        if (
            not odd
            and after.at_ns - edge.at_ns >= hold_ms(branch.edges[:n], branch.judge.timings) * MS
        ):
            found = n
    at = by_point(branch.edges[:found])
    return 0 if any(swapped(e, branch.position.man_at(p)) for p, e in at.items()) else found


def _played_on(branch: Branch, now_ns: int) -> bool:
    """Whether all that has changed is play that goes on in turn without a pause: three plies change so much."""
    last_ns = branch.edges[-1].at_ns
    if branch.played_ns == last_ns:
        return True
    many = len(branch.edges) > PLAYED_EDGES_MAX
    if not branch.judge.game.men_move or many or branch.doubted or branch.judge.blind:
        return False
    calm = branch.supposing(0)
    calm.calm, calm.margin = True, ODD
    pause_ns = branch.judge.timings.settle_ms * MS
    played = any(
        _in_turn(reading)
        and all(b.first_ns - a.landed_ns < pause_ns for a, b in pairwise(reading.plies))
        for reading in calm.readings(now_ns)
    )
    branch.played_ns = last_ns if played else 0
    return played


def _in_turn(reading: Reading) -> bool:
    """Whether two plies at least, begun and ended one after the other, explain all, and hands have done them in haste at most."""
    plies = reading.plies
    begun, landed = [ply.first_ns for ply in plies], [ply.landed_ns for ply in plies]
    seen = len(plies) > 1 and not (reading.irregular or any(ply.unseen for ply in plies))
    ordinary = reading.cost - PLY * len(plies) < ODD + OUT_OF_ORDER + HESITATION
    return seen and ordinary and begun == sorted(begun) and landed == sorted(landed)


def _waited_for(branch: Branch, now_ns: int) -> bool:
    """Whether all that was done is that stones have been played (Go), which have waited for points that could not be read."""
    edges = branch.edges
    if branch.judge.game.men_move or not branch.judge.silence.at(edges[0].at_ns):
        return False
    rested_ns = now_ns + branch.judge.timings.settle_ms * MS
    alone = len(by_point(edges)) == len(edges) and _all_but_plays(branch, rested_ns) is not None
    return alone or played_one_by_one(branch)


def _all_but_plays(branch: Branch, now_ns: int) -> list[Edge] | None:
    """What remains of a mess at Go in which all stand as they did, but for stones played in turn and what they take.

    A sleeve that passed over many points, or a jolt of the board, is over then: it speaks against no play. It is over for
    certain where only one stone has come; where several have, once they have rested.
    """
    if branch.judge.game.men_move:
        return None
    at = by_point(branch.edges)
    last = sorted((e[-1] for e in at.values() if len(e) % 2), key=lambda edge: edge.at_ns)
    came = [edge for edge in last if edge.placed]
    rested_ns = now_ns - branch.judge.timings.settle_ms * MS
    if not came or (len(came) > 1 and came[-1].at_ns > rested_ns):
        return None
    if any(b.at_ns - a.at_ns < STONES_MS * MS for a, b in pairwise(came)):
        return None
    if any(swapped(e, branch.position.man_at(p)) for p, e in at.items()):
        return None
    if any(_stood(e, branch) for p, e in at.items() if branch.position.man_at(p) is None):
        return None  # it was played, and taken since
    position, taken = branch.position, 0
    for edge in came:
        move = position.by_text(branch.judge.game.points[edge.point])
        if move is None or not may_stand(edge, move):
            return None
        position, taken = branch.play(position, move), taken | point_set(move.captured)
    gone = point_set(edge.point for edge in last if not edge.placed)
    return None if gone & ~taken else last


def _stood(edges: Sequence[Edge], branch: Branch) -> bool:
    """Whether a stone has stood for long at an empty point that is empty again."""
    settle_ms = branch.judge.timings.settle_ms
    pairs = pairwise(edges if len(edges) % 2 == 0 else ())
    return any(a.placed and Pair(a, b).ms >= settle_ms for a, b in pairs)


def reading_of(position: Position, edges: Sequence[Edge]) -> Reading:
    """What is to be said of an upset board: everything that is other than it was is unexplained."""
    last = [found[-1] for found in by_point(edges).values() if len(found) % 2]
    points = point_set(edge.point for edge in last)
    came = sorted((edge for edge in last if edge.placed), key=lambda edge: edge.at_ns)
    return Reading(
        plies=(),
        cost=IRREGULAR + IRREGULAR_POINT * points.bit_count(),
        in_air={edge.point: edge.at_ns for edge in last if not edge.placed},
        unexplained=points,
        came=tuple(edge.point for edge in came if position.man_at(edge.point) is None),
        stood_ns=max((edge.at_ns for edge in edges), default=0),
    )


def scattered(branch: Branch, best: Reading, now_ns: int) -> Reading | None:
    """Men are off the board that no move lifts together, and nothing has come.

    One man of the side on move is in his player's hand, however long, unless he left while the opponent was
    taking off what he had captured: then he was taken with it (DR-7.4.12). So too if he left right after the last of them,
    before anybody could see that it was the last, or that hand pressed the clock, and then stays off: nobody answers in such
    haste and holds his man for so long. Where no clock was pressed, a man who can move may be thought about for longer.
    One of each side may be a hand too early, which has longer to come back; so has, but at draughts, a hand that holds one of two
    men of the side on move and has touched the other.

    Returns:
        What is to be said of it, once it has come to rest; None where it is no such thing.
    """
    if best.plies or best.under_way is not None or not best.in_air:
        return None
    position, timings = branch.position, branch.judge.timings
    points = point_set(best.in_air)
    men = [position.man_at(point) for point in best.in_air]
    own = sum(man is not None and man.side == position.side_to_move for man in men)
    with_captured = all(branch.since_ns < ns < branch.done_ns for ns in best.in_air.values())
    same_hand = taken_along(branch, points, timings.release_ms)
    if own == len(men) == 1 and not (with_captured or same_hand):
        return None
    in_hand = own == len(men) == 2 and not branch.judge.game.captured_last
    at_once = with_captured or (max(own, len(men) - own) > 1 and not in_hand)
    rest_ms = timings.irregular_ms if at_once else timings.ask_ms
    if same_hand and not at_once and not branch.handed_ns and _may_move(position, points):
        rest_ms = max(rest_ms, THOUGHT_MS)
    if _after_a_capture(position, best):
        rest_ms = max(rest_ms, THOUGHT_MS)
    last_ns = max(branch.done_ns, *(edge.at_ns for edge in branch.edges))
    if now_ns - last_ns < rest_ms * MS:
        return None
    lifted = with_captured or same_hand
    if not lifted and any(not points & ~move.footprint.lifts for move in position.moves()):
        return None  # lifted before the capturer is set down
    if not lifted and _lost_beside_a_move(branch, points):
        return None
    return replace(best, unexplained=points, stood_ns=last_ns)


def _after_a_capture(position: Position, best: Reading) -> bool:
    """Whether all whom a capture lifts went first, and then a man of the opponent: he may reply to it, its landing not felt."""
    off = dict(best.in_air)
    reply = max(off, key=lambda point: off[point])
    before = point_set(off) & ~(1 << reply)
    man = position.man_at(reply)
    return (
        man is not None
        and man.side != position.side_to_move
        and any(move.captured and before == move.footprint.lifts for move in position.moves())
    )


def _lost_beside_a_move(branch: Branch, points: PointSet) -> bool:
    """Whether a sensor may have lost one of these men long before or after all else, and the others be lifted for a move."""
    for point in points_of(points & lost_alone(branch)):
        rest = points & ~(1 << point)
        if rest and any(not rest & ~move.footprint.lifts for move in branch.position.moves()):
            return True
    return False


def _may_move(position: Position, points: PointSet) -> bool:
    """Whether a man of one of these points has a legal move."""
    return any(m.origin is not None and points >> m.origin & 1 for m in position.moves())


def taken_along(branch: Branch, points: PointSet, soon_ms: int) -> bool:
    """Whether men may have been taken off these points by the hand that removed the captured ones (DR-7.4.12).

    Their sensors may as well have lost them just then; nothing that is felt tells which.

    Args:
        soon_ms: they left no later than this after the last captured man, and before the clock was pressed.
    """
    if not branch.judge.game.captured_last or branch.since_ns == branch.done_ns:
        return False
    over_ns = branch.done_ns + soon_ms * MS
    over_ns = min(over_ns, branch.handed_ns or over_ns)
    edges = by_point(e for e in (*branch.beside, *branch.edges) if points >> e.point & 1)
    return bool(points) and all(
        len(edges.get(point, ())) == 1
        and not edges[point][0].placed
        and not edges[point][0].blind
        and branch.since_ns < edges[point][0].at_ns < over_ns
        for point in points_of(points)
    )


def gone_along(branch: Branch) -> PointSet:
    """Points that were so emptied, perhaps a move ago: the reply is made before anything is said of it, see `excuses.of_gone_before`."""
    pause_ms, off = branch.judge.timings.removal_pause_ms, point_set(e.point for e in branch.edges)
    along = point_set(p for p in points_of(off) if taken_along(branch, 1 << p, pause_ms))
    return along | branch.gone_along & off


def _by_hand(position: Position, last: Sequence[Edge]) -> bool:
    """Whether stones of one colour were taken off one by one, as who takes them for captured does (GO-18.alive)."""
    lifts = [edge for edge in last if not edge.placed]
    men = [position.man_at(edge.point) for edge in lifts]
    colours = {man.side for man in men if man is not None}
    times = sorted(edge.at_ns for edge in lifts)
    one_by_one = all(b - a >= HANDS_MS * MS for a, b in pairwise(times))
    return len(colours) == 1 and one_by_one and len(lifts) <= BY_HAND_MAX


def _at_once(edges: Sequence[Edge]) -> PointSet:
    """Points of which many changed in one moment; what was only seen late does not count."""
    found = sorted((e for e in edges if not e.blind), key=lambda edge: edge.at_ns)
    runs = (found[n : n + AT_ONCE_MIN] for n in range(len(found) - AT_ONCE_MIN + 1))
    quick = (run for run in runs if run[-1].at_ns - run[0].at_ns < GLITCH_MS * MS)
    return point_set(edge.point for run in quick for edge in run)
