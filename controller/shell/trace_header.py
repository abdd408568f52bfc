"""The first line of a sensor trace: which game is played, and how it was recorded."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from controller.core.messages import position_text
from controller.core.sensing.marks import Sensor
from controller.shell.asked import game_for
from controller.shell.evidence_note import Recorded, read_note
from controller.shell.trace_fields import Fields
from rules.clock_law import control_text
from rules.game import Game
from rules.registry import GAMES
from rules.rulebook import Rulebook
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Mapping


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """The first line of a trace.

    Attributes:
        start: text of the position at the start; None for the game's array.
        game_options: all that the game has, also those that the trace leaves out.
        recorded: what the note of a trace says that the service has recorded.
        orientation: None when the trace leaves it to be found out.
    """

    game: Game
    rulebook: Rulebook
    sensor: Sensor = Sensor.PRESENCE
    scan_hz: float = 200.0
    start: str | None = None
    orientation: Literal["normal", "turned"] | None = "normal"
    time_control: str | None = None
    mode: Literal["referee", "observer"] = "referee"
    claims: Literal["players", "automatic"] = "players"
    game_options: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""
    recorded: Recorded = field(default_factory=Recorded)


def read_header(first: Fields) -> Header:
    """The header in the object of the first line.

    Raises:
        BadTrace: a key is wrong; names it.
    """
    version = first.take("trace")
    if version != 1 or isinstance(version, bool):
        raise first.bad(
            "trace", 'must be 1; the first line is a header: {"trace":1,"game":"chess"}'
        )
    options = first.object("game_options")
    text = _start_text(first)
    game = _game(first, options, text)
    sensor = first.choice("sensor", tuple(Sensor), Sensor.PRESENCE)
    felt = sensor in (Sensor.POLARITY, Sensor.IDENTITY)
    control = first.text("time_control", "")
    if control:
        try:
            control = control_text(_rulebook(first, game), control)
        except RulesError as error:
            raise first.bad("time_control", str(error)) from None
    orientation: Literal["normal", "turned"] | None = first.optional_choice(
        "orientation", ("normal", "turned")
    )
    header = Header(
        game=game,
        rulebook=_rulebook(first, game),
        sensor=sensor,
        scan_hz=first.number("scan_hz", 200, 1, 100_000),
        start=_start(first, game, text),
        orientation=orientation or (None if felt else "normal"),
        time_control=control or None,
        mode=first.choice("mode", ("referee", "observer"), "referee"),
        claims=first.choice("claims", ("players", "automatic"), "players"),
        game_options=dict(game.options),
        note=first.text("note", ""),
        recorded=_recorded(first),
    )
    first.done()
    return header


def _recorded(first: Fields) -> Recorded:
    try:
        return read_note(first.text("note", ""))
    except ValueError as error:
        raise first.bad("note", str(error)) from None


def _rulebook(first: Fields, game: Game) -> Rulebook:
    name = first.choice("rulebook", tuple(game.rulebooks), game.rulebook.name)
    return game.rulebooks[name]


def _game(first: Fields, options: Mapping[str, Any], start: str | None) -> Game:
    """The game of a header, as its options and its start make it."""
    name = first.text("game")
    if name not in GAMES:
        known = ", ".join(GAMES)
        raise first.bad(
            "game", f"game {name[:40]!r} is not supported by this version; known: {known}"
        )
    try:
        return game_for(name, options, start)
    except RulesError as error:
        raise first.bad("game_options", str(error)) from None


def _start_text(first: Fields) -> str | None:
    """The start as `Game.start` reads it: a text, or an object in games without FEN."""
    value = first.take("start")
    if "start" not in first or value == "":
        return None
    if not isinstance(value, str | dict):
        raise first.bad("start", "must be a position: a text in quotes, or an object in Go")
    return position_text(value)


def _start(first: Fields, game: Game, text: str | None) -> str | None:
    if text is None:
        return None
    try:
        game.start(text)
    except RulesError as error:
        raise first.bad("start", f"no position of {game.name}: {error}") from None
    return text
