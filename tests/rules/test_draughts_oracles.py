"""Legal moves of draughts against two libraries that others wrote (scripts/oracles.sh).

Both agree with us in every position compared. What they are known to get wrong lies elsewhere and is
not compared: draw rules (pydraughts forgets counts when a man moves and does not restore them when a
move is taken back; py-draughts lacks the 64-square draws by 5, 30 and 60 moves), writing Russian moves
in letters with ":", and reading positions with Black's men first, a full stop, or a man on its crown
row. py-draughts drops captures that take the same men another way, so ways are not compared either:
test_draughts_moves.py does that.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from rules.draughts import Draughts
from tests.oracles.client import Oracle
from tests.oracles.lines import draughts_moves
from tests.rules.draughts_lines import GAMES, numbers, played, scattered

by_name = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


def fens(game: Draughts, first_seed: int) -> Iterator[str]:
    """Positions without end: half from games at random, half men at random."""
    seed = first_seed
    while True:
        for position in played(game, seed):
            yield numbers(position)
            seed += 1
            yield scattered(game, seed)


def differences(library: str, game: Draughts, count: int, seed: int) -> list[str]:
    """Positions in which the legal moves differ, of so many different ones."""
    asked = list(dict.fromkeys(islice(fens(game, seed), count + count // 4)))[:count]
    assert len(asked) == count
    with Oracle(library, f"{library.replace('-', '_')}_moves") as oracle:
        answers: list[Any] = oracle.ask_all(
            {"game": game.name, "fen": fen, "line": []} for fen in asked
        )
    return [
        f"{fen}: {library} {theirs}, ours {mine}"
        for fen, answer in zip(asked, answers, strict=True)
        if (theirs := answer["moves"][0]) != (mine := draughts_moves(game.start(fen)))
    ]


@pytest.mark.needs("oracle:py-draughts")
@by_name
def test_moves_are_those_of_py_draughts(game: Draughts) -> None:
    assert not differences("py-draughts", game, 400, seed=1)


@pytest.mark.needs("oracle:pydraughts")
@by_name
def test_moves_are_those_of_pydraughts(game: Draughts) -> None:
    assert not differences("pydraughts", game, 60, seed=2)


@pytest.mark.slow
@pytest.mark.needs("oracle:pydraughts")
@by_name
def test_moves_are_those_of_pydraughts_in_many_positions(game: Draughts) -> None:
    assert not differences("pydraughts", game, 200, seed=200_000)
