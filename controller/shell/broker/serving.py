"""Starts and stops the embedded broker."""

from __future__ import annotations

import asyncio
import errno
import logging
import secrets
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Never

from controller.shell.broker import HOST, BrokerFault
from controller.shell.broker.engine import START_ERRORS, Engine
from controller.shell.broker.gate import Gate
from controller.shell.broker.policy import BOARD, ROLES, Access

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping

    from controller.shell.broker_link import MqttSettings

STOP_S = 3.0
"""How long stopping may take."""
_LIBRARIES = ("amqtt", "transitions")


def own_access(
    board: str,
    settings: MqttSettings | None,
    tokens: Mapping[str, str],
    open_roles: Collection[str],
) -> tuple[Access, MqttSettings | None]:
    """Who may do what at a board's broker, and the settings by which the board itself connects.

    The board's password is made here, and nobody else is told it. Where the configuration names neither a token nor
    an open role, the programs of this machine may give the commands of every role.

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
        open_roles=open_roles if tokens or open_roles else ROLES,
        discovery=None if settings is None else settings.discovery,
    )
    own = None if settings is None else replace(settings, username=BOARD, password=secret)
    return access, own


@asynccontextmanager
async def embedded_broker(
    port: int, access: Access
) -> AsyncIterator[Callable[[], Awaitable[Never]]]:
    """Runs a broker while the block runs.

    Args:
        port: for MQTT over TCP, on loopback.
        access: who may do what.

    Yields:
        Waits until a part of the broker has ended, and raises why.

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
        try:
            yield partial(_failing, engine.tasks)
        finally:
            server.close()
            with suppress(TimeoutError):
                async with asyncio.timeout(STOP_S):
                    await gate.close()
    finally:
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_S):
                await engine.shutdown()


async def _failing(parts: Collection[asyncio.Task[Any]]) -> Never:
    """Waits until a part has ended.

    Raises:
        RuntimeError: it has; none should while the broker runs.
    """
    done, _ = await asyncio.wait(parts, return_when=asyncio.FIRST_COMPLETED)
    part = done.pop()
    cause = None if part.cancelled() else part.exception()
    raise RuntimeError(f"a part of it has ended: {cause!r}") from cause


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
