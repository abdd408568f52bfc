"""Who can reach what, by a configuration: said by `check-config` before anything is started."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.addresses import origins, reached_beyond
from controller.shell.roles import ARBITER, OPERATOR, roles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.shell.config_types import Config, FeedConfig, KioskConfig, MqttConfig
    from controller.shell.hub.config import HubConfig

HERE = "this machine only"


def board_reach(config: Config) -> list[str]:
    """What a board's configuration lets whom do, a line each."""
    lines = _page("kiosk", config.kiosk, config.feed)
    lines += _roles(roles(config.board.game), config.kiosk, config.tokens)
    lines += _broker(config.mqtt)
    live = config.livechess
    if live is not None:
        lines.append(f"electronic board for browsers: port {live.port}, {_by_whom(live.host)}")
    return lines


def hub_reach(config: HubConfig) -> list[str]:
    """What a hub's configuration lets whom do, a line each."""
    lines = _page("desk", config.kiosk, config.feed)
    return lines + _roles((ARBITER, OPERATOR), config.kiosk, config.tokens) + _broker(config.mqtt)


def _by_whom(host: str) -> str:
    return "every machine of the network" if reached_beyond(host) else HERE


def _page(name: str, kiosk: KioskConfig, feed: FeedConfig) -> list[str]:
    if not kiosk.enabled:
        return [f"{name}: switched off"]
    where = origins(kiosk.host, kiosk.port, kiosk.hosts)
    if not where:
        where = (f"http://localhost:{kiosk.port}",)
    lines = [f"{name}: {each}/" for each in where]
    seen = _by_whom(kiosk.host)
    if feed.delay_s and reached_beyond(kiosk.host):
        hall = ", ".join(map(str, feed.hall))
        seen = f"this machine{f' and {hall}' if hall else ''}; the public sees the games {feed.delay_s} s later"
    return [*lines, f"{name} is seen by: {seen}"]


def _roles(known: Sequence[str], kiosk: KioskConfig, tokens: Mapping[str, str]) -> list[str]:
    lines = []
    for role in known:
        ways = []
        if kiosk.enabled and role in kiosk.open_roles:
            far = kiosk.open_to_network and reached_beyond(kiosk.host)
            ways.append(_by_whom(kiosk.host) if far else f"{HERE}, without a token")
        if role in tokens:
            ways.append("who has the token")
        told = "; ".join(ways) or f"nobody (touchmove token {role} makes a token)"
        lines.append(f"{role}: {told}")
    return lines


def _broker(mqtt: MqttConfig) -> list[str]:
    if mqtt.embedded:
        return [f"MQTT: a broker inside the service, port {mqtt.port}, {HERE}"]
    return [f"MQTT: the broker {mqtt.host}, port {mqtt.port}{', encrypted' if mqtt.tls else ''}"]
