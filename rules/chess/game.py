"""The game of chess: board, start, notation and endings."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

import chess

from rules.chess.claims import claimable, read_limits
from rules.chess.dead import bare_material, dead, may_mate
from rules.chess.laws import CLASSIC, COMPLETED_AT_PRESS, ENDING_LAWS, FIDE_2023
from rules.chess.position import BLACK, WHITE, ChessPosition
from rules.deed import Named
from rules.game import Game
from rules.naming import ILLEGAL_MOVE, name_deed
from rules.position import Move, Position
from rules.rulebook import Ending, Rulebook, Termination
from rules.terms import LawId, Point, PointSet, RulesError, Side, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules.claim_law import Claimant
    from rules.deed import Deed
    from rules.rulebook import Verdict


CHESS960 = "chess960"
"""The option that says by which array the game begins."""
ARRAYS = 960
USUAL_ARRAY = 518
Array = int | bool
"""The value of that option; false for chess."""


class Chess(Game):
    """Chess. Points are a1, b1 … h8, dark a1 at White's left hand (CH-1.2); see `ChessPosition`.

    Options:
        extended_limits: endings in which more than fifty quiet moves may be made before a draw can be
            claimed, by the older laws (CH-10.12), such as {"KRB-KR": 100}.
        chess960: the number of the array, 0 to 959 (518 is that of chess), or true: the array is given as a
            position, or drawn by whoever starts the game (FIDE-960.1); it is played as chess (FIDE-960.2). Castling is then written as the
            king's move onto its rook ("e1h1").
    """

    name = "chess"
    points = tuple(chess.SQUARE_NAMES)
    sides = (WHITE, BLACK)
    rulebooks: Mapping[str, Rulebook] = {book.name: book for book in (FIDE_2023, CLASSIC)}
    columns = 8
    rows = 8
    men = "PNBRQKpnbrqk"

    def __init__(self, limits: Mapping[str, int] | None = None, *, array: Array = False) -> None:
        self._limits = dict(limits or {})
        self._array = array
        self.options = {"extended_limits": self._limits} if self._limits else {}
        if array is not False:
            self.options[CHESS960] = array

    def with_options(self, options: Mapping[str, object]) -> Chess:
        """The game with the limits that an event has announced, or with another array.

        Raises:
            RulesError: there is no such option, or not with such a value.
        """
        known = ("extended_limits", CHESS960)
        if unknown := [key for key in options if key not in known]:
            raise RulesError(
                f"chess has no option {quoted(unknown[0])}, only {' and '.join(known)}"
            )
        if not options:
            return self
        array = _array(options.get(CHESS960, False))
        limits = options.get("extended_limits")
        return _begun_by(array) if limits is None else Chess(read_limits(limits), array=array)

    def place(self, point: Point) -> tuple[int, int]:
        return chess.square_file(point), chess.square_rank(point)

    def turned(self, point: Point) -> Point:
        return 63 - point

    def neighbours(self, point: Point) -> PointSet:
        return chess.BB_KING_ATTACKS[point]

    def may_take_more(
        self, position: Position, origin: Point, target: Point, removed: Sequence[Point]
    ) -> bool:
        """As `Game.may_take_more`: a pawn may have gone aside as if he captured in passing."""
        man, (column, row), (file, rank) = (
            position.piece_at(origin),
            self.place(origin),
            self.place(target),
        )
        aside = abs(file - column) == abs(rank - row) == 1
        return man is not None and man.letter in "Pp" and aside and not removed

    def start(self, text: str | None = None) -> ChessPosition:
        """The array, or the position of a FEN with its six fields; in Chess960 also Shredder-FEN and X-FEN.

        Raises:
            RulesError: `text` is not FEN, or not a position of chess; names every reason.
        """
        if text is not None:
            return ChessPosition.from_fen(text, chess960=self._array is not False)
        if self._array is False:
            return ChessPosition.from_fen(chess.STARTING_FEN)
        number = USUAL_ARRAY if self._array is True else self._array
        return ChessPosition(chess.Board.from_chess960_pos(number))

    def notation(self, position: Position, move: Move) -> Mapping[str, str]:
        """The move as {"san": "Nf3"} (CH-11.1, FIDE-8.1).

        Raises:
            RulesError: the move is not legal in the position.
        """
        known = position.by_text(move.text)
        if known != move:
            raise RulesError(f"{move.text} is not a legal move in {position.text}")
        return {"san": _chess(position).board.san(chess.Move.from_uci(move.text))}

    def claims(
        self, positions: Sequence[Position], rulebook: Rulebook, claimant: Claimant
    ) -> tuple[Verdict, ...]:
        """Threefold repetition and fifty moves, which no `verdicts` point out (FIDE-11.12)."""
        del claimant
        return claimable([_chess(position) for position in positions], rulebook, self._limits)

    def may_win(self, position: Position, side: Side) -> bool:
        return may_mate(_chess(position).board, side)

    def named(self, deed: Deed, rulebook: Rulebook) -> Named | None:
        """What a deed is by the laws; an illegal move that the press has completed is counted."""
        found = _wrong_array(deed, rulebook) or name_deed(deed, rulebook)
        return found if found is None or not deed.pressed else self.completed(found)

    def completed(self, found: Named) -> Named:
        """An illegal move is counted once the clock has been pressed upon it (FIDE-7.5.1)."""
        return replace(found, penalty=ILLEGAL_MOVE) if found.law in COMPLETED_AT_PRESS else found

    def ending(self, positions: Sequence[Position], rulebook: Rulebook) -> Ending | None:
        """Whether mate (CH-9.2), stalemate or a draw without a claim ended the game. Mate goes first.

        The winner has one point, both a half in a draw (CH-17).
        """
        position = _chess(positions[-1])
        winner: Side | None = None
        reason: Termination | None
        if not position.moves() and position.check:
            reason, winner = Termination.CHECKMATE, self.other(position.side_to_move)
        else:
            drawn = _draws(position, positions)
            reason = next((why for why in drawn if why in rulebook.automatic_draws), None)
            if reason is Termination.DEAD_POSITION and rulebook.name == CLASSIC.name:
                reason = reason if bare_material(position.board) else None
        if reason is None:
            return None
        result = {WHITE: "1-0", BLACK: "0-1", None: "1/2-1/2"}[winner]
        law = self.ending_laws(rulebook)[reason]
        return Ending(winner=winner, result=result, termination=reason, law=law)

    def ending_laws(self, rulebook: Rulebook) -> Mapping[Termination, LawId]:
        return ENDING_LAWS[rulebook.name]


@lru_cache(
    maxsize=16, typed=True
)  # games are told apart by what they are, and boards play few of them
def _begun_by(array: Array) -> Chess:
    """The game that begins by an array, without limits of its own."""
    return CHESS if array is False else Chess(array=array)


def _array(value: object) -> Array:
    """The option `chess960`.

    Raises:
        RulesError: it is no number of an array.
    """
    if isinstance(value, bool) or (isinstance(value, int) and 0 <= value < ARRAYS):
        return value
    raise RulesError(
        f"chess960 is the number of an array, 0 to {ARRAYS - 1}, or true, not {quoted(value)}"
    )


def _wrong_array(deed: Deed, rulebook: Rulebook) -> Named | None:
    """A side's first move that only a knight standing where its neighbour should can have made (CH-8.5).

    Nobody is blamed for it: who set up the men wrongly is not known.
    """
    board, side = _chess(deed.position).board, deed.position.side_to_move
    array = chess.Board().occupied_co[board.turn]
    if board.occupied_co[board.turn] != array or deed.exchanged or len(deed.gone) != 1:
        return None
    origin, came = deed.gone[0], deed.came
    if board.color_at(origin) is not board.turn or len(came) != 1:
        return None
    beside = chess.BB_KING_ATTACKS[origin] & board.pieces_mask(chess.KNIGHT, board.turn)
    home = chess.BB_BACKRANKS >> origin & 1
    if not home or not beside or not chess.BB_KNIGHT_ATTACKS[origin] >> came[0] & 1:
        return None
    return Named(
        law=rulebook.completion.wrong_array,
        kind="wrong-array",
        side=side,
        points=tuple(sorted({origin, came[0]})),
        origin=origin,
        target=came[0],
    )


def _draws(position: ChessPosition, positions: Sequence[Position]) -> list[Termination]:
    """What makes this position a draw, by any rulebook, in the order of precedence."""
    grounds = {
        Termination.STALEMATE: not position.moves(),
        Termination.DEAD_POSITION: dead(position.board),
        Termination.FIVEFOLD_REPETITION: _five_times(position, positions),
        Termination.SEVENTYFIVE_MOVES: position.quiet_plies >= 150,
    }
    return [why for why, so in grounds.items() if so]


def _five_times(position: ChessPosition, positions: Sequence[Position]) -> bool:
    """Whether a position stands for the fifth time at least. Looks back no further than it must."""
    same = (other for other in reversed(positions) if other == position)
    return sum(1 for _ in islice(same, 5)) == 5


def _chess(position: Position) -> ChessPosition:
    assert isinstance(position, ChessPosition), "a position of another game"
    return position


CHESS = Chess()
