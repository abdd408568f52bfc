"""Who plays whom: a pairing file of an event, as CSV or as the headers of a round's PGN.

A CSV file begins with a line of column names, separated by commas, semicolons or tabs:

    round,board,white,black,white rating,black rating
    3,7,"Menchik, Vera","Graf, Sonja",2350,2310

In a PGN file each game is a block of headers; its Round may be "3", with a Board header, or "3.7".
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.charset import decoded
from controller.shell.record_names import MADE_HEADERS
from rules.clock_law import check_control
from rules.terms import RulesError, shortened
from rules.time_control import from_pgn

if TYPE_CHECKING:
    from controller.core.messages import GameStarted, Json
    from controller.shell.config_types import PairingsConfig
    from rules.game import Game

BYTES_MAX = 1 << 20
"""Ten thousand pairings and more; whatever is longer is another kind of file."""
MISTAKES_MAX = 20
_HEADER = re.compile(r'\[\s*(?P<name>[A-Za-z0-9_]+)\s+"(?P<value>(?:[^"\\]|\\.)*)"\s*\]\s*')
_ROUND = re.compile(r"(?P<round>\d{1,3})(?:\.(?P<board>\d{1,4}))?")
_EVENT: Mapping[str, str] = {
    "event": "Event",
    "site": "Site",
    "date": "Date",
    "section": "Section",
    "time control": "TimeControl",
}
_OF_A_PLAYER: Mapping[str, str] = {
    "id": "FideId",
    "fide id": "FideId",
    "title": "Title",
    "rating": "Elo",
    "elo": "Elo",
    "federation": "Fed",
    "fed": "Fed",
    "team": "Team",
}
"""Columns after a side ("white rating"), and the end of the header that they become ("WhiteElo")."""
_LEFT_OUT = MADE_HEADERS | {"Termination", "PlyCount", "ECO", "Opening"}
"""Headers of a PGN file that belong to a game that was played, or to the kind of record."""


class BadPairings(ValueError):  # noqa: N818 - reads as what it says
    """A pairing file that cannot be used. The text names file, line and column of each mistake."""

    def __init__(self, file: str, mistakes: Sequence[str]) -> None:
        more = len(mistakes) - MISTAKES_MAX
        lines = [f"{file}: {text}" for text in mistakes[:MISTAKES_MAX]]
        if more > 0:
            lines.append(f"{file}: and {more} more")
        super().__init__("\n".join(lines))


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """One game that is to be played.

    Attributes:
        board: number of the board at the event.
        players: name by side.
        headers: for the record; Round and Board are among them.
        time_control: in our grammar; None where the file says nothing.
        line: where it stands in the file.
    """

    round: int
    board: int
    players: Mapping[str, str]
    headers: Mapping[str, str]
    time_control: str | None = None
    line: int = 0


def load_pairings(file: Path, game: Game) -> tuple[Pairing, ...]:
    """The pairings of a file, in its order.

    Raises:
        BadPairings: it cannot be read, or is wrong; names every mistake.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(BYTES_MAX + 1)
    except OSError as error:
        raise BadPairings(str(file), [f"cannot be read: {error.strerror}"]) from None
    if len(data) > BYTES_MAX:
        raise BadPairings(str(file), ["is too long for a pairing file (a million characters)"])
    return read_pairings(decoded(data, lenient=True).text, str(file), game)


def read_pairings(text: str, file: str, game: Game) -> tuple[Pairing, ...]:
    """The pairings in the text of a file.

    Raises:
        BadPairings: it is wrong; names every mistake.
    """
    reader = _Reader(game)
    text = text.removeprefix("\ufeff")
    found = tuple(reader.pgn(text) if text.lstrip().startswith("[") else reader.csv(text))
    if not reader.mistakes:
        reader.check(found)
    if reader.mistakes:
        raise BadPairings(file, reader.mistakes)
    return found


def pairing_of(
    pairings: Iterable[Pairing],
    board: int,
    round_: int | None,
    started: Iterable[Pairing],
) -> Pairing:
    """The game of a board: of the round that is named, else of the first that has not been started.

    Args:
        started: the games that have been started already.

    Raises:
        ValueError: there is no such game; says what there is.
    """
    own = sorted((each for each in pairings if each.board == board), key=lambda each: each.round)
    if not own:
        raise ValueError(f"the pairing file has no game on board {board}; name another board")
    rounds = ", ".join(str(each.round) for each in own)
    if round_ is not None:
        found = next((each for each in own if each.round == round_), None)
        if found is None:
            raise ValueError(f"board {board} has no game in round {round_}, only in {rounds}")
        return found
    done = {(each.round, each.board, frozenset(each.players.items())) for each in started}
    for each in own:
        if (each.round, each.board, frozenset(each.players.items())) not in done:
            return each
    raise ValueError(
        f"all games of board {board} (rounds {rounds}) have been started; name the round, or players"
    )


