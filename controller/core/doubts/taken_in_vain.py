"""A man who has taken another's place, which no legal move does, and is felt only where that one stood.

Nothing tells it from a man of the opponent's who was touched while this one was in the hand, or has captured where nobody saw it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.doubts.instead import exchanged_in_a_jolt, held_through, jolted_beside
from controller.core.inference import in_hand, replies
from controller.core.inference.completing import fault
from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.plies import before_ms
from controller.core.inference.prices import GLITCH_MS, HOLD_MS, JOLT_MS, TOUCHED_MS
from controller.core.sensing.marks import fits
from controller.core.settings import MS
from rules.terms import points_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from controller.core.inference.decisions import Complete, Irregular
    from controller.core.inference.reading import Reading
    from controller.core.tracking.branch import Branch
    from rules.game import Position
    from rules.terms import Point, Side


def captured_in_vain(branch: Branch, best: Reading, quiet_ms: float) -> Reading | None:
    """The one man that is off its point has taken another's place, which no legal move does.

    Where that one was off for a short moment only, he may have been touched by the hand that still holds the other.

    Args:
        quiet_ms: for how long nothing more has been done.

    Returns:
        What is to be said of it; None where nothing was exchanged while the man was in the air.
    """
    if best.plies or best.irregular or best.under_way is not None or len(best.in_air) != 1:
        return None
    judge = branch.judge
    (origin, lifted_ns), *_ = best.in_air.items()
    for point, pair in _exchanged(branch, origin, lifted_ns):
        short = pair.ms < TOUCHED_MS or _untouchable(branch, point)
        held = short and quiet_ms < judge.timings.ask_ms
        if not held and pair.ms >= judge.timings.bump_ms:
            points = 1 << origin | 1 << point
            return replace(best, unexplained=points, stood_ns=pair.second.at_ns)
    return None


def named_without_move(branch: Branch, readings: Sequence[Reading], now_ns: int) -> Irregular:
    """What no legal move explains, by the cheapest reading in which none was made."""
    plain = next((r for r in readings if not r.plies), readings[0])
    return fault(branch, _with_captured(branch, plain), now_ns)


def _with_captured(branch: Branch, found: Reading) -> Reading:
    """What no legal move explains, with the man whose place was taken by the one who is off and stands nowhere.

    The opponent has replied since: only his man has come to a new point.
    """
    side, own = branch.position.side_to_move, []
    for point, at_ns in found.in_air.items():
        man = branch.position.man_at(point)
        if man is not None and man.side == side:
            own.append((point, at_ns))
    if found.plies or not branch.judge.game.men_move or len(own) != 1 or len(found.in_air) != 2:
        return found
    if len(found.came) != 1:
        return found
    ((origin, lifted_ns),) = own
    for point, pair in _exchanged(branch, origin, lifted_ns):
        if not found.unexplained >> point & 1 and pair.ms >= JOLT_MS:
            return replace(found, unexplained=found.unexplained | 1 << point)
    return found


def hand_may_return(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether a man may be in the hand still who was felt before he had left his point: far from there, or for long beside it."""
    timings, move = branch.judge.timings, found.ply.move
    last = branch.edges[-1] if branch.edges else None
    if found.by != "settled" or move.choice or last is None or last.point != move.origin:
        return False
    if now_ns - last.at_ns >= timings.ask_ms * MS:
        return False
    near = branch.judge.game.neighbours(move.origin or 0) >> (move.target or 0) & 1
    dragged_ms = timings.together_ms if near else GLITCH_MS + timings.sweep_ms
    return (before_ms(branch.edges, found.ply) or 0.0) > dragged_ms


def replied_to(branch: Branch, found: Irregular) -> bool:
    """Whether one of the opponent's men was plainly exchanged for another, which no legal move does, and he has replied.

    No sensor need be wrong for that. Only where he may capture elsewhere in the hand, and was lifted first, the opponent may
    have touched his own man since.
    """
    judge, reading, side = branch.judge, found.reading, branch.position.side_to_move
    if judge.blind or branch.blinded or reading.plies or not judge.game.men_move:
        return False
    men = {p: man.side for p in reading.in_air if (man := branch.position.man_at(p)) is not None}
    own = [point for point, whose in men.items() if whose == side]
    if (len(own), len(reading.in_air), len(reading.came)) != (1, 2, 1):
        return False
    (origin,) = own
    exchanged = dict(_victims(branch, origin, reading.in_air[origin], side))
    first = any(pair.first.at_ns < reading.in_air[origin] for pair in exchanged.values())
    return first or (bool(exchanged) and not in_hand.captures(branch, origin))


def doubtful(branch: Branch, found: Complete) -> bool:
    """Whether only people know whether this was made: all that was seen of it may have been something else."""
    return (
        held_through(branch, found)
        or exchanged_in_a_jolt(found)
        or captured_elsewhere(branch, found)
        or _put_back_out_of_turn(branch, found)
    )


