"""How long after a contact changes its message is in a subscriber's hands, in real time.

    python -m benchmarks.bench_latency [--seconds 60]

Quick simulated hands play at a simulated board; the real scan thread reads its chips 200 times a
second; journal (with every flush), embedded broker and publisher are the real ones. A subscriber in
a process of its own notes when each message arrives. Counted is from the moment at which the magnet
leaves or reaches the contact: a lift from the lift itself, a move from what completed it: the
opponent's lift (`reply`), the press of the clock (`pressed`), or the man being set down
(`settled`; there `settle_ms` is in it).
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import sys
import tempfile
import time
from dataclasses import dataclass, field
from importlib import resources
from itertools import cycle
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import aiomqtt

from controller.core.settings import Settings, Timings
from controller.journal.store import Journal
from controller.shell.benchhands import Bench
from controller.shell.boardclock import BoardClock
from controller.shell.broker_link import MqttSettings
from controller.shell.faces import Faces, serving
from controller.shell.hardware import bench_hardware
from controller.shell.moving import motions
from controller.shell.profile import Wiring
from controller.shell.running import scanning
from controller.shell.service import Service
from drivers.ports import Fault
from drivers.sim.hands import BLITZ, Act, HandAct, Hands
from drivers.sim.noise import NORMAL
from rules.chess.pgn import read_games
from rules.registry import game_by_name
from tests.shell.mqtt_peer import free_port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence

    from drivers.sim.board import MagnetBoard
    from rules.position import Position

CHESS = game_by_name("chess")
BOARD = "bench"
MS = 1_000_000
SCAN_HZ = 200
SETTLED_PAUSE_MS = 1200
"""Between a man set down and the next lift, where the move is to settle."""
PRESS_MS = 150
"""Between a man set down and the press."""
KINDS = (
    "lifted",
    "move completed by reply",
    "move completed by pressed",
    "move completed by settled",
)


@dataclass
class Buttons:
    """Clock buttons that are pressed at set times. Implements `Keys`."""

    names: Sequence[str] = CHESS.sides
    faults: Sequence[Fault] = ()
    waiting: list[tuple[int, str]] = field(default_factory=list)

    def pressed(self, at_ns: int) -> tuple[str, ...]:
        due = tuple(side for when_ns, side in self.waiting if when_ns <= at_ns)
        self.waiting = [each for each in self.waiting if each[0] > at_ns]
        return due

    def close(self) -> None:
        self.waiting.clear()


@dataclass
class Deeds:
    """When the hands did what, by what will be told of it.

    Attributes:
        lifts: by point; with whether the contact opened at that very moment (not so in a slide).
    """

    lifts: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)
    completed: dict[tuple[int, str], int] = field(default_factory=dict)


async def listen(port: int) -> None:
    """The subscriber: a line for each message, with the time of its arrival."""
    async with aiomqtt.Client("127.0.0.1", port) as client:
        await client.subscribe(f"touchmove/v1/{BOARD}/event/#", qos=1)
        sys.stdout.write("listening\n")
        sys.stdout.flush()
        async for message in client.messages:
            at_ns = time.monotonic_ns()
            assert isinstance(message.payload, bytes)
            sys.stdout.write(json.dumps([at_ns, json.loads(message.payload)]) + "\n")


async def measure(seconds: float) -> dict[str, list[float]]:
    """Milliseconds of each kind."""
    port = free_port()
    deeds = Deeds()
    with tempfile.TemporaryDirectory() as folder:
        async with playing(Path(folder), port, deeds, seconds) as subscriber:
            assert subscriber.stdout is not None
            heard = [json.loads(line) async for line in subscriber.stdout]
    times: dict[str, list[float]] = {kind: [] for kind in KINDS}
    first = {body["seq"]: (at_ns, body) for at_ns, body in reversed(heard)}
    for at_ns, body in first.values():  # the first messages of a connection come twice
        if body["type"] == "lifted":
            done = [deed for deed in deeds.lifts.get(body["point"], []) if deed[0] <= at_ns]
            if done and done[-1][1]:
                times["lifted"].append((at_ns - done[-1][0]) / MS)
        elif body["type"] == "move":
            start_ns = deeds.completed.get((body["ply"], body["completed_by"]))
            if start_ns is not None:
                kind = f"move completed by {body['completed_by']}"
                times[kind].append((at_ns - start_ns) / MS)
    return times


@contextlib.asynccontextmanager
async def playing(
    folder: Path, port: int, deeds: Deeds, seconds: float
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Plays for some time; gives the subscriber, which has then been told to stop."""
    clock = BoardClock()
    hardware = bench_hardware(CHESS, Wiring(tuple(range(64))), NORMAL, seed=1)
    buttons = Buttons()
    hardware.keys = buttons
    assert hardware.bench is not None
    bench = Bench(CHESS, hardware.bench, clock)
    with Journal.open(folder, BOARD) as journal:
        service = Service(journal, Settings(game=CHESS, rulebook=CHESS.rulebook), clock)
        bench.set_up(service.session.line.position)
        faces = Faces(
            mqtt=MqttSettings(host="127.0.0.1", port=port),
            embedded_port=port,
            kiosk=None,
            tokens={},
        )
        async with serving(service, faces):
            subscriber = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "benchmarks.bench_latency", "--listen", str(port)),
                stdout=asyncio.subprocess.PIPE,
                limit=1 << 24,
            )
            assert subscriber.stdout is not None
            await subscriber.stdout.readline()
            scan = asyncio.create_task(scanning(service, hardware, SCAN_HZ))
            await play(hardware.bench.board, buttons, clock, deeds, seconds)
            scan.cancel()
            await asyncio.gather(scan, return_exceptions=True)
            subscriber.terminate()
            yield subscriber


