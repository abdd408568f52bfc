"""Files of records: which format they are in, what games they hold, and writing them whole."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rules.formats import FORMATS, RecordFormat, format_of_game
from rules.records.detecting import looks_like
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Sequence

TRACE = "trace"
"""What a sensor trace is called among the formats; it is no `RecordFormat`."""
TRACE_SUFFIX = ".jsonl"
_XIANGQI = "xqpgn"
_BYTES_MAX = 1 << 28
"""A quarter of a gigabyte: tens of thousands of games. More is a slip of the pen."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """What is to be written.

    Attributes:
        format: None for a sensor trace.
        style: one of the format's.
    """

    format: RecordFormat | None
    style: str = ""


def targets() -> dict[str, Target]:
    """Every name that `--to` knows: formats, formats with a style, and styles of one format only."""
    named = {each.name: Target(format=each, style=each.styles[0]) for each in FORMATS.values()}
    bare: dict[str, list[Target]] = {}
    for each in FORMATS.values():
        for style in each.styles:
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
        raise RulesError(f"there is no format {name[:40]!r}; known: {', '.join(known)}")
    return known[name]


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


def detect(text: str, file: str) -> RecordFormat:
    """The format of a text: by what stands in it, or where that leaves it open by the file's name.

    Raises:
        RulesError: it looks like none.
    """
    found = FORMATS.get(looks_like(text) or "")
    if found is not None:
        return found
    target = target_by_suffix(file)
    if target is not None and target.format is not None:
        return target.format
    known = ", ".join(dict.fromkeys(each.suffix for each in FORMATS.values()))
    raise RulesError(
        f"this looks like no record of a game; name the file by its format ({known}), "
        "or look whether it is the right file"
    )


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, or the older encodings that records are found in.

    Raises:
        RulesError: it is no text, or far too long.
    """
    if len(data) > _BYTES_MAX:
        raise RulesError(f"the file is larger than {_BYTES_MAX >> 20} MB; split it")
    with contextlib.suppress(UnicodeDecodeError):
        return data.decode("utf-8-sig")
    if b"\0" in data:
        raise RulesError("this is no text file, and so no record")
    # PGN and PDN were Latin-1 by their standards; Chinese programs write GB 18030.
    if b"[Red " in data or b"Chinese Chess" in data:
        with contextlib.suppress(UnicodeDecodeError):
            return data.decode("gb18030")
    return data.decode("latin-1")


def write_whole(file: Path, text: str) -> None:
    """Writes a file so that it holds all of the text, or what it held before.

    Raises:
        OSError: it cannot be written.
    """
    place = file.resolve()
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
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise OSError(error.errno, f"cannot be written ({error.strerror})", str(file)) from None
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
