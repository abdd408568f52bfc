"""The settings of a game: as a `start` command asks for it, or as the journal has it."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from controller.core.messages import position_text
from controller.shell.asked import start_of
from controller.shell.record_names import unwritable
from rules.clock_law import control_text
from rules.registry import game_by_name
from rules.terms import RulesError, Side

if TYPE_CHECKING:
    from controller.core.messages import GameStarted, Json
    from controller.core.settings import Settings
    from rules.game import Game
    from rules.rulebook import Rulebook

CHESS960, ARRAYS = "chess960", 960
"""The option of chess that names the array, and how many there are; laws are loaded by who plays by them."""
ARGUMENTS = frozenset(
    {
        "game",
        "game_options",
        "rulebook",
        "players",
        "position",
        "time_control",
        "headers",
        "claims",
        "mode",
        "clock_starts",
    }
)


CHOSEN = {
    "mode": ("referee", "observer"),
    "claims": ("players", "automatic"),
    "clock_starts": ("at-once", "arbiter"),
}
"""Arguments that take one of a few words; the board's holds where none is given."""


def started_settings(settings: Settings, args: Json) -> Settings:
    """The settings of a new game from the arguments of `start`.

    Raises:
        RulesError: no such game, options, position or time control.
        ValueError: an argument that is wrong.
    """
    for key in args:
        if key not in ARGUMENTS:
            known = ", ".join(sorted(ARGUMENTS))
            raise ValueError(f"start has no argument {key[:40]!r}; it has {known}")
    game = _game(settings, args)
    book = args.get("rulebook", settings.rulebook.name)
    if not isinstance(book, str) or book not in game.rulebooks:
        raise ValueError(f"no such rulebook; there are {', '.join(game.rulebooks)}")
    found: dict[str, Any] = {"game": game, "game_options": dict(game.options)}
    found["rulebook"] = game.rulebooks[book]
    for key in ("players", "headers"):
        value = _object(args, key)
        if not all(isinstance(each, str) for each in value.values()):
            raise ValueError(f"{key} is an object of texts")
        found[key] = value
    for key, allowed in CHOSEN.items():
        value = args.get(key, getattr(settings, key))
        if value not in allowed:
            raise ValueError(f"{key} is {' or '.join(allowed)}")
        found[key] = value
    control = _time_control(settings, game.rulebooks[book], args)
    return replace(settings, **found, start=_position(args), time_control=control)


def asked_settings(settings: Settings, args: Json) -> Settings:
    """The settings of a new game that somebody asks for: `started_settings` whose record can be written.

    Raises:
        RulesError, ValueError: as there.
        ValueError: no record can hold the players or the headers.
    """
    found = started_settings(settings, args)
    reason = unwritable(found)
    if reason is not None:
        raise ValueError(reason)
    return found


def drawn(settings: Settings, args: Json) -> Json:
    """The arguments of `start`; where Chess960 is to begin from any array, one is drawn (FIDE-960.1).

    Raises:
        RulesError, ValueError: as `started_settings`, for the game and its options.
    """
    if _game(settings, args).options.get(CHESS960) is not True or args.get("position") is not None:
        return args
    options = {**_object(args, "game_options"), CHESS960: secrets.randbelow(ARRAYS)}
    return {**args, "game_options": options}


def _object(args: Json, key: str) -> Json:
    value = args.get(key)
    if value is not None and not isinstance(value, dict):
        raise ValueError(f"{key} is an object")
    return value or {}


def _game(settings: Settings, args: Json) -> Game:
    """The game that is asked for, if this board can show it.

    Of the board's own options those hold on that are not the game's usual ones: a handicap may change
    what is usual for the others.
    """
    board = settings.game
    name = str(args.get("game", board.name))
    usual = game_by_name(name).options
    if name != board.name:
        raise ValueError(f"this board is set up for {board.name}")
    kept = {key: value for key, value in board.options.items() if value != usual.get(key)}
    game = game_by_name(name, {**kept, **_object(args, "game_options")})
    if game.points != board.points:
        raise ValueError(
            f"this board has {len(board.points)} points, but the options ask for {len(game.points)}"
        )
    return game


def _position(args: Json) -> str | None:
    value = args.get("position")
    if value is not None and not isinstance(value, str | dict):
        raise ValueError("position is a text, or in Go an object")
    return None if value is None else position_text(value)


def _time_control(settings: Settings, rulebook: Rulebook, args: Json) -> str | None:
    """The board's where nothing is said; none where that is said; one of the rulebook's by its name."""
    value = args.get("time_control", settings.time_control)
    if value is None:
        return None
    if not isinstance(value, str):
        raise ValueError("time_control is a text")  # noqa: TRY004 - bad input, not a bug
    return control_text(rulebook, value)


def again(name: str, args: Json) -> bool:
    """Whether a command asks for the same game to be played again: `void` with `again`."""
    return name == "void" and args.get("again") is True


def again_args(settings: Settings, args: Json) -> Json:
    """The arguments of `start` for playing a game again, for the players of a game that is void.

    Where the colours had been reversed, the names stay as they are in the pairing, and it is the players
    who take up the right men (CH-8.6, FIDE-7.3, GO-17.colour).

    Args:
        settings: of the game that is void.
        args: of the command `void`; `exchange` gives each player the other colour.
    """
    sides = settings.game.sides
    players = {side: name for side in sides if (name := settings.players.get(side))}
    if args.get("exchange") is True:
        players = {settings.game.other(Side(side)): name for side, name in players.items()}
    start = settings.game.start(settings.start).value
    array = settings.game.start().value
    return {
        "game_options": dict(settings.game_options),
        "rulebook": settings.rulebook.name,
        "players": players,
        "headers": dict(settings.headers),
        "mode": settings.mode,
        "claims": settings.claims,
        "time_control": settings.time_control,
        **({} if start == array else {"position": start}),
    }


def settings_of(started: GameStarted, settings: Settings) -> Settings:
    """The settings with which a journalled game goes on."""
    game = game_by_name(started.game, started.game_options)
    return replace(
        settings,
        game=game,
        rulebook=game.rulebooks[started.rulebook],
        start=start_of(game, started.position),
        mode=started.mode,
        time_control=started.time_control,
        players=dict(started.players),
        headers=dict(started.headers),
        game_options=dict(started.game_options),
    )


def resumed(found: GameStarted | Json, settings: Settings, game_id: str) -> Settings:
    """The settings with which the newest game of a journal goes on at a board that is set up like this.

    Args:
        found: how the game began, or the arguments of the `start` that it has not begun after.

    Raises:
        RulesError: the board has other points than that game, so its configuration was changed meanwhile.
    """
    try:
        if isinstance(found, dict):
            return started_settings(settings, found)
        own = settings_of(found, settings)
        if own.game.points == settings.game.points:
            return own
        why = f"it is one of {own.game.name} on {len(own.game.points)} points"
    except ValueError as error:
        why = str(error)
    raise RulesError(
        f"the game {game_id}, which is under way in the journal, cannot go on here: {why}, and the board is set up "
        f"for {settings.game.name} on {len(settings.game.points)}. Set [board] as it was until that game is over, "
        "or name another folder in [journal]"
    )
