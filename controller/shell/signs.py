"""Signs of life, by which a task that waits is told from one that hangs."""

from __future__ import annotations

import asyncio
import time
from contextvars import ContextVar
from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

LATE_S: Final = 5.0
"""Looked at so late, the whole process was held up: no task is blamed for its silence."""
_T = TypeVar("_T")
sign: ContextVar[Callable[[], None] | None] = ContextVar("sign", default=None)
"""Takes the signs of the task that runs; None outside a supervisor."""


def alive() -> None:
    """The task that calls this gives a sign of life."""
    if (told := sign.get()) is not None:
        told()


async def rest(seconds: float) -> None:
    """Sleeps, with a sign of life every few seconds."""
    end_s = time.monotonic() + seconds
    while (left_s := end_s - time.monotonic()) > 0:
        alive()
        await asyncio.sleep(min(left_s, LATE_S))


async def awaited(wait: Callable[[], Awaitable[_T]], every_s: float = LATE_S) -> _T:
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
