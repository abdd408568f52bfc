"""The journal when the process is killed, the disk fails, or bytes of its files change."""

from __future__ import annotations

import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from controller.journal.codec import canonical
from controller.journal.store import DiskFault, Journal, JournalError
from tests.journal.samples import lifted, move, result, started

ROOT = Path(__file__).parents[2]


class Disk:
    """Connections whose n-th operation fails, once or for ever."""

    def __init__(self) -> None:
        self.countdown = -1
        self.code = sqlite3.SQLITE_IOERR
        self.for_ever = False
        self.met = False

    def connect(self, *args: object, **options: object) -> sqlite3.Connection:
        disk = self

        class Failing(sqlite3.Connection):
            def execute(self, *arguments: object) -> sqlite3.Cursor:
                disk.operation()
                return super().execute(*arguments)  # type: ignore[arg-type]

            def executemany(self, *arguments: object) -> sqlite3.Cursor:
                disk.operation()
                return super().executemany(*arguments)  # type: ignore[arg-type]

        return sqlite3.connect(*args, factory=Failing, **options)  # type: ignore[call-overload, no-any-return]

    def operation(self) -> None:
        if self.countdown < 0:
            return
        self.countdown -= 1
        if self.countdown < 0:
            self.countdown = 0 if self.for_ever else -1
            self.met = True
            error = sqlite3.OperationalError("injected")
            error.sqlite_errorcode = self.code
            raise error

    def heal(self) -> bool:
        """Ends the faults; says whether none was met."""
        met, self.met, self.countdown = self.met, False, -1
        return not met


@pytest.mark.parametrize("for_ever", [False, True])
@pytest.mark.parametrize(
    "code", [sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR_FSYNC, sqlite3.SQLITE_READONLY]
)
def test_whichever_operation_fails_nothing_is_half_done(
    tmp_path: Path, code: int, *, for_ever: bool
) -> None:
    disk = Disk()
    disk.code, disk.for_ever = code, for_ever
    with Journal.open(tmp_path, "b1", connect=disk.connect) as journal:
        expected = 0
        for nth in range(100):
            disk.countdown = nth
            named: tuple[Path, bool] | None = None
            try:
                done = journal.append([lifted(), move()], game_id="g1", at_us=nth)
            except DiskFault as fault:
                named = (fault.path, bool(fault.remedy))
            else:
                assert done[-1].seq == expected + 2
                expected += 2
            untouched = disk.heal()
            assert named in (None, (tmp_path / "journal.db", True))
            assert journal.newest_seq == expected
            assert len(journal.entries()) == expected
            journal.verify()
            if untouched:
                break
        else:
            pytest.fail("faults never ended")
        assert nth > 2, "the sweep must have met BEGIN, INSERT and COMMIT"
        journal.append([result()], game_id="g1", at_us=0)
        journal.verify()


def test_a_failing_cursor_stands_where_it_stood(tmp_path: Path) -> None:
    disk = Disk()
    with Journal.open(tmp_path, "b1", connect=disk.connect) as journal:
        journal.append([lifted()] * 3, game_id=None, at_us=0)
        for nth in range(3):
            disk.countdown = nth
            with pytest.raises(DiskFault):
                journal.advance_cursor("mqtt", 3)
            disk.heal()
            assert journal.cursor("mqtt") == 0
        journal.advance_cursor("mqtt", 3)
        assert journal.cursor("mqtt") == 3


def test_a_disk_that_fails_while_opening(tmp_path: Path) -> None:
    """Where the failing operation is one of reading, it is read again, and the journal opens."""
    disk = Disk()
    for nth in range(100):
        disk.countdown = nth
        folder = tmp_path / str(nth)
        try:
            Journal.open(folder, "b1", connect=disk.connect).close()
        except DiskFault:
            disk.heal()
            Journal.open(folder, "b1").close()
        else:
            if disk.heal():
                break
    assert nth > 10


def full_disk() -> None:
    """In the child: files may grow to 60,000 bytes, as on a full card; writes fail, no signal."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))


def test_a_really_full_disk_is_a_disk_fault(tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "tests.journal.appender", str(tmp_path), "b1"],
        cwd=ROOT, capture_output=True, text=True, check=False, preexec_fn=full_disk,
    )  # fmt: skip
    assert "DiskFault" in ended.stderr
    assert "disk" in ended.stderr.splitlines()[-1]
    with Journal.open(tmp_path, "b1") as journal:
        journal.verify()
        assert journal.newest_seq >= int(ended.stdout.split()[-1])


def test_a_folder_that_cannot_be_made_is_a_disk_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskFault, match="file"):
        Journal.open(tmp_path / "file" / "journal", "b1")


def contents(folder: Path) -> list[object]:
    with Journal.open(folder, "b1") as journal:
        journal.verify()
        return [journal.epoch, journal.games(), *journal.entries()]


@pytest.fixture
def small(tmp_path: Path) -> Path:
    folder = tmp_path / "small"
    with Journal.open(folder, "b1") as journal:
        journal.append([started(), lifted(), move(), result()], game_id="g1", at_us=0)
    return folder


def mutated(folder: Path, work: Path, name: str, at: int, flip: int) -> list[object] | None:
    """The contents after one changed byte, or None where the journal was refused."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(folder, work)
    with (work / name).open("r+b") as file:
        file.seek(at)
        old = file.read(1)[0]
        file.seek(at)
        file.write(bytes([old ^ flip]))
    try:
        return contents(work)
    except JournalError:
        return None


def test_every_changed_byte_of_a_body_is_detected(small: Path, tmp_path: Path) -> None:
    with Journal.open(small, "b1") as journal:
        body = canonical(journal.entries()[2].body)
    at = (small / "journal.db").read_bytes().index(body)
    for offset in range(at, at + len(body)):
        assert mutated(small, tmp_path / "m", "journal.db", offset, 1 << (offset % 8)) is None, (
            offset
        )


def test_a_changed_byte_anywhere_never_gives_another_game(small: Path, tmp_path: Path) -> None:
    before = contents(small)
    dice = random.Random(7)
    size = (small / "journal.db").stat().st_size
    places = [*range(100), *(dice.randrange(size) for _ in range(200))]
    for at in places:
        after = mutated(small, tmp_path / "m", "journal.db", at, 1 << dice.randrange(8))
        assert after in (None, before), at


def test_a_changed_byte_in_the_write_ahead_log_loses_nothing_silently(tmp_path: Path) -> None:
    live, killed = tmp_path / "live", tmp_path / "killed"
    with Journal.open(live, "b1") as journal:
        journal.append([started()], game_id="g1", at_us=0)
        journal.append([move()], game_id="g1", at_us=0)
        shutil.copytree(live, killed)  # as a kill leaves it: the log not yet in the file
    (killed / "journal.db-shm").unlink()
    shutil.copytree(killed, tmp_path / "whole")
    before = contents(tmp_path / "whole")
    size = (killed / "journal.db-wal").stat().st_size
    dice = random.Random(11)
    refused = 0
    for _ in range(100):
        at = dice.randrange(size)
        after = mutated(killed, tmp_path / "m", "journal.db-wal", at, 1 << dice.randrange(8))
        assert after in (None, before), at
        refused += after is None
    assert refused > 50
