"""A man set down between two points, so that both feel him or one too soon, and then pushed on to the right one.

Until he is released he may be put on any point that he can reach (DR-5.12), and no sensor is wrong.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import chain, pairwise
from typing import TYPE_CHECKING

from controller.core.inference.at_once import felt_at_once, set_down
from controller.core.inference.evidence import Pair, before
from controller.core.inference.plies import off_again_ns
from controller.core.inference.prices import CARRIED_MS, GLITCH_MS
from controller.core.sensing.marks import differ
from controller.core.settings import MS
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from controller.core.inference.decisions import Complete
    from controller.core.inference.reading import Reading
    from controller.core.sensing.debounce import Edge
    from controller.core.tracking.branch import Branch
    from rules.game import Game, Move
    from rules.terms import Point, PointSet


def pushed_on(branch: Branch, other: Move, found: Complete) -> bool:
    """Whether the man of this move was pushed to its point from the one beside it, where another move goes.

    Both felt him for a moment then, that one first, and he stood here when it let go of him. Not where one who can capture
    him there had been taken up by then.
    """
    move, landed_ns = found.ply.move, found.ply.landed_ns
    if move.target is None or other.target is None or move.origin != other.origin:
        return False
    felt = [edge for edge in branch.edges if edge.point == other.target]
    if (
        len(felt) < 2
        or felt[-1].placed
        or not _beside(branch.judge.game, move.target, other.target)
    ):
        return False
    until = before(branch.edges, felt[-1].at_ns)
    stood = sum(edge.point == move.target for edge in until) % 2
    if not stood or not felt[-2].at_ns <= landed_ns <= felt[-1].at_ns:
        return False
    return not _may_be_captured(branch, other, point_set(e.point for e in until if not e.placed))


def slid_over(branch: Branch, other: Move, found: Complete) -> bool:
    """Whether the man of this move came from where another move goes, on his way: he was felt there, and gone at once."""
    move, ply = found.ply.move, found.ply
    felt = [edge for edge in branch.edges if edge.point == other.target]
    if move.origin != other.origin or len(felt) != 2 or not felt[0].placed:
        return False
    came, left = felt
    passed = Pair(came, left).ms < branch.judge.timings.slide_point_ms
    return (
        passed and ply.first_ns < came.at_ns and 0 <= ply.landed_ns - left.at_ns < CARRIED_MS * MS
    )


def between_points(branch: Branch, reading: Reading, now_ns: int) -> bool:
    """Whether the reply may be the first stone still (Go), set down between two points that both felt it, and not let go yet.

    Or a sleeve lies on several points: they felt something in one moment. Once another stone has been played, or the first
    point has not lost it by the time at which it is released, it is none; nor once play has gone on over a reply that takes it.
    """
    ply, *later = reading.plies
    if branch.judge.game.men_move or ply.move.target is None or not later:
        return False
    near = branch.judge.game.neighbours(ply.move.target)
    last = [edge for edge in branch.edges if edge.point == ply.move.target][-1:]
    gone_ns, landed_ns = off_again_ns(branch.edges, ply), ply.landed_ns
    if last and last[0].placed and last[0].at_ns > landed_ns:  # it has been set better
        gone_ns, landed_ns = None, last[0].at_ns
    released_ns = landed_ns + branch.judge.timings.release_ms * MS
    at_once = bool(felt_at_once(set_down(branch), branch.judge) & ply.move.footprint.places)
    marks = {edge.point: edge.mark for edge in branch.edges if edge.placed}
    mark, targets = marks.get(ply.move.target), [each.move.target for each in later]
    beside = [p is not None and near >> p & 1 and not differ(mark, marks.get(p)) for p in targets]
    if gone_ns is not None and gone_ns < released_ns:
        taken = len(later) > 1 and any(ply.move.target in each.move.captured for each in later)
        return (any(beside) and not taken) or at_once
    soon = now_ns < released_ns + GLITCH_MS * MS  # what is gone is told a little later
    return soon and (at_once or (len(later) == 1 and all(beside)))


def stands_between(branch: Branch, reading: Reading) -> bool:
    """Whether two points feel the one man who is off his own, and a capture ends on one of them: its men may still come off."""
    if len(reading.came) != 2 or len(reading.in_air) != 1:
        return False
    if not _beside(branch.judge.game, *reading.came):
        return False
    return any(
        move.captured and move.origin in reading.in_air and move.target in reading.came
        for move in branch.position.moves()
    )


def set_right(
    asked: Branch, answers: Collection[Move], since: Sequence[Edge], made: Complete
) -> bool:
    """Whether a question which of two points a man stands on, as both feel him, is answered: the other has let go of him.

    Unless he may have been captured there: a man who can do so has been taken up.

    Args:
        asked: the branch in which it was asked.
        answers: the moves that are asked about.
        since: what has been seen since, in order.
        made: what all that has been seen amounts to.
    """
    others = {move.target for move in answers} - {made.ply.move.target}
    if made.ply.move not in answers or made.unseen or made.unexplained:
        return False
    here = [edge for edge in asked.edges if edge.point == made.ply.move.target]
    gone = bool(here) and not here[-1].placed
    if gone or any(edge.point == made.ply.move.target for edge in since):
        return False  # they are coupled
    lifted = point_set(edge.point for edge in (*asked.edges, *since) if not edge.placed)
    if any(_may_be_captured(asked, move, lifted) for move in answers if move.target in others):
        return False
    one_man = len({move.origin for move in answers}) == 1
    return one_man and bool(since) and not since[0].placed and {since[0].point} == others


def _may_be_captured(branch: Branch, move: Move, lifted: PointSet) -> bool:
    """Whether one of these men who have been lifted can capture the man of this move where it ends."""
    replies = branch.play(branch.position, move).moves()
    captors = (reply.origin for reply in replies if move.target in reply.captured)
    return any(lifted >> origin & 1 for origin in captors if origin is not None)


def felt_by_both(branch: Branch, answers: Collection[Move]) -> PointSet:
    """Where a man was felt in one moment on free points on which several of these moves of his end: one sensor follows the other.

    Nobody knows which, and what these points tell later tells as little. (On the point of a victim who is jolted, that one is felt.)
    """
    if len({move.origin for move in answers}) > 1 or not branch.judge.game.men_move:
        return 0
    targets = point_set(move.target for move in answers if move.target is not None)
    targets &= ~branch.position.occupied
    came = [edge for edge in branch.edges if edge.placed and targets >> edge.point & 1]
    near = (
        (one.point, other.point)
        for one, other in pairwise(sorted(came, key=lambda edge: edge.at_ns))
        if one.point != other.point and other.at_ns - one.at_ns < GLITCH_MS * MS
    )
    return point_set(chain(*near))


def felt_here(made: Complete, both: PointSet) -> Complete:
    """The move where those of the points that felt its man in one moment (`felt_by_both`) are wrong to which he has not gone."""
    return replace(made, wrong=made.wrong | both & ~made.ply.move.footprint.changes)


def _beside(game: Game, one: Point, other: Point) -> bool:
    """Whether a man can stand between two points, none of them under him: there is none in the middle."""
    (column, row), (next_column, next_row) = game.place(one), game.place(other)
    if abs(column - next_column) + abs(row - next_row) > 2:
        return False
    middle = (column + next_column) / 2, (row + next_row) / 2
    return all(game.place(point) != middle for point in range(len(game.points)))
