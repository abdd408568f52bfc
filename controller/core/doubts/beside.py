"""What else may have been done past points that tell nothing, mostly such as are known to, where a move was found.

Each asks a narrow question of the evidence beside the move; `suspicion` makes a question to people of it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference import replies
from controller.core.inference.decisions import DOUBT, Ask, Complete, firsts, likely, oddness
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.plies import Ply
from controller.core.inference.prices import (
    DOUBT_MARGIN,
    FREE,
    GLITCH_MS,
    IDLE_MS,
    OVERLAP_MS,
    UNSEEN_BLIND,
)
from controller.core.inference.supposing import (
    hidden_steps,
    hidden_wholly,
    invisible,
    moves_if_wrong,
    this_if_wrong,
)
from controller.core.sensing.debounce import absences
from controller.core.settings import MS
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import Point, PointSet

POINTS_OF_TWO = 3
"""Two plies happen at so many points at least: the second man may take the first."""


def put_back_beside(branch: Branch, found: Complete, _now_ns: int) -> list[Complete]:
    """Moves past points known to tell nothing, of men that seem put back."""
    made = put_back(branch, found.ply.first_ns)
    return [each for each in made if each.ply.move != found.ply.move]


def put_back(branch: Branch, before_ns: int) -> list[Complete]:
    """Moves past points known to tell nothing, of men that seem put back before a time.

    Another man may stand there: the one that took him, or the one that took the man who had left.
    """
    if not (branch.judge.blind and branch.judge.game.men_move):
        return []
    felt = by_point((*branch.rested, *branch.edges))
    live = point_set(felt)
    back = {
        point: edges
        for point, edges in felt.items()
        if len(edges) > 1 and edges[1].placed and edges[1].at_ns < before_ns
    }
    made = []
    for move in branch.position.moves():
        if _took(branch, move, back, live):
            point, used = move.target, 2
        elif _replaced(branch, move, back, live):
            point, used = move.origin, 1
        else:
            continue
        assert point is not None
        ply = replace(Ply.at(move, back[point][0].at_ns, unseen=True), cursors={point: used})
        wrong = move.footprint.changes & ~live
        made.append(Complete(ply=ply, wrong=wrong, rested=True))
    return made


def _took(branch: Branch, move: Move, back: Mapping[Point, Sequence[Edge]], live: PointSet) -> bool:
    """Whether the man at the new point may have been exchanged, and no other point would tell of the move.

    One sensor more may be silent: nobody takes up another's man for nothing.
    """
    point = move.target
    if point is None or point not in back or not move.footprint.exchanges >> point & 1:
        return False
    silent = move.footprint.changes & ~(1 << point | branch.judge.blind)
    exchanged = Pair(*back[point][:2]).ms >= branch.judge.timings.bump_ms
    return exchanged and not (silent & live or silent & (silent - 1))


def _replaced(
    branch: Branch,
    move: Move,
    back: Mapping[Point, Sequence[Edge]],
    live: PointSet,
) -> bool:
    """Whether a reply may have taken the man that has moved, to end where he came from."""
    edges = back.get(move.origin, ()) if move.origin is not None else ()
    if move.captured or len(edges) < 2 or Pair(*edges[:2]).ms < branch.judge.timings.release_ms:
        return False
    hidden = (
        (move.footprint.places | reply.footprint.lifts) & ~live
        for reply in branch.play(branch.position, move).moves()
        if reply.target == move.origin and move.target in reply.captured
    )
    return any(points & branch.judge.blind for points in hidden)


def not_put_back(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves of men that seem put back, past sensors that tell nothing."""
    if not (branch.judge.blind and branch.rested):
        return []
    other = branch.supposing(0, rested=True)
    other.margin = DOUBT_MARGIN
    readings = [r for r in other.readings(now_ns) if r.plies and not r.irregular]
    plain = min((r.cost for r in readings if r.first == found.ply.move), default=None)
    if plain is None:
        return []
    near = firsts(r for r in readings if r.cost <= plain + DOUBT_MARGIN)
    return [Complete(ply=ply, rested=True) for move, ply in near.items() if move != found.ply.move]


