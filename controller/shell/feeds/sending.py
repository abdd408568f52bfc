"""Sends what a `Pusher` wants sent, over HTTPS."""

from __future__ import annotations

import asyncio
import http.client
import logging
import time
import urllib.error
import urllib.request
from typing import TYPE_CHECKING

from controller.shell.feeds.push import Broadcast, Pusher
from controller.shell.signs import alive

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.shell.feeds.push import Batch
    from controller.shell.feeds.relay import Relayed

TIMEOUT_S = 20.0
LOOK_S = 1.0
"""How often the records are looked at; a push waits for two seconds of changes anyway."""
ANSWER_MAX = 1 << 20
_log = logging.getLogger("touchmove.push")


async def push(
    broadcast: Broadcast, games: Callable[[], Sequence[Relayed]], pusher: Pusher
) -> None:
    """Keeps a broadcast up to date until it is cancelled."""
    told: str | None = None
    while True:
        alive()
        pusher.offer(games(), time.monotonic())
        batch = pusher.next(time.monotonic())
        if batch is not None:
            try:
                status, body = await asyncio.to_thread(_post, broadcast, batch)
            except (OSError, http.client.HTTPException) as error:
                pusher.failed(str(error) or type(error).__name__, time.monotonic())
            else:
                pusher.answered(status, body, time.monotonic())
        if pusher.problem != told:
            told = pusher.problem
            _log.warning("%s", told or "pushing to lichess goes on well")
        await asyncio.sleep(LOOK_S)


def _post(broadcast: Broadcast, batch: Batch) -> tuple[int, str]:
    request = urllib.request.Request(  # noqa: S310 - the configuration allows https, and http for loopback
        f"{broadcast.server}/api/broadcast/round/{broadcast.round_id}/push",
        data=batch.body.encode(),
        headers={
            "Authorization": f"Bearer {broadcast.token}",
            "Content-Type": "text/plain; charset=utf-8",
            "User-Agent": "touchmove",
        },
        method="POST",
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT_S) as answer:  # noqa: S310 - see above
            return answer.status, answer.read(ANSWER_MAX).decode(errors="replace")
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, refused.read(ANSWER_MAX).decode(errors="replace")
