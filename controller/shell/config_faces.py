"""The part of a configuration that says how the board is reached: broker, kiosk, feeds, tokens."""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING

from controller.shell import credentials
from controller.shell.config_types import (
    SERIAL_GAMES,
    EmulatorConfig,
    FeedConfig,
    KioskConfig,
    LiveChessConfig,
    MqttConfig,
)
from controller.shell.roles import ARBITER
from controller.shell.toml_section import nearest, shown

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from controller.shell.toml_section import Section
    from rules.game import Game

LOOPBACK = ("127.0.0.1", "::1", "localhost")
LANGUAGES, THEMES = ("en", "zh"), ("light", "dark")
DELAY_S_MAX = 24 * 3600
_HOST = r"[A-Za-z0-9._:-]{1,253}"
_NAME = r"[A-Za-z0-9.-]{1,253}"
_TOKEN = r"sha256:[0-9a-f]{64}"  # noqa: S105 - a pattern, not a token
_LEVELS = r"[A-Za-z0-9_/-]{1,80}"
_LEVELS_IN_WORDS = 'a topic such as "homeassistant"'
_ROUND = r"[A-Za-z0-9]{8}"
_LINE = r"/dev/(tty|serial/|rfcomm)[\w./:+-]*"
_SITE = r"https?://[A-Za-z0-9.-]{1,253}(:\d{1,5})?"


def _holds_certificates(file: Path) -> bool:
    import ssl  # noqa: PLC0415 - large, and few boards have a file of authorities

    try:
        ssl.create_default_context(cafile=file)
    except ssl.SSLError:
        return False
    except OSError:
        return (
            True  # who checks the file may not read it; the service says so where it cannot either
        )
    return True


def read_mqtt(section: Section, base: Path) -> MqttConfig:
    """The section [mqtt]."""
    host = section.text("host", "127.0.0.1", pattern=_HOST, allowed="a host name or address")
    try:
        host.encode("idna")
    except UnicodeError:
        section.wrong("host", "no machine can have such a name: each part has 1 to 63 characters")
    embedded = section.flag("embedded", default=host in LOOPBACK)
    tls = section.flag("tls", default=False)
    if embedded and host not in LOOPBACK:
        section.wrong(
            "embedded", "the embedded broker listens on loopback only; leave out host, or say false"
        )
    if embedded and tls:
        section.wrong("tls", "the embedded broker speaks no TLS; say false, or use another broker")
    username = section.optional_text("username")
    password_file = _secret_file(section, "password_file", base)
    if password_file is not None and username is None:
        section.wrong("password_file", "a password needs a username beside it")
    authority = section.optional_text("ca_file")
    ca_file = None if authority is None else base / authority
    if ca_file is not None and not tls:
        section.wrong("ca_file", "is for TLS only; say tls = true, or leave it out")
    elif ca_file is not None and not ca_file.is_file():
        section.wrong("ca_file", f"there is no file {ca_file}")
    elif ca_file is not None and not _holds_certificates(ca_file):
        section.wrong("ca_file", f"{ca_file} holds no certificate (PEM)")
    return MqttConfig(
        embedded=embedded,
        host=host,
        port=section.integer("port", 8883 if tls else 1883, 1, 65535),
        username=username,
        password_file=password_file,
        tls=tls,
        ca_file=ca_file,
        discovery=section.optional_text("discovery", pattern=_LEVELS, allowed=_LEVELS_IN_WORDS),
    )


def _secret_file(section: Section, key: str, base: Path) -> Path | None:
    """A file with a secret in its first line."""
    text = section.optional_text(key)
    if text is None:
        return None
    if not credentials.is_credential(text):
        file = base / text
        if not file.is_file():
            section.wrong(key, f"there is no file {file}")
        return file
    return _credential(section, key, text)


def _credential(section: Section, key: str, text: str) -> Path | None:
    """The file behind `credential:NAME`. Whether it is there only the service itself can see."""
    name = credentials.name_of(text)
    if name is None:
        section.wrong(
            key, f"{shown(text)} is not allowed; give credential: and a name of a-z 0-9 - _"
        )
        return None
    file = credentials.file_of(name)
    if credentials.given() and not file.is_file():
        section.wrong(
            key,
            f"systemd has given no credential {name}; put LoadCredential={name}:FILE in the unit",
        )
        return None
    return file


def read_kiosk(section: Section, known: Sequence[str]) -> KioskConfig:
    """The section [kiosk].

    Args:
        known: the roles that there are.
    """
    host = section.text("host", "127.0.0.1", pattern=_HOST, allowed="an address to listen at")
    open_roles: tuple[str, ...] = section.list_of(
        "open_roles", (), lambda value: value in known, "a role (" + ", ".join(known) + ")"
    )
    open_to_network = section.flag("open_to_network", default=False)
    if open_to_network and ARBITER in open_roles:
        section.wrong(
            "open_roles",
            "the arbiter's role cannot be open to the network; give the arbiter a token in "
            "[roles.tokens]",
            open_roles.index(ARBITER),
        )
    return KioskConfig(
        enabled=section.flag("enabled", default=True),
        host=host,
        port=section.integer("port", 8080, 1, 65535),
        open_roles=open_roles,
        open_to_network=open_to_network,
        hosts=section.list_of(
            "hosts",
            (),
            lambda value: isinstance(value, str) and re.fullmatch(_NAME, value) is not None,
            "a host name without scheme and port",
        ),
        language=section.choice("language", "", ("", *LANGUAGES)) or None,
        theme=section.choice("theme", "", ("", *THEMES)) or None,
        keyboard=section.flag("keyboard", default=False),
    )


