"""Each of the six games under way, as the kiosk must show it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import msgspec

from controller.core.view import AreaCount, MoveLine, View
from controller.core.viewing import men_of
from rules.registry import game_by_name
from tests.browser.scenes import clock_of
from tests.shell.fake_desk import FakeDesk, view_of

if TYPE_CHECKING:
    from collections.abc import Callable

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
    position = game.start()
    moves: list[MoveLine] = []
    for ply in range(1, (PLIES[name] if plies is None else plies) + 1):
        legal = [move for move in position.moves() if move.target is not None]
        move = legal[(37 * ply + 11) % len(legal)]
        side, words = str(position.side_to_move), dict(game.notation(position, move))
        line = MoveLine(ply=ply, side=side, move=move.text, notation=words, at_us=ply)
        moves.append(line)
        position = position.play(move)
    men = men_of(game, position)
    clock = clock_of()
    sides = dict(zip(game.sides, clock["sides"].values(), strict=True))
    lamps = {point: "last-move" for point in (moves[-1].move,) if point in men}
    return msgspec.structs.replace(
        view_of(),
        game=game.name,
        game_options=dict(game.options),
        rulebook=game.rulebook.name,
        players=dict(
            zip(game.sides, ("Ksenija Gaprindašvili-Petrova", "Li Xiaoming"), strict=True)
        ),
        position=position.value,
        start=game.start().value,
        ply=len(moves),
        side_to_move=str(position.side_to_move),
        men=men,
        standing=sorted(men),
        moves=moves,
        lamps=lamps,
        time_control="90:00+0:30",
        clock={**clock, "sides": sides, "running": str(position.side_to_move)},
        **changes,
    )


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


GAMES: dict[str, Callable[[], FakeDesk]] = {name: partial(playing, name) for name in PLIES}
