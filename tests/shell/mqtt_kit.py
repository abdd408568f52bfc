"""A desk with a real journal, and a publisher whose connection can be watched."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Self

from controller.core.messages import Message
from controller.journal.store import Journal
from controller.shell.broker.policy import BOARD, ROLES, Access
from controller.shell.broker.serving import embedded_broker
from controller.shell.broker_link import BrokerLink, MqttSettings, Patience
from controller.shell.desk import Entry
from controller.shell.mqtt import run_publisher
from tests.shell.fake_desk import FakeDesk
from tests.shell.mqtt_peer import HOST, Signal

SECRET = "known to the board alone"
"""Of the board's account at the embedded broker; Mosquitto takes any where it asks for none."""


def open_broker(port: int) -> AbstractAsyncContextManager[object]:
    """An embedded broker at which anybody may give commands."""
    return embedded_broker(port, Access("board-1", secret=SECRET, open_roles=ROLES))


class JournalDesk(FakeDesk):
    """A desk whose messages are in a real journal."""

    def __init__(self, log: Journal) -> None:
        super().__init__()
        self.log = log
        self.board, self.epoch = log.board, log.epoch

    @classmethod
    @contextmanager
    def open(cls, folder: Path) -> Iterator[Self]:
        with Journal.open(folder, "board-1") as log:
            yield cls(log)

    async def happen(self, *messages: Message) -> None:
        self.log.append(messages, game_id=self.game_id, at_us=self.at_us())
        await self.change()

    def newest_seq(self) -> int:
        return self.log.newest_seq

    def entries(self, after_seq: int, limit: int) -> Sequence[Entry]:
        return self.log.entries(after_seq, limit)

    def game_entries(self, game_id: str) -> Sequence[Entry]:
        return self.log.game_entries(game_id)


@dataclass
class Publisher:
    """A running publisher, and what it says of its connection."""

    link: BrokerLink
    signal: Signal
    ended: bool = False
    pauses: list[float] = field(default_factory=list)
    go_on: asyncio.Event = field(default_factory=asyncio.Event)

    async def until(self, condition: Callable[[BrokerLink], object]) -> None:
        await self.signal.until(lambda: self.ended or condition(self.link))
        assert condition(self.link), "the publisher has ended"


@asynccontextmanager
async def publishing(
    desk: JournalDesk,
    port: int,
    *,
    timeout_s: float = 20.0,
    patience: Patience | None = None,
    rest: Callable[[float], Awaitable[object]] = lambda _: asyncio.sleep(0),
) -> AsyncIterator[Publisher]:
    signal = Signal()
    link = BrokerLink(changed=signal.ring)
    publisher = Publisher(link, signal)
    publisher.go_on.set()

    async def pause(seconds: float) -> None:
        publisher.pauses.append(seconds)
        await publisher.go_on.wait()
        await rest(seconds)

    settings = MqttSettings(
        host=HOST,
        port=port,
        timeout_s=timeout_s,
        connect_s=timeout_s,
        username=BOARD,
        password=SECRET,
    )
    patience = replace(patience or Patience(), pause=pause)
    running = asyncio.create_task(run_publisher(desk, desk.log, settings, link, patience=patience))

    def end(_: object) -> None:
        publisher.ended = True
        signal.ring()

    running.add_done_callback(end)
    try:
        yield publisher
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
