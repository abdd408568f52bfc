"""Keeps a serial line at which other programs find the game as on an electronic board."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import TYPE_CHECKING

from drivers.ports import WorldFault

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from controller.shell.desk import Desk
    from controller.shell.emulator.shown import Emulator
    from drivers.ports import SerialPort

STEP_S = 0.02
"""A host's question waits no longer; it takes a real board as long to send the answer."""
_log = logging.getLogger("touchmove.emulator")


@contextlib.asynccontextmanager
async def serial_board(desk: Desk, emulator: Emulator, port: SerialPort) -> AsyncIterator[None]:
    """Answers at a line while the block runs, and closes it.

    Args:
        desk: the game.
        emulator: of the desk's game.
        port: a pseudo-terminal, or the device of a USB gadget.
    """
    line = Line(emulator, port)
    tasks = [asyncio.create_task(_follow(desk, line)), asyncio.create_task(_serve(desk, line))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        port.close()


async def _follow(desk: Desk, line: Line) -> None:
    version = 0
    while True:
        line.show(desk)
        version = await desk.wait_change(version)


async def _serve(desk: Desk, line: Line) -> None:
    while True:
        line.step(desk.at_us())
        await asyncio.sleep(STEP_S)


class Line:
    """An emulator at its line. Where the line fails, the host counts as gone until it speaks again."""

    def __init__(self, emulator: Emulator, port: SerialPort) -> None:
        self._emulator = emulator
        self._port = port
        self._failed: str | None = None

    def show(self, desk: Desk) -> None:
        """The game has changed."""
        self._send(self._emulator.shown(desk.view()))

    def step(self, at_us: int) -> None:
        """Answers what has come."""
        try:
            data = self._port.read()
        except WorldFault as fault:
            self._fail(fault)
            return
        if data:
            self._failed = None
        self._send(self._emulator.received(data) + self._emulator.passed(at_us))

    def _send(self, data: bytes) -> None:
        if not data:
            return
        try:
            self._port.write(data)
        except WorldFault as fault:
            self._fail(fault)

    def _fail(self, fault: WorldFault) -> None:
        self._emulator.forget()
        if str(fault) != self._failed:
            self._failed = str(fault)
            _log.warning("the serial line for other programs: %s", fault)
