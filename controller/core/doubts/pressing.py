"""What a press of the clock completes: all that may have been done before it, seen by then or only later."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.doubts import put_off
from controller.core.doubts.taken_in_vain import captured_in_vain
from controller.core.inference import replies, turns
from controller.core.inference.between import between_points
from controller.core.inference.completing import fault
from controller.core.inference.decisions import DOUBT, Ask, Complete, odd, too_quick
from controller.core.inference.evidence import Pair, by_point, left_over
from controller.core.inference.plies import Ply
from controller.core.inference.prices import CARRIED_MS, GLITCH_MS, HASTE_MS, UNREAD_MAX_MS
from controller.core.inference.stones import second_stone
from controller.core.inference.unread import felt_again_with
from controller.core.sensing.marks import may_stand
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.decisions import Irregular
    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.terms import Point, PointSet


def waits(branch: Branch, made: Sequence[Reading], pressed_ns: int, now_ns: int) -> bool:
    """Whether more has to be seen before a press is judged: what had been done by then is not known yet.

    A move that was seen whole is made whatever other points hide, once it is seen what has changed where nothing could
    be read; a play of Go waits for those, and a stone that two points feel until it has been let go. A man who was felt only then may have landed after the press, which was late: he may not be there yet.
    One who was felt nowhere, or is off again where he was felt, may have captured, but may also be on his way, and soon be
    felt. And where much is strange, a man who has just left may only have been jolted.

    Args:
        made: what may have been completed by it, by what is known now.
    """
    if now_ns - pressed_ns >= UNREAD_MAX_MS * MS:
        return False
    unsettled = branch.judge.silence.unsettled & ~branch.judge.blind
    hidden = bool(made) and put_off.waits(branch, made[0].plies[0], now_ns)
    hidden = hidden or (bool(made) and between_points(branch, made[0], now_ns))
    if unsettled or hidden or (made and gone_on_unread(branch, made[0], pressed_ns)):
        return True
    soon = now_ns < pressed_ns + _landing_ns(branch)
    if soon and (
        replies.felt_nowhere(branch, made[0].plies[0])
        or gone_on_unfelt(branch, made[0], pressed_ns)
        if made
        else _may_capture(branch, now_ns) or _seems_another(branch, pressed_ns)
    ):
        return True
    young_ns = now_ns - branch.judge.timings.bump_ms * MS
    if not made and any(edge.at_ns > young_ns for edge in branch.edges):
        return True
    if not made and _may_be_taken(branch, pressed_ns, now_ns):
        return True
    if not made or made[0].irregular or made[0].plies[0].unseen:
        return bool(branch.judge.awaited(now_ns))
    jolt_ns = branch.judge.timings.bump_ms * MS
    if odd(made[0]) and any(now_ns - at_ns < jolt_ns for at_ns in made[0].in_air.values()):
        return True
    late = [edge.at_ns for edge in _edges(branch, made[0].plies[0]) if _late(edge, pressed_ns)]
    alone = len(made[0].plies) == 1
    return alone and bool(late) and now_ns - max(late) < branch.judge.timings.settle_ms * MS


def gone_on_unread(branch: Branch, reading: Reading, pressed_ns: int) -> list[Complete]:
    """Other moves of the man of the only ply, who may have gone on before the press where nothing can be read since.

    He had not stood for as long as he would to be released, by what was felt of him.
    """
    ply, silence, judge = reading.plies[0], branch.judge.silence, branch.judge
    move, unread = ply.move, silence.points & ~judge.blind
    if len(reading.plies) > 1 or move.target is None or not unread >> move.target & 1:
        return []
    began_ns, at = silence.began_ns(move.target), by_point(branch.edges)
    stood_ns = began_ns - max((e.at_ns for e in at.get(move.target, ())), default=0)
    if stood_ns >= judge.timings.settle_ms * MS or began_ns > pressed_ns:
        return []
    seen, passed = unread | point_set(at), {move.origin: 1, move.target: len(at[move.target])}
    used = {point: n for point, n in passed.items() if point is not None}
    return [
        Complete(
            ply=replace(Ply.at(other, began_ns, unseen=True), cursors=used),
            unseen=other.footprint.changes & unread,
        )
        for other in branch.position.moves()
        if other.origin == move.origin is not None and other.target != move.target
        if other.footprint.places & unread and not other.footprint.changes & ~seen
        if other.text not in branch.asked
    ]


def gone_on_unfelt(branch: Branch, reading: Reading, pressed_ns: int) -> list[Complete]:
    """Other moves of the man of the only ply, who is off the new point since before the press: to a point that felt nothing.

    Nobody presses with him in the hand, and the opponent, who may be taking him there, has no man in the hand who can.
    """
    ply, judge = reading.plies[0], branch.judge
    move, at = ply.move, by_point(branch.edges)
    if len(reading.plies) > 1 or move.target is None or not judge.game.men_move:
        return []
    left_ns = reading.in_air.get(move.target, pressed_ns)
    if left_ns > pressed_ns - CARRIED_MS * MS or not replies.taken_up_again(branch, reading):
        return []
    answers = branch.play(branch.position, move).moves()
    if any(m.origin in reading.in_air and move.target in m.captured for m in answers):
        return []
    passed = {move.origin: 1, move.target: len(at[move.target])}
    used = {point: n for point, n in passed.items() if point is not None}
    return [
        Complete(ply=replace(Ply.at(other, left_ns, unseen=True), cursors=used), wrong=1 << silent)
        for other in branch.position.moves()
        if other.origin == move.origin is not None and other.text not in branch.asked
        if (silent := other.target) is not None and silent not in at
        if not other.footprint.changes & ~(point_set(at) | 1 << silent)
    ]


def one_of(moves: Sequence[Complete], hidden: Sequence[Complete]) -> Complete | Ask:
    """The move that a press has completed, or the question which; `hidden`: which may have been made out of sight."""
    if hidden:
        return Ask(moves=(*moves, *hidden), reason=DOUBT)
    return Ask(moves=tuple(moves), reason="two-moves-fit") if len(moves) > 1 else moves[0]


def upon(found: Complete, made: Complete | Ask) -> Complete | Ask:
    """What is made of a move after second thoughts: the press upon it has completed it whatever else is thought of."""
    if found.by != "pressed" or not isinstance(made, Complete) or made.ply.move != found.ply.move:
        return made
    return replace(made, by="pressed")


def deadlines(branch: Branch, pressed_ns: int) -> list[int]:
    """When a press is judged, and when no point is waited for any more."""
    unread_ns = (ns + UNREAD_MAX_MS * MS for ns in (branch.judge.silence.since_ns, pressed_ns))
    seen_ns = (pressed_ns + branch.judge.glance_ns, pressed_ns + branch.judge.grace_ns)
    return [*seen_ns, pressed_ns + _landing_ns(branch), *unread_ns]


def nothing_told(branch: Branch, pressed_ns: int) -> bool:
    """Whether something was done that may have been done before a press or after it: it is held against nobody."""
    return any(_late(edge, pressed_ns) for edge in branch.edges)


def untold(branch: Branch, pressed_ns: int) -> bool:
    """Whether nobody can tell if what was done had been done by a press that completes nothing."""
    in_hand = _in_hand(branch, pressed_ns)
    return nothing_told(branch, pressed_ns) or in_hand or turns.upon_his_own(branch)


def open_still(branch: Branch, pressed_ns: int) -> int | None:
    """The press, where it may still be seen that a man was in the hand at it; else None: it is over."""
    return pressed_ns if _in_hand(branch, pressed_ns) else None


def _in_hand(branch: Branch, pressed_ns: int) -> bool:
    """Whether a man who was off at a press has been felt nowhere: he is in the hand, or stands where nothing is felt.

    He was in the hand for certain once something is set down that may be he: where the opponent has no man off, or in the
    place of one whom he may capture.
    """
    if not branch.judge.game.men_move:
        return False
    position, by_ns = branch.position, pressed_ns + branch.judge.grace_ns
    own: set[Point | None] = set()
    theirs: set[Point] = set()
    # From a point that he has passed he needs so long to where he is set down, and another moment to the clock.
    at, soon_ns = by_point(branch.edges), pressed_ns - CARRIED_MS * MS
    over = {p for p, e in at.items() if not e[-1].placed and e[-1].at_ns <= soon_ns}
    over = {p for p in over if position.man_at(p) is None}
    for edge in branch.edges:
        man, before = position.man_at(edge.point), edge.at_ns <= by_ns
        if before and edge.point in over:
            continue  # he has passed there, and is not where he was felt
        if edge.placed:
            taken = (m.target for m in position.moves() if m.origin in own)
            if before or not theirs or edge.point in theirs & set(taken):
                return False
            theirs.discard(edge.point)
        elif man is not None and man.side == position.side_to_move:
            own |= {edge.point} if before else set()
        elif man is not None and not before:
            theirs.add(edge.point)
    return bool(own)


def made_by(branch: Branch, readings: Sequence[Reading], pressed_ns: int) -> list[Reading]:
    """The readings whose first move may have been made when the clock was pressed."""
    by_ns = pressed_ns + branch.judge.grace_ns
    return [
        reading
        for reading in readings
        if reading.plies
        and _done_by(branch, reading.plies[0], by_ns)
        and not too_quick(reading.plies[0], pressed_ns, branch.judge.timings)
        and (_taken(reading) or not _off_again(branch, reading.plies[0], pressed_ns))
        and (
            not reading.irregular
            or replies.replying(branch, reading)
            or _gone_on(branch, reading)
            or _besides(branch, reading)
            or _choice_changed(branch, reading)
        )
    ]


def moved_twice(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether a side has pressed upon a second move of its own: the first one stands."""
    if found.by != "pressed" or not found.unexplained:
        return False
    # What is made of it for a moment to come is not to be remembered.
    readings = branch.copied().readings(now_ns + branch.judge.timings.settle_ms * MS, made=True)
    return any(_gone_on(branch, r) for r in readings if r.first == found.ply.move)


