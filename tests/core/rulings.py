"""Boards for the tests of the arbiter's penalties."""

from __future__ import annotations

from typing import Any

from rules.registry import GAMES, game_by_name
from tests.core.rig import Rig, recovered

CLOCK = "90:00+0:30"


def board(book: str, **options: Any) -> Rig:  # noqa: ANN401 - as Rig takes them
    """A board that plays by this rulebook, the game begun."""
    game = next(game for game in GAMES.values() if book in game.rulebooks)
    if game.name == "go":
        game = game_by_name("go", {"size": 9})
    return Rig(game=game, rulebook=book, **options).hands("1000")


def penalise(rig: Rig, kind: str, side: str | None = None, **args: object) -> bool:
    return rig.command("arbiter", "penalty", side=side or rig.game.sides[0], kind=kind, **args)


def check_recovery(rig: Rig) -> None:
    read = recovered(rig.settings, rig.said)
    assert read.penalties == rig.session.penalties
    assert (read.result, read.line.ids) == (rig.session.result, rig.session.line.ids)
