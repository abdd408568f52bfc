"""The demo is killed again and again, at any moment; the game that it records is still whole.

The moments are drawn from seeds: so many records after the start, and so many milliseconds more. How
far the program has come by then is the machine's affair; what must hold holds at every moment.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.journal.faults import JournalError
from controller.journal.store import Journal
from tests.end_to_end.programs import GAMES, PATIENCE_S, finished, lines_until, running
from tests.end_to_end.test_demo import oracle

if TYPE_CHECKING:
    from pathlib import Path

SHARDS = 4
KILLS = 6
"""In each shard."""
RECORD = GAMES / "chess-kasparov-deep-blue-1997.pgn"
SPEEDS = (0, 0, 20)
STARTING_CHANCE = 0.2
"""Kills before the program has said that it is up."""
STARTING_MS = 900
RECORDS = (1, 60)
"""A game of 89 plies has about 500."""
LATE_MS = 40


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_a_killed_game_goes_on_and_is_whole(shard: int, tmp_path: Path) -> None:
    dice = Random(shard)
    kills = games = 0
    while kills < KILLS:
        folder = tmp_path / str(games)
        games += 1
        while kills < KILLS and not over(folder):
            kills += killed(folder, dice)
        if not over(folder):
            ended = finished(*demo(0), journal=folder)
            assert ended.returncode == 0, ended.stderr
        check(folder)
    sys.stdout.write(f"{kills} kills in {games} games\n")


def demo(speed: int) -> tuple[object, ...]:
    return ("demo", "--until-end", "--record", RECORD, "--speed", speed, "--port", 0)


def killed(folder: Path, dice: Random) -> int:
    """Starts the demo and kills it at a moment; 0 if it had come to its end."""
    before = newest(folder)
    speed, late_s = dice.choice(SPEEDS), dice.randint(0, LATE_MS) / 1000
    starting, records = dice.random() < STARTING_CHANCE, dice.randint(*RECORDS)
    with running(*demo(speed), journal=folder) as process:
        if starting:
            late_s = dice.randint(0, STARTING_MS) / 1000
        else:
            lines_until(process, "stop     Ctrl-C")
            wait_for(process, folder, before + records)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(late_s)
        seen = newest(folder)
        process.kill()
        code = process.wait()
    assert code in {-9, 0}
    assert newest(folder) >= seen, "what was on disk has gone"
    return int(code == -9)


def wait_for(process: subprocess.Popen[str], folder: Path, seq: int) -> None:
    """Waits until the journal has come so far or the program has ended."""
    end_s = time.monotonic() + PATIENCE_S
    with Journal.read(folder) as journal:
        while journal.newest_seq < seq and process.poll() is None:
            assert time.monotonic() < end_s, "the game does not go on"
            time.sleep(0.002)


def newest(folder: Path) -> int:
    if not (folder / "journal.db").exists() or (folder / "journal.db").stat().st_size == 0:
        return 0
    try:
        with Journal.read(folder) as journal:
            return journal.newest_seq
    except JournalError as error:
        if "only being made" not in error.reason:
            raise
        return 0  # killed before the first record


def over(folder: Path) -> bool:
    if newest(folder) == 0:
        return False
    with Journal.read(folder) as journal:
        games = journal.games()
        return bool(games) and games[-1].finished


def check(folder: Path) -> None:
    """One game, the very record, and a journal without a gap."""
    with Journal.read(folder) as journal:
        journal.verify()
        assert [game.game_id for game in journal.games()] == ["g1"]
        seqs = [entry.seq for entry in journal.entries(limit=1_000_000)]
    assert seqs == list(range(1, len(seqs) + 1))
    exported = finished("export", "last", "--journal", folder)
    assert exported.returncode == 0, exported.stderr
    assert oracle(exported.stdout) == oracle(RECORD.read_text(encoding="utf-8"))
