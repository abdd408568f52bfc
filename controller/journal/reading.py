"""What is read from a journal. No record leaves here that its chain has not proved.

What cannot be read, or seems damaged, is read once more from the disk before it is called so.
"""

from __future__ import annotations

import functools
import os
import sqlite3
import threading
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from controller.core.messages import AnyMessage, GameStarted, Json
from controller.journal import archive
from controller.journal.archive import Archive, Index, Part
from controller.journal.chain import Chain, Row
from controller.journal.entry import Entry, GameSpan
from controller.journal.faults import DiskFault, JournalError, explained
from controller.journal.files import FILE, TWIN, Connect, kept_reply, reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

SLICE = 200
"""Records proved at a time in the background: about 1 ms; it holds up nothing."""
_ROW = "SELECT seq, game_id, at_us, type, body, digest FROM record"
_P = ParamSpec("_P")
_T = TypeVar("_T")
_R = TypeVar("_R", bound="Records")


def confirmed(
    method: Callable[Concatenate[_R, _P], _T],
) -> Callable[Concatenate[_R, _P], _T]:
    """A reading that is made once more, from the disk, before its failure is believed."""

    @functools.wraps(method)
    def read(self: _R, /, *args: _P.args, **named: _P.kwargs) -> _T:
        with self.reads:
            try:
                return method(self, *args, **named)
            except (JournalError, DiskFault):
                self.read_afresh()
                return method(self, *args, **named)

    return read


