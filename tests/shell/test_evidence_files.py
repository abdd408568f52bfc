"""The folder of traces: bounded, readable after a kill, and never in the way of the game."""

from __future__ import annotations

import asyncio
import errno
import gzip
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell import evidence as recorder
from controller.shell.evidence_files import RUNNING, TraceFile, TraceFolder, whole_members
from controller.shell.evidence_note import read_note
from controller.shell.trace import mistakes, open_trace
from tests.shell.evidence_table import Table, replayed

MOVES = ("e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6")


def text_of(path: Path) -> str:
    return gzip.decompress(path.read_bytes()).decode()


def test_members_make_one_file(tmp_path: Path) -> None:
    folder = TraceFolder(tmp_path / "new" / "folder", 1000)
    file = folder.new("g1")
    file.append("one\n")
    file.append("two\n")
    assert text_of(file.path) == "one\ntwo\n"
    assert file.path.name == "g1" + RUNNING
    file.finish()
    assert [path.name for path in (tmp_path / "new" / "folder").iterdir()] == ["g1.jsonl.gz"]


def test_a_game_that_goes_on_gets_another_file(tmp_path: Path) -> None:
    folder = TraceFolder(tmp_path, 1000)
    for name in ("g1", "g1-2", "g1-3"):
        file = folder.new("g1")
        file.append("line\n")
        file.finish()
        assert (tmp_path / f"{name}.jsonl.gz").exists()


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4), st.data())
def test_half_a_member_is_cut_off(texts: list[str], data: st.DataObject) -> None:
    members = [gzip.compress(text.encode(), mtime=0) for text in texts]
    whole = b"".join(members)
    size = data.draw(st.integers(0, len(whole)))
    path = Path(os.environ.get("TMPDIR", "/tmp")) / f"touchmove-half-{os.getpid()}"
    try:
        path.write_bytes(whole[:size])
        ends = [sum(map(len, members[:n])) for n in range(len(members) + 1)]
        assert whole_members(path) == max(end for end in ends if end <= size)
    finally:
        path.unlink()


def test_what_a_killed_program_left_is_finished(tmp_path: Path) -> None:
    folder = TraceFolder(tmp_path, 1000)
    left, empty = folder.new("g1"), folder.new("g2")
    left.append("one\n")
    left.path.write_bytes(left.path.read_bytes() + gzip.compress(b"two\n")[:9])
    empty.path.write_bytes(b"\x1f")
    TraceFolder(tmp_path, 1000).repair()
    assert [path.name for path in tmp_path.iterdir()] == ["g1.jsonl.gz"]
    assert text_of(tmp_path / "g1.jsonl.gz") == "one\n"


def test_a_failed_append_leaves_nothing_behind(tmp_path: Path) -> None:
    file = TraceFile(tmp_path / "t")
    file.append("one\n")
    with file.path.open("ab") as stream:
        stream.write(b"half of what the disk had room for")
    file.append("two\n")
    assert text_of(file.path) == "one\ntwo\n"


def test_the_oldest_finished_ones_go_first_and_never_the_running_one(tmp_path: Path) -> None:
    folder = TraceFolder(tmp_path, 250)
    for number in range(8, 13):
        path = tmp_path / f"g{number}.jsonl.gz"
        path.write_bytes(bytes(100))
        os.utime(path, (1000, 1000))
    running = tmp_path / f"g7{RUNNING}"
    running.write_bytes(bytes(100))
    os.utime(running, (1, 1))
    assert folder.make_room(running)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["g12.jsonl.gz", running.name]
    running.write_bytes(bytes(300))
    assert not folder.make_room(running)
    assert [path.name for path in tmp_path.iterdir()] == [running.name]


def test_games_of_an_evening_each_have_their_trace(tmp_path: Path) -> None:
    async def play() -> dict[str, list[str]]:
        table = Table(tmp_path, "chess", MOVES)
        table.service.started = lambda: table.bench.set_up(table.service.session.line.position)
        for _ in range(2):
            await table.play(4)
            await table.command("operator", "start", {"players": {"white": "Bea"}})
            table.players.forget()
        await table.run(3000)
        await table.stop()
        return {game: table.published(game) for game in ("g1", "g2")}

    published = asyncio.run(play())
    for game, messages in published.items():
        assert replayed(tmp_path / "traces" / f"{game}.jsonl.gz") == messages


