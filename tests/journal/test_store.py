from __future__ import annotations

import shutil
import sqlite3
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller.core.messages import Message
from controller.journal.faults import explained
from controller.journal.lock import WriterLock
from controller.journal.store import Entry, Journal, JournalError
from tests.journal.samples import any_message, lifted, move, result, started

if TYPE_CHECKING:
    from pathlib import Path


@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(batches=st.lists(st.lists(any_message, max_size=4), max_size=4))
def test_what_was_appended_is_read_back(batches: list[list[Message]], tmp_path: Path) -> None:
    shutil.rmtree(tmp_path / "j", ignore_errors=True)
    written: list[Entry] = []
    with Journal.open(tmp_path / "j", "b1") as journal:
        for batch in batches:
            written += journal.append(batch, game_id="g1", at_us=5, wall="2026-01-01T00:00:00Z")
        assert list(journal.entries(limit=100)) == written
    with Journal.open(tmp_path / "j", "b1") as journal:
        journal.verify()
        assert [entry.seq for entry in journal.entries()] == list(range(1, len(written) + 1))
        assert list(journal.game_entries("g1")) == written
        assert journal.messages_of("g1") == [message for batch in batches for message in batch]
        assert journal.newest_seq == len(written)


def test_games_and_their_ids(tmp_path: Path) -> None:
    with Journal.open(tmp_path, "b1") as journal:
        assert (journal.games(), journal.new_game_id()) == ([], "g1")
        journal.append([started()], game_id="g1", at_us=0)
        journal.append([lifted()], game_id=None, at_us=0)
        journal.append([move(), result()], game_id="g1", at_us=0)
        assert journal.new_game_id() == "g2"
        journal.append([started()], game_id="g2", at_us=0)
        assert journal.games() == [("g1", 1, 4, True), ("g2", 5, 5, False)]
        assert journal.game_entries("g3") == ()


def test_entries_come_in_pages(tmp_path: Path) -> None:
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([lifted()] * 10, game_id=None, at_us=0)
        assert [entry.seq for entry in journal.entries(3, 4)] == [4, 5, 6, 7]
        assert journal.entries(10, 4) == ()


def test_cursors_go_forward_only_and_outlive_the_process(tmp_path: Path) -> None:
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([lifted()] * 10, game_id=None, at_us=0)
        assert journal.cursor("mqtt") == 0
        journal.advance_cursor("mqtt", 7)
        journal.advance_cursor("mqtt", 3)
        journal.advance_cursor("feed", 1)
    with Journal.open(tmp_path, "b1") as journal:
        assert (journal.cursor("mqtt"), journal.cursor("feed")) == (7, 1)


def test_a_second_writer_is_refused_and_a_reader_is_not(tmp_path: Path) -> None:
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([started()], game_id="g1", at_us=0)
        with pytest.raises(JournalError, match="another process") as refused:
            Journal.open(tmp_path, "b1")
        assert str(tmp_path) in str(refused.value)
        with Journal.read(tmp_path) as reader:
            journal.append([lifted()], game_id="g1", at_us=0)
            assert (reader.newest_seq, reader.board, reader.epoch) == (2, "b1", journal.epoch)
            with pytest.raises(AssertionError, match="reading only"):
                reader.append([lifted()], game_id="g1", at_us=0)
    Journal.open(tmp_path, "b1").close()


def test_a_journal_belongs_to_one_board_and_one_epoch(tmp_path: Path) -> None:
    with Journal.open(tmp_path / "a", "b1") as first, Journal.open(tmp_path / "b", "b1") as second:
        assert first.epoch != second.epoch
    with pytest.raises(JournalError, match="board 'b1', not of 'b2'"):
        Journal.open(tmp_path / "a", "b2")
    Journal.open(tmp_path / "a", "b1").close()


def test_a_missing_or_foreign_journal_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal here"):
        Journal.read(tmp_path)
    (tmp_path / "journal.db").write_bytes(b"not a database, but longer than a header" * 20)
    with pytest.raises(JournalError, match=r"journal\.db"):
        Journal.read(tmp_path)
    with pytest.raises(JournalError, match=r"journal\.db"):
        Journal.open(tmp_path, "b1")


def test_a_newer_format_is_refused(tmp_path: Path) -> None:
    Journal.open(tmp_path, "b1").close()
    tamper(tmp_path, "PRAGMA user_version = 3")
    with pytest.raises(JournalError, match="its format is 3"):
        Journal.open(tmp_path, "b1")


def test_a_journal_that_is_only_being_made_says_so(tmp_path: Path) -> None:
    """The program was killed between making the file and writing its form into it."""
    connection = sqlite3.connect(tmp_path / "journal.db")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    assert (tmp_path / "journal.db").stat().st_size > 0
    with pytest.raises(JournalError, match="only being made"):
        Journal.read(tmp_path)
    with Journal.open(tmp_path, "b1") as journal:
        assert journal.newest_seq == 0


def test_records_stay(tmp_path: Path) -> None:
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([lifted()], game_id=None, at_us=0)
    with sqlite3.connect(tmp_path / "journal.db") as database:
        for statement in ("DELETE FROM record", "UPDATE record SET at_us = 1"):
            with pytest.raises(sqlite3.IntegrityError, match="append-only"):
                database.execute(statement)
    database.close()


def tamper(folder: Path, *statements: str) -> None:
    database = sqlite3.connect(folder / "journal.db", isolation_level=None)
    database.execute("DROP TRIGGER IF EXISTS record_stays")
    database.execute("DROP TRIGGER IF EXISTS record_kept")
    for statement in statements:
        database.execute(statement)
    database.close()


