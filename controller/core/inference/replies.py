"""Whose hand it is: has the opponent begun to answer, or is the side on move still at work?"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.inference import strangers
from controller.core.inference.between import between_points, stands_between
from controller.core.inference.chattering import trembles
from controller.core.inference.decisions import oddness
from controller.core.inference.evidence import Pair, by_point, left_over
from controller.core.inference.hasty import is_hasty, put_back
from controller.core.inference.plies import off_again_ns
from controller.core.inference.prices import (
    CARRIED_MS,
    FROM_NOWHERE,
    GLITCH_MS,
    JOLT_MS,
    KNOCKED_MIN,
    ODD,
    OVERLAP_MS,
)
from controller.core.inference.stones import hardly_back, not_alone
from controller.core.sensing.marks import tone_of
from controller.core.settings import MS
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.plies import Ply
    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Move, Position
    from rules.terms import Point


def _left_as_he_landed(branch: Branch, reading: Reading) -> bool:
    """Whether another man of the mover's is off who left as he landed: something sweeps over the board, perhaps."""
    ply, position = reading.plies[0], branch.position
    off = (p for p, at_ns in reading.in_air.items() if abs(at_ns - ply.landed_ns) < GLITCH_MS * MS)
    men = (position.man_at(point) for point in off)
    return any(man is not None and man.side == ply.move.side for man in men)


def replied(branch: Branch, reading: Reading, now_ns: int) -> bool:
    """Whether the opponent has begun to answer the first ply."""
    ply = reading.plies[0]
    timings = branch.judge.timings
    crossed = now_ns - ply.landed_ns < timings.slide_point_ms * MS
    if crossed or _left_another(branch, ply, now_ns) or _left_as_he_landed(branch, reading):
        return False
    if len(reading.plies) > 1 or reading.under_way is not None:
        # What nobody saw, or may have seen wrongly, is believed once all that followed has come to rest.
        # Stones that are still being taken off shake others, and one that was only jolted looks like a reply.
        shaken = bool(ply.left) and len(reading.plies) == 2
        unsure = ply.unseen or shaken or _replied_by_victim(branch, reading)
        unsure = unsure or bool(stayed_beside(branch, ply)) or strangers.passes(branch, reading)
        if between_points(branch, reading, now_ns) or not_alone(branch, reading):
            return False
        rest_ns = timings.settle_ms * MS if unsure else 0
        return now_ns - max(edge.at_ns for edge in branch.edges) >= rest_ns
    near = branch.judge.game.neighbours(ply.move.target) if ply.move.target is not None else 0
    after = branch.play(branch.position, ply.move)
    if may_not_stay(branch, reading) or not branch.judge.game.men_move:
        return False  # and nobody answers by taking up a stone of his own
    hardly = hardly_stood(branch, ply) and not taken_there(branch, ply)
    if may_capture(branch, reading) or hardly or stayed_beside(branch, ply):
        return False
    may_move = branch.judge.lookups.of(after).lifted
    for point, at_ns in reading.in_air.items():
        man = after.man_at(point)
        if man is None or man.side != after.side_to_move:
            continue
        if at_ns < ply.landed_ns + GLITCH_MS * MS or not may_move >> point & 1:
            continue  # nobody answers in the very moment of the landing, nor by him: that man was jolted, or is only touched
        if _falls(branch, ply, reading, point):
            return False
        doubtful = (
            near >> point & 1
            or is_hasty(branch, ply)
            or off_again_ns(branch.edges, ply) is not None
        )
        jolted = doubtful and now_ns - at_ns < timings.bump_ms * MS
        if not jolted and not ply.unseen:
            return True
    return False


def gone_on(branch: Branch, reading: Reading, now_ns: int) -> bool:
    """Whether both sides have moved on over the first ply: the third has been made as well, and of stones has been let go."""
    over_ns = branch.judge.timings.release_ms * MS
    return any(
        branch.judge.game.men_move or now_ns - ply.landed_ns >= over_ns for ply in reading.plies[2:]
    )


def stayed_beside(branch: Branch, ply: Ply) -> set[Point]:
    """The points at which its man was felt in the same moment, to which he may have gone, and for longer."""
    left_ns, move = off_again_ns(branch.edges, ply), ply.move
    if left_ns is None:
        return set()
    others = {m.target for m in branch.position.moves() if m.origin == move.origin} - {move.target}
    return {
        point
        for point, edges in by_point(branch.edges).items()
        if point in others
        and edges[0].placed
        and abs(edges[0].at_ns - ply.landed_ns) <= JOLT_MS * MS
        and (len(edges) < 2 or edges[1].at_ns > left_ns)
    }


