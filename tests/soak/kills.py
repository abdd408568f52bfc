"""Row 11: a board under load is killed, and the power is cut; what was published is there and the game goes on.

`count` kills (SIGKILL) of a process that plays real games as fast as it can, at any moment, while it starts too; and a tenth
as many power cuts: of what the disk was not told to keep, each write is there, gone, or there in part.
"""

from __future__ import annotations

import os
import select
import signal
import time
import traceback
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from controller.journal.lock import FILE as NOTE
from controller.journal.store import Journal
from tests.journal.disk import Op
from tests.soak._games import SHORT, memory_folder, messages_of, records
from tests.soak._player import play
from tests.soak.crash_points import FOLDER, RESUME_S, Story, put, recorded

if TYPE_CHECKING:
    from typing import TextIO

COUNT = 1000
GAMES = 8
"""Played in one journal; then it is another one."""
STARTING = 0.1
"""Part of the kills before the board is up."""
STARTING_S = 0.05
LINES = (1, 120)
LATE_S = 0.004
SECTOR = 512
UP_S = 60.0


def soak(*, seed: int, count: int, games: int = GAMES) -> dict[str, object]:
    """Kills so often, and cuts the power a tenth as often."""
    dice = Random(seed)
    pool = range(SHORT, SHORT + 5) if games < GAMES else range(len(records()))
    return _kills(dice, count, games, pool) | _power_cuts(dice, max(1, count // 10), pool)


def _kills(dice: Random, count: int, games: int, pool: range) -> dict[str, object]:
    kills = starting = finished = published = 0
    longest_s = 0.0
    while kills < count:
        with memory_folder() as made:
            script, board = Path(made) / "script", Path(made) / "board"
            with Journal.open(script, "script") as journal:
                for n in range(games):
                    messages = messages_of(dice.choice(pool))
                    journal.append(messages, game_id=f"g{n + 1}", at_us=n)
            reported, over = 0, False
            while kills < count and not over:
                early = dice.random() < STARTING
                reported, took_s, over = _killed(board, script, reported, dice, early=early)
                longest_s = max(longest_s, took_s)
                kills += not over
                starting += early
                finished += over
            published += reported
    return {
        "kills": kills, "of_these_while_starting": starting, "journals_played_to_the_end": finished,
        "published": published, "longest_start_s": round(longest_s, 2),
    }  # fmt: skip


def _killed(
    board: Path, script: Path, reported: int, dice: Random, *, early: bool
) -> tuple[int, float, bool]:
    """Starts the board and kills it; gives what it has reported, how long it took to be up, and whether it was through."""
    late_s = dice.uniform(0, STARTING_S) if early else dice.uniform(0, LATE_S)
    began_s, up_s = time.monotonic(), 0.0
    child, out = _started(board, script)
    with out:
        for _ in range(0 if early else dice.randint(*LINES)):
            line = out.readline()
            if not line:
                break
            if line == "up\n":
                up_s = up_s or time.monotonic()
            else:
                reported = int(line)
        select.select([], [], [], late_s)
        os.kill(child, signal.SIGKILL)
        rest = [line for line in out.read().split() if line != "up"]
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    assert code in {-signal.SIGKILL, 0}, "it did not go on; what it said is above"
    took_s = max(0.0, up_s - began_s)
    assert took_s <= UP_S, f"{took_s:.0f} s to be up"
    reported = int(rest[-1]) if rest else reported
    if reported:
        with Journal.read(board) as journal:
            assert journal.newest_seq >= reported, "what was published is gone"
            journal.verify()
    return reported, took_s, code == 0


def _started(board: Path, script: Path) -> tuple[int, TextIO]:
    """A board in a process of its own, and what it says. It is forked: importing all would take most of the time."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, os.fdopen(reading)
    code = 1
    try:
        with os.fdopen(writing, "w") as out:
            play(board, script, out)
        code = 0
    finally:
        if code:
            traceback.print_exc()
        os._exit(code)


def _power_cuts(dice: Random, count: int, pool: range) -> dict[str, object]:
    longest_s, lost, unsynced = 0.0, 0, 0
    for _ in range(count):
        with memory_folder() as made:
            number = dice.choice(pool)
            story = recorded(Path(made) / "true", number, dice)
            at = dice.randrange(len(story.ops))
            work = Path(made) / "cut"
            work.mkdir()
            dropped = cut_power(story, at, work, dice)
            published = story.ops[at][1]
            unsynced += dropped
            if published:
                (work / NOTE).write_text(f"{published:<20}\n")
            began_s = time.monotonic()
            with Journal.open(work, "b1") as journal:
                longest_s = max(longest_s, time.monotonic() - began_s)
                newest = journal.newest_seq
                assert newest >= published, f"{newest} records, and {published} were published"
                if newest:  # a journal that had no record yet is made anew
                    assert journal.digest_of(newest) == story.digests[newest], "another journal"
                    lost += newest < len(story.digests) - 1
                journal.append(messages_of(number)[newest:], game_id="g1", at_us=0)
                assert [*journal.messages_of("g1")] == [*messages_of(number)]
                journal.verify()
            assert longest_s <= RESUME_S
    return {
        "power_cuts": count, "in_the_middle": lost, "writes_dropped_or_torn": unsynced,
        "longest_opening_ms": round(longest_s * 1000, 1),
    }  # fmt: skip


def cut_power(story: Story, at: int, work: Path, dice: Random) -> int:
    """Leaves the files as a power cut after so many operations may; gives how many writes were not whole."""
    waiting: dict[str, list[Op]] = {}
    for op, _ in story.ops[:at]:
        if op.kind != "sync":
            waiting.setdefault(op.name, []).append(op)
            continue
        for name in list(waiting) if op.name == FOLDER else [op.name]:
            ops = waiting.get(name, [])
            if op.name == name or (ops and ops[-1].kind == "delete"):
                for each in ops:
                    put(work, each)
                waiting.pop(name, None)
    return sum(_left(op, work, dice) for ops in waiting.values() for op in ops)


def _left(op: Op, work: Path, dice: Random) -> bool:
    """What a power cut leaves of an operation that the disk was not told to keep; whether it was a write in part."""
    fate = dice.choice(("whole", "gone", "torn"))
    if fate == "whole":
        if op.kind != "truncate" or (work / op.name).exists():
            put(work, op)
    elif fate == "torn" and op.kind == "write":
        for start in range(0, len(op.data), SECTOR):
            if dice.getrandbits(1):
                put(work, Op("write", op.name, op.data[start : start + SECTOR], op.at + start))
    return op.kind == "write" and fate != "whole"