def _put_back_out_of_turn(branch: Branch, found: Complete) -> bool:
    """Whether the man who seems captured may rather have captured, though it was not his turn, and been put back since.

    He was lifted first, and the other one's place was taken; now that one is off, and will be put back, too.
    """
    move, at = found.ply.move, by_point(branch.edges)
    if found.by == "pressed" or move.origin is None or move.captured != (move.target,):
        return False
    own, other = at.get(move.origin, []), at.get(move.captured[0], [])
    if (len(own), len(other)) != (3, 2) or not other[0].at_ns < own[0].at_ns:
        return False
    if own[2].at_ns >= other[1].at_ns or Pair(*own[:2]).ms < branch.judge.timings.bump_ms:
        return False
    his = branch.position.play_irregular(None, None, ()).moves()
    return any(m.origin == move.target and move.origin in m.captured for m in his)


def jolted_or_captured_elsewhere(branch: Branch, made: Complete) -> bool:
    """Whether nothing that is played on tells that a move was made: what was seen of it may have been a jolt, or another capture."""
    return jolted_beside(branch, made) or captured_elsewhere(branch, made)


def captured_elsewhere(branch: Branch, found: Complete) -> bool:
    """Whether the man of a capture that nobody saw may have taken another's place, against the law.

    The man who stood there, one of his own perhaps if nobody has replied before, was off meanwhile for longer than one who is
    jolted; or one of the opponent's for a moment, far from where this man came from and where he would have captured, so that no
    hand has jolted him.
    """
    move, timings = found.ply.move, branch.judge.timings
    if move.origin is None or not (found.ply.unseen and move.footprint.exchanges):
        return False
    lifted_ns, men = replies.lifted_ns(branch, found.ply), branch.position.man_at
    lifts = [(e.at_ns, man.side) for e in branch.edges if (man := men(e.point)) is not None]
    beside = branch.judge.game.neighbours(move.origin)
    for point in points_of(move.footprint.exchanges):
        beside |= branch.judge.game.neighbours(point)
    for point, pair in _exchanged(branch, move.origin, lifted_ns):
        if move.footprint.changes >> point & 1:
            continue
        man, until_ns = men(point), pair.second.at_ns
        theirs = man is not None and man.side != move.side
        replied = any(side != move.side and at_ns < until_ns for at_ns, side in lifts)
        if pair.ms >= timings.bump_ms and (theirs or not replied):
            return True
        if theirs and pair.ms >= GLITCH_MS and not beside >> point & 1:
            return True
    return False


def beside_an_exchange(branch: Branch, made: Complete) -> bool:
    """Whether a man whose landing was not felt may have taken another's place instead, against the law."""
    move = made.ply.move
    lifts = [e.at_ns for e in branch.edges if e.point == move.origin and not e.placed]
    if move.origin is None or not lifts or not made.wrong & move.footprint.fills:
        return False
    victims = _victims(branch, move.origin, lifts[-1], move.side)
    return any(not move.footprint.changes >> point & 1 for point, _ in victims)


def stood_for_another(branch: Branch, made: Complete) -> bool:
    """Whether the man of the move stood first where one of his own did, whose sensor feels nobody since: a hand may have him."""
    move, at = made.ply.move, by_point(branch.edges)
    lifts = [e.at_ns for e in branch.edges if e.point == move.origin and not e.placed]
    for point in points_of(made.wrong & ~move.footprint.changes) if lifts else ():
        match at.get(point, []):
            case [lift, came, left] if lifts[0] < came.at_ns and left.at_ns < made.ply.landed_ns:
                return not lift.placed and Pair(came, left).ms >= HOLD_MS
    return False


def _victims(
    branch: Branch, origin: Point, lifted_ns: int, side: Side
) -> Iterator[tuple[Point, Pair]]:
    """Men of this side's opponent who were off for longer than a jolt while its man from `origin` was in the air, see `_exchanged`."""
    for point, pair in _exchanged(branch, origin, lifted_ns):
        man = branch.position.man_at(point)
        if man is not None and man.side != side and pair.ms >= branch.judge.timings.bump_ms:
            yield point, pair


def _exchanged(branch: Branch, origin: Point, lifted_ns: int) -> Iterator[tuple[Point, Pair]]:
    """Where another man stands again, or the one of `origin` who was lifted at this time, and when nobody stood there last."""
    position, mover = branch.position, branch.position.man_at(origin)
    for point, edges in by_point(branch.edges).items():
        if position.man_at(point) is None or len(edges) % 2 or edges[0].placed:
            continue
        if branch.judge.knocked(edges[-2], branch.edges):
            continue
        lift, back = edges[-2:]
        if back.at_ns <= lifted_ns:
            continue
        if mover is not None and not fits(back.mark, mover):
            continue  # the man who stands there is another, as the sensor tells
        if not _taking(
            position, point, origin
        ):  # his victim is in his hand, and he has only been put back
            yield point, Pair(lift, back)


def _taking(position: Position, origin: Point, victim: Point) -> bool:
    """Whether the man of one point may take the place of the other's, whom he captures."""
    return any(m.origin == origin and m.footprint.exchanges >> victim & 1 for m in position.moves())


def _untouchable(branch: Branch, point: Point) -> bool:
    """Whether to touch this man is a foul that is named as such: nobody may capture him, and so the hand has hardly meant to."""
    fouls = branch.judge.game.touch_fouls(branch.position, [point], branch.judge.rulebook)
    return bool(fouls) and branch.strict
