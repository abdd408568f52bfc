"""What can go wrong with the journal, in words for people."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_DAMAGE = frozenset(
    {
        sqlite3.SQLITE_CORRUPT,
        sqlite3.SQLITE_NOTADB,
        sqlite3.SQLITE_MISMATCH,
        sqlite3.SQLITE_TOOBIG,  # a length that was flipped
    }
)
_WORLD = {
    sqlite3.SQLITE_FULL: (
        "the disk is full",
        "Free some space; play goes on when it can be written.",
    ),
    sqlite3.SQLITE_READONLY: (
        "it may not be written",
        "Mount the disk for writing and check the owner of the folder.",
    ),
    sqlite3.SQLITE_PERM: ("it may not be written", "Check the owner of the folder."),
    sqlite3.SQLITE_CANTOPEN: (
        "it cannot be opened",
        "Check that the folder exists, that the disk is mounted and who owns it.",
    ),
    sqlite3.SQLITE_IOERR: (
        "the disk does not read or write",
        "Check the card or disk and its cable; `dmesg` tells more.",
    ),
    sqlite3.SQLITE_BUSY: (
        "another program holds it",
        "Close the program that has the file open (a database browser?).",
    ),
    sqlite3.SQLITE_NOMEM: ("there is no memory left", "Close other programs."),
}


class JournalError(Exception):
    """The journal is damaged, or is not the one that was asked for. It is never repaired silently.

    Attributes:
        path: the file or folder.
        seq: the record that is wrong, where one can be named.
        reason: what is wrong with it.
    """

    def __init__(
        self, path: Path, reason: str, *, seq: int | None = None, remedy: str = ""
    ) -> None:
        place = f"{path}: record {seq}" if seq is not None else str(path)
        super().__init__(f"{place}: {reason}. {remedy or DAMAGE_REMEDY}")
        self.path = path
        self.seq = seq
        self.reason = reason


DAMAGE_REMEDY = (
    "Keep a copy of the folder, then restore it from a backup, or move it away and start a new one."
)


class DiskFault(OSError):  # noqa: N818 - a fault of the world, not an error of ours
    """The disk failed. Nothing of the attempt was recorded, so nothing of it may be published.

    Attributes:
        path: the file.
        reason: what failed.
        remedy: what a person can do.
    """

    def __init__(self, path: Path, reason: str, remedy: str) -> None:
        super().__init__(f"{path}: {reason}. {remedy}")
        self.path = path
        self.reason = reason
        self.remedy = remedy


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Turns errors of SQLite into `JournalError` (damage) or `DiskFault` (the world)."""
    try:
        yield
    except sqlite3.ProgrammingError:
        raise  # a mistake of ours (a closed journal), not of the file
    except UnicodeDecodeError as error:  # its own words are damaged too
        raise JournalError(path, f"the file is damaged ({error})") from error
    except sqlite3.Error as error:
        code = getattr(error, "sqlite_errorcode", None)
        primary = None if code is None else code & 0xFF
        if primary in _WORLD:
            reason, remedy = _WORLD[primary]
            raise DiskFault(path, f"{reason} ({error})", remedy) from error
        if primary is None or primary in _DAMAGE or primary == sqlite3.SQLITE_ERROR:
            raise JournalError(path, f"the file is damaged ({error})") from error
        raise
