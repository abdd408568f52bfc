"""The file formats of records, by name. Each reads text into records and writes a record as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

from rules.chess import pgn
from rules.draughts import pdn
from rules.go import sgf
from rules.record import GameRecord
from rules.records.detecting import looks_like
from rules.terms import RulesError
from rules.xiangqi import pgn as xqpgn


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


FORMATS: Mapping[str, RecordFormat] = {
    each.name: each
    for each in (
        RecordFormat(
            name="pgn",
            suffix=".pgn",
            games=("chess",),
            styles=("san",),
            read=pgn.read_games,
            writer=lambda _style: pgn.writer(),
        ),
        RecordFormat(
            name="pdn",
            suffix=".pdn",
            games=("draughts-100", "draughts-russian", "draughts-brazilian"),
            styles=pdn.STYLES,
            read=pdn.read_games,
            writer=pdn.writer,
        ),
        RecordFormat(
            name="xqpgn",
            suffix=".pgn",
            games=("xiangqi",),
            styles=tuple(xqpgn.STYLES),
            read=xqpgn.read_games,
            writer=xqpgn.writer,
        ),
        RecordFormat(
            name="sgf",
            suffix=".sgf",
            games=("go",),
            styles=("sgf",),
            read=sgf.read_sgf,
            writer=lambda _style: sgf.writer(),
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
