"""Keeps a serial line at which other programs find the game as on an electronic board."""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING

from controller.shell.signs import alive
from drivers.ports import WorldFault

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.shell.desk import Desk
    from controller.shell.emulator.shown import Emulator
    from drivers.ports import SerialPort

STEP_S = 0.02
"""A host's question waits no longer; it takes a real board as long to send the answer."""
_log = logging.getLogger("touchmove.emulator")


async def serial_board(
    desk: Desk, emulator: Emulator, port: SerialPort, up: Callable[[], None] = lambda: None
) -> None:
    """Answers at a line until it is cancelled, and closes it.

    Args:
        desk: the game.
        emulator: of the desk's game.
        port: a pseudo-terminal, or the device of a USB gadget.
        up: is called once the line is served.
    """
    line = Line(emulator, port)
    try:
        async with asyncio.TaskGroup() as group:
            group.create_task(_follow(desk, line))
            group.create_task(_serve(desk, line))
            up()
    finally:
        port.close()


async def _follow(desk: Desk, line: Line) -> None:
    version = 0
    while True:
        line.show(desk)
        version = await desk.wait_change(version)


async def _serve(desk: Desk, line: Line) -> None:
    while True:
        alive()
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
