"""The board on MQTT: events, retained state, commands and replies, through every outage.

The journal is the truth and the broker one reader of it. What happens while the broker is away is
sent afterwards, in order. A broker's acknowledgement is trusted only so far: see `outbox.OVERLAP` and
`outbox.REPEAT_S`.
"""

from __future__ import annotations

import asyncio
import logging
import random
import socket
import ssl
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import aiomqtt

from controller.core.messages import Status
from controller.shell import topics
from controller.shell.desk import Desk, Reply
from controller.shell.discovery import known_board
from controller.shell.envelope import BadCommandError, read_command
from controller.shell.outbox import REPEAT_S, Cursors, Outbox

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterator

BACK_OFF_S = (0.2, 5.0)
"""The first and the longest pause between attempts to connect."""
CANCEL_AGAIN_S = 0.2
BACKLOG_MAX = 100
"""Commands not yet looked at; people send one a second, so more is a fault or an attack."""
RETAINED_S = 0.1
"""How long a broker may take to send what it has retained after it has granted a subscription."""
_log = logging.getLogger("touchmove.mqtt")
_library_log = logging.getLogger("touchmove.mqtt.library")
_library_log.setLevel(logging.ERROR)
"""What the library warns of is told here in other words."""


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


async def run_publisher(
    desk: Desk,
    cursors: Cursors,
    settings: MqttSettings,
    link: BrokerLink,
    patience: Patience | None = None,
) -> None:
    """Keeps the board on the broker until it is cancelled; then says farewell.

    Args:
        desk: the board.
        cursors: remembers what the broker has acknowledged (the journal).
        settings: the broker.
        link: where the state of the connection is told.
        patience: how attempts are spaced; tests bring their own.

    Raises:
        OSError: the file of authorities cannot be read (`ca_file`).
    """
    patience = patience or Patience()
    publisher = _Publisher(desk, cursors, settings, link)
    delays = _back_off(patience.chance)
    while True:
        connections = link.connections
        problem = "the connection was closed"
        try:
            await publisher.session()
        except* aiomqtt.MqttError as group:
            problem = _words(group)
        task = asyncio.current_task()
        if task is not None and task.cancelling():
            raise asyncio.CancelledError  # it came together with the loss of the connection
        publisher.lost(problem)
        if link.connections > connections:
            delays = _back_off(patience.chance)
        await patience.pause(next(delays))


