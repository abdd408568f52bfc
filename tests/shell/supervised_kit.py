"""A service and a hub with everything switched on, whose tasks can be killed from inside."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx

from controller.core.settings import Settings
from controller.journal.store import Journal
from controller.shell import tasks
from controller.shell.boardclock import BoardClock
from controller.shell.broker_link import MqttSettings
from controller.shell.causes import StoppedError
from controller.shell.config_types import EmulatorConfig, FeedConfig, KioskConfig, LiveChessConfig
from controller.shell.evidence import Evidence
from controller.shell.faces import Faces, serving
from controller.shell.feeds.push import Broadcast
from controller.shell.hardware import bench_hardware
from controller.shell.hub.config import read_hub_config
from controller.shell.hub.running import hub_serving
from controller.shell.profile import Wiring
from controller.shell.running import Deadline, until_stopped
from controller.shell.service import Service
from controller.shell.supervising import Supervisor
from drivers.sim.noise import NORMAL
from rules.registry import game_by_name
from tests.shell.mqtt_kit import SECRET, open_broker
from tests.shell.mqtt_peer import HOST, PATIENCE_S, free_port

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping, Sequence

    from controller.journal.files import Connect

CHESS = game_by_name("chess")
SCAN_HZ = 50
HUB_ONLY = {tasks.BOARDS.name}
OURS = str(Path(tasks.__file__).parent)
HUB = """\
[hub]
boards = ["board-1"]
folder = "state"
[mqtt]
port = {port}
embedded = false
username = "board"
password_file = "password"
[kiosk]
port = {kiosk}
open_roles = ["arbiter"]
[feed]
delay_s = 60
mqtt = true
lichess_round = "abcdefgh"
lichess_token_file = "token"
lichess_server = "http://127.0.0.1:9"
"""


class Killed(Exception):  # noqa: N818 - what a bug of ours would be
    """Nobody has foreseen this."""


def waiting(task: asyncio.Task[None] | None) -> asyncio.Future[object] | None:
    """The innermost of what a task waits for; None where it is about to go on."""
    found: object = task
    while isinstance(found, asyncio.Task):
        found = found._fut_waiter  # type: ignore[attr-defined]
    return found if isinstance(found, asyncio.Future) and not found.done() else None


def raise_inside(task: asyncio.Task[None] | None, error: Exception) -> None:
    """What a task waits for raises."""
    waiter = waiting(task)
    assert waiter is not None
    waiter.set_exception(error)


def ours() -> list[asyncio.Task[None]]:
    """The tasks of this moment that run code of the shell, but for the broker's connections."""
    found = []
    for task in asyncio.all_tasks():
        code = getattr(task.get_coro(), "cr_code", None)
        name = "" if code is None else code.co_filename
        if name.startswith(OURS) and "/broker/" not in name and not name.endswith("/broker.py"):
            found.append(task)
    return sorted(found, key=lambda task: task.get_name())


@dataclass
class Supervised:
    """What runs, and how it is reached.

    Attributes:
        pauses: how long tasks were to wait before they were started again.
        broker_port: of the broker.
    """

    supervisor: Supervisor
    address: str
    pauses: list[float] = field(default_factory=list)
    broker_port: int = 0

    def __post_init__(self) -> None:
        self.supervisor.pause = self._pause

    async def _pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        await asyncio.sleep(0)

    def names(self) -> Sequence[str]:
        return [state.name for state in self.supervisor.states()]

    def restarts(self, name: str) -> int:
        return {state.name: state.restarts for state in self.supervisor.states()}.get(name, 0)

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not condition():  # noqa: ASYNC110 - conditions of the real program
                await asyncio.sleep(0.005)

    async def get(self, path: str) -> httpx.Response:
        async with httpx.AsyncClient(base_url=self.address) as client:
            return await client.get(path)

    async def kill(self, name: str, error: Exception) -> None:
        """Raises inside a task that waits, and returns when it runs again."""
        before = self.restarts(name)
        for _ in range(3):  # where it waits for a disk, say, it may bear what a disk raises
            await self.strike(name, error)
            with suppress(TimeoutError):
                async with asyncio.timeout(PATIENCE_S / 4):
                    await self.until(lambda: self.restarts(name) > before)
                return
        raise AssertionError(f"{name} does not end, or does not come back")

    async def strike(self, name: str, error: Exception) -> None:
        """Raises inside a task as soon as it waits for something."""
        await self.until(lambda: waiting(self.supervisor.task(name)) is not None)
        raise_inside(self.supervisor.task(name), error)


