"""Records of chess games in PGN: text in, text out.

Reading is strict: what is wrong is named with its line and column. A lenient reader keeps the moves
before the first thing that it cannot follow, and says what that was. Side lines in brackets are
passed over; comments are kept as notes, and the clock times in them as times. How a move, a result or
a FEN is spelled does not matter, as long as it can mean one thing only.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import chess

from rules.chess.game import CHESS, CHESS960, Chess
from rules.chess.position import ChessPosition
from rules.chess.spelling import EN_PASSANT, LONGEST, spelled
from rules.position import Move, Position
from rules.record import GameRecord
from rules.records.draft import Draft, Heading
from rules.records.growing import Growing
from rules.records.reader import Dialect, read
from rules.records.texts import DASHES, DRAWS, SIGNS, tidy_fen
from rules.records.texts import RESULTS as WINS
from rules.records.tokens import Token, grammar
from rules.records.writer import Moves, Place, checked_headers, tagged
from rules.rulebook import Outcome
from rules.terms import RulesError, quoted, shortened

_OUTCOMES: Mapping[str, Outcome] = {
    "1-0": Outcome.FIRST_WINS,
    "0-1": Outcome.SECOND_WINS,
    "1/2-1/2": Outcome.DRAW,
    "0-0": Outcome.BOTH_LOSE,
    "*": Outcome.OPEN,
}
RESULTS = tuple(_OUTCOMES)
"""What a game's result may be; "0-0" when both lose (CH-10.17)."""
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
"""The headers that every record has, before the result."""
_PLAIN_VARIANTS = ("", "chess", "standard", "from position", "normal")
VARIANT = "Variant"
_VARIANT_960 = "Chess960"
_VARIANTS_960 = ("chess960", "chess 960", "fischerandom", "fischer random", "freestyle")
_OWN_HEADERS = Draft.own_headers | {VARIANT}
_PLAIN_GAMES = ("", "0", "chess")
_MARKS = ("N", "TN", "D")
"""Behind a move: that it is new, or that the printed page has a diagram."""


def read_games(
    text: str, *, lenient: bool = False, left_out: list[str] | None = None
) -> list[GameRecord]:
    """All games of a PGN text, in order.

    Args:
        text: the whole file.
        lenient: instead of raising, end a game before the first thing that cannot be followed, note
            it in `GameRecord.problems` and go on with the next game.
        left_out: takes a sentence for each game that a lenient reader leaves out whole.

    Raises:
        RulesError: a bad header, an illegal, ambiguous or null move, a comment or side line that does
            not end, a missing result; with line and column.
    """
    return read(text, _DIALECT, lenient=lenient, left_out=left_out)


def write_game(record: GameRecord) -> str:
    """The record as PGN: seven headers first, FEN where needed, lines of at most 80 characters.

    Times are written to the millisecond where the record has fractions of a second.

    Raises:
        RulesError: a move is not legal, the start is no position, a header cannot be written, or the
            record sets a position up among the moves, which PGN cannot hold.
    """
    return writer().text(record)


def writer() -> Growing[Place]:
    """Writes a game as `write_game`, and then again as it grows."""
    moves = Moves(CHESS, _san, first_number=_number)
    # In the moves "0-0" would read as castling.
    return tagged(moves, _headers, lambda record: "*" if record.result == "0-0" else record.result)


def _number(start: Position) -> int:
    assert isinstance(start, ChessPosition), "a position of another game"
    return start.board.fullmove_number


def _headers(record: GameRecord) -> dict[str, str]:
    if record.set_ups:
        ply = min(record.set_ups)
        raise RulesError(
            f"PGN cannot hold the position set up after {ply} plies; end the record before it"
        )
    if record.result not in RESULTS:
        raise RulesError(f"{quoted(record.result)} is not a result; known: {', '.join(RESULTS)}")
    headers = dict.fromkeys(ROSTER, "?") | {"Date": "????.??.??"} | {"Result": record.result}
    game = CHESS.with_options(record.options)
    if CHESS960 in game.options:
        headers |= {VARIANT: _VARIANT_960, "SetUp": "1", "FEN": game.start(record.start).text}
    elif record.start is not None and record.start != chess.STARTING_FEN:
        headers |= {"SetUp": "1", "FEN": record.start}
    # A variant that is ordinary chess is a header like others.
    own = _OWN_HEADERS if CHESS960 in game.options else Draft.own_headers
    return headers | checked_headers(record, own)


def _san(position: Position, move: Move) -> str:
    assert isinstance(position, ChessPosition), "a position of another game"
    return position.board.san(chess.Move.from_uci(move.text))