def _falls(branch: Branch, ply: Ply, reading: Reading, point: Point) -> bool:
    """Whether he who seems to answer left with others whom no answer takes as well: they are falling, perhaps.

    One of the other side alone may have been taken up by his own player, unless the first man left almost with them, or
    somebody has come just then, or that one left in the moment of the landing.
    """
    at_ns, after = reading.in_air[point], branch.play(branch.position, ply.move)
    together_ns = branch.judge.timings.together_ms * MS
    others = [
        p for p, ns in reading.in_air.items() if p != point and abs(ns - at_ns) <= together_ns
    ]
    men = [man.side for p in others if (man := after.man_at(p)) is not None]
    later = by_point(left_over(branch.edges, ply.cursors, ply.done_ns)).values()
    strange = any(e[-1].placed and len(e) % 2 and at_ns - e[-1].at_ns <= together_ns for e in later)
    strange = strange or any(reading.in_air[p] - ply.landed_ns < GLITCH_MS * MS for p in others)
    alone = len(men) == 1 and men[0] != after.side_to_move
    if not men or (alone and at_ns - ply.first_ns > together_ns and not strange):
        return False
    fell = point_set((point, *others))
    return not any(not fell & ~move.footprint.lifts for move in after.moves())


def lifted_ns(branch: Branch, ply: Ply) -> int:
    """When the man of this ply left its point for good; 0 where that was not seen."""
    own = [edge for edge in branch.edges if edge.point == ply.move.origin]
    used = own[: ply.cursors.get(ply.move.origin, 0)] if ply.move.origin is not None else []
    return used[-1].at_ns if used else 0


def seems_to_stand(branch: Branch, reading: Reading) -> bool:
    """Whether an odd reading's only ply is in doubt though all stands as after it.

    Its man stood on at his old point when he is taken to have been set down elsewhere; or all that shows that he is not in
    the hand is a jolt just as he was lifted.
    """
    if oddness(reading) < ODD or not reading.plies:
        return False
    ply, overlap_ns = reading.plies[0], OVERLAP_MS * MS
    if (
        is_hasty(branch, ply)
        and ply.landed_ns - lifted_ns(branch, ply) < branch.judge.timings.bump_ms * MS
    ):
        return True
    own = [e for e in branch.edges if e.point == ply.move.origin]
    return any(
        stood.placed and stood.at_ns < ply.landed_ns < left.at_ns - overlap_ns
        for stood, left in pairwise(own)
    )


def may_capture(branch: Branch, reading: Reading) -> bool:
    """Whether a man is in the air whom the man of the first ply may be capturing instead.

    The new point felt one before that man was lifted, or sooner than he can have been carried there: by itself, perhaps.
    Or what he is taken to have captured may only have been jolted.
    """
    ply = reading.plies[0]
    move = ply.move
    if len(reading.plies) > 1 or not (landed_early(branch, ply) or is_hasty(branch, ply)):
        return False
    return any(point in reading.in_air for point in _in_reach(branch, move))


def landed_early(branch: Branch, ply: Ply) -> bool:
    """Whether the new point felt a man before this one was lifted, or can have been carried there."""
    move = ply.move
    if move.origin is None or move.target is None:
        return False
    near = branch.judge.game.neighbours(move.origin) >> move.target & 1
    return lifted_ns(branch, ply) > ply.landed_ns - (0 if near else CARRIED_MS * MS)


def _may_be_taking(branch: Branch, reading: Reading, now_ns: int) -> bool:
    """Whether a man has been off for no longer than one takes to capture him whom the man of the only ply can take instead.

    The new point may have felt nobody: a sensor that closes by itself while a man is in the hand looks like his landing.
    """
    ply, taking_ns = reading.plies[0], branch.judge.timings.irregular_ms * MS
    if len(reading.plies) > 1 or reading.under_way is not None:
        return False
    mine = _in_reach(branch, ply.move)
    off = (at_ns for point, at_ns in reading.in_air.items() if point in mine)
    return any(at_ns >= ply.landed_ns and now_ns - at_ns < taking_ns for at_ns in off)


def _replied_by_victim(branch: Branch, reading: Reading) -> bool:
    """Whether whoever seems to have replied to a hasty capture is one whom its man may be capturing instead.

    Once its side has moved again, it was not capturing any more.
    """
    if len(reading.plies) != 2 or not is_hasty(branch, reading.plies[0]):
        return False
    return reading.plies[1].move.origin in _in_reach(branch, reading.plies[0].move)


