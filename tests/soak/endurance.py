"""Games without end at one service: it stays as quick, and as small, as it began.

A simulated board behind real drivers, the scan thread, the journal with every flush, evidence, a broker, a subscriber
and a viewer of the kiosk. One game follows another. Promised: from a man set down to its message in a subscriber's hands
300 ms (p99) and 1 s at most; 95 % of the scans; and after the first games no more memory (5 MB), files, threads or tasks.
"""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import os
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from functools import partial
from importlib import resources
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import aiomqtt

from controller.core.settings import Settings
from controller.journal.store import Journal
from controller.shell.benchhands import men_of
from controller.shell.boardclock import BoardClock
from controller.shell.broker_link import MqttSettings
from controller.shell.config_types import KioskConfig
from controller.shell.evidence import Evidence
from controller.shell.faces import Faces, serving
from controller.shell.hardware import bench_hardware
from controller.shell.moving import motions
from controller.shell.pauses import keep_pauses_short
from controller.shell.profile import Wiring
from controller.shell.running import scanning
from controller.shell.service import Service
from drivers.sim.hands import BLITZ, Act, Hands
from drivers.sim.noise import NORMAL
from rules.chess.pgn import read_games
from rules.registry import game_by_name
from tests.shell.mqtt_peer import HOST, free_port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator, Sequence

    from controller.shell.hardware import Hardware
    from drivers.ports import Fault
    from rules.position import Move, Position

COUNT = 150
"""Games: as many plies as are played in 72 hours."""
SPEED = 5.0
"""Of the board's time. Its hands are quick besides."""
SCAN_HZ = 50
"""Scans in a second of the board's time: 250 in a second of ours."""
COLLECTED = (700, 10, 10)
"""Python's own thresholds of garbage collection."""
AT_WORK = 3
"""Files, threads and tasks that come and go with a message: more than these have been left behind."""
WARM = 5
"""Games before memory is looked at."""
P99_MS, WORST_MS, SCANS_MIN, GROWTH_MIB = 300.0, 1000.0, 0.95, 5.0
PATIENCE_S = 60.0
CHESS = game_by_name("chess")
BOARD = "endurance"
_MS = 1_000_000


@dataclass
class Buttons:
    """The clock's buttons. Implements `Keys`."""

    names: Sequence[str] = CHESS.sides
    faults: Sequence[Fault] = ()
    waiting: list[tuple[int, str]] = field(default_factory=list)

    def pressed(self, at_ns: int) -> tuple[str, ...]:
        due = tuple(side for when_ns, side in self.waiting if when_ns <= at_ns)
        self.waiting = [each for each in self.waiting if each[0] > at_ns]
        return due

    def close(self) -> None:
        self.waiting.clear()


@dataclass(frozen=True, slots=True)
class Size:
    """What the process has taken."""

    mib: float
    files: int
    threads: int
    tasks: int

    @classmethod
    def now(cls) -> Size:
        fields = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
        resident = next(int(line.split()[1]) for line in fields if line.startswith("VmRSS:"))
        return cls(
            mib=resident / 1024,
            files=len(os.listdir("/proc/self/fd")),  # noqa: PTH208 - only counted
            threads=threading.active_count(),
            tasks=len(asyncio.all_tasks()),
        )