@asynccontextmanager
async def viewer(address: str) -> AsyncIterator[None]:
    """Somebody watches the board's page."""
    async with (
        httpx.AsyncClient(base_url=address) as client,
        client.stream("GET", "/api/events", timeout=PATIENCE_S) as answer,
    ):
        assert answer.status_code == 200
        yield


@asynccontextmanager
async def whole_service(
    folder: Path,
    connect: Connect = sqlite3.connect,
    changes: Mapping[str, Any] | None = None,
    *,
    connected: bool = True,
    clock: Callable[[], float] = time.monotonic,
) -> AsyncIterator[tuple[Service, Supervised]]:
    """The service with every task that it can have, on a simulated board.

    Args:
        connect: to the journal's file; tests of bad disks bring their own.
        changes: of its faces.
        connected: the broker is waited for.
        clock: the supervisor's.
    """
    port, kiosk = free_port(), free_port()
    hardware = bench_hardware(CHESS, Wiring(tuple(range(64))), NORMAL, seed=0)
    with Journal.open(folder / "journal", "board-1", connect=connect) as journal:
        service = Service(
            journal,
            Settings(game=CHESS, rulebook=CHESS.rulebook),
            BoardClock(),
            evidence=Evidence(folder / "traces", megabytes_max=9, scan_hz=SCAN_HZ),
        )
        service.supervisor.clock = clock
        whole = Supervised(service.supervisor, f"http://{HOST}:{kiosk}", broker_port=port)
        async with serving(service, replace(_everything(folder, port, kiosk), **changes or {})):
            deadline = Deadline(lambda _: None)
            running = asyncio.create_task(until_stopped(service, hardware, SCAN_HZ, deadline))
            link = service.link if connected else None
            await whole.until(lambda: link is None or link.connected)
            try:
                yield service, whole
            finally:
                service.supervisor.ask_to_stop()
                with suppress(StoppedError):
                    await running
        deadline.met()
    hardware.close()


def _everything(folder: Path, port: int, kiosk: int) -> Faces:
    return Faces(
        mqtt=MqttSettings(host=HOST, port=port),
        embedded_port=port,
        kiosk=KioskConfig(
            enabled=True,
            host=HOST,
            port=kiosk,
            open_roles=("arbiter",),
            open_to_network=False,
            hosts=(),
        ),
        tokens={},
        feed=FeedConfig(
            delay_s=60,
            hall=(),
            lichess_round="abcdefgh",
            lichess_token_file=None,
            lichess_server="http://127.0.0.1:9",
            mqtt=True,
        ),
        broadcast=Broadcast(round_id="abcdefgh", token="t", server="http://127.0.0.1:9"),
        livechess=LiveChessConfig(port=free_port()),
        emulator=EmulatorConfig(link=folder / "eboard"),
    )


@asynccontextmanager
async def whole_hub(
    folder: Path, clock: Callable[[], float] = time.monotonic
) -> AsyncIterator[Supervised]:
    """A hub with every task that it can have."""
    port, kiosk = free_port(), free_port()
    (folder / "token").write_text("secret\n", encoding="ascii")
    (folder / "password").write_text(f"{SECRET}\n", encoding="ascii")
    config = read_hub_config(HUB.format(port=port, kiosk=kiosk).encode(), folder / "hub.toml")
    supervisor = Supervisor(clock=clock)
    whole = Supervised(supervisor, f"http://{HOST}:{kiosk}")
    async with open_broker(port), hub_serving(config, supervisor):
        yield whole