def test_a_game_that_goes_on_begins_where_it_stands(tmp_path: Path) -> None:
    async def play(plies: int, *, killed: bool) -> None:
        table = Table(tmp_path, "chess", MOVES)
        await table.play(plies)
        await table.evidence.flush()
        if not killed:
            await table.stop()
        table.journal.close()

    asyncio.run(play(3, killed=True))
    assert [path.name for path in (tmp_path / "traces").iterdir()] == [f"g1{RUNNING}"]
    asyncio.run(play(6, killed=False))
    first, second = tmp_path / "traces" / "g1.jsonl.gz", tmp_path / "traces" / "g1-2.jsonl.gz"
    assert mistakes(first) == mistakes(second) == []
    assert '"end"' not in text_of(first)
    with open_trace(second) as (header, _):
        assert read_note(header.note).continues == 3
        assert header.start is not None
    assert [line for line in replayed(second) if '"type": "move"' in line]


def test_a_game_that_had_ended_is_recorded_again_once_it_goes_on(tmp_path: Path) -> None:
    async def play(*orders: tuple[str, dict[str, Any]], plies: int) -> None:
        table = Table(tmp_path, "chess", MOVES)
        for name, args in orders:
            assert await table.command("arbiter", name, args) is None
        table.bench.set_up(table.service.session.line.position)
        await table.run(500)
        await table.play(plies)
        await table.evidence.flush()
        for name, args in [] if orders else [("result", {"result": "1-0"})]:
            assert await table.command("arbiter", name, args) is None
        await table.stop()
        table.journal.close()

    async def look() -> None:
        table = Table(tmp_path, "chess", MOVES)
        await table.run(3000)
        await table.stop()
        table.journal.close()

    asyncio.run(play(plies=3))
    for _ in range(2):
        asyncio.run(look())
    assert [path.name for path in (tmp_path / "traces").iterdir()] == ["g1.jsonl.gz"]
    asyncio.run(play(("correct", {"to_ply": 2}), plies=6))
    second = tmp_path / "traces" / "g1-2.jsonl.gz"
    assert mistakes(second) == []
    with open_trace(second) as (header, _):
        assert read_note(header.note).continues == 2
    assert len([line for line in replayed(second) if '"type": "move"' in line]) == 4


def test_a_disk_that_is_full_never_stops_the_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = TraceFile.append
    full = OSError(errno.ENOSPC, "No space left on device", "g1")

    def refuse(self: TraceFile, text: str) -> None:
        raise full

    async def play() -> list[str]:
        table = Table(tmp_path, "chess", MOVES)
        await table.play(1)
        await table.evidence.flush()
        assert table.service.status().state == "online"
        monkeypatch.setattr(TraceFile, "append", refuse)
        await table.play(3)
        await table.evidence.flush()
        status = table.service.status()
        assert status.state == "degraded"
        assert status.cause is not None
        assert "No space left" in status.cause
        assert any("Make room" in fault for fault in table.service.health().faults)
        await table.play(4)
        monkeypatch.setattr(TraceFile, "append", append)
        await table.evidence.flush()
        assert table.service.status().state == "online"
        await table.stop()
        return table.published("g1")

    published = asyncio.run(play())
    assert replayed(tmp_path / "traces" / "g1.jsonl.gz") == published


def test_a_recording_that_waits_for_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(recorder, "WAITING_MAX", 500)

    async def play() -> None:
        table = Table(tmp_path, "chess", MOVES)
        await table.play(1)
        await table.evidence.flush()
        (tmp_path / "traces").mkdir(exist_ok=True)
        monkeypatch.setattr(recorder, "WAITING_MAX", 10)
        await table.play(2)
        await table.evidence.flush()
        assert "not whole" in (table.evidence.trouble or "")
        await table.play(3)
        await table.command("operator", "start")
        await table.evidence.flush()
        assert table.evidence.trouble is not None
        monkeypatch.setattr(recorder, "WAITING_MAX", 1 << 20)
        await table.run(1000)
        await table.evidence.flush()
        assert table.evidence.trouble is None, "the next game is recorded"

    asyncio.run(play())


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    async def play() -> int:
        (tmp_path / "traces").write_text("a file stands where the folder should")
        table = Table(tmp_path, "chess", MOVES)
        await table.play(3)
        await table.evidence.flush()
        assert table.service.status().state == "degraded"
        return table.service.session.line.ply

    assert asyncio.run(play()) == 3


def test_a_trace_that_grows_beyond_the_bound_ends(tmp_path: Path) -> None:
    async def play() -> None:
        table = Table(tmp_path, "chess", MOVES, megabytes_max=0)
        await table.play(2)
        await table.evidence.flush()
        assert "megabytes_max" in (table.evidence.trouble or "")
        await table.play(3)
        await table.stop()

    asyncio.run(play())
    file = tmp_path / "traces" / "g1.jsonl.gz"
    assert mistakes(file) == []
    assert '"end"' not in text_of(file)
