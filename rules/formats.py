"""The file formats of records, by name. Each reads text into records and writes a record as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol

from rules.record import GameRecord
from rules.records.detecting import looks_like
from rules.terms import RulesError


class Writer(Protocol):
    """Writes records of one game as it grows; what has been written already costs nothing more."""

    def text(self, record: GameRecord) -> str:
        """The whole record.

        Raises:
            RulesError: it cannot be written.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordFormat:
    """One file format.

    Attributes:
        name: as the command line has it ("pgn").
        suffix: of files, with the dot.
        games: names of the games whose records it keeps.
        styles: names of the notations that it can be written in, the usual one first.
        read: `read(text, lenient=...)`: every game of a text. Raises RulesError with line and column;
            a lenient reader ends a game before what it cannot follow and names it in `problems`.
        writer: of one game in a style; it writes the game again as it grows.
    """

    name: str
    suffix: str
    games: tuple[str, ...]
    styles: tuple[str, ...]
    read: Callable[..., list[GameRecord]]
    writer: Callable[[str], Writer]

    def write(self, record: GameRecord, style: str) -> str:
        """One record as text that ends with a line feed.

        Raises:
            RulesError: the record cannot be written so.
        """
        return self.writer(style).text(record)


def _reader(module: str, name: str = "read_games") -> Callable[..., list[GameRecord]]:
    """A reader whose module is loaded when a record is read."""

    def read(text: str, *, lenient: bool = False) -> list[GameRecord]:
        found: list[GameRecord] = getattr(import_module(module), name)(text, lenient=lenient)
        return found

    return read


def _writer(module: str, *, styled: bool = False) -> Callable[[str], Writer]:
    """A writer whose module is loaded when a record is written.

    Args:
        styled: it writes more than one notation.
    """

    def writer(style: str) -> Writer:
        given = (style,) if styled else ()
        found: Writer = import_module(module).writer(*given)
        return found

    return writer


FORMATS: Mapping[str, RecordFormat] = {
    each.name: each
    for each in (
        RecordFormat(
            name="pgn",
            suffix=".pgn",
            games=("chess",),
            styles=("san",),
            read=_reader("rules.chess.pgn"),
            writer=_writer("rules.chess.pgn"),
        ),
        RecordFormat(
            name="pdn",
            suffix=".pdn",
            games=("draughts-100", "draughts-russian", "draughts-brazilian"),
            styles=("short", "full", "numeric"),
            read=_reader("rules.draughts.pdn"),
            writer=_writer("rules.draughts.pdn", styled=True),
        ),
        RecordFormat(
            name="xqpgn",
            suffix=".pgn",
            games=("xiangqi",),
            styles=("chinese", "chinese-short", "wxf", "iccs", "ucci"),
            read=_reader("rules.xiangqi.pgn"),
            writer=_writer("rules.xiangqi.pgn", styled=True),
        ),
        RecordFormat(
            name="sgf",
            suffix=".sgf",
            games=("go",),
            styles=("sgf",),
            read=_reader("rules.go.sgf", "read_sgf"),
            writer=_writer("rules.go.sgf"),
        ),
    )
}
"""Every format by its name."""


def format_of_game(game: str) -> RecordFormat:
    """The format in which records of a game are kept.

    Raises:
        RulesError: there is none.
    """
    for found in FORMATS.values():
        if game in found.games:
            return found
    raise RulesError(f"records of {game} have no file format here")


def detect(text: str, usual: RecordFormat | None = None) -> RecordFormat:
    """The format of a text, by its headers or else by its first moves.

    Args:
        usual: the format where these leave it open; None where nothing is known.

    Raises:
        RulesError: it looks like none.
    """
    found = FORMATS.get(looks_like(text) or "") or usual
    if found is None:
        known = ", ".join(dict.fromkeys(each.suffix for each in FORMATS.values()))
        raise RulesError(
            f"this looks like no record of a game; name the file by its format ({known}), "
            "or look whether it is the right file"
        )
    return found
