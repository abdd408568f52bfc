"""The board on MQTT: events, retained state, commands and replies, through every outage.

The journal is the truth and the broker one reader of it. What happens while the broker is away is
sent afterwards, in order. A broker's acknowledgement is trusted only so far: see `outbox.OVERLAP` and
`outbox.REPEAT_S`.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress

import msgspec
from msgspec import structs

from controller.core.messages import Status
from controller.shell import topics
from controller.shell.broker_link import (
    BRIEF_MANY,
    FAREWELL_S,
    BrokerLink,
    Client,
    Message,
    MqttError,
    MqttSettings,
    Patience,
    client_of,
    connected,
    kept_up,
    refused,
    send,
    tls_of,
    together,
)
from controller.shell.desk import Desk, Reply
from controller.shell.discovery import known_board
from controller.shell.envelope import BadCommandError, read_command
from controller.shell.outbox import REPEAT_S, WINDOW, Cursors, Outbox
from controller.shell.wellbeing import STOPPED

BACKLOG_MAX = 100
"""Commands not yet looked at; people send one a second, so more is a fault or an attack."""
RETAINED_S = 0.1
"""How long a broker may take to send what it has retained after it has granted a subscription."""
_log = logging.getLogger("touchmove.mqtt")


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
    publisher = _Publisher(desk, cursors, settings, link, patience)
    await kept_up(publisher.session, publisher.lost, link, patience)


class _Epoch(msgspec.Struct):
    """What says of a status which journal it is from."""

    epoch: str


class _Publisher:
    """One board and one broker; `session` is one connection, from CONNECT to its end."""

    def __init__(
        self,
        desk: Desk,
        cursors: Cursors,
        settings: MqttSettings,
        link: BrokerLink,
        patience: Patience,
    ) -> None:
        self._desk = desk
        self._settings = settings
        self._link = link
        self._outbox = Outbox(desk, cursors, settings.broker)
        self._retained = topics.Retained(desk)
        self._commands: asyncio.Queue[Message] = asyncio.Queue(BACKLOG_MAX)
        self._asked_about: str | None = None
        self._is_retained = asyncio.Event()
        self._events_out = asyncio.Event()
        self._tls = tls_of(settings)
        self._clock = patience.clock
        self._replies: asyncio.Queue[topics.Packet] = asyncio.Queue(BACKLOG_MAX)
        self._status_topic = topics.status(desk, STOPPED).topic
        self._has_told = False

    async def session(self) -> None:
        """Connects, and sends and obeys until the connection ends.

        Raises:
            MqttError: it could not connect.
            ExceptionGroup: of `MqttError`; the connection was lost.
        """
        will = self._offline("the connection to the board was lost")
        name = f"touchmove-{self._desk.board}"
        entering = client_of(self._settings, name, self._tls, will)
        async with connected(entering, self._settings.timeout_s) as client:
            self._connected()
            if self._link.crowded is not None:  # before ours is there: who else speaks for us?
                await client.subscribe(self._status_topic, qos=0)
            try:
                await together(
                    self._listen(client),
                    self._obey(client),
                    self._reply(client),
                    self._send_state(client),
                    self._send_events(client),
                )
            except asyncio.CancelledError:
                with suppress(MqttError):
                    client.timeout = FAREWELL_S
                    await self._send(client, topics.status(self._desk, self._farewell()))
                raise

    def lost(self, problem: str) -> None:
        """Tells that there is no connection, once an outage."""
        if self._link.down(problem, self._desk.at_us()) and self._link.brief <= BRIEF_MANY:
            _log.warning("%s: %s; trying again", self._settings.broker, problem)

    def _connected(self) -> None:
        self._retained.forget()
        _log.info("%s: connected, %d waiting", self._settings.broker, self._outbox.waiting)
        self._link.up(self._desk.at_us())

    def _farewell(self) -> Status:
        """The last that the broker is told: why the board has stopped."""
        now = self._desk.status()
        return structs.replace(now if now.state == "stopped" else STOPPED, state="offline")

    async def _send(self, client: Client, packet: topics.Packet) -> None:
        """Publishes, waits for the broker's answer where there is one, and notes how long it took."""
        began_s = self._clock()
        await send(client, packet)
        if packet.qos:
            self._link.answered(self._clock() - began_s)

    def _offline(self, cause: str) -> topics.Packet:
        said = Status(
            state="offline",
            cause=cause,
            next_step="The game goes on at the board; nothing is lost. Look at its power and network.",
        )
        return topics.status(self._desk, said)

    async def _send_events(self, client: Client) -> None:
        """The journal, in order, and once again from where this connection began."""
        began = self._outbox.rewind()
        with suppress(TimeoutError):
            async with asyncio.timeout(REPEAT_S):
                await self._send_journal(client)
        self._outbox.rewind_to(began)
        await self._send_journal(client)

    async def _send_journal(self, client: Client) -> None:
        """The journal, in order; the place is moved on when the broker has acknowledged."""
        version = 0
        while True:
            while batch := self._outbox.batch():
                await asyncio.gather(
                    *(self._send(client, topics.event(self._desk.board, entry)) for entry in batch),
                    self._events_are_out(),
                )
                await self._outbox.acknowledge(batch[-1].seq)
            self._events_out.set()
            version = await self._desk.wait_change(version)

    async def _events_are_out(self) -> None:
        """Begun after the events, it runs when they are with the broker; the answers are still to come."""
        self._events_out.set()

    async def _send_state(self, client: Client) -> None:
        """Retained topics, after the events. What changes while they are being sent goes out with the next round."""
        if self._settings.discovery is not None:
            for packet in known_board(self._desk, self._settings.discovery):
                await self._send(client, packet)
        while True:
            for packet in self._retained.changed():
                await self._send(client, packet)
                self._has_told |= packet.topic == self._status_topic
            with suppress(TimeoutError):
                async with asyncio.timeout(self._retained.wait_s()):
                    await self._events_out.wait()
            self._events_out.clear()

    async def _listen(self, client: Client) -> None:
        had_told = self._has_told
        granted = await client.subscribe(topics.commands_filter(self._desk.board), qos=1)
        if any(refused(code) for code in granted):
            self._link.last_error = "the broker does not let the board read its commands"
            _log.warning("%s: %s", self._settings.broker, self._link.last_error)
            self._link.changed()
        async for message in client.messages:
            if message.topic.value == self._status_topic:
                self._look_for_rival(message, had_told=had_told)
                continue
            # An empty payload is somebody clearing a retained command.
            if topics.parse_command(self._desk.board, message.topic.value) is None:
                continue
            if not message.payload:
                continue
            if message.retain and message.topic.value == self._asked_about:
                self._is_retained.set()
            elif self._commands.full():
                _log.warning("%s: too many commands at once; one is dropped", self._settings.broker)
            else:
                self._commands.put_nowait(message)

    async def _obey(self, client: Client) -> None:
        while True:
            message = await self._commands.get()
            command = topics.parse_command(self._desk.board, message.topic.value)
            assert command is not None
            retained = message.retain or await self._kept_by_broker(client, message)
            reply = await self._answer(command, message, retained=retained)
            await self._replies.put(topics.reply(self._desk, command, reply))

    async def _reply(self, client: Client) -> None:
        """Sends what was answered, in order. A broker that is late holds up no further command."""
        while True:
            packets = [await self._replies.get()]
            while len(packets) < WINDOW and not self._replies.empty():
                packets.append(self._replies.get_nowait())
            await asyncio.gather(*(self._send(client, packet) for packet in packets))

    def _look_for_rival(self, message: Message, *, had_told: bool) -> None:
        """Another board with our id displaces us at the broker; its status has another epoch than ours.

        What the broker had kept before this program told its own may be from an earlier journal of this board.

        Args:
            had_told: this program had told its status before this subscription.
        """
        try:
            epoch = msgspec.json.decode(message.payload, type=_Epoch).epoch
        except (msgspec.DecodeError, UnicodeDecodeError, TypeError):
            return
        if epoch == self._desk.epoch or (message.retain and not had_told):
            return
        rival = (
            f"another board with the id {self._desk.board} is on this broker (epoch {epoch[:40]})"
        )
        if rival != self._link.rival:
            _log.error("%s: %s; give each board an id of its own", self._settings.broker, rival)
            self._link.rival = rival
            self._link.changed()

    async def _kept_by_broker(self, client: Client, message: Message) -> bool:
        """Whether a command that looks live was published with the retain flag.

        MQTT 3.1.1 does not tell those who are subscribed already. So its topic is subscribed to by
        itself, and the broker sends what it has retained there at once. Whatever that is: another
        retained command may have taken the place of this one by then.
        """
        topic = message.topic.value
        self._asked_about = topic
        self._is_retained.clear()
        await client.subscribe(topic, qos=0)  # of QoS 1 it might have to wait for acknowledgements
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_retained.wait(), RETAINED_S)
        await client.unsubscribe(topic)
        self._asked_about = None
        return self._is_retained.is_set()

    async def _answer(
        self, command: topics.CommandTopic, message: Message, *, retained: bool
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
