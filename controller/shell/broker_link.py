"""A connection to an MQTT broker that is made again whenever it is lost. The only module that imports aiomqtt."""

from __future__ import annotations

import asyncio
import logging
import random
import select
import socket
import ssl
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import aiomqtt
from aiomqtt import Client, Message, MqttError

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
    from typing import Any

    from controller.shell.topics import Packet

__all__ = ["Client", "Message", "MqttError"]

BACK_OFF_S = (0.2, 5.0)
"""The first and the longest pause between attempts to connect."""
CANCEL_AGAIN_S = 0.2
READ_S = 0.005
"""What has come is read for so long, then everybody else has his turn."""
_library_log = logging.getLogger("touchmove.mqtt.library")
_library_log.setLevel(logging.CRITICAL)
"""What the library warns of is told here in other words. All it calls an error is an answer that nobody waits for any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MqttSettings:
    """Where the broker is and how to speak to it.

    Attributes:
        tls: encrypts the connection and checks the broker's certificate.
        ca_file: who signs the broker's certificate; None for the system's authorities.
        client_id: None for one made of the board's id.
        keepalive_s: a broker that is silent for longer is taken to be gone (and we by it).
        timeout_s: how long one answer of the broker is waited for.
        discovery: the prefix under which Home Assistant looks for devices; None tells it nothing.
    """

    host: str
    port: int = 1883
    username: str | None = None
    password: str | None = field(default=None, repr=False)
    tls: bool = False
    ca_file: str | None = None
    client_id: str | None = None
    discovery: str | None = None
    keepalive_s: int = 10
    timeout_s: float = 2.0

    @property
    def broker(self) -> str:
        """The broker's name in the journal and in messages."""
        return f"{'mqtts' if self.tls else 'mqtt'}://{self.host}:{self.port}"


