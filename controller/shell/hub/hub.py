"""The hub in the event loop: follows the boards over the broker, gives their commands, and tells its viewers."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import secrets
import time
from typing import TYPE_CHECKING, Final

import msgspec

from controller.journal.codec import canonical
from controller.shell.broker_link import (
    BrokerLink,
    MqttSettings,
    Patience,
    client_of,
    connected,
    kept_up,
    tls_of,
)
from controller.shell.feeds.delay import DelayLine, Entered
from controller.shell.feeds.relay import Relayed
from controller.shell.feeds.steady import SteadyTime
from controller.shell.hub.faces import NoAnswerError
from controller.shell.hub.news import News
from controller.shell.hub.tables import RETAINED, Table, Tables
from controller.shell.topics import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from controller.core.messages import Json
    from controller.shell.broker_link import Client

REPLY_S: Final = 5.0
"""How long a board may take to answer a command."""
_log = logging.getLogger("touchmove.hub")


class Hub:
    """Many boards.

    Args:
        boards: their ids, by number.
        delay: of what relays see.
        now: the time by which they wait.

    Attributes:
        link: how the connection to the broker stands.
    """

    def __init__(
        self, boards: Sequence[str], delay: DelayLine, now: SteadyTime | None = None
    ) -> None:
        self.tables = Tables(boards)
        self.link = BrokerLink()
        self._delay = delay
        self._now = now or SteadyTime()
        self._client: Client | None = None
        self._replies: dict[str, asyncio.Future[Json]] = {}
        self._news = News()
        self._changed = asyncio.Condition()

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

    def news(self, after: int, limit: int) -> list[bytes] | None:
        """The news with greater numbers, at most so many; None where some of them are no longer kept."""
        return self._news.after(after, limit)

    async def wait(self, after: int) -> None:
        """Waits until there are news with a greater number."""
        async with self._changed:
            await self._changed.wait_for(lambda: self.newest > after)

    def games(self) -> list[Relayed]:
        """What relays may see now."""
        return [
            Relayed(board=each.board, text=each.text, live=each.live)
            for each in self._delay.visible(self._now())
        ]

    def kept(self) -> Iterable[Entered]:
        """What must outlast a restart for the delay to hold."""
        return self._delay.kept()

    async def follow(self, settings: MqttSettings, patience: Patience | None = None) -> None:
        """Follows the boards until it is cancelled.

        Raises:
            OSError: the file of authorities cannot be read (`ca_file`).
        """
        tls = tls_of(settings)

        async def session() -> None:
            name = f"touchmove-hub-{secrets.token_hex(4)}"
            async with connected(client_of(settings, name, tls), settings.timeout_s) as client:
                await self._listen(client)

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
        finally:
            del self._replies[key]

    async def _listen(self, client: Client) -> None:
        for board in self.tables.by_board:
            for topic in (*RETAINED, "event/+", "reply/+"):
                await client.subscribe(f"{ROOT}/{board}/{topic}", qos=1)
        self._client = client
        self.link.up()
        async for message in client.messages:
            payload = message.payload
            if isinstance(payload, bytes):
                await self.hear(message.topic.value, payload)

    async def hear(self, topic: str, payload: bytes) -> None:
        """Takes in a message of the broker."""
        board, _, rest = topic.removeprefix(f"{ROOT}/").partition("/")
        if rest.startswith("reply/"):
            self._answer(board, rest.removeprefix("reply/"), payload)
            return
        found = self.tables.heard(topic, payload, time.monotonic_ns() // 1000)
        if found is None:
            return
        table, rest, body = found
        if rest in {"record", "position"}:
            self._enter(table)
        self._news.tell(table, rest, body, self.now_ms())
        async with self._changed:
            self._changed.notify_all()

    def _enter(self, table: Table) -> None:
        if table.record:
            self._delay.put(
                Entered(board=table.number, at_s=self._now(), text=table.record, live=table.live)
            )

    def _answer(self, board: str, role: str, payload: bytes) -> None:
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            body = msgspec.json.decode(payload, type=dict)
            waiting = self._replies.get(f"{board} {role} {body.get('id')}")
            if waiting is not None and not waiting.done():
                waiting.set_result(body)
