"""Row 12: damaged journals are refused with an error that names them, or say what they said; never another game.

Bits are flipped, files cut, blocks spliced in from elsewhere, repeated and emptied; files of other journals and other
versions are mixed in, and rows changed. The journals: closed, left by a kill (the log not yet in the file), and with an
archive.
"""

from __future__ import annotations

import shutil
import sqlite3
from collections import Counter
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING
from unittest.mock import patch

from controller.journal import archiving
from controller.journal.archive import FOLDER
from controller.journal.files import FILE
from controller.journal.store import DiskFault, Journal, JournalError
from tests.soak._games import SHORT, memory_folder, messages_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.core.messages import Json

COUNT = 100_000
BLOCK = 512
RECEIVED = 40
"""What a broker has received: a mutant may say less, which costs repeats, and never more."""
REPLIES: list[tuple[str, Json]] = [(f"arbiter/{n}", {"accepted": True}) for n in (1, 2)]
"""One may be forgotten, and never another given."""
KINDS = ("closed", "killed", "archived")
Contents = tuple[object, ...]


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Looks at so many mutants."""
    dice = Random(seed)
    figures: Counter[str] = Counter()
    with memory_folder() as made:
        originals = [_original(Path(made) / kind, kind) for kind in KINDS]
        work = Path(made) / "work"
        for n in range(count):
            folder, before = originals[n % len(originals)]
            other = originals[dice.randrange(len(originals))][0]
            shutil.copytree(folder, work)
            name = dice.choice([*MUTATIONS])
            MUTATIONS[name](work, other, dice)
            try:
                after = _contents(work)
            except (JournalError, DiskFault) as error:
                figures[f"{name}: refused"] += 1
                figures["disk faults"] += isinstance(error, DiskFault)
            else:
                assert after == before, f"mutant {n}, {name} of {folder.name}: another game"
                figures[f"{name}: nothing changed"] += 1
            shutil.rmtree(work)
    return {"mutants": count, "accepted_with_another_game": 0, **dict(sorted(figures.items()))}


def _original(folder: Path, kind: str) -> tuple[Path, Contents]:
    """A journal of two short games, and what it says."""
    live = folder.with_name(f"{kind}-live")
    with Journal.open(live, "b1") as journal:
        for n, game in enumerate((SHORT, SHORT + 2), 1):
            journal.append(messages_of(game), game_id=f"g{n}", at_us=n, reply=REPLIES[n - 1])
        journal.advance_cursor("mqtt", RECEIVED)
        if kind == "archived":
            with patch.object(archiving, "RECORDS", 20):
                assert journal.archive(30)
        if kind == "killed":
            shutil.copytree(live, folder)
    if kind != "killed":
        shutil.copytree(live, folder)
    (folder / f"{FILE}-shm").unlink(missing_ok=True)
    whole = folder.with_name("whole")
    shutil.copytree(folder, whole)
    found = _contents(whole)
    shutil.rmtree(whole)
    return folder, found


def _contents(folder: Path) -> Contents:
    """All that can be known of a journal."""
    with Journal.open(folder, "b1") as journal:
        journal.verify()
        games = journal.games()
        return (
            journal.board, journal.epoch, journal.entries(limit=10_000), games, journal.newest_seq,
            [journal.messages_of(game.game_id) for game in games],
            journal.beginnings(), journal.new_game_id(), all(reply in REPLIES for reply in journal.replies()),
            journal.cursor("mqtt") <= RECEIVED,
        )  # fmt: skip


def flip(folder: Path, _: Path, dice: Random) -> None:
    """One bit."""
    path, data = _file(folder, dice)
    at = dice.randrange(len(data))
    data[at] ^= 1 << dice.randrange(8)
    path.write_bytes(data)


def byte(folder: Path, _: Path, dice: Random) -> None:
    """One byte."""
    path, data = _file(folder, dice)
    data[dice.randrange(len(data))] = dice.randrange(256)
    path.write_bytes(data)


def cut(folder: Path, _: Path, dice: Random) -> None:
    """The end is gone."""
    path, data = _file(folder, dice)
    path.write_bytes(data[: dice.randrange(len(data))])


def splice(folder: Path, other: Path, dice: Random) -> None:
    """A block of another journal, or of another place."""
    path, data = _file(folder, dice)
    _, source = _file(other, dice)
    _put(path, data, bytes(source), dice)


def repeat(folder: Path, _: Path, dice: Random) -> None:
    """A block comes again in another place."""
    path, data = _file(folder, dice)
    _put(path, data, bytes(data), dice)


def empty(folder: Path, _: Path, dice: Random) -> None:
    """A block is zero."""
    path, data = _file(folder, dice)
    _put(path, data, bytes(BLOCK), dice)


def foreign(folder: Path, other: Path, dice: Random) -> None:
    """A file of another journal, or another version."""
    if dice.getrandbits(1):
        path, _ = _file(folder, dice)
        there = other / path.relative_to(folder)
        if there.is_file():
            shutil.copy(there, path)
    else:
        _change(folder, f"PRAGMA user_version = {dice.randrange(-3, 9)}")


def rows(folder: Path, _: Path, dice: Random) -> None:
    """Rows are changed, removed, doubled, exchanged, by somebody who is no expert of chains."""
    table, column = dice.choice(COLUMNS)
    value = dice.choice(VALUES)
    some = f"rowid = {dice.randrange(60)}" if table == "record" else "1"
    changes = (
        f"UPDATE OR REPLACE {table} SET {column} = {value} WHERE {some}",
        f"DELETE FROM {table} WHERE {some}",
        f"UPDATE OR REPLACE {table} SET {column} = {column} || 'x' WHERE {some}",
        f"UPDATE OR REPLACE {table} SET {column} = (SELECT {column} FROM {table} LIMIT 1 OFFSET 3) WHERE {some}",
    )
    _change(folder, dice.choice(changes))


MUTATIONS: dict[str, Callable[[Path, Path, Random], None]] = {
    each.__name__: each for each in (flip, byte, cut, splice, repeat, empty, foreign, rows)
}
COLUMNS = [
    *(("record", name) for name in ("seq", "game_id", "at_us", "type", "body", "digest")),
    *(("meta", name) for name in ("key", "value")),
    *(("reply", name) for name in ("key", "body")),
    *(("archive", name) for name in ("first", "last", "digest")),
    *(("archived_game", name) for name in ("game_id", "first", "last", "finished")),
    ("archived_beginning", "body"),
]
VALUES = (
    "0",
    "-1",
    "7",
    "NULL",
    "'g1'",
    "x'00ff'",
    "1.5",
    "CAST(x'ff' AS TEXT)",
    "9223372036854775807",
    "x'7b7d'",
)


def _file(folder: Path, dice: Random) -> tuple[Path, bytearray]:
    """One of the files with records; the longer, the likelier."""
    files = [folder / FILE, folder / f"{FILE}-wal", *(folder / FOLDER).glob("*.gz")]
    found = [path for path in sorted(files) if path.is_file() and path.stat().st_size]
    if not found:
        return folder / FILE, bytearray(1)
    path = dice.choice(found)
    return path, bytearray(path.read_bytes())


def _put(path: Path, data: bytearray, source: bytes, dice: Random) -> None:
    size = min(len(data), len(source), dice.choice((16, BLOCK, 4096)))
    start, at = dice.randrange(len(source) - size + 1), dice.randrange(len(data) - size + 1)
    if size >= BLOCK:
        start, at = start - start % BLOCK, at - at % BLOCK
    data[at : at + size] = source[start : start + size]
    path.write_bytes(data)


def _change(folder: Path, statement: str) -> None:
    with closing(sqlite3.connect(folder / FILE, isolation_level=None)) as database:
        for trigger in ("record_stays", "record_kept", "archive_stays", "archive_kept"):
            database.execute(f"DROP TRIGGER IF EXISTS {trigger}")
        with suppress(sqlite3.Error):
            database.execute(statement)
