"""The sensor trace, version 1: a recording of raw levels, read strictly and line by line.

docs/trace.md describes the format.
"""

from __future__ import annotations

import gzip
import io
import json
import os
import zlib
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TextIO

from controller.shell.roles import COMMAND_NAMES, roles
from controller.shell.trace_fields import MAX_LINE, BadTrace, Fields, level_fault
from controller.shell.trace_header import Header, read_header
from rules.game import Game
from rules.terms import Point, PointSet, Side

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLine:
    """A scan at which levels differ from the scan before."""

    line: int
    at_us: int
    levels: Mapping[Point, int | str]


@dataclass(frozen=True, slots=True, kw_only=True)
class PressLine:
    line: int
    at_us: int
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class CommandLine:
    line: int
    at_us: int
    role: str
    name: str
    args: Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindLine:
    """Points that cannot be read for a while from `at_us`."""

    line: int
    at_us: int
    points: PointSet
    for_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GapLine:
    """No scans for a while from `at_us`."""

    line: int
    at_us: int
    gap_us: int


@dataclass(frozen=True, slots=True, kw_only=True)
class EndLine:
    line: int
    at_us: int


Line = SetLine | PressLine | CommandLine | BlindLine | GapLine | EndLine


@contextmanager
def open_trace(path: str | os.PathLike[str]) -> Iterator[tuple[Header, Iterator[Line]]]:
    """A trace file, plain or compressed with gzip: its header, and its lines as they are read.

    Raises:
        BadTrace: at entry for the header, and while the lines are read for each of them.
    """
    with _opened(path) as stream:
        yield read_trace(stream, str(path))


def mistakes(path: str | os.PathLike[str], most: int = 20) -> list[BadTrace]:
    """What is wrong with a trace file, line by line, up to a number of mistakes; empty if nothing."""
    found: list[BadTrace] = []
    file = str(path)
    try:
        with _opened(path) as stream:
            lines = _raw_lines(stream, file)
            order = _Order(read_trace(_first_line(lines), file)[0])
            for number, raw in lines:
                try:
                    order.take(Fields.parse(raw, file, number))
                except BadTrace as mistake:
                    found.append(mistake)
                if len(found) == most:
                    break
    except BadTrace as mistake:  # the header, or a file that cannot be read on
        found.append(mistake)
    return found


def _first_line(lines: Iterator[tuple[int, bytes]]) -> io.BytesIO:
    return io.BytesIO(next(lines, (0, b""))[1])


@contextmanager
def _opened(path: str | os.PathLike[str]) -> Iterator[io.BufferedIOBase]:
    """The bytes of a trace, decompressed."""
    file = str(path)
    try:
        with Path(path).open("rb") as raw:
            compressed = raw.peek(2)[:2] == b"\x1f\x8b"
            yield gzip.GzipFile(fileobj=raw) if compressed else raw
    except (FileNotFoundError, IsADirectoryError, NotADirectoryError, PermissionError) as error:
        if error.filename != str(Path(path)):
            raise
        text = f"cannot be read: {error.strerror}; give the path of a trace"
        raise BadTrace(file or '""', 0, "", text) from None


def read_trace(stream: io.BufferedIOBase, file: str) -> tuple[Header, Iterator[Line]]:
    """As `open_trace`, from bytes that are plain already. `file` is its name for messages."""
    objects = _objects(stream, file)
    first = next(objects, None)
    if first is None:
        raise BadTrace(
            file, 1, "", 'the file is empty; the first line is a header: {"trace":1,...}'
        )
    header = read_header(first)
    return header, map(_Order(header).take, objects)


def _objects(stream: io.BufferedIOBase, file: str) -> Iterator[Fields]:
    """The JSON object of each line."""
    return (Fields.parse(raw, file, number) for number, raw in _raw_lines(stream, file))


def _raw_lines(stream: io.BufferedIOBase, file: str) -> Iterator[tuple[int, bytes]]:
    """Each line with its number."""
    number = 0
    while True:
        number += 1
        try:
            raw = stream.readline(MAX_LINE + 1)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            text = f"the compressed file is damaged or cut off ({error}); copy it again"
            raise BadTrace(file, number, "", text) from None
        if not raw:
            return
        if len(raw) > MAX_LINE:
            raise BadTrace(file, number, "", f"the line is longer than {MAX_LINE} bytes; no trace")
        yield number, raw


class _Order:
    """Turns the objects after the header into lines, and minds their order."""

    def __init__(self, header: Header) -> None:
        self._header = header
        self._before_us = 0
        self._ended = False

    def take(self, fields: Fields) -> Line:
        if self._ended:
            raise fields.bad("", "nothing may follow the line with 'end'; remove the rest")
        line = _line(self._header, fields)
        if line.at_us < self._before_us:
            raise fields.bad(
                "us", f"time goes back from {self._before_us} to {line.at_us}; sort the lines"
            )
        self._before_us = line.at_us
        self._ended = isinstance(line, EndLine)
        return line