def _gone_on(branch: Branch, reading: Reading) -> bool:
    """All that one move, seen whole, leaves unexplained is that its side has moved another man after it.

    Where sensors are bad, or points cannot be read, the opponent may have moved between.
    """
    unread = branch.blinded | branch.judge.blind | branch.judge.silence.points
    if unread or len(reading.plies) > 1 or not (len(reading.came) == len(reading.in_air) == 1):
        return False
    ply, (left,) = reading.plies[0], reading.in_air
    man, after_ns = branch.position.man_at(left), ply.landed_ns + GLITCH_MS * MS
    own = man is not None and man.side == ply.move.side and left != ply.move.target
    came = (e.at_ns for e in branch.edges if e.placed and e.point == reading.came[0])
    return own and not ply.unseen and after_ns < reading.in_air[left] < max(came)


def _may_capture(branch: Branch, now_ns: int) -> bool:
    """Whether a man who is off may have captured where a sensor does not show it; nobody has been set down."""
    if any(edge.placed for edge in branch.edges):
        return False
    off = branch.copied().readings(now_ns)[0].in_air
    captures = (move for move in branch.position.moves() if move.target in move.captured)
    return any(move.origin in off for move in captures)


def _seems_another(branch: Branch, pressed_ns: int) -> bool:
    """Whether a man had been set down by a press where a move sets one down, and his sensor tells of another: it may tell late."""
    by_ns = pressed_ns + branch.judge.grace_ns
    at = by_point(edge for edge in branch.edges if edge.at_ns <= by_ns)
    seen = point_set(at)
    odd = point_set(point for point, edges in at.items() if len(edges) % 2)
    return any(
        at[move.target][-1].placed and not may_stand(at[move.target][-1], move)
        for move in branch.position.moves()
        if move.target in at
        and not (odd & ~move.footprint.changes | move.footprint.changes & ~seen)
    )


