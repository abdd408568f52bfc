"""Starts everything around a service and keeps it running: scanning, broker, MQTT, kiosk."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal
from typing import TYPE_CHECKING

from controller.journal.store import Journal
from controller.shell.benchhands import Bench
from controller.shell.boardclock import BoardClock
from controller.shell.evidence import Evidence
from controller.shell.faces import faces_of, serving
from controller.shell.hardware import open_hardware
from controller.shell.notify import BusHelp, Notifier, Pulse
from controller.shell.pauses import keep_pauses_short
from controller.shell.scanner import Mailbox, Scanner, ScanThread
from controller.shell.service import Service
from drivers.ports import Symptom

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.shell.config_types import Config
    from controller.shell.hardware import Hardware

_log = logging.getLogger("touchmove")


class StoppedError(RuntimeError):
    """The scan thread ended by a bug of ours; the message names it."""


def run(config: Config) -> int:
    """The command `touchmove run`: runs until it is told to stop (SIGINT, SIGTERM)."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("uvicorn").setLevel(logging.WARNING)  # it calls its start an error's
    return asyncio.run(_run(config))


async def _run(config: Config) -> int:
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
            await _until_stopped(service, hardware, config.sensors.scan_hz)
    return 0


async def _until_stopped(service: Service, hardware: Hardware, scan_hz: int) -> None:
    """Scans, and tells systemd how it goes, until a signal.

    Raises:
        StoppedError: the scan thread has crashed.
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

    pulse = Pulse(notifier, scanned_ns, lambda: service.status().state == "stopped")
    tasks = {
        asyncio.create_task(scanning(service, hardware, scan_hz, pulse.taken)),
        asyncio.create_task(pulse.keep(status)),
        asyncio.create_task(until_signal()),
    }
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        notifier.stopping()
        for task in done:
            task.result()
    finally:  # the hardware is closed next, so nobody may scan it any more
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


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


async def until_signal() -> None:
    """Returns when the process is asked to stop."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, asked.set)
    await asked.wait()


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
            if thread.crash is not None:
                raise StoppedError(f"the scan thread has stopped: {thread.crash!r}")
    finally:
        thread.stop()
