"""How a board is reached: broker, MQTT, kiosk, feeds, each only where it is wanted."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from controller.shell import credentials, outlets, tasks
from controller.shell.addresses import machine_names, origins, told_addresses
from controller.shell.broker_link import BrokerLink, MqttSettings, closed_meanwhile
from controller.shell.config_types import ARCHIVE_AFTER
from controller.shell.doctor.places import Places
from controller.shell.feeds.feed import Feed
from controller.shell.feeds.public import PublicRecords, run_public
from controller.shell.feeds.push import Broadcast, Pusher
from controller.shell.livesensors import LiveSensors
from controller.shell.mqtt import run_publisher

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Mapping

    from controller.shell.config_types import (
        Config,
        EmulatorConfig,
        FeedConfig,
        KioskConfig,
        LiveChessConfig,
        MqttConfig,
    )
    from controller.shell.evidence import Evidence
    from controller.shell.service import Service

FLUSH_S = 2.0
"""How long the end of the evidence may take."""
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
        archive_after: records that stay in the journal's file.
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
    archive_after: int = ARCHIVE_AFTER


@contextlib.asynccontextmanager
async def serving(service: Service, faces: Faces) -> AsyncIterator[int | None]:
    """Broker, MQTT and kiosk while the block runs; gives the kiosk's port.

    Each is a task of the service's supervisor, and so is what the block starts there.

    Raises:
        OSError: something cannot be opened that the configuration wants.
    """
    supervisor = service.supervisor
    async with supervisor:
        try:
            yield await _open(service, faces)
        finally:
            await supervisor.end(tasks.SCAN.name, tasks.PULSE.name, tasks.WATCH.name)
            await service.farewell()
            await supervisor.end(tasks.MQTT.name, tasks.PUBLIC.name)
            await supervisor.end()
            if service.evidence is not None:
                service.evidence.end()
                await _flushed(service.evidence)


async def _open(service: Service, faces: Faces) -> int | None:
    supervisor, feed, port = service.supervisor, _feed(service, faces), None
    mqtt = faces.mqtt
    if (broker_port := faces.embedded_port) is not None:
        mqtt = await _open_broker(service, faces, broker_port)
    if (kiosk := faces.kiosk) is not None:
        port = await _open_kiosk(service, faces, kiosk, feed)
        service.ways.append(lambda: outlets.fetched(feed.fetched_us, service.at_us()))
    if (config := faces.livechess) is not None:
        from controller.shell.livechess.serving import keep_livechess

        await supervisor.open(tasks.LIVECHESS, lambda up: keep_livechess(service, config, up))
    if (emulator := faces.emulator) is not None:
        await supervisor.open(tasks.EMULATOR, lambda up: _emulator(service, emulator, up))
    supervisor.start(tasks.WATCH, service.watch)
    service.upkeep.archive_after = faces.archive_after
    supervisor.start(tasks.JOURNAL, service.upkeep.keep_journal)
    supervisor.start(tasks.ROOM, service.upkeep.keep_room)
    if feed.delay_s:
        supervisor.start(tasks.FEED, feed.keep)
    if (broadcast := faces.broadcast) is not None:
        from controller.shell.feeds.pushed import Pushed  # noqa: PLC0415 - only when wanted
        from controller.shell.feeds.sending import push  # noqa: PLC0415

        pusher = Pusher()
        service.ways.append(lambda: [outlets.pushed(pusher)])
        pushed = Pushed(service.journal.path.parent / "pushed.json", broadcast.round_id)
        supervisor.start(
            tasks.PUSH, lambda: push(broadcast, lambda: pushed.mine(feed.games()), pusher)
        )
    if service.evidence is not None:
        supervisor.start(tasks.EVIDENCE, service.evidence.keep)
    if (own := mqtt) is not None:
        supervisor.expect(closed_meanwhile)
        service.link = link = BrokerLink(changed=service.stirred.set)
        service.ways.insert(0, lambda: [outlets.at_broker("mqtt", link)])
        journal = service.journal
        supervisor.start(tasks.MQTT, lambda: run_publisher(service, journal, own, link))
        if faces.feed is not None and faces.feed.mqtt:
            public = PublicRecords(feed.games, {faces.number: service.board}, faces.feed.delay_s)
            name = f"touchmove-{service.board}-public"
            apart = BrokerLink(changed=service.stirred.set)
            service.ways.append(lambda: [outlets.at_broker("public", apart)])
            supervisor.start(tasks.PUBLIC, lambda: run_public(public, own, name, link=apart))
    return port


async def _open_broker(service: Service, faces: Faces, port: int) -> MqttSettings | None:
    """Starts the embedded broker; gives the settings by which the board connects to it."""
    from controller.shell.broker.serving import embedded_broker, own_access

    open_roles = () if faces.kiosk is None else faces.kiosk.open_roles
    access, own = own_access(service.board, faces.mqtt, faces.tokens, open_roles)

    async def work(up: Callable[[int], None]) -> None:
        async with embedded_broker(port, access) as failing:
            up(port)
            await failing()

    await service.supervisor.open(tasks.BROKER, work)
    return own


async def _flushed(evidence: Evidence) -> None:
    """Writes what is left of the evidence, for some seconds at most."""
    try:
        async with asyncio.timeout(FLUSH_S):
            await evidence.flush()
    except TimeoutError:
        _log.error("the end of the evidence was not written: its disk takes too long")


def _feed(service: Service, faces: Faces) -> Feed:
    if faces.feed is None:
        return Feed(service, number=faces.number)
    return Feed(
        service,
        number=faces.number,
        delay_s=faces.feed.delay_s,
        file=service.journal.path.parent / "feed.jsonl",
    )


async def _emulator(service: Service, config: EmulatorConfig, up: Callable[[int], None]) -> None:
    # Serial lines are touched only when one is wanted.
    from controller.shell.emulator.serving import serial_board  # noqa: PLC0415
    from controller.shell.emulator.shown import Emulator  # noqa: PLC0415
    from drivers.serial_codec import BAUD  # noqa: PLC0415
    from drivers.serial_port import SerialLine  # noqa: PLC0415
    from drivers.serial_pty import PseudoTerminal  # noqa: PLC0415

    emulator = Emulator(service.settings.game, serial=config.serial)
    port = SerialLine(config.device, BAUD) if config.link is None else PseudoTerminal(config.link)
    await serial_board(service, emulator, port, lambda: up(0))


async def _open_kiosk(service: Service, faces: Faces, config: KioskConfig, feed: Feed) -> int:
    # Starlette and uvicorn are imported only when the kiosk is switched on.
    from controller.shell.benchscope import BenchScope  # noqa: PLC0415
    from controller.shell.web.app import make_app  # noqa: PLC0415
    from controller.shell.web.relaying import Hall  # noqa: PLC0415
    from controller.shell.web.security import LOOPBACK_HOSTS, Tokens  # noqa: PLC0415
    from controller.shell.web.server import keep_serving  # noqa: PLC0415

    proofs = Tokens(
        hashes=faces.tokens,
        open_roles=frozenset(config.open_roles),
        open_to_network=config.open_to_network,
    )
    hidden = faces.feed is not None and faces.feed.delay_s > 0
    app = make_app(
        service,
        tokens=proofs,
        hosts={*LOOPBACK_HOSTS, config.host, *config.hosts, *machine_names(config.host)},
        feed=feed,
        sensors=LiveSensors(service, faces.places).body,
        scope=BenchScope(service) if service.bench is not None else None,
        hall=Hall(networks=faces.feed.hall) if hidden and faces.feed is not None else None,
        supervisor=service.supervisor,
        reach=lambda: origins(config.host, config.port, config.hosts),
        looks=config.looks(),
    )
    port = await service.supervisor.open(
        tasks.KIOSK, lambda up: keep_serving(app, config.host, config.port, up)
    )
    for line in told_addresses("the kiosk", config.host, port, config.hosts):
        _log.info("%s", line)
    return port


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
        archive_after=config.archive_after,
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