def _may_be_taken(branch: Branch, pressed_ns: int, now_ns: int) -> bool:
    """Whether a man who hardly stood where he was felt last before the press may have been set down there, and be taken.

    The opponent has taken up his victim first, and is still at work.
    """
    at, last_ns = by_point(branch.edges), max(e.at_ns for e in branch.edges) if branch.edges else 0
    if now_ns >= max(pressed_ns, last_ns) + _landing_ns(branch):
        return False
    off = {point for point, edges in at.items() if not edges[-1].placed}
    for point, edges in at.items():
        if len(edges) < 2 or edges[-1].placed or Pair(*edges[-2:]).ms < GLITCH_MS:
            continue
        stood_ns, left_ns = (edge.at_ns for edge in edges[-2:])
        on = any(edge.placed and edge.at_ns > left_ns for edge in branch.edges)
        moves = (m for m in branch.position.moves() if m.target == point)
        move = next((m for m in moves if m.origin in off), None)
        if on or move is None or stood_ns > pressed_ns + branch.judge.grace_ns:
            continue
        after = branch.play(branch.position, move)
        return any(point in reply.captured for reply in after.moves())
    return False


def _off_again(branch: Branch, ply: Ply, pressed_ns: int) -> bool:
    """Whether its man hardly stood where he was felt; or its stone (Go) was off by the press, and had not been released there.

    Nobody presses with it in the hand: it lies where nothing feels it.
    """
    if branch.judge.game.men_move or replies.hardly_stood(branch, ply):
        return replies.hardly_stood(branch, ply)
    own = [e for e in branch.edges if e.point == ply.move.target and e.at_ns <= pressed_ns]
    own = [e for e in own if not e.soft]  # who is only pushed is not off
    off = len(own) > 1 and not own[-1].placed
    return off and Pair(*own[-2:]).ms < branch.judge.timings.release_ms


