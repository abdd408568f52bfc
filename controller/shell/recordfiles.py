"""Files of records: which format they are in, what games they hold, and writing them whole."""

from __future__ import annotations

import errno
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.charset import decoded
from rules.formats import FORMATS, RecordFormat, format_of_game, read_text
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from rules.record import GameRecord

TRACE = "trace"
"""What a sensor trace is called among the formats; it is no `RecordFormat`."""
TRACE_SUFFIX = ".jsonl"
_XIANGQI = "xqpgn"
_ADVICE: Mapping[int, str] = {
    errno.ENOENT: "; make the folder {folder} first, or name another",
    errno.ENOTDIR: "; {folder} is no folder; name one",
    errno.EISDIR: "; name a file in it",
    errno.EACCES: "; name a folder where you may write",
    errno.EPERM: "; name a folder where you may write",
    errno.EROFS: "; name a folder where you may write",
    errno.ENOSPC: "; make room, or name another disk",
    errno.ENAMETOOLONG: "; give it a shorter name",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is to be written.

    Attributes:
        format: None for a sensor trace.
        style: one of the format's.
    """

    format: RecordFormat | None
    style: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a record file holds.

    Attributes:
        records: at least one.
        warnings: what people should know about how it was read, a sentence each.
    """

    records: tuple[GameRecord, ...]
    warnings: tuple[str, ...] = ()


def targets() -> dict[str, Target]:
    """Every name that `--to` knows: formats, formats with a style, and styles of one format only.

    The style of a format that has no other needs no name.
    """
    named = {each.name: Target(format=each, style=each.styles[0]) for each in FORMATS.values()}
    bare: dict[str, list[Target]] = {}
    for each in FORMATS.values():
        for style in each.styles if len(each.styles) > 1 else ():
            target = Target(format=each, style=style)
            named[f"{each.name}-{style}"] = target
            bare.setdefault(style, []).append(target)
    unique = {style: found[0] for style, found in bare.items() if len(found) == 1}
    return {**unique, **named, TRACE: Target(format=None)}


def target_by_name(name: str) -> Target:
    """What `--to NAME` asks for.

    Raises:
        RulesError: there is no such format; names those there are.
    """
    known = targets()
    if name not in known:
        raise RulesError(f"there is no format {name[:40]!r}; known: {known_targets()}")
    return known[name]


def known_targets() -> str:
    """The formats, and in brackets the styles of those that have several."""
    listed = [
        f"{each.name} ({', '.join(each.styles)})" if len(each.styles) > 1 else each.name
        for each in FORMATS.values()
    ]
    return ", ".join([*listed, TRACE])


def target_by_suffix(file: str) -> Target | None:
    """What the end of a file's name asks for; None where it says nothing."""
    suffix = Path(file).suffix.lower()
    if suffix == TRACE_SUFFIX:
        return Target(format=None)
    for each in FORMATS.values():
        if suffix in (each.suffix, f".{each.name}"):
            return Target(format=each, style=each.styles[0])
    return None


def target_of_game(game: str) -> Target:
    """The usual format of a game's records.

    Raises:
        RulesError: there is none.
    """
    found = format_of_game(game)
    return Target(format=found, style=found.styles[0])


def fitting(target: Target, game: str) -> Target:
    """The target for the records of one game: `.pgn` of a xiangqi record is xiangqi's PGN.

    Raises:
        RulesError: the format does not keep records of this game; names the one that does.
    """
    if target.format is None or game in target.format.games:
        return target
    own = format_of_game(game)
    if target == target_by_name("pgn") and own.name == _XIANGQI:
        return target_of_game(game)
    raise RulesError(
        f"{target.format.name} keeps records of {' and '.join(target.format.games)}, and this is a "
        f"game of {game}; its format is {own.name}"
    )


def joined(texts: Sequence[str]) -> str:
    """The texts of several records as one file, an empty line between them."""
    return "\n".join(text.rstrip("\n") + "\n" for text in texts)


def sources() -> tuple[str, ...]:
    """What `--from` knows: the formats, and the games, which tell their formats."""
    return (*FORMATS, *(game for each in FORMATS.values() for game in each.games))


def likely_formats(file: str, wanted: Target | None = None) -> tuple[str, ...]:
    """The formats that a file's name and what is to become of it make likely, the likeliest first."""
    found = []
    if wanted is not None and wanted.format is not None:
        games = wanted.format.games
        found += [each.name for each in FORMATS.values() if set(games) & set(each.games)]
    suffix = Path(file).suffix.lower()
    found += [each.name for each in FORMATS.values() if suffix == f".{each.name}"]
    found += [each.name for each in FORMATS.values() if suffix == each.suffix]
    return tuple(dict.fromkeys(found))


def read_records(
    data: bytes,
    file: str,
    *,
    lenient: bool = False,
    source: str | None = None,
    wanted: Target | None = None,
    game: str | None = None,
) -> Found:
    """The games in the bytes of a record file.

    Args:
        file: its name, whose end counts where the content leaves the format open.
        lenient: keep what can be followed.
        source: the format or the game that it is said to be in; None to find out.
        wanted: what is to become of it, which counts where the content leaves the format open.
        game: the game that it is likely to be of, which counts there too.

    Raises:
        RulesError: it is no record, or not a good one.
    """
    if source is not None and source not in sources():
        raise RulesError(f"there is no format {source[:40]!r}; known: {', '.join(sources())}")
    text = decoded(data, lenient=lenient)
    likely = likely_formats(file, wanted)
    if game is not None:
        likely = (format_of_game(game).name, *likely)
    read = read_text(text.text, lenient=lenient, source=source, likely=likely, game=game)
    warnings = (*text.warnings, *read.warnings, *read.left_out)
    if not read.records:
        raise RulesError("; ".join(["the file holds no game that can be read", *read.left_out[:3]]))
    return Found(records=tuple(read.records), warnings=warnings)


def write_whole(file: Path, text: str) -> None:
    """Writes a file so that it holds all of the text, or what it held before.

    Raises:
        OSError: it cannot be written; says what to do.
    """
    try:
        _write_whole(file.resolve(), text)
    except OSError as error:
        advice = _ADVICE.get(error.errno or 0, "").format(folder=file.parent)
        raise OSError(f"{file}: cannot be written ({error.strerror}){advice}") from None


def _write_whole(place: Path, text: str) -> None:
    if place.exists() and not place.is_file():  # a pipe or a device takes what it gets
        place.write_text(text, encoding="utf-8")
        return
    temporary = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("x", encoding="utf-8", newline="") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if place.exists():
            temporary.chmod(place.stat().st_mode & 0o777)
        temporary.replace(place)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
