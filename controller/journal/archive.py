"""Old records, compressed in files beside the journal: 2,000 each, one JSON text a line, as `zcat` shows them.

The journal keeps each file's place and last digest. A file is read as a whole and proved: its lines must
lead from the digest before it to the digest that the journal kept. So the chain is one, archived or not.
"""

from __future__ import annotations

import gzip
import os
import zlib
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from controller.journal.faults import JournalError
from controller.journal.files import disk_fault, sync_folder

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from pathlib import Path

    from controller.journal.chain import Chain, Row

FOLDER = "archive"
RECORDS = 2000
"""Records in each file: some 150 KB, proved in about 10 ms."""
FORMAT = 2
"""The format of a journal that has an archive; older versions refuse it."""

SCHEMA = """
CREATE TABLE archive (first INTEGER PRIMARY KEY, last INTEGER NOT NULL, digest BLOB NOT NULL);
CREATE TABLE archived_game (
    game_id TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL, finished INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE archived_beginning (seq INTEGER PRIMARY KEY, body BLOB NOT NULL);
CREATE TRIGGER archive_stays BEFORE UPDATE ON archive
    BEGIN SELECT RAISE(ABORT, 'the archive stays as it is'); END;
CREATE TRIGGER archive_kept BEFORE DELETE ON archive
    BEGIN SELECT RAISE(ABORT, 'the archive stays as it is'); END;
DROP TRIGGER record_kept;
CREATE TRIGGER record_kept BEFORE DELETE ON record
    WHEN OLD.seq > (SELECT coalesce(max(last), 0) FROM archive)
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
PRAGMA user_version = 2;
"""
"""Added to a journal with the first file of its archive."""


class Part(NamedTuple):
    """One file of the archive."""

    first: int
    last: int
    digest: bytes
    """Of its last record."""

    @property
    def name(self) -> str:
        return f"journal-{self.first:010}-{self.last:010}.jsonl.gz"


class Index:
    """What the journal keeps in its file of archived records: where each game stands, and how it began."""

    def __init__(self, games: Sequence[tuple[str, int, int, int]] = ()) -> None:
        self.games = {name: (first, last, bool(done)) for name, first, last, done in games}
        self.beginnings: dict[int, bytes] = {}

    def add(self, row: Row) -> None:
        """Counts a record in; in order."""
        seq, game_id, _, kind, raw, _ = row
        if kind == "game-started":
            self.beginnings[seq] = raw
        if game_id is not None:
            first, _, done = self.games.get(game_id, (seq, seq, False))
            done = done if kind not in {"result", "correction"} else kind == "result"
            self.games[game_id] = (first, seq, done)

    def write(self, writer: sqlite3.Connection) -> None:
        """Writes it, within a transaction."""
        games = [(name, *span) for name, span in self.games.items()]
        writer.executemany("INSERT OR REPLACE INTO archived_game VALUES (?, ?, ?, ?)", games)
        began = list(self.beginnings.items())
        writer.executemany("INSERT OR REPLACE INTO archived_beginning VALUES (?, ?)", began)


class Archive:
    """Reads the files. Keeps the one that was read last, since readers go through them in order."""

    def __init__(self, chain: Chain) -> None:
        self._folder = chain.path.parent / FOLDER
        self._chain = chain
        self._part: Part | None = None
        self._rows: list[Row] = []

    def rows(self, part: Part, previous: bytes) -> list[Row]:
        """The records of a file, proved.

        Args:
            previous: the digest of the record before it.

        Raises:
            JournalError: it is missing or damaged.
            DiskFault: it cannot be read.
        """
        if self._part != part:
            self._rows, self._part = self._read(part, previous), part
        return self._rows

    def forget(self) -> None:
        """The next reading comes from the disk."""
        self._part, self._rows = None, []

    def _read(self, part: Part, previous: bytes) -> list[Row]:
        path = self._folder / part.name
        try:
            lines = gzip.decompress(path.read_bytes()).split(b"\n")
        except FileNotFoundError as error:
            raise JournalError(path, "this part of the journal is missing") from error
        except (gzip.BadGzipFile, EOFError, zlib.error) as error:
            raise JournalError(path, f"this part of the journal is damaged ({error})") from error
        except OSError as error:
            raise disk_fault(path, error) from error
        if lines.pop() or len(lines) != part.last - part.first + 1:
            raise JournalError(path, "this part of the journal is not whole")
        rows: list[Row] = []
        for seq, line in enumerate(lines, part.first):
            row = self._chain.row(line, seq, previous)
            previous = row[5]
            rows.append(row)
        if previous != part.digest:
            raise JournalError(path, "its bytes do not fit the chain of digests")
        return rows


def write_part(folder: Path, rows: Sequence[Row]) -> Part:
    """Writes records to a file of the archive. They are on the disk when this returns.

    Raises:
        DiskFault: they are not. What was written is in nobody's way.
    """
    part = Part(rows[0][0], rows[-1][0], rows[-1][5])
    path = folder / FOLDER / part.name
    new = path.with_suffix(".new")
    try:
        path.parent.mkdir(exist_ok=True)
        text = b"".join(row[4] + b"\n" for row in rows)
        with new.open("wb") as file:
            file.write(gzip.compress(text, mtime=0))
            file.flush()
            os.fsync(file.fileno())
            # The reading back that follows is to come from the disk, not from memory.
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
        new.rename(path)
        sync_folder(path.parent)
        sync_folder(folder)
    except OSError as error:
        with suppress(OSError):
            new.unlink()
        raise disk_fault(path, error) from error
    return part