class _Reader:
    """Reads one file and collects what is wrong with it."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self.mistakes: list[str] = []

    def csv(self, text: str) -> Iterator[Pairing]:
        first = text.split("\n", 1)[0]
        delimiter = max(",;\t", key=first.count)
        rows = csv.reader(io.StringIO(text), delimiter=delimiter, strict=True)
        try:
            names = [
                " ".join(re.split(r"[\s_-]+", cell.strip().lower())) for cell in next(rows, [])
            ]
            if not self._columns(names):
                return
            for row in rows:
                if any(cell.strip() for cell in row):
                    yield from self._row(names, row, rows.line_num)
        except csv.Error as error:
            self._wrong(rows.line_num, f"is not CSV: {error}")

    def pgn(self, text: str) -> Iterator[Pairing]:
        headers: dict[str, str] = {}
        begun = 0
        for number, line in enumerate(text.splitlines(), 1):
            if not line.lstrip().startswith("["):
                if headers and line.strip():  # moves: the headers before them are whole
                    yield from self._of_headers(headers, begun)
                    headers = {}
                continue
            match = _HEADER.fullmatch(line.strip())
            if match is None:
                column = len(line) - len(line.lstrip()) + 1
                self._wrong(
                    number, f'is no header like [White "Name"]: {shortened(line.strip())}', column
                )
                continue
            if match["name"] in headers:
                yield from self._of_headers(headers, begun)
                headers = {}
            if not headers:
                begun = number
            headers[match["name"]] = re.sub(r"\\(.)", r"\1", match["value"])
        if headers:
            yield from self._of_headers(headers, begun)

    def check(self, pairings: Sequence[Pairing]) -> None:
        """One game a board and a round, and one a player."""
        if not pairings:
            self.mistakes.append("holds no pairings")
        seen: dict[tuple[int, object], int] = {}
        for each in pairings:
            for what in (each.board, *each.players.values()):
                key = (each.round, what)
                if key in seen:
                    name = f"board {what}" if isinstance(what, int) else shortened(str(what))
                    self._wrong(
                        each.line,
                        f"{name} has another game in round {each.round}, line {seen[key]}",
                    )
                seen.setdefault(key, each.line)

    def _columns(self, names: Sequence[str]) -> bool:
        sides = self._game.sides
        known = {"round", "board", *sides, *_EVENT}
        known |= {f"{side} {what}" for side in sides for what in _OF_A_PLAYER}
        for column, name in enumerate(names, 1):
            if name not in known:
                self._wrong(
                    1,
                    f"there is no column {shortened(name)!r}; known: {', '.join(sorted(known))}",
                    column,
                )
            elif names.index(name) != column - 1:
                self._wrong(1, f"{name} is there twice", column)
        for name in ("round", "board", *sides):
            if name not in names:
                self._wrong(1, f"the column {name} is missing")
        return not self.mistakes

    def _row(self, names: Sequence[str], row: Sequence[str], line: int) -> Iterator[Pairing]:
        if len(row) > len(names):
            self._wrong(line, f"has {len(row)} fields for {len(names)} columns", len(names) + 1)
            return
        cells = {name: cell.strip() for name, cell in zip(names, row, strict=False)}
        headers: dict[str, str] = {}
        for name, value in cells.items():
            if name in _EVENT and value:
                headers[_EVENT[name]] = value
            side, _, what = name.partition(" ")
            if what in _OF_A_PLAYER and side in self._game.sides and value:
                headers[side.capitalize() + _OF_A_PLAYER[what]] = value
        places = {name: column for column, name in enumerate(names, 1)}
        numbers = {
            name: self._number(cells.get(name, ""), name, line, places[name])
            for name in ("round", "board")
        }
        players = {
            str(side): self._player(cells.get(side, ""), side, line, places[side])
            for side in self._game.sides
        }
        control = headers.pop("TimeControl", None)
        if control is not None:
            try:
                check_control(self._game, control)
            except RulesError as error:
                self._wrong(line, str(error), places["time control"])
        yield from self._pairing(
            numbers["round"],
            numbers["board"],
            players,
            headers=headers,
            control=control,
            line=line,
        )

    def _of_headers(self, headers: Mapping[str, str], line: int) -> Iterator[Pairing]:
        match = _ROUND.fullmatch(headers.get("Round", "").strip())
        if match is None:
            self._wrong(line, 'Round is a number ("3"), or round and board ("3.7")')
            return
        written = match["board"] or headers.get("Board", "")
        players = {
            str(side): self._player(
                headers.get(side.capitalize(), ""), side.capitalize(), line, None
            )
            for side in self._game.sides
        }
        kept = {
            name: value
            for name, value in headers.items()
            if name not in _LEFT_OUT
            and name not in {"TimeControl", *(side.capitalize() for side in self._game.sides)}
            and value not in ("", "?", "-")
        }
        board = self._number(written, "Board", line, None)
        try:
            control = from_pgn(headers.get("TimeControl", ""))
        except RulesError as error:
            self._wrong(line, f"TimeControl: {error}")
            return
        yield from self._pairing(
            int(match["round"]),
            board,
            players,
            headers=kept,
            control=None if control is None else str(control),
            line=line,
        )

    def _pairing(
        self,
        round_: int | None,
        board: int | None,
        players: Mapping[str, str | None],
        *,
        headers: Mapping[str, str],
        control: str | None,
        line: int,
    ) -> Iterator[Pairing]:
        named = {side: name for side, name in players.items() if name is not None}
        if round_ is None or board is None or len(named) != len(players):
            return
        yield Pairing(
            round=round_,
            board=board,
            players=named,
            headers={**headers, "Round": str(round_), "Board": str(board)},
            time_control=control,
            line=line,
        )

    def _number(self, text: str, name: str, line: int, column: int | None) -> int | None:
        if re.fullmatch(r"[1-9]\d{0,3}", text.strip(), re.ASCII):
            return int(text)
        self._wrong(line, f"{name} is a number from 1, not {shortened(text)!r}", column)
        return None

    def _player(self, text: str, name: str, line: int, column: int | None) -> str | None:
        if text.strip() not in ("", "?", "-"):
            return text.strip()
        self._wrong(line, f"{name} has no name; leave games without an opponent out", column)
        return None

    def _wrong(self, line: int, text: str, column: int | None = None) -> None:
        place = f"line {line}" + ("" if column is None else f", column {column}")
        self.mistakes.append(f"{place}: {text}")


def resolved(
    args: Json, game: Game, where: PairingsConfig | None, started: Callable[[], Iterable[Pairing]]
) -> Json:
    """The arguments of `start` with the players of the pairing file, where they are asked for.

    They are where a round or a board is named, or where a file is configured and no players are named.

    Args:
        started: tells which games have been started already.

    Raises:
        BadPairings: the file cannot be used.
        ValueError: there is no such game, or no file.
    """
    named = {name: args.get(name) for name in ("round", "board")}
    rest = {key: value for key, value in args.items() if key not in named}
    asked = any(value is not None for value in named.values())
    if not asked and (where is None or "players" in args):
        return rest
    if where is None:
        raise ValueError(
            "this board has no pairing file: give [pairings] file in its configuration"
        )
    for name, value in named.items():
        if value is not None and (not isinstance(value, int) or isinstance(value, bool)):
            raise ValueError(f"{name} is a number")
    board = where.board if named["board"] is None else named["board"]
    found = pairing_of(load_pairings(where.file, game), board, named["round"], started())
    paired: Json = {"players": dict(found.players)}
    if found.time_control is not None and rest.get("time_control") is None:
        rest["time_control"] = found.time_control
    headers = rest.get("headers")
    own = headers if isinstance(headers, dict) else {}
    return {**paired, **rest, "headers": {**found.headers, **own}}


def started_pairings(messages: Iterable[GameStarted]) -> Iterator[Pairing]:
    """The games of the event that a journal has the beginnings of."""
    for each in messages:
        numbers = [each.headers.get(name, "") for name in ("Round", "Board")]
        if all(re.fullmatch("[0-9]{1,4}", number) for number in numbers):
            yield Pairing(
                round=int(numbers[0]),
                board=int(numbers[1]),
                players={side: name or "" for side, name in each.players.items()},
                headers=each.headers,
            )
