"""Moves the oldest records from the journal's file into its archive.

First the new file is written, put on the disk, read back and proved. Then one transaction notes it in the
journal, and from then on the records count as archived. Only then are they removed, a few at a time, so that an
append waits for no more than a moment. Cut off at any step, the next time goes on from there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.journal.archive import FORMAT, RECORDS, SCHEMA, Archive, write_part
from controller.journal.files import statements, transaction

if TYPE_CHECKING:
    import sqlite3

    from controller.journal.reading import Records

REMOVED = 200
"""Records removed in one transaction: some ten milliseconds on a slow card."""


def archive_oldest(reader: Records, writer: sqlite3.Connection, keep: int) -> bool:
    """Moves the oldest `RECORDS` records, if at least `keep` are left, and with them all of the newest game.

    Args:
        reader: of the same journal, not used by others.

    Returns:
        Whether it did; there may be more.

    Raises:
        JournalError: they are damaged, so they stay where they are.
        DiskFault: the disk failed; to be tried again.
    """
    anchor, index = reader.archived()
    _remove(writer, anchor)
    last = anchor + RECORDS
    games = reader.games()
    if reader.newest() - last < keep or (games and games[-1].first_seq <= last):
        return False
    rows = reader.proved(anchor, RECORDS)
    part = write_part(reader.path.parent, rows)
    Archive(reader.chain).rows(part, reader.digest_of(anchor))
    index.beginnings.clear()
    for row in rows:
        index.add(row)
    with transaction(writer):
        if writer.execute("PRAGMA user_version").fetchone()[0] < FORMAT:
            for statement in statements(SCHEMA):
                writer.execute(statement)
        writer.execute("INSERT INTO archive VALUES (?, ?, ?)", part)
        index.write(writer)
    _remove(writer, part.last)
    return True


def _remove(writer: sqlite3.Connection, last: int) -> None:
    """Removes what is archived. The journal's own trigger lets nothing else go."""
    while writer.execute("SELECT 1 FROM record WHERE seq <= ? LIMIT 1", (last,)).fetchone():
        with transaction(writer):
            writer.execute(
                "DELETE FROM record WHERE seq IN"
                " (SELECT seq FROM record WHERE seq <= ? ORDER BY seq LIMIT ?)",
                (last, REMOVED),
            )
