"""Records of xiangqi games in the PGN of xiangqi: text in, text out.

The format is that of the 中国象棋电脑应用规范, part 3 (xqbase). Reading recognises the notation of each
move by itself (XQ-7.5), whatever the header Format says, so files may mix them; headers and the result
at the end may be missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from rules.position import Move, Position
from rules.record import GameRecord
from rules.records.draft import Draft, Heading, PositionDraft
from rules.records.growing import Growing
from rules.records.reader import Dialect, read
from rules.records.texts import DRAWS, RESULTS, tidy_fen
from rules.records.tokens import Token, grammar
from rules.records.writer import Moves, Place, checked_headers, tagged
from rules.rulebook import Outcome
from rules.terms import RulesError, quoted
from rules.xiangqi.game import XIANGQI
from rules.xiangqi.notation import parse_move, write_move
from rules.xiangqi.position import XiangqiPosition

GAME = "Chinese Chess"
"""What the first header, Game, must say."""
ROSTER = ("Event", "Site", "Date", "Round", "RedTeam", "Red", "BlackTeam", "Black")
"""The headers before the result; all but the teams are in every record."""
STYLES: Mapping[str, str] = {
    "chinese": "Chinese",
    "chinese-short": "Chinese",
    "wxf": "WXF",
    "iccs": "ICCS",
    "ucci": "UCCI",
}
"""The notations, and what the header Format says of each; without this header it is Chinese."""
_OUTCOMES: Mapping[str, Outcome] = {
    "1-0": Outcome.FIRST_WINS,
    "0-1": Outcome.SECOND_WINS,
    "1/2-1/2": Outcome.DRAW,
    "0-0": Outcome.BOTH_LOSE,
    "*": Outcome.OPEN,
}
_PLAIN_VARIANTS = ("", "xiangqi", "chinese chess", "standard", "from position", "normal")
_OWN_HEADERS = Draft.own_headers | {"Game", "Format"}


def read_games(
    text: str, *, lenient: bool = False, left_out: list[str] | None = None
) -> list[GameRecord]:
    """All games of a text, in order.

    Args:
        text: the whole file.
        lenient: instead of raising, end a game before the first thing that cannot be followed, note
            it in `GameRecord.problems` and go on with the next game.
        left_out: takes a sentence for each game that a lenient reader leaves out whole.

    Raises:
        RulesError: a bad header, a move that is illegal or ambiguous, a comment or side line that does
            not end; with line and column.
    """
    return read(text, _DIALECT, lenient=lenient, left_out=left_out)


def write_game(record: GameRecord, style: str = "chinese") -> str:
    """The record as PGN of xiangqi: Game first, FEN where needed, lines of at most 80 characters.

    Raises:
        RulesError: a move is not legal, the start is no position, a header cannot be written, the
            style is unknown, or the record sets a position up among the moves, which this format
            cannot hold.
    """
    return writer(style).text(record)


def writer(style: str = "chinese") -> Growing[Place]:
    """Writes a game as `write_game`, and then again as it grows.

    Raises:
        RulesError: the style is unknown.
    """
    if style not in STYLES:
        raise RulesError(
            f"{quoted(style)} is not a style of this format; known: {', '.join(STYLES)}"
        )

    def write(position: Position, move: Move) -> str:
        return write_move(_xiangqi(position), move, style)

    moves = Moves(XIANGQI, write, first_number=lambda start: _xiangqi(start).number)
    return tagged(
        moves,
        lambda record: _headers(record, style),
        # Among the moves "0-0" is no result.
        lambda record: "*" if record.result == "0-0" else record.result,
    )


def _headers(record: GameRecord, style: str) -> dict[str, str]:
    if record.game != XIANGQI.name:
        raise RulesError(f"this format keeps games of xiangqi, but this is one of {record.game}")
    if record.set_ups:
        ply = min(record.set_ups)
        raise RulesError(
            f"PGN cannot hold the position set up after {ply} plies; end the record before it"
        )
    if record.result not in _OUTCOMES:
        raise RulesError(f"{quoted(record.result)} is not a result; known: {', '.join(_OUTCOMES)}")
    given = checked_headers(record, _OWN_HEADERS)
    unknown = dict.fromkeys(ROSTER, "?") | {"Date": "????.??.??"}
    headers = {"Game": GAME}
    for name in ROSTER:
        if name in given or not name.endswith("Team"):
            headers[name] = given.get(name, unknown[name])
    headers["Result"] = record.result
    if record.start is not None:
        headers["FEN"] = XIANGQI.start(record.start).text
    headers["Format"] = STYLES[style]
    return headers | given


def _xiangqi(position: Position) -> XiangqiPosition:
    assert isinstance(position, XiangqiPosition), "a position of another game"
    return position


class _Draft(PositionDraft):
    """A game of xiangqi while it is being read."""

    own_headers = _OWN_HEADERS

    def __init__(self, heading: Heading) -> None:
        super().__init__(heading, _OUTCOMES, game=XIANGQI, parse=_parse)

    def begin(self) -> None:
        game = self.heading.headers.get("Game")
        if game is not None and game.value.strip().lower() != GAME.lower():
            raise game.error(f'cannot read the game {quoted(game.value)}; only "{GAME}"')
        variant = self.heading.headers.get("Variant")
        if variant is not None and variant.value.strip().lower() not in _PLAIN_VARIANTS:
            raise variant.error(
                f"cannot read the variant {quoted(variant.value)}; only ordinary xiangqi"
            )
        super().begin()

    def set_start(self, text: str | None) -> None:
        super().set_start(
            None if text is None else tidy_fen(text, needed=2, usual=("-", "-", "0", "1"))
        )

    def record(self) -> GameRecord:
        return replace(found := super().record(), headers=_with_red(found.headers))


def _with_red(headers: Mapping[str, str]) -> Mapping[str, str]:
    """The headers with the first side called Red, as this format has it, where its player is called White."""
    if "White" not in headers:
        return headers
    named = {}
    for name, value in headers.items():
        red = f"Red{name.removeprefix('White')}" if name.startswith("White") else name
        if red == name or headers.get(red) != value:
            named[name if red in headers else red] = value
    return named


def _parse(position: Position, text: str) -> Move:
    return parse_move(_xiangqi(position), text)


def _drafts(heading: Heading, _moves: Iterable[Token]) -> Iterator[Draft]:
    yield _Draft(heading)


_DIALECT = Dialect(
    pattern=grammar(
        skip=r"(?!0\.5) [0-9]++\s?[.．、…]++ | [.…]++ | [!?！？]++ | [±∓⩲⩱∞□⊕△]++",
        result=rf"{RESULTS}|{DRAWS}",
        move=r'[^\s{}()\[\];!?！？$*"]++',
    ),
    results=_OUTCOMES,
    needs_result=False,
    drafts=_drafts,
)
