"""Records of chess games in PGN: text in, text out.

Reading is strict: what is wrong is named with its line and column. A lenient reader keeps the moves
before the first thing that it cannot follow, and says what that was. Side lines in brackets are
passed over; comments are dropped, but the clock times in them are kept.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

import chess
import chess.pgn

from rules.chess.game import CHESS
from rules.record import GameRecord
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterator

RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", "*")
"""What a game's result may be; "0-0" when both lose (CH-10.17)."""
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
"""The headers that every record has, before the result."""
_OWN_FIELDS = ("Result", "FEN", "SetUp")
"""Headers that `GameRecord` holds as fields."""
_PLAIN_VARIANTS = ("", "chess", "standard", "from position", "normal")


def read_games(text: str, *, lenient: bool = False) -> list[GameRecord]:
    """All games of a PGN text, in order.

    Args:
        text: the whole file.
        lenient: instead of raising, end a game before the first thing that cannot be followed, note
            it in `GameRecord.problems` and go on with the next game.

    Raises:
        RulesError: a bad header, an illegal, ambiguous or null move, a comment or side line that does
            not end, a missing result; with line and column.
    """
    return list(_Reader(text, lenient=lenient).games())


def write_game(record: GameRecord) -> str:
    """The record as PGN: seven headers first, FEN where needed, lines of at most 80 characters.

    Times are written to the millisecond where the record has fractions of a second.

    Raises:
        RulesError: a move is not legal, the start is no position, or a header cannot be written.
    """
    lines = [*_header_lines(record), ""]
    game = chess.pgn.Game()
    if record.start is not None:
        game.setup(CHESS.start(record.start).board)
    # In the moves "0-0" would read as castling.
    game.headers["Result"] = "*" if record.result == "0-0" else record.result
    position, node = CHESS.start(record.start), game.end()
    for ply, text in enumerate(record.moves):
        move = position.by_text(text)
        if move is None:
            raise RulesError(f"ply {ply + 1}: {text} is not a legal move in {position.text}")
        position, node = position.play(move), node.add_variation(chess.Move.from_uci(text))
        clock, elapsed = record.clocks_ms[ply], record.elapsed_ms[ply]
        node.set_clock(None if clock is None else clock / 1000)
        node.set_emt(None if elapsed is None else elapsed / 1000)
    lines.append(game.accept(chess.pgn.StringExporter(columns=80, headers=False)))
    return "\n".join(lines) + "\n"


def _header_lines(record: GameRecord) -> Iterator[str]:
    if record.result not in RESULTS:
        raise RulesError(f'"{record.result}" is not a result; known: {", ".join(RESULTS)}')
    headers = dict.fromkeys(ROSTER, "?") | {"Date": "????.??.??"} | {"Result": record.result}
    if record.start is not None and record.start != chess.STARTING_FEN:
        headers |= {"SetUp": "1", "FEN": record.start}
    for name, value in record.headers.items():
        if name in _OWN_FIELDS:
            raise RulesError(f"the header {name} is a field of the record, not one of its headers")
        if not _TAG_NAME.fullmatch(name) or not value.isprintable():
            raise RulesError(f"the header {name!r} with the value {value!r} cannot be written")
        headers[name] = value
    for name, value in headers.items():
        escaped = value.replace("\\", "\\\\").replace('"', '\\"')
        yield f'[{name} "{escaped}"]'


class _Kind(StrEnum):
    """What a piece of a PGN text is."""

    HEADER = "header"
    BAD_HEADER = "bad_header"
    COMMENT = "comment"
    OPEN = "open"
    CLOSE = "close"
    RESULT = "result"
    MOVE = "move"
    WRONG = "wrong"
    SKIP = "skip"