def _in_reach(branch: Branch, move: Move) -> set[Point]:
    """The men whom the man of this move can capture."""
    captures = (m.captured for m in branch.position.moves() if m.origin == move.origin)
    return {point for points in captures for point in points}


def hardly_stood(branch: Branch, ply: Ply) -> bool:
    """Whether its man was felt at the new point no longer than one on its way; whoever takes him there lands there."""
    left_ns = off_again_ns(branch.edges, ply)
    passing_ns = branch.judge.timings.slide_point_ms * MS
    return left_ns is not None and left_ns - ply.landed_ns < passing_ns


def taken_there(branch: Branch, ply: Ply) -> bool:
    """Whether colours tell that an opponent's man came next to where its man was felt: he was taken there, however short he stood."""
    here = [e for e in branch.edges if e.point == ply.move.target and e.at_ns >= ply.landed_ns]
    marks = [edge.mark for edge in here if edge.placed][:2]
    return len({mark.tone for mark in marks if mark is not None}) > 1


def taken_up_again(branch: Branch, reading: Reading) -> bool:
    """Whether its man is off the new point again before he had stood there for long: he may be on his way."""
    ply = reading.plies[0]
    left_ns, rest_ns = off_again_ns(branch.edges, ply), branch.judge.timings.settle_ms * MS
    off = ply.move.target in reading.in_air
    return off and left_ns is not None and left_ns - ply.landed_ns < rest_ns


def _moves_on(branch: Branch, reading: Reading) -> bool:
    """Whether its man has been taken up again, and whoever seems to reply has nobody in the hand who can take him."""
    others = set(reading.in_air) - {reading.plies[0].move.target}
    if not others or not taken_up_again(branch, reading):
        return False
    ply = reading.plies[0]
    replies = branch.play(branch.position, ply.move).moves()
    return not any(m.origin in others and ply.move.target in m.captured for m in replies)


def carried_over(branch: Branch, ply: Ply) -> bool:
    """Whether its man was felt at the new point no longer than one on its way, and no hand was there to take him at once."""
    left_ns = off_again_ns(branch.edges, ply)
    if left_ns is None or not hardly_stood(branch, ply):
        return False
    # What is felt where nobody stood may be he, passing on.
    later = (e for e in branch.edges if e.at_ns > left_ns)
    hands = (e for e in later if e.point == ply.move.target or branch.position.man_at(e.point))
    next_ns = min((e.at_ns for e in hands), default=None)
    return next_ns is None or next_ns - left_ns >= branch.judge.timings.settle_ms * MS


def may_not_stay(branch: Branch, reading: Reading) -> bool:
    """Whether a man stands besides the first ply whom nobody has lifted: if he stays, it was another move.

    He may be the man of that ply, whose new point felt one before he was lifted: by itself, perhaps.
    """
    ply = reading.plies[0]
    early = lifted_ns(branch, ply) > ply.landed_ns
    strange = oddness(reading) >= FROM_NOWHERE
    if not (strange or early):
        return False
    later = by_point(left_over(branch.edges, ply.cursors, ply.done_ns)).values()
    came = [edges[-1].at_ns for edges in later if edges[-1].placed and len(edges) % 2]
    lifted = reading.in_air.values()
    if not lifted:
        return bool(came) or strange
    return any(at_ns < min(lifted) for at_ns in came)


def may_be_replies(edges: Sequence[Edge], ply: Ply) -> dict[Point, Pair]:
    """The last exchange at the target of a ply, of the edges that it has used up.

    The man may have been set down better. Or a reply captured him so soon that he was held to be on his way.
    """
    target = ply.move.target
    if target is None:
        return {}
    own = by_point(edges).get(target, [])[: ply.cursors.get(target, 0)][-3:]
    if len(own) < 3 or any(edge.soft for edge in own):
        return {}
    stood, pair = Pair(own[0], own[1]), Pair(own[1], own[2])
    return {} if min(stood.ms, pair.ms) < GLITCH_MS else {target: pair}


def may_have_gone_on(branch: Branch, reading: Reading, now_ns: int) -> bool:
    """Whether the man of the first ply may have been set down elsewhere.

    It cannot be seen, or not yet again, if he still stands where the ply ends; or too much changes just now to tell. Or he
    was hardly felt there, and nobody has been seen to capture him. Or one has just been lifted whom he may be taking. Or he
    is back where he stood.
    """
    ply, lost = reading.plies[0], branch.judge.silence.points
    if (
        _may_be_taking(branch, reading, now_ns)
        or flooded(branch, now_ns)
        or hardly_back(branch, now_ns)
        or trembles(branch, ply.move)
        or put_back(branch, reading)
        or (len(reading.plies) == 1 and (carried_over(branch, ply) or _moves_on(branch, reading)))
    ):
        return True
    if now_ns < branch.blinded_ns + branch.judge.grace_ns:
        lost |= branch.blinded
    return ply.move.target is not None and bool(lost >> ply.move.target & 1)


