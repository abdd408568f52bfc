"""A real Mosquitto is killed again and again, for up to eight hours: a consumer's record is the journal, in order.

Each outage is drawn from the seed: how long it lasts (in the publisher's own time: its pauses cost none here), what
happens at the board meanwhile, whether the broker forgets all it had kept, whether acknowledgements are lost
afterwards, who is back first, and whether a second consumer leaves everything unread for a while.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import shutil
import socket
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from controller.shell.broker_link import BrokerLink, MqttSettings, Patience
from controller.shell.mqtt import run_publisher
from tests.journal.samples import lifted, move, started
from tests.shell.mqtt_kit import JournalDesk
from tests.shell.mqtt_peer import (
    HOST,
    Cut,
    Mosquitto,
    Peer,
    Refused,
    Signal,
    read_packet,
)

COUNT = 100
BASE = "touchmove/v1/board-1"
KEPT = 6
"""Retained topics of a board without a clock."""
ABSENT_S = (1, 10, 60, 600, 3600, 8 * 3600)
BACK_MAX_S = 30.0
GROWTH_MAX = 10_000_000
ANSWER_S = 0.5
"""How long the publisher waits for an acknowledgement here; lost ones cost as long."""
WARM = 5
"""Outages after which the memory is first looked at."""


def memory() -> int:
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096


def held() -> socket.socket:
    """A socket that keeps a port of this machine for us while nobody listens there."""
    keeper = socket.socket()
    keeper.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    keeper.bind((HOST, 0))
    return keeper


class Wire:
    """The line from the publisher to the broker, on which acknowledgements can be lost.

    Attributes:
        to_lose: how many of the next are.
        lost: how many were.
    """

    def __init__(self, port: int, target: int) -> None:
        self.port = port
        self.to_lose = self.lost = 0
        self._target = target
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """There is a broker at its end."""
        self._server = await asyncio.start_server(self.accept, HOST, self.port)

    def close(self) -> None:
        """There is none: who tries is refused."""
        if self._server is not None:
            self._server.close()
            self._server = None

    async def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, to its end."""
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            far_reader, far_writer = await asyncio.open_connection(HOST, self._target)
            there = asyncio.create_task(self._there(reader, far_writer))
            with contextlib.suppress(OSError, asyncio.IncompleteReadError):
                await self._back(far_reader, writer)
            there.cancel()
            far_writer.close()
        writer.close()

    async def _there(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                writer.write(data)
            writer.write_eof()

    async def _back(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            first, body = await read_packet(reader)
            if first == 0x40 and self.to_lose:
                self.to_lose -= 1
                self.lost += 1
                continue
            writer.write(bytes([first, *_length(len(body))]) + body)


def _length(rest: int) -> list[int]:
    found = []
    while True:
        rest, low = rest >> 7, rest & 0x7F
        found.append(low | (0x80 if rest else 0))
        if not rest:
            return found


@dataclass
class Consumer:
    """Reads every event, over all connections, as a program would that keeps a record.

    Attributes:
        record: what it has, by (epoch, seq).
        binding: sequence numbers of what has QoS 1, in the order in which they first came.
        repeats: messages that it had already.
        may: set where it may connect once more.
        connected: it is.
        reads: cleared where it leaves everything unread.
    """

    name: str
    port: int
    record: dict[tuple[str, int], int] = field(default_factory=dict)
    binding: list[int] = field(default_factory=list)
    repeats: int = 0
    may: asyncio.Event = field(default_factory=asyncio.Event)
    connected: bool = False
    reads: asyncio.Event = field(default_factory=asyncio.Event)
    signal: Signal = field(default_factory=Signal)

    async def follow(self) -> None:
        """Connects for ever."""
        while True:
            await self.may.wait()
            self.may.clear()
            with contextlib.suppress(
                OSError, Refused, Cut, TimeoutError, AssertionError, asyncio.IncompleteReadError
            ):
                async with Peer.connected(self.port, self.name, clean=False) as peer:
                    await peer.subscribe(f"{BASE}/event/+")
                    self.connected = True
                    await self._read(peer)
            self.connected = False
            self.signal.ring()

    async def _read(self, peer: Peer) -> None:
        while not peer.closed:
            with contextlib.suppress(TimeoutError):
                await peer.until(lambda heard: heard or peer.closed)
            await self.reads.wait()
            self._take(peer)
        self._take(peer)

    def _take(self, peer: Peer) -> None:
        for heard in peer.heard:
            body: dict[str, Any] = heard.body
            place, content = (body["epoch"], body["seq"]), hash(heard.payload)
            known = self.record.setdefault(place, content)
            assert known == content, f"two messages are {place}"
            if known is not content:
                self.repeats += 1
            elif heard.qos:
                self.binding.append(body["seq"])
        peer.heard.clear()
        self.signal.ring()

    async def is_away(self) -> None:
        """Waits until it has noticed that the broker is gone."""
        await self.signal.until(lambda: not self.connected)

    async def until(self, count: int) -> None:
        """Waits until it has so many different events.

        Raises:
            AssertionError: they do not come.
        """
        try:
            await self.signal.until(lambda: len(self.record) >= count)
        except TimeoutError:
            lacks = sorted(set(range(1, count + 1)) - {seq for _, seq in self.record})
            state = "connected" if self.connected else "away"
            raise AssertionError(f"{self.name} ({state}) lacks {lacks} of {count}") from None


@dataclass
class Outages:
    """A board, its publisher, a broker and two consumers, and what became of them."""

    desk: JournalDesk
    chance: random.Random
    broker: Mosquitto
    wire: Wire
    consumers: list[Consumer]
    link: BrokerLink = field(default_factory=BrokerLink)
    signal: Signal = field(default_factory=Signal)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)
    waited_s: float = 0.0
    ply: int = 0
    figures: Counter[str] = field(default_factory=Counter)
    publisher: asyncio.Task[None] | None = None
    back_s: float = 0.0
    absent_s: float = 0.0

    async def pause(self, seconds: float) -> None:
        """The publisher's pause: it is counted, and takes no time but while the broker is being started."""
        self.waited_s += seconds
        self.signal.ring()
        await asyncio.sleep(0)
        await self.go_on.wait()

    async def play(self, count: int) -> None:
        """So many events at the board."""
        for _ in range(count):
            if self.chance.random() < 0.4:
                self.ply += 1
                await self.desk.happen(move(self.ply))
            else:
                await self.desk.happen(lifted())

    async def outage(self) -> None:
        """One."""
        chance = self.chance
        slow = chance.random() < 0.3
        if slow:
            self.consumers[1].reads.clear()
            self.figures["slow"] += 1
        await self.play(chance.randrange(5, 40))
        if slow:
            self.consumers[1].reads.set()
        if chance.random() < 0.5:
            await self.all_have_it()
        self.wire.close()
        began = self.waited_s
        await self.broker.kill()
        await self.signal.until(lambda: not self.link.connected)
        for consumer in self.consumers:
            await consumer.is_away()
        if chance.random() < 0.25:
            self.figures["wiped"] += 1
            for file in self.broker.folder.glob("*.db*"):
                file.unlink()
        absent_s = chance.choice(ABSENT_S)
        self.absent_s += absent_s
        await self.play(chance.randrange(0, 60))
        await self.signal.until(lambda: self.waited_s - began >= absent_s)
        self.go_on.clear()
        await self.play(chance.randrange(0, 10))
        await self.comes_back()
        await self.all_have_it()

    async def comes_back(self) -> None:
        """The broker is started again; publisher and consumers find it, in any order."""
        clock = asyncio.get_running_loop().time
        if self.chance.random() < 0.3:
            self.wire.to_lose = self.chance.randrange(1, 4)
        late = self.chance.random() < 0.3
        connections = self.link.connections  # an attempt may be under way
        await self.broker.start()
        await self.wire.open()
        if not late:
            await self.consumers_are_back()
        began, waited = clock(), self.waited_s
        self.go_on.set()
        publisher = self.publisher
        await self.signal.until(
            lambda: self.link.connections > connections or (publisher and publisher.done())
        )
        assert publisher is not None
        assert not publisher.done(), f"the publisher has ended: {publisher!r}"
        back_s = clock() - began + self.waited_s - waited + 5.0  # the pause that was under way
        self.back_s = max(self.back_s, back_s)
        assert back_s <= BACK_MAX_S, (
            f"the publisher was away for {back_s:.1f} s longer than the broker"
        )
        if late:
            self.figures["late"] += 1
            await self.consumers_are_back()

    async def consumers_are_back(self) -> None:
        """Lets them connect, and waits until they have subscribed."""
        for consumer in self.consumers:
            consumer.may.set()
        await self.broker.until_logged("Received SUBSCRIBE from", len(self.consumers))

    async def all_have_it(self) -> None:
        """Both consumers have the whole journal, and a newcomer what is retained."""
        for consumer in self.consumers:
            await consumer.until(self.desk.log.newest_seq)
        async with Peer.connected(self.broker.port, "newcomer") as newcomer:
            await newcomer.subscribe(f"{BASE}/+")
            await newcomer.until(lambda heard: len({each.topic for each in heard}) >= KEPT)


async def _run(folder: Path, seed: int, count: int) -> dict[str, object]:
    with held() as there, held() as here, JournalDesk.open(folder / "journal") as desk:
        broker = Mosquitto(folder / "broker", there.getsockname()[1])
        wire = Wire(here.getsockname()[1], broker.port)
        consumers = [Consumer("record", broker.port), Consumer("slow", broker.port)]
        run = Outages(desk, random.Random(seed), broker, wire, consumers)
        run.link.changed = run.signal.ring
        settings = MqttSettings(host=HOST, port=wire.port, timeout_s=ANSWER_S)
        await desk.happen(started())
        async with broker:
            await wire.open()
            tasks = [asyncio.create_task(consumer.follow()) for consumer in consumers]
            for consumer in consumers:
                consumer.reads.set()
            await run.consumers_are_back()
            run.go_on.set()
            publisher = run_publisher(
                desk, desk.log, settings, run.link, patience=Patience(pause=run.pause)
            )
            run.publisher = asyncio.create_task(publisher)
            tasks.append(run.publisher)
            await run.signal.until(lambda: run.link.connected)
            grown = 0
            for outage in range(count):
                await run.outage()
                if outage == WARM:
                    grown = memory()
            grown = memory() - grown if grown else 0
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            wire.close()
        return _judged(run, grown)


def _judged(run: Outages, grown: int) -> dict[str, object]:
    entries = run.desk.log.entries(0, run.desk.log.newest_seq)
    for consumer in run.consumers:
        assert sorted(consumer.record) == [(run.desk.log.epoch, entry.seq) for entry in entries], (
            f"{consumer.name} lacks something, or has made it up"
        )
        due = [entry.seq for entry in entries if entry.type != "lifted"]
        assert consumer.binding == due, f"{consumer.name} has them in another order"
    assert grown <= GROWTH_MAX, f"the memory has grown by {grown} bytes"
    return {
        "events": len(entries),
        "lost": 0,
        "undetectable_duplicates": 0,
        "repeats": sum(consumer.repeats for consumer in run.consumers),
        "absent_h": round(run.absent_s / 3600, 1),
        "connections": run.link.connections,
        "acknowledgements_lost": run.wire.lost,
        **run.figures,
        "back_s_max": round(run.back_s, 1),
        "memory_growth_bytes": grown,
    }


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Kills the broker `count` times.

    Raises:
        AssertionError: something was lost, made up, out of order or too late, or memory grew.
    """
    folder = Path(tempfile.mkdtemp(prefix="touchmove-outages-"))
    try:
        return asyncio.run(_run(folder, seed, count))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
