"""The record that the demo plays: the one that the program brings, or the first of a file."""

from __future__ import annotations

import contextlib
import sys
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.calm import up_to_obstacle
from controller.shell.recordfiles import Found, read_records
from rules.arbiter_law import quick
from rules.clock_law import clock_law
from rules.formats import format_of_game
from rules.terms import RulesError
from rules.time_control import from_pgn, read_time_control

if TYPE_CHECKING:
    from rules.game import Game
    from rules.record import GameRecord


def record_to_play(game: Game, file: str | None, kind: str | None) -> GameRecord:
    """The first game of a file, or the game that the program brings.

    Args:
        kind: the format or the game of the file; None to find out.

    Raises:
        RulesError: it is no record, or none that hands can play on this game's board; begins with the
            file's name.
    """
    form = format_of_game(game.name)
    if file is None:
        data = resources.files("controller.shell") / "data" / f"demo-{game.name}{form.suffix}"
        return form.read(data.read_text(encoding="utf-8"))[0]
    try:
        read = read_records(Path(file).read_bytes(), file, source=kind, game=game.name)
        found = _playable(read, game)
    except OSError as error:
        raise RulesError(
            f"{file}: cannot be read: {error.strerror}; give a {form.name.upper()} file"
        ) from None
    except RulesError as error:
        raise RulesError(f"{file}: {error}") from None
    for warning in (*read.warnings, *found.warnings):
        sys.stderr.write(f"{file}: {warning}\n")
    return found


def _playable(read: Found, game: Game) -> GameRecord:
    """The first game, if hands can play all of it.

    Raises:
        RulesError: it is of another game, or something stands in the way.
    """
    found = read.records[0]
    place = "game 1: " if len(read.records) > 1 else ""
    if found.game != game.name:
        raise RulesError(
            f"{place}is a game of {found.game}; start the demo with --game {found.game}"
        )
    found, obstacle = up_to_obstacle(found)
    if obstacle:
        raise RulesError(f"{place}{obstacle}")
    return found


def control_of(record: GameRecord, game: Game) -> str:
    """The record's time control; the first that the laws name where it has none or a quick one.

    Simulated hands play as quickly as hands can, but blitz is not for them.
    """
    text = record.headers.get("TimeControl", "")
    with contextlib.suppress(RulesError):
        control = read_time_control(text) if record.game == "go" else from_pgn(text)
        if control is not None and not quick(control):
            return str(control)
    return clock_law(game.rulebook).presets[0].text
