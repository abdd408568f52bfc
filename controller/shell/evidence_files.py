"""The folder of the service's own traces: one compressed file a game, bounded in total.

A running game's file is written in whole members of gzip, so what a killed program leaves is a trace that
can be read. Only a power cut can leave half a member; it is cut off at the next start.
"""

from __future__ import annotations

import contextlib
import gzip
import itertools
import re
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SUFFIX = ".jsonl.gz"
RUNNING = ".running" + SUFFIX
_CHUNK = 1 << 16
_AUTO = 16 + zlib.MAX_WBITS
"""For zlib: a gzip header is expected."""


class TraceFile:
    """The file of a running game."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.size = 0

    def append(self, text: str) -> None:
        """Adds lines; all of them, or nothing that counts.

        Raises:
            OSError: the disk is full, or the folder cannot be written.
        """
        data = gzip.compress(text.encode(), mtime=0)
        with self.path.open("ab") as stream:
            if stream.tell() != self.size:
                stream.truncate(self.size)  # half a member, when the disk was full
            stream.write(data)
            stream.flush()
        self.size += len(data)

    def read(self) -> bytes:
        """All that counts so far, compressed.

        Raises:
            OSError: it cannot be read.
        """
        with self.path.open("rb") as stream:
            return stream.read(self.size)

    def finish(self) -> None:
        """The game is over: the file gets its last name.

        Raises:
            OSError: it cannot be renamed.
        """
        self.path.rename(finished(self.path))


class TraceFolder:
    """All traces of a board.

    Args:
        bytes_max: all files together; the oldest finished ones are deleted first.
    """

    def __init__(self, path: Path, bytes_max: int) -> None:
        self.path = path
        self._bytes_max = bytes_max

    def repair(self) -> None:
        """Finishes what a program that was killed has left.

        Raises:
            OSError: the folder cannot be written.
        """
        for path in self.path.glob(f"*{RUNNING}"):
            size = whole_members(path)
            if size == 0:
                path.unlink()
                continue
            with path.open("r+b") as stream:
                stream.truncate(size)
            path.rename(finished(path))

    def new(self, game_id: str) -> TraceFile:
        """A file for a game that begins (g3), or goes on after the service was started anew (g3-2).

        Raises:
            OSError: the folder cannot be made.
        """
        self.path.mkdir(parents=True, exist_ok=True)
        for number in itertools.count(1):
            stem = game_id if number == 1 else f"{game_id}-{number}"
            running = self.path / (stem + RUNNING)
            if not running.exists() and not finished(running).exists():
                break
        return TraceFile(running)

    def make_room(self, kept: Path) -> bool:
        """Deletes the oldest finished traces until the rest is within the bound.

        Args:
            kept: the running game's.

        Returns:
            Whether it is.

        Raises:
            OSError: a file cannot be deleted.
        """
        files = [(path.stat(), path) for path in self.path.glob(f"*{SUFFIX}")]
        total = sum(stat.st_size for stat, _ in files)
        files.sort(key=lambda each: (each[0].st_mtime_ns, part_key(each[1])))
        for stat, path in files:
            if total <= self._bytes_max:
                break
            if path != kept and not path.name.endswith(RUNNING):
                path.unlink()
                total -= stat.st_size
        return total <= self._bytes_max


def finished(path: Path) -> Path:
    """The name of a running game's file once it is over."""
    return path.with_name(path.name.removesuffix(RUNNING) + SUFFIX)


def part_key(path: Path) -> list[int]:
    """The numbers in a name, for the order of files of one moment: g9, g10, g10-2."""
    return [int(digits) for digits in re.findall(r"\d+", path.name)]


def whole_members(path: Path) -> int:
    """The bytes of a compressed file up to the end of its last whole member.

    Raises:
        OSError: it cannot be read.
    """
    whole = read = 0
    member = zlib.decompressobj(_AUTO)
    with path.open("rb") as stream, contextlib.suppress(zlib.error):
        while data := stream.read(_CHUNK):
            read += len(data)
            while data:
                member.decompress(data)
                if not member.eof:
                    break
                data = member.unused_data
                whole = read - len(data)
                member = zlib.decompressobj(_AUTO)
    return whole