@dataclass(slots=True)
class BrokerLink:
    """How the connection stands; the service reads it for the health.

    Attributes:
        connected: a session with the broker is up.
        since_us: when that began to be so, on the board's clock; None before the first attempt.
        last_error: why the last attempt or connection ended.
        attempts: failed attempts since the last connection.
        connections: how often a connection was made.
        changed: called at each change, for the service to publish its health anew.
    """

    connected: bool = False
    since_us: int | None = None
    last_error: str | None = None
    attempts: int = 0
    connections: int = 0
    changed: Callable[[], None] = lambda: None

    def words(self) -> str:
        """For the health: "connected", or what is wrong."""
        if self.connected:
            return "connected" if self.last_error is None else f"connected; {self.last_error}"
        return "connecting" if self.last_error is None else f"away: {self.last_error}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How attempts to connect are spaced.

    Attributes:
        pause: waits some seconds.
        chance: 0 to 1; spreads the attempts of many boards.
    """

    pause: Callable[[float], Awaitable[object]] = asyncio.sleep
    chance: Callable[[], float] = random.random


async def kept_up(
    session: Callable[[], Awaitable[None]],
    lost: Callable[[str], None],
    link: BrokerLink,
    patience: Patience,
) -> None:
    """Repeats a session until it is cancelled, with pauses that grow until a connection succeeds.

    Args:
        session: connects, and returns or raises `MqttError` (also in a group) when the connection has ended.
        lost: is told why, in words.
    """
    asyncio.get_running_loop().set_exception_handler(_unhandled)
    delays = back_off(patience.chance)
    while True:
        connections = link.connections
        problem = "the connection was closed"
        try:
            await session()
        except* MqttError as group:
            problem = words(group)
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError  # it came together with the loss of the connection
        lost(problem)
        if link.connections > connections:
            delays = back_off(patience.chance)
        await patience.pause(next(delays))


def _unhandled(loop: AbstractEventLoop, context: dict[str, Any]) -> None:
    """What no callback has handled is logged, but for a socket that was closed before the library could write to it.

    aiomqtt asks the loop from another thread to watch the socket, and nobody can catch what that raises; that the
    connection is lost is told as ever.
    """
    closed = isinstance(context.get("exception"), OSError | ValueError)
    if not (closed and ".add_writer(" in context["message"]):
        loop.default_exception_handler(context)


def tls_of(settings: MqttSettings) -> ssl.SSLContext | None:
    """How the broker's certificate is checked; None without TLS.

    Raises:
        OSError: the file of authorities cannot be read.
    """
    return ssl.create_default_context(cafile=settings.ca_file) if settings.tls else None


def client_of(
    settings: MqttSettings,
    identifier: str,
    tls: ssl.SSLContext | None,
    will: Packet | None = None,
    take: Callable[[str, object], None] | None = None,
) -> Client:
    """A client, not yet connected.

    Args:
        identifier: the client's id, unless the settings have one.
        will: what the broker says when the connection is lost.
        take: is given the topic and payload of each message at once; the client's own `messages` then has none,
            and only tells of the end of the connection.
    """

    class Straight(asyncio.Queue[Message]):
        def put_nowait(self, item: Message) -> None:
            if take is None:
                super().put_nowait(item)
            else:
                take(item.topic.value, item.payload)

    return Client(
        settings.host,
        settings.port,
        username=settings.username,
        password=settings.password,
        identifier=settings.client_id or identifier,
        protocol=aiomqtt.ProtocolVersion.V311,
        logger=_library_log,
        will=None
        if will is None
        else aiomqtt.Will(will.topic, will.payload, qos=will.qos, retain=will.retain),
        clean_session=True,
        timeout=settings.timeout_s,
        keepalive=settings.keepalive_s,
        tls_context=tls,
        queue_type=Straight,
        # Without it, each acknowledgement waits 40 ms for the next packet.
        socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
    )


def gather(client: Client, pause_s: float, late: Callable[[float], None]) -> None:
    """Lets a connected client read all that has come at once, and then not for a while.

    It would wake up for each message otherwise, which costs more than to read it. The library has no face for this.

    Args:
        pause_s: the while.
        late: is told, after each while, how many seconds later than that its turn has come.
    """
    inner = client._client  # noqa: SLF001 - see above
    loop, line = asyncio.get_running_loop(), inner.socket()
    if line is None:
        return
    number, sight = line.fileno(), select.poll()
    sight.register(number, select.POLLIN)

    def more_waits() -> bool:
        held = line.pending() if isinstance(line, ssl.SSLSocket) else 0
        return held > 0 or bool(sight.poll(0))

    def ready() -> None:
        loop.remove_reader(number)
        end_s, more = loop.time() + READ_S, True
        try:
            while more and loop.time() < end_s:
                inner.loop_read()
                more = inner.socket() is line and more_waits()
        finally:
            if inner.socket() is line:
                pause = 0.0 if more else pause_s
                loop.call_later(pause, again, loop.time() + pause)

    def again(due_s: float) -> None:
        late(loop.time() - due_s)
        if inner.socket() is line:
            if more_waits():  # there is so much to read that it need not be asked for
                ready()
            else:
                loop.add_reader(number, ready)

    again(loop.time())


@asynccontextmanager
async def connected(client: Client) -> AsyncIterator[Client]:
    """The client while it is connected. Leaves no open socket behind, however connecting ends."""
    entering = asyncio.ensure_future(client.__aenter__())
    try:
        await asyncio.shield(entering)
    except asyncio.CancelledError:
        # Connecting goes on in a thread that cannot be stopped; it is given up when it is done.
        await asyncio.wait([entering])
        if entering.exception() is None:
            await client.__aexit__(None, None, None)
        raise
    except MqttError:
        client.timeout = 0
        with suppress(MqttError):
            await client.__aexit__(None, None, None)
        raise
    try:
        yield client
    finally:
        await client.__aexit__(None, None, None)


async def together(*work: Coroutine[None, None, None]) -> None:
    """Runs all until one ends, then cancels the others and waits for their ends.

    A TaskGroup cancels once. But Python 3.11's `wait_for`, which the library uses, loses a
    cancellation that comes together with what it waits for; so this asks again.

    Raises:
        ExceptionGroup: what ended it.
    """
    tasks = [asyncio.create_task(each) for each in work]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        running = set(tasks)
        while running:
            for task in running:
                task.cancel()
            _, running = await asyncio.wait(running, timeout=CANCEL_AGAIN_S)
    ended = [task.exception() for task in tasks if not task.cancelled()]
    if errors := [error for error in ended if error is not None]:
        raise BaseExceptionGroup("the connection ended", errors)


async def send(client: Client, packet: Packet) -> None:
    """Publishes, and waits for the broker's acknowledgement where there is one."""
    await client.publish(packet.topic, packet.payload, qos=packet.qos, retain=packet.retain)


def back_off(chance: Callable[[], float]) -> Iterator[float]:
    """Pauses in seconds: doubled each time, and spread so that a hall of boards comes back evenly."""
    first, longest = BACK_OFF_S
    delay = first
    while True:
        yield delay * (0.5 + chance() / 2)
        delay = min(longest, delay * 2)


def refused(code: object) -> bool:
    """Whether a broker's answer to a subscription is a refusal."""
    value = getattr(code, "value", code)
    return isinstance(value, int) and value >= 0x80


def words(group: BaseExceptionGroup[BaseException]) -> str:
    """What the first error in a group says."""
    first: BaseException = group
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return str(first) or type(first).__name__
