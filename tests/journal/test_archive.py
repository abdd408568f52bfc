"""Old records leave the journal's file for the archive: everybody still reads them, and the chain is one."""

from __future__ import annotations

import os
import shutil
import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from controller.core import messages as m
from controller.journal import archiving
from controller.journal.archive import FOLDER
from controller.journal.store import DiskFault, Entry, Journal, JournalError
from tests.journal.samples import lifted, move, result, started
from tests.journal.test_faults import Disk

if TYPE_CHECKING:
    from collections.abc import Callable

PART = 20
KEEP = 30
HEALTH = m.Health(
    suspects=[], bus="ok", broker="none", disk="ok", scan_hz=None, latency_ms=None, faults=[]
)


@pytest.fixture(autouse=True)
def small_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archiving, "RECORDS", PART)


def play(folder: Path, games: int = 12) -> None:
    """Games of different kinds: finished, left, taken up again, with the board's own messages between."""
    with Journal.open(folder, "b1") as journal:
        for number in range(1, games + 1):
            name = f"g{number}"
            journal.append([HEALTH], game_id=None, at_us=number)
            journal.append([started(), lifted(), move()], game_id=name, at_us=number)
            if number % 3:
                journal.append([result()], game_id=name, at_us=number)
            if number % 3 == 2:
                back = m.Correction(from_ply=1, to_ply=1, why="", by="arbiter", position="")
                journal.append([back], game_id=f"g{number - 1}", at_us=number)
            journal.append([lifted(), HEALTH], game_id=name, at_us=number)
        journal.advance_cursor("mqtt", 7)


def all_of(journal: Journal) -> list[object]:
    """Whatever can be read from a journal."""
    journal.verify()
    games = journal.games()
    return [
        journal.entries(limit=10_000),
        games,
        [journal.game_entries(game.game_id) for game in games],
        journal.beginnings(),
        journal.new_game_id(),
        journal.newest_seq,
        journal.cursor("mqtt"),
        journal.health_since(games[-1].first_seq),
    ]


def archive_all(folder: Path, keep: int = KEEP) -> int:
    with Journal.open(folder, "b1") as journal:
        parts = 0
        while journal.archive(keep):
            parts += 1
        return parts


def in_file(folder: Path) -> list[int]:
    database = sqlite3.connect(folder / "journal.db")
    try:
        return [row[0] for row in database.execute("SELECT seq FROM record ORDER BY seq")]
    finally:
        database.close()


def test_what_is_archived_is_read_as_before(tmp_path: Path) -> None:
    play(tmp_path)
    with Journal.read(tmp_path) as journal:
        before = all_of(journal)
        newest = journal.newest_seq
    assert archive_all(tmp_path) == 2
    assert in_file(tmp_path) == list(range(2 * PART + 1, newest + 1))
    with Journal.read(tmp_path, whole=True) as reader, Journal.open(tmp_path, "b1") as writer:
        assert all_of(reader) == all_of(writer) == before
        for size in (1, 7, PART, 1000):
            found: list[Entry] = []
            after = 0
            while page := reader.entries(after, size):
                assert len(page) == min(size, newest - after)
                found += page
                after = page[-1].seq
            assert tuple(found) == before[0]
        writer.append([lifted()], game_id="g1", at_us=1)
        assert reader.game_entries("g1") == writer.game_entries("g1")
        assert [entry.seq for entry in reader.game_entries("g1")][-1] == newest + 1
        assert next(game for game in reader.games() if game.game_id == "g1").last_seq == newest + 1


def test_so_many_records_and_the_newest_game_stay(tmp_path: Path) -> None:
    play(tmp_path)
    assert archive_all(tmp_path, 10_000) == 0
    assert in_file(tmp_path)[0] == 1
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([started(), *[lifted()] * 100], game_id="g13", at_us=0)
        first = journal.games()[-1].first_seq
    archive_all(tmp_path, 0)
    assert first - PART <= in_file(tmp_path)[0] <= first


def test_a_reader_that_was_there_before_reads_on(tmp_path: Path) -> None:
    play(tmp_path)
    with Journal.read(tmp_path) as reader:
        before = all_of(reader)
        checking = reader.verifying()
        archive_all(tmp_path)
        assert list(checking)[-1] == reader.newest_seq
        assert all_of(reader) == before


def test_the_file_does_not_grow(tmp_path: Path) -> None:
    sizes = []
    for _ in range(6):
        with Journal.open(tmp_path, "b1") as journal:
            name = journal.new_game_id()
            for _ in range(10):
                journal.append([lifted()] * PART, game_id=name, at_us=0)
        archive_all(tmp_path)
        sizes.append((tmp_path / "journal.db").stat().st_size)
    assert sizes[-1] <= sizes[2]


class Crash(Exception):  # noqa: N818 - reads as what it says
    """The program ends here."""


def steps(monkeypatch: pytest.MonkeyPatch, at: int, error: Callable[[], Exception]) -> list[int]:
    """The n-th step at files fails from now on; gives how many were met."""
    met = [0]
    for owner, name in ((os, "fsync"), (Path, "rename"), (Path, "mkdir"), (Path, "open")):
        real = getattr(owner, name)

        def step(*given: object, real: Callable[..., object] = real, **named: object) -> object:
            met[0] += 1
            if met[0] == at:
                raise error()
            return real(*given, **named)

        monkeypatch.setattr(owner, name, step)
    return met


