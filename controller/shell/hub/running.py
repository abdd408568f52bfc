"""Runs a hub: the command `touchmove hub`."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import logging
import secrets
import time
from typing import TYPE_CHECKING, Final

from controller.shell import outlets, tasks
from controller.shell.addresses import machine_names, told_addresses
from controller.shell.broker_link import BrokerLink, closed_meanwhile
from controller.shell.faces import broadcast_of, mqtt_settings
from controller.shell.feeds.delay import DelayLine
from controller.shell.feeds.keeping import FeedFile
from controller.shell.feeds.public import PublicRecords, run_public
from controller.shell.feeds.push import Pusher
from controller.shell.feeds.pushed import Pushed
from controller.shell.feeds.sending import push
from controller.shell.feeds.steady import SteadyTime
from controller.shell.hub.hub import Hub
from controller.shell.hub.web import make_hub_app
from controller.shell.notify import Notifier, Pulse
from controller.shell.running import Deadline, on_signals
from controller.shell.signs import alive
from controller.shell.supervising import Supervisor
from controller.shell.web.relaying import Hall
from controller.shell.web.security import LOOPBACK_HOSTS, Tokens
from controller.shell.web.server import keep_serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from controller.core.messages import Outlet
    from controller.shell.hub.config import HubConfig

KEEP_S: Final = 3.0
"""Between two writings of what waits."""
_log = logging.getLogger("touchmove.hub")


def run_hub(config: HubConfig) -> int:
    """Runs until it is told to stop (SIGINT, SIGTERM)."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    deadline = Deadline()
    try:
        return asyncio.run(_run(config, deadline))
    finally:
        deadline.met()


async def _run(config: HubConfig, deadline: Deadline) -> int:
    supervisor, notifier = Supervisor(), Notifier.of_environment()
    async with hub_serving(config, supervisor) as port:
        kiosk = config.kiosk
        for line in told_addresses("the hub", kiosk.host, port, kiosk.hosts):
            _log.info("%s", line)
        on_signals(supervisor.ask_to_stop)
        # A hub scans nothing: that its loop runs is enough.
        pulse = Pulse(notifier, time.monotonic_ns, lambda: True)
        supervisor.start(tasks.PULSE, lambda: pulse.keep(lambda: _status(supervisor)))
        try:
            await supervisor.stopped()
        finally:
            deadline.begin()
            notifier.stopping()
    return 0


def _status(supervisor: Supervisor) -> str:
    """One line for systemd."""
    return next((f"degraded: {state.cause}" for state in supervisor.troubles()), "online")


@contextlib.asynccontextmanager
async def hub_serving(
    config: HubConfig, supervisor: Supervisor | None = None
) -> AsyncIterator[int]:
    """The hub while the block runs; gives its port.

    Args:
        supervisor: keeps its tasks; None for one of its own.

    Raises:
        OSError: a file with a secret cannot be read, or the port cannot be listened on.
    """
    supervisor = supervisor or Supervisor()
    config.state.mkdir(parents=True, exist_ok=True)
    delayed = config.feed.delay_s > 0
    now = SteadyTime()
    file = FeedFile(config.state / "feed.jsonl", now)
    line = DelayLine(config.feed.delay_s, file.read(), kept=True)
    hub = Hub(config.boards, line, now)
    tokens = Tokens(
        hashes=config.tokens,
        open_roles=frozenset(config.kiosk.open_roles),
        open_to_network=config.kiosk.open_to_network,
    )
    ways: list[Callable[[], Outlet]] = []
    app = make_hub_app(
        hub,
        tokens=tokens,
        hosts={
            *LOOPBACK_HOSTS,
            config.kiosk.host,
            *config.kiosk.hosts,
            *machine_names(config.kiosk.host),
        },
        hall=Hall(networks=config.feed.hall, front=True) if delayed else None,
        supervisor=supervisor,
        event=config.event,
        broadcast=lambda: [look() for look in ways],
    )
    gc.collect()
    gc.freeze()  # what stays for ever is not to be looked through again and again while boards wait
    mqtt = mqtt_settings(config.mqtt)
    async with supervisor:
        supervisor.expect(closed_meanwhile)
        port = await supervisor.open(
            tasks.KIOSK, lambda up: keep_serving(app, config.kiosk.host, config.kiosk.port, up)
        )
        supervisor.start(tasks.BOARDS, lambda: hub.follow(mqtt))
        supervisor.start(tasks.FEED, lambda: _keep(line, file, now))
        _broadcast(hub, config, supervisor, ways)
        yield port


def _broadcast(
    hub: Hub, config: HubConfig, supervisor: Supervisor, ways: list[Callable[[], Outlet]]
) -> None:
    """Gives the games out as it is configured; each way is added to `ways`."""
    if (broadcast := broadcast_of(config.feed)) is not None:
        pusher, pushed = Pusher(), Pushed(config.state / "pushed.json", broadcast.round_id)
        ways.append(lambda: outlets.pushed(pusher))
        supervisor.start(
            tasks.PUSH, lambda: push(broadcast, lambda: pushed.mine(hub.games()), pusher)
        )
    if config.feed.mqtt:
        boards = dict(enumerate(config.boards, 1))
        public, link = PublicRecords(hub.games, boards, config.feed.delay_s), BrokerLink()
        mqtt, name = mqtt_settings(config.mqtt), f"touchmove-hub-{secrets.token_hex(4)}-public"
        ways.append(lambda: outlets.at_broker("public", link))
        supervisor.start(tasks.PUBLIC, lambda: run_public(public, mqtt, name, link=link))


async def _keep(line: DelayLine, file: FeedFile, now: SteadyTime) -> None:
    """Keeps on disk what the public sees or waits for; what is lost of it waits anew."""
    while True:
        alive()
        line.visible(now())  # what nobody can see any more need not be kept
        await file.keep(line)
        await asyncio.sleep(KEEP_S)
