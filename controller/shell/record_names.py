"""Players and headers that a game may be started with: those that its record can hold, and that programs can read there."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

from controller.core.messages import GameStarted
from controller.shell.export import record_text
from rules.formats import detect, format_of_game
from rules.terms import RulesError, quoted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.settings import Settings

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*")
MADE_HEADERS = frozenset({"Result", "FEN", "SetUp", "GameType", "Game", "Format"})
"""Headers that records are made with, or that say of which game they are."""
_MADE = {name.lower() for name in MADE_HEADERS}
_TIME = "timecontrol"
_SIGNS = frozenset({"Cc", "Cs", "Zl", "Zp"})
"""Categories of control characters, halves of characters, and ends of lines and of paragraphs."""


def unwritable(settings: Settings) -> str | None:
    """Why no record could hold the players and headers of a game; None where it can."""
    game = settings.game
    for side, name in settings.players.items():
        if side not in game.sides:
            return f"{quoted(side)} is no side of {game.name}; its players are {' and '.join(game.sides)}"
        if name is not None and _spoilt(name):
            return f"the name of {side} has a line break or another sign that no record can hold: {quoted(name)}"
    for header, value in settings.headers.items():
        reason = _wrong(settings, header, value)
        if reason is not None:
            return reason
    if not _readable(settings, settings.headers):
        return f"no record of {game.name} can hold these players and headers"
    return None


def _wrong(settings: Settings, header: str, value: str) -> str | None:
    game, plain = settings.game, header.lower()
    if not _NAME.fullmatch(header):
        return f"the header {quoted(header)} has no name that a record can hold: letters, digits and underscores"
    if plain in _MADE or (plain == _TIME and settings.time_control is not None):
        return f"the header {header} is made by the record itself; leave it out"
    if plain in game.sides:
        return f"the header {header} is the name of a player: name the players instead"
    if _spoilt(value):
        return f"the header {header} has a line break or another sign that no record can hold: {quoted(value)}"
    if not _readable(settings, {header: value}):
        return (
            f"no record of {game.name} can hold the header {header} with the value {quoted(value)}"
        )
    return None


def _spoilt(text: str) -> bool:
    return any(unicodedata.category(sign) in _SIGNS for sign in text)


def _readable(settings: Settings, headers: Mapping[str, str]) -> bool:
    """Whether a record with these headers is written, and read again as one of its game that has them.

    Of a game from the array: a position has nothing to do with them.
    """
    game = settings.game
    started = GameStarted(
        game=game.name,
        rulebook=settings.rulebook.name,
        players={side: settings.players.get(side) for side in game.sides},
        position=game.start().value,
        time_control=settings.time_control,
        game_options=settings.game_options,
        headers=dict(headers),
    )
    try:
        text = record_text([started])
        form = detect(text)
        if form is not format_of_game(game.name):
            return False
        (record,) = form.read(text)
    except RulesError:
        return False
    told = {**headers, **_named(settings)}
    return record.game == game.name and all(
        _plain(record.headers.get(name, "")) == _plain(value) for name, value in told.items()
    )


def _named(settings: Settings) -> dict[str, str]:
    """The headers that have the names of the players."""
    return {side.capitalize(): name for side, name in settings.players.items() if name}


def _plain(text: str) -> str:
    """Records of some formats keep no more of blanks than that there are some."""
    return " ".join(text.split())
