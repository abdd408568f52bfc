"""A board's service that hangs when it gets SIGUSR1: in its loop, its scan thread, its core or its disk."""

from __future__ import annotations

import asyncio
import signal
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

from controller.core.settings import Settings
from controller.journal.store import Journal
from controller.shell.boardclock import BoardClock
from controller.shell.faces import Faces, serving
from controller.shell.hardware import Hardware, bench_hardware
from controller.shell.profile import Wiring
from controller.shell.running import Deadline, until_stopped
from controller.shell.service import Service
from drivers.sim.noise import NORMAL
from rules.registry import game_by_name

if TYPE_CHECKING:
    from drivers.ports import Scan

SCAN_HZ = 100
FOR_EVER_S = 3600.0


class Matrix:
    """The matrix of a bench, whose next scan may never end."""

    def __init__(self, hardware: Hardware) -> None:
        self._matrix = hardware.matrix
        self.kind, self.channels = hardware.matrix.kind, hardware.matrix.channels
        self.hangs = False

    def scan(self, at_ns: int) -> Scan:
        if self.hangs:
            threading.Event().wait(FOR_EVER_S)
        return self._matrix.scan(at_ns)

    def close(self) -> None:
        self._matrix.close()


def _hang(kind: str, service: Service, matrix: Matrix) -> None:
    """Lets one part hang; called in the loop's thread."""
    match kind:
        case "loop":
            threading.Event().wait(FOR_EVER_S)
        case "scan":
            matrix.hangs = True
        case "core":
            holding = asyncio.ensure_future(service._lock.acquire())
            assert not holding.done()
        case "disk":
            service.journal.append = lambda *_, **__: threading.Event().wait(FOR_EVER_S)  # type: ignore[assignment, method-assign]
            telling = asyncio.ensure_future(service.say(service.status()))
            assert not telling.done()
        case _:
            raise ValueError(kind)


async def _run(folder: Path, kind: str) -> None:
    chess = game_by_name("chess")
    hardware = bench_hardware(chess, Wiring(tuple(range(64))), NORMAL, seed=0)
    hardware.matrix = matrix = Matrix(hardware)
    with Journal.open(folder, "board-1") as journal:
        service = Service(journal, Settings(game=chess, rulebook=chess.rulebook), BoardClock())
        sys.stdout.write(f"{service.game_id}\n")
        sys.stdout.flush()
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGUSR1, _hang, kind, service, matrix)
        faces = Faces(mqtt=None, embedded_port=None, kiosk=None, tokens={})
        async with serving(service, faces):
            await until_stopped(service, hardware, SCAN_HZ, Deadline())


if __name__ == "__main__":
    asyncio.run(_run(Path(sys.argv[1]), sys.argv[2]))
