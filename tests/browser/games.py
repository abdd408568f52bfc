"""Each of the six games under way, as the kiosk must show it."""

from __future__ import annotations

from functools import partial
from importlib import resources
from typing import TYPE_CHECKING, Any

import msgspec

from controller.core.showing import men_of
from controller.core.view import AreaCount, MoveLine, View
from rules.formats import format_of_game
from rules.registry import game_by_name
from tests.browser.scenes import clock_of
from tests.shell.fake_desk import FakeDesk, question, view_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.game import Game
    from rules.position import Move, Position

PLIES = {
    "chess": 23,
    "draughts-100": 30,
    "draughts-russian": 22,
    "draughts-brazilian": 22,
    "xiangqi": 26,
    "go": 60,
}
"""Moves to be made in each; the games are made up, the laws are kept."""


def game_view(name: str, plies: int | None = None, **changes: Any) -> View:  # noqa: ANN401
    """A game after some moves, taken from all over the list of legal ones, with clocks running."""
    game = game_by_name(name)

    def chosen(ply: int, position: Position) -> Move:
        legal = [move for move in position.moves() if move.target is not None]
        return legal[(37 * ply + 11) % len(legal)]

    view = _played(game, chosen, PLIES[name] if plies is None else plies)
    clock = clock_of()
    sides = dict(zip(game.sides, clock["sides"].values(), strict=True))
    names = ("Ksenija Gaprindašvili-Petrova", "Li Xiaoming")
    return msgspec.structs.replace(
        view,
        players=dict(zip(game.sides, names, strict=True)),
        time_control="90:00+0:30",
        clock={**clock, "sides": sides, "running": view.side_to_move},
        **changes,
    )


def _played(game: Game, chosen: Callable[[int, Position], Move], plies: int) -> View:
    """A game after some moves, each chosen by its ply and the position."""
    position = game.start()
    moves: list[MoveLine] = []
    lamps: dict[str, str] = {}
    for ply in range(1, plies + 1):
        move = chosen(ply, position)
        side, words = str(position.side_to_move), dict(game.notation(position, move))
        moves.append(MoveLine(ply=ply, side=side, move=move.text, notation=words, at_us=ply))
        ends = (game.points[p] for p in (move.origin, move.target) if p is not None)
        lamps = dict.fromkeys(ends, "last-move")
        position = position.play(move)
    men = men_of(game, position)
    return msgspec.structs.replace(
        view_of(),
        game=game.name,
        game_options=dict(game.options),
        rulebook=game.rulebook.name,
        position=position.value,
        start=game.start().value,
        ply=len(moves),
        side_to_move=str(position.side_to_move),
        men=men,
        standing=sorted(men),
        moves=moves,
        lamps=lamps,
    )


def recorded(name: str, plies: int | None = None, **changes: Any) -> FakeDesk:  # noqa: ANN401
    """The game that the demo plays, after some plies or at its end."""
    game, form = game_by_name(name), format_of_game(name)
    file = resources.files("controller.shell") / "data" / f"demo-{name}{form.suffix}"
    record = form.read(file.read_text(encoding="utf-8"))[0]

    def chosen(ply: int, position: Position) -> Move:
        return next(move for move in position.moves() if move.text == record.moves[ply - 1])

    view = _played(
        game.with_options(record.options), chosen, len(record.moves) if plies is None else plies
    )
    players = {side: record.headers[side.capitalize()] for side in game.sides}
    headers = {"Event": record.headers["Event"]}
    return FakeDesk(msgspec.structs.replace(view, players=players, headers=headers, **changes))


def mated() -> FakeDesk:
    """The demo's game of xiangqi has ended."""
    result = {"result": "1-0", "termination": "checkmate", "law": "XQ-2", "winner": "red"}
    return recorded("xiangqi", stage="ended", result=result)


def playing(name: str) -> FakeDesk:
    return FakeDesk(game_view(name))


def counting() -> FakeDesk:
    """Both have passed in Go; some stones are marked as dead."""
    view = game_view("go", 120, stage="count")
    dead = sorted(view.men)[:3]
    count = AreaCount(
        black=184, white=177, result="W+0.5", english="Black is 0.5 short.",
        chinese="黑负半子", dead=dead, shared=[], agreed=["white"],
    )  # fmt: skip
    lamps = dict.fromkeys(dead, "dead")
    return FakeDesk(msgspec.structs.replace(view, count=count, lamps=lamps))


def whose_stone() -> FakeDesk:
    """White has pressed the clock upon what would be Black's stone."""
    view = game_view("go", 61, stage="question")
    asked = question(reason="out-of-turn", candidates=["d4"], answers=["answer"])
    return FakeDesk(msgspec.structs.replace(view, question=asked, lamps={"d4": "question"}))


GAMES: dict[str, Callable[[], FakeDesk]] = {name: partial(playing, name) for name in PLIES}
