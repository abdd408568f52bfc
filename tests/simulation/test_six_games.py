"""Games of every kind by simulated hands, over magnets, chips and the real drivers.

Captures are preferred, so that long captures, crownings, exchanges and groups of stones come up often.
"""

from __future__ import annotations

import sys
from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.core.settings import Settings
from controller.shell.evening.table import Table
from drivers.sim.hands import CALM, CLUB
from drivers.sim.noise import NOISES
from rules.registry import GAMES, game_by_name
from tests.samples import sample

if TYPE_CHECKING:
    from drivers.sim.hands import Tempo
    from rules.game import Game

NAMES = [name for name in GAMES if name != "chess"]  # chess has tables of its own
OPTIONS: dict[str, dict[str, object]] = {"go": {"size": 9}}
SETTINGS = [(noise, tempo) for noise in NOISES for tempo in (CALM, CLUB)]
PLIES = 80
SHARDS = 2
GAMES_PER_SHARD = sample(2, 5)
ASKED_MAX = 0.01


def by_chance(game: Game, seed: int, plies: int) -> list[str]:
    """A legal line rich in captures, as far as the game goes."""
    dice = Random(seed)
    positions = [game.start()]
    line: list[str] = []
    while len(line) < plies and game.ending(positions, game.rulebook) is None:
        moves = positions[-1].moves()
        if not moves:
            break
        weights = [0.02 if m.target is None else 1 + 6 * len(m.captured) for m in moves]
        move = dice.choices(moves, weights)[0]
        line.append(move.text)
        positions.append(positions[-1].play(move))
    return line


def played(name: str, seed: int, noise: str, tempo: Tempo, plies: int) -> tuple[int, int]:
    """Plays a game and checks every move; the number of plies and of questions."""
    options = OPTIONS.get(name, {})
    game = game_by_name(name, options)
    line = by_chance(game, seed, plies)
    settings = Settings(game=game, rulebook=game.rulebook, game_options=dict(options))
    table = Table(game, seed, NOISES[noise], tempo, settings=settings)
    for move in line:
        table.play(move)
    table.rest()
    table.answer(line)
    assert table.moves == line
    assert table.irregularities == []
    return len(line), len(table.questions)


@pytest.mark.parametrize("noise", NOISES)
@pytest.mark.parametrize("name", NAMES)
def test_a_game_by_chance(name: str, noise: str) -> None:
    plies, _ = played(name, 7, noise, CALM, PLIES)
    assert plies > 20


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
@pytest.mark.parametrize("name", NAMES)
def test_games_by_chance(name: str, shard: int) -> None:
    plies = questions = 0
    for seed in range(shard * GAMES_PER_SHARD, (shard + 1) * GAMES_PER_SHARD):
        noise, tempo = SETTINGS[seed % len(SETTINGS)]
        made, asked = played(name, 1000 + seed, noise, tempo, PLIES)
        plies += made
        questions += asked
    sys.stdout.write(f"{name}: {plies} plies, {questions} questions\n")
    assert questions <= ASKED_MAX * plies


def test_a_board_of_nineteen_lines() -> None:
    game = game_by_name("go")
    line = by_chance(game, 3, 60)
    table = Table(game, 3, NOISES["normal"], CLUB)
    for move in line:
        table.play(move)
    table.rest()
    assert table.moves == line
    assert table.irregularities == []
