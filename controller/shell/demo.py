"""The command `touchmove demo`: the whole product on one machine, with a simulated board.

Simulated hands play a real game on simulated magnets over simulated chips; from the chips' registers
on, everything is the real program. In the kiosk a visitor can take a piece and go on from there.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from controller.core.messages import AnyMessage, GameStarted, Result
from controller.core.sensing.marks import Sensor
from controller.core.settings import Settings
from controller.core.stages import Stage
from controller.journal.store import Journal
from controller.shell.addresses import reached_beyond
from controller.shell.arguments import called
from controller.shell.bench import Players
from controller.shell.benchhands import Bench
from controller.shell.boardclock import BoardClock, SteppedClock
from controller.shell.demo_faces import HERE, demo_served, mqtt_of, who_may
from controller.shell.demo_record import control_of, record_to_play
from controller.shell.evidence import Evidence
from controller.shell.export import moves_of
from controller.shell.hardware import bench_hardware
from controller.shell.profile import Wiring
from controller.shell.roles import new_token
from controller.shell.running import on_signals, scanning
from controller.shell.scanner import Scanner
from controller.shell.service import Service
from drivers.sim.noise import NORMAL
from rules.record import GameRecord
from rules.registry import game_by_name
from rules.time_control import lasts, read_time_control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inputs import Input
    from controller.shell.hardware import Hardware
    from rules.game import Game

BOARD = "demo"
SCAN_HZ = 200
SCAN_NS = 1_000_000_000 // SCAN_HZ
PLAYERS_STEP_S = 0.02
TRACES_MB_MAX = 50
FLUSH_S = 10.0
"""How long the end waits for the broker to have everything."""
SLOWEST_S = 20.0
"""More than a move of simulated hands takes, with a question about it."""
BEHIND_S = 5.0
"""So long a busy machine may be behind with a move; on a clock that runs faster it is as much longer."""
BREATH = 64
"""Stepped scans between two breaths of the event loop."""


def main(
    *,
    game: str,
    record: str | None,
    kind: str | None = None,
    port: int,
    speed: float,
    sensor: Sensor,
    until_end: bool,
    host: str = HERE,
) -> int:
    """Runs the demo.

    Args:
        game: its name.
        record: a file with the game to play; None for the one that the program brings.
        port: of the kiosk.
        speed: of the hands; 0 plays as fast as the machine can.
        sensor: what the simulated board's sensors tell.
        kind: the format or the game of that file; None to find out.
        until_end: stop when the record has been played; no clock runs out before.
        host: where the kiosk listens.

    Raises:
        RulesError: the record is no record of that game.
        OSError: the record cannot be read, a port is taken, or the disk failed.
    """
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s")
    rules = game_by_name(game)
    script = record_to_play(rules, record, kind)
    demo = _Demo(rules.with_options(script.options), script, speed, sensor, until_end=until_end)
    return asyncio.run(demo.run(host, port))


def state_folder() -> Path:
    """Where the demo keeps its journal: what a user deletes to start afresh."""
    given = os.environ.get("TOUCHMOVE_DEMO_DIR")
    if given:
        return Path(given)
    base = os.environ.get("XDG_STATE_HOME") or str(Path.home() / ".local" / "state")
    return Path(base) / "touchmove" / "demo"


class _Demo:
    """One run of the demo."""

    def __init__(
        self, game: Game, script: GameRecord, speed: float, sensor: Sensor, *, until_end: bool
    ) -> None:
        self.until_end = until_end
        self.pace_s = SLOWEST_S + BEHIND_S * speed
        self.game = game
        self.script = script
        self.sensor = sensor
        self.stepped = speed == 0
        self.clock = SteppedClock() if self.stepped else BoardClock(speed)
        points = Wiring(tuple(range(len(game.points))))
        self.hardware: Hardware = bench_hardware(game, points, NORMAL, 1, sensor)
        assert self.hardware.bench is not None
        self.bench = Bench(game, self.hardware.bench, self.clock)

    async def run(self, host: str, port: int) -> int:
        with contextlib.closing(Journal.open(state_folder(), BOARD)) as journal:
            folder = state_folder() / "traces"
            evidence = Evidence(
                folder, megabytes_max=TRACES_MB_MAX, scan_hz=SCAN_HZ, sensor=self.sensor
            )
            service = Service(
                journal,
                self._settings(journal),
                self.clock,
                bench=self.bench,
                evidence=evidence,
                anew=True,
            )
            self.bench.set_up(service.session.line.position)
            played = [line.move for line in service.session.line.lines]
            if played != list(self.script.moves[: len(played)]):
                self.bench.auto(on=False)  # a visitor's game is the visitor's
            players = Players(self.bench, self.script.moves, self.script.result, seed=1)

            def new_game() -> None:
                self.bench.auto(on=False)  # whoever has started it plays it
                self.bench.set_up(service.session.line.position)
                players.forget()

            service.started = new_game
            token = new_token()
            async with demo_served(service, host, port, token) as (kiosk_port, mqtt_port):
                self._greet(service, journal, kiosk_port, mqtt_port)
                _tell(who_may(host, kiosk_port, token) if reached_beyond(host) else [])
                playing = asyncio.create_task(self._play(service, players))
                ended = asyncio.create_task(_ended(service))
                on_signals(service.supervisor.ask_to_stop)
                stop = asyncio.create_task(service.supervisor.stopped())
                waited: set[asyncio.Task[None]] = {playing, stop}
                if self.until_end:
                    waited |= {ended, asyncio.create_task(_played(players))}
                await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
                failed = playing.done() and playing.exception() is not None
                if self.until_end and not failed and not stop.done():
                    await _flushed(service, mqtt_of(mqtt_port).broker)
                tasks = {playing, ended, stop} | waited
                for task in tasks:
                    task.cancel()
                results = await asyncio.gather(*tasks, return_exceptions=True)
            _raise_faults(results)
            self._farewell(service)
        return 0

    def _settings(self, journal: Journal) -> Settings:
        """Goes on with the newest game of the journal if it is the same one; else a new game."""
        headers = dict(self.script.headers)
        players: dict[str, str | None] = {
            side: headers.pop(side.capitalize(), None) for side in self.game.sides
        }
        settings = Settings(
            game=self.game,
            rulebook=self.game.rulebook,
            start=self.script.start,
            claims="automatic",
            time_control=self._control(),
            players=players,
            headers=headers,
            game_options=dict(self.game.options),
        )
        games = journal.games()
        if not games or games[-1].finished:
            return settings
        if not self._same_game(journal.messages_of(games[-1].game_id), settings):
            _close(journal, games[-1].game_id, self.clock)
        return settings

    def _control(self) -> str | None:
        """The time control; None where the hands have to come to the end and might run out of it."""
        text = control_of(self.script, self.game)
        moves = -(-len(self.script.moves) // 2)
        if self.until_end and not lasts(read_time_control(text), moves, self.pace_s):
            return None
        return text

    def _same_game(self, messages: Sequence[AnyMessage], settings: Settings) -> bool:
        """Whether the journal's game began as this one, whatever a visitor made of it since."""
        started = next((m for m in messages if isinstance(m, GameStarted)), None)
        if started is None:
            return False
        played = [move.move for move in moves_of(messages)]
        follows = played == list(self.script.moves[: len(played)])
        named = bool(settings.headers) or any(settings.players.values())
        told = (started.game, started.players, started.headers) == (
            settings.game.name,
            settings.players,
            settings.headers,
        )
        return told and (named or follows)

    async def _play(self, service: Service, players: Players) -> None:
        if self.stepped:
            await self._play_stepped(service, players)
            return
        scan = asyncio.create_task(scanning(service, self.hardware, SCAN_HZ))
        try:
            while not scan.done() and not self._over(players):
                await players.step(service, self.clock.now_ns())
                await asyncio.sleep(PLAYERS_STEP_S)
            if scan.done():
                await scan
        finally:
            scan.cancel()
            await asyncio.gather(scan, return_exceptions=True)

    def _over(self, players: Players) -> bool:
        """Whether time stands still: the record has been played, and the game stays as it left it."""
        return self.until_end and players.done.is_set()

    async def _play_stepped(self, service: Service, players: Players) -> None:
        """Scans without waiting; scans that could show nothing new are left out."""
        seen: list[Input] = []
        clock = self.clock
        assert isinstance(clock, SteppedClock)
        scanner = Scanner(self.hardware, seen.append, gap_ms=None)
        service.scanner, service.hardware = scanner, self.hardware
        sim = self.bench.sim
        for count in itertools.count():
            if self._over(players):
                return
            scanner.step(clock.at_ns)
            while seen:
                await service.take(seen.pop(0))
            await players.step(service, clock.at_ns)
            change_ns, deadline_ns = (
                sim.next_change_ns(clock.at_ns),
                service.session.next_deadline(),
            )
            soon_ns = clock.at_ns + SCAN_NS
            due = [at for at in (change_ns, deadline_ns, players.due_ns) if at is not None]
            due = [at for at in due if at > clock.at_ns]
            later_ns = min(due, default=soon_ns + 100 * 1_000_000)
            clock.at_ns = max(soon_ns, -(-later_ns // SCAN_NS) * SCAN_NS)
            if count % BREATH == 0:
                await asyncio.sleep(0)

    def _greet(
        self, service: Service, journal: Journal, kiosk_port: int | None, mqtt_port: int
    ) -> None:
        white, black = (_name(service, side) for side in self.game.sides)
        going_on = service.session.line.ply
        again = f", going on after ply {going_on}" if going_on else ""
        lines = [
            f"Touchmove demo: {white} - {black}{again}",
            f"  kiosk    http://127.0.0.1:{kiosk_port}/   (take a piece with the mouse)",
            f"  MQTT     127.0.0.1:{mqtt_port}, topics touchmove/v1/{BOARD}/#",
            f"  journal  {journal.path.parent}",
            "  stop     Ctrl-C; the next start goes on where this one ended",
        ]
        _tell(lines)

    def _farewell(self, service: Service) -> None:
        line = service.session.line
        result = service.session.line.result
        number = service.game_id
        sys.stdout.write(
            f"{line.ply} plies, result {result.result if result else 'open'}. The record:\n"
            f"  {called()} export {number} --journal {service.journal.path.parent}\n"
        )


def _tell(lines: Sequence[str]) -> None:
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


def _name(service: Service, side: str) -> str:
    """A player's name, or the side's."""
    return service.session.settings.players.get(side) or side


def _close(journal: Journal, game_id: str, clock: BoardClock) -> None:
    """Another game was left unfinished: it is closed, so that the new one is the newest."""
    journal.append(
        [Result(result="*", termination="void", law=None)],
        game_id=game_id,
        at_us=clock.now_ns() // 1000,
    )


async def _played(players: Players) -> None:
    """Waits until the record has been played, if it leaves the game open."""
    await players.done.wait()


async def _ended(service: Service) -> None:
    version = 0
    while service.session.stage is not Stage.ENDED:
        version = await service.wait_change(version)


async def _flushed(service: Service, broker: str) -> None:
    """Waits until the broker has acknowledged everything, as long as it is there."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(FLUSH_S):
            while True:
                link = service.link
                if link is None or service.journal.cursor(broker) >= service.newest_seq():
                    return
                await asyncio.sleep(0.05)


def _raise_faults(results: Sequence[object]) -> None:
    for result in results:
        if isinstance(result, Exception):
            raise result