async def play(
    board: MagnetBoard, buttons: Buttons, clock: BoardClock, deeds: Deeds, seconds: float
) -> None:
    """Moves men for some time; each move is completed in the next of the three ways."""
    text = (resources.files("controller.shell") / "data" / "demo-chess.pgn").read_text("utf-8")
    line = read_games(text)[0].moves
    hands, dice = Hands(1, BLITZ), Random(1)
    position: Position = CHESS.start()
    at_ns = clock.now_ns() + 1000 * MS
    end_ns = at_ns + int(seconds * 1e9)
    before: tuple[int, str] | None = None
    for (ply, text), way in zip(enumerate(line, 1), cycle(("reply", "pressed", "settled"))):
        move = position.by_text(text)
        assert move is not None
        acts = motions(CHESS, position, move, dice)
        first_ns, done_ns = note(board, hands, acts, at_ns, deeds)
        if before is not None:
            deeds.completed[before] = first_ns
        before = (ply, way) if way == "reply" else None
        at_ns = done_ns
        if way == "pressed":
            at_ns += PRESS_MS * MS
            buttons.waiting.append((at_ns, move.side))
            deeds.completed[ply, way] = at_ns
        elif way == "settled":
            deeds.completed[ply, way] = done_ns
            at_ns += SETTLED_PAUSE_MS * MS
        position = position.play(move)
        await asyncio.sleep((at_ns - clock.now_ns()) / 1e9)
        if at_ns > end_ns:
            break
    await asyncio.sleep(2)


def note(
    board: MagnetBoard, hands: Hands, acts: Sequence[HandAct], at_ns: int, deeds: Deeds
) -> tuple[int, int]:
    """Carries out a plan to the letter, and notes it; when the first and the last act happen."""
    timed = hands.plan(acts, at_ns)
    for entry in timed:
        act, when_ns = entry.act, entry.at_ns
        for point in act.path or (act.point,):
            if act.act in {Act.LIFT, Act.REMOVE, Act.SLIDE}:
                deed = (when_ns, act.act is not Act.SLIDE)
                deeds.lifts.setdefault(CHESS.points[point], []).append(deed)
        match act.act:
            case Act.LIFT:
                board.lift(act.point, when_ns)
            case Act.REMOVE:
                board.remove(act.point, when_ns)
            case Act.PLACE:
                board.place(act.point, when_ns)
            case Act.ADD:
                board.add(act.point, when_ns, act.label)
            case Act.SLIDE:
                legs = len(act.path) - 1
                board.slide(act.path, when_ns, (entry.until_ns - when_ns) // legs)
            case Act.PAUSE:
                pass
    return timed[0].at_ns, timed[-1].until_ns


def main() -> None:
    parser = argparse.ArgumentParser(description="latency from contact to subscriber")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--listen", type=int, metavar="PORT", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.listen is not None:
        asyncio.run(listen(asked.listen))
        return
    times = asyncio.run(measure(asked.seconds))
    print(f"python -m benchmarks.bench_latency --seconds {asked.seconds:g}")
    print(f"scans at {SCAN_HZ} Hz, embedded broker; settle_ms is {Timings().settle_ms}\n")
    print(f"{'milliseconds':28}{'n':>5}{'p50':>9}{'p99':>9}{'worst':>9}{'scans (p50)':>14}")
    for kind, found in times.items():
        ordered = sorted(found)
        if not ordered:
            print(f"{kind:28}{0:5}")
            continue
        p50, p99 = (ordered[int(part * (len(ordered) - 1))] for part in (0.5, 0.99))
        scans = p50 * SCAN_HZ / 1000
        print(f"{kind:28}{len(ordered):5}{p50:9.1f}{p99:9.1f}{ordered[-1]:9.1f}{scans:14.1f}")


if __name__ == "__main__":
    main()