@pytest.mark.parametrize("fault", [True, False])
def test_cut_off_at_any_step_at_files_it_goes_on(tmp_path: Path, *, fault: bool) -> None:
    play(tmp_path / "whole")
    with Journal.read(tmp_path / "whole") as journal:
        before = all_of(journal)
    for at in range(1, 100):
        folder = tmp_path / "work"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(tmp_path / "whole", folder)
        with Journal.open(folder, "b1") as journal, pytest.MonkeyPatch.context() as patch:
            met = steps(patch, at, lambda: OSError(5, "injected") if fault else Crash())
            if met_all := not _archived(journal, DiskFault if fault else Crash):
                assert met[0] < at
        with Journal.open(folder, "b1") as journal:
            assert all_of(journal) == before
        archive_all(folder)
        with Journal.open(folder, "b1") as journal:
            assert all_of(journal) == before
        assert in_file(folder)[0] == 2 * PART + 1
        if met_all:
            break
    assert at > 5


def _archived(journal: Journal, error: type[Exception]) -> bool:
    """Whether archiving ended with the error."""
    try:
        while journal.archive(KEEP):
            pass
    except error:
        return True
    return False


def test_cut_off_at_any_statement_it_goes_on(tmp_path: Path) -> None:
    play(tmp_path / "whole", 8)
    disk = Disk()
    disk.code = sqlite3.SQLITE_FULL
    with Journal.read(tmp_path / "whole") as journal:
        before = all_of(journal)
    for nth in range(200):
        folder = tmp_path / "work"
        shutil.rmtree(folder, ignore_errors=True)
        shutil.copytree(tmp_path / "whole", folder)
        with Journal.open(folder, "b1", connect=disk.connect) as journal:
            disk.countdown = nth
            failed = _archived(journal, DiskFault)
            met = not disk.heal()
            assert failed == met
            assert all_of(journal) == before
        archive_all(folder)
        with Journal.open(folder, "b1") as journal:
            assert all_of(journal) == before
        if not met:
            break
    assert nth > 15


@pytest.fixture
def archived(tmp_path: Path) -> tuple[Path, Path, list[object]]:
    """A journal with an archive, a file of that, and what can be read."""
    folder = tmp_path / "archived"
    play(folder, 6)
    archive_all(folder, 10)
    with Journal.open(folder, "b1") as journal:
        before = all_of(journal)
    return folder, min((folder / FOLDER).iterdir()), before


def test_a_flipped_bit_of_an_archive_is_found_or_changes_nothing(
    archived: tuple[Path, Path, list[object]],
) -> None:
    folder, part, before = archived
    whole = part.read_bytes()
    harmless = 0
    for at in (*range(12), *range(12, len(whole), 5)):  # the head, and a part of the rest
        changed = bytearray(whole)
        changed[at] ^= 1 << at % 8
        part.write_bytes(changed)
        with Journal.read(folder) as journal:
            try:
                assert all_of(journal) == before, at
            except JournalError as error:
                assert error.path == part, at  # noqa: PT017 - either way it is right
            else:
                harmless += 1
    assert harmless < 10, "only the time and the system in the header say nothing"


def test_a_missing_part_is_named_and_the_board_goes_on(
    archived: tuple[Path, Path, list[object]],
) -> None:
    folder, part, _ = archived
    part.unlink()
    with pytest.raises(JournalError, match=part.name):
        Journal.read(folder, whole=True)
    with Journal.open(folder, "b1") as journal:
        journal.append([lifted()], game_id="g6", at_us=0)
        assert journal.messages_of("g6")
        with pytest.raises(JournalError, match="part of the journal is missing"):
            journal.messages_of("g1")


@pytest.mark.parametrize(
    "statement",
    [
        "DELETE FROM record WHERE seq = 30",
        "UPDATE record SET at_us = 1",
        "DELETE FROM archive",
        "UPDATE archive SET last = 100",
    ],
)
def test_a_journal_with_an_archive_is_append_only_too(
    archived: tuple[Path, Path, list[object]], statement: str
) -> None:
    database = sqlite3.connect(archived[0] / "journal.db")
    with pytest.raises(sqlite3.IntegrityError, match=r"append-only|stays as it is"):
        database.execute(statement)
    assert database.execute("PRAGMA user_version").fetchone() == (2,), "older versions refuse it"
    database.close()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE archived_game SET last = 3 WHERE game_id = 'g1'",
        "DELETE FROM archived_game WHERE game_id = 'g1'",
        "UPDATE archived_game SET finished = 1 - finished",
        "UPDATE archived_beginning SET body = x'7b7d'",
        "DROP TRIGGER archive_kept; DELETE FROM archive",
        "DROP TRIGGER archive_stays; UPDATE archive SET digest = zeroblob(32)",
        "DROP TRIGGER archive_stays; UPDATE archive SET first = first + 1",
    ],
)
def test_tampering_with_the_list_of_the_archive_is_found(
    archived: tuple[Path, Path, list[object]], statement: str
) -> None:
    database = sqlite3.connect(archived[0] / "journal.db", isolation_level=None)
    database.executescript(statement)
    database.close()
    with pytest.raises(JournalError):
        Journal.read(archived[0], whole=True)
