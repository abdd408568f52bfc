"""Who can reach what, by a configuration: said by `check-config` and the set-up page before anything is started."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.shell.addresses import origins, reached_beyond
from controller.shell.bilingual import ROLES, Words, joined
from controller.shell.roles import ARBITER, OPERATOR, roles

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.shell.config_types import Config, FeedConfig, KioskConfig, MqttConfig
    from controller.shell.hub.config import HubConfig

HERE: Final = Words("this machine only", "仅本机")
EVERYWHERE: Final = Words("every machine of the network", "网络中的所有设备")
OPEN_HERE: Final = HERE + Words(", without a token", "，无需口令")
WITH_TOKEN: Final = Words("who has the token", "持有口令者")
KIOSK: Final = Words("kiosk", "棋盘页面")
DESK: Final = Words("desk", "裁判台")
_IS: Final = Words(": ", "：")


def board_reach(config: Config) -> list[Words]:
    """What a board's configuration lets whom do, a line each."""
    lines = _page(KIOSK, config.kiosk, config.feed)
    lines += _roles(roles(config.board.game), config.kiosk, config.tokens)
    lines += _broker(config.mqtt)
    live = config.livechess
    if live is not None:
        port = Words(
            f"electronic board for browsers: port {live.port}, ",
            f"浏览器读取电子棋盘：端口 {live.port}，",
        )
        lines.append(port + _by_whom(live.host))
    return lines


def hub_reach(config: HubConfig) -> list[Words]:
    """What a hub's configuration lets whom do, a line each."""
    lines = _page(DESK, config.kiosk, config.feed)
    return lines + _roles((ARBITER, OPERATOR), config.kiosk, config.tokens) + _broker(config.mqtt)


def _by_whom(host: str) -> Words:
    return EVERYWHERE if reached_beyond(host) else HERE


def _page(name: Words, kiosk: KioskConfig, feed: FeedConfig) -> list[Words]:
    if not kiosk.enabled:
        return [name + _IS + Words("switched off", "未启用")]
    where = origins(kiosk.host, kiosk.port, kiosk.hosts)
    if not where:
        where = (f"http://localhost:{kiosk.port}",)
    lines = [name + _IS + Words(f"{each}/", f"{each}/") for each in where]
    seen = _by_whom(kiosk.host)
    if feed.delay_s and reached_beyond(kiosk.host):
        hall = ", ".join(map(str, feed.hall))
        seen = Words(
            f"this machine{f' and {hall}' if hall else ''}; the public sees the games {feed.delay_s} s later",
            f"本机{f'和 {hall}' if hall else ''}；公众在 {feed.delay_s} 秒后看到对局",
        )
    return [*lines, name + Words(" is seen by: ", "的观看者：") + seen]


def _roles(known: Sequence[str], kiosk: KioskConfig, tokens: Mapping[str, str]) -> list[Words]:
    lines = []
    for role in known:
        ways = []
        if kiosk.enabled and role in kiosk.open_roles:
            far = kiosk.open_to_network and reached_beyond(kiosk.host)
            ways.append(EVERYWHERE if far else OPEN_HERE)
        if role in tokens:
            ways.append(WITH_TOKEN)
        nobody = Words(
            f"nobody (touchmove token {role} makes a token)",
            f"无人（用 touchmove token {role} 生成口令）",
        )
        lines.append(ROLES[role] + _IS + joined(ways or [nobody]))
    return lines


def _broker(mqtt: MqttConfig) -> list[Words]:
    if mqtt.embedded:
        inside = Words(
            f"MQTT: a broker inside the service, port {mqtt.port}, ",
            f"MQTT：棋盘自带服务器，端口 {mqtt.port}，",
        )
        return [inside + HERE]
    tls = Words(", encrypted", "，加密") if mqtt.tls else Words("", "")
    outside = Words(
        f"MQTT: the broker {mqtt.host}, port {mqtt.port}",
        f"MQTT：服务器 {mqtt.host}，端口 {mqtt.port}",
    )
    return [outside + tls]
