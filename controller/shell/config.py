"""The configuration of one board: read whole, checked whole, every mistake reported at once.

docs/operating.md lists every key.
"""

from __future__ import annotations

from dataclasses import asdict, fields
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.core.settings import Timings
from controller.shell.asked import SIZE
from controller.shell.config_faces import (
    read_emulator,
    read_feed,
    read_kiosk,
    read_livechess,
    read_mqtt,
    read_tokens,
)
from controller.shell.config_hardware import (
    check_uses,
    read_buzzer,
    read_display,
    read_keys,
    read_lamps,
    read_sensors,
)
from controller.shell.config_types import (
    ARCHIVE_AFTER,
    SWEPT,
    BoardConfig,
    Config,
    EvidenceConfig,
    PairingsConfig,
    SensorsConfig,
    parts,
)
from controller.shell.file_kinds import BOARD
from controller.shell.roles import roles
from controller.shell.toml_section import (
    ConfigError,
    Document,
    Section,
    nearest,
    read_file,
    refuse_kind,
)
from rules.clock_law import control_text
from rules.game import Game
from rules.registry import GAMES
from rules.terms import RulesError

if TYPE_CHECKING:
    import os
    from collections.abc import Mapping

__all__ = ["Config", "ConfigError", "load_config", "read_config"]

BOARD_ID = r"[a-z0-9_-]{1,40}"
"""Board ids are levels of MQTT topics."""
BOARDS_MAX = 9999
"""The greatest number of a board at an event."""

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
    "sweep_ms": (0, 1_000),
}
"""Lowest and highest value of each key of [timings]."""


def load_config(path: str | os.PathLike[str]) -> Config:
    """The configuration in a file. Paths in it count from the folder of the file.

    Raises:
        ConfigError: with every mistake in the file; also where the file cannot be read.
    """
    file = Path(path)
    return read_config(read_file(file), file)


def read_config(data: bytes, file: Path) -> Config:
    """The configuration in the bytes of a file.

    Raises:
        ConfigError: with every mistake in it.
    """
    refuse_kind(data, file, BOARD, "touchmove hub --config FILE is for it")
    document = Document(data, str(file))
    document.refuse_unknown_sections(_SECTIONS)
    sections = {name: document.section(name) for name in _SECTIONS}
    board = _board(sections["board"])
    sensors = read_sensors(sections["sensors"], board.game, file.parent)
    lamps = read_lamps(sections["lamps"], board.game)
    display = read_display(sections["display"])
    keys = read_keys(sections["keys"], board.game)
    buzzer = read_buzzer(sections["buzzer"])
    emulator = read_emulator(sections["emulator"], board.game, file.parent)
    check_uses(sections, parts(sensors, lamps, display, keys, buzzer, emulator=emulator))
    journal = _folder(sections["journal"], file.parent)
    known = roles(board.game)
    config = Config(
        file=file,
        board=board,
        journal=journal,
        archive_after=sections["journal"].integer(
            "archive_after", ARCHIVE_AFTER, 5_000, 10_000_000
        ),
        evidence=_evidence(sections["evidence"], journal, file.parent),
        pairings=_pairings(sections["pairings"], file.parent),
        sensors=sensors,
        lamps=lamps,
        display=display,
        timings=_timings(sections["timings"], sensors),
        mqtt=read_mqtt(sections["mqtt"], file.parent),
        kiosk=read_kiosk(sections["kiosk"], known),
        feed=read_feed(sections["feed"], file.parent),
        livechess=read_livechess(sections["livechess"], board.game),
        emulator=emulator,
        tokens=read_tokens(sections["roles"], known),
        keys=keys,
        buzzer=buzzer,
    )
    for section in sections.values():
        section.done()
    document.check()
    return config


_SECTIONS = (
    "board", "journal", "evidence", "pairings", "sensors", "lamps", "display", "timings", "mqtt", "kiosk", "roles",
    "keys", "buzzer", "feed", "livechess", "emulator",
)  # fmt: skip


EVENT_OPTIONS: Final[Mapping[str, tuple[object, ...]]] = {
    "fouls_lose": ("off", 2, 3),
    "illegal_move": ("loses", "restore"),
}
"""Options of a game that the event decides and that have keys of their own (XQ-9.2, XQ-4.1.6)."""


def _board(section: Section) -> BoardConfig:
    game = _game(section)
    book = section.text("rulebook", game.rulebook.name)
    if book not in game.rulebooks:
        section.wrong("rulebook", f"no rulebook of {game.name}{nearest(book, game.rulebooks)}")
    control = section.optional_text("time_control")
    if control is not None:
        try:
            control = control_text(game.rulebooks.get(book, game.rulebook), control)
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
    given = {key: section.optional_choice(key, known) for key, known in EVENT_OPTIONS.items()}
    event = {key: value for key, value in given.items() if value is not None}
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
    for key in options.keys() & event.keys():
        section.wrong(key, "game_options have it too; give it once")
    try:
        return game.with_options({**options, **event})
    except RulesError as error:
        ours = size is not None and options.keys() == {SIZE}
        key = SIZE if ours else "game_options" if options else next(iter(event), "game_options")
        section.wrong(key, str(error))
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


def _timings(section: Section, sensors: SensorsConfig) -> Timings:
    defaults = asdict(SWEPT if sensors.driver == "serial" else Timings())
    return Timings(
        **{
            field.name: section.integer(
                field.name, defaults[field.name], *TIMING_BOUNDS[field.name]
            )
            for field in fields(Timings)
        }
    )
