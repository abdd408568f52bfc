"""Runs a hub: the command `touchmove hub`."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
from typing import TYPE_CHECKING, Final

from controller.shell.faces import broadcast_of, mqtt_settings
from controller.shell.feeds.delay import DelayLine
from controller.shell.feeds.keeping import FeedFile
from controller.shell.feeds.public import PublicRecords, run_public
from controller.shell.feeds.push import Pusher
from controller.shell.feeds.sending import push
from controller.shell.feeds.steady import SteadyTime
from controller.shell.hub.hub import Hub
from controller.shell.hub.web import make_hub_app
from controller.shell.running import until_signal
from controller.shell.web.relaying import Hall
from controller.shell.web.security import LOOPBACK_HOSTS, Tokens
from controller.shell.web.server import serve

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from controller.shell.hub.config import HubConfig

KEEP_S: Final = 3.0
"""Between two writings of what waits."""
_log = logging.getLogger("touchmove.hub")


def run_hub(config: HubConfig) -> int:
    """Runs until it is told to stop (SIGINT, SIGTERM)."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    return asyncio.run(_run(config))


async def _run(config: HubConfig) -> int:
    async with hub_serving(config) as port:
        _log.info("the desk is at http://%s:%d/arbiter", config.kiosk.host, port)
        await until_signal()
    return 0


@contextlib.asynccontextmanager
async def hub_serving(config: HubConfig) -> AsyncIterator[int]:
    """The hub while the block runs; gives its port.

    Raises:
        OSError: a file with a secret or a certificate cannot be read, or the port cannot be listened on.
    """
    config.state.mkdir(parents=True, exist_ok=True)
    delayed = config.feed.delay_s > 0
    now = SteadyTime()
    file = FeedFile(config.state / "feed.jsonl", now)
    line = DelayLine(config.feed.delay_s, file.read() if delayed else ())
    hub = Hub(config.boards, line, now)
    tokens = Tokens(
        hashes=config.tokens,
        open_roles=frozenset(config.kiosk.open_roles),
        open_to_network=config.kiosk.open_to_network,
    )
    app = make_hub_app(
        hub,
        tokens=tokens,
        hosts={*LOOPBACK_HOSTS, config.kiosk.host, *config.kiosk.hosts},
        hall=Hall(networks=config.feed.hall) if delayed else None,
    )
    gc.collect()
    gc.freeze()  # what stays for ever is not to be looked through again and again while boards wait
    mqtt, broadcast = mqtt_settings(config.mqtt), broadcast_of(config.feed)
    async with serve(app, config.kiosk.host, config.kiosk.port) as port:
        work = [hub.follow(mqtt)]
        if delayed:
            work.append(_keep(line, file, now))
        if broadcast is not None:
            work.append(push(broadcast, hub.games, Pusher()))
        if config.feed.mqtt:
            public = PublicRecords(
                hub.games, dict(enumerate(config.boards, 1)), config.feed.delay_s
            )
            work.append(run_public(public, mqtt, f"touchmove-hub-{secrets.token_hex(4)}-public"))
        tasks = [asyncio.create_task(each) for each in work]
        try:
            yield port
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def _keep(line: DelayLine, file: FeedFile, now: SteadyTime) -> None:
    """Keeps on disk what the public waits for; what is lost of it waits anew."""
    while True:
        line.visible(now())  # what nobody can see any more need not be kept
        await file.keep(line)
        await asyncio.sleep(KEEP_S)
