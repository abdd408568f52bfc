"""A bit is flipped at random places of a journal of 50,000 records: it is found before anything is exported.

Three classes. *Found*: reading the whole journal, as `export`, `sheet`, `transfer` and `standings` do first, is refused. *Harmless*: the
bit means nothing (free space in a page, the reserved bytes of the file's head); then every record and every list of games is
the same as before. *A note*: a cursor or a kept reply, which are never exported; it is refused, or costs repeats.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing, redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from random import Random

from controller.journal.files import FILE
from controller.journal.store import DiskFault, Journal, JournalError
from controller.shell import cli
from tests.journal.samples import lifted, move, result, started
from tests.soak._games import memory_folder, messages_of

COUNT = 2000
RECORDS = 50_000
EXPORTED = 25
"""Of so many flips that are not refused one is exported from by the command itself."""


def soak(*, seed: int, count: int, records: int = RECORDS) -> dict[str, object]:
    """Flips so many bits, one at a time, in a journal of so many records."""
    dice = Random(seed)
    found: Counter[str] = Counter()
    with memory_folder() as made:
        folder = Path(made) / "journal"
        _written(folder, records)
        path = folder / FILE
        size = path.stat().st_size
        before = _contents(folder)
        for n in range(count):
            at, bit = dice.randrange(size), 1 << dice.randrange(8)
            _flip(path, at, bit)
            try:
                with Journal.read(folder, whole=True):
                    pass
            except (JournalError, DiskFault):
                found["found"] += 1
                if n % EXPORTED == 0:
                    _refused(folder)
            else:
                assert _contents(folder) == before, f"bit {bit} of byte {at} was not found"
                found["harmless"] += 1
            _flip(path, at, bit)
        assert _contents(folder) == before
    return {"records": records, "bytes": size, **found, "exported_wrongly": 0}


def _written(folder: Path, records: int) -> None:
    """Games one after another, the last one of real moves; replies and a cursor too."""
    with Journal.open(folder, "b1") as journal:
        while journal.newest_seq < records:
            name = journal.new_game_id()
            plies = [(lifted(), lifted("d2"), move(ply)) for ply in range(1, 81)]
            told = [started(), *(message for ply in plies for message in ply), result()]
            journal.append(told, game_id=name, at_us=journal.newest_seq)
            journal.append(
                [], game_id=None, at_us=0, reply=(f"arbiter/{name}", {"accepted": True, "seq": 1})
            )
        journal.append(messages_of(0), game_id=journal.new_game_id(), at_us=0)
        journal.advance_cursor("mqtt", journal.newest_seq)


def _contents(folder: Path) -> list[object]:
    """Every row, by the table and by its indexes, without proof."""
    with closing(sqlite3.connect(folder / FILE)) as database:
        asked = (
            "SELECT * FROM record NOT INDEXED ORDER BY seq",
            "SELECT game_id, seq FROM record INDEXED BY record_game ORDER BY game_id, seq",
            "SELECT game_id FROM record INDEXED BY record_result WHERE type = 'result'",
            "SELECT * FROM meta",
        )
        return [database.execute(query).fetchall() for query in asked]


def _flip(path: Path, at: int, bit: int) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        old = file.read(1)[0]
        file.seek(at)
        file.write(bytes([old ^ bit]))


def _refused(folder: Path) -> None:
    """The command itself gives nothing out."""
    with redirect_stdout(StringIO()) as out, redirect_stderr(StringIO()) as errors:
        code = cli.main(["export", "last", "--journal", str(folder)])
    assert (code, out.getvalue()) == (1, "")
    assert str(folder) in errors.getvalue()
