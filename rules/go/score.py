"""The end of a game of Go: dead stones by agreement, area counting, the result.

The count is the Chinese one. Its unit, the zi, is one point of the board that belongs to a side; the
side with more than half of the board (180.5 zi on 19 by 19) has won before komi. A difference of one
zi from the half-way mark is a difference of two points between the sides, so komi, the margin and the
results of records are in points, and `zi_text` says the margin in zi.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rules.go.board import BLACK, WHITE
from rules.go.laws import SCORE
from rules.go.position import GoPosition
from rules.position import Position
from rules.rulebook import Ending, PenaltyLaw, Termination
from rules.terms import Point, PointSet, RulesError, Side

_QUARTERS = ("", "¼", "½", "¾")


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """What a board counts.

    Attributes:
        black, white: zi of each side: its living stones and the points that only it surrounds, and
            half of the shared points. Together they are the whole board.
        shared: points between living stones of both sides, shared by halves.
        komi: points for White.
        compensation: points for White in return for handicap stones.
        penalties: zi taken from each side for warnings.
    """

    black: float
    white: float
    shared: int
    komi: float
    compensation: float = 0
    penalties: Mapping[Side, int]

    @property
    def half(self) -> float:
        """The half-way mark in zi: 180.5 on 19 by 19."""
        return (self.black + self.white) / 2

    @property
    def margin(self) -> float:
        """By how many points Black wins; negative where White does, 0 for a draw.

        A zi taken for a warning is missing at the half-way mark, so it costs two points.
        """
        taken = self.penalties.get(BLACK, 0) - self.penalties.get(WHITE, 0)
        return self.black - self.white - self.komi - self.compensation - 2 * taken

    @property
    def winner(self) -> Side | None:
        """The side that wins, or None for a draw."""
        if self.margin == 0:
            return None
        return BLACK if self.margin > 0 else WHITE


def play_over(position: Position) -> bool:
    """Whether two passes in a row have ended play and the score is to be agreed (GO-21.end)."""
    return isinstance(position, GoPosition) and position.passes >= 2


def group_of(position: GoPosition, point: Point) -> PointSet:
    """The group that the stone at a point belongs to.

    Raises:
        RulesError: no stone stands there.
    """
    bit = 1 << point
    for stones in (position.black, position.white):
        if stones & bit:
            return position.board.group(bit, stones)
    raise RulesError(f"no stone stands on {position.board.names[point]}; mark stones, not points")


def region_of(position: GoPosition, point: Point) -> PointSet:
    """The stones of one side that a dead stone takes with it: all that no stone of the other parts.

    Raises:
        RulesError: no stone stands there.
    """
    group = group_of(position, point)
    own = position.black if position.black & group else position.white
    return own & position.board.group(group, own | position.empty)


def marked(position: GoPosition, points: Iterable[Point], *, regions: bool = False) -> PointSet:
    """The dead stones that these marks mean: each mark its whole group.

    Args:
        points: one stone of each group.
        regions: each mark means every stone of its side in the same enclosed region instead.

    Raises:
        RulesError: no stone stands at a marked point.
    """
    dead = 0
    for point in points:
        dead |= region_of(position, point) if regions else group_of(position, point)
    return dead


def areas(
    position: GoPosition, dead: PointSet = 0, shared: PointSet = 0
) -> tuple[PointSet, PointSet, PointSet]:
    """The points of Black, of White, and those that are shared.

    Args:
        dead: stones that are taken off first; whole groups.
        shared: empty points that count as shared whatever surrounds them: what was left open by
            agreement (GO-21.dispute).

    Raises:
        RulesError: a dead point has no stone, a part of a group is dead, or a stone stands on a
            shared point.
    """
    board = position.board
    for point in board.points(dead):
        group = group_of(position, point)
        if group & ~dead:
            raise RulesError(
                f"the stones {', '.join(board.named(group))} are one group: all are dead or none"
            )
    black, white = position.black & ~dead, position.white & ~dead
    if shared & (black | white):
        stones = ", ".join(board.named(shared & (black | white)))
        raise RulesError(f"stones stand on {stones}; only empty points are shared")
    open_points = board.full & ~(black | white | shared)
    found = {BLACK: black, WHITE: white}
    for region in board.groups(open_points):
        border = board.around(region)
        touches_black, touches_white = border & black, border & white
        if touches_black and not touches_white:
            found[BLACK] |= region
        elif touches_white and not touches_black:
            found[WHITE] |= region
        else:
            shared |= region
    return found[BLACK], found[WHITE], shared


def count(
    position: GoPosition,
    dead: PointSet = 0,
    *,
    komi: float,
    compensation: float = 0,
    shared: PointSet = 0,
    penalties: Mapping[Side, int] | None = None,
) -> Count:
    """Counts the board when play is over and the dead stones are agreed.

    Args:
        dead: the stones agreed to be dead, as `marked` gives them.
        komi: points for White.
        compensation: points for White for handicap stones, as `Go.compensation` gives them.
        shared: see `areas`.
        penalties: zi that each side loses, as `taken_for_warnings` gives them.

    Raises:
        RulesError: see `areas`.
    """
    black, white, between = (
        len(position.board.points(area)) for area in areas(position, dead, shared)
    )
    return Count(
        black=black + between / 2,
        white=white + between / 2,
        shared=between,
        komi=komi,
        compensation=compensation,
        penalties=dict(penalties or {}),
    )


def taken_for_warnings(
    laws: Sequence[PenaltyLaw], warnings: Mapping[Side, int]
) -> Mapping[Side, int]:
    """The zi that each side loses at the count for its warnings, by a rulebook's penalties.

    Args:
        laws: `Rulebook.penalties`.
        warnings: how many each side has.
    """
    cost = sum(law.costs for law in laws if law.kind == "warning")
    return {side: cost * number for side, number in warnings.items()}


def result_of(counted: Count) -> Ending:
    """The result that a count gives (GO-score)."""
    return Ending(
        winner=counted.winner,
        result=points_text(counted),
        termination=Termination.SCORE,
        law=SCORE,
    )


def points_text(counted: Count) -> str:
    """The result as records write it, in points: "B+7.5", "0" for a draw."""
    if counted.winner is None:
        return "0"
    return f"{'B' if counted.winner == BLACK else 'W'}+{abs(counted.margin):g}"


def zi_text(counted: Count, *, chinese: bool = False) -> str:
    """The result for people, in zi: "Black wins by 3¾ zi", "黑胜3¾子"."""
    if counted.winner is None:
        return "和棋" if chinese else "A draw"
    whole, quarters = divmod(round(abs(counted.margin) * 2), 4)
    zi = f"{whole or ''}{_QUARTERS[quarters]}"
    if chinese:
        return f"{'黑' if counted.winner == BLACK else '白'}胜{zi}子"
    return f"{'Black' if counted.winner == BLACK else 'White'} wins by {zi} zi"


def dispute(position: GoPosition, claimant: Side) -> GoPosition:
    """The position from which a dispute about life and death is played out (GO-21.dispute).

    Args:
        position: after two passes.
        claimant: the side that says that stones of the other are dead; it moves first.

    Raises:
        RulesError: play is not over.
    """
    if not play_over(position):
        raise RulesError("a dispute about dead stones is played out after two passes in a row")
    return position.resumed(claimant)
