"""How a board is reached: broker, MQTT, kiosk, feeds, each only where it is wanted."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.shell import credentials
from controller.shell.broker_link import BrokerLink, MqttSettings
from controller.shell.doctor.places import Places
from controller.shell.feeds.feed import Feed
from controller.shell.feeds.public import PublicRecords, run_public
from controller.shell.feeds.push import Broadcast, Pusher
from controller.shell.livesensors import LiveSensors
from controller.shell.mqtt import run_publisher
from controller.shell.wellbeing import STOPPED

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Mapping
    from contextlib import AbstractAsyncContextManager

    from controller.shell.config_types import (
        Config,
        EmulatorConfig,
        FeedConfig,
        KioskConfig,
        LiveChessConfig,
        MqttConfig,
    )
    from controller.shell.service import Service

_log = logging.getLogger("touchmove")


@dataclass(frozen=True, slots=True, kw_only=True)
class Faces:
    """How the board is reached.

    Attributes:
        mqtt: the broker; None for no MQTT.
        embedded_port: where the embedded broker listens; None for none.
        feed: what the public sees; None for the game as it stands.
        broadcast: where the game is pushed to.
        emulator: the serial line at which other programs find the game.
        number: the board's, at the event.
        places: where each point is connected, by its name.
    """

    mqtt: MqttSettings | None
    embedded_port: int | None
    kiosk: KioskConfig | None
    tokens: dict[str, str]
    feed: FeedConfig | None = None
    broadcast: Broadcast | None = None
    livechess: LiveChessConfig | None = None
    emulator: EmulatorConfig | None = None
    number: int = 1
    places: Mapping[str, str] = field(default_factory=dict)


@contextlib.asynccontextmanager
async def serving(service: Service, faces: Faces) -> AsyncIterator[int | None]:
    """Broker, MQTT and kiosk while the block runs; gives the kiosk's port."""
    async with contextlib.AsyncExitStack() as stack:
        if faces.embedded_port is not None:
            from controller.shell.broker import embedded_broker

            await stack.enter_async_context(embedded_broker(faces.embedded_port))
        feed = _feed(service, faces)
        port = None
        if faces.kiosk is not None:
            port = await stack.enter_async_context(_kiosk(service, faces, faces.kiosk, feed))
        if faces.livechess is not None:
            from controller.shell.livechess.serving import livechess

            await stack.enter_async_context(livechess(service, faces.livechess))
        if faces.emulator is not None:
            await stack.enter_async_context(_emulator(service, faces.emulator))
        tasks = [asyncio.create_task(service.watch())]
        if feed.delay_s:
            tasks.append(asyncio.create_task(feed.keep()))
        if faces.broadcast is not None:
            from controller.shell.feeds.sending import push  # noqa: PLC0415 - only when wanted

            tasks.append(asyncio.create_task(push(faces.broadcast, feed.games, Pusher())))
        if service.evidence is not None:
            tasks.append(asyncio.create_task(service.evidence.keep()))
        if faces.mqtt is not None:
            link = BrokerLink()
            service.link = link
            tasks.append(
                asyncio.create_task(run_publisher(service, service.journal, faces.mqtt, link))
            )
            if faces.feed is not None and faces.feed.mqtt:
                boards = {faces.number: service.board}
                public = PublicRecords(feed.games, boards, faces.feed.delay_s)
                name = f"touchmove-{service.board}-public"
                tasks.append(asyncio.create_task(run_public(public, faces.mqtt, name)))
        try:
            yield port
        finally:
            await service.say(STOPPED)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            if service.evidence is not None:
                service.evidence.end()
                await service.evidence.flush()


def _feed(service: Service, faces: Faces) -> Feed:
    if faces.feed is None:
        return Feed(service, number=faces.number)
    return Feed(
        service,
        number=faces.number,
        delay_s=faces.feed.delay_s,
        file=service.journal.path.parent / "feed.json",
    )


def _emulator(service: Service, config: EmulatorConfig) -> AbstractAsyncContextManager[None]:
    # Serial lines are touched only when one is wanted.
    from controller.shell.emulator.serving import serial_board  # noqa: PLC0415
    from controller.shell.emulator.shown import Emulator  # noqa: PLC0415
    from drivers.serial_codec import BAUD  # noqa: PLC0415
    from drivers.serial_port import SerialLine  # noqa: PLC0415
    from drivers.serial_pty import PseudoTerminal  # noqa: PLC0415

    emulator = Emulator(service.settings.game, serial=config.serial)
    port = SerialLine(config.device, BAUD) if config.link is None else PseudoTerminal(config.link)
    return serial_board(service, emulator, port)


@contextlib.asynccontextmanager
async def _kiosk(
    service: Service, faces: Faces, config: KioskConfig, feed: Feed
) -> AsyncIterator[int]:
    # Starlette and uvicorn are imported only when the kiosk is switched on.
    from controller.shell.benchscope import BenchScope  # noqa: PLC0415
    from controller.shell.web.app import make_app  # noqa: PLC0415
    from controller.shell.web.relaying import Hall  # noqa: PLC0415
    from controller.shell.web.security import LOOPBACK_HOSTS, Tokens  # noqa: PLC0415
    from controller.shell.web.server import serve  # noqa: PLC0415

    proofs = Tokens(
        hashes=faces.tokens,
        open_roles=frozenset(config.open_roles),
        open_to_network=config.open_to_network,
    )
    hidden = faces.feed is not None and faces.feed.delay_s > 0
    app = make_app(
        service,
        tokens=proofs,
        hosts={*LOOPBACK_HOSTS, config.host, *config.hosts},
        feed=feed,
        sensors=LiveSensors(service, faces.places).body,
        scope=BenchScope(service) if service.bench is not None else None,
        hall=Hall(networks=faces.feed.hall) if hidden and faces.feed is not None else None,
    )
    async with serve(app, config.host, config.port) as port:
        _log.info("the kiosk is at http://%s:%d/", config.host, port)
        yield port


def faces_of(config: Config) -> Faces:
    """What the configuration says of broker and kiosk.

    Raises:
        OSError: a file with a secret cannot be read.
    """
    mqtt = config.mqtt
    return Faces(
        mqtt=mqtt_settings(mqtt),
        embedded_port=mqtt.port if mqtt.embedded else None,
        kiosk=config.kiosk if config.kiosk.enabled else None,
        tokens=dict(config.tokens),
        feed=config.feed,
        broadcast=broadcast_of(config.feed),
        livechess=config.livechess,
        emulator=config.emulator,
        number=1 if config.pairings is None else config.pairings.board,
        places=Places(config).pins(),
    )


def mqtt_settings(mqtt: MqttConfig) -> MqttSettings:
    """The broker that a configuration names.

    Raises:
        OSError: the password file cannot be read.
    """
    return MqttSettings(
        host=mqtt.host,
        port=mqtt.port,
        username=mqtt.username,
        password=mqtt.password(),
        tls=mqtt.tls,
        ca_file=None if mqtt.ca_file is None else str(mqtt.ca_file),
        discovery=mqtt.discovery,
    )


def broadcast_of(feed: FeedConfig) -> Broadcast | None:
    """The round that a configuration pushes to; None for none.

    Raises:
        OSError: the token's file cannot be read.
    """
    if feed.lichess_round is None or feed.lichess_token_file is None:
        return None
    token = credentials.first_line(feed.lichess_token_file)
    return Broadcast(round_id=feed.lichess_round, token=token, server=feed.lichess_server)
