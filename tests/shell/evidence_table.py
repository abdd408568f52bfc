"""A whole service on a simulated board, stepped as fast as the machine can, for the tests of evidence."""

from __future__ import annotations

import io
import json
from typing import TYPE_CHECKING, Any, Literal

from controller.core.inputs import Gap, Input, Press, Tick
from controller.core.messages import Head, Json
from controller.core.sensing.marks import Sensor
from controller.core.settings import Settings, Timings
from controller.core.stages import Stage
from controller.journal.store import Journal
from controller.shell.bench import Players
from controller.shell.benchhands import Bench
from controller.shell.boardclock import SteppedClock
from controller.shell.evidence import Evidence
from controller.shell.hardware import bench_hardware
from controller.shell.profile import Wiring
from controller.shell.replay import replay
from controller.shell.scanner import Scanner
from controller.shell.service import Service
from controller.shell.trace import open_trace
from drivers.sim.bus import Absent, BrownOut
from drivers.sim.noise import NORMAL
from rules.registry import game_by_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from rules.terms import Side

MS = 1_000_000
SCAN_NS = 5 * MS
OTHER_TIMINGS = Timings(settle_ms=600, ask_ms=1500)
HEAD = Head(board="b1", game_id="g1", epoch="e", seq=1, at_us=0)
HEAD_KEYS = ("board", "game_id", "epoch", "seq", "at_us", "wall")


class Table:
    """A board, its service and its hands."""

    def __init__(
        self,
        folder: Path,
        game: str,
        moves: Sequence[str],
        *,
        megabytes_max: int = 10,
        sensor: Sensor = Sensor.PRESENCE,
        orientation: Literal["normal", "turned"] | None = "normal",
        time_control: str | None = None,
        clock: Literal["pressed", "moves"] = "pressed",
    ) -> None:
        self.game = game_by_name(game, {"size": 9} if game == "go" else None)
        self.clock = SteppedClock()
        self.hardware = bench_hardware(
            self.game, Wiring(tuple(range(len(self.game.points)))), NORMAL, 3, sensor
        )
        assert self.hardware.bench is not None
        self.sim = self.hardware.bench
        self.bench = Bench(self.game, self.sim, self.clock)
        self.journal = Journal.open(folder / "journal", "b1")
        self.folder = folder / "traces"
        self.evidence = Evidence(
            self.folder, megabytes_max=megabytes_max, scan_hz=200, sensor=sensor
        )
        settings = Settings(
            game=self.game,
            rulebook=self.game.rulebook,
            players={self.game.sides[0]: "Ann"},
            headers={"Event": "Evening"},
            game_options=dict(self.game.options),
            orientation=orientation,
            time_control=time_control,
            clock=clock,
            timings=OTHER_TIMINGS,
        )
        self.service = Service(
            self.journal, settings, self.clock, bench=self.bench, evidence=self.evidence
        )
        self.bench.set_up(self.service.session.line.position)
        self.players = Players(self.bench, moves, "*", seed=5)
        self._seen: list[Input] = []
        self.scanner = Scanner(self.hardware, self._seen.append, gap_ms=None)
        self.service.scanner, self.service.hardware = self.scanner, self.hardware

    async def play(self, plies: int, *, seconds: int = 2000) -> None:
        """Scans and plays until so many plies are made."""
        until_ns = self.clock.at_ns + seconds * 1000 * MS
        while self.service.session.line.ply < plies and self.clock.at_ns < until_ns:
            if self.service.session.stage is Stage.ENDED:
                return
            await self.step()
        assert self.service.session.line.ply >= plies

    async def run(self, ms: int) -> None:
        """Scans and plays for so long."""
        until_ns = self.clock.at_ns + ms * MS
        while self.clock.at_ns < until_ns:
            await self.step()

    async def step(self) -> None:
        clock = self.clock
        self.scanner.step(clock.at_ns)
        while self._seen:
            await self.service.take(self._seen.pop(0))
        await self.players.step(self.service, clock.at_ns)
        times = (
            self.sim.next_change_ns(clock.at_ns),
            self.service.session.next_deadline(),
            self.players.due_ns,
        )
        due = [at for at in times if at is not None and at > clock.at_ns]
        later_ns = min(due, default=clock.at_ns + 100 * MS)
        later_ns = min(later_ns, clock.at_ns + 100 * MS)
        clock.at_ns = max(clock.at_ns + SCAN_NS, -(-later_ns // SCAN_NS) * SCAN_NS)

    async def press(self, side: Side) -> None:
        await self.service.take(Press(at_ns=self.clock.at_ns, side=side))

    async def gap(self, ms: int) -> None:
        """No scans for so long."""
        from_ns = self.clock.at_ns
        self.clock.at_ns += ms * MS
        await self.service.take(Gap(at_ns=self.clock.at_ns, from_ns=from_ns))

    async def command(self, role: str, name: str, args: dict[str, Any] | None = None) -> str | None:
        body = {"id": f"{name}-{self.clock.at_ns}", "args": args or {}}
        return (await self.service.command(role, name, body, "http")).reason

    def brown_out(self, ms: int) -> None:
        """A chip loses its settings, another is off the bus for a while."""
        now_ns = self.clock.at_ns
        self.sim.wires[0].inject(BrownOut(address=0x20, at_ns=now_ns))
        self.sim.wires[0].inject(Absent(address=0x21, from_ns=now_ns, until_ns=now_ns + ms * MS))

    async def stop(self) -> None:
        await self.service.take(Tick(at_ns=self.clock.at_ns))
        self.evidence.end()
        await self.evidence.flush()
        self.hardware.close()

    def published(self, game_id: str) -> list[str]:
        """What was published of a game, without the heads."""
        return [without_head(HEAD.wrap(message)) for message in self.journal.messages_of(game_id)]


def replayed(file: Path) -> list[str]:
    """The messages of the game in the replay of a trace, without the heads."""
    out = io.StringIO()
    with open_trace(file) as (header, lines):
        replay(header, lines, out)
    bodies = map(json.loads, out.getvalue().splitlines())
    return [without_head(body) for body in bodies if body["game_id"] is not None]


def without_head(body: Json) -> str:
    """A message in the journal's form, without where and when it was published."""
    kept = {key: value for key, value in body.items() if key not in HEAD_KEYS}
    return json.dumps(kept, ensure_ascii=False, sort_keys=True)
