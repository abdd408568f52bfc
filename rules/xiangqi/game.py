"""The game of xiangqi: board, start, notation and endings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from rules.deed import Deed, Named
from rules.game import Game
from rules.position import Move, Position
from rules.rulebook import Ending, Rulebook, Termination, Verdict
from rules.terms import LawId, Point, PointSet, RulesError, Side, next_to, quoted
from rules.xiangqi import fen, repetition
from rules.xiangqi.laws import CXA, FOULS_LOSE, ILLEGAL, WXF, of_event
from rules.xiangqi.moves import FILES, NAMES, POINTS, RANKS, legal, play
from rules.xiangqi.notation import write_move
from rules.xiangqi.position import BLACK, RED, XiangqiPosition

_OWN_STUCK, _ENEMY_SAFE = LawId("XQ-9.1.5"), LawId("XQ-9.1.6")

_NEXT_TO = next_to(FILES, RANKS)


_FOULS_LOSE: Mapping[object, int | None] = {"off": None, 2: 2, 3: 3}
_ILLEGAL_MOVE: Mapping[object, bool] = {"loses": True, "restore": False}


class Xiangqi(Game):
    """Xiangqi. Points are a0, b0 … i9; see `XiangqiPosition`.

    Options, of the event:
        fouls_lose: with so many fouls the loss is due: 2, 3 or "off" (3; XQ-9.2).
        illegal_move: whether an illegal move may cost the game: "loses", or "restore" where it is only
            put right ("loses"; XQ-4.1.6).
    """

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

    def with_options(self, options: Mapping[str, object]) -> Game:
        """The game by the event's own rules; see the class.

        Raises:
            RulesError: there is no such option, or not with such a value; names every reason.
        """
        return _of_event(options) if options else self

    def named(self, deed: Deed, rulebook: Rulebook) -> Named | None:
        """As everywhere; what an illegal move costs is the event's business (XQ-4.1.6)."""
        found = super().named(deed, rulebook)
        row = rulebook.irregularities[ILLEGAL]
        if found is None or found.law != ILLEGAL:
            return found
        return replace(found, penalty=row.penalty, word=row.word)

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
                law=self.ending_laws(rulebook)[Termination.STALEMATE],
            )
        return repetition.ending(positions, rulebook, self)

    def ending_laws(self, rulebook: Rulebook) -> Mapping[Termination, LawId]:
        stuck = dict.fromkeys((Termination.CHECKMATE, Termination.STALEMATE), LawId("XQ-2"))
        return {**stuck, **repetition.ending_laws(rulebook)}

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
            man = position.piece_at(point)
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


def _of_event(options: Mapping[str, object]) -> Xiangqi:
    known: Mapping[str, Mapping[object, object]] = {
        "fouls_lose": _FOULS_LOSE,
        "illegal_move": _ILLEGAL_MOVE,
    }
    flaws = [
        f"{quoted(key)} is no option (known: {', '.join(known)})"
        for key in options
        if key not in known
    ]
    flaws += [
        f"{key} is {' or '.join(map(str, values))}, not {quoted(options[key])}"
        for key, values in known.items()
        if key in options and not _among(options[key], values)
    ]
    if flaws:
        raise RulesError(f"the options of this game of xiangqi cannot be: {'; '.join(flaws)}")
    return _made(options.get("fouls_lose", FOULS_LOSE), options.get("illegal_move", "loses"))


@cache
def _made(fouls: object, illegal: object) -> Xiangqi:
    game = Xiangqi()
    game.options = {
        **({} if fouls == FOULS_LOSE else {"fouls_lose": fouls}),
        **({} if illegal == "loses" else {"illegal_move": illegal}),
    }
    game.rulebooks = {
        book.name: of_event(
            book, fouls_lose=_FOULS_LOSE[fouls], illegal_loses=_ILLEGAL_MOVE[illegal]
        )
        for book in (CXA, WXF)
    }
    return game


def _among(value: object, values: Mapping[object, object]) -> bool:
    """Whether a value is one of these; true is no 1."""
    return isinstance(value, str | int) and not isinstance(value, bool) and value in values


XIANGQI = Xiangqi()
