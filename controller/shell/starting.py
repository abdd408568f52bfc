"""The settings of a game: as a `start` command asks for it, or as the journal has it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rules.registry import game_by_name

if TYPE_CHECKING:
    from controller.core.messages import GameStarted, Json
    from controller.core.settings import Settings


def started_settings(settings: Settings, args: Json) -> Settings:
    """The settings of a new game from the arguments of `start`.

    Raises:
        RulesError: no such game or position.
        ValueError: an argument that is wrong.
    """
    known = {"game", "rulebook", "players", "position", "time_control", "headers", "claims", "mode"}
    for key in args:
        if key not in known:
            raise ValueError(
                f"start has no argument {key[:40]!r}; it has {', '.join(sorted(known))}"
            )
    game = game_by_name(str(args.get("game", settings.game.name)))
    if game.name != settings.game.name:
        raise ValueError(f"this board is set up for {settings.game.name}")
    book = args.get("rulebook", settings.rulebook.name)
    if book not in game.rulebooks:
        raise ValueError(f"no such rulebook; there are {', '.join(game.rulebooks)}")
    found: dict[str, Any] = {"rulebook": game.rulebooks[book]}
    for key, name in (("players", "players"), ("headers", "headers")):
        value = args.get(key, {})
        if not isinstance(value, dict) or not all(isinstance(v, str) for v in value.values()):
            raise ValueError(f"{key} is an object of texts")
        found[name] = value
    for key, allowed in (("mode", ("referee", "observer")), ("claims", ("players", "automatic"))):
        value = args.get(key, getattr(settings, key))
        if value not in allowed:
            raise ValueError(f"{key} is {' or '.join(allowed)}")
        found[key] = value
    for key, name in (("position", "start"), ("time_control", "time_control")):
        value = args.get(key)
        if value is not None and not isinstance(value, str):
            raise ValueError(f"{key} is a text")
        found[name] = value
    return replace(settings, **found)


def settings_of(started: GameStarted, settings: Settings) -> Settings:
    """The settings with which a journalled game goes on."""
    game = game_by_name(started.game)
    text = str(started.position)
    return replace(
        settings,
        game=game,
        rulebook=game.rulebooks[started.rulebook],
        start=None if text == game.start().text else text,
        mode=started.mode,
        time_control=started.time_control,
        players=dict(started.players),
        headers=dict(started.headers),
        game_options=dict(started.game_options),
    )
