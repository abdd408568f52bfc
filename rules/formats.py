"""The file formats of records, by name. Each reads text into records and writes a record as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from typing import Protocol

from rules.record import GameRecord
from rules.records.detecting import Evidence, evidence
from rules.terms import RulesError, quoted


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
        read: `read(text, lenient=..., left_out=...)`: every game of a text. Raises RulesError with line and
            column; a lenient reader ends a game before what it cannot follow and names it in `problems`, and
            names games that it leaves out whole in `left_out`.
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

    def read(text: str, **asked: object) -> list[GameRecord]:
        found: list[GameRecord] = getattr(import_module(module), name)(text, **asked)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read of a text.

    Attributes:
        records: in order.
        warnings: what people should know about how all of it was read.
        left_out: what a lenient reader left out beside the records.
    """

    format: RecordFormat
    records: Sequence[GameRecord]
    warnings: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()


def read_text(
    text: str,
    *,
    lenient: bool = False,
    source: str | None = None,
    likely: Sequence[str] = (),
    game: str | None = None,
) -> Reading:
    """The games of a text whose format nobody has to know.

    What headers name decides. Else the format is the one in which all of the text can be played; where
    that is several, the likeliest, with a warning, and where none is likelier nothing is guessed.

    Args:
        lenient: as `RecordFormat.read`; does not change which format it is.
        source: name of the format, or of the game, that it is in; None to find out.
        likely: names of formats that are likely for other reasons, the likeliest first.
        game: name of the game that is likely, where a format keeps several.

    Raises:
        RulesError: it looks like no record, it may be of several kinds, or it is a bad one.
    """
    if source is not None:
        form = FORMATS.get(source) or format_of_game(source)
        return _read(form, text, lenient=lenient, game=None if source in FORMATS else source)
    seen = evidence(text)
    found = _candidates(seen, likely)
    if len(found) == 1:
        return _read(found[0], text, lenient=lenient, likely_game=game)
    tried: list[_Tried] = []
    for form in found:
        if tried and tried[0].error is None and seen.fits(form.name) < seen.fits(found[0].name):
            break  # what fits fewer of the words cannot be played to the end
        tried.append(_try(form, text, game))
    most = max(each.moves for each in tried)
    best = [each for each in tried if each.moves == most]
    chosen = best[0] if most == 0 else _likeliest(best, [*seen.hinted, *likely])
    if chosen.error is not None and not lenient:
        raise chosen.error
    return chosen.reading


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tried:
    """A text read in one of the formats that it may be in.

    Attributes:
        reading: as far as it goes.
        error: why it goes no further; None where all was read.
    """

    reading: Reading
    error: RulesError | None

    @property
    def moves(self) -> int:
        """How many moves can be played."""
        return sum(len(record.moves) for record in self.reading.records)


def _try(form: RecordFormat, text: str, game: str | None) -> _Tried:
    try:
        return _Tried(reading=_read(form, text, likely_game=game), error=None)
    except RulesError as error:
        lenient = _read(form, text, lenient=True, likely_game=game)
        return _Tried(reading=lenient, error=error)


def detect(text: str, usual: RecordFormat = FORMATS["pgn"]) -> RecordFormat:
    """The format of a text, as `read_text` finds it.

    Args:
        usual: the likeliest. What is written here names every other format than PGN.

    Raises:
        RulesError: it looks like none.
    """
    found = _candidates(evidence(text), [usual.name])
    if len(found) == 1:
        return found[0]
    return read_text(text, lenient=True, likely=[usual.name]).format


def _candidates(seen: Evidence, likely: Sequence[str]) -> list[RecordFormat]:
    """The formats that a text may be in, the likeliest first."""
    if len(seen.named) > 1:
        known = " and ".join(
            f"{FORMATS[name].games[0]} ({name})" for name in FORMATS if name in seen.named
        )
        raise RulesError(
            f"the headers of its games say {known}; give each its own file, or read one kind with "
            "--from and --lenient"
        )
    if seen.named:
        return [FORMATS[name] for name in seen.named]
    preferred = [*seen.hinted, *likely]
    names = [name for name in FORMATS if seen.fits(name) or name in seen.named]
    if not names and seen.games:
        names = [name for name in preferred if name in FORMATS][:1]
        if not names and not seen.words:
            raise RulesError(
                "there are no moves and no headers that tell the game; say with --from which "
                f"format it is ({', '.join(FORMATS)})"
            )
    if not names:
        begins = f": it begins with {quoted(seen.begins, 20)}" if seen.begins else ""
        raise RulesError(
            f"this looks like no record of a game{begins}; look whether it is the right file, or say "
            f"with --from which format it is ({', '.join(FORMATS)})"
        )

    def order(name: str) -> tuple[int, int]:
        return (
            -seen.fits(name),
            preferred.index(name) if name in preferred else len(preferred),
        )

    return [FORMATS[name] for name in sorted(names, key=order)]


def _likeliest(best: Sequence[_Tried], likely: Sequence[str]) -> _Tried:
    """Which of several readings that go equally far holds, with the warning that there are others.

    Raises:
        RulesError: nothing tells which.
    """
    if len(best) == 1:
        return best[0]
    of = {each.reading.format.name: each for each in best}
    first = next((name for name in likely if name in of), None)
    if first is None:
        games = " or ".join(f"{each.reading.format.games[0]} ({name})" for name, each in of.items())
        raise RulesError(
            f"every move could be of {games}, and nothing else tells which; say it with "
            f"{' or '.join(f'--from {name}' for name in of)}"
        )
    rest = {name: each for name, each in of.items() if name != first}
    others = " or ".join(each.reading.format.games[0] for each in rest.values())
    chosen = of[first]
    warning = (
        f"read as {chosen.reading.format.games[0]}, but every move could be of {others} too; "
        f"if it is that, say so with {' or '.join(f'--from {name}' for name in rest)}"
    )
    return replace(chosen, reading=replace(chosen.reading, warnings=(warning,)))


def _read(
    form: RecordFormat,
    text: str,
    *,
    lenient: bool = False,
    game: str | None = None,
    likely_game: str | None = None,
) -> Reading:
    left_out: list[str] = []
    named = {"game": game, "likely": likely_game} if form.name == "pdn" else {}
    records = form.read(text, lenient=lenient, left_out=left_out, **named)
    return Reading(format=form, records=records, left_out=tuple(left_out))
