"""What a board knows follows from its messages: the folded journal of any evening gives its slices.

Hands, accidents and commands come by chance, in all games; the journal is folded every few steps.
"""

from __future__ import annotations

import dataclasses
from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.core.messages import (
    Claim,
    Clock,
    Irregularity,
    Move,
    Penalty,
    Restore,
    Ruling,
)
from controller.core.stages import Stage
from controller.shell.cores import new_board
from rules.registry import GAMES, game_by_name
from tests.core import programs, rulings
from tests.core.claims import test_claims_random as claimed
from tests.core.rig import Rig

if TYPE_CHECKING:
    from controller.core.state import State

STEPS = 60
EVERY = 6
"""Steps between two looks at the journal."""
SLICES = ("game", "claims", "penalties", "clock")


def folded(board: Rig) -> State:
    """A board that has only read the journal, before it goes on from there."""
    stand = new_board(board.settings)
    for at_us, message in zip(board.said_us, board.said, strict=True):
        stand.state.now_ns = at_us * 1000
        stand._reduce(message)
    return stand.state


def known(part: object) -> dict[str, object]:
    """What of a slice must be the same."""
    if part is None:
        return {}
    assert dataclasses.is_dataclass(part)
    found = {
        each.name: getattr(part, each.name) for each in dataclasses.fields(part) if each.compare
    }
    if "positions" in found:
        found["moves"] = [None if move is None else move.text for move in found["moves"]]
    if "clock" in found:
        found["clock"] = found["clock"].state()
    return found


def compare(board: Rig) -> None:
    live, read = board.session.board.state, folded(board)
    if not live.game.started:
        return
    for name in SLICES:
        assert known(getattr(read, name)) == known(getattr(live, name)), name


@pytest.mark.parametrize("seed", range(8))
def test_hands_accidents_and_commands(seed: int) -> None:
    board = programs.board(seed)
    program = programs.Program(board, seed)
    for step in range(STEPS):
        program.step()
        if step % EVERY == 0:
            compare(board)
    compare(board)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("name", GAMES)
def test_claims_and_rulings_in_every_game(name: str, seed: int) -> None:
    dice = Random(f"{name} {seed} folded")
    game = game_by_name("go", {"size": 9}) if name == "go" else GAMES[name]
    control = dice.choice((None, "60:00", "20:00+0:10", "3/0:40,0:20"))
    board = Rig(game=game, rulebook=game.rulebook.name, time_control=control).hands("1000")
    for step in range(STEPS):
        claimed.step(board, dice)
        if step % EVERY == 0:
            compare(board)
        if board.session.stage is Stage.ENDED:
            break
    compare(board)


def test_a_penalty_is_counted_again() -> None:
    board = Rig(time_control="60:00").hands("1000 e2- 300 e4+ 300 w! 1000")
    assert rulings.penalise(board, "illegal-move", "white")
    assert {type(message) for message in board.said} >= {Penalty}
    compare(board)


def test_the_programs_do_much() -> None:
    """Or else they would prove nothing."""
    said = set()
    for seed in range(6):
        board, dice = Rig(time_control="60:00").hands("1000"), Random(f"much {seed}")
        for _ in range(STEPS):
            claimed.step(board, dice)
        said |= {type(message) for message in board.said}
        board = programs.board(seed)
        program = programs.Program(board, seed)
        for _ in range(STEPS):
            program.step()
        said |= {type(message) for message in board.said}
    assert said >= {Claim, Clock, Irregularity, Move, Restore, Ruling}
