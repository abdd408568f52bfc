"""How a demo is reached: broker, MQTT and kiosk, on this machine alone or in its network."""

from __future__ import annotations

import contextlib
import socket
from typing import TYPE_CHECKING

from controller.shell.addresses import code_is_read, code_lines, origins, reached_beyond
from controller.shell.broker import BrokerFault
from controller.shell.broker_link import MqttSettings
from controller.shell.config_types import KioskConfig
from controller.shell.faces import Faces, serving
from controller.shell.roles import ARBITER, hash_token, roles

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from controller.shell.service import Service

HERE = "127.0.0.1"
MQTT_PORT = 1883
PORT_ATTEMPTS = 5
"""Ports that are tried for the broker."""


@contextlib.asynccontextmanager
async def demo_served(
    service: Service, host: str, port: int, token: str
) -> AsyncIterator[tuple[int | None, int]]:
    """Broker, MQTT and kiosk; gives the ports of the kiosk and of the broker."""
    async with contextlib.AsyncExitStack() as stack:
        for wanted in (MQTT_PORT, *[0] * (PORT_ATTEMPTS - 1)):
            mqtt_port = _free_port(wanted)
            try:
                faces = serving(service, _faces(service, host, port, mqtt_port, token))
                kiosk_port = await stack.enter_async_context(faces)
            except BrokerFault:
                continue  # another demo that starts at this moment was quicker
            break
        else:
            raise BrokerFault(mqtt_port, "every port that was free was taken at once", "Try again.")
        yield kiosk_port, mqtt_port


def _faces(service: Service, host: str, port: int, mqtt_port: int, token: str) -> Faces:
    """In the network everything is open but the arbiter's role, which is never without a token there."""
    far = reached_beyond(host)
    open_roles = tuple(role for role in roles(service.settings.game) if role != ARBITER)
    return Faces(
        mqtt=mqtt_of(mqtt_port),
        embedded_port=mqtt_port,
        kiosk=KioskConfig(
            enabled=True,
            host=host,
            port=port,
            open_roles=open_roles if far else (*open_roles, ARBITER),
            open_to_network=far,
            hosts=(),
        ),
        tokens={ARBITER: hash_token(token)} if far else {},
    )


def _free_port(wanted: int) -> int:
    """The usual port if nobody has it, else any free one: a demo should start beside a broker."""
    for port in (wanted, 0):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return int(probe.getsockname()[1])
    return wanted


def mqtt_of(port: int) -> MqttSettings:
    """The broker inside."""
    return MqttSettings(host="127.0.0.1", port=port)


def who_may(host: str, port: int | None, token: str) -> list[str]:
    """What other devices of the network may do, and where."""
    found = origins(host, port or 0)
    if not found:
        return ["  network  this machine is in no network yet"]
    lines = [
        *(f"  network  {each}/" for each in found),
        "  everybody in the network sees the game, moves pieces (/bench) and speaks for both players and the operator;",
        f"  the arbiter's desk is for who has this address: {found[0]}/arbiter#token={token}",
    ]
    return lines + (code_lines(f"{found[0]}/") if code_is_read() else [])
