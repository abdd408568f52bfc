"""Records of draughts games in PDN 3.0 (wiegerw.github.io/pdn): text in, text out.

Reading takes what is found in files: results of either kind, "x" and ":", numbers run together,
spaces in moves, full stops after positions, games without a result. Writing keeps to the standard.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial

from rules.draughts.gametype import (
    GAMES,
    GameType,
    game_named,
    game_type_text,
    likely_types,
    read_game_type,
    read_variant,
)
from rules.draughts.notation import parse_move
from rules.draughts.position import DraughtsPosition
from rules.draughts.variants import WHITE
from rules.position import Move, Position
from rules.record import GameRecord
from rules.records.draft import Draft, Heading, PositionDraft
from rules.records.growing import Body, Growing
from rules.records.reader import Dialect, read
from rules.records.texts import DRAWS, RESULTS
from rules.records.times import write_time
from rules.records.tokens import Token, grammar
from rules.records.writer import Lines, Moves, Place, Timed, checked_headers, header_lines
from rules.rulebook import Outcome
from rules.terms import RulesError, quoted, shortened

STYLES = ("short", "full", "numeric")
"""How moves are written. "short" names squares between the first and the last only where the move
is ambiguous without them, and then all; "full" always names all; "numeric" is short, with numbers on
the small board too. The big board has only numbers in PDN."""
ROSTER = ("Event", "Site", "Date", "Round", "White", "Black")
"""The headers that every record has, before the result."""

_OUTCOMES: Mapping[str, Outcome] = {
    "2-0": Outcome.FIRST_WINS,
    "1-0": Outcome.FIRST_WINS,
    "0-2": Outcome.SECOND_WINS,
    "0-1": Outcome.SECOND_WINS,
    "1-1": Outcome.DRAW,
    "1/2-1/2": Outcome.DRAW,
    "0-0": Outcome.BOTH_LOSE,
    "*": Outcome.OPEN,
}
_RESULTS_64: Mapping[Outcome, str] = {
    Outcome.FIRST_WINS: "1-0",
    Outcome.SECOND_WINS: "0-1",
    Outcome.DRAW: "1/2-1/2",
    Outcome.BOTH_LOSE: "0-0",
    Outcome.VOID: "*",
    Outcome.OPEN: "*",
}
"""Results as the standard wants them for the small board; on the big one they are the game's own."""
_OWN_HEADERS = Draft.own_headers | {"GameType"}

_SQUARES = re.compile(
    r"(?:[a-h][1-8]|[0-9]{1,2})(?:[-x:]?(?:[a-h][1-8]|[0-9]{1,2}))++", re.IGNORECASE
)
_SQUARE = re.compile(r"[a-h][1-8]")
_NULL_MOVE = re.compile(r"([WB]):(?:W?:B?|B:W)\.?", re.IGNORECASE)
_COUNTERS = re.compile(r"(?:\s*:\s*[HF]\s*[0-9]{1,4}){1,2}\s*\.?\s*$", re.IGNORECASE)
"""What servers write behind a position: plies without a capture, and the number of the next move."""
_COUNTED = re.compile(r":\s*H\s*([0-9]{1,4})", re.IGNORECASE)
_FRISIAN = re.compile(r":\s*\+[0-9]\+[0-9]")
_CLOCK = re.compile(r"([wWbB]?)([0-9]++:[0-9.:]++)")
_PATTERN = grammar(
    # "*" right behind a move, with more to come, says that the move is forced.
    skip=r"(?!0\.5-)[0-9]++\s?[.…]++ | [.…±∓⩲⩱∞□⊕△]++ | [!?]++ | \([!?]++\) | [+=\#]++ | a\.\s?l\. "
    r"| (?<=[0-9])\*(?=\s*+[^\s\[])",
    result=rf"2-0|0-2|1-1|0-0|{RESULTS}|{DRAWS}",
    move=r"[0-9]{1,2}+[ ]?[-x:][ ]?[0-9]{1,2}+(?:[-x:][0-9]{1,2}+)*+(?![A-Za-z0-9])"
    r"| -\s?- | [A-Za-z0-9][A-Za-z0-9:@-]*+",
    set_up=r'/\s*+FEN\s*+"[^"/]*+"\s*+/',
)


def read_games(
    text: str,
    *,
    lenient: bool = False,
    left_out: list[str] | None = None,
    game: str | None = None,
    likely: str | None = None,
) -> list[GameRecord]:
    """All games of a PDN text, in order.

    Which game it is says the GameType; without one, the squares and signs say it, and between
    the Russian and the Brazilian game, whose laws the moves keep (if both, the likely one, with a warning).

    Args:
        text: the whole file.
        lenient: instead of raising, end a game before the first thing that cannot be followed, note
            it in `GameRecord.problems` and go on with the next game.
        left_out: takes a sentence for each game that a lenient reader leaves out whole.
        game: name of the game that records without a GameType are of.
        likely: name of the game that is taken where a record may be of several.

    Raises:
        RulesError: a bad header, a move that is illegal, ambiguous or missing, a position that is none,
            a comment or side line that does not end; with line and column.
    """
    return read(text, _dialect(game, likely), lenient=lenient, left_out=left_out)


