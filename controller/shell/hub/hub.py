"""The hub in the event loop: follows the boards over the broker, gives their commands, and tells its viewers."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from typing import TYPE_CHECKING, Final

import msgspec

from controller.journal.codec import canonical
from controller.shell.broker_link import (
    BrokerLink,
    MqttError,
    MqttSettings,
    Patience,
    client_of,
    connected,
    kept_up,
    refused,
    tls_of,
    together,
)
from controller.shell.feeds.delay import DelayLine, Entered
from controller.shell.feeds.steady import SteadyTime
from controller.shell.hub.faces import NoAnswerError
from controller.shell.hub.inbox import Inbox
from controller.shell.hub.news import News
from controller.shell.hub.reading import read_now_and_then
from controller.shell.hub.said import RETAINED, StrangeError, read_answer
from controller.shell.hub.tables import Table, Tables
from controller.shell.topics import ROOT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.messages import Json
    from controller.shell.broker_link import Client
    from controller.shell.feeds.relay import Relayed

REPLY_S: Final = 5.0
"""How long a board may take to answer a command."""
SLICE_S: Final = 0.005
"""Messages are read for so long, then everybody else has his turn."""
GATHER_S: Final = 0.2
"""So long messages are gathered: to wake up for each costs several times as much as to read it."""
TOPICS: Final = ("reply/+", "event/+", *RETAINED)
"""What is heard of each board: what is said once first, and the game before what is read by it."""
_log = logging.getLogger("touchmove.hub")


class Hub:
    """Many boards.

    Args:
        boards: their ids, by number.
        delay: of what relays see.
        now: the time by which they wait.

    Attributes:
        link: how the connection to the broker stands.
        heard: messages that were read.
        held_ms_max: the longest time for which the event loop had no turn to give, since somebody asked.
        busy_ms_max: how much of such a time it computed; the rest it waited for a disk or for the processor.
    """

    def __init__(
        self, boards: Sequence[str], delay: DelayLine, now: SteadyTime | None = None
    ) -> None:
        self.tables = Tables(boards)
        self.link = BrokerLink()
        self.heard = 0
        self.held_ms_max = self.busy_ms_max = 0.0
        self._delay = delay
        self._now = now or SteadyTime()
        self._client: Client | None = None
        self._replies: dict[str, asyncio.Future[Json]] = {}
        self._news = News(self.tables)
        self._changed = asyncio.Condition()
        self._inbox = Inbox()
        self._arrived = asyncio.Event()
        self._used_s = 0.0

    @property
    def newest(self) -> int:
        """The number of the newest news."""
        return self._news.newest

    @property
    def sheet(self) -> str | None:
        """Sheets are printed at each board; the hub has the records."""
        return None

    def now_ms(self) -> int:
        """The hub's own time, which never jumps."""
        return time.monotonic_ns() // 1_000_000

    def words(self) -> str:
        """How the link to the broker is."""
        return self.link.words()

    def news(self, after: int, limit: int) -> tuple[int, bytes] | None:
        """The news with greater numbers, at most so many, and the number of the last; see `News.after`."""
        return self._news.after(after, limit, self.now_ms())

    async def wait(self, after: int) -> None:
        """Waits until there are news with a greater number."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.newest > after)

    def games(self) -> list[Relayed]:
        """What relays may see now."""
        return self._delay.games(self._now())

    async def follow(self, settings: MqttSettings, patience: Patience | None = None) -> None:
        """Follows the boards until it is cancelled.

        Raises:
            OSError: the file of authorities cannot be read (`ca_file`).
        """
        tls = tls_of(settings)

        async def session() -> None:
            name = f"touchmove-hub-{secrets.token_hex(4)}"
            client = client_of(settings, name, tls, take=self.take)
            async with connected(client, settings.timeout_s) as client:
                await together(self._listen(client), self.read())

        def lost(problem: str) -> None:
            self._client = None
            if self.link.down(problem):
                _log.warning("%s: %s; trying again", settings.broker, problem)

        await kept_up(session, lost, self.link, patience or Patience())

    async def command(self, board: str, role: str, name: str, body: Json) -> Json:
        """Gives a command to a board and returns its reply.

        Raises:
            NoAnswerError: there is no answer; the command may have been obeyed all the same, and can be given
                again with the same id.
        """
        if self._client is None:
            raise NoAnswerError("the broker is away; the boards cannot be reached")
        body = body | {"id": body.get("id") or secrets.token_hex(8)}
        key = f"{board} {role} {body['id']}"
        answer: asyncio.Future[Json] = asyncio.get_running_loop().create_future()
        self._replies[key] = answer
        try:
            topic = f"{ROOT}/{board}/command/{role}/{name}"
            async with asyncio.timeout(REPLY_S):
                await self._client.publish(topic, canonical(body), qos=1)
                return await answer
        except TimeoutError:
            raise NoAnswerError(f"{board} does not answer; is it on, and on this broker?") from None
        except MqttError as error:
            raise NoAnswerError(f"the broker does not take the command: {error}") from None
        finally:
            del self._replies[key]

    async def _listen(self, client: Client) -> None:
        # At QoS 1 each message costs an answer. A broker loses none on a connection that stands, and what was said
        # while it did not stand a session that begins anew does not get at QoS 1 either.
        wanted = [(f"{ROOT}/+/{topic}", 0) for topic in TOPICS]
        granted = await client.subscribe(wanted)
        denied = [topic for (topic, _), code in zip(wanted, granted, strict=True) if refused(code)]
        self._client = client
        self.link.up()
        if denied:
            self.link.last_error = f"the broker does not let the hub read {', '.join(denied)}"
            _log.warning("%s; see its access list", self.link.last_error)
        read_now_and_then(client, GATHER_S, self._late)
        async for _ in client.messages:  # they go to `take`; this notices the end of the connection
            pass

    def _late(self, late_s: float) -> None:
        """How punctual the event loop is: its turn came so much later than it was due."""
        now_s = time.thread_time()
        used_s, self._used_s = now_s - self._used_s, now_s
        self.held_ms_max = max(self.held_ms_max, late_s * 1000)
        self.busy_ms_max = max(self.busy_ms_max, min(late_s, used_s) * 1000)

    def take(self, topic: str, payload: object) -> None:
        """A message has come from the broker. It is read when it is its board's turn."""
        place = self.tables.place(topic)
        if place is None or not isinstance(payload, bytes):
            return
        table, rest = place
        if rest.startswith("reply/"):
            self._answer(table, rest.removeprefix("reply/"), payload)
        elif self._inbox.put(table.board, topic, payload):
            self._arrived.set()
        else:
            self._miss(table, rest, "too many messages at once")

    async def read(self) -> None:
        """Reads what has come, board after board, until it is cancelled."""
        while True:
            await self._arrived.wait()
            self._arrived.clear()
            while self._inbox:
                end_s = time.monotonic() + SLICE_S
                while self._inbox and time.monotonic() < end_s:
                    self._hear(*self._inbox.take())
                await self._tell()
                await asyncio.sleep(0)

    async def hear(self, topic: str, payload: bytes) -> None:
        """Takes in a message at once, and tells of it."""
        self.take(topic, payload)
        while self._inbox:
            self._hear(*self._inbox.take())
        await self._tell()

    def _hear(self, topic: str, payload: bytes) -> None:
        place = self.tables.place(topic)
        if place is None:
            return
        table, rest = place
        try:
            change = table.heard(rest, payload, time.monotonic_ns() // 1000)
        except StrangeError as strange:
            self._miss(table, rest, str(strange))
            return
        self.heard += 1
        if change is None:
            return
        if "record" in change.topics or "position" in change.topics:
            self._enter(table)
        self._news.tell(change)

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()

    def _miss(self, table: Table, topic: str, why: str) -> None:
        """Counts a message that is none of a board's; the log names each kind once."""
        kinds = len(table.strange)
        change = table.miss(topic, why, time.monotonic_ns() // 1000)
        if len(table.strange) > kinds:
            _log.warning(
                "%s: %s; such messages are not taken in", table.board, next(reversed(table.strange))
            )
        if change is not None:
            self._news.tell(change)

    def _enter(self, table: Table) -> None:
        if table.record is not None and (text := table.record[1]):
            new = Entered(
                board=table.number,
                at_s=self._now(),
                text=text,
                live=table.record_live,
                game=table.record_of,
            )
            self._delay.put(new)

    def _answer(self, table: Table, role: str, payload: bytes) -> None:
        begin = f"{table.board} {role} "
        if not any(key.startswith(begin) for key in self._replies):
            return  # nobody waits for it here; it was given elsewhere
        try:
            answer = read_answer(payload, table.board, role)
        except StrangeError as strange:
            self._miss(table, "reply", str(strange))
            return
        waiting = self._replies.get(f"{begin}{answer.id}")
        if waiting is not None and not waiting.done():
            waiting.set_result(msgspec.to_builtins(answer))
