"""What nobody has felt: the last step of a move, where no reply tells of it, and plays of Go that the next ones tell of."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.doubts.beside import put_back
from controller.core.inference import resting
from controller.core.inference.chattering import steadied
from controller.core.inference.decisions import DOUBT, Ask, Complete, firsts, likely, oddness
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.plies import Ply
from controller.core.inference.prices import (
    DOUBT_MARGIN,
    FREE,
    GLITCH_MS,
    HANDS_MS,
    HELD_MS,
    IDLE_MS,
    ODD,
    REPLIED_MAX,
    STONES_MS,
    THOUGHT_MS,
    UNSEEN_BLIND,
)
from controller.core.inference.stones import played_back
from controller.core.inference.supposing import (
    STRANGE,
    hidden_steps,
    made_if_wrong,
    moves_if_wrong,
    this_if_wrong,
)
from controller.core.inference.uncleared import seems_a_reply, taken_early
from controller.core.settings import MS
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import PointSet


def left_on(branch: Branch, now_ns: int) -> Ask | None:
    """The question about a move whose last step was felt by nobody, once nothing more is done: it may have no reply."""
    put_ns = (branch.uncleared.slipped or (None, now_ns))[1]
    if now_ns - put_ns >= branch.judge.timings.ask_ms * MS and (made := played_back(branch)):
        return Ask(moves=tuple(made), reason="capture-or-bump")
    if not branch.edges and branch.rested and now_ns - branch.rested[-1].at_ns >= HELD_MS * MS:
        made = [each for each in put_back(branch, now_ns) if each.ply.move.text not in branch.asked]
        return Ask(moves=tuple(made), reason=DOUBT, people=True) if made else None
    quiet_ms = (now_ns - branch.edges[-1].at_ns) / MS if branch.edges else 0.0
    if quiet_ms >= branch.judge.timings.settle_ms and (ask := _undone(branch, now_ns)):
        return ask
    if quiet_ms < branch.judge.timings.ask_ms:
        return None
    if quiet_ms >= HELD_MS:
        moved = branch.judge.game.men_move
        ask = _held_too_long(branch, now_ns) if moved else None
        ask = ask or _only_taken(branch, now_ns) or (_both_hold(branch, now_ns) if moved else None)
        if ask is not None:
            return ask
    if branch.bound is None:
        return (_landed_unfelt if branch.judge.game.men_move else _only_taken)(branch, now_ns)
    pending = branch.readings(now_ns)[0].pending
    held = pending & branch.bound.footprint.places and quiet_ms < HELD_MS
    if held or branch.bound.text in branch.asked:
        return None
    return taken_unfelt(branch, pending, now_ns)


def _undone(branch: Branch, now_ns: int) -> Ask | None:
    """The question about a capture whose man two sensors feel, so that nobody seems to have moved; or that is undone again."""
    if back := resting.taken_back_or_retaken(branch):
        return Ask(moves=tuple(back), reason="capture-or-bump", people=True)
    moves = [(m, m.origin) for m in resting.put_back_at_once(branch) if m.origin is not None]
    made = [
        each
        for move, wrong in (*moves, *resting.left_and_taken(branch))
        for each, _ in made_if_wrong(branch, 1 << wrong, now_ns, rested=False, strange=STRANGE)
        if each.ply.move == move
    ]
    return Ask(moves=tuple(made), reason=DOUBT) if made else None


def _held_too_long(branch: Branch, now_ns: int) -> Ask | None:
    """The question about a man who is in the air longer than anybody holds one: he may stand where nothing tells of him."""
    best, blind = branch.readings(now_ns)[0], branch.judge.blind
    if best.plies or best.irregular:
        return None
    other = branch.supposing(0)
    other.margin = DOUBT_MARGIN
    made = [
        Complete(ply=reading.plies[0])
        for reading in (other.readings(now_ns) if blind else ())
        if len(reading.plies) == 1 and not reading.irregular
        if reading.plies[0].move.text not in branch.asked
        if oddness(reading, UNSEEN_BLIND * hidden_steps(other, reading, blind)) <= best.cost + FREE
    ]
    if not made and len(best.in_air) == 1:
        moves = moves_if_wrong(other, now_ns, pressed=True).values()
        made = [each for each in moves if each.ply.move.origin in best.in_air]
    return Ask(moves=tuple(made), reason=DOUBT, held=True) if made else None


def _only_taken(branch: Branch, now_ns: int) -> Ask | None:
    """The question about a capture whose victims are off for longer than anybody holds them, and whose own man nobody felt."""
    if (best := branch.readings(now_ns)[0]).plies or best.irregular:
        return None
    gone = point_set(best.in_air)
    made = [
        each
        for move in branch.position.moves()
        if move.captured and point_set(move.captured) == gone and move.text not in branch.asked
        for each in this_if_wrong(branch, move, move.footprint.changes & ~gone, now_ns)
    ]
    people = not branch.judge.game.men_move  # who has taken stones off may play what follows
    return Ask(moves=tuple(made), reason=DOUBT, people=people, held=True) if made else None


def _both_hold(branch: Branch, now_ns: int) -> Ask | None:
    """The question what was moved where men of both sides are off for longer than anybody holds them."""
    best = branch.readings(now_ns)[0]
    men = (branch.position.man_at(point) for point in best.in_air)
    if best.plies or best.irregular or len({man.side for man in men if man is not None}) < 2:
        return None
    other = branch.supposing(0)
    other.margin = DOUBT_MARGIN
    moves = moves_if_wrong(other, now_ns, ODD, pressed=True)
    return Ask(moves=tuple(moves.values()), reason=DOUBT, people=True, held=True) if moves else None


def _landed_unfelt(branch: Branch, now_ns: int) -> Ask | None:
    """The question about a capture of which all men are off, and its own is felt nowhere: not where it ends, either.

    Nobody holds him all the while in which he takes several off. Where he would stand in his victim's place, he may well be
    in the hand, and so he may beside a single victim, who may be taken off first though the law takes men off last (DR-6.4).
    """
    best = branch.readings(now_ns)[0]
    gone = point_set(best.in_air)
    if best.plies or best.irregular or gone.bit_count() < 2:
        return None
    held_ms = THOUGHT_MS if branch.judge.game.captured_last else HELD_MS
    few = 1 if now_ns - branch.edges[-1].at_ns < held_ms * MS else 0
    made = [
        each
        for move in branch.position.moves()
        if len(move.captured) > few and move.target not in move.captured
        if not (move.footprint.lifts ^ gone) & ~branch.judge.blind
        if move.target is not None and move.text not in branch.asked
        for each in this_if_wrong(branch, move, 1 << move.target, now_ns)
    ]
    return Ask(moves=tuple(made), reason=DOUBT) if made else None


def taken_unfelt(branch: Branch, pending: PointSet, now_ns: int) -> Ask | None:
    """The question about a move under way that the opponent has answered as if it were done.

    Its last men may have been taken off sensors that still feel one.
    """
    if branch.bound is None or not branch.judge.game.men_move:
        return None  # of stones the law says what is to be done with those left on (GO-18)
    wrong = pending or _stood_on(branch, now_ns)
    own = branch.bound.footprint.changes
    came = point_set(edge.point for edge in branch.edges if edge.placed) & ~own
    for ghost in (0, *(1 << point for point in points_of(came))):  # one may be made up besides
        for made, _ in made_if_wrong(branch, wrong | ghost, now_ns, rested=False, strange=ODD):
            if made.ply.move == branch.bound:
                return Ask(moves=(made,), reason=DOUBT)
    return None


def _stood_on(branch: Branch, now_ns: int) -> PointSet:
    """The points of the move under way that told nothing, where all that was done since is lawful if it was made.

    The opponent may have set down a man there; or a victim was not seen to be taken off, and both have played on, or the man of
    the move has been captured.
    """
    assert branch.bound is not None
    footprint = branch.bound.footprint
    silent = footprint.changes & ~point_set(e.point for e in branch.edges)
    alive = likely(branch.supposing(silent).readings(now_ns)) if silent else []
    if not alive or alive[0].first != branch.bound:
        return 0
    best, replies = alive[0], (ply for reading in alive for ply in reading.plies[1:])
    later = any(ply.move.footprint.places & silent for ply in replies)
    left = not silent & ~point_set(branch.bound.captured)
    replied = best.plies[1:2] and branch.bound.target in best.plies[1].move.captured
    on = len(best.plies) > 2 or (len(best.plies) == 2 and branch.bound.target in best.in_air)
    return silent if later or (left and (replied or on)) else 0


def may_be_first(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Other plays (Go) that may have been made before this one, all while their points could not be read."""
    late = _late_with(branch, found)
    return [
        Complete(ply=ply)
        for move, ply in (firsts(branch.readings(now_ns)) if late else {}).items()
        if move != found.ply.move and move.footprint.places & late
    ]