class Evening:
    """A service, its board, and somebody who plays at it.

    Attributes:
        late_ms: real milliseconds from what a hand did to its message at the subscriber, by the type of the message.
    """

    def __init__(self, service: Service, hardware: Hardware, clock: BoardClock, seed: int) -> None:
        assert hardware.bench is not None
        self.service = service
        self.board = hardware.bench.board
        self.clock = clock
        self.buttons = Buttons()
        hardware.keys = self.buttons
        self.late_ms: dict[str, list[float]] = {"placed": [], "move": []}
        self._hands = Hands(seed, BLITZ)
        self._dice = Random(seed)
        self._due: dict[tuple[str, object], int] = {}
        self._given = 0
        self._version = -1

    def heard(self, body: dict[str, object]) -> None:
        """Takes a message that has reached the subscriber."""
        kind = str(body["type"])
        told = (kind, body.get("point") if kind == "placed" else body.get("ply"))
        due_ns = self._due.pop(told, None)
        if due_ns is not None:
            self.late_ms[kind].append(self.clock.real_s(self.clock.now_ns() - due_ns) * 1000)

    async def play(self, moves: Sequence[str], plies: int | None = None) -> int:
        """Plays a game, or its beginning, and gives the number of plies."""
        position: Position = CHESS.start()
        self.board.setup(men_of(CHESS, position))
        for ply, text in enumerate(moves[:plies], 1):
            move = position.by_text(text)
            assert move is not None
            self._carry_out(position, move, ply)
            position = position.play(move)
            await self.until(partial(self._has, ply), f"ply {ply}")
        return self.service.session.line.ply

    def _has(self, ply: int) -> bool:
        return self.service.session.line.ply >= ply

    def _carry_out(self, position: Position, move: Move, ply: int) -> None:
        acts = motions(CHESS, position, move, self._dice)
        timed = self._hands.plan(acts, self.clock.now_ns() + 100 * _MS)
        for entry in timed:
            act, at_ns = entry.act, entry.at_ns
            match act.act:
                case Act.LIFT:
                    self.board.lift(act.point, at_ns)
                case Act.REMOVE:
                    self.board.remove(act.point, at_ns)
                case Act.PLACE:
                    self.board.place(act.point, at_ns)
                    self._due["placed", CHESS.points[act.point]] = at_ns
                case Act.ADD:
                    self.board.add(act.point, at_ns, act.label)
                case Act.SLIDE:
                    legs = len(act.path) - 1
                    self.board.slide(act.path, at_ns, (entry.until_ns - at_ns) // legs)
                case Act.PAUSE:
                    pass
        pressed_ns = timed[-1].until_ns + 200 * _MS
        self.buttons.waiting.append((pressed_ns, move.side))
        self._due["move", ply] = pressed_ns

    async def anew(self) -> None:
        """The game is over, and another begins."""
        await self.order("result", result="1/2-1/2")
        self.board.setup(men_of(CHESS, CHESS.start()))
        await self.order("start")
        await self.until(lambda: str(self.service.session.stage) == "play", "a new game")

    async def order(self, name: str, **args: object) -> None:
        self._given += 1
        body = {"id": f"c{self._given}", "args": args}
        reply = await self.service.command("arbiter", name, body, "http")
        assert reply.accepted, (name, reply.reason)

    async def until(self, condition: Callable[[], bool], what: str) -> None:
        try:
            async with asyncio.timeout(PATIENCE_S):
                while not condition():
                    self._version = await self.service.wait_change(self._version)
        except TimeoutError:
            session = self.service.session
            asked = session.line.question
            raise AssertionError(f"{what} is not told; {session.stage}: {asked}") from None


@contextlib.asynccontextmanager
async def evening(folder: Path, *, seed: int, speed: float, scan_hz: int) -> AsyncIterator[Evening]:
    """Everything that `touchmove run` has, around a simulated board, with a subscriber and a viewer."""
    clock = BoardClock(speed)
    hardware = bench_hardware(CHESS, Wiring(tuple(range(64))), NORMAL, seed=seed)
    broker_port, kiosk_port = free_port(), free_port()
    faces = Faces(
        mqtt=MqttSettings(host=HOST, port=broker_port),
        embedded_port=broker_port,
        kiosk=KioskConfig(
            enabled=True, host=HOST, port=kiosk_port, open_roles=(), open_to_network=False, hosts=()
        ),
        tokens={},
    )
    with (
        _as_run(),
        Journal.open(folder / "journal", BOARD) as journal,
        contextlib.closing(hardware),
    ):
        service = Service(
            journal,
            Settings(game=CHESS, rulebook=CHESS.rulebook),
            clock,
            evidence=Evidence(folder / "traces", megabytes_max=50, scan_hz=scan_hz),
        )
        playing = Evening(service, hardware, clock, seed)
        playing.board.setup(men_of(CHESS, CHESS.start()))
        async with serving(service, faces):
            work = [
                asyncio.create_task(scanning(service, hardware, scan_hz)),
                asyncio.create_task(_subscribe(broker_port, playing)),
                asyncio.create_task(_view(kiosk_port)),
            ]
            try:
                await playing.until(lambda: str(service.session.stage) == "play", "the first game")
                keep_pauses_short()
                yield playing
            finally:
                for task in work:
                    task.cancel()
                await asyncio.gather(*work, return_exceptions=True)


@contextlib.contextmanager
def _as_run() -> Iterator[None]:
    """Garbage is collected, and threads take turns, as where `touchmove run` has started: tests do otherwise."""
    before, interval = gc.get_threshold(), sys.getswitchinterval()
    gc.set_threshold(*COLLECTED)
    try:
        yield
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
        sys.setswitchinterval(interval)


async def _subscribe(port: int, playing: Evening) -> None:
    async with aiomqtt.Client(HOST, port) as client:
        await client.subscribe(f"touchmove/v1/{BOARD}/event/#", qos=1)
        async for message in client.messages:
            assert isinstance(message.payload, bytes)
            playing.heard(json.loads(message.payload))


async def _view(port: int) -> None:
    """A browser that shows the kiosk: it reads what comes, to the end."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(b"GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    try:
        while await reader.read(1 << 16):
            pass
    finally:
        writer.close()


def record() -> Sequence[str]:
    """The moves of the game that is played."""
    text = (resources.files("controller.shell") / "data" / "demo-chess.pgn").read_text("utf-8")
    return read_games(text)[0].moves


def soak(*, seed: int, count: int) -> dict[str, object]:
    """Plays so many games, and holds the service to what is promised."""
    found = asyncio.run(run(seed, count))
    figures = found.figures()
    for kind, (_, p99, worst) in found.late().items():
        assert p99 <= P99_MS, f"{kind}: p99 {p99:.0f} ms: {figures}"
        assert worst <= WORST_MS, f"{kind}: {worst:.0f} ms once: {figures}"
    assert found.scan_rate() >= SCANS_MIN, f"too few scans: {figures}"
    growth = found.last.mib - found.first.mib
    assert growth <= GROWTH_MIB, f"memory grew by {growth:.1f} MiB: {figures}"
    found.check_flat()
    return figures


@dataclass
class Found:
    """What a run has shown.

    Attributes:
        late_ms: as of `Evening`.
        rates: part of the scans that were due, at the end of each game.
        sizes: of the process, after each game.
    """

    late_ms: dict[str, list[float]]
    rates: list[float] = field(default_factory=list)
    sizes: list[Size] = field(default_factory=list)
    plies: int = 0
    gaps: int = 0
    seconds: float = 0.0

    @property
    def first(self) -> Size:
        return self.sizes[min(WARM, len(self.sizes) - 1)]

    @property
    def last(self) -> Size:
        return self.sizes[-1]

    def late(self) -> dict[str, tuple[float, float, float]]:
        """Median, p99 and worst of each type of message, in milliseconds."""
        found = {}
        for kind, times in self.late_ms.items():
            ordered = sorted(times)
            p50, p99 = (ordered[int(part * (len(ordered) - 1))] for part in (0.5, 0.99))
            found[kind] = (round(p50, 1), round(p99, 1), round(ordered[-1], 1))
        return found

    def scan_rate(self) -> float:
        """Part of the scans that were due, in the median game."""
        return round(sorted(self.rates)[len(self.rates) // 2], 3)

    def check_flat(self) -> None:
        """Nothing but the journal has more than it had after the first games."""
        for name in ("files", "threads", "tasks"):
            before, after = getattr(self.first, name), getattr(self.last, name)
            assert after <= before + AT_WORK, (
                f"{name}: {before} after the first games, {after} at the end"
            )

    def figures(self) -> dict[str, object]:
        first, last = self.first, self.last
        return {
            "plies": self.plies,
            "plies_per_s": round(self.plies / self.seconds, 1),
            **{f"{kind}_ms": times for kind, times in self.late().items()},
            "scan_rate": self.scan_rate(),
            "gaps": self.gaps,
            "mib": [round(first.mib, 1), round(last.mib, 1)],
            "files": [first.files, last.files],
            "threads": [first.threads, last.threads],
            "tasks": [first.tasks, last.tasks],
        }


async def run(seed: int, count: int, *, plies: int | None = None, speed: float = SPEED) -> Found:
    """Plays games, or their beginnings."""
    with tempfile.TemporaryDirectory() as name:
        async with evening(Path(name), seed=seed, speed=speed, scan_hz=SCAN_HZ) as playing:
            scanner = playing.service.scanner
            assert scanner is not None
            found, began = Found(playing.late_ms), time.monotonic()
            for _ in range(count):
                found.plies += await playing.play(record(), plies)
                found.rates.append((scanner.scans.scan_hz or 0) / SCAN_HZ)
                await playing.anew()
                gc.collect()
                found.sizes.append(Size.now())
            found.seconds, found.gaps = time.monotonic() - began, scanner.scans.gaps
    return found
