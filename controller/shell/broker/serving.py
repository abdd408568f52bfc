"""Starts and stops the embedded broker."""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from controller.shell.broker import HOST, BrokerFault
from controller.shell.broker.engine import START_ERRORS, Engine
from controller.shell.broker.gate import Gate
from controller.shell.broker.policy import BOARD, Access

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping

    from controller.shell.broker_link import MqttSettings

STOP_S = 3.0
"""How long stopping may take."""
_LIBRARIES = ("amqtt", "transitions")
_log = logging.getLogger("touchmove.broker")


def own_access(
    board: str,
    settings: MqttSettings | None,
    tokens: Mapping[str, str],
    open_roles: Collection[str],
) -> tuple[Access, MqttSettings | None]:
    """Who may do what at a board's own broker, and how the board itself connects to it.

    The board's password is made here, and nobody else is told it.

    Args:
        board: its id.
        settings: how the board would connect otherwise; None where it does not.
        tokens: role to the hash of its token.
        open_roles: roles that need none on this machine.
    """
    secret = secrets.token_urlsafe(24)
    access = Access(
        board,
        secret=secret,
        tokens=tokens,
        open_roles=open_roles,
        discovery=None if settings is None else settings.discovery,
    )
    own = None if settings is None else replace(settings, username=BOARD, password=secret)
    return access, own


class Running:
    """An embedded broker. Where a part of it fails, it hangs up on everybody, and says why."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._failed: asyncio.Future[BaseException | None] = (
            asyncio.get_running_loop().create_future()
        )

    def told(self, task: asyncio.Task[Any]) -> None:
        """A part has ended."""
        if not self._failed.done():
            self._failed.set_result(None if task.cancelled() else task.exception())

    async def failure(self) -> None:
        """Waits until a part fails.

        Raises:
            BrokerFault: always; says which fault it was.
        """
        cause = await asyncio.shield(self._failed)
        raise BrokerFault(self._port, f"it has failed ({cause!r})", "Start the service again.")


@asynccontextmanager
async def embedded_broker(port: int, access: Access) -> AsyncIterator[Running]:
    """Runs a broker while the block runs.

    Args:
        port: for MQTT over TCP, on loopback.
        access: who may do what.

    Raises:
        BrokerFault: the port is in use, or may not be opened.
    """
    for name in _LIBRARIES:
        # What clients do wrong the gate says in other words.
        logging.getLogger(name).setLevel(logging.ERROR)
    engine = Engine(access)
    gate = Gate(access, engine.serve)
    try:
        await engine.start()
    except START_ERRORS as error:
        raise BrokerFault(port, str(error), "See the log for what it met.") from error
    try:
        server = await _listening(gate, port)
        running = Running(port)
        for task in engine.tasks:
            task.add_done_callback(running.told)
        watching = asyncio.create_task(_hang_up(running, server, gate))
        try:
            yield running
        finally:
            watching.cancel()
            await asyncio.wait([watching])
            server.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_S):
                    await gate.close()
    finally:
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_S):
                await engine.shutdown()


async def _hang_up(running: Running, server: asyncio.Server, gate: Gate) -> None:
    """Closes a broker that has failed: its clients see that, and so the board's status says it."""
    try:
        await running.failure()
    except BrokerFault as fault:
        _log.error("%s", fault)
        server.close()
        await gate.close()


async def _listening(gate: Gate, port: int) -> asyncio.Server:
    """Opens the port.

    Raises:
        BrokerFault: it is in use, or may not be opened.
    """
    try:
        return await asyncio.start_server(gate.serve, HOST, port, reuse_address=True)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            reason = "another program listens there"
            remedy = (
                "If it is a broker (Mosquitto?), use it: set `embedded = false` under [mqtt]."
                " Otherwise choose another `port`."
            )
        else:
            reason, remedy = error.strerror or str(error), "Choose another `port`."
        raise BrokerFault(port, reason, remedy) from error
