"""Signs of life: a task that gives none for as long as its row of `tasks.DUTIES` says hangs, and is ended."""

from __future__ import annotations

import asyncio
import time
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

EVERY_S: Final = 5.0
"""How often whoever waits for something gives one."""
_T = TypeVar("_T")
heard: ContextVar[Callable[[], None] | None] = ContextVar("heard", default=None)
"""Takes note of a sign; the supervisor sets it for each of its tasks."""


def alive() -> None:
    """The task that calls this gives a sign of life."""
    if (note := heard.get()) is not None:
        note()


async def rest(seconds: float) -> None:
    """Sleeps, with a sign of life every few seconds."""
    end_s = time.monotonic() + seconds
    while (left_s := end_s - time.monotonic()) > 0:
        alive()
        await asyncio.sleep(min(left_s, EVERY_S))


async def awaited(wait: Callable[[], Awaitable[_T]], every_s: float = EVERY_S) -> _T:
    """Waits as long as it takes, with a sign of life every few seconds.

    Args:
        wait: is called again for each few seconds, so that news it has missed are lost for no longer.
    """
    while True:
        alive()
        try:
            async with asyncio.timeout(every_s):
                return await wait()
        except TimeoutError:
            continue
