"""The journal's file: its tables, its connections, its transactions."""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from controller.journal.codec import canonical, parse
from controller.journal.faults import DiskFault

if TYPE_CHECKING:
    from pathlib import Path

    from controller.core.messages import Json

FILE = "journal.db"
FORMAT = 1
_BUSY_S = 5.0
"""A checkpoint on a slow card may hold the file this long."""

SCHEMA = f"""
PRAGMA user_version = {FORMAT};
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE record (
    seq INTEGER PRIMARY KEY, game_id TEXT, at_us INTEGER NOT NULL,
    type TEXT NOT NULL, body BLOB NOT NULL, digest BLOB NOT NULL
);
CREATE INDEX record_game ON record (game_id, seq);
CREATE INDEX record_result ON record (game_id) WHERE type = 'result';
CREATE TABLE cursor (name TEXT PRIMARY KEY, seq INTEGER NOT NULL) WITHOUT ROWID;
CREATE TRIGGER record_stays BEFORE UPDATE ON record
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER record_kept BEFORE DELETE ON record
    BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""

REPLIES_KEPT = 1000
"""Replies to commands that are kept; a command so old is not sent again."""
REPLIES = """
CREATE TABLE IF NOT EXISTS reply (
    number INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body BLOB NOT NULL
);
"""
"""Made at each opening: a journal of an older version of the program has none."""

_CHECK = "check"
"""The field of a kept reply that proves it, with its key."""
_UNPROVEN = frozenset({"accepted", "reason", "seq", "start"})
"""All that a reply of an older version has."""
TWIN = "#"
"""Ends the name of a cursor's second row. The lower of both counts: a changed bit costs repeats, and never a message.
A journal of an older version has only the first."""

Connect = Callable[..., sqlite3.Connection]


def writing(path: Path, synchronous: str, connect: Connect) -> sqlite3.Connection:
    """A connection whose transactions are ours alone to begin and end.

    The shell appends in a worker thread and reads in the event loop, hence no thread check.

    Args:
        path: the journal file.
        synchronous: "FULL" flushes each transaction to the disk; "NORMAL" leaves it to the next one.
        connect: makes the connection.
    """
    connection = connect(path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
    return _set(
        connection, "cell_size_check = ON", "journal_mode = WAL", f"synchronous = {synchronous}"
    )


def reading(path: Path, connect: Connect) -> sqlite3.Connection:
    """A connection that sees what is committed, and cannot write."""
    connection = connect(
        f"{path.absolute().as_uri()}?mode=ro",
        uri=True,
        timeout=_BUSY_S,
        isolation_level=None,
        check_same_thread=False,
    )
    return _set(connection, "cell_size_check = ON")


def _set(connection: sqlite3.Connection, *pragmas: str) -> sqlite3.Connection:
    """The connection so set up; closed where that fails."""
    try:
        for pragma in pragmas:
            connection.execute(f"PRAGMA {pragma}")
    except BaseException:
        connection.close()
        raise
    return connection


def writable(connection: sqlite3.Connection | None) -> sqlite3.Connection:
    """The connection of an open journal."""
    assert connection is not None, "the journal is closed, or open for reading only"
    return connection


@contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing; whatever goes wrong, the connection is ready for the next attempt."""
    try:
        connection.execute("BEGIN IMMEDIATE")
        yield
        connection.execute("COMMIT")
    except BaseException:
        connection.rollback()
        with suppress(sqlite3.Error):  # a page that was read wrong is read again
            connection.execute("PRAGMA shrink_memory")
        raise


def statements(script: str) -> Iterator[str]:
    """Single statements: `executescript` would end the transaction."""
    statement = ""
    for line in script.splitlines(keepends=True):
        statement += line
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""


def sync_folder(folder: Path) -> None:
    """Puts the names in a folder on the disk."""
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(fd)
    finally:
        os.close(fd)


def keep_reply(writer: sqlite3.Connection, key: str, body: Json) -> None:
    """Keeps the reply to a command and forgets the oldest, within a transaction."""
    proved = canonical({**body, _CHECK: _check(key, body)})
    writer.execute(
        "INSERT OR REPLACE INTO reply VALUES"
        " ((SELECT coalesce(max(number), 0) + 1 FROM reply), ?, ?)",
        (key, proved),
    )
    writer.execute(
        "DELETE FROM reply WHERE number <= (SELECT max(number) FROM reply) - ?", (REPLIES_KEPT,)
    )


def kept_reply(key: object, raw: object) -> tuple[str, Json]:
    """A reply that was kept. Those of older versions have nothing that proves them.

    Raises:
        ValueError: it is damaged.
    """
    if not isinstance(key, str) or not isinstance(raw, bytes):
        raise ValueError("not a reply")  # noqa: TRY004 - bad bytes, whatever their kind
    body = parse(raw)
    if body.keys() != _UNPROVEN and body.pop(_CHECK, None) != _check(key, body):
        raise ValueError("its bytes have changed")
    return key, body


def _check(key: str, body: Json) -> str:
    return hashlib.sha256(canonical({"key": key, "reply": body})).hexdigest()


def move_cursor(writer: sqlite3.Connection, name: str, seq: int) -> None:
    """Moves a reader on, within a transaction. Its place is kept twice: see `TWIN`."""
    writer.executemany(
        "INSERT INTO cursor VALUES (?, ?)"
        " ON CONFLICT (name) DO UPDATE SET seq = max(seq, excluded.seq)",
        [(name, seq), (name + TWIN, seq)],
    )


def disk_fault(path: Path, error: OSError) -> DiskFault:
    """The fault behind an error of the operating system."""
    return DiskFault(
        path,
        error.strerror or str(error),
        "Check that the disk is mounted for writing, that it has space and who owns the folder.",
    )
