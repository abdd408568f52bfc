"""What else may have been done where a move was found: another capture, another man, another man's square.

Each asks a narrow question of the evidence beside the move; `suspicion` makes a question to people of it.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.inference import replies
from controller.core.inference.at_once import felt_at_once
from controller.core.inference.between import pushed_on, slid_over
from controller.core.inference.decisions import Complete, firsts, likely, oddness
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.plies import Ply, set_better
from controller.core.inference.prices import (
    BUMP,
    CROSSING,
    FREE,
    GLITCH_MS,
    IDLE_MS,
    JOLT_MS,
    ODD,
    ONE_HAND_MS,
    OVERLAP_MS,
    PUT_BACK,
)
from controller.core.inference.supposing import (
    STRANGE,
    made_if_wrong,
    moves_if_wrong,
    stood_together,
    this_if_wrong,
)
from controller.core.sensing.debounce import absences
from controller.core.sensing.marks import differ
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Timings
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import Point


def answered_too_soon(branch: Branch, found: Complete, now_ns: int) -> float:
    """How long before this move landed the opponent has begun his answer (milliseconds), 0 if he has not.

    It may be another that he answers. Where the board was upset, or a landing was seen late, times tell nothing.
    """
    if found.by != "reply" or found.ply.late or not branch.judge.game.men_move:
        return 0.0
    left_ns = replies.lifted_ns(branch, found.ply)
    readings = likely(branch.readings(now_ns))
    landed_ns = max(found.ply.landed_ns, left_ns)
    under_way = readings[0].under_way
    lifts = under_way.footprint.lifts & ~found.ply.move.footprint.places if under_way else 0
    at = by_point(branch.edges)
    last = (edges[-1] for edges in at.values())
    begun = [e.at_ns for e in last if lifts >> e.point & 1 and not e.placed]
    begun += _off_meanwhile(branch, at, landed_ns, found.ply)
    early_ns = [
        max(made.landed_ns, left_ns) - reply.first_ns
        for made, reply in (r.plies[:2] for r in readings if len(r.plies) > 1)
        if made.move == found.ply.move and not reply.late
    ]
    early_ns += [landed_ns - at_ns for at_ns in (*begun, *readings[0].in_air.values())]
    return max([0, *early_ns]) / MS


def _off_meanwhile(
    branch: Branch, at: Mapping[Point, Sequence[Edge]], landed_ns: int, ply: Ply
) -> Iterator[int]:
    """When men of the opponent's were lifted who were off for long as this one landed; one stands there again by now."""
    side, position = branch.position.side_to_move, branch.position
    for point, edges in at.items():
        man = position.man_at(point)
        if man is None or man.side == side or ply.move.footprint.lifts >> point & 1:
            continue
        for lift, back in absences(edges):
            meanwhile = back is not None and lift.at_ns < landed_ns < back.at_ns
            if meanwhile and back and Pair(lift, back).ms >= branch.judge.timings.settle_ms:
                yield lift.at_ns


def jolted_beside(branch: Branch, made: Complete) -> bool:
    """Whether all that was seen of a capture, but for its man in the hand, is a jolt just as another man was set down beside it."""
    footprint, game = made.ply.move.footprint, branch.judge.game
    lifts = [e for e in branch.edges if footprint.exchanges >> e.point & 1 and not e.placed]
    return bool(lifts) and all(
        any(
            game.neighbours(lift.point) >> edge.point & 1
            and edge.placed
            and branch.position.man_at(edge.point) is not None
            and abs(edge.at_ns - lift.at_ns) <= JOLT_MS * MS
            for edge in branch.edges
        )
        for lift in lifts
    )


