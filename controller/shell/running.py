"""Starts everything around a service and keeps it running: scanning, broker, MQTT, kiosk."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import threading
from typing import TYPE_CHECKING

from controller.journal.store import Journal
from controller.shell import tasks
from controller.shell.benchhands import Bench
from controller.shell.boardclock import BoardClock
from controller.shell.causes import StoppedError
from controller.shell.evidence import Evidence
from controller.shell.faces import faces_of, serving
from controller.shell.hardware import open_hardware
from controller.shell.notify import BusHelp, Notifier, Pulse
from controller.shell.pauses import keep_pauses_short
from controller.shell.scanner import Mailbox, Scanner, ScanThread
from controller.shell.service import Service
from controller.shell.signs import alive
from drivers.ports import Symptom

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.shell.config_types import Config
    from controller.shell.hardware import Hardware

_log = logging.getLogger("touchmove")


STOP_S = 9.0
"""Stopping takes no longer: what hangs then is left as at a power cut."""
LIVELY_S = 1.0
"""Who waits for a disk that fails tries again more often than this."""
JOIN_S = 1.0
"""How long the scan thread may take for its last scan."""


class Deadline:
    """Ends the process where stopping it takes too long: a disk, a thread or a library may hang for ever.

    Args:
        leave: ends the process at once; tests bring their own.
    """

    def __init__(self, leave: Callable[[int], object] = os._exit) -> None:
        self._leave = leave
        self._timer: threading.Timer | None = None

    def begin(self, within_s: float = STOP_S) -> None:
        """From now on the time counts."""
        if self._timer is None:
            self._timer = threading.Timer(within_s, self._over, [within_s])
            self._timer.daemon = True
            self._timer.start()

    def met(self) -> None:
        """All has been tidied up in time."""
        if self._timer is not None:
            self._timer.cancel()

    def _over(self, within_s: float) -> None:
        _log.critical(
            "stopping has taken %g seconds, something hangs; the process ends as at a power cut",
            within_s,
        )
        self._leave(1)


def run(config: Config) -> int:
    """The command `touchmove run`: runs until it is told to stop (SIGINT, SIGTERM)."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # it calls its start an error's
    deadline = Deadline()
    try:
        return asyncio.run(_run(config, deadline))
    finally:
        deadline.met()


async def _run(config: Config, deadline: Deadline) -> int:
    clock = BoardClock()
    with contextlib.ExitStack() as stack:
        journal = stack.enter_context(Journal.open(config.journal, config.board.id))
        hardware = open_hardware(config)
        stack.callback(hardware.close)
        bench = None
        if hardware.bench is not None:
            bench = Bench(config.board.game, hardware.bench, clock)
            bench.auto(False)
        service = Service(
            journal,
            config.settings(),
            clock,
            bench=bench,
            evidence=_evidence(config),
            pairings=config.pairings,
        )
        if bench is not None:
            bench.set_up(service.session.line.position)
        _log.info("board %s, game %s, journal %s", service.board, service.game_id, journal.path)
        async with serving(service, faces_of(config)):
            keep_pauses_short()
            await until_stopped(service, hardware, config.sensors.scan_hz, deadline)
    return 0


async def until_stopped(
    service: Service, hardware: Hardware, scan_hz: int, deadline: Deadline
) -> None:
    """Scans, and tells systemd how it goes, until a signal. The service's supervisor keeps both.

    Raises:
        StoppedError: the program cannot go on: the scan thread has crashed, say.
    """
    notifier, help_ = Notifier.of_environment(), BusHelp.of_environment()

    def scanned_ns() -> int:
        starts = () if service.scanner is None else service.scanner.scans.starts
        return starts[-1] if starts else -1

    def status() -> str:
        found = service.status()
        faults = () if service.scanner is None else service.scanner.scans.faults
        help_.look(service.clock.now_ns(), stuck=any(f.symptom is Symptom.STUCK for f in faults))
        return f"{found.state}: {found.cause}" if found.cause else found.state

    supervisor = service.supervisor

    def disk_failed() -> bool:  # and says so; one that hangs is no reason to wait
        lively = supervisor.silence_s(tasks.SCAN.name) < LIVELY_S
        return lively and service.status().state == "stopped"

    pulse = Pulse(notifier, scanned_ns, disk_failed)
    supervisor.start(tasks.SCAN, lambda: scanning(service, hardware, scan_hz, pulse.taken))
    supervisor.start(tasks.PULSE, lambda: pulse.keep(status))
    on_signals(supervisor.ask_to_stop)
    try:
        await supervisor.stopped()
    finally:
        deadline.begin()
        notifier.status(status())
        notifier.stopping()
        # The hardware is closed next, so nobody may scan it any more.
        await supervisor.end(tasks.SCAN.name, tasks.PULSE.name)


def _evidence(config: Config) -> Evidence | None:
    kept = config.evidence
    if not kept.enabled:
        return None
    return Evidence(
        kept.folder,
        megabytes_max=kept.megabytes_max,
        scan_hz=config.sensors.scan_hz,
        sensor=config.sensors.kind,
    )


def on_signals(stop: Callable[[], None]) -> None:
    """Calls this when the process is asked to stop (SIGINT, SIGTERM)."""
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop)


async def scanning(
    service: Service,
    hardware: Hardware,
    scan_hz: int,
    taken: Callable[[], None] = lambda: None,
) -> None:
    """Feeds the service from the scan thread until it is cancelled.

    Args:
        taken: is called each time that all that was seen has been taken, every second at least.

    Raises:
        StoppedError: the scan thread has crashed.
    """
    loop = asyncio.get_running_loop()
    arrived = asyncio.Event()

    def wake() -> None:
        loop.call_soon_threadsafe(arrived.set)

    mailbox = Mailbox(wake)
    scanner = Scanner(hardware, mailbox.put)
    service.scanner, service.hardware, service.seen = scanner, hardware, mailbox.take
    thread = ScanThread(scanner, service.clock, scan_hz)
    thread.start()
    try:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await arrived.wait()
            arrived.clear()
            await service.take_seen()
            taken()
            alive()
            if thread.crash is not None:
                raise StoppedError(f"the scan thread has crashed: {thread.crash!r}")
    finally:
        if not thread.stop(JOIN_S):
            _log.error("the scan thread hangs; it is left behind")
