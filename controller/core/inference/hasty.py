"""A capture so quick that the victim may only have been jolted: what its man in the hand does next tells (decision 6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.prices import MOVED_MS
from controller.core.sensing.debounce import absences
from controller.core.sensing.marks import differ
from controller.core.settings import MS

if TYPE_CHECKING:
    from controller.core.inference.decisions import Ask, Complete
    from controller.core.inference.plies import Ply
    from controller.core.inference.reading import Reading
    from controller.core.tracking.branch import Branch
    from rules.game import Move


def is_hasty(branch: Branch, ply: Ply) -> bool:
    """Whether the capture was so quick that the victim may only have been jolted."""
    target = ply.move.target
    if target is None or not ply.move.footprint.exchanges >> target & 1 or ply.unseen:
        return False
    used = by_point(branch.edges).get(target, [])[: ply.cursors.get(target, 0)]
    if len(used) < 2:  # the ply before it has used it up
        return False
    pair = Pair(used[-2], used[-1])
    return pair.ms < branch.judge.timings.bump_ms and not differ(pair.first.mark, pair.second.mark)


def put_back(branch: Branch, reading: Reading) -> bool:
    """Whether a man has been felt since on the point that the man of so quick a capture had left: he is put back, it seems.

    If somebody is only passing there, he is gone again soon; and one who has replied to that point is another.
    """
    ply = reading.plies[0]
    if any(later.move.target == ply.move.origin for later in reading.plies[1:]):
        return False
    own = [edge for edge in branch.edges if edge.point == ply.move.origin]
    since = own[ply.cursors.get(ply.move.origin, 0) :] if ply.move.origin is not None else []
    return len(since) % 2 == 1 and since[-1].placed and is_hasty(branch, ply)


def felt_again(branch: Branch, reading: Reading, now_ns: int) -> bool:
    """Whether a man who was off no longer than a jolt is felt again, and has not stood yet, where a ply of this reading takes him from.

    Was he jolted, it was not made. At first that is nothing to speak of in this reading, and all that another one lacks: time tells.
    """
    if not branch.judge.game.men_move:
        return False
    timings, empty = branch.judge.timings, 0
    for ply in reading.plies:
        empty = (empty | ply.move.footprint.empties) & ~ply.move.footprint.fills
    stood_ns = now_ns - timings.settle_ms * MS
    pairs = (edges[-2:] for edges in by_point(branch.edges).values() if len(edges) > 1)
    back = [Pair(*pair) for pair in pairs if pair[1].placed and pair[1].at_ns > stood_ns]
    return any(empty >> off.first.point & 1 and off.ms < timings.bump_ms for off in back)


def may_be_none(branch: Branch, ask: Ask) -> bool:
    """Whether perhaps none of several moves has been made: nobody felt where their men stand, or all that was felt were jolts."""
    plies = [made.ply for made in ask.moves]
    return all(ply.unseen for ply in plies) or all(is_hasty(branch, ply) for ply in plies)


def may_be_a_reply(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether he who landed may be a man of the opponent, who left beside there just then and is still off: he has slid there.

    He replies to another move of this man then, whose landing nobody felt. What is done next tells, or a press, or time.
    """
    move, ply, game = found.ply.move, found.ply, branch.judge.game
    if found.by != "settled" or not game.men_move or move.target is None or branch.judge.tells:
        return False
    if now_ns - ply.landed_ns >= branch.judge.timings.ask_ms * MS:
        return False
    beside, at = game.neighbours(move.target), by_point(branch.edges)
    slid = {
        point
        for point, edges in at.items()
        if beside >> point & 1 and len(edges) % 2 and not edges[-1].placed
        if not edges[-1].blind and 0 <= ply.landed_ns - edges[-1].at_ns < MOVED_MS * MS
        if (man := branch.position.man_at(point)) is not None and man.side != move.side
        if not move.footprint.lifts >> point & 1
    }
    others = (m for m in branch.position.moves() if m.origin == move.origin and m != move)
    return bool(slid) and any(
        reply.origin in slid and reply.target == move.target
        for other in others
        for reply in branch.play(branch.position, other).moves()
    )


def may_have_pushed(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether the man may stand where another was jolted as this one was set down beside him: he has captured that one, and pushed him here.

    He is taken up soon then. A reply or a press tells that this was the move, unless he has been, and so does time.
    """
    if found.by != "settled":
        return False
    if now_ns - found.ply.landed_ns >= branch.judge.timings.ask_ms * MS:
        return False
    return bool(captures_that_push(branch, found.ply))


def captures_that_push(branch: Branch, ply: Ply) -> list[Move]:
    """Captures of this man beside where he was felt, of whoever was jolted just then.

    The captured man may be felt there just before he is gone from his point, or just after his captor is felt on it.
    """
    move, game, timings = ply.move, branch.judge.game, branch.judge.timings
    if move.captured or move.target is None or not game.men_move:
        return []
    beside, at = game.neighbours(move.target), by_point(branch.edges)
    apart_ns = timings.lift_ms * MS
    jolted = {
        point
        for point, edges in at.items()
        if beside >> point & 1
        for lift, back in absences(edges)
        if back is not None and lift.mark is None
        if lift.at_ns - apart_ns <= ply.landed_ns <= back.at_ns + apart_ns
        if Pair(lift, back).ms < timings.bump_ms
    }
    rivals = branch.position.moves() if jolted else ()
    return [
        rival
        for rival in rivals
        if rival.origin == move.origin and rival.target in jolted
        if rival.target in rival.captured
    ]


def may_be_swept(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether a sleeve may have dragged along what this play would take (Go), and is about to be made good."""
    quiet_ms = (now_ns - branch.edges[-1].at_ns) / MS if branch.edges else 0
    soon = found.by == "settled" and quiet_ms < branch.judge.timings.irregular_ms
    return soon and swept_along(branch, found.ply.move, found.ply.landed_ns)


def swept_along(branch: Branch, move: Move, landed_ns: int) -> bool:
    """Whether stones that this play (Go) takes had left before its own came, in one moment with one that it does not take."""
    men, soon_ns = branch.position.occupied, branch.judge.timings.together_ms * MS
    if branch.judge.game.men_move:
        return False
    off = [e for e in branch.edges if not e.placed and men >> e.point & 1 and e.at_ns < landed_ns]
    taken = [edge.at_ns for edge in off if edge.point in move.captured]
    others = [edge.at_ns for edge in off if edge.point not in move.captured]
    return any(abs(one - other) < soon_ns for one in taken for other in others)