def landed_in_reply(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves to which this man's landing may be the reply, if points known to tell nothing hid all the rest.

    A move and its reply take longer than one move. The man who replied may still be felt where he stood.
    """
    if not branch.judge.blind or found.ply.done_ns - found.ply.first_ns < OVERLAP_MS * MS:
        return []
    moves: dict[str, Complete] = {}
    # A man who is pushed along is felt at many points, which costs a little for each.
    plain = max(FREE, oddness(branch.readings(now_ns)[0]))
    wrongs = (0, _back_just_then(branch, found), *_silent_in_reply(branch, found))
    for wrong in dict.fromkeys(wrongs):
        other = branch.supposing(wrong)
        other.margin = DOUBT_MARGIN
        for reading in other.readings(now_ns):
            if len(reading.plies) < 2 or reading.irregular or reading.first == found.ply.move:
                continue
            hidden = hidden_steps(other, reading, wrong | branch.judge.blind)
            if oddness(reading, UNSEEN_BLIND * hidden) <= plain:
                moves.setdefault(reading.plies[0].move.text, Complete(ply=reading.plies[0]))
    return list(moves.values())


def read_late(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Other moves, of which one sensor hides the end, where it was read late that a man had landed.

    An opponent's man was gone by then as well: it may be he who stands there.
    """
    side, target = branch.position.side_to_move, found.ply.move.target
    landed = [e.at_ns for e in found.edges if e.placed and e.blind and e.point == target]
    his = [
        edge.at_ns
        for edge in branch.edges
        if edge.blind and not edge.placed
        if (man := branch.position.man_at(edge.point)) is not None and man.side != side
    ]
    if not any(abs(at_ns - left_ns) < GLITCH_MS * MS for at_ns in landed for left_ns in his):
        return []
    moves = moves_if_wrong(branch, now_ns).values()
    return [made for made in moves if made.ply.move != found.ply.move]


def silent_reply(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves after which one silent sensor explains all, where this one leaves something unexplained."""
    if not (found.unexplained and branch.judge.blind and branch.judge.game.men_move):
        return []
    return [
        Complete(ply=ply)
        for move, ply in firsts(branch.readings(now_ns)).items()
        if move != found.ply.move and (after := branch.fork(ply)).edges
        if moves_if_wrong(after, now_ns)
    ]


def both_unfelt(branch: Branch, found: Complete, _now_ns: int) -> list[Complete]:
    """Moves between points known to tell nothing that the opponent may have answered there, and this one is the next.

    Of stones of Go nobody can tell that; then each play would have to be asked about.
    """
    blind, move = branch.judge.blind, found.ply.move
    if not branch.judge.game.men_move or blind.bit_count() < POINTS_OF_TWO:
        return []
    made = []
    for first in hidden_wholly(branch):
        after = branch.play(branch.position, first.ply.move)
        answers = (m for m in after.moves() if not m.footprint.changes & ~blind)
        if any(move in branch.play(after, answer).moves() for answer in answers):
            made.append(first)
    return made


def played_between(branch: Branch, now_ns: int) -> Ask | None:
    """The question which move was made first, where all is lawful play but for its order, and rests.

    Points known to tell nothing may have hidden a ply between.
    """
    blind, rested_ns = branch.judge.blind, now_ns - branch.judge.timings.ask_ms * MS
    if not blind or branch.edges[-1].at_ns > rested_ns:
        return None
    moves = []
    for move, ply in firsts(r for r in likely(branch.readings(now_ns)) if not r.irregular).items():
        after = branch.play(branch.position, move)
        if any(not reply.footprint.changes & ~blind for reply in after.moves()):
            moves.append(Complete(ply=ply))
    return Ask(moves=tuple(moves), reason=DOUBT, people=True) if moves else None


def set_aside(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves by what came to rest as it was before this one, if one sensor more hides a step."""
    if not (branch.rested and branch.judge.blind):
        return []
    moves = moves_if_wrong(branch, now_ns).values()
    return [made for made in moves if made.rested and made.ply.move != found.ply.move]


def stood_and_left(branch: Branch, found: Complete, _now_ns: int) -> list[Complete]:
    """Moves past points known to tell nothing whose man had stood at his new point like one who was set down there.

    All stood as before when this move began; whoever replied may have taken him. One sensor more may be silent. Where
    a man was felt at the old point again before the new one was empty, no sensor need be known to be bad: he is another.
    """
    blind, settle_ms = branch.judge.blind, branch.judge.timings.settle_ms
    if not branch.judge.game.men_move:
        return []
    began_ns = found.ply.first_ns
    felt = by_point(e for e in (*branch.rested, *branch.edges) if e.at_ns < began_ns)
    live = point_set(felt)
    stood = {
        point: edges[0].at_ns
        for point, edges in felt.items()
        if branch.position.man_at(point) is None
        if len(edges) > 1 and Pair(*edges[:2]).ms >= settle_ms
    }
    made = []
    for move in branch.position.moves():
        silent = move.footprint.changes & ~(live | blind)
        if move.target not in stood or silent & (silent - 1) or move.text in branch.asked:
            continue
        if not (blind or _another_came(felt, move)):
            continue
        ply = Ply.at(move, stood[move.target], unseen=True)
        used = {point: 1 for point in (move.origin, move.target) if point in felt}
        made.append(Complete(ply=replace(ply, cursors=used), wrong=silent, rested=True))
    return [each for each in made if each.ply.move != found.ply.move]


def _another_came(felt: Mapping[Point, Sequence[Edge]], move: Move) -> bool:
    """Whether a man came to the point this one had left while he still stood at his new one."""
    origin = felt.get(move.origin, ()) if move.origin is not None else ()
    target = felt.get(move.target, ()) if move.target is not None else ()
    if len(origin) < 2 or len(target) < 2 or not origin[1].placed:
        return False
    return origin[0].at_ns < origin[1].at_ns < target[1].at_ns - OVERLAP_MS * MS


def castled_unfelt(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """The castling of which only the rook was felt, where a point of the king is known to tell nothing."""
    own, blind = found.ply.move.footprint.changes, branch.judge.blind
    made: list[Complete] = []
    other = branch.supposing(0)
    other.margin = DOUBT_MARGIN  # neither point of the king may have told of it
    for move in branch.position.moves() if blind else ():
        changed = move.footprint.changes
        king = changed & ~own
        if move.partner is None or own & ~changed or not king & blind:
            continue
        made += this_if_wrong(other, move, king, now_ns)
    return made


def _silent_in_reply(branch: Branch, found: Complete) -> list[PointSet]:
    """Points that alone would have to be silent for the reply to another move of this man to end where he seems to have landed.

    Only if he was off for longer than a man is carried, and another point is known to tell nothing: where he stands, or
    where the one who replied came from.
    """
    ply, position, blind = found.ply, branch.position, branch.judge.blind
    held_ns = ply.landed_ns - replies.lifted_ns(branch, ply)
    if held_ns < IDLE_MS * MS or not branch.judge.game.men_move:
        return []
    felt, silent = point_set(edge.point for edge in branch.edges), []
    for move in position.moves():
        if move.origin != ply.move.origin or move == ply.move or move.footprint.fills & felt:
            continue
        for reply in branch.play(position, move).moves():
            if reply.target == ply.move.target and reply.origin is not None:
                hidden = (move.footprint.places | 1 << reply.origin) & ~felt
                one = hidden & ~blind
                if hidden & blind and one and not one & (one - 1):
                    silent.append(one)
    return silent


def felt_long_after(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves of this man to points known to tell nothing, where he was felt at another long after he was lifted, or before.

    He may have been set down there, and a sensor make this up.
    """
    ply = found.ply
    held_ns = ply.landed_ns - replies.lifted_ns(branch, ply)
    soon = -GLITCH_MS * MS < held_ns < branch.judge.timings.settle_ms * MS
    if not branch.judge.blind or ply.move.target is None or soon:
        return []
    return [
        made
        for move in branch.position.moves()
        if move.origin == ply.move.origin and move.footprint.places & branch.judge.blind
        for made in this_if_wrong(branch, move, 1 << ply.move.target, now_ns)
    ]


def slid_off(branch: Branch, made: Complete) -> bool:
    """Whether a man whom a sensor would have lost was felt for a moment elsewhere just then: he went, and slid over it."""
    passing_ns = branch.judge.timings.slide_point_ms * MS
    at = by_point(branch.edges)
    left = [e.at_ns for p in points_of(made.wrong) for e in at.get(p, ())[:1] if not e.placed]
    passed = [
        edges[0].at_ns
        for point, edges in at.items()
        if branch.position.man_at(point) is None and len(edges) > 1
        if Pair(*edges[:2]).ms < branch.judge.timings.slide_point_ms
    ]
    return any(abs(there - gone) < passing_ns for there in passed for gone in left)


def _back_just_then(branch: Branch, found: Complete) -> PointSet:
    """Points where a man was felt again in the very moment in which this one landed: his sensor may feel that one."""
    return point_set(
        e.point
        for e in branch.edges
        if e.placed
        and branch.position.man_at(e.point) is not None
        and abs(e.at_ns - found.ply.landed_ns) < GLITCH_MS * MS
    )


def replied_before(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves of which nothing was felt, where a man of the opponent is off since long before this one: he may have replied."""
    if not branch.judge.blind:
        return []
    before_ns, side = found.ply.first_ns - IDLE_MS * MS, branch.position.side_to_move
    his = {
        point: edges
        for point, edges in by_point(branch.edges).items()
        if (man := branch.position.man_at(point)) is not None and man.side != side
        if not found.ply.move.footprint.lifts >> point & 1
    }
    off = any(
        lift.at_ns < before_ns and (back is None or back.at_ns > found.ply.landed_ns)
        for edges in his.values()
        for lift, back in absences(edges)
    )
    moves = (made for made, _ in invisible(branch, now_ns)) if off else ()
    return [made for made in moves if made.ply.move != found.ply.move]


def hidden_before(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves that nobody saw, where one is needed anyhow as the reply: it may as well have been made before."""
    blind, best = branch.judge.blind, branch.readings(now_ns)[0]
    replies_to = best.plies[1:] if best.first == found.ply.move else ()
    if not any(ply.move.footprint.places & blind and ply.unseen for ply in replies_to):
        return []
    return [made for made, _ in invisible(branch, now_ns) if not made.wrong]


def felt_at_both(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves of the same man to another point at which he was felt in the same moment, and for longer."""
    beside = replies.stayed_beside(branch, found.ply) if branch.judge.game.men_move else set()
    if not beside:
        return []
    regular = (reading for reading in branch.readings(now_ns) if not reading.irregular)
    return [
        Complete(ply=ply)
        for move, ply in firsts(regular).items()
        if move.origin == found.ply.move.origin and move.target in beside
    ]


def felt_too_early(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves to the same point from one that tells nothing, where this man was felt there before he had left his own."""
    move, blind = found.ply.move, branch.judge.blind
    if move.origin is None or replies.lifted_ns(branch, found.ply) <= found.ply.landed_ns:
        return []
    return [
        made
        for other in branch.position.moves()
        if other.target == move.target and other.origin is not None and blind >> other.origin & 1
        for made in this_if_wrong(branch, other, 1 << move.origin, now_ns)
    ]
