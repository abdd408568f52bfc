"""The file formats of records, by name. Each reads text into records and writes a record as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from rules.chess.pgn import read_games, write_game
from rules.record import GameRecord
from rules.terms import RulesError


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
        write: `write(record, style)`: one record as text that ends with a line feed. Raises
            RulesError where the record cannot be.
    """

    name: str
    suffix: str
    games: tuple[str, ...]
    styles: tuple[str, ...]
    read: Callable[..., list[GameRecord]]
    write: Callable[[GameRecord, str], str]


FORMATS: Mapping[str, RecordFormat] = {
    each.name: each
    for each in (
        RecordFormat(
            name="pgn",
            suffix=".pgn",
            games=("chess",),
            styles=("san",),
            read=read_games,
            write=lambda record, _style: write_game(record),
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