TAMPERED = [
    ("DELETE FROM record WHERE seq = 2", 2, "missing"),
    ("UPDATE record SET seq = 9 WHERE seq = 5", 5, "missing"),
    ("UPDATE record SET at_us = 1 WHERE seq = 3", 3, "columns"),
    ("UPDATE record SET type = 'move' WHERE seq = 3", 3, "columns"),
    ("UPDATE record SET game_id = 'g2' WHERE seq = 3", 3, "columns"),
    ("UPDATE record SET digest = zeroblob(32) WHERE seq = 4", 4, "chain"),
    ("UPDATE record SET body = CAST(body AS TEXT) WHERE seq = 4", 4, "chain"),
    ("UPDATE record SET body = x'7b7d' WHERE seq = 1", 1, "chain"),
    ("UPDATE meta SET value = 'b2' WHERE key = 'board'", 1, "chain"),
    ("UPDATE meta SET value = '00' WHERE key = 'epoch'", 1, "chain"),
    ("DELETE FROM meta", None, "which board"),
    ("DELETE FROM record WHERE seq >= 4", None, "are gone"),
    ("UPDATE cursor SET seq = 99", None, "has received 99"),
    ("DROP TABLE record", None, "damaged"),
]


@pytest.mark.parametrize(("statement", "seq", "reason"), TAMPERED)
def test_tampering_is_named(tmp_path: Path, statement: str, seq: int | None, reason: str) -> None:
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([started(), *[lifted()] * 4], game_id="g1", at_us=0)
        journal.advance_cursor("mqtt", 5)
    extra = ["DELETE FROM cursor"] if "seq >= 4" in statement else []
    tamper(tmp_path, statement, *extra)
    with pytest.raises(JournalError, match=reason) as error:
        Journal.open(tmp_path, "b1")
    assert error.value.seq == seq
    assert "backup" in str(error.value)


def test_an_old_copy_put_back_is_noticed(tmp_path: Path) -> None:
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([started()], game_id="g1", at_us=0)
    shutil.copy(tmp_path / "journal.db", tmp_path / "old")
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([move()], game_id="g1", at_us=0)
    shutil.copy(tmp_path / "old", tmp_path / "journal.db")
    with pytest.raises(JournalError, match="records 2 to 2 were written and are gone"):
        Journal.open(tmp_path, "b1")
    (tmp_path / "journal.lock").unlink()
    Journal.open(tmp_path, "b1").close()


def test_a_full_check_sees_what_the_tail_does_not(tmp_path: Path) -> None:
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([lifted()] * 1200, game_id="g1", at_us=0)
    tamper(tmp_path, "UPDATE record SET body = x'00' WHERE seq = 100")
    with Journal.open(tmp_path, "b1") as journal:
        with pytest.raises(JournalError) as error:
            journal.verify()
        assert error.value.seq == 100
        with pytest.raises(JournalError, match="record 100"):
            journal.entries(99, 1)


def test_an_unknown_message_is_damage_only_for_recovery(tmp_path: Path) -> None:
    class Strange(Message, frozen=True, kw_only=True):
        word: str

    with Journal.open(tmp_path, "b1") as journal:
        journal.append([Strange(word="x")], game_id="g1", at_us=0)
        assert journal.entries()[0].body["word"] == "x"
        with pytest.raises(JournalError, match="no message of this version"):
            journal.messages_of("g1")


TAIL_ONLY = [
    ("DELETE FROM record WHERE seq = 100", 100, "missing"),
    ("UPDATE meta SET value = '00' WHERE key = 'epoch'", 101, "another journal"),
    ("UPDATE meta SET value = 'b2' WHERE key = 'board'", 101, "another journal"),
]


@pytest.mark.parametrize(("statement", "seq", "reason"), TAIL_ONLY)
def test_the_tail_alone_shows_a_false_beginning(
    tmp_path: Path, statement: str, seq: int, reason: str
) -> None:
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([lifted()] * 1100, game_id="g1", at_us=0)
    tamper(tmp_path, statement)
    with pytest.raises(JournalError, match=reason) as error:
        Journal.open(tmp_path, "b1")
    assert error.value.seq == seq


def test_a_closed_journal_stays_closed(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path, "b1")
    journal.close()
    journal.close()
    with pytest.raises(AssertionError, match="closed"):
        journal.entries()
    with pytest.raises(AssertionError, match="closed"):
        journal.append([lifted()], game_id=None, at_us=0)


def test_a_note_that_cannot_be_written_is_only_behind(tmp_path: Path) -> None:
    lock = WriterLock(tmp_path)
    lock.note(7, "aa")
    lock.check(7, "aa")
    with pytest.raises(JournalError, match="records 7 to 7"):
        lock.check(6, "aa")
    with pytest.raises(JournalError, match="another journal was written here: aa, and this is bb"):
        lock.check(7, "bb")
    lock.release()
    lock.release()
    lock.note(8, "aa")
    assert (tmp_path / "journal.lock").read_text().split() == ["7", "aa"]


def test_a_note_of_an_older_version_is_read(tmp_path: Path) -> None:
    (tmp_path / "journal.lock").write_text(f"{7:<20}\n")
    lock = WriterLock(tmp_path)
    lock.check(7, "aa")
    with pytest.raises(JournalError, match="records 7 to 7"):
        lock.check(6, "aa")
    lock.release()


@pytest.mark.parametrize("error", [sqlite3.ProgrammingError, sqlite3.IntegrityError])
def test_our_own_mistakes_are_not_called_damage(tmp_path: Path, error: type[sqlite3.Error]) -> None:
    mistake = error("ours")
    mistake.sqlite_errorcode = sqlite3.SQLITE_CONSTRAINT
    with pytest.raises(error, match="ours"), explained(tmp_path):
        raise mistake
