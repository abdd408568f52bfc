"""Row 10: a crash at every step of the journal, within every write too; what was published is there again.

Games are recorded on a disk that notes each operation. Then the disk is put together as the process left it
when it was killed: before each operation, and after some bytes of each write. `count` is the least number of such
points; they are spread evenly over fifty games.
"""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unittest.mock import patch

from controller.core.settings import Settings
from controller.journal import store
from controller.journal.faults import DiskFault, JournalError
from controller.journal.files import FILE
from controller.journal.store import Journal
from controller.shell.taking_up import taken_up
from rules.registry import game_by_name
from tests.journal.disk import OK, Disk, Op
from tests.soak._games import SHORT, groups, memory_folder, messages_of, records

COUNT = 100_000
GAMES = 50
RESUMED_EACH = 50
"""At so many points one is opened for writing, its game is taken up and it is written on."""
RESUME_S = 2.0
"""Of the processor: the machine may be doing other things."""
FOLDER = "."
"""The name of the journal's folder in an operation."""


@dataclass
class Story:
    """What was done to the files of a journal, and what had been said meanwhile.

    Attributes:
        ops: with the number of the newest record that was published before it.
        digests: of each record, by its number, the one before the first included.
    """

    ops: list[tuple[Op, int]] = field(default_factory=list)
    digests: list[bytes] = field(default_factory=list)


def recorded(folder: Path, number: int, dice: Random) -> Story:
    """Plays a game into a new journal."""
    story, published = Story(), 0

    def seen(op: Op) -> int:
        if op.kind != "read":
            story.ops.append((op, published))
        return OK

    def sync_folder(_: Path) -> None:
        story.ops.append((Op("sync", FOLDER), published))

    with (
        patch.object(store, "sync_folder", sync_folder),
        Disk(seen),
        Journal.open(folder, "b1") as journal,
    ):
        for n, group in enumerate(groups(messages_of(number), dice)):
            published = journal.append(group, game_id="g1", at_us=n)[-1].seq
            if n % 5 == 0:
                journal.advance_cursor("mqtt", published)
        story.digests = [journal.digest_of(seq) for seq in range(published + 1)]
    return story


def soak(*, seed: int, count: int, games: int = GAMES) -> dict[str, object]:
    """Crashes at `count` points, or more, of so many games."""
    figures = {"points": 0, "resumed": 0, "empty": 0, "longest_resume_ms": 0.0}
    for number in range(games):
        dice = Random(seed * 1000 + number)
        wanted = count * (number + 1) // games - count * number // games
        with memory_folder() as made:
            game = SHORT + number if games < GAMES else number
            story = recorded(Path(made) / "true", game, dice)
            _crash(story, Path(made) / "work", game, _points(story, wanted, dice), figures)
    assert figures["points"] >= count
    return dict(figures)


def _points(story: Story, wanted: int, dice: Random) -> list[list[int]]:
    """For each operation, after how many of its bytes there is a crash; 0 is before it."""
    writes = [at for at, (op, _) in enumerate(story.ops) if op.kind == "write"]
    within = dict.fromkeys(writes, 1)
    for _ in range(wanted - len(story.ops) - len(writes)):
        within[dice.choice(writes)] += 1
    return [
        [0, *sorted(dice.randrange(1, len(op.data)) for _ in range(within.get(at, 0)))]
        for at, (op, _) in enumerate(story.ops)
    ]


def _crash(
    story: Story, work: Path, number: int, points: list[list[int]], figures: dict[str, float]
) -> None:
    """Goes through the operations of one game, and crashes on the way."""
    work.mkdir()
    for (op, published), cuts in zip(story.ops, points, strict=True):
        for cut in cuts:
            if cut:
                put(work, Op("write", op.name, op.data[:cut], op.at))
            _check(story, work, published)
            figures["points"] += 1
            if figures["points"] % RESUMED_EACH == 0:
                _resume(story, work, published, number, figures)
        put(work, op)


def put(folder: Path, op: Op) -> None:
    """Does to a file what was done to it."""
    path = folder / op.name
    match op.kind:
        case "write":
            with path.open("r+b" if path.exists() else "w+b") as file:
                file.seek(op.at)
                file.write(op.data)
        case "truncate":
            with path.open("r+b") as file:
                file.truncate(op.at)
        case "delete":
            path.unlink(missing_ok=True)
        case _:
            pass


def _check(story: Story, work: Path, published: int) -> None:
    """What is read is the beginning of the truth and holds all that was published."""
    (work / f"{FILE}-shm").unlink(missing_ok=True)
    still_made = () if published else (JournalError, DiskFault)
    newest, digest = 0, story.digests[0]
    with suppress(*still_made), Journal.read(work) as journal:
        newest = journal.newest_seq
        digest = journal.digest_of(newest)
    assert newest >= published, f"{newest} records, and {published} were published"
    assert digest == story.digests[newest], "another journal"


def _resume(
    story: Story, work: Path, published: int, number: int, figures: dict[str, float]
) -> None:
    """The service is started again: it takes the game up, and goes on with the next number."""
    copy = work.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(work, copy)
    (copy / f"{FILE}-shm").unlink(missing_ok=True)
    record = records()[number % len(records())]
    game = game_by_name(record.game, record.options)
    began_s = time.process_time()
    with Journal.open(copy, "b1") as journal:
        newest = journal.newest_seq
        name, session = taken_up(
            journal, Settings(game=game, rulebook=game.rulebook), None, anew=False
        )
        took_s = time.process_time() - began_s
        assert newest >= published
        moves = sum(entry.type == "move" for entry in journal.game_entries("g1"))
        assert (name, session.line.ply) == ("g1", moves)
        written = messages_of(number)[newest : newest + 1]
        seqs = [entry.seq for entry in journal.append(written, game_id="g1", at_us=0)]
        assert seqs == [newest + 1][: len(written)], "a number twice"
        journal.verify()
    assert took_s <= RESUME_S, f"{took_s:.1f} s of the processor to be back"
    figures["resumed"] += 1
    figures["empty"] += newest == 0
    figures["longest_resume_ms"] = max(figures["longest_resume_ms"], round(took_s * 1000, 1))