def flooded(branch: Branch, now_ns: int) -> bool:
    """Whether men are felt at several more points than a moment ago, as by a chip that is read wrongly: it will be over."""
    came = [e for e in branch.edges if e.placed and now_ns - e.at_ns < GLITCH_MS * MS]
    return len(came) >= KNOCKED_MIN


def untold(branch: Branch, reading: Reading, now_ns: int) -> bool:
    """Whether time alone does not tell that the first ply has been made."""
    unseen = reading.plies[0].unseen or may_have_gone_on(branch, reading, now_ns)
    return unseen or may_capture(branch, reading)


def felt_nowhere(branch: Branch, ply: Ply) -> bool:
    """Whether its man was not felt where he is to stand, though he could be."""
    unread = branch.blinded | branch.judge.blind
    return ply.unseen and not ply.move.footprint.places & unread


def replying(branch: Branch, reading: Reading) -> bool:
    """All that one move leaves unexplained is a man of the opponent's arriving after it.

    Where its own man was not felt, though he could be, it is he who has come elsewhere.
    """
    if len(reading.plies) > 1 or len(reading.came) != 1:
        return False
    ply = reading.plies[0]
    if felt_nowhere(branch, ply) or (ply.unseen and not reading.in_air):
        return False
    came = max(
        (e for e in branch.edges if e.point == reading.came[0] and e.placed), key=lambda e: e.at_ns
    )
    after = branch.play(branch.position, reading.plies[0].move)
    his = came.mark is None or came.mark.tone is tone_of(after.side_to_move)
    if came.at_ns < reading.plies[0].landed_ns or not his:
        return False
    men = [after.man_at(point) for point in reading.in_air]
    return all(man is not None and man.side == after.side_to_move for man in men)


def _left_another(branch: Branch, ply: Ply, now_ns: int) -> bool:
    """Whether a man has just left another point on which this one may have been set down: he may only be jolted there."""
    last = [edges[-1] for edges in by_point(branch.edges).values()]
    new_ns = now_ns - branch.judge.timings.bump_ms * MS
    left = {e.point for e in last if not e.placed and not e.soft and e.at_ns > new_ns}
    return _may_end_on(branch, ply, {p for p in left if branch.position.man_at(p) is None})


def landing_elsewhere(branch: Branch, ply: Ply, now_ns: int) -> bool:
    """Whether a man is felt just now at another point to which this one may have gone: it is soon seen whether he passes.

    Nobody else has been lifted who may be passing there.
    """
    lifted = (e for e in branch.edges if not e.placed and e.at_ns > ply.landed_ns)
    if any(branch.position.man_at(e.point) is not None for e in lifted):
        return False
    since_ns = max(ply.landed_ns, now_ns - branch.judge.timings.settle_ms * MS)
    came = {e.point for e in branch.edges if e.placed and e.at_ns > since_ns}
    return _may_end_on(branch, ply, came)


def _may_end_on(branch: Branch, ply: Ply, points: set[Point]) -> bool:
    """Whether its man may as well go to one of these points, other than his own new one."""
    others = points - {ply.move.target}
    return bool(others) and any(
        move.target in others and move.origin == ply.move.origin and move.origin is not None
        for move in branch.position.moves()
    )


def on_his_way(branch: Branch, reading: Reading, now_ns: int) -> bool:
    """Whether a man in the air has just left a point that he passed, or stands between two: what he is doing is not done."""
    if stands_between(branch, reading):
        return now_ns - reading.stood_ns < branch.judge.timings.ask_ms * MS
    last = branch.edges[-1]
    passed = not last.placed and branch.position.man_at(last.point) is None
    moving = passed and last.point not in reading.in_air and bool(reading.in_air)
    return moving and now_ns - last.at_ns < branch.judge.timings.settle_ms * MS


def still_his_own(position: Position, reading: Reading) -> bool:
    """Only the side on move has done something, and it has not pressed its clock yet."""
    came = [p for p in points_of(reading.unexplained) if position.man_at(p) is None]
    men = [position.man_at(p) for p in reading.in_air]
    own = [man for man in men if man is not None and man.side == position.side_to_move]
    return len(came) <= 1 and bool(own)
