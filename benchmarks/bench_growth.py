"""What a move costs when the game is long: its computing, its bytes to a viewer, and its way to a subscriber.

    python -m benchmarks.bench_growth [--plies 40] [--presses 20]

Computing: a game that has 100, 1,000 or 10,000 plies in its journal is taken up by the service, and plies are played
on by hands. Processor time is that of the process: core, journal with its flushes, events and retained topics as
MQTT gets them, and one viewer of the kiosk. Knights go out and home under the older laws of chess, which end no game
by themselves, so that every position stands thousands of times: the worst for whoever looks back.

Bytes: all that a viewer is sent for a ply played with clocks, each deed by itself, with and without gzip.

Press to message: real time, scans at 200 Hz, Mosquitto on this machine, a subscriber in a process of its own.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from benchmarks.bench_latency import BOARD, Buttons, Deeds, note
from controller.core.inputs import Frame, Press, Tick
from controller.core.messages import GameStarted, Message, Move
from controller.core.settings import Settings
from controller.journal.store import Journal
from controller.shell import topics
from controller.shell.benchhands import Bench
from controller.shell.boardclock import BoardClock, SteppedClock
from controller.shell.broker_link import MqttSettings
from controller.shell.faces import Faces, serving
from controller.shell.hardware import bench_hardware
from controller.shell.moving import motions
from controller.shell.outbox import REPEAT_S
from controller.shell.profile import Wiring
from controller.shell.running import scanning
from controller.shell.service import Service
from controller.shell.web.events import COALESCE_S, EventStream, Viewers
from drivers.sim.hands import BLITZ, Hands
from drivers.sim.noise import NORMAL
from rules.registry import game_by_name
from tests.shell.mqtt_peer import Mosquitto, free_port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

MS = 1_000_000
CHESS = game_by_name("chess")
RULEBOOK = CHESS.rulebooks["chess-classic"]
WAYS = ("g1f3", "g8f6", "f3g1", "f6g8")
"""Four plies, after which the position is the array again."""
GROWN = (100, 1_000, 10_000)
AT_PLY = 200
PRESSED_AT = (12, 300, 1_000)
CONTROL = "90:00+0:30"
SCAN_HZ = 200
GATHERED_S = COALESCE_S + 0.01
"""What happens in this time reaches a viewer together."""
UNHURRIED_MS = 900
"""Between a man set down and the press: long enough for the move to be beyond doubt but for the press."""


def settings(control: str | None = None) -> Settings:
    return Settings(game=CHESS, rulebook=RULEBOOK, time_control=control)


def grown(folder: Path, plies: int, control: str | None = None) -> Journal:
    """A journal with a game of so many plies, a multiple of four."""
    position, names = CHESS.start(), CHESS.points
    messages: list[Message] = [
        GameStarted(
            game=CHESS.name,
            rulebook=RULEBOOK.name,
            players={"white": "Vera Menchik", "black": "Sonja Graf"},
            position=position.value,
            time_control=control,
        )
    ]
    for ply in range(1, plies + 1):
        move = position.by_text(WAYS[(ply - 1) % len(WAYS)])
        assert move is not None
        notation = dict(CHESS.notation(position, move))
        position = position.play(move)
        messages.append(
            Move(
                ply=ply,
                side=move.side,
                move=move.text,
                notation=notation,
                captured=[],
                path=[names[point] for point in move.path],
                position=position.value,
                completed_by="settled",
            )
        )
    journal = Journal.open(folder, BOARD)
    journal.append(messages, game_id="g1", at_us=0)
    return journal


class Publishing:
    """Makes all that MQTT would be sent, and sends it to nobody."""

    def __init__(self, service: Service) -> None:
        self._service = service
        self._retained = topics.Retained(service)
        self._seq = service.newest_seq()
        self.bytes = 0

    def publish(self) -> None:
        for entry in self._service.entries(self._seq, 100):
            self.bytes += len(topics.event(BOARD, entry).payload)
            self._seq = entry.seq
        self.bytes += sum(len(packet.payload) for packet in self._retained.changed())


class Watching:
    """A viewer of the kiosk who reads at once; counts what it is sent."""

    def __init__(self, service: Service, viewers: Viewers, *, packed: bool) -> None:
        self._stream = EventStream(service, viewers, service.newest_seq())
        accepted = [(b"accept-encoding", b"gzip")] if packed else []
        self._scope = {"type": "http", "headers": accepted}
        self.bytes = 0

    async def watch(self) -> None:
        await self._stream(self._scope, self._never, self._take)

    async def _never(self) -> dict[str, object]:
        await asyncio.Event().wait()
        return {}

    async def _take(self, message: object) -> None:
        assert isinstance(message, dict)
        self.bytes += len(message.get("body", b""))


class Playing:
    """Hands at a service whose time stands still between their deeds.

    Args:
        pause_s: real time after each deed, in which viewers are told of it.
    """

    def __init__(self, journal: Journal, control: str | None = None, pause_s: float = 0.0) -> None:
        self.clock, self.control, self._pause_s = SteppedClock(), control, pause_s
        self.service = Service(journal, settings(control), self.clock)
        self.levels = CHESS.start().occupied
        self.publishing = Publishing(self.service)

    async def begin(self) -> None:
        await self.see()
        await self.wait(2_000)

    async def ply(self) -> None:
        """The next move: a man lifted, set down, and the clock pressed, or waited upon."""
        view = self.service.view()
        way = WAYS[view.ply % len(WAYS)]
        for point, rest_ms in ((way[:2], 300), (way[2:], 300)):
            self.levels ^= 1 << CHESS.index[point]
            await self.see()
            await self.wait(rest_ms)
        if self.control is not None:
            side = CHESS.sides[view.ply % 2]
            await self.service.take(Press(at_ns=self.clock.at_ns, side=side))
        await self.wait(1_500)
        assert self.service.view().ply == view.ply + 1, self.service.view().stage

    async def see(self) -> None:
        await self.service.take(Frame(at_ns=self.clock.at_ns, levels=self.levels))
        await self._told()

    async def wait(self, ms: int) -> None:
        self.clock.at_ns += ms * MS
        await self.service.take(Tick(at_ns=self.clock.at_ns))
        await self._told()

    async def _told(self) -> None:
        self.publishing.publish()
        await asyncio.sleep(self._pause_s)


@contextlib.asynccontextmanager
async def watched(service: Service, *, packed: bool) -> AsyncIterator[Watching]:
    """A viewer, until the end; changes reach it without being gathered first."""
    viewers = Viewers()
    viewer = Watching(service, viewers, packed=packed)
    task = asyncio.create_task(viewer.watch())
    await asyncio.sleep(0.1)
    try:
        yield viewer
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def cost_ms(plies: int, more: int) -> tuple[float, float]:
    """Processor time of a move, in milliseconds, and how long the game took to take up, in seconds."""
    with tempfile.TemporaryDirectory() as folder, grown(Path(folder), plies) as journal:
        before = time.process_time()
        playing = Playing(journal)
        await playing.begin()
        taken_up = time.process_time() - before
        async with watched(playing.service, packed=True):
            for _ in range(8):
                await playing.ply()
            before = time.process_time()
            for _ in range(more):
                await playing.ply()
                await asyncio.sleep(GATHERED_S)
            spent = time.process_time() - before
    return spent * 1000 / more, taken_up


async def bytes_a_move(plies: int, more: int, *, packed: bool) -> tuple[float, float]:
    """What a viewer is sent for a move, and at first, in bytes."""
    with (
        tempfile.TemporaryDirectory() as folder,
        grown(Path(folder), plies, CONTROL) as journal,
    ):
        playing = Playing(journal, CONTROL, GATHERED_S)
        await playing.begin()
        async with watched(playing.service, packed=packed) as viewer:
            first, before = viewer.bytes, viewer.bytes
            for _ in range(more):
                await playing.ply()
            return (viewer.bytes - before) / more, first


async def press_ms(plies: int, presses: int) -> list[float]:
    """From the press of the clock to the message in the subscriber's hands, in milliseconds."""
    port, deeds = free_port(), Deeds()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        async with Mosquitto(folder / "broker", port):
            with grown(folder / "journal", plies) as journal:
                heard = await pressed(journal, port, deeds, presses)
    found: dict[int, float] = {}
    for line in heard:
        at_ns, body = json.loads(line)
        key = (body.get("ply"), "pressed")
        if body["type"] == "move" and body["seq"] not in found and key in deeds.completed:
            found[body["seq"]] = (at_ns - deeds.completed[key]) / MS
    return list(found.values())