class Records:
    """The records of one journal, archived or not.

    Attributes:
        path: the file.
        chain: proves its records.
        reads: held while one reading goes on.
    """

    def __init__(self, folder: Path, connect: Connect) -> None:
        self.path = folder / FILE
        self.chain = Chain(path=self.path, board="", epoch="")
        self.reads = threading.RLock()
        self._archive = Archive(self.chain)
        self._connect = connect
        self._reader: sqlite3.Connection | None = None
        self._closed = False

    def identify(self, board: str, epoch: str) -> None:
        """Says which journal this is."""
        self.chain = Chain(path=self.path, board=board, epoch=epoch)
        self._archive = Archive(self.chain)

    @property
    def board(self) -> str:
        """The board's id."""
        return self.chain.board

    @property
    def epoch(self) -> str:
        """Names this journal; made at random when it was created."""
        return self.chain.epoch

    @confirmed
    def newest(self) -> int:
        """Sequence number of the newest record on the disk; 0 for none."""
        return int(self._rows("SELECT coalesce(max(seq), 0) FROM record")[0][0])

    @confirmed
    def entries(self, after_seq: int = 0, limit: int = 1000) -> tuple[Entry, ...]:
        """Records with a greater sequence number, in order, at most `limit`."""
        rows = self._records(after_seq, limit)
        if not rows:
            return ()
        self._prove(rows, after_seq + 1)
        return tuple(self.chain.entry(row) for row in rows)

    @confirmed
    def game_entries(self, game_id: str) -> tuple[Entry, ...]:
        """All records of one game, in order.

        The table is gone through from the first to the last, so that none is missed where an index is wrong.
        """
        with self._snapshot():
            first, last, count = self._rows(
                "SELECT min(seq), max(seq), count(*) FROM record WHERE game_id = ?", (game_id,)
            )[0]
            rows: list[Row] = []
            if count:
                there = f"{_ROW} WHERE seq BETWEEN ? AND ? ORDER BY seq"
                rows = self._rows(there, (first, last))
                self._prove(rows, first)
                rows = [row for row in rows if row[1] == game_id]
                beside = [*self._neighbours(first, last)]
                if len(rows) != count or game_id in beside:
                    raise JournalError(self.path, f"its index of {game_id} is damaged")
            older = self._archived_rows(game_id, rows[0][0] if rows else None)
        return tuple(self.chain.entry(row) for row in [*older, *rows])

    def messages_of(self, game_id: str) -> list[AnyMessage]:
        """The messages of one game without their heads, as recovery wants them."""
        return [self.chain.message(entry) for entry in self.game_entries(game_id)]

    @confirmed
    def health_since(self, seq: int) -> list[AnyMessage]:
        """The board's newest health after a record; it belongs to no game."""
        newest = " WHERE type = 'health' AND seq > ? ORDER BY seq DESC LIMIT 1"
        return [self._single(row) for row in self._rows(_ROW + newest, (seq,))]

    @confirmed
    def replies(self) -> list[tuple[str, Json]]:
        """The newest commands of the writer and what was answered, oldest first."""
        rows = self._rows("SELECT key, body FROM reply ORDER BY number")
        try:
            return [kept_reply(key, body) for key, body in rows]
        except ValueError as error:
            raise JournalError(self.path, f"a reply that was kept is damaged ({error})") from error

    @confirmed
    def beginnings(self) -> list[GameStarted]:
        """How each game began, oldest first."""
        rows = self._rows(f"{_ROW} WHERE type = 'game-started' ORDER BY seq")
        live = {row[0]: self._single(row) for row in rows}
        older = self._archived("SELECT seq, body FROM archived_beginning")
        found = {seq: self.chain.message(self._beginning(seq, body)) for seq, body in older} | live
        return [each for _, each in sorted(found.items()) if isinstance(each, GameStarted)]

    @confirmed
    def games(self) -> list[GameSpan]:
        """All games, oldest first. A game whose result was taken back by a correction goes on."""
        rows = self._rows(
            "SELECT game_id, min(seq), max(seq), EXISTS (SELECT 1 FROM record AS r"
            " WHERE r.game_id = record.game_id AND r.type = 'result' AND NOT EXISTS"
            " (SELECT 1 FROM record AS c WHERE c.game_id = r.game_id AND c.seq > r.seq"
            " AND c.type = 'correction'))"
            " FROM record WHERE game_id IS NOT NULL GROUP BY game_id"
        )
        spans = {name: GameSpan(name, first, last, bool(done)) for name, first, last, done in rows}
        for name, first, last, done in self._archived_games():
            if name in spans:  # partly archived: its newest result or correction counts
                live = spans[name]
                judged = self._rows(
                    "SELECT 1 FROM record WHERE game_id = ? AND type IN ('result', 'correction')",
                    (name,),
                )
                finished = live.finished if judged else bool(done)
                spans[name] = GameSpan(name, first, max(last, live.last_seq), finished)
            else:
                spans[name] = GameSpan(name, first, last, bool(done))
        return sorted(spans.values(), key=lambda span: span.first_seq)

    @confirmed
    def new_game_id(self) -> str:
        """The next free game id: "g1", "g2", ... Taken once a message of the game is recorded."""
        rows = self._rows("SELECT DISTINCT game_id FROM record WHERE game_id IS NOT NULL")
        names = [row[0] for row in [*rows, *self._archived_games()]]
        used = [int(name[1:]) for name in names if name[:1] == "g" and name[1:].isdecimal()]
        return f"g{max(used, default=0) + 1}"

    @confirmed
    def cursor(self, name: str) -> int:
        """How far a reader has come: everything up to here it has surely received."""
        rows = self._rows(
            "SELECT coalesce(min(seq), 0) FROM cursor WHERE name IN (?1, ?1 || ?2)"
            " AND EXISTS (SELECT 1 FROM cursor WHERE name = ?1)",
            (name, TWIN),
        )
        seq: int = self._typed(rows, int, why=f"the place of {name}")[0][0]
        return seq

    @confirmed
    def archived(self) -> tuple[int, Index]:
        """The last archived record (0 for none), and what is noted of those that are."""
        with self._snapshot():
            last = self._archived("SELECT coalesce(max(last), 0) FROM archive")
            index = Index(self._archived_games())
            index.beginnings = dict(self._archived("SELECT seq, body FROM archived_beginning"))
        return (self._typed(last, int)[0][0] if last else 0), index

    @confirmed
    def proved(self, after: int, count: int) -> list[Row]:
        """The next `count` records, fewer at the end; proved from the digest of the one before.

        Raises:
            JournalError: names the first that is wrong, or missing.
        """
        rows = self._records(after, count)
        if not rows:
            raise JournalError(self.path, "it is missing", seq=after + 1)
        self._prove(rows, after + 1)
        return rows

    def digest_of(self, seq: int) -> bytes:
        """The digest of a record; of 0, what the first one is chained to.

        Raises:
            JournalError: it is missing.
        """
        if seq == 0:
            return self.chain.genesis()
        rows = self._rows("SELECT digest FROM record WHERE seq = ?", (seq,))
        if rows and isinstance(rows[0][0], bytes):
            return rows[0][0]
        part = self._part_of(seq)
        if part is None:
            raise JournalError(self.path, "it is missing", seq=seq)
        return part.digest if seq == part.last else self._part_rows(part)[seq - part.first][5]

    def verify(self, tail: int | None = None) -> None:
        """Proves every record: readable, gap-free, true to its columns and to the chain.

        Args:
            tail: proves only this many of the newest; None for all and the file's own structure.

        Raises:
            JournalError: names the first record that is wrong.
            DiskFault: the disk does not read.
        """
        for _ in self.verifying(tail):
            pass

    def verifying(self, tail: int | None = None) -> Iterator[int]:
        """As `verify`, in slices: gives after each how far it has come, and goes on when asked to."""
        # Cursors first: the board may be writing, and a cursor follows its records.
        cursors, newest = self._cursors(), self.newest()
        archived, index = self.archived()
        seq = 0 if tail is None else max(newest - tail, archived, 0)
        found = Index()
        while seq < newest:
            rows = self.proved(seq, SLICE)
            if seq < archived:
                for row in rows:
                    if row[0] <= archived:
                        found.add(row)
            seq = rows[-1][0]
            yield seq
        for name, place in cursors:
            if not isinstance(place, int) or place > newest:
                raise JournalError(
                    self.path, f"records after {newest} are missing: {name} has received {place}"
                )
        if tail is None:
            if (found.games, found.beginnings) != (index.games, index.beginnings):
                raise JournalError(self.path, "its list of archived games is damaged")
            self._check_structure()

    def read_afresh(self) -> None:
        """The next reading comes from the disk, not from what was read before."""
        if self._reader is not None:
            self._reader.close()
            self._reader = None
        self._archive.forget()
        with suppress(OSError):
            fd = os.open(self.path, os.O_RDONLY)
            try:
                os.posix_fadvise(fd, 0, 0, os.POSIX_FADV_DONTNEED)
            finally:
                os.close(fd)

    @confirmed
    def _cursors(self) -> list[tuple[object, object]]:
        return [(name, seq) for name, seq in self._rows("SELECT name, seq FROM cursor")]

    @confirmed
    def _check_structure(self) -> None:
        findings = self._rows("PRAGMA integrity_check")
        if findings != [("ok",)]:
            raise JournalError(self.path, f"SQLite finds: {findings[0][0]}")

    def _read(self) -> sqlite3.Connection:
        assert not self._closed, "the journal is closed"
        if self._reader is None:
            self._reader = reading(self.path, self._connect)
        return self._reader

    def _rows(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        with explained(self.path):
            return self._read().execute(query, values).fetchall()

    @contextmanager
    def _snapshot(self) -> Iterator[None]:
        """What is read within is of one moment, though the board goes on writing."""
        self._rows("BEGIN")
        try:
            yield
        finally:
            if self._reader is not None:
                self._reader.rollback()

    def _prove(self, rows: Sequence[Row], first: int) -> None:
        """Proves that records follow each other and the one before `first`."""
        digest = self.digest_of(first - 1)
        for seq, row in enumerate(rows, first):
            digest = self.chain.check(row, seq, digest)

    def _single(self, row: Row) -> AnyMessage:
        self._prove([row], row[0])
        return self.chain.message(self.chain.entry(row))

    def _records(self, after: int, limit: int) -> list[Row]:
        """Records with a greater sequence number, those of the archive first, at most `limit`."""
        rows: list[Row] = self._rows(f"{_ROW} WHERE seq > ? ORDER BY seq LIMIT ?", (after, limit))
        if rows and rows[0][0] == after + 1:
            return rows
        older: list[Row] = []
        while len(older) < limit and (part := self._part_of(after + 1)) is not None:
            older += self._part_rows(part)[after + 1 - part.first :]
            after = part.last
        return [*older, *(row for row in rows if row[0] > after)][:limit]

    def _neighbours(self, first: int, last: int) -> Iterator[str]:
        """The games of the records before and after a place, by the table alone."""
        beside = "SELECT game_id FROM record NOT INDEXED WHERE game_id IS NOT NULL AND seq"
        for query, seq in ((" < ? ORDER BY seq DESC", first), (" > ? ORDER BY seq", last)):
            yield from (row[0] for row in self._rows(f"{beside}{query} LIMIT 1", (seq,)))

    # The archive

    def _archived(self, query: str, values: Sequence[object] = ()) -> list[Any]:
        """Rows of the tables that a journal with an archive has."""
        if self._rows("PRAGMA user_version")[0][0] < archive.FORMAT:
            return []
        return self._rows(query, values)

    def _archived_games(self) -> list[tuple[str, int, int, int]]:
        rows = self._archived("SELECT game_id, first, last, finished FROM archived_game")
        return self._typed(rows, str, int, int, int)

    def _beginning(self, seq: int, raw: bytes) -> Entry:
        """How an archived game began. Proving the whole journal compares it with the archive."""
        self._typed([(raw,)], bytes)
        return self.chain.entry((seq, None, 0, "game-started", raw, b""))

    def _typed(
        self, rows: list[Any], *kinds: type, why: str = "its list of archived records"
    ) -> list[Any]:
        """Rows whose columns are of these types."""
        for row in rows:
            if not all(isinstance(value, kind) for value, kind in zip(row, kinds, strict=True)):
                raise JournalError(self.path, f"{why} is damaged")
        return rows

    def _part_of(self, seq: int) -> Part | None:
        """The part of the archive that holds a record."""
        found = self._archived(
            "SELECT first, last, digest FROM archive WHERE first <= ? ORDER BY first DESC LIMIT 1",
            (seq,),
        )
        part = Part(*found[0]) if self._typed(found, int, int, bytes) else None
        return part if part is not None and seq <= part.last else None

    def _part_rows(self, part: Part) -> list[Row]:
        return self._archive.rows(part, self.digest_of(part.first - 1))

    def _archived_rows(self, game_id: str, before: int | None) -> list[Row]:
        """The archived records of a game, up to the first that still stands in the file."""
        found: list[Row] = []
        spans = self._archived(
            "SELECT first, last FROM archived_game WHERE game_id = ?", (game_id,)
        )
        for seq, end in spans:
            last = end if before is None else min(end, before - 1)
            while seq <= last:
                part = self._part_of(seq)
                if part is None:
                    raise JournalError(self.path, "it is missing", seq=seq)
                rows = self._part_rows(part)[seq - part.first :]
                found += [row for row in rows if row[1] == game_id and row[0] <= last]
                seq = part.last + 1  # noqa: PLW2901
        return found
