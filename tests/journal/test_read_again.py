"""What was read wrong once, from a disk that has a bad moment, is read again before anybody calls it damage."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.journal.store import DiskFault, Journal, JournalError
from tests.journal.disk import IOERR_READ, OK, Disk
from tests.journal.samples import lifted, move, started

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.journal.disk import Op

RECORDS = 1500


class Moments:
    """A disk whose next readings of the journal fail, or give other bytes."""

    def __init__(self) -> None:
        self.errors = self.wrongs = 0
        self.reads = 0

    def seen(self, op: Op) -> int:
        if op.kind != "read":
            return OK
        self.reads += 1
        self.errors -= 1
        return IOERR_READ if self.errors >= 0 else OK

    def wrong(self, _: Op) -> bool:
        self.wrongs -= 1
        return self.wrongs >= 0


@pytest.fixture
def moments(tmp_path: Path) -> Iterator[Moments]:
    with Journal.open(tmp_path, "b1") as journal:
        journal.append([started(), *[lifted()] * RECORDS], game_id="g1", at_us=0)
        journal.append([started(), move()], game_id="g2", at_us=0)
    found = Moments()
    with Disk(found.seen) as disk:
        disk.wrong = found.wrong
        yield found


@pytest.mark.parametrize("kind", ["errors", "wrongs"])
def test_one_is_read_again(tmp_path: Path, moments: Moments, kind: str) -> None:
    with Journal.read(tmp_path) as journal:
        for reading in (
            lambda: journal.entries(limit=10),
            lambda: journal.game_entries("g2"),
            journal.games,
            journal.beginnings,
            journal.new_game_id,
            lambda: journal.cursor("mqtt"),
            journal.replies,
            journal.verify,
        ):
            expected = reading()
            journal.read_afresh()
            moments.reads = 0
            setattr(moments, kind, 1)
            assert reading() == expected
            assert moments.reads


def test_what_is_read_wrong_again_and_again_is_damage(tmp_path: Path, moments: Moments) -> None:
    with Journal.read(tmp_path) as journal:
        journal.read_afresh()
        moments.wrongs = 1_000_000
        with pytest.raises(JournalError):
            journal.verify()
        moments.wrongs, moments.errors = 0, 1_000_000
        with pytest.raises(DiskFault):
            journal.verify()
        moments.errors = 0
        journal.verify()


def test_a_page_that_was_read_wrong_does_not_hinder_the_next_append(
    tmp_path: Path, moments: Moments
) -> None:
    with Journal.open(tmp_path, "b1") as journal:
        refused = 0
        for n in range(5):
            moments.wrongs = 1
            journal._writer.execute("PRAGMA shrink_memory")  # type: ignore[union-attr]
            try:
                journal.append([move(n + 2)], game_id="g2", at_us=n)
            except (JournalError, DiskFault):
                refused += 1
                moments.wrongs = 0
                journal.append([move(n + 2)], game_id="g2", at_us=n)
        assert refused
        moments.wrongs = 0
        journal.verify()
        assert len(journal.messages_of("g2")) == 7