_TAG_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*")
_TOKEN = re.compile(
    r"""
      (?P<skip>\s+ | ^%[^\n]* | ;[^\n]* | \$[0-9]+ | [0-9]+\.+ | [0-9]+(?=\s) | \.+ | [!?]+)
    | (?P<header>\[\s*(?P<tag>[A-Za-z0-9][A-Za-z0-9_+\#=:-]*)\s+"(?P<value>(?:[^"\\\n]|\\.)*)"\s*\])
    | (?P<bad_header>\[[^\n]*)
    # A comment that runs into the headers of the next game was never closed.
    | (?P<comment>\{(?:[^}\n] | \n(?!\[[A-Z]\w*[ ]"))*\})
    | (?P<open>\()
    | (?P<close>\))
    | (?P<result>(?:1-0|0-1|1/2-1/2|\*)(?=[\s\[{;]|$))
    | (?P<move>[A-Za-z0-9@-][A-Za-z0-9_+\#=:/@-]*)
    | (?P<wrong>.)
    """,
    re.VERBOSE | re.MULTILINE,
)
_TIME_NOTE = re.compile(r"\[%(clk|emt)\s+([^\]]*?)\s*\]")
_TIME = re.compile(r"([0-9]{1,4}):([0-5]?[0-9]):([0-5]?[0-9](?:\.[0-9]{1,3})?)")
_NULL_MOVES = ("Z0", "--", "0000", "@@@@")
_WRONG = {
    "{": "this comment is never closed",
    "}": '"}" closes a comment that was never opened',
}


@dataclass(frozen=True, slots=True)
class _Token:
    kind: _Kind
    text: str
    line: int
    column: int
    tag: str = ""
    value: str = ""

    def error(self, text: str) -> RulesError:
        return RulesError(text, line=self.line, column=self.column)


def _tokens(text: str) -> Iterator[_Token]:
    line, line_start = 1, 0
    for match in _TOKEN.finditer(text):
        kind = _Kind(match.lastgroup or "")
        if kind is not _Kind.SKIP:
            tag, value = match["tag"] or "", re.sub(r"\\(.)", r"\1", match["value"] or "")
            yield _Token(kind, match[0], line, match.start() - line_start + 1, tag, value)
        if breaks := match[0].count("\n"):
            line += breaks
            line_start = match.start() + match[0].rindex("\n") + 1


class _Draft:
    """One game while it is being read."""

    def __init__(self, *, lenient: bool) -> None:
        self.headers: dict[str, _Token] = {}
        self.open_lines: list[_Token] = []
        self.problems: list[str] = []
        self.result: str | None = None
        self._lenient = lenient
        self._start: str | None = None
        self._board = chess.Board()
        self._moves: list[str] = []
        self._times: dict[str, list[int | None]] = {"clk": [], "emt": []}

    def complain(self, token: _Token, text: str) -> None:
        """Notes something that need not end the game, or raises it in strict reading."""
        error = token.error(text)
        if not self._lenient:
            raise error
        self.problems.append(str(error))

    def add_header(self, token: _Token) -> None:
        if token.kind is _Kind.BAD_HEADER:
            self.complain(token, f'this is not a header; expected [Name "value"]: {token.text}')
        elif token.tag in self.headers:
            self.complain(token, f"the header {token.tag} occurs twice")
        elif token.tag == "Result" and token.value not in RESULTS:
            self.complain(token, f'"{token.value}" is not a result; known: {", ".join(RESULTS)}')
        else:
            self.headers[token.tag] = token

    def begin(self) -> None:
        """Sets the board up when all headers are known."""
        variant = self.headers.get("Variant")
        if variant is not None and variant.value.lower() not in _PLAIN_VARIANTS:
            raise variant.error(f'cannot read the variant "{variant.value}"; only ordinary chess')
        fen = self.headers.get("FEN")
        if fen is None:
            return
        try:
            position = CHESS.start(fen.value)
        except RulesError as error:
            raise fen.error(str(error)) from error
        self._board = position.board
        self._start = None if position.text == chess.STARTING_FEN else position.text

    def bracket(self, token: _Token) -> None:
        """Opens or closes a side line."""
        if token.kind is _Kind.OPEN:
            self.open_lines.append(token)
        elif self.open_lines:
            self.open_lines.pop()
        else:
            raise token.error('")" closes a side line that was never opened')

    def add_move(self, token: _Token) -> None:
        try:
            move = self._board.parse_san(token.text)
        except ValueError as error:
            raise token.error(self._reason(token.text, error)) from error
        if not move:
            raise token.error(f"{token.text} is a null move: nobody may pass a turn in chess")
        self._moves.append(move.uci())
        for times in self._times.values():
            times.append(None)
        self._board.push(move)

    def _reason(self, text: str, error: ValueError) -> str:
        number, side = self._board.fullmove_number, "White" if self._board.turn else "Black"
        where = f"move {number} of {side} in {self._board.fen()}"
        if isinstance(error, chess.AmbiguousMoveError):
            return f"{text} is ambiguous; name the file or rank that the man comes from: {where}"
        if isinstance(error, chess.IllegalMoveError):
            return f"{text} is not legal: {where}"
        return f'"{text}" is not a move: {where}'

    def add_times(self, token: _Token) -> None:
        """Takes the clock times of a comment for the move before it; the first of each kind holds."""
        for kind, written in _TIME_NOTE.findall(token.text):
            times = self._times[kind]
            if not times or times[-1] is not None:
                continue
            match = _TIME.fullmatch(written)
            if match is None:
                self.complain(token, f'"{written}" is not a time; write %{kind} as h:mm:ss')
            else:
                minutes = int(match[1]) * 60 + int(match[2])
                times[-1] = minutes * 60_000 + round(float(match[3]) * 1000)

    def end(self, token: _Token) -> None:
        self.result = token.text
        header = self._header_result
        if "*" not in (header, token.text) and header != token.text:
            self.complain(token, f"the game ends {token.text}, but its header says {header}")

    @property
    def _header_result(self) -> str:
        token = self.headers.get("Result")
        return "*" if token is None else token.value

    def record(self) -> GameRecord:
        return GameRecord(
            headers={n: t.value for n, t in self.headers.items() if n not in _OWN_FIELDS},
            start=self._start,
            moves=tuple(self._moves),
            clocks_ms=tuple(self._times["clk"]),
            elapsed_ms=tuple(self._times["emt"]),
            result=self._header_result if self.result in {None, "*"} else self.result or "*",
            problems=tuple(self.problems),
        )