def write_game(record: GameRecord, style: str = STYLES[0]) -> str:
    """The record as PDN 3.0: seven headers, GameType and FEN first, lines of at most 80 characters.

    Times are written as "%clock", as the standard prefers for games from electronic boards, in whole
    seconds, which is all it has. Positions set up stand among the moves.

    Raises:
        RulesError: a move is not legal, a position is none, or a header cannot be written; the style
            is unknown, or the game does not have it.
    """
    return writer(style).text(record)


def writer(style: str = STYLES[0]) -> Growing[Place]:
    """Writes a game as `write_game`, and then again as it grows.

    Raises:
        RulesError: the style is unknown.
    """
    if style not in STYLES:
        raise RulesError(f"{quoted(style)} is not a style of PDN; known: {', '.join(STYLES)}")
    return Growing(
        _Body(style),
        lambda _record: Lines(),
        key=lambda record: (record.game, record.start),
        head=lambda record: [*header_lines(_Names(record.game, style).headers(record)), ""],
        # The standard allows no other end of a game; the result stands in its header.
        end=lambda _record: ("*",),
    )


class _Names:
    """How squares and positions of one game are called in a style."""

    def __init__(self, game: str, style: str) -> None:
        self.game = game_named(game)
        variant = self.game.variant
        self._numeric = style == "numeric" or not variant.algebraic
        self._names = variant.board.numbers if self._numeric else variant.board.squares
        self._full = style == "full"

    def headers(self, record: GameRecord) -> Mapping[str, str]:
        game = self.game
        headers = dict.fromkeys(ROSTER, "?") | {"Date": "????.??.??"}
        small = game.variant.algebraic
        headers["Result"] = (_RESULTS_64 if small else game.results)[game.outcome(record.result)]
        headers["GameType"] = game_type_text(game, numeric=self._numeric)
        if record.start is not None:
            headers["FEN"] = self._fen(record.start)
        return headers | checked_headers(record, _OWN_HEADERS)

    def move(self, position: Position, move: Move) -> str:
        rivals = [
            other
            for other in position.moves()
            if (other.origin, other.target) == (move.origin, move.target)
        ]
        whole = self._full or len(rivals) > 1
        squares = move.path if whole else (move.path[0], move.path[-1])
        separator = self.game.variant.separator if move.captured else "-"
        return separator.join(self._names[square] for square in squares)

    def set_up(self, record: GameRecord, ply: int) -> Iterator[str]:
        if ply not in record.set_ups:
            return
        if ply == 0 and record.start is None:
            # The first position set up before any move would be read as the start.
            yield self._setting(self.game.start().text)
        yield self._setting(record.set_ups[ply])

    def _setting(self, fen: str) -> str:
        return f'/FEN "{self._fen(fen)}"/'

    def _fen(self, text: str) -> str:
        fen = self.game.start(text).text
        if self._numeric and self.game.variant.algebraic:
            board = self.game.variant.board
            return _SQUARE.sub(lambda name: str(board.squares.index(name[0]) + 1), fen)
        return fen


class _Body(Body[Place]):
    """The moves of whatever game of draughts the record is of."""

    def __init__(self, style: str) -> None:
        self._style = style

    def begin(self, record: GameRecord) -> Place:
        names = _Names(record.game, self._style)
        self._moves = Moves(
            names.game,
            names.move,
            commands=_clock_commands,
            set_up=names.set_up,
            # Comments of the standard have no way to hold what ends them.
            note=lambda note: note.replace("}", ")"),
        )
        return self._moves.begin(record)

    def step(self, record: GameRecord, ply: int, place: Place) -> tuple[Iterable[str], Place]:
        return self._moves.step(record, ply, place)


def _clock_commands(times: Timed) -> Iterator[str]:
    """Both clocks after a move; the opponent's is running."""
    if times.clock_ms is not None:
        letters = ("w", "B") if times.mover == WHITE else ("b", "W")
        left = dict(zip(letters, (times.clock_ms, times.other_ms), strict=True))
        # White's first, as in the examples of the standard.
        shown = sorted(
            ((letter, ms) for letter, ms in left.items() if ms is not None),
            key=lambda each: each[0].lower(),
            reverse=True,
        )
        yield f"[%clock {' '.join(letter + _whole_seconds(ms) for letter, ms in shown)}]"
    if times.elapsed_ms is not None:
        yield f"[%emt {_whole_seconds(times.elapsed_ms)}]"


