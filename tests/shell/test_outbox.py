from __future__ import annotations

import asyncio
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from controller.journal.store import DiskFault
from controller.shell.outbox import OVERLAP, WINDOW, Outbox
from tests.shell.fake_desk import FakeDesk


class Places:
    """Cursors in a dict."""

    def __init__(self) -> None:
        self.at: dict[str, int] = {}
        self.fault: DiskFault | None = None

    def cursor(self, name: str) -> int:
        return self.at.get(name, 0)

    def advance_cursor(self, name: str, seq: int) -> None:
        if self.fault is not None:
            raise self.fault
        self.at[name] = max(seq, self.cursor(name))


@given(st.lists(st.sampled_from(["sent", "lost", "restart", "note"]), max_size=60))
def test_whatever_happens_everything_arrives_in_order(happenings: list[str]) -> None:
    async def run() -> None:
        desk, places = FakeDesk(), Places()
        outbox = Outbox(desk, places, "b", overlap=3)
        arrived: list[int] = []
        for happening in [*happenings, *["sent"] * 60]:
            if happening == "note":
                desk.note("move")
                desk.note("lifted")
            elif happening == "restart":
                outbox = Outbox(desk, places, "b", overlap=3)
                outbox.rewind()
            elif batch := outbox.batch():
                arrived += [entry.seq for entry in batch]
                if happening == "sent":
                    await outbox.acknowledge(batch[-1].seq)
                else:
                    outbox.rewind()
        first_time = list(dict.fromkeys(arrived))
        assert first_time == list(range(1, desk.newest_seq() + 1))
        assert outbox.waiting == 0

    asyncio.run(run())


def test_batches_are_bounded_and_the_overlap_is_repeated() -> None:
    async def run() -> None:
        desk, places = FakeDesk(), Places()
        for _ in range(200):
            desk.note("move")
        places.at["b"] = 100
        outbox = Outbox(desk, places, "b")
        assert (outbox.waiting, outbox.batch()[0].seq, len(outbox.batch())) == (100, 101, WINDOW)
        outbox.rewind()
        assert outbox.batch()[0].seq == 101 - OVERLAP
        await outbox.acknowledge(60)
        assert places.at["b"] == 100, "repeats do not move the place back"
        await outbox.acknowledge(108)
        assert (places.at, outbox.waiting) == ({"b": 108}, 92)

    asyncio.run(run())


def test_a_disk_fault_costs_repeats_and_no_message() -> None:
    async def run() -> None:
        desk, places = FakeDesk(), Places()
        for _ in range(3):
            desk.note("move")
        places.fault = DiskFault(Path("journal.db"), "the disk is full", "Free some space.")
        outbox = Outbox(desk, places, "b")
        await outbox.acknowledge(3)
        assert (outbox.batch(), outbox.waiting, places.at) == ([], 0, {})
        assert [entry.seq for entry in Outbox(desk, places, "b").batch()] == [1, 2, 3]

    asyncio.run(run())