def felt_with(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves to other points where one was felt in the very moment of this one: any of them may be the only one."""
    places, apart_ms = found.ply.move.footprint.places, GLITCH_MS
    if branch.judge.game.men_move:
        together = stood_together(branch, places)
    elif found.ply.move.captured:
        return []
    else:
        stands = point_set(p for p, edges in by_point(branch.edges).items() if len(edges) % 2)
        together = felt_at_once(branch.edges, branch.judge) & stands  # else it has let go
        apart_ms = ONE_HAND_MS  # a contact may have bounced since
    if not places & together:
        return []
    return [
        made
        for made, _ in made_if_wrong(branch, places, now_ns, rested=False, strange=STRANGE)
        if made.ply.move.footprint.places & together
        and abs(made.ply.landed_ns - found.ply.landed_ns) < apart_ms * MS
    ]


def held_too(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves of another man to the same point, where he was off the board until the opponent had begun to reply.

    The sensor of the one that is taken to have moved may have lost its man. Who was gone once his point could be read again may
    have left before. A man that is felt at his old point in the very moment of the landing may as well have landed himself. And
    one that was held may stand where nothing tells of him.
    """
    move, landed_ns, side = found.ply.move, found.ply.landed_ns, branch.position.side_to_move
    at = by_point(branch.edges)
    men = {point: branch.position.man_at(point) for point in at}
    his = {point for point, man in men.items() if man is not None and man.side != side}
    replies = (e.at_ns for e in branch.edges if e.point in his and e.at_ns > landed_ns)
    replied_ns = min(replies, default=now_ns)
    lifted = [
        (point, lift, back)
        for point, edges in at.items()
        for lift, back in absences(edges)
        if not lift.placed
    ]
    held = point_set(
        point
        for point, lift, back in lifted
        if (lift.unread_ns if lift.blind else lift.at_ns) < landed_ns
        if back is None or back.at_ns > replied_ns
    )
    felt = ~move.footprint.places & point_set(
        point
        for point, lift, back in lifted
        if back is not None and abs(back.at_ns - landed_ns) < GLITCH_MS * MS
        if Pair(lift, back).ms >= branch.judge.timings.bump_ms
    )
    if move.origin is None or not (held | felt) & ~move.footprint.lifts:
        return []
    wrong = 1 << move.origin | felt
    others = [
        made
        for made, _ in made_if_wrong(branch, wrong, now_ns, rested=False, strange=STRANGE)
        if made.ply.move.target == move.target and made.ply.move.origin != move.origin
    ]
    return others or [
        _past_blind_points(branch, other, lift.at_ns)
        for other in branch.position.moves()
        for point, lift, _ in lifted
        if other.origin == point != move.origin and held >> point & 1
        if other.footprint.places & branch.judge.blind
    ]


def _past_blind_points(branch: Branch, move: Move, at_ns: int) -> Complete:
    """A move whose man ends where nothing tells of him."""
    return Complete(
        ply=Ply.at(move, at_ns, unseen=True), unseen=move.footprint.places & branch.judge.blind
    )


def held_through(branch: Branch, found: Complete) -> bool:
    """Whether this man was off the board already while the opponent made his move; when that was is not known where it was seen late."""
    lifted_ns = replies.lifted_ns(branch, found.ply)
    return not branch.late and 0 < lifted_ns < branch.since_ns - branch.judge.timings.settle_ms * MS


def exchanged_in_a_jolt(found: Complete) -> bool:
    """Whether all that was seen of a capture, but for its man in the hand, lasted as long as a jolt, less than hands need.

    He may have been set down where a sensor keeps silent, and have jolted the man beside that point. Not where a sensor
    tells another man than before.
    """
    footprint = found.ply.move.footprint
    if found.by == "pressed" or not footprint.exchanges:
        return False
    pairs = [
        Pair(lift, back)
        for point, edges in by_point(found.edges).items()
        if footprint.exchanges >> point & 1
        for lift, back in absences(edges)
        if back is not None
    ]
    if any(differ(pair.first.mark, pair.second.mark) for pair in pairs):
        return False
    longest_ms = max((pair.ms for pair in pairs), default=0.0)
    return GLITCH_MS <= longest_ms < JOLT_MS


def may_yet_land(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether this man may be landing where points cannot be read just now: he was felt nowhere, or before he was lifted."""
    move, unread = found.ply.move, branch.judge.awaited(now_ns)
    early = replies.lifted_ns(branch, found.ply) > found.ply.landed_ns
    return (early or found.ply.unseen) and any(
        other.origin == move.origin and other.footprint.fills & unread
        for other in branch.position.moves()
    )


def captured_since(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Captures by this man of one who was off for a moment, where this one was felt sooner than he can have been carried there.

    One who was off just as another beside him came or went was jolted by that.
    """
    ply = found.ply
    if ply.move.target is None or not replies.landed_early(branch, ply):
        return []
    off = point_set(
        point
        for point, edges in by_point(branch.edges).items()
        if not edges[0].placed and edges[0].at_ns > ply.first_ns
        if not branch.judge.beside(point, edges[0].at_ns, branch.edges)
        if len(edges) > 1 and Pair(*edges[:2]).ms >= GLITCH_MS
    )
    return [
        made
        for move in branch.position.moves()
        if move.origin == ply.move.origin and move != ply.move and point_set(move.captured) & off
        for made in this_if_wrong(branch, move, 1 << ply.move.target, now_ns)
    ]


def lifted_early(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves of other men to the same point, where this one was off the board all the while the opponent made his move.

    Nobody holds a man so long; his sensor may have lost him.
    """
    move = found.ply.move
    if move.origin is None or not held_through(branch, found):
        return []
    return [
        made
        for other in branch.position.moves()
        if other.target == move.target and other.origin is not None and other.origin != move.origin
        for made in this_if_wrong(branch, other, 1 << move.origin | 1 << other.origin, now_ns)
    ]


def landed_elsewhere(branch: Branch, found: Iterable[Complete], now_ns: int) -> dict[str, Complete]:
    """Where else a man may have been set down whose landing nobody felt, if a sensor is wrong besides: one more may be."""
    moves: dict[str, Complete] = {}
    live = point_set(edge.point for edge in branch.edges)
    for made in found:
        move = made.ply.move
        # A point that has told of something was wrong anyhow.
        own = made.wrong & move.footprint.changes & ~live
        if not made.ply.unseen or own or move.origin is None:
            continue
        for other in branch.position.moves():
            if other.origin != move.origin or other.target in (None, move.target):
                continue
            for each in this_if_wrong(branch, other, made.wrong | other.footprint.fills, now_ns):
                moves.setdefault(other.text, each)
    return moves


def taken_instead(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Captures of a man that seems put back, where a sensor may have closed by itself at the end of the move.

    To go elsewhere with the man in the hand would be against the law besides. Whoever came there before this man had left
    his own point is not he.
    """
    move = found.ply.move
    captures = [m for m in branch.position.moves() if m.captured and m.origin == move.origin]
    his = point_set(point for m in captures for point in m.captured) & ~move.footprint.lifts
    at = by_point(branch.edges)
    own = () if move.origin is None else at.get(move.origin, ())
    off_ns = replies.lifted_ns(branch, found.ply) - OVERLAP_MS * MS
    if move.target is None or not any(
        his >> point & 1
        and len(edges) > 1
        and max((e.at_ns for e in edges if e.placed), default=0) >= off_ns
        and _left(branch, edges, found.ply)
        and not _stood_again(own, edges[1].at_ns, branch.judge.timings)
        for point, edges in at.items()
    ):
        return []
    wrong = 1 << move.target
    moves = {
        made.ply.move.text: made
        for made, _ in made_if_wrong(branch, wrong, now_ns, rested=False, strange=ODD)
    }
    moves.pop(move.text, None)
    return list(moves.values())


def _stood_again(edges: Sequence[Edge], at_ns: int, timings: Timings) -> bool:
    """Whether a man stood on his point again at a time or later, and was taken up once more: he had not captured by then."""
    return any(
        back is not None and again.at_ns > at_ns and Pair(back, again).ms >= timings.together_ms
        for (_, back), (again, _) in pairwise(absences(edges))
    )


def taken_where_he_stood(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Moves of this man to a point where he stood for a while, and where whoever replies has come down since.

    There he may have been taken, and a sensor make up that he went on.
    """
    move, landed_ns, timings = found.ply.move, found.ply.landed_ns, branch.judge.timings
    if found.by != "reply" or move.target is None or move.origin is None:
        return []
    stood = [
        point
        for point, edges in by_point(branch.edges).items()
        if branch.position.man_at(point) is None and point != move.target and len(edges) > 2
        if Pair(*edges[:2]).ms >= timings.slide_point_ms and edges[2].at_ns > landed_ns
    ]
    return [
        made
        for other in branch.position.moves()
        if other.origin == move.origin and other.target in stood
        for made in this_if_wrong(branch, other, 1 << move.target, now_ns)
    ]


def taken_before(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Captures that this man had made long before the one that is found: what stands there now may be him.

    What came after may have been a finger on another man.
    """
    move, at = found.ply.move, by_point(branch.edges)
    captured = move.target if move.footprint.exchanges else None
    if captured is None or not branch.judge.game.men_move:
        return []
    left_ns = replies.lifted_ns(branch, found.ply)
    begun_ns = next((e.at_ns for e in at.get(captured, ()) if not e.placed), 0)
    regular = (reading for reading in branch.readings(now_ns) if not reading.irregular)
    return [
        Complete(ply=ply)
        for other, ply in firsts(regular).items()
        if other.origin == move.origin and other.footprint.exchanges and other.target != captured
        if left_ns < ply.landed_ns < begun_ns - IDLE_MS * MS and not ply.unseen
    ]


def _left(branch: Branch, edges: Sequence[Edge], ply: Ply) -> bool:
    """Whether the opponent's man at the point of these edges may have been exchanged, and not only jolted.

    Far from all else that was done a jolt has no cause: then it is enough that whoever stands there is lifted next,
    or that a man was in the hand, on no way past that point, or was felt elsewhere only long after.
    """
    pair, timings = Pair(*edges[:2]), branch.judge.timings
    if pair.ms >= timings.bump_ms:
        better = set_better(pair, branch.moved, branch.since_ns, timings)
        return not better or ply.first_ns < pair.second.at_ns
    point = pair.first.point
    man, near = branch.position.man_at(point), branch.judge.game.neighbours(point)
    price = branch.judge.dip(pair, branch.edges, own=False, man=man)
    jolts = (e for e in branch.edges if near >> e.point & 1)
    caused = any(abs(e.at_ns - pair.first.at_ns) <= JOLT_MS * MS for e in jolts)
    far = not near & ply.move.footprint.changes
    far = far or ply.landed_ns - pair.second.at_ns >= timings.settle_ms * MS
    held = far and ply.first_ns < pair.first.at_ns < ply.landed_ns + GLITCH_MS * MS
    return (held or len(edges) > 2) and price >= BUMP and not caused


def cheaper(branch: Branch, found: Complete, now_ns: int) -> list[Complete]:
    """Other moves by one wrong sensor, where it is no less likely than all that is strange.

    A man hardly felt where he is taken to have gone, and not taken there, may have crossed it. One that stood there before he
    was lifted was another; and a rook that is moved first has been moved by himself. Where sensors are known to be bad,
    a man put back is strange enough.
    """
    usual = PUT_BACK if branch.judge.blind else STRANGE
    strange = oddness(branch.readings(now_ns)[0]) - usual
    if strange < 0 or not branch.judge.game.men_move or replies.taken_there(branch, found.ply):
        return []
    crossing = CROSSING if replies.carried_over(branch, found.ply) else 0.0
    moves = moves_if_wrong(branch, now_ns, strange + crossing + FREE)
    moves.pop(found.ply.move.text, None)
    return [
        made
        for made in moves.values()
        if made.ply.move.partner is None or made.ply.move.partner != found.ply.move.origin
        if replies.lifted_ns(branch, made.ply) <= made.ply.landed_ns
        if not pushed_on(branch, made.ply.move, found)
        if not slid_over(branch, made.ply.move, found)
    ]
