"""The embedded broker: amqtt in the same process, on loopback, for one board and its kiosk.

It keeps nothing over a restart; the publisher fills it again from the journal.
"""

from __future__ import annotations

import asyncio
import errno
import logging
import socket
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from amqtt.broker import Broker  # type: ignore[import-untyped]
from amqtt.errors import AMQTTError, BrokerError  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

HOST = "127.0.0.1"
"""Anybody on this machine may speak to it, and nobody else can."""
CONNECTIONS_MAX = 64
"""It starts a task for each message and subscriber; more viewers want a broker of their own."""
STOP_S = 3.0
"""How long stopping may take."""
_published: ContextVar[int | None] = ContextVar("published", default=None)
"""The QoS of the message that a client's task is passing on."""
_NOISY = ("amqtt", "transitions")


class BrokerFault(OSError):  # noqa: N818 - a fault of the world, not an error of ours
    """The embedded broker cannot start. Says where and what to do.

    Attributes:
        port: the port that was wanted.
    """

    def __init__(self, port: int, reason: str, remedy: str) -> None:
        super().__init__(f"embedded broker, {HOST} port {port}: {reason}. {remedy}")
        self.port = port


class _Leaving(dict[str, Any]):
    """A message on its way: it comes to each subscriber at the lower of its own QoS and his (MQTT 3.1.1, 3.8.4)."""

    def get(self, key: str, default: Any = None) -> Any:  # noqa: ANN401 - as of every dict
        found = super().get(key, default)
        return min(found, default) if key == "qos" and default is not None else found


class _Broker(Broker):  # type: ignore[misc]
    """The library's broker with three of its faults mended.

    It leaves a connection open whose other end has vanished, sends a new client the retained
    messages of everybody's subscriptions, and gives no heed to the QoS at which a message was published.
    """

    async def _handle_message_delivery(
        self,
        client_session: Any,  # noqa: ANN401 - the library is untyped
        handler: Any,  # noqa: ANN401
        wait_deliver: asyncio.Future[Any],
    ) -> bool:
        message = wait_deliver.result()
        _published.set(None if message is None else message.qos)
        found: bool = await super()._handle_message_delivery(client_session, handler, wait_deliver)
        return found

    async def _broadcast_message(
        self,
        session: Any,  # noqa: ANN401 - the library is untyped
        topic: str | None,
        data: bytes | bytearray | None,
        force_qos: int | None = None,
    ) -> None:
        qos = _published.get() if force_qos is None else force_qos
        known = {} if qos is None else {"qos": qos}
        await self._broadcast_queue.put(_Leaving(session=session, topic=topic, data=data, **known))

    async def _publish_retained_messages_for_subscription(
        self,
        subscription: tuple[str, int],
        session: Any,  # noqa: ANN401 - the library is untyped
    ) -> None:
        subscribers = self._subscriptions.get(subscription[0], ())
        if any(other.client_id == session.client_id for other, _ in subscribers):
            await super()._publish_retained_messages_for_subscription(subscription, session)

    def close_doors(self) -> None:
        """Lets nobody in any more: who came in while it stops would keep it waiting, and the port taken."""
        for server in self._servers.values():
            server.instance.close()

    async def stream_connected(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, listener_name: str
    ) -> None:
        try:
            await super().stream_connected(reader, writer, listener_name)
        finally:
            writer.close()


@asynccontextmanager
async def embedded_broker(port: int, *, websocket_port: int | None = None) -> AsyncIterator[None]:
    """Runs a broker while the block runs.

    Args:
        port: for MQTT over TCP.
        websocket_port: for MQTT in browsers; None for none.

    Raises:
        BrokerFault: a port is in use, or may not be opened.
    """
    for name in _NOISY:
        logging.getLogger(name).setLevel(logging.WARNING)
    ports = [port] if websocket_port is None else [port, websocket_port]
    for each in ports:
        _check_free(each)
    broker = _Broker(_configuration(port, websocket_port))
    try:
        await broker.start()
    except (AMQTTError, BrokerError) as error:
        raise BrokerFault(port, str(error), "See the log for what it met.") from error
    try:
        yield
    finally:
        broker.close_doors()
        with suppress(TimeoutError):
            async with asyncio.timeout(STOP_S):
                await broker.shutdown()


def _configuration(port: int, websocket_port: int | None) -> dict[str, Any]:
    """Everything is stated: the library's own defaults listen on all interfaces."""
    listeners: dict[str, Any] = {
        "default": {
            "type": "tcp",
            "bind": f"{HOST}:{port}",
            "max_connections": CONNECTIONS_MAX,
        }
    }
    if websocket_port is not None:
        listeners["browsers"] = {"type": "ws", "bind": f"{HOST}:{websocket_port}"}
    return {
        "listeners": listeners,
        "plugins": {"amqtt.plugins.authentication.AnonymousAuthPlugin": {"allow_anonymous": True}},
    }


def _check_free(port: int) -> None:
    """The library would log a traceback instead of a sentence."""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
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
