"""The journal is looked after while the board plays: proved, archived, and its disk has room."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from typing import TYPE_CHECKING

import pytest

from controller.journal import archiving
from controller.journal.faults import DAMAGE_REMEDY
from controller.journal.files import reading
from controller.journal.store import Journal
from controller.shell import cli, upkeep
from controller.shell.supervising import Supervisor
from controller.shell.upkeep import FAULT_BYTES, WARNING_BYTES, Upkeep
from controller.shell.wellbeing import Parts, Trouble, health, status
from tests.journal.samples import lifted, move, started

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from controller.journal.chain import Row

RECORDS = 1500
ROOMY = WARNING_BYTES * 2


def no_room_needed(_: Path) -> int:
    return ROOMY


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal.open(tmp_path / "journal", "b1") as opened:
        opened.append([started(), *[lifted()] * RECORDS], game_id="g1", at_us=0)
        opened.append([started(), move()], game_id="g2", at_us=0)
        yield opened


def rot(journal: Journal, seq: int = 100) -> None:
    """A bit of an old record changes on the card."""
    database = sqlite3.connect(journal.path, isolation_level=None)
    database.execute("DROP TRIGGER record_stays")
    database.execute(
        "UPDATE record SET body = CAST(replace(body, ?, ?) AS BLOB) WHERE seq = ?",
        ('"e2"', '"e3"', seq),
    )
    database.close()


def told(keeper: Upkeep) -> tuple[str, str | None, str | None]:
    found = status(parts(keeper))
    return found.state, found.cause, found.next_step


def parts(keeper: Upkeep, disk: str = "ok") -> Parts:
    return Parts(
        scans=None,
        link=None,
        disk=disk,
        evidence=None,
        supervisor=Supervisor(),
        upkeep=keeper.troubles,
    )


def test_a_whole_journal_is_no_trouble(journal: Journal) -> None:
    keeper = Upkeep(journal)
    assert asyncio.run(keeper.look_after())
    assert told(keeper) == ("online", None, None)


def test_damage_is_told_with_record_and_next_step_and_play_goes_on(journal: Journal) -> None:
    rot(journal)
    keeper = Upkeep(journal)
    assert not asyncio.run(keeper.look_after())
    state, cause, step = told(keeper)
    assert state == "degraded"
    assert "record 100" in (cause or "")
    assert "chain of digests" in (cause or "")
    assert "Play on" in (step or "")
    assert DAMAGE_REMEDY in (step or "")
    assert any("record 100" in fault for fault in health(parts(keeper), [], [], []).faults)
    journal.append([move(2)], game_id="g2", at_us=1)
    assert len(journal.messages_of("g2")) == 3


@pytest.mark.parametrize("command", ["export", "sheet", "transfer", "standings"])
def test_nothing_leaves_a_damaged_journal(
    journal: Journal, command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rot(journal)
    folder = str(journal.path.parent)
    config = tmp_path / "other.toml"
    config.write_text('[board]\nid="b2"\n[journal]\nfolder="other"\n[sensors]\ndriver="bench"\n')
    arguments = (
        [command, folder] if command == "standings" else [command, "g2", "--journal", folder]
    )
    more = ["--config", str(config)] if command == "transfer" else []
    assert cli.main([*arguments, *more]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "record 100" in said.err


@pytest.mark.parametrize("command", ["export", "sheet"])
def test_a_game_that_is_whole_leaves_it_if_that_is_asked_for(
    journal: Journal, command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    rot(journal)
    given = ["--damaged", "--journal", str(journal.path.parent)]
    assert cli.main([command, "g2", *given]) == 0
    assert "e4" in capsys.readouterr().out
    assert cli.main([command, "g1", *given]) == 1
    assert "record 100" in capsys.readouterr().err


def test_old_records_are_archived_once_all_are_proved(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiving, "RECORDS", 500)
    keeper = Upkeep(journal)
    keeper.archive_after = 600
    before = journal.entries(limit=RECORDS)
    rot(journal)
    assert not asyncio.run(keeper.look_after())
    assert journal.archived()[0] == 0, "what is damaged stays where it is"
    database = sqlite3.connect(journal.path, isolation_level=None)
    database.execute(
        "UPDATE record SET body = CAST(replace(body, ?, ?) AS BLOB) WHERE seq = 100",
        ('"e3"', '"e2"'),
    )
    database.close()
    assert asyncio.run(keeper.look_after())
    assert journal.archived()[0] == 500
    assert journal.entries(limit=RECORDS) == before
    assert told(keeper)[0] == "online"


class Misread(sqlite3.Connection):
    """A disk that gives so many readings wrong: an error, or other bytes."""

    left = 0
    bytes_wrong = False

    def execute(self, *arguments: object) -> sqlite3.Cursor:
        if Misread.left and "body" in str(arguments[0]):
            Misread.left -= 1
            if not Misread.bytes_wrong:
                error = sqlite3.OperationalError("disk I/O error")
                error.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
                raise error
            wrong = str(arguments[0]).replace(" body,", " x'7b7d' AS body,")
            return super().execute(wrong, *arguments[1:])  # type: ignore[arg-type]
        return super().execute(*arguments)  # type: ignore[arg-type]


@pytest.mark.parametrize("bytes_wrong", [False, True])
@pytest.mark.parametrize("times", [1, 2])
def test_one_wrong_reading_is_no_damage_and_two_are(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, times: int, *, bytes_wrong: bool
) -> None:
    keeper = Upkeep(journal)
    monkeypatch.setattr(Misread, "bytes_wrong", bytes_wrong)
    monkeypatch.setattr(
        "controller.journal.reading.reading",
        lambda path, _: reading(path, lambda *a, **o: sqlite3.connect(*a, factory=Misread, **o)),
    )
    monkeypatch.setattr(Misread, "left", times)
    assert asyncio.run(keeper.look_after()) is (times == 1)
    words = "damaged" if bytes_wrong else "cannot be looked after"
    assert (words in (told(keeper)[1] or "")) is (times == 2)
    assert asyncio.run(keeper.look_after())
    assert told(keeper)[0] == "online", "what was a passing fault is forgotten"


ROOM = [
    (ROOMY, "online", ""),
    (WARNING_BYTES - 1, "degraded", "less than 200 MB"),
    (WARNING_BYTES + 1, "degraded", "less than 200 MB"),
    (FAULT_BYTES - 1, "degraded", "less than 20 MB"),
    (FAULT_BYTES + 1, "degraded", "less than 20 MB"),
    (int(FAULT_BYTES * 1.2), "degraded", "less than 200 MB"),
    (int(WARNING_BYTES * 1.2), "online", ""),
]


def test_room_that_runs_out_and_comes_back_is_told_in_steps(journal: Journal) -> None:
    left = [0]
    keeper = Upkeep(journal, journal.path.parent / "not-yet", free=lambda _: left[0])
    for left[0], state, words in ROOM:
        asyncio.run(keeper.look_at_room())
        found = told(keeper)
        assert (found[0], words in (found[1] or "")) == (state, True), left
        assert len(keeper.troubles) == (state != "online"), "one disk is told once"
        assert (found[2] is None) == (state == "online")


def test_what_will_stop_the_game_comes_first(journal: Journal) -> None:
    rot(journal)
    left = [WARNING_BYTES - 1]
    keeper = Upkeep(journal, free=lambda _: left[0])
    asyncio.run(keeper.look_after())
    asyncio.run(keeper.look_at_room())
    assert len(keeper.troubles) == 2
    left[0] = 0
    asyncio.run(keeper.look_at_room())
    assert "20 MB" in (told(keeper)[1] or "")
    assert status(parts(keeper, "gone")).state == "stopped"
    assert status(parts(keeper, f"x. {DAMAGE_REMEDY}")).next_step == DAMAGE_REMEDY


def test_a_disk_that_cannot_be_asked_is_told(journal: Journal) -> None:
    def broken(_: Path) -> int:
        raise OSError(5, "Input/output error")

    keeper = Upkeep(journal, free=broken)
    asyncio.run(keeper.look_at_room())
    assert "Input/output error" in (told(keeper)[1] or "")


def test_both_go_on_for_ever(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("FIRST_S", "AGAIN_S", "RETRY_S", "LOOK_S", "PAUSE_S"):
        monkeypatch.setattr(upkeep, name, 0.0)
    looks: list[Path] = []

    def free(folder: Path) -> int:
        looks.append(folder)
        return ROOMY

    keeper = Upkeep(journal, free=free)
    proofs: list[bool] = []
    enough = asyncio.Event()
    once = keeper.look_after

    async def look_after() -> bool:
        proofs.append(await once())
        if len(proofs) >= 2 and len(looks) >= 2:
            enough.set()
        return proofs[-1]

    monkeypatch.setattr(keeper, "look_after", look_after)

    async def test() -> None:
        tasks = [asyncio.create_task(each) for each in (keeper.keep_journal(), keeper.keep_room())]
        async with asyncio.timeout(20):
            await enough.wait()
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    asyncio.run(test())
    assert proofs[:2] == [True, True]
    assert looks[0] == journal.path.parent


def test_it_is_stopped_in_the_middle_of_a_slice(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a thread is reading from is closed once the thread has read."""
    entered, leave = threading.Event(), threading.Event()
    closed: list[bool] = []
    proved, close = Journal.proved, Journal.close

    def held(reader: Journal, after: int, count: int) -> list[Row]:
        if asked:
            entered.set()
            leave.wait(20)
            assert not closed
        return proved(reader, after, count)

    def noted(reader: Journal) -> None:
        closed.append(True)
        close(reader)

    asked: list[bool] = []
    monkeypatch.setattr(Journal, "proved", held)

    async def test() -> None:
        keeper = Upkeep(journal)
        reader = await asyncio.to_thread(keeper._open)
        monkeypatch.setattr(keeper, "_open", lambda: reader)
        monkeypatch.setattr(Journal, "close", noted)
        asked.append(True)
        task = asyncio.create_task(keeper.look_after())
        await asyncio.to_thread(entered.wait, 20)
        task.cancel()
        asyncio.get_running_loop().call_soon(leave.set)
        with pytest.raises(asyncio.CancelledError):
            await task
        assert closed == [True]

    asyncio.run(test())
    monkeypatch.undo()


def test_a_trouble_has_both_its_parts() -> None:
    found = status(
        Parts(
            scans=None,
            link=None,
            disk="ok",
            evidence=None,
            supervisor=Supervisor(),
            upkeep=(Trouble(cause="c", next_step="n"),),
        )
    )
    assert (found.cause, found.next_step) == ("c", "n")
