"""Starts and stops the embedded broker."""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from amqtt.errors import AMQTTError, BrokerError  # type: ignore[import-untyped]

from controller.shell.broker import HOST, BrokerFault
from controller.shell.broker.engine import Engine
from controller.shell.broker.gate import Gate
from controller.shell.broker.policy import BOARD, Access

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection, Mapping

    from controller.shell.broker_link import MqttSettings

STOP_S = 3.0
"""How long stopping may take."""
_LIBRARIES = ("amqtt", "transitions")
_log = logging.getLogger("touchmove.broker")


@asynccontextmanager
async def own_broker(
    board: str,
    port: int,
    settings: MqttSettings | None,
    tokens: Mapping[str, str],
    open_roles: Collection[str],
) -> AsyncIterator[MqttSettings | None]:
    """A board's broker while the block runs; gives the settings by which the board itself connects.

    Its password is made here, and nobody else is told it.

    Args:
        board: its id.
        port: for MQTT over TCP, on loopback.
        settings: how the board would connect otherwise; None where it does not.
        tokens: role to the hash of its token.
        open_roles: roles that need none on this machine.

    Raises:
        BrokerFault: the port is in use, or may not be opened.
    """
    secret = secrets.token_urlsafe(24)
    access = Access(
        board,
        secret=secret,
        tokens=tokens,
        open_roles=open_roles,
        discovery=None if settings is None else settings.discovery,
    )
    async with embedded_broker(port, access):
        yield None if settings is None else replace(settings, username=BOARD, password=secret)


@asynccontextmanager
async def embedded_broker(port: int, access: Access) -> AsyncIterator[None]:
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
    except (AMQTTError, BrokerError) as error:
        raise BrokerFault(port, str(error), "See the log for what it met.") from error
    try:
        server = await _listening(gate, port)
        ends = _Ends(server, gate)
        for task in engine.tasks:
            task.add_done_callback(ends.told)
        try:
            yield
        finally:
            ends.wanted = True
            server.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_S):
                    await gate.close()
    finally:
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_S):
                await engine.shutdown()


class _Ends:
    """Closes the broker where a part of it has failed: its clients see that, and the board says so.

    Attributes:
        wanted: it is being stopped.
    """

    def __init__(self, server: asyncio.Server, gate: Gate) -> None:
        self.wanted = False
        self._server, self._gate = server, gate
        self._closing: asyncio.Task[None] | None = None

    def told(self, task: asyncio.Task[Any]) -> None:
        """A part has ended."""
        if self.wanted:
            return
        cause = None if task.cancelled() else task.exception()
        _log.error("the embedded broker has failed (%r); start the service again", cause)
        self._server.close()
        self._closing = asyncio.create_task(self._gate.close())


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
