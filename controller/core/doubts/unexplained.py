"""What was seen besides a move and is no legal move: was it done before it, or do men stand there whom nobody has lifted?

Each asks a narrow question of the evidence beside the move; `suspicion` makes a question to people of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.decisions import oddness
from controller.core.inference.evidence import Pair, by_point, left_over
from controller.core.inference.knocked import fallen
from controller.core.inference.prices import FAR_BUMP, GLITCH_MS
from controller.core.inference.supposing import STRANGE, moves_if_wrong, stood_together
from controller.core.settings import MS
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.inference.decisions import Complete
    from controller.core.tracking.branch import Branch
    from rules.terms import Point, PointSet

STRANGER = STRANGE + FAR_BUMP
"""What may be strange besides, as a price, where there is a question anyhow."""


def come_from_silent(branch: Branch, came: PointSet, now_ns: int) -> tuple[Complete, ...]:
    """The moves from silent points to where a sensor seems to have made a man up: what is strange besides speaks for neither."""
    moves = moves_if_wrong(branch, now_ns, STRANGER).values()
    return tuple(made for made in moves if made.ply.move.footprint.fills & came)


def after_a_mess(branch: Branch, found: Complete) -> bool:
    """Whether men had been taken up for what no legal move explains, and this move was then seen all at once.

    A hand takes longer; the points may have been unreadable, and the move be part of what was done meanwhile.
    """
    ply = found.ply
    quick = ply.late or ply.done_ns - ply.first_ns < GLITCH_MS * MS
    if not (found.unexplained and quick):
        return False
    later = left_over(branch.edges, ply.cursors, ply.done_ns)
    return any(not edge.placed and edge.at_ns < ply.landed_ns for edge in later)


def after_another(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether the opponent had moved a man before this move began, as a reply to one that was not felt."""
    if not (found.unexplained and branch.judge.game.men_move):
        return False
    best, first_ns = branch.readings(now_ns)[0], found.ply.first_ns
    came = {e.point for e in branch.edges if e.placed and e.at_ns < first_ns} & {*best.came}
    left = {point for point, at_ns in best.in_air.items() if at_ns < first_ns}
    if not (came and left):
        return False
    position = branch.position
    replies_to = (branch.play(position, move).moves() for move in position.moves())
    return any(m.origin in left and m.target in came for moves in replies_to for m in moves)


