"""Conversion of records: what comes out is the same game, and bad input changes nothing."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from controller.shell import cli
from controller.shell.calm import calm_trace
from controller.shell.convert import convert
from controller.shell.recordfiles import detect
from rules.formats import format_of_game
from rules.game import Game
from rules.record import GameRecord
from rules.registry import GAMES
from rules.rulebook import Outcome

DATA = Path(__file__).parents[2] / "controller" / "shell" / "data"
TWO = """\
[White "Anna"]
[Black "Berta"]
[Result "1-0"]

1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[White "Carla"]
[Black "Dora"]
[Result "*"]

1. e4 e5 2. Qh9 *
"""
ONE = TWO.partition('\n[White "Carla')[0]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    out, err = capsys.readouterr()
    assert "Traceback" not in err
    return code, out, err


def replayed(
    trace: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> list[dict[str, object]]:
    file = tmp_path / "replayed.jsonl"
    file.write_text(trace, encoding="utf-8")
    code, out, err = run(capsys, "replay", str(file))
    assert (code, err) == (0, "")
    return [json.loads(line) for line in out.splitlines()]


def demo(game: str) -> Path:
    return next(DATA.glob(f"demo-{game}.*"))


def records_of(text: str, name: str = "-") -> list[GameRecord]:
    return detect(text, name).read(text)


def wandering(game: Game, plies: int, rng: random.Random) -> GameRecord:
    """A game of random moves, that ends where the laws end it."""
    positions = [game.start()]
    moves: list[str] = []
    while len(moves) < plies and game.ending(positions, game.rulebook) is None:
        move = rng.choice(positions[-1].moves())
        moves.append(move.text)
        positions.append(positions[-1].play(move))
    ending = game.ending(positions, game.rulebook)
    return GameRecord(
        game=game.name,
        options=dict(game.options),
        moves=tuple(moves),
        clocks_ms=(None,) * len(moves),
        elapsed_ms=(None,) * len(moves),
        result=game.result_text(Outcome.OPEN) if ending is None else ending.result,
    )


def check_wandering(name: str, seeds: range, plies: int) -> None:
    game = GAMES[name] if name != "go" else GAMES[name].with_options({"size": 5})
    for seed in seeds:
        record = wandering(game, plies, random.Random(f"{name} {seed}"))
        back = convert(calm_trace(record).encode(), "t", to=format_of_game(name).name)
        (again,) = records_of(back.text)
        assert (again.moves, again.result) == (record.moves, record.result), seed


@pytest.mark.parametrize("name", sorted(GAMES))
def test_random_games_go_through_a_trace_and_back(name: str) -> None:
    check_wandering(name, range(2), 60)


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(GAMES))
def test_many_random_games_go_through_a_trace_and_back(name: str) -> None:
    check_wandering(name, range(2, 12), 150)