def read_tokens(section: Section, known: Sequence[str]) -> Mapping[str, str]:
    """The section [roles]: the hash of each role's token.

    Args:
        known: the roles that there are.
    """
    table, names = section.table("tokens")
    tokens = {}
    for name in names:
        if name not in known:
            table.wrong(name, "unknown role" + nearest(name, known))
            continue
        token = table.text(
            name,
            "",
            pattern=rf"{_TOKEN}|{credentials.PREFIX}.*",
            allowed='"sha256:" and the 64 hexadecimal digits of the hash, or "credential:NAME"',
        )
        if credentials.is_credential(token):
            token = _token_of(table, name, token)
        if token:
            tokens[name] = token
    return tokens


def _token_of(table: Section, role: str, text: str) -> str:
    """The hash in a credential; empty where there is none to be seen."""
    file = _credential(table, role, text)
    if file is None or not credentials.given():
        return ""
    try:
        token = credentials.first_line(file)
    except (OSError, ValueError) as error:
        table.wrong(role, f"{text} cannot be read: {error}")
        return ""
    if not re.fullmatch(_TOKEN, token):
        table.wrong(role, f'{text} must begin with a line "sha256:" and 64 hexadecimal digits')
        return ""
    return token


def read_feed(section: Section, base: Path) -> FeedConfig:
    """The section [feed]."""
    networks: tuple[str, ...] = section.list_of(
        "hall", (), _is_network, 'addresses such as "192.168.7.0/24"'
    )
    round_id = section.optional_text(
        "lichess_round",
        pattern=_ROUND,
        allowed="the 8 characters at the end of the round's address",
    )
    token_file = _secret_file(section, "lichess_token_file", base)
    keys = ("lichess_round", "lichess_token_file")
    missing = [key for key in keys if not section.has(key)]
    if len(missing) == 1:
        section.wrong(missing[0], f"is missing; give {' and '.join(keys)} together")
    return FeedConfig(
        delay_s=section.integer("delay_s", 0, 0, DELAY_S_MAX),
        hall=tuple(map(ipaddress.ip_network, networks)),
        lichess_round=round_id,
        lichess_token_file=token_file,
        lichess_server=section.text(
            "lichess_server",
            "https://lichess.org",
            pattern=_SITE,
            allowed="a server such as https://lichess.org",
        ),
        mqtt=section.flag("mqtt", default=False),
    )


def _is_network(value: object) -> bool:
    try:
        ipaddress.ip_network(value if isinstance(value, str) else "")
    except ValueError:
        return False
    return True


def read_livechess(section: Section, game: Game) -> LiveChessConfig | None:
    """The section [livechess]."""
    enabled = section.flag("enabled", default=False)
    usual = LiveChessConfig()
    config = LiveChessConfig(
        host=section.text("host", usual.host, pattern=_HOST, allowed="an address to listen at"),
        port=section.integer("port", usual.port, 1, 65535),
        origins=section.list_of(
            "origins",
            usual.origins,
            lambda value: isinstance(value, str) and re.fullmatch(_SITE, value) is not None,
            "a site such as https://lichess.org",
        ),
        starts_games=section.flag("starts_games", default=usual.starts_games),
    )
    if enabled and game.name != "chess":
        section.wrong(
            "enabled", f"the dialogue knows chess only, and this board is for {game.name}"
        )
    return config if enabled else None


def read_emulator(section: Section, game: Game, base: Path) -> EmulatorConfig | None:
    """The section [emulator]; None where it names no line."""
    link = section.optional_text(
        "link", pattern=r"[^\0\n]+", allowed="the path of a link to be made"
    )
    device = section.optional_text(
        "device", pattern=_LINE, allowed="a serial line such as /dev/ttyGS0"
    )
    usual = EmulatorConfig()
    serial = section.text("serial", usual.serial, pattern=r"[0-9]{5}", allowed="five digits")
    if link is None and device is None:
        if section.has("serial"):
            section.wrong("serial", "needs a line: give link or device beside it")
        return None
    if link is not None and device is not None:
        section.wrong("device", "a game is shown at one line: give link or device")
    if game.name not in SERIAL_GAMES:
        known = ", ".join(SERIAL_GAMES)
        key = "device" if link is None else "link"
        section.wrong(key, f"the protocol knows {known}, and this board is for {game.name}")
    return EmulatorConfig(
        link=None if link is None else base / link, device=device or "", serial=serial
    )
