"""A supervisor whose time and pauses are a test's."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.shell.supervising import Supervisor
from tests.shell.mqtt_peer import Signal

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable


@dataclass
class Held:
    """A supervisor whose time and pauses are the test's."""

    at_s: float = 0.0
    pauses: list[float] = field(default_factory=list)
    gate: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(0))
    signal: Signal = field(default_factory=Signal)
    starts: int = 0

    def __post_init__(self) -> None:
        self.supervisor = Supervisor(pause=self.pause, clock=lambda: self.at_s)

    async def pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.signal.ring()
        await self.gate.acquire()

    def works(self, *ends: Callable[[], Awaitable[None]]) -> Callable[[], Awaitable[None]]:
        """A task that ends so at its first runs, and then goes on for ever."""
        rest = list(ends)

        async def work() -> None:
            self.starts += 1
            self.signal.ring()
            if rest:
                await rest.pop(0)()
            else:
                await asyncio.Event().wait()

        return work

    async def paused(self, times: int) -> None:
        await self.signal.until(lambda: len(self.pauses) >= times)

    async def started(self, times: int) -> None:
        await self.signal.until(lambda: self.starts >= times)

    def later(self, seconds: float) -> None:
        """So much later, looked at all the while."""
        until_s = self.at_s + seconds
        while self.at_s < until_s:
            self.at_s = min(until_s, self.at_s + 1)
            self.supervisor.look()