def landed_unread(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Where else this man may have gone while his new point could not be read: he may have been taken off before it could."""
    move, ply = found.ply.move, found.ply
    origin, unread = move.origin, branch.blinded | branch.judge.silence.unread
    if not ply.unseen or origin is None or not move.footprint.places & unread:
        return []
    made = []
    for other in branch.position.moves():
        hidden = other.footprint.changes & ~(1 << origin)
        if other == move or other.origin != origin or hidden & ~unread:
            continue
        unseen = replace(Ply.at(other, ply.first_ns, unseen=True), cursors={origin: 1})
        after = branch.fork(unseen)
        after.edges = _taken_unread(after)
        best = after.readings(now_ns)[0]
        odd = oddness(best, UNSEEN_BLIND * hidden_steps(after, best, unread))
        if best.plies and not best.irregular and odd < STRANGE:
            made.append(Complete(ply=unseen))
    return made


def or_landed_unread(branch: Branch, found: Ask, now_ns: int) -> Ask:
    """The question, also about where else the men who are asked about may have gone that could not be read."""
    others = [other for made in found.moves for other in landed_unread(branch, made, now_ns)]
    return replace(found, moves=(*found.moves, *others), reason=DOUBT) if others else found


def _taken_unread(branch: Branch) -> list[Edge]:
    """The edges, and that men were taken off before their points could be read, where others have been set down since."""
    first = {point: edges[0] for point, edges in by_point(branch.edges).items()}
    taken = [
        replace(edge, at_ns=min(branch.blinded_ns, edge.at_ns - 1), placed=False, blind=True)
        for point, edge in first.items()
        if edge.placed and branch.position.man_at(point) is not None
    ]
    return sorted([*taken, *branch.edges], key=lambda edge: edge.at_ns)


def stood_before(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Other plays (Go) that may have been made before this one, of a stone that a flickering sensor has felt for the most part since."""
    if branch.judge.game.men_move:
        return []
    came = {}
    for point, edges in by_point(branch.edges).items():
        kept = steadied(branch.position, edges, point, now_ns)
        away = [Pair(*pair).ms for pair in zip(edges[1::2], edges[2::2], strict=False)]
        soon = all(ms < branch.judge.timings.bump_ms for ms in away)
        if away and soon and kept and kept[0].at_ns < found.ply.first_ns - STONES_MS * MS:
            came[point] = kept[0].at_ns
    return [
        Complete(ply=replace(Ply.at(move, came[move.target]), cursors={move.target: 1}))
        for move in branch.position.moves()
        if move.target in came and move != found.ply.move
    ]


def may_have_taken(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether one of those (Go) takes stones, and there has been no time yet to take them off."""
    late = _late_with(branch, found) & ~found.ply.move.footprint.places
    if not late or now_ns - found.ply.landed_ns >= branch.judge.timings.settle_ms * MS:
        return False
    return any(m.captured and m.footprint.places & late for m in branch.position.moves())


def _late_with(branch: Branch, found: Complete) -> PointSet:
    """The points (Go) at which stones came that were all seen late, in one moment; 0 if this play is not among them."""
    if branch.judge.game.men_move:
        return 0
    landed_ns = found.ply.landed_ns
    late = point_set(
        e.point
        for e in branch.edges
        if e.placed and e.blind and abs(e.at_ns - landed_ns) < GLITCH_MS * MS
    )
    return late if late & found.ply.move.footprint.places else 0


def lost_just_then(branch: Branch, found: Complete, now_ns: int) -> PointSet:
    """Stones (Go) that left against the law before this one had settled: their sensors have lost them.

    Stones of the opponent that leave one by one are in a hand that takes them for captured (GO-18.alive).
    """
    if branch.judge.game.men_move or not found.unexplained:
        return 0
    landed_ns, soon_ns = found.ply.landed_ns, branch.judge.timings.settle_ms * MS
    unexplained = branch.readings(now_ns)[0].unexplained
    lifts = [
        e
        for e in branch.edges
        if unexplained >> e.point & 1 and not e.placed and 0 <= e.at_ns - landed_ns < soon_ns
    ]
    return 0 if _taken_by_hand(branch, found, lifts) else point_set(e.point for e in lifts)


def _taken_by_hand(branch: Branch, found: Complete, lifts: Sequence[Edge]) -> bool:
    """Whether stones left as a hand takes those of the opponent off: one by one, and once the play was made.

    One alone may have been lost by its sensor where play has gone on over it.
    """
    later = [e for e in branch.edges if e.placed and e.at_ns > found.ply.landed_ns]
    if len(lifts) == 1 and later:
        return False
    men = [branch.position.man_at(lift.point) for lift in lifts]
    his = all(man is not None and man.side != found.ply.move.side for man in men)
    times = [found.ply.landed_ns, *sorted(lift.at_ns for lift in lifts)]
    return his and all(b - a >= HANDS_MS * MS for a, b in pairwise(times))


def lost_meanwhile(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Plays (Go) by which this stone would be made up, where another was lost before it had settled: no hand is so quick."""
    lost = lost_just_then(branch, found, now_ns)
    if not lost:
        return []
    wrong = found.ply.move.footprint.places | lost
    return [made for made, _ in made_if_wrong(branch, wrong, now_ns, rested=False, strange=STRANGE)]


def is_reply(branch: Branch, now_ns: int) -> bool:
    """Whether all that was seen (Go) would be lawful had this side passed: then a play of its may not have been felt.

    A stone alone tells of none: it may as well be made up.
    """
    seen = point_set(edge.point for edge in branch.edges)
    if branch.judge.game.men_move or branch.upset or seen.bit_count() < 2:
        return False
    passed = [move for move in branch.position.moves() if move.target is None]
    return bool(passed) and answered(branch, passed[0], now_ns)


def taken_in_reply(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Plays (Go) that may not have been felt, where stones are off that only this side could have taken with the reply.

    Or where none is off of those that it takes if it is no reply.
    """
    best = branch.readings(now_ns)[0]
    if (
        found.by != "pressed"
        and best.first == found.ply.move
        and seems_a_reply(branch, best.plies[0])
    ):
        return played_before(branch, now_ns)
    off = found.by == "reply" and (bool(best.in_air) or taken_early(branch.edges, best.plies))
    return played_before(branch, now_ns) if off and is_reply(branch, now_ns) else []


def played_before(branch: Branch, now_ns: int) -> list[Complete]:
    """The plays each of which, had it been made and not felt, would make lawful what was seen.

    On a board with room for more of them than anybody could be asked about only those whose sensors are known to be wrong,
    where colours tell that one was made.
    """
    known = branch.judge.blind if branch.judge.tells else 0
    unfelt = known if len(branch.position.moves()) > REPLIED_MAX else -1
    seen = point_set(edge.point for edge in branch.edges) | ~unfelt
    return [
        Complete(ply=unseen(branch, move), unseen=1 << move.target, wrong=1 << move.target)
        for move in branch.position.moves()
        if move.target is not None and not seen >> move.target & 1
        if move.text not in branch.asked and answered(branch, move, now_ns)
    ]


def answered(branch: Branch, move: Move, now_ns: int) -> bool:
    """Whether all that was seen is what lawful hands have done after this move, of which nothing was seen."""
    best = branch.fork(unseen(branch, move)).readings(now_ns)[0]
    done = bool(best.plies) and not (best.irregular or best.in_air or best.under_way)
    return done and oddness(best) < STRANGE


def unseen(branch: Branch, move: Move) -> Ply:
    """This move, as it was made if nothing was felt of it."""
    return Ply.at(move, branch.edges[0].at_ns - IDLE_MS * MS, unseen=True)


def captured_unfelt(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Plays (Go) felt nowhere that capture a stone which is back only after this one: nobody holds one while he plays another."""
    if branch.judge.game.men_move:
        return []
    men = by_point(branch.edges)
    back = point_set(
        point
        for point, edges in men.items()
        if len(edges) > 1 and not edges[0].placed
        if edges[0].at_ns < found.ply.landed_ns < edges[1].at_ns
    )
    return [
        made
        for move in branch.position.moves()
        if move.captured and not point_set(move.captured) & ~back
        if move.target is not None and move.target not in men
        for made, _ in made_if_wrong(branch, 1 << move.target, now_ns, rested=False, strange=ODD)
        if made.ply.move == move
    ]