def _whole_seconds(ms: int) -> str:
    return write_time(ms // 1000 * 1000)


class _Draft(PositionDraft):
    """A game of draughts while it is being read."""

    own_headers = _OWN_HEADERS

    def __init__(self, heading: Heading, kind: GameType, wrong: RulesError | None = None) -> None:
        super().__init__(heading, _OUTCOMES, game=kind.game, parse=_parse)
        self._kind = kind
        self._wrong = wrong
        self._placed = False

    def begin(self) -> None:
        if self._wrong is not None:
            raise self._wrong
        super().begin()
        token = self.heading.headers.get("FEN")
        counted = None if token is None else _COUNTED.search(token.value)
        if token is not None and counted is not None and int(counted[1]):
            self.warn(token, f"the {counted[1]} plies without a capture before it are not kept")

    def set_start(self, text: str | None) -> None:
        self._placed = text is not None
        super().set_start(None if text is None else self._standing(text))

    def _standing(self, text: str) -> str:
        """A position of the record, as `Position.text`."""
        if _FRISIAN.search(text):
            raise RulesError(_frisian(text))
        named = self._kind.fen(_COUNTERS.sub("", text))
        try:
            return self.game.start(named).text
        except RulesError as error:
            raise error if named == text else RulesError(f"{quoted(text)}: {error}") from None

    def follow(self, text: str) -> str:
        tight = "".join(text.split())
        if tight == "--":
            raise RulesError(
                '"- -" stands for a move that is not known; set the position up instead'
            )
        if not _SQUARES.fullmatch(tight):
            raise RulesError(f"{quoted(tight)} is not a move")
        named = self._kind.move(tight)
        try:
            return super().follow(named)
        except RulesError as error:
            raise error if named == tight else RulesError(f"{shortened(tight)}: {error}") from None

    def set_up(self, token: Token) -> None:
        text = token.text.split('"')[1]
        turn = _NULL_MOVE.fullmatch("".join(text.split()))
        known = bool(self.moves or self.set_ups or self._placed)
        try:
            if turn:
                text = turn[1] + self.position.text[1:]
            if known:
                self.position = self.game.start(self._standing(text))
                self.set_ups[len(self.moves)] = self.position.text
            else:
                self.set_start(text)
        except RulesError as error:
            # Before the first move it is the start, and without that nobody knows what is played.
            self.begun = known
            raise token.error(str(error)) from error

    def command(self, token: Token, name: str, value: str) -> bool:
        if len(self.moves) in self.set_ups:
            return False  # it is not about the move before
        if name != "clock":
            return super().command(token, name, value)
        times = [(side.lower(), self.time(token, time)) for side, time in _CLOCK.findall(value)]
        if not times or any(ms is None for _, ms in times) or _CLOCK.sub("", value).strip():
            self.complain(
                token,
                f"{quoted(value)} is no clock; write %clock as w0:00:10 B0:00:03 or as h:mm:ss",
            )
            return True
        mover = "b" if self.position.side_to_move == WHITE else "w"
        own = next((ms for side, ms in times if side in {"", mover}), None)
        return own is not None and self.take_clock(own)


def _frisian(fen: str) -> str:
    return (
        f"{quoted(fen)} counts the moves of kings, as Frisian draughts does; that is not read here"
    )


def _nothing_played(heading: Heading, likely: str | None) -> Draft:
    """A record without moves that does not say of which game it is."""
    game = next((each for each in GAMES.values() if each.name == likely), GAMES[20])
    draft = _Draft(heading, GameType(game=game))
    if game.name != likely:
        draft.warnings.append(
            f"nothing was played and no header GameType says which draughts it is; read as {game.name}; "
            "if it is another game, say so with --from"
        )
    return draft


def _said(heading: Heading) -> GameType | None:
    """The game that the headers name; None where they name none.

    Raises:
        RulesError: one that is not played here, by its name; with the place.
    """
    fen = heading.headers.get("FEN")
    if fen is not None and _FRISIAN.search(fen.value):
        raise fen.error(_frisian(fen.value))
    for tag, read_header in (("GameType", read_game_type), ("Variant", read_variant)):
        token = heading.headers.get(tag)
        try:
            if token is not None and (found := read_header(token.value)) is not None:
                return found
        except RulesError as error:
            raise token.error(str(error)) if token else error from None
    return None


def _parse(position: Position, text: str) -> Move:
    assert isinstance(position, DraughtsPosition), "a position of another game"
    return parse_move(position, text)


def _dialect(forced: str | None, likely: str | None) -> Dialect:
    return Dialect(
        pattern=_PATTERN,
        results=_OUTCOMES,
        needs_result=False,
        drafts=partial(_drafts, forced, likely),
    )


def _drafts(
    forced: str | None, likely: str | None, heading: Heading, moves: Iterable[Token]
) -> Iterator[Draft]:
    said = None if forced is None else GameType(game=game_named(forced))
    fen = heading.headers.get("FEN")
    try:
        said = _said(heading) or said
    except RulesError as error:
        yield _Draft(heading, GameType(game=GAMES[20]), error)
        return
    texts = [token.text for token in moves]
    kinds = list(likely_types(said, None if fen is None else fen.value, texts))
    kinds.sort(key=lambda kind: kind.game.name != likely)
    if said is None and fen is None and not texts:
        yield _nothing_played(heading, likely)
        return
    yield from (_Draft(heading, kind) for kind in kinds)
    if not kinds:
        assert fen is not None, "only a position leaves the game open"
        wrong = fen.error(
            "this may be a game on 64 or on 100 squares; add the header GameType, or say which with "
            "--from draughts-100, draughts-russian or draughts-brazilian"
        )
        yield _Draft(heading, GameType(game=GAMES[20]), wrong)