_KINDS = ("set", "press", "command", "blind", "gap_us", "end")


def _line(header: Header, fields: Fields) -> Line:
    at_us = fields.microseconds("us")
    kinds = [kind for kind in _KINDS if kind in fields]
    if len(kinds) != 1:
        what = "has " + " and ".join(map(repr, kinds)) if kinds else "says nothing"
        known = ", ".join(map(repr, _KINDS))
        fields.refuse_unknown((*_KINDS, "us", "role", "args", "for_us"))
        raise fields.bad("", f"the line {what}; beside 'us' it needs exactly one of {known}")
    line = _line_of_kind(header, fields, kinds[0], at_us)
    fields.done()
    return line


def _line_of_kind(header: Header, fields: Fields, kind: str, at_us: int) -> Line:
    game, number = header.game, fields.line
    match kind:
        case "set":
            return SetLine(line=number, at_us=at_us, levels=_levels(header, fields))
        case "press":
            side = Side(fields.one_of("press", game.sides))
            return PressLine(line=number, at_us=at_us, side=side)
        case "command":
            return CommandLine(
                line=number,
                at_us=at_us,
                name=fields.one_of("command", COMMAND_NAMES),
                role=fields.one_of("role", roles(game)),
                args=fields.object("args"),
            )
        case "blind":
            blind, for_us = _points(game, fields), fields.microseconds("for_us", least=1)
            return BlindLine(line=number, at_us=at_us, points=blind, for_us=for_us)
        case "gap_us":
            gap_us = fields.microseconds("gap_us", least=1)
            return GapLine(line=number, at_us=at_us, gap_us=gap_us)
        case _:
            if fields.take("end") is not True:
                raise fields.bad("end", "must be true")
            return EndLine(line=number, at_us=at_us)


def _levels(header: Header, fields: Fields) -> Mapping[Point, int | str]:
    levels = {}
    values = fields.object("set")
    if not values:
        raise fields.bad("set", "names no point; leave out scans at which nothing changes")
    for name, level in values.items():
        point = header.game.index.get(name)
        if point is None:
            raise fields.bad(f"set.{name[:40]}", f"there is no such point in {header.game.name}")
        reason = level_fault(header.sensor, level)
        if reason is not None:
            raise fields.bad(f"set.{name}", reason)
        levels[point] = level
    return levels


def _points(game: Game, fields: Fields) -> PointSet:
    names = fields.take("blind")
    if not isinstance(names, list) or not names:
        raise fields.bad("blind", 'must be a list of points such as ["a1"]')
    mask = 0
    for name in names:
        if not isinstance(name, str) or name not in game.index:
            raise fields.bad("blind", f"there is no point {str(name)[:40]!r} in {game.name}")
        mask |= 1 << game.index[name]
    return mask


_WRITTEN = "trace"
"""The name of the file in messages about what is being written."""


class TraceWriter:
    """Writes a trace in its canonical form: no spaces, keys in the order of docs/trace.md.

    Everything written is read back first, so that what stands in the file is a trace.

    Raises:
        BadTrace: from every method, for a line that would not be one.
    """

    def __init__(self, out: TextIO, header: Mapping[str, Any]) -> None:
        self._out = out
        self._count = 0
        text = json.dumps({"trace": 1, **header}, ensure_ascii=False, separators=(",", ":"))
        self.header = read_header(Fields.parse(text.encode(), _WRITTEN, 1))
        self._order = _Order(self.header)
        self._put(text)

    @contextmanager
    def aside(self, out: TextIO) -> Iterator[None]:
        """What is written meanwhile goes somewhere else, and is forgotten then."""
        kept = self._out, self._count, copy(self._order)
        self._out = out
        try:
            yield
        finally:
            self._out, self._count, self._order = kept

    def set(self, at_us: int, levels: Mapping[str, int | str]) -> None:
        self._write({"us": at_us, "set": dict(levels)})

    def press(self, at_us: int, side: str) -> None:
        self._write({"us": at_us, "press": side})

    def command(self, at_us: int, name: str, role: str, args: Mapping[str, Any]) -> None:
        extra = {"args": dict(args)} if args else {}
        self._write({"us": at_us, "command": name, "role": role, **extra})

    def blind(self, at_us: int, points: list[str], for_us: int) -> None:
        self._write({"us": at_us, "blind": points, "for_us": for_us})

    def gap(self, at_us: int, gap_us: int) -> None:
        self._write({"us": at_us, "gap_us": gap_us})

    def end(self, at_us: int) -> None:
        self._write({"us": at_us, "end": True})

    def _write(self, line: Mapping[str, Any]) -> None:
        text = json.dumps(line, ensure_ascii=False, separators=(",", ":"))
        self._order.take(Fields.parse(text.encode(), _WRITTEN, self._count + 1))
        self._put(text)

    def _put(self, text: str) -> None:
        self._out.write(text + "\n")
        self._count += 1
