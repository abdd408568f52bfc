"""The journal on disk: one SQLite file, one writer, append-only, every record chained to the last.

A message is on disk before anyone is told of it: `append` returns after the flush. Readers (outbox,
kiosk, records) use a connection of their own and so never see a record that is not yet on disk.
"""

from __future__ import annotations

import os
import sqlite3
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self

import msgspec

from controller.core.messages import (
    AnyMessage,
    GameStarted,
    Head,
    Json,
    Message,
    kind,
    read_message,
)
from controller.journal.codec import canonical, genesis, link, parse
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
    reading,
    statements,
    sync_folder,
    transaction,
    writable,
    writing,
)
from controller.journal.lock import WriterLock

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

__all__ = ["DiskFault", "Entry", "GameSpan", "Journal", "JournalError"]

TAIL = 1000
"""Records checked at each opening: about 20 ms; more would delay the return after a power cut."""
Row = tuple[int, str | None, int, str, bytes, bytes]
_ROW = "SELECT seq, game_id, at_us, type, body, digest FROM record"


class Journal:
    """The journal of one board. Open it with `Journal.open` (the one writer) or `Journal.read`.

    Attributes:
        board: the board's id.
        epoch: names this journal; made at random when it was created.
        path: the file.
    """

    def __init__(self, folder: Path, lock: WriterLock | None, connect: Connect) -> None:
        self.path = folder / FILE
        self.board = ""
        self.epoch = ""
        self._lock = lock
        self._connect = connect
        self._mutex = threading.Lock()
        self._reader: sqlite3.Connection | None = None
        self._writer: sqlite3.Connection | None = None
        self._notes: sqlite3.Connection | None = None
        self._newest = 0
        self._digest = b""
        self._closed = False

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
            created = not journal.path.exists() or journal.path.stat().st_size == 0
            with explained(journal.path):
                journal._writer = writing(journal.path, "FULL", connect)
                if journal._format() == 0:
                    journal._create(board)
                with transaction(journal._writer):
                    journal._writer.execute(REPLIES)
                journal._notes = writing(journal.path, "NORMAL", connect)
            if created:
                sync_folder(folder)
            journal._load()
            if journal.board != board:
                raise JournalError(
                    folder,
                    f"this is the journal of board {journal.board!r}, not of {board!r}",
                    remedy="Give each board a folder of its own.",
                )
        return journal

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Opens a journal for reading only; the board may be writing it at the same time.

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
        return journal

    @property
    def newest_seq(self) -> int:
        """Sequence number of the newest record; 0 for none."""
        if self._lock is None:
            rows = self._rows("SELECT coalesce(max(seq), 0) FROM record")
            return int(rows[0][0])
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
                    keep_reply(writer, reply[0], canonical(reply[1]))
            self._newest, self._digest = seq, digest
            self._lock.note(seq)
        return tuple(entries)

    def entries(self, after_seq: int = 0, limit: int = 1000) -> tuple[Entry, ...]:
        """Records with a greater sequence number, in order, at most `limit`."""
        rows = self._rows(f"{_ROW} WHERE seq > ? ORDER BY seq LIMIT ?", (after_seq, limit))
        return tuple(self._entry(row) for row in rows)

    def game_entries(self, game_id: str) -> tuple[Entry, ...]:
        """All records of one game, in order."""
        rows = self._rows(f"{_ROW} WHERE game_id = ? ORDER BY seq", (game_id,))
        return tuple(self._entry(row) for row in rows)

    def messages_of(self, game_id: str) -> list[AnyMessage]:
        """The messages of one game without their heads, as recovery wants them."""
        return [self._message(entry) for entry in self.game_entries(game_id)]

    def health_since(self, seq: int) -> list[AnyMessage]:
        """The board's newest health after a record; it belongs to no game."""
        newest = " WHERE type = 'health' AND seq > ? ORDER BY seq DESC LIMIT 1"
        return [self._message(self._entry(row)) for row in self._rows(_ROW + newest, (seq,))]

    def replies(self) -> list[tuple[str, Json]]:
        """The newest commands of the writer and what was answered, oldest first."""
        rows = self._rows("SELECT key, body FROM reply ORDER BY number")
        return [(key, parse(body)) for key, body in rows]

    def beginnings(self) -> list[GameStarted]:
        """How each game began, oldest first."""
        rows = self._rows(f"{_ROW} WHERE type = 'game-started' ORDER BY seq")
        found = (self._message(self._entry(row)) for row in rows)
        return [message for message in found if isinstance(message, GameStarted)]

    def games(self) -> list[GameSpan]:
        """All games, oldest first. A game whose result was taken back by a correction goes on."""
        rows = self._rows(
            "SELECT game_id, min(seq), max(seq), EXISTS (SELECT 1 FROM record AS r"
            " WHERE r.game_id = record.game_id AND r.type = 'result' AND NOT EXISTS"
            " (SELECT 1 FROM record AS c WHERE c.game_id = r.game_id AND c.seq > r.seq"
            " AND c.type = 'correction'))"
            " FROM record WHERE game_id IS NOT NULL GROUP BY game_id ORDER BY min(seq)"
        )
        return [GameSpan(name, first, last, bool(done)) for name, first, last, done in rows]

    def new_game_id(self) -> str:
        """The next free game id: "g1", "g2", ... Taken once a message of the game is recorded."""
        rows = self._rows("SELECT DISTINCT game_id FROM record WHERE game_id IS NOT NULL")
        used = [int(name[1:]) for (name,) in rows if name[:1] == "g" and name[1:].isdecimal()]
        return f"g{max(used, default=0) + 1}"

    def cursor(self, name: str) -> int:
        """How far a reader has come: everything up to here it has surely received."""
        rows = self._rows("SELECT seq FROM cursor WHERE name = ?", (name,))
        return int(rows[0][0]) if rows else 0

    def advance_cursor(self, name: str, seq: int) -> None:
        """Moves a reader on. After a power cut it may stand earlier, never later.

        Raises:
            DiskFault: it stands where it stood.
        """
        notes = writable(self._notes)
        with explained(self.path), transaction(notes):
            notes.execute(
                "INSERT INTO cursor VALUES (?, ?)"
                " ON CONFLICT (name) DO UPDATE SET seq = max(seq, excluded.seq)",
                (name, seq),
            )

    def verify(self, tail: int | None = None) -> None:
        """Checks every record: readable, gap-free, true to its columns and to the chain.

        Args:
            tail: checks only this many of the newest; None for all and the file's own structure.

        Raises:
            JournalError: names the first record that is wrong.
        """
        # Cursors first: the board may be writing, and a cursor follows its records.
        cursors = self._rows("SELECT name, seq FROM cursor")
        newest = int(self._rows("SELECT coalesce(max(seq), 0) FROM record")[0][0])
        seq = 0 if tail is None else max(0, newest - tail)
        digest = self._digest_of(seq)
        with explained(self.path):
            for row in self._read().execute(f"{_ROW} WHERE seq > ? ORDER BY seq", (seq,)):
                seq += 1
                digest = self._check(row, seq, digest)
        self._check_cursors(cursors, newest)
        if tail is None:
            findings = self._rows("PRAGMA integrity_check")
            if findings != [("ok",)]:
                raise JournalError(self.path, f"SQLite finds: {findings[0][0]}")

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
        if version != FORMAT:
            raise JournalError(
                self.path,
                f"its format is {version}; this program reads format {FORMAT}",
                remedy="Use the version of Touchmove that wrote it, or a newer one.",
            )
        meta = dict(self._rows("SELECT key, value FROM meta"))
        board, epoch = meta.get("board"), meta.get("epoch")
        if not (isinstance(board, str) and isinstance(epoch, str)):
            raise JournalError(self.path, "it does not say which board it belongs to")
        self.board, self.epoch = board, epoch
        self.verify(TAIL)
        self._newest = int(self._rows("SELECT coalesce(max(seq), 0) FROM record")[0][0])
        self._digest = self._digest_of(self._newest)
        if self._lock is not None:
            self._lock.check(self._newest)

    def _read(self) -> sqlite3.Connection:
        assert not self._closed, "the journal is closed"
        if self._reader is None:
            self._reader = reading(self.path, self._connect)
        return self._reader

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[tuple[Any, ...]]:
        with explained(self.path):
            return self._read().execute(query, values).fetchall()

    def _digest_of(self, seq: int) -> bytes:
        if seq == 0:
            return genesis(self.epoch, self.board)
        rows = self._rows("SELECT digest FROM record WHERE seq = ?", (seq,))
        if not rows or not isinstance(rows[0][0], bytes):
            raise JournalError(self.path, "it is missing", seq=seq)
        return rows[0][0]

    def _check(self, row: Row, expected: int, previous: bytes) -> bytes:
        seq, game_id, at_us, kind_, raw, digest = row
        if seq != expected:
            raise JournalError(self.path, f"it is missing (the next is {seq})", seq=expected)
        if not isinstance(raw, bytes) or link(previous, raw) != digest:
            raise JournalError(self.path, "its bytes do not fit the chain of digests", seq=seq)
        body = self._entry(row).body
        head = (body.get("seq"), body.get("game_id"), body.get("at_us"), body.get("type"))
        if head != (seq, game_id, at_us, kind_):
            raise JournalError(self.path, "its columns differ from its text", seq=seq)
        if (body.get("epoch"), body.get("board")) != (self.epoch, self.board):
            raise JournalError(self.path, "it belongs to another journal", seq=seq)
        return digest

    def _check_cursors(self, cursors: Sequence[tuple[object, object]], newest: int) -> None:
        for name, seq in cursors:
            if not isinstance(seq, int) or seq > newest:
                raise JournalError(
                    self.path, f"records after {newest} are missing: {name} has received {seq}"
                )

    def _entry(self, row: Sequence[Any]) -> Entry:
        seq, game_id, _, kind_, raw, _ = row
        try:
            body: Json = parse(raw)
        except ValueError as error:
            raise JournalError(self.path, f"it cannot be read ({error})", seq=seq) from error
        return Entry(seq=seq, game_id=game_id, type=kind_, body=body)

    def _message(self, entry: Entry) -> AnyMessage:
        try:
            return read_message(entry.body)
        except msgspec.ValidationError as error:
            raise JournalError(
                self.path, f"it is no message of this version ({error})", seq=entry.seq
            ) from error
