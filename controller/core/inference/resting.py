"""What may have been done although the board is at rest again, every man seeming to stand where he stood."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference.decisions import Complete, likely
from controller.core.inference.evidence import Pair, by_point, swapped
from controller.core.inference.hasty import swept_along
from controller.core.inference.plies import Ply
from controller.core.inference.prices import GLITCH_MS
from controller.core.sensing.marks import may_stand
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import Point


def may_have_gone_round(branch: Branch) -> bool:
    """Whether a man that stands where it stood may have captured and come back to its point."""
    touched = {edge.point for edge in branch.edges}
    return any(m.origin == m.target and m.origin in touched for m in branch.position.moves())


def stands_again(branch: Branch, now_ns: int) -> bool:
    """Whether all that was done is that stones of the game (Go) were off for a while, and stand again, each its own."""
    return not (went_unseen(branch, now_ns) or undone(branch)) and all(
        (man := branch.position.man_at(point)) is not None
        and len(edges) % 2 == 0
        and not swapped(edges, man, makes_way=False)
        for point, edges in by_point(branch.edges).items()
    )


def played_back(branch: Branch) -> bool:
    """Whether men stood at two points where none stands, each for as long as a move needs: these were plies, and no touches.

    Where a clock waits for its press one may have tried both.
    """
    if branch.wait_for_press or not branch.judge.game.men_move:
        return False
    settle_ms, at = branch.judge.timings.settle_ms, by_point(branch.edges)
    stood = [e for e in at.values() if len(e) > 1 and e[0].placed and Pair(*e[:2]).ms >= settle_ms]
    return len(stood) > 1


def undone(branch: Branch) -> bool:
    """Whether a capture may have been made and undone, or a point been left and taken, so that people are asked about it."""
    return bool(put_back_at_once(branch) or taken_back_or_retaken(branch) or left_and_taken(branch))


def put_back_at_once(branch: Branch) -> list[Move]:
    """Captures that one sensor hides which feels its neighbour's man too: both men seem put back in the same moment.

    No hand does that. Men that were jolted leave together, and soon stand again.
    """
    timings = branch.judge.timings
    pairs = {
        point: Pair(*edges[-2:])
        for point, edges in by_point(branch.edges).items()
        if len(edges) > 1 and edges[-1].placed and not edges[-1].blind
    }
    held = {point: pair for point, pair in pairs.items() if pair.ms >= timings.bump_ms}
    if len(held) < 2:
        return []
    return [
        move
        for move in branch.position.moves()
        if move.origin in held and move.target in held and move.captured == (move.target,)
        if move.text not in branch.asked
        and branch.judge.game.neighbours(move.origin) >> move.target & 1
        and _at_once(held[move.origin], held[move.target])
    ]


def left_and_taken(branch: Branch) -> list[tuple[Move, Point]]:
    """Moves to a point that is known to tell nothing, and whence the opponent has replied to where its man had stood.

    His old point feels the man on the new one, so that both men seem put back in the same moment.
    """
    at, blind = by_point(branch.edges), branch.judge.blind
    if not blind or len(at) < 2:
        return []
    off = {point: Pair(*edges[:2]) for point, edges in at.items() if len(edges) > 1}
    return [
        (move, reply.origin)
        for move in branch.position.moves()
        if move.origin in off and move.footprint.fills & blind and not move.captured
        if move.text not in branch.asked
        for reply in branch.play(branch.position, move).moves()
        if reply.target == move.origin and reply.origin in off
        if _back_together(branch, off[move.origin], off[reply.origin])
    ]


def _back_together(branch: Branch, first: Pair, second: Pair) -> bool:
    """Whether two men who were lifted one after the other seem put back in the same moment."""
    apart_ns = second.first.at_ns - first.first.at_ns
    return (
        not (first.first.placed or second.first.placed or first.second.blind or second.second.blind)
        and apart_ns > branch.judge.timings.together_ms * MS
        and second.ms >= branch.judge.timings.bump_ms
        and _at_once(first, second)
    )


def _at_once(one: Pair, other: Pair) -> bool:
    return abs(one.second.at_ns - other.second.at_ns) < GLITCH_MS * MS


def went_unseen(branch: Branch, now_ns: int) -> bool:
    """Whether men of which not all was seen may have gone there and back, and nobody has said that they have not.

    Points that cannot be read for the moment may yet show it.
    """
    hidden = branch.judge.blind | branch.judge.awaited(now_ns)
    if not hidden:
        return False
    with branch.judge.blind_at(hidden):
        firsts = [reading.first for reading in likely(branch.readings(now_ns))]
    return None not in firsts or any(m and m.text not in branch.asked for m in firsts)


def taken_back_or_retaken(branch: Branch) -> list[Complete]:
    """Captures (Go) whose stone had been released, all of whose captured stones were off, and that are undone again.

    Their player has taken them back, or his opponent has retaken a ko: the law lets neither be.
    """
    at, timings = by_point(branch.edges), branch.judge.timings
    if branch.judge.game.men_move or len(at) < 2:
        return []
    found = []
    for point, stone in at.items():
        if len(stone) != 2 or Pair(*stone).ms < timings.release_ms:
            continue
        move = branch.position.by_text(branch.judge.game.points[point])
        if move is None or move.text in branch.asked or not may_stand(stone[0], move):
            continue
        taken = [at.get(p, []) for p in move.captured]
        if not taken or any(len(e) != 2 or Pair(*e).ms < timings.bump_ms for e in taken):
            continue
        off_ns = max(edges[0].at_ns for edges in taken)
        if off_ns < stone[1].at_ns and not swept_along(branch, move, stone[0].at_ns):
            ply = Ply.at(move, stone[0].at_ns)
            cursors = dict.fromkeys((point, *move.captured), 1)
            done_ns = max(off_ns, ply.done_ns)
            found.append(Complete(ply=replace(ply, done_ns=done_ns, cursors=cursors)))
    return found


def set_back(branch: Branch, ply: Ply) -> bool:
    """Whether this stone (Go) has come where the last play had captured one, after that play's own was taken up, and takes no other yet.

    Who takes that play back does so, and so may who captures its stone in turn: then others follow.
    """
    moved, target = branch.moved, ply.move.target
    if branch.judge.game.men_move or moved not in ply.move.captured or target is None:
        return False
    off = [e.at_ns for e in branch.edges if e.point == moved and not e.placed]
    others = point_set(ply.move.captured) & ~(1 << moved)
    apart_ns = branch.judge.timings.together_ms * MS
    back = branch.uncleared.taken >> target & 1 and others and not others & ~ply.left
    return bool(back) and bool(off) and off[-1] + apart_ns <= ply.landed_ns


def taken_back_before(branch: Branch) -> bool:
    """Whether just before all stood as it did the last stone (Go) was off, and another stood for a while where none does.

    Who takes back a play that had captured one sets that one down; if then he takes it back too, his own stone stands again
    as captured by it, and what is set down next is set back with it.
    """
    at, timings = by_point(branch.rested), branch.judge.timings
    own = at.get(branch.moved or 0, ())[-2:]
    if branch.judge.game.men_move or branch.moved is None or len(own) < 2 or not branch.edges:
        return False
    off, back = own
    if Pair(back, branch.edges[0]).ms >= timings.ask_ms:
        return False
    return any(
        off.at_ns < stood[-2].at_ns
        and stood[-1].at_ns < back.at_ns
        and Pair(stood[-2], stood[-1]).ms >= timings.slide_point_ms
        for point, stood in at.items()
        if branch.position.man_at(point) is None and len(stood) > 1
    )
