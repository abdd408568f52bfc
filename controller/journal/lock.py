"""One writer a folder, and a note beside the journal of how far it has come."""

from __future__ import annotations

import fcntl
import os
from typing import TYPE_CHECKING

from controller.journal.faults import JournalError

if TYPE_CHECKING:
    from pathlib import Path

FILE = "journal.lock"
_WIDTH = 20


class WriterLock:
    """Holds `journal.lock` for the life of the process; the kernel frees it even after a kill.

    The file also notes the newest sequence number and the journal's epoch, written after each record without a
    flush. So a journal that has lost its newest records (a damaged write-ahead log, an old copy put
    back), and another one in its place, are noticed. After a power cut the note may be behind the journal, never ahead.

    Raises:
        JournalError: another process holds it.
        OSError: the file cannot be written.
    """

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE
        self._fd = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            self.release()
            raise JournalError(
                folder,
                "another process is writing this journal",
                remedy="Stop the other touchmove, or give each board a folder of its own.",
            ) from error

    def note(self, seq: int, epoch: str) -> None:
        """Notes the newest record. A failure is harmless: the note is then behind."""
        try:
            os.pwrite(self._fd, f"{seq:<{_WIDTH}}\n{epoch}\n".encode(), 0)
        except OSError:
            return

    def check(self, newest: int, epoch: str) -> None:
        """Compares the note with the journal.

        Raises:
            JournalError: records that were written are gone, or this is another journal.
        """
        text, _, other = (
            each.strip()
            for each in os.pread(self._fd, 100, 0).decode("ascii", "replace").partition("\n")
        )
        if other not in ("", epoch):  # older versions note no epoch
            raise JournalError(
                self.path.parent,
                f"another journal was written here: {other}, and this is {epoch}",
                remedy="Put it back from a backup. To go on with this one, delete journal.lock.",
            )
        if text.isascii() and text.isdecimal() and int(text) > newest:
            raise JournalError(
                self.path.parent,
                f"records {newest + 1} to {int(text)} were written and are gone",
                remedy="Restore the folder from a backup. To go on without them, delete journal.lock.",
            )

    def release(self) -> None:
        """Lets the next writer in. May be called twice."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1