def came_back(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether a man stands where this one is taken to have left, since before it landed: perhaps it was put back, or only jolted."""
    origin = found.ply.move.origin
    if origin is None or not found.unexplained:
        return False
    came = branch.readings(now_ns)[0].unexplained >> origin & 1
    own = [edge for edge in branch.edges if edge.point == origin]
    if not came or len(own) < 2:
        return False
    left, back = own[-2:]
    jolted = back.at_ns - left.at_ns < branch.judge.timings.bump_ms * MS
    return back.at_ns < found.ply.landed_ns + (GLITCH_MS * MS if jolted else 0)


def done_before(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether a man had come and another had left before this move began: they made others, perhaps.

    What the opponent does at once after his own move is no reply to a move that nobody saw.
    """
    if not (found.unexplained and branch.judge.game.men_move) or found.ply.late:
        return False
    best = branch.readings(now_ns)[0]
    before_ns = found.ply.first_ns - branch.judge.timings.bump_ms * MS
    last = {e.point: e for e in branch.edges if best.unexplained >> e.point & 1}
    early = sorted((e for e in last.values() if e.at_ns < before_ns), key=lambda e: e.at_ns)
    if not any(edge.placed for edge in early) or all(edge.placed for edge in early):
        return False
    same_hand_ns = branch.since_ns + branch.judge.timings.settle_ms * MS
    return early[0].placed or early[0].at_ns > same_hand_ns


def came_meanwhile(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether the opponent may have moved while this man was in the air: then he had landed at a silent point, and went on."""
    if not (found.unexplained and branch.judge.blind and branch.judge.game.men_move):
        return False
    ply, besides = found.ply, branch.readings(now_ns)[0].unexplained
    came = point_set(
        e.point
        for e in branch.edges
        if e.placed and besides >> e.point & 1 and ply.first_ns < e.at_ns < ply.landed_ns
    )
    hidden = (
        move
        for move in branch.position.moves()
        if move.origin == ply.move.origin and move.footprint.places & branch.judge.blind
    )
    replies_to = (branch.play(branch.position, move).moves() for move in hidden)
    return any(move.footprint.fills & came for moves in replies_to for move in moves)


def out_of_thin_air(branch: Branch, found: Complete, now_ns: int) -> PointSet:
    """Points where men stand besides the move whom nobody was seen to lift.

    They came before all else; or a man of the opponent was taken up. Then capture and reply may have been made before
    this move, which only people know; else the sensors there are wrong.
    """
    if not found.unexplained:
        return 0
    best, edges = branch.readings(now_ns)[0], (*branch.rested, *branch.edges)
    first = branch.edges[0]
    if first.point in best.came and branch.judge.game.men_move:
        wrong = 1 << first.point
        alone = not branch.supposing(wrong).readings(now_ns)[0].irregular
        if not alone or _answers_unseen(branch, first.point):
            return wrong
    told = not branch.judge.game.men_move and any(edge.mark is not None for edge in edges)
    if best.in_air or told:
        return 0
    for point, felt in by_point(edges).items():
        man = branch.position.man_at(point)
        his = man is not None and man.side != branch.position.side_to_move
        if his and len(felt) > 1 and Pair(*felt[:2]).ms >= branch.judge.timings.bump_ms:
            return point_set(best.came)
    return 0


def _answers_unseen(branch: Branch, point: Point) -> bool:
    """Whether the opponent may have gone to this point after a move past one that tells nothing."""
    position, blind = branch.position, branch.judge.blind
    unseen = (m for m in position.moves() if m.footprint.changes & blind)
    return any(m.target == point for made in unseen for m in branch.play(position, made).moves())


def made_up_at(branch: Branch) -> PointSet:
    """Points where a man came as hands hardly let one come: with another in one moment, seen late, or before any was lifted."""
    together, late = 0, 0
    first_ns = min((edge.at_ns for edge in branch.edges if not edge.placed), default=0)
    for edge in branch.edges:
        together |= stood_together(branch, 1 << edge.point)
        if edge.placed and branch.position.man_at(edge.point) is None:
            late |= 1 << edge.point if edge.blind or edge.at_ns < first_ns else 0
    return together | late


def before_it_landed(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether what no legal move explains was done before this man landed, and is strange even if one sensor is wrong.

    It is no mishap of his then, and no reply. Men who were knocked over are no part of any move.
    """
    if not (found.unexplained and branch.judge.game.men_move):
        return False
    best = branch.readings(now_ns)[0]
    landed_ns = found.ply.landed_ns - GLITCH_MS * MS
    last = {e.point: e.at_ns for e in branch.edges}
    lying = fallen(branch.position, branch.edges, branch.judge.timings)
    besides = best.unexplained & ~(found.ply.move.footprint.changes | lying)
    early = [point for point in points_of(besides) if last.get(point, landed_ns) < landed_ns]
    went_on = _went_on(branch, found, {point: last[point] for point in early})
    if went_on or not (early or _stood_before(branch, found, landed_ns)):
        return False
    for point in points_of(besides):
        rest = branch.supposing(1 << point).readings(now_ns)[0]
        if rest.first == found.ply.move and not rest.irregular and oddness(rest) < STRANGE:
            return False
    return True


def _stood_before(branch: Branch, found: Complete, landed_ns: int) -> bool:
    """Whether a man had stood on a point that was empty, like one who was set down there, and was taken up again."""
    rest_ms, own = branch.judge.timings.settle_ms, found.ply.move.footprint.changes
    return any(
        edges[0].at_ns < landed_ns and Pair(*edges[:2]).ms >= rest_ms
        for point, edges in by_point(branch.edges).items()
        if edges[0].placed and len(edges) > 1 and not own >> point & 1
        if branch.position.man_at(point) is None
    )


def _went_on(branch: Branch, found: Complete, early: Mapping[Point, int]) -> bool:
    """Whether the opponent had only moved one man more after his own move, as one who castles with the rook first."""
    men = [man for point in early if (man := branch.position.man_at(point)) is not None]
    his = len(men) == 1 and men[0].side != branch.position.side_to_move
    return his and len(early) == 2 and max(early.values()) < found.ply.first_ns


def may_be_nothing(branch: Branch, found: Complete, now_ns: int) -> bool:
    """Whether all that was seen of a move may as well be one sensor more that fails.

    A man came from a point that cannot be read, or was felt in one moment with another. Only a whole reply tells that he
    came.
    """
    alone = len(by_point(found.edges)) == 1 and found.edges[0].placed
    landed_ns, own = found.ply.landed_ns, found.ply.move.footprint.places
    with_another = any(
        e.placed and not own >> e.point & 1 and abs(e.at_ns - landed_ns) < GLITCH_MS * MS
        for e in branch.edges
    )
    if not (found.unseen and (alone or with_another)):
        return False
    return found.unexplained or len(branch.readings(now_ns)[0].plies) < 2
