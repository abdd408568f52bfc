"""The game of xiangqi: board, start, notation and endings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.deed import Named
from rules.game import Game, Move, Position
from rules.rulebook import Ending, Rulebook, Termination, Verdict
from rules.terms import LawId, Point, PointSet, Side, next_to
from rules.xiangqi import fen, repetition
from rules.xiangqi.laws import CXA, WXF
from rules.xiangqi.moves import FILES, NAMES, POINTS, RANKS, legal, play
from rules.xiangqi.notation import write_move
from rules.xiangqi.position import BLACK, RED, XiangqiPosition

_OWN_STUCK, _ENEMY_SAFE = LawId("XQ-9.1.5"), LawId("XQ-9.1.6")

_NEXT_TO = next_to(FILES, RANKS)


class Xiangqi(Game):
    """Xiangqi. Points are a0, b0 … i9; see `XiangqiPosition`."""

    name = "xiangqi"
    points = NAMES
    sides = (RED, BLACK)
    rulebooks: Mapping[str, Rulebook] = {book.name: book for book in (CXA, WXF)}
    columns = FILES
    rows = RANKS
    men = "RNBAKCPrnbakcp"

    def place(self, point: Point) -> tuple[int, int]:
        return point % FILES, point // FILES

    def turned(self, point: Point) -> Point:
        return POINTS - 1 - point

    def neighbours(self, point: Point) -> PointSet:
        return _NEXT_TO[point]

    def start(self, text: str | None = None) -> XiangqiPosition:
        """The array, or the position of a FEN.

        Raises:
            RulesError: `text` is not FEN, or not a position of xiangqi; names every reason.
        """
        return XiangqiPosition.from_fen(fen.ARRAY if text is None else text)

    def notation(self, position: Position, move: Move) -> Mapping[str, str]:
        """The move as {"wxf": "C2=5", "chinese": "炮二平五", "chinese-short": "炮25", "iccs": "H2-E2"}.

        Raises:
            RulesError: the move is not legal in the position.
        """
        styles = ("wxf", "chinese", "chinese-short", "iccs")
        return {style: write_move(_xiangqi(position), move, style) for style in styles}

    def ending(self, positions: Sequence[Position], rulebook: Rulebook) -> Ending | None:
        """Whether a side is without a legal move and so has lost (XQ-2), or a repetition decides."""
        position = _xiangqi(positions[-1])
        if not position.moves():
            winner: Side = self.other(position.side_to_move)
            mate = position.in_check
            return Ending(
                winner=winner,
                result="1-0" if winner == RED else "0-1",
                termination=Termination.CHECKMATE if mate else Termination.STALEMATE,
                law=LawId("XQ-2"),
            )
        return repetition.ending(positions, rulebook, self)

    def verdicts(self, positions: Sequence[Position], rulebook: Rulebook) -> tuple[Verdict, ...]:
        """What the laws of repetition and of the natural limit find (XQ-4.1)."""
        return repetition.verdicts(positions, rulebook, self)

    def touch_fouls(
        self, position: Position, points: Sequence[Point], rulebook: Rulebook
    ) -> tuple[Named, ...]:
        """An own man touched that has no legal move (XQ-9.1.5), an enemy man that none captures (XQ-9.1.6).

        One foul for each such man, in the order of touching.
        """
        side = position.side_to_move
        moves = position.moves()
        free = {move.origin for move in moves} | {p for move in moves for p in move.captured}
        fouls = []
        for point in dict.fromkeys(points):
            man = position.man_at(point)
            if man is None or point in free:
                continue
            row = rulebook.irregularities.get(_OWN_STUCK if man.side == side else _ENEMY_SAFE)
            if row is not None:
                fouls.append(
                    Named(
                        law=row.law,
                        kind=row.kind,
                        side=side,
                        points=(point,),
                        remedy=row.remedy,
                        restore=False,
                        penalty=row.penalty,
                    )
                )
        return tuple(fouls)

    def perft(self, position: Position, depth: int, *, paths: bool = False) -> int:
        """The number of lines of `depth` legal plies, without making moves for people."""
        del paths  # no capture of xiangqi has several ways
        start = _xiangqi(position)
        return _perft(start.board, depth, red=start.red_to_move)


def _perft(board: str, depth: int, *, red: bool) -> int:
    if depth == 0:
        return 1
    moves = legal(board, red)
    if depth == 1:
        return len(moves)
    return sum(_perft(play(board, o, t), depth - 1, red=not red) for o, t in moves)


def _xiangqi(position: Position) -> XiangqiPosition:
    assert isinstance(position, XiangqiPosition), "a position of another game"
    return position


XIANGQI = Xiangqi()
