"""A connection to an MQTT broker that is made again whenever it is lost. The only module that imports aiomqtt."""

from __future__ import annotations

import asyncio
import logging
import random
import socket
import ssl
import time
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import aiomqtt
from aiomqtt import Client, Message, MqttError

from controller.shell.causes import said

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator
    from typing import Any

    from controller.shell.topics import Packet

__all__ = ["Client", "Message", "MqttError"]

BACK_OFF_S = (0.2, 5.0)
"""The first and the longest pause between attempts to connect."""
STEADY_S = 30.0
"""After a connection that has lasted so long pauses start small again; who hangs up at once is left alone for longer."""
BRIEF_MANY = 3
"""So many connections in a row that did not last are no accident."""
LATE_S = 2.0
"""An answer that takes longer is told."""
FAREWELL_S = 1.0
"""How long a broker may take to answer when we leave."""
CANCEL_AGAIN_S = 0.2
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
        connect_s: how long the broker may take to let a client in.
        timeout_s: how long one answer of the broker is waited for at most. Generous: a broker that is late slows us
            down. Whether it is there at all, `keepalive_s` decides.
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
    connect_s: float = 10.0
    timeout_s: float = 60.0

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
        last_error: why the last attempt or connection ended; while connected, what is wrong all the same.
        last_problem: why the last attempt or connection ended.
        attempts: failed attempts since the last connection.
        connections: how often a connection was made.
        brief: connections in a row that the broker ended soon after it had let us in.
        late: the broker takes long to answer.
        rival: who else speaks for us on this broker; None for nobody.
        changed: called at each change, for the service to publish its health anew.
    """

    connected: bool = False
    since_us: int | None = None
    last_error: str | None = None
    last_problem: str = ""
    attempts: int = 0
    connections: int = 0
    brief: int = 0
    late: bool = False
    rival: str | None = None
    changed: Callable[[], None] = lambda: None

    def words(self) -> str:
        """For the health: "connected", or what is wrong."""
        if self.connected:
            late = f"it takes more than {LATE_S:g} seconds to answer" if self.late else None
            notes = [note for note in (self.last_error, late) if note is not None]
            return "; ".join(["connected", *notes])
        return "connecting" if self.last_error is None else f"away: {self.last_error}"

    @property
    def crowded(self) -> str | None:
        """What is wrong where the broker lets us in and hangs up, again and again."""
        if self.rival is not None:
            return self.rival
        if self.brief < BRIEF_MANY:
            return None
        return (
            f"the broker has hung up {BRIEF_MANY} times or more soon after it had let us in"
            f" ({self.last_problem}); perhaps another board has the same id"
        )

    def up(self, at_us: int | None = None) -> None:
        """A connection was made."""
        self.connected, self.attempts, self.last_error, self.late = True, 0, None, False
        self.connections += 1
        self.since_us = at_us
        self.changed()

    def down(self, problem: str, at_us: int | None = None) -> bool:
        """There is no connection; whether that is news."""
        news = self.connected or self.attempts == 0
        if news:
            self.since_us = at_us
        self.connected = False
        self.attempts += 1
        self.last_error = self.last_problem = problem
        self.changed()
        return news

    def settled(self) -> None:
        """The connection has lasted."""
        if self.connected:
            self.brief, self.rival = 0, None
            self.changed()

    def answered(self, after_s: float) -> None:
        """The broker has answered, after so long."""
        late = after_s > (LATE_S / 2 if self.late else LATE_S)
        if late != self.late:
            self.late = late
            self.changed()


@dataclass(frozen=True, slots=True, kw_only=True)
class Patience:
    """How attempts to connect are spaced.

    Attributes:
        pause: waits some seconds.
        chance: 0 to 1; spreads the attempts of many boards.
        clock: by which a late answer is one, in seconds.
        steady_s: a connection that has lasted for so long is a good one. Then pauses start small again.
    """

    pause: Callable[[float], Awaitable[object]] = asyncio.sleep
    chance: Callable[[], float] = random.random
    clock: Callable[[], float] = time.monotonic
    steady_s: float = STEADY_S


async def kept_up(
    session: Callable[[], Awaitable[None]],
    lost: Callable[[str], None],
    link: BrokerLink,
    patience: Patience,
) -> None:
    """Repeats a session until it is cancelled, with pauses that grow until a connection lasts.

    Args:
        session: connects, and returns or raises `MqttError` (also in a group) when the connection has ended.
        lost: is told why, in words.
    """
    delays = back_off(patience.chance)
    loop = asyncio.get_running_loop()
    while True:
        connections, began_s = link.connections, loop.time()
        settling = loop.call_later(patience.steady_s, link.settled)
        problem = "the connection was closed"
        try:
            await session()
        except* MqttError as group:
            problem = said(group)
        finally:
            settling.cancel()
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError  # it came together with the loss of the connection
        if link.connections > connections:
            lasted = loop.time() - began_s >= patience.steady_s
            link.brief = 0 if lasted else link.brief + 1
            delays = back_off(patience.chance) if lasted else delays
        else:
            link.brief = 0
        lost(problem)
        await patience.pause(next(delays))


def closed_meanwhile(context: dict[str, Any]) -> bool:
    """Whether what no callback has handled is only the end of a connection, which is told as ever.

    aiomqtt asks the loop from another thread to watch the socket, and nobody can catch what that raises where the
    socket was closed before. And it keeps why a connection ended in a future that nobody may have asked.
    """
    error, what = context.get("exception"), context["message"]
    if "Future exception was never retrieved" in what:
        return isinstance(error, OSError | MqttError)
    return isinstance(error, OSError | ValueError) and ".add_writer(" in what


def tls_of(settings: MqttSettings) -> ssl.SSLContext | None:
    """How the broker's certificate is checked; None without TLS.

    Raises:
        OSError: the file of authorities cannot be read, or holds no certificate.
    """
    if not settings.tls:
        return None
    try:
        return ssl.create_default_context(cafile=settings.ca_file)
    except OSError as error:  # and ssl.SSLError, which names no file
        why = getattr(error, "reason", None) or error.strerror or str(error)
        raise OSError(f"{settings.ca_file} is no file of certificates: {why}") from error


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
        timeout=settings.connect_s,
        keepalive=settings.keepalive_s,
        tls_context=tls,
        queue_type=Straight,
        # Without it, each acknowledgement waits 40 ms for the next packet.
        socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
    )


@asynccontextmanager
async def connected(client: Client, timeout_s: float) -> AsyncIterator[Client]:
    """The client while it is connected. Leaves no open socket behind, however connecting ends.

    Args:
        timeout_s: how long each of its further answers is waited for.

    Raises:
        MqttError: it cannot be reached, or there is no such host.
    """
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
    client.timeout = timeout_s
    try:
        yield client
    finally:
        client.timeout = FAREWELL_S
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