def _taken(reading: Reading) -> bool:
    """Whether the man of the first ply was taken by the second, where he stands."""
    return any(reading.plies[0].move.target in ply.move.captured for ply in reading.plies[1:2])


def in_vain(branch: Branch, pressed_ns: int, now_ns: int) -> Irregular:
    """What is to be said of a press that completes nothing: only what had been done by then counts."""
    by_ns, before = pressed_ns + branch.judge.grace_ns, branch.copied()
    answer = _in_answer(branch, now_ns)
    before.edges = [
        edge
        for edge in branch.edges
        if not answer >> edge.point & 1 and (edge.at_ns <= by_ns or _late(edge, by_ns))
    ]
    best = before.readings(now_ns + branch.judge.timings.settle_ms * MS, made=True)[0]
    found = captured_in_vain(before, best, branch.judge.timings.ask_ms) or best
    made = fault(branch if _put_back(branch) else before, found, now_ns, pressed=True)
    put_off.relive(branch)
    return made


def _in_answer(branch: Branch, now_ns: int) -> PointSet:
    """Men of the opponent's taken up by their own player, in haste, to answer a move that has been felt only after the press."""
    best = branch.copied().readings(now_ns + branch.judge.timings.settle_ms * MS, made=True)[0]
    if not best.plies or best.irregular or not branch.judge.game.men_move:
        return 0
    ply, side = best.plies[0], branch.position.side_to_move
    haste_ns = ply.landed_ns - HASTE_MS * MS
    his = (
        edge
        for edge in left_over(branch.edges, ply.cursors, ply.done_ns)
        if not edge.placed and edge.at_ns > max(ply.first_ns, haste_ns)
    )
    men = ((edge.point, branch.position.man_at(edge.point)) for edge in his)
    return point_set(point for point, man in men if man is not None and man.side != side)


def _put_back(branch: Branch) -> bool:
    """Whether all who were off stand where they stood, and nobody stands elsewhere: no move has been made at all."""
    pairs = by_point(branch.edges)
    men = all(branch.position.man_at(p) is not None and e[-1].placed for p, e in pairs.items())
    return bool(pairs) and men and branch.judge.game.men_move


def _landing_ns(branch: Branch) -> int:
    """For how long a man who was in the hand as the clock was pressed is waited for."""
    return branch.judge.timings.irregular_ms * MS


def _besides(branch: Branch, reading: Reading) -> bool:
    """Whether all that is against the law was done besides a play (Go): stones were taken off, or a second one was played."""
    besides = not reading.came or second_stone(branch) is not None
    return besides and len(reading.plies) == 1 and not branch.judge.game.men_move


def _choice_changed(branch: Branch, reading: Reading) -> bool:
    """Whether all that is against the law is that another man stands where a pawn has become one (FIDE-4.4.4).

    A sensor that tells of another in the very moment in which the one before was felt last may be wrong.
    """
    ply, places = reading.plies[0], reading.plies[0].move.footprint.places
    if not ply.sensed or len(reading.plies) > 1 or reading.unexplained != places:
        return False
    left, came = [edge.at_ns for edge in branch.edges if edge.point == ply.move.target][-2:]
    return left < came


def _done_by(branch: Branch, ply: Ply, by_ns: int) -> bool:
    """Whether all of it was done by a time, or seen whole later where it may have been done by then.

    Men captured at draughts come off last: who is off by now was not left on, though he was just then. A sensor that tells of the captor in the very moment in which it felt his victim last may have felt the victim for too long.
    """
    last = branch.judge.game.captured_last and bool(ply.move.captured) and not ply.unseen
    if (ply.landed_ns if last else ply.done_ns) <= by_ns:
        return True
    edges = _edges(branch, ply)
    over = {b.point for a, b in pairwise(edges) if (a.point, a.at_ns) == (b.point, b.at_ns)}
    known = over | felt_again_with(branch, by_ns)
    return not ply.unseen and all(
        e.at_ns <= by_ns or _late(e, by_ns) or e.point in known for e in edges
    )


def _late(edge: Edge, pressed_ns: int) -> bool:
    """Whether what this tells of may have been done before a press, and was seen only after it."""
    return edge.blind and edge.unread_ns <= pressed_ns < edge.at_ns


def _edges(branch: Branch, ply: Ply) -> list[Edge]:
    """What was seen of this first ply, at the points that it changes."""
    changes = ply.move.footprint.changes
    used = by_point(branch.edges).items()
    return [
        edge
        for point, edges in used
        if changes >> point & 1
        for edge in edges[: ply.cursors.get(point, 0)]
    ]