class _Publisher:
    """One board and one broker; `session` is one connection, from CONNECT to its end."""

    def __init__(
        self, desk: Desk, cursors: Cursors, settings: MqttSettings, link: BrokerLink
    ) -> None:
        self._desk = desk
        self._settings = settings
        self._link = link
        self._outbox = Outbox(desk, cursors, settings.broker)
        self._retained = topics.Retained(desk)
        self._commands: asyncio.Queue[aiomqtt.Message] = asyncio.Queue(BACKLOG_MAX)
        self._asked_about: tuple[str, object] | None = None
        self._is_retained = asyncio.Event()
        self._tls = ssl.create_default_context(cafile=settings.ca_file) if settings.tls else None

    async def session(self) -> None:
        """Connects, and sends and obeys until the connection ends.

        Raises:
            aiomqtt.MqttError: it could not connect.
            ExceptionGroup: of `aiomqtt.MqttError`; the connection was lost.
        """
        async with _connected(self._client()) as client:
            self._connected()
            try:
                await _together(
                    self._listen(client),
                    self._obey(client),
                    self._send_state(client),
                    self._send_events(client),
                )
            except asyncio.CancelledError:
                with suppress(aiomqtt.MqttError):
                    await _send(client, self._offline("the service was stopped"))
                raise

    def lost(self, problem: str) -> None:
        """Tells that there is no connection, once an outage."""
        link = self._link
        if link.connected or link.since_us is None:
            link.since_us = self._desk.at_us()
            _log.warning("%s: %s; trying again", self._settings.broker, problem)
        link.connected = False
        link.attempts += 1
        link.last_error = problem
        link.changed()

    def _connected(self) -> None:
        self._retained.forget()
        link = self._link
        link.connected, link.attempts, link.last_error = True, 0, None
        link.connections += 1
        link.since_us = self._desk.at_us()
        _log.info("%s: connected, %d waiting", self._settings.broker, self._outbox.waiting)
        link.changed()

    def _client(self) -> aiomqtt.Client:
        settings, will = self._settings, self._offline("the connection to the board was lost")
        return aiomqtt.Client(
            settings.host,
            settings.port,
            username=settings.username,
            password=settings.password,
            identifier=settings.client_id or f"touchmove-{self._desk.board}",
            protocol=aiomqtt.ProtocolVersion.V311,
            logger=_library_log,
            will=aiomqtt.Will(will.topic, will.payload, qos=will.qos, retain=will.retain),
            clean_session=True,
            timeout=settings.timeout_s,
            keepalive=settings.keepalive_s,
            tls_context=self._tls,
            # Without it, each acknowledgement waits 40 ms for the next packet.
            socket_options=[(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)],
        )

    def _offline(self, cause: str) -> topics.Packet:
        said = Status(
            state="offline",
            cause=cause,
            next_step="The game goes on at the board; nothing is lost. Look at its power and network.",
        )
        return topics.status(self._desk, said)

    async def _send_events(self, client: aiomqtt.Client) -> None:
        """The journal, in order, and once again from where this connection began."""
        began = self._outbox.rewind()
        with suppress(TimeoutError):
            async with asyncio.timeout(REPEAT_S):
                await self._send_journal(client)
        self._outbox.rewind_to(began)
        await self._send_journal(client)

    async def _send_journal(self, client: aiomqtt.Client) -> None:
        """The journal, in order; the place is moved on when the broker has acknowledged."""
        version = 0
        while True:
            while batch := self._outbox.batch():
                await asyncio.gather(
                    *(_send(client, topics.event(self._desk.board, entry)) for entry in batch)
                )
                await self._outbox.acknowledge(batch[-1].seq)
            version = await self._desk.wait_change(version)

    async def _send_state(self, client: aiomqtt.Client) -> None:
        """Retained topics. What changes while they are being sent goes out with the next round."""
        if self._settings.discovery is not None:
            for packet in known_board(self._desk, self._settings.discovery):
                await _send(client, packet)
        version = 0
        while True:
            for packet in self._retained.changed():
                await _send(client, packet)
            version = await self._desk.wait_change(version)

    async def _listen(self, client: aiomqtt.Client) -> None:
        granted = await client.subscribe(topics.commands_filter(self._desk.board), qos=1)
        if any(_refused(code) for code in granted):
            self._link.last_error = "the broker does not let the board read its commands"
            _log.warning("%s: %s", self._settings.broker, self._link.last_error)
            self._link.changed()
        async for message in client.messages:
            # An empty payload is somebody clearing a retained command.
            if topics.parse_command(self._desk.board, message.topic.value) is None:
                continue
            if not message.payload:
                continue
            if message.retain and (message.topic.value, message.payload) == self._asked_about:
                self._is_retained.set()
            elif self._commands.full():
                _log.warning("%s: too many commands at once; one is dropped", self._settings.broker)
            else:
                self._commands.put_nowait(message)

    async def _obey(self, client: aiomqtt.Client) -> None:
        while True:
            message = await self._commands.get()
            command = topics.parse_command(self._desk.board, message.topic.value)
            assert command is not None
            retained = message.retain or await self._kept_by_broker(client, message)
            reply = await self._answer(command, message, retained=retained)
            await _send(client, topics.reply(self._desk, command, reply))

    async def _kept_by_broker(self, client: aiomqtt.Client, message: aiomqtt.Message) -> bool:
        """Whether a command that looks live was published with the retain flag.

        MQTT 3.1.1 does not tell those who are subscribed already. So its topic is subscribed to by
        itself, and the broker sends what it has retained there at once.
        """
        topic = message.topic.value
        self._asked_about = (topic, message.payload)
        self._is_retained.clear()
        await client.subscribe(topic, qos=1)
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_retained.wait(), RETAINED_S)
        self._asked_about = None
        await client.unsubscribe(topic)
        return self._is_retained.is_set()

    async def _answer(
        self, command: topics.CommandTopic, message: aiomqtt.Message, *, retained: bool
    ) -> Reply:
        if retained:
            self._desk.refuse_retained(command.role, command.name)
            return self._refusal(
                "a retained command is never obeyed: clear it, and send it again unretained"
            )
        try:
            body = read_command(message.payload)
        except BadCommandError as error:
            return self._refusal(str(error))
        return await self._desk.command(command.role, command.name, body, "mqtt")

    def _refusal(self, reason: str) -> Reply:
        return Reply(id="", accepted=False, reason=reason, seq=self._desk.newest_seq())


@asynccontextmanager
async def _connected(client: aiomqtt.Client) -> AsyncIterator[aiomqtt.Client]:
    """The client while connected. Leaves no open socket behind, however connecting ends."""
    entering = asyncio.ensure_future(client.__aenter__())
    try:
        await asyncio.shield(entering)
    except asyncio.CancelledError:
        # Connecting goes on in a thread that cannot be stopped; it is given up when it is done.
        await asyncio.wait([entering])
        if entering.exception() is None:
            await client.__aexit__(None, None, None)
        raise
    except aiomqtt.MqttError:
        client.timeout = 0
        with suppress(aiomqtt.MqttError):
            await client.__aexit__(None, None, None)
        raise
    try:
        yield client
    finally:
        await client.__aexit__(None, None, None)


async def _together(*work: Coroutine[None, None, None]) -> None:
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


async def _send(client: aiomqtt.Client, packet: topics.Packet) -> None:
    await client.publish(packet.topic, packet.payload, qos=packet.qos, retain=packet.retain)


def _back_off(chance: Callable[[], float]) -> Iterator[float]:
    """Pauses in seconds: doubled each time, and spread so that a hall of boards comes back evenly."""
    first, longest = BACK_OFF_S
    delay = first
    while True:
        yield delay * (0.5 + chance() / 2)
        delay = min(longest, delay * 2)


def _refused(code: object) -> bool:
    value = getattr(code, "value", code)
    return isinstance(value, int) and value >= 0x80


def _words(group: BaseExceptionGroup[BaseException]) -> str:
    """What the first error in a group says."""
    first: BaseException = group
    while isinstance(first, BaseExceptionGroup):
        first = first.exceptions[0]
    return str(first) or type(first).__name__