class _Draft(Draft):
    """A game of chess while it is being read."""

    game: Chess = CHESS

    def __init__(self, heading: Heading) -> None:
        super().__init__(heading, _OUTCOMES)
        self._board = chess.Board()
        self._mark: Token | None = None

    def begin(self) -> None:
        for tag in ("Game", "GameType"):
            token = self.heading.headers.get(tag)
            if token is not None and token.value.strip().lower() not in _PLAIN_GAMES:
                raise token.error(f"{tag} {quoted(token.value)} is another game; only chess")
        variant = self.heading.headers.get(VARIANT)
        if variant is not None and variant.value.strip().lower() in _VARIANTS_960:
            self.game = CHESS.with_options({CHESS960: True})
            self.own_headers = _OWN_HEADERS
        elif variant is not None and variant.value.lower() not in _PLAIN_VARIANTS:
            raise variant.error(
                f"cannot read the variant {quoted(variant.value)}; only ordinary chess and Chess960"
            )
        super().begin()

    def set_start(self, text: str | None) -> None:
        fen = None if text is None else tidy_fen(text, needed=4, usual=("0", "1"))
        position = self.game.start(fen)
        self._board = position.board
        if self._board.chess960:
            number = self._board.chess960_pos()
            array = number is not None and (self._board.ply() == self._board.halfmove_clock == 0)
            self.options = {CHESS960: number if array and number is not None else True}
            self.game = CHESS.with_options(self.options)
        self.start = None if position == self.game.start() else position.text

    def add_move(self, token: Token) -> None:
        mark, self._mark = self._mark, None
        if token.text in _MARKS and self.moves:
            self._mark = token
            return
        beside = mark is not None and (token.line, token.column) == (mark.line, mark.column + 2)
        if beside and mark is not None and mark.text == "N" and self._can(f"N{token.text}"):
            raise token.error(
                f'"N {shortened(token.text)}" may be a knight\'s move or a new move and '
                f"{shortened(token.text)}; write N{shortened(token.text)}, or leave the N out"
            )
        super().add_move(token)

    def _can(self, text: str) -> bool:
        try:
            return bool(self._board.parse_san(spelled(text)))
        except ValueError:
            return False

    def follow(self, text: str) -> str:
        # Faster than through positions, which know far more about each move than its name.
        plain = spelled(text)
        try:
            move = self._board.parse_san(self._with_file(plain))
        except ValueError as error:
            raise RulesError(self._reason(text, error)) from error
        if not move:
            raise RulesError(f"{shortened(text)} is a null move: nobody may pass a turn in chess")
        if EN_PASSANT.search(text[-LONGEST:]) and not self._board.is_en_passant(move):
            raise RulesError(f"{shortened(text)} does not capture en passant: {self._where()}")
        self._board.push(move)
        return move.uci()

    def _with_file(self, text: str) -> str:
        """A pawn's capture that was written with the pawn ("Pxd5"), with its file where one alone fits."""
        if not text.startswith("x"):
            return text
        fitting = [f"{file}{text}" for file in "abcdefgh" if self._can(f"{file}{text}")]
        if len(fitting) > 1:
            raise chess.AmbiguousMoveError(text)
        return fitting[0] if fitting else text

    def _where(self) -> str:
        number, side = self._board.fullmove_number, "White" if self._board.turn else "Black"
        return f"move {number} of {side} in {self._board.fen()}"

    def _reason(self, text: str, error: ValueError) -> str:
        where = self._where()
        if "@" in text:
            return f"{shortened(text)} sets a man down, as crazyhouse has it; only ordinary chess"
        if isinstance(error, chess.AmbiguousMoveError):
            return f"{shortened(text)} is ambiguous; name the file or rank that the man comes from: {where}"
        if isinstance(error, chess.IllegalMoveError):
            return f"{shortened(text)} is not legal: {where}"
        return f"{quoted(text)} is not a move: {where}"


def _drafts(heading: Heading, _moves: Iterable[Token]) -> Iterable[Draft]:
    return (_Draft(heading),)


_RESULTS = f"{WINS}|{DRAWS}"
_DIALECT = Dialect(
    pattern=grammar(
        skip=rf"(?!(?:{_RESULTS})(?=[\s\[{{{{;(]|$)) [0-9]++(?:\s?[.…]++|(?=\s)) | [.…]++ | [!?]++"
        rf"| (?:{SIGNS})(?![A-Za-z0-9]) | (?:=|\++|\#)(?=\s|$) | \(=\)",
        result=_RESULTS,
        move=rf"[A-Za-z0-9@♔-♟-][A-Za-z0-9_+\#=:/@†‡♔-♟{DASHES}-]*+"
        r"(?:\(=?[QRBNqrbn]\)[+\#]*+)?(?:\.p\.? | [ ]?\(?e\.?[ ]?p\.?\)?(?![A-Za-z0-9]))?",
    ),
    results=_OUTCOMES,
    needs_result=True,
    drafts=_drafts,
)
