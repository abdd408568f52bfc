"""The configuration of one board: read whole, checked whole, every mistake reported at once.

docs/operating.md lists every key.
"""

from __future__ import annotations

import re
from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING

from controller.core.settings import Timings
from controller.shell import credentials
from controller.shell.asked import SIZE
from controller.shell.config_hardware import (
    check_uses,
    read_display,
    read_keys,
    read_lamps,
    read_sensors,
)
from controller.shell.config_types import (
    BoardConfig,
    Config,
    EvidenceConfig,
    KioskConfig,
    MqttConfig,
    PairingsConfig,
)
from controller.shell.roles import ARBITER, roles
from controller.shell.toml_section import (
    ConfigError,
    Document,
    Mistake,
    Section,
    nearest,
    shown,
)
from rules.game import Game
from rules.registry import GAMES
from rules.terms import RulesError
from rules.time_control import read_time_control

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

__all__ = ["Config", "ConfigError", "load_config", "read_config"]

BOARD_ID = r"[a-z0-9_-]{1,40}"
"""Board ids are levels of MQTT topics."""
BOARDS_MAX = 9999
"""The greatest number of a board at an event."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")
_HOST = r"[A-Za-z0-9._:-]{1,253}"
_NAME = r"[A-Za-z0-9.-]{1,253}"
_TOKEN = r"sha256:[0-9a-f]{64}"  # noqa: S105 - a pattern, not a token

TIMING_BOUNDS: Mapping[str, tuple[int, int]] = {
    "lift_ms": (1, 500),
    "place_ms": (1, 500),
    "settle_ms": (50, 60_000),
    "irregular_ms": (100, 60_000),
    "slide_point_ms": (5, 2_000),
    "release_ms": (50, 10_000),
    "removal_pause_ms": (100, 60_000),
    "bump_ms": (0, 2_000),
    "together_ms": (0, 2_000),
    "ask_ms": (100, 60_000),
}
"""Lowest and highest value of each key of [timings]."""


def load_config(path: str | os.PathLike[str]) -> Config:
    """The configuration in a file. Paths in it count from the folder of the file.

    Raises:
        ConfigError: with every mistake in the file; also where the file cannot be read.
    """
    file = Path(path)
    try:
        data = file.read_bytes()
    except OSError as error:
        text = f"cannot be read: {error.strerror}; give the path of a configuration file"
        raise ConfigError([Mistake(file=str(path), line=1, key="", text=text)]) from None
    return read_config(data, file)


def read_config(data: bytes, file: Path) -> Config:
    """The configuration in the bytes of a file.

    Raises:
        ConfigError: with every mistake in it.
    """
    document = Document(data, str(file))
    document.refuse_unknown_sections(_SECTIONS)
    sections = {name: document.section(name) for name in _SECTIONS}
    board = _board(sections["board"])
    sensors = read_sensors(sections["sensors"], board.game)
    lamps = read_lamps(sections["lamps"], board.game)
    display = read_display(sections["display"])
    keys = read_keys(sections["keys"], board.game)
    check_uses(sections, sensors, lamps, display, keys)
    kiosk = _kiosk(sections["kiosk"], board.game)
    journal = _folder(sections["journal"], file.parent)
    config = Config(
        file=file,
        board=board,
        journal=journal,
        evidence=_evidence(sections["evidence"], journal, file.parent),
        pairings=_pairings(sections["pairings"], file.parent),
        sensors=sensors,
        lamps=lamps,
        display=display,
        timings=_timings(sections["timings"]),
        mqtt=_mqtt(sections["mqtt"], file.parent),
        kiosk=kiosk,
        tokens=_tokens(sections["roles"], board.game),
        keys=keys,
    )
    for section in sections.values():
        section.done()
    document.check()
    return config


_SECTIONS = (
    "board", "journal", "evidence", "pairings", "sensors", "lamps", "display", "timings", "mqtt", "kiosk", "roles",
    "keys",
)  # fmt: skip


def _board(section: Section) -> BoardConfig:
    game = _game(section)
    book = section.text("rulebook", game.rulebook.name)
    if book not in game.rulebooks:
        section.wrong("rulebook", f"no rulebook of {game.name}{nearest(book, game.rulebooks)}")
    control = section.optional_text("time_control")
    if control is not None:
        try:
            read_time_control(control)
        except RulesError as error:
            section.wrong("time_control", str(error))
    return BoardConfig(
        id=section.required_text(
            "id",
            pattern=BOARD_ID,
            allowed="1 to 40 of the characters a-z 0-9 _ - (it names the MQTT topics)",
        ),
        game=game,
        rulebook=game.rulebooks.get(book, game.rulebook),
        mode=section.choice("mode", "referee", ("referee", "observer")),
        claims=section.choice("claims", "players", ("players", "automatic")),
        orientation=section.optional_choice("orientation", ("normal", "turned")),
        time_control=control,
        clock=section.choice("clock", "pressed", ("pressed", "moves")),
        clock_starts=section.choice("clock_starts", "at-once", ("at-once", "arbiter")),
        default_time=section.optional_integer("default_time", 0, 24 * 60),
    )


def _game(section: Section) -> Game:
    """The game, as its options make it."""
    name = section.text("game", "chess")
    options = dict(section.values_of("game_options"))
    size = section.optional_integer("size", 1, 25)
    if name not in GAMES:
        section.wrong("game", f"unknown game {name[:40]!r}{nearest(name, GAMES)}")
        return GAMES["chess"]
    game = GAMES[name]
    if size is not None:
        if SIZE not in game.options:
            section.wrong(SIZE, f"the board of {name} has one size only; leave it out")
            return game
        if options.get(SIZE, size) != size:
            section.wrong(SIZE, "game_options say another size; give it once")
        options[SIZE] = size
    try:
        return game.with_options(options)
    except RulesError as error:
        ours = size is not None and options.keys() == {SIZE}
        section.wrong(SIZE if ours else "game_options", str(error))
    return game


def _folder(section: Section, base: Path) -> Path:
    return base / section.text(
        "folder", "/var/lib/touchmove", pattern=r"[^\0\n]+", allowed="the path of a folder"
    )


def _evidence(section: Section, journal: Path, base: Path) -> EvidenceConfig:
    folder = section.optional_text("folder")
    return EvidenceConfig(
        enabled=section.flag("enabled", default=True),
        folder=journal / "traces" if folder is None else base / folder,
        megabytes_max=section.integer("megabytes_max", 200, 1, 1_000_000),
    )


def _pairings(section: Section, base: Path) -> PairingsConfig | None:
    file = section.optional_text("file")
    board = section.optional_integer("board", 1, BOARDS_MAX)
    if file is None or board is None:
        if file is not None or board is not None:
            section.wrong("board" if board is None else "file", "give file and board together")
        return None
    return PairingsConfig(file=base / file, board=board)


def _timings(section: Section) -> Timings:
    defaults = asdict(Timings())
    return Timings(
        **{
            field.name: section.integer(
                field.name, defaults[field.name], *TIMING_BOUNDS[field.name]
            )
            for field in fields(Timings)
        }
    )


def _mqtt(section: Section, base: Path) -> MqttConfig:
    host = section.text("host", "127.0.0.1", pattern=_HOST, allowed="a host name or address")
    embedded = section.flag("embedded", default=host in LOOPBACK)
    tls = section.flag("tls", default=False)
    if embedded and host not in LOOPBACK:
        section.wrong(
            "embedded", "the embedded broker listens on loopback only; leave out host, or say false"
        )
    if embedded and tls:
        section.wrong("tls", "the embedded broker speaks no TLS; say false, or use another broker")
    username = section.optional_text("username")
    password_file = _password_file(section, base)
    if password_file is not None and username is None:
        section.wrong("password_file", "a password needs a username beside it")
    authority = section.optional_text("ca_file")
    ca_file = None if authority is None else base / authority
    if ca_file is not None and not tls:
        section.wrong("ca_file", "is for TLS only; say tls = true, or leave it out")
    elif ca_file is not None and not ca_file.is_file():
        section.wrong("ca_file", f"there is no file {ca_file}")
    return MqttConfig(
        embedded=embedded,
        host=host,
        port=section.integer("port", 8883 if tls else 1883, 1, 65535),
        username=username,
        password_file=password_file,
        tls=tls,
        ca_file=ca_file,
    )


def _password_file(section: Section, base: Path) -> Path | None:
    text = section.optional_text("password_file")
    if text is None:
        return None
    if not credentials.is_credential(text):
        file = base / text
        if not file.is_file():
            section.wrong("password_file", f"there is no file {file}")
        return file
    return _credential(section, "password_file", text)


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


def _kiosk(section: Section, game: Game) -> KioskConfig:
    host = section.text("host", "127.0.0.1", pattern=_HOST, allowed="an address to listen at")
    known = roles(game)
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
    )


def _tokens(section: Section, game: Game) -> Mapping[str, str]:
    table, names = section.table("tokens")
    known = roles(game)
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