class _Reader:
    """Reads game after game."""

    def __init__(self, text: str, *, lenient: bool) -> None:
        text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self._tokens = list(_tokens(text))
        self._next = 0
        self._lenient = lenient

    def games(self) -> Iterator[GameRecord]:
        while True:
            self._between_games()
            if self._next == len(self._tokens):
                return
            yield self._game()

    def _between_games(self) -> None:
        while self._peek() is _Kind.COMMENT:
            self._next += 1

    def _peek(self) -> _Kind | None:
        return self._tokens[self._next].kind if self._next < len(self._tokens) else None

    def _game(self) -> GameRecord:
        draft = _Draft(lenient=self._lenient)
        try:
            self._headers(draft)
            self._moves(draft)
        except RulesError as error:
            if not self._lenient:
                raise
            draft.problems.append(str(error))
            self._skip_rest(draft)
        return draft.record()

    def _headers(self, draft: _Draft) -> None:
        while self._peek() in {_Kind.HEADER, _Kind.BAD_HEADER, _Kind.COMMENT}:
            token = self._tokens[self._next]
            self._next += 1
            if token.kind is not _Kind.COMMENT:
                draft.add_header(token)
        draft.begin()

    def _moves(self, draft: _Draft) -> None:
        while self._peek() not in {None, _Kind.HEADER}:
            token = self._tokens[self._next]
            self._next += 1
            if token.kind is _Kind.BAD_HEADER:
                raise token.error(f"headers and times do not stand among the moves: {token.text}")
            if token.kind is _Kind.WRONG:
                raise token.error(_WRONG.get(token.text, f'"{token.text}" has no meaning here'))
            if token.kind in {_Kind.OPEN, _Kind.CLOSE}:
                draft.bracket(token)
            elif draft.open_lines:
                continue
            elif token.kind is _Kind.COMMENT:
                draft.add_times(token)
            elif token.kind is _Kind.MOVE:
                draft.add_move(token)
            else:
                draft.end(token)
                return
        if draft.open_lines:
            raise draft.open_lines[-1].error("this side line is never closed")
        last = self._tokens[self._next - 1]
        raise last.error(f"no result after {last.text}; end the game with 1-0, 0-1, 1/2-1/2 or *")

    def _skip_rest(self, draft: _Draft) -> None:
        """Goes to the end of a game that cannot be followed, and takes its result from there."""
        depth = len(draft.open_lines)
        while self._peek() not in {None, _Kind.HEADER}:
            token = self._tokens[self._next]
            self._next += 1
            depth += (token.kind is _Kind.OPEN) - (token.kind is _Kind.CLOSE)
            if token.kind is _Kind.RESULT and depth <= 0:
                draft.result = token.text
                return
