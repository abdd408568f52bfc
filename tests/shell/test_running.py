"""The service and systemd: fed while scans go on, hungry when the scan thread hangs, ended when it crashes."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import threading
from typing import TYPE_CHECKING

import pytest

from controller.core.settings import Settings
from controller.journal.store import Journal
from controller.shell.boardclock import BoardClock
from controller.shell.causes import StoppedError
from controller.shell.hardware import Hardware, bench_hardware
from controller.shell.notify import FEEDS, LOOK_S
from controller.shell.profile import Wiring
from controller.shell.running import Deadline, until_stopped
from controller.shell.service import Service
from drivers.sim.noise import NORMAL
from rules.registry import game_by_name
from tests.soak.hangs import CAUGHT_S, Unit, hang

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from drivers.ports import Scan

CHESS = game_by_name("chess")
SCAN_HZ = 100
WATCHDOG_S = 0.4
"""Looked at every tenth of a second."""


class Held:
    """The matrix of a bench, whose scans can be held up or made to fail."""

    def __init__(self, hardware: Hardware) -> None:
        self.matrix = hardware.matrix
        self.kind = hardware.matrix.kind
        self.channels = hardware.matrix.channels
        self.free = threading.Event()
        self.free.set()
        self.broken = False

    def scan(self, at_ns: int) -> Scan:
        self.free.wait(60)
        if self.broken:
            raise ZeroDivisionError
        return self.matrix.scan(at_ns)

    def close(self) -> None:
        self.matrix.close()


@pytest.fixture
def ear(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[socket.socket]:
    """What systemd hears."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as found:
        found.bind(str(tmp_path / "notify"))
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", str(int(WATCHDOG_S * 1e6)))
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        yield found


@pytest.fixture
def board(tmp_path: Path) -> Iterator[tuple[Service, Hardware, Held]]:
    hardware = bench_hardware(CHESS, Wiring(tuple(range(64))), NORMAL, seed=0)
    held = Held(hardware)
    hardware.matrix = held
    settings = Settings(game=CHESS, rulebook=CHESS.rulebook)
    with Journal.open(tmp_path / "journal", "b1") as journal:
        yield Service(journal, settings, BoardClock()), hardware, held


async def kept(service: Service, hardware: Hardware) -> None:
    async with service.supervisor:
        deadline = Deadline(lambda _: None)
        try:
            await until_stopped(service, hardware, SCAN_HZ, deadline)
        finally:
            deadline.met()


async def heard(ear: socket.socket, wanted: str, timeout_s: float = 20) -> bool:
    """Whether a message comes before so much time is over."""
    loop = asyncio.get_running_loop()
    ear.setblocking(False)
    try:
        async with asyncio.timeout(timeout_s):
            found = ""
            while found != wanted:
                found = (await loop.sock_recv(ear, 4096)).decode()
    except TimeoutError:
        return False
    return True


def test_the_watchdog_goes_hungry_while_a_scan_hangs(
    ear: socket.socket, board: tuple[Service, Hardware, Held]
) -> None:
    service, hardware, held = board

    async def test() -> None:
        running = asyncio.create_task(kept(service, hardware))
        assert await heard(ear, "READY=1")
        for _ in range(3):
            assert await heard(ear, "WATCHDOG=1")
        held.free.clear()
        # The scan that hangs had begun: that is told once, up to a second later.
        later = [await heard(ear, "WATCHDOG=1", WATCHDOG_S) for _ in range(5)]
        held.free.set()
        assert sum(later) <= 1
        assert await heard(ear, "WATCHDOG=1")
        os.kill(os.getpid(), signal.SIGTERM)
        assert await heard(ear, "STOPPING=1")
        await running

    asyncio.run(test())


def test_a_crash_of_the_scan_thread_ends_the_service(
    ear: socket.socket,
    board: tuple[Service, Hardware, Held],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    service, hardware, held = board
    held.broken = True
    monkeypatch.setattr(threading, "excepthook", lambda _: None)
    with pytest.raises(StoppedError, match="ZeroDivisionError"):
        asyncio.run(kept(service, hardware))
    ear.setblocking(False)
    assert b"READY=1" not in ear.recv(4096)


def test_a_disk_that_hangs_is_caught_and_the_game_goes_on() -> None:
    """The short form of `scripts/soak hangs`: with the times of a unit that is in a hurry."""
    unit = Unit(watchdog_s=1.0, restart_s=0.0)
    found = hang("disk", unit, 0.0)
    assert found.caught_s < CAUGHT_S
    assert found.caught_s < found.resumed_s
    assert Unit.delivered().watchdog_s + LOOK_S < CAUGHT_S
    assert Unit.delivered().watchdog_s / FEEDS > LOOK_S


def test_a_core_that_takes_nothing_is_not_fed(
    ear: socket.socket, board: tuple[Service, Hardware, Held]
) -> None:
    service, hardware, _ = board

    async def test() -> None:
        running = asyncio.create_task(kept(service, hardware))
        assert await heard(ear, "WATCHDOG=1")
        async with service._lock:  # a bug of ours: somebody never lets go
            later = [await heard(ear, "WATCHDOG=1", WATCHDOG_S) for _ in range(5)]
        assert sum(later) <= 1
        assert await heard(ear, "WATCHDOG=1")
        os.kill(os.getpid(), signal.SIGTERM)
        await running

    asyncio.run(test())
