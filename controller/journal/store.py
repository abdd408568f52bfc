"""The journal on disk: one SQLite file, one writer, append-only, every record chained to the last.

A message is on disk before anyone is told of it: `append` returns after the flush. Readers (outbox,
kiosk, records) use a connection of their own and so never see a record that is not yet on disk.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, Self

from controller.core.messages import Head, Json, Message, kind
from controller.journal import archive
from controller.journal.archiving import archive_oldest
from controller.journal.chain import Row
from controller.journal.codec import canonical, link
from controller.journal.entry import Entry, GameSpan
from controller.journal.faults import DiskFault, JournalError, explained
from controller.journal.files import (
    FILE,
    FORMAT,
    REPLIES,
    SCHEMA,
    Connect,
    disk_fault,
    keep_reply,
    move_cursor,
    statements,
    sync_folder,
    transaction,
    writable,
    writing,
)
from controller.journal.lock import WriterLock
from controller.journal.reading import Records

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["DiskFault", "Entry", "GameSpan", "Journal", "JournalError"]

TAIL = 1000
"""Records checked at each opening: about 20 ms; more would delay the return after a power cut."""


class Journal(Records):
    """The journal of one board. Open it with `Journal.open` (the one writer) or `Journal.read`."""

    def __init__(self, folder: Path, lock: WriterLock | None, connect: Connect) -> None:
        super().__init__(folder, connect)
        self._lock = lock
        self._mutex = threading.Lock()
        self._writer: sqlite3.Connection | None = None
        self._notes: sqlite3.Connection | None = None
        self._newest = 0
        self._digest = b""

    @classmethod
    def open(cls, folder: Path, board: str, *, connect: Connect = sqlite3.connect) -> Self:
        """Opens the journal for writing, and creates it if there is none. Checks its tail.

        Args:
            folder: holds the journal and nothing else; created if needed.
            board: the board's id; a journal belongs to one board for life.
            connect: makes connections; tests inject faults here.

        Raises:
            JournalError: damaged, of another board, of a newer format, or open in another process.
            DiskFault: the disk failed.
        """
        try:
            folder.mkdir(parents=True, exist_ok=True)
            lock = WriterLock(folder)
        except OSError as error:
            raise disk_fault(folder, error) from error
        journal = cls(folder, lock, connect)
        with journal._closed_on_error():
            with explained(journal.path):
                journal._writer = writing(journal.path, "FULL", connect)
                if journal._format() == 0:
                    journal._create(board)
                with transaction(journal._writer):
                    journal._writer.execute(REPLIES)
                journal._notes = writing(journal.path, "NORMAL", connect)
            # Not only of a new one: SQLite's own file that undoes its making must be gone for good.
            try:
                sync_folder(folder)
            except OSError as error:
                raise disk_fault(folder, error) from error
            journal._load()
            if journal.board != board:
                raise JournalError(
                    folder,
                    f"this is the journal of board {journal.board!r}, not of {board!r}",
                    remedy="Give each board a folder of its own.",
                )
        return journal

    @classmethod
    def read(cls, folder: Path, *, whole: bool = False) -> Self:
        """Opens a journal for reading only; the board may be writing it at the same time.

        Args:
            whole: every record is proved first, and the file's own structure; else the tail. For whoever takes records
                out of it.

        Raises:
            JournalError: there is none, or it is damaged.
            DiskFault: the disk failed.
        """
        if not (folder / FILE).is_file():
            raise JournalError(
                folder, "there is no journal here", remedy="Name the folder that holds journal.db."
            )
        journal = cls(folder, None, sqlite3.connect)
        with journal._closed_on_error():
            journal._load()
            if whole:
                journal.verify()
        return journal

    @property
    def newest_seq(self) -> int:
        """Sequence number of the newest record; 0 for none."""
        if self._lock is None:
            return self.newest()
        return self._newest

    def append(
        self,
        messages: Sequence[Message],
        *,
        game_id: str | None,
        at_us: int,
        wall: str | None = None,
        reply: tuple[str, Json] | None = None,
    ) -> tuple[Entry, ...]:
        """Records messages, all or none. They are on disk when this returns.

        Args:
            messages: in order.
            game_id: the game they belong to.
            at_us: monotonic microseconds, as in the head of a message.
            wall: RFC 3339 wall time, where known.
            reply: a command's key and what was answered; kept with the messages that it brought about,
                so that a command that comes again after a power cut is known.

        Raises:
            DiskFault: nothing was recorded; the same call may be tried again.
            JournalError: the file is damaged.
        """
        with self._mutex:
            writer = writable(self._writer)
            assert self._lock is not None
            seq, digest = self._newest, self._digest
            rows: list[Row] = []
            entries: list[Entry] = []
            for message in messages:
                seq += 1
                head = Head(
                    board=self.board, game_id=game_id, epoch=self.epoch,
                    seq=seq, at_us=at_us, wall=wall,
                )  # fmt: skip
                body = head.wrap(message)
                raw = canonical(body)
                digest = link(digest, raw)
                rows.append((seq, game_id, at_us, kind(message), raw, digest))
                entries.append(Entry(seq=seq, game_id=game_id, type=kind(message), body=body))
            with explained(self.path), transaction(writer):
                writer.executemany("INSERT INTO record VALUES (?, ?, ?, ?, ?, ?)", rows)
                if reply is not None:
                    keep_reply(writer, *reply)
            self._newest, self._digest = seq, digest
            self._lock.note(seq, self.epoch)
        return tuple(entries)

    def advance_cursor(self, name: str, seq: int) -> None:
        """Moves a reader on. After a power cut it may stand earlier, never later.

        Raises:
            DiskFault: it stands where it stood.
        """
        notes = writable(self._notes)
        with explained(self.path), transaction(notes):
            move_cursor(notes, name, seq)

    def archive(self, keep: int) -> bool:
        """Moves the oldest records to the archive, if at least `keep` stay in the file. Takes a while.

        Returns:
            Whether any were moved; there may be more.

        Raises:
            JournalError: they are damaged, so they stay where they are.
            DiskFault: the disk failed; to be tried again.
        """
        with (
            type(self).read(self.path.parent) as reader,
            explained(self.path),
            closing(writing(self.path, "FULL", self._connect)) as writer,
        ):
            return archive_oldest(reader, writer, keep)

    def close(self) -> None:
        """Closes the journal. May be called twice."""
        for connection in (self._notes, self._reader, self._writer):
            if connection is not None:
                connection.close()
        self._notes = self._reader = self._writer = None
        self._closed = True
        if self._lock is not None:
            self._lock.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _closed_on_error(self) -> Iterator[None]:
        try:
            yield
        except BaseException:
            self.close()
            raise

    def _create(self, board: str) -> None:
        writer = writable(self._writer)
        epoch = os.urandom(8).hex()
        with transaction(writer):
            for statement in statements(SCHEMA):
                writer.execute(statement)
            pairs = [("board", board), ("epoch", epoch)]
            writer.executemany("INSERT INTO meta VALUES (?, ?)", pairs)

    def _format(self) -> int:
        connection = self._writer or self._read()
        return int(connection.execute("PRAGMA user_version").fetchone()[0])

    def _load(self) -> None:
        with explained(self.path):
            self._reader = self._read()
            version = self._format()
        if version == 0:
            raise JournalError(
                self.path,
                "it is only being made, and holds nothing yet",
                remedy="Try again in a moment; if the program was killed meanwhile, start it again.",
            )
        if version not in (FORMAT, archive.FORMAT):
            raise JournalError(
                self.path,
                f"its format is {version}; this program reads formats {FORMAT} and {archive.FORMAT}",
                remedy="Use the version of Touchmove that wrote it, or a newer one.",
            )
        meta = dict(self._rows("SELECT key, value FROM meta"))
        board, epoch = meta.get("board"), meta.get("epoch")
        if not (isinstance(board, str) and isinstance(epoch, str)):
            raise JournalError(self.path, "it does not say which board it belongs to")
        self.identify(board, epoch)
        self.verify(TAIL)
        self._newest = self.newest()
        self._digest = self.digest_of(self._newest)
        if self._lock is not None:
            self._lock.check(self._newest, self.epoch)