async def pressed(journal: Journal, port: int, deeds: Deeds, presses: int) -> list[bytes]:
    """Plays so many moves that are completed by presses; what the subscriber has heard."""
    clock, hardware, buttons = (
        BoardClock(),
        bench_hardware(CHESS, Wiring(tuple(range(64))), NORMAL, seed=1),
        Buttons(),
    )
    hardware.keys = buttons
    assert hardware.bench is not None
    service = Service(journal, settings(), clock)
    Bench(CHESS, hardware.bench, clock).set_up(service.session.line.position)
    mqtt = MqttSettings(host="127.0.0.1", port=port)
    journal.advance_cursor(mqtt.broker, journal.newest_seq)
    faces = Faces(mqtt=mqtt, embedded_port=None, kiosk=None, tokens={})
    async with serving(service, faces):
        listener = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "benchmarks.bench_latency", "--listen", str(port)),
            stdout=asyncio.subprocess.PIPE,
            limit=1 << 24,
        )
        assert listener.stdout is not None
        await listener.stdout.readline()
        scan = asyncio.create_task(scanning(service, hardware, SCAN_HZ))
        await asyncio.sleep(REPEAT_S + 1.5)  # a new connection repeats what it told first
        position, dice, hands = (
            service.session.line.position,
            Random(1),
            Hands(1, BLITZ),
        )
        ply = service.session.line.ply
        for number in range(presses):
            move = position.by_text(WAYS[(ply + number) % len(WAYS)])
            assert move is not None
            acts = motions(CHESS, position, move, dice)
            at_ns = clock.now_ns() + dice.randrange(100, 120) * MS
            _, done_ns = note(hardware.bench.board, hands, acts, at_ns, deeds)
            at_ns = done_ns + dice.randrange(UNHURRIED_MS // 3, UNHURRIED_MS // 2) * MS
            at_ns += dice.randrange(MS * 1000 // SCAN_HZ)  # at any moment between two scans
            buttons.waiting.append((at_ns, move.side))
            deeds.completed[ply + number + 1, "pressed"] = at_ns
            position = position.play(move)
            await asyncio.sleep((at_ns - clock.now_ns()) / 1e9 + 0.3)
        scan.cancel()
        await asyncio.gather(scan, return_exceptions=True)
        await asyncio.sleep(0.5)
        listener.terminate()
        return [line async for line in listener.stdout]


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description="what a move costs when the game is long")
    parser.add_argument("--plies", type=int, default=40, help="measured at each length")
    parser.add_argument("--presses", type=int, default=20, help="measured at each length")
    asked = parser.parse_args(argv)
    print(f"python -m benchmarks.bench_growth --plies {asked.plies} --presses {asked.presses}\n")
    print(f"{'processor time of a move':34}{'ms':>8}{'ratio':>8}{'taken up (s)':>14}")
    first = 0.0
    for plies in GROWN:
        found, taken_up = asyncio.run(cost_ms(plies, asked.plies))
        first = first or found
        print(f"{f'at ply {plies:,}':34}{found:8.2f}{found / first:8.2f}{taken_up:14.2f}")
    print(f"\n{f'bytes to a viewer, at ply {AT_PLY}':34}{'a move':>8}{'first':>8}")
    for words, packed in (("packed with gzip", True), ("plain", False)):
        a_move, whole = asyncio.run(bytes_a_move(AT_PLY, asked.plies // 2, packed=packed))
        print(f"{words:34}{a_move:8.0f}{whole:8.0f}")
    print(f"\n{'press to message, Mosquitto (ms)':34}{'n':>8}{'p50':>8}{'worst':>8}")
    for plies in PRESSED_AT:
        times = asyncio.run(press_ms(plies, asked.presses))
        print(
            f"{f'at ply {plies:,}':34}{len(times):8}{statistics.median(times):8.1f}{max(times):8.1f}"
        )


if __name__ == "__main__":
    main()
