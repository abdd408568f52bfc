"""How a hub reads from its broker: all that has come, five times a second."""

from __future__ import annotations

import asyncio
import select
import ssl
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from controller.shell.broker_link import Client

READ_S = 0.005
"""What has come is read for so long, then everything else has its turn."""


def read_now_and_then(client: Client, pause_s: float, late: Callable[[float], None]) -> None:
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
