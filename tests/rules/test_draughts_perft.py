"""Perft of the three games of draughts, against published and computed tables."""

import json
from pathlib import Path

import pytest

from tests.rules.draughts_lines import GAMES
from tests.samples import sample

BY_NAME = {game.name: game for game in GAMES}
TABLE = json.loads((Path(__file__).parents[1] / "data" / "perft-draughts.json").read_text())
NORMAL = 100_000
"""Lines; entries with more are counted in the slow tests."""
LINES_MAX = sample(200_000, 2_000_000)
"""Of a case, but for those from the start of a game."""


def cases() -> list[object]:
    return [
        pytest.param(
            entry["game"],
            entry["fen"],
            int(depth),
            kind == "paths",
            nodes,
            id=f"{entry['game']}-{entry['name']}-{kind}-{depth}",
            marks=[pytest.mark.slow] if nodes > NORMAL else [],
        )
        for entry in TABLE["positions"]
        for kind in ("unique", "paths")
        for depth, nodes in entry[kind].items()
        if nodes <= LINES_MAX or (entry["name"], kind) == ("array", "unique")
    ]


@pytest.mark.law("DR-5.3", "DR-5.4", "DR-5.5", "DR-5.9")
@pytest.mark.law("DR-6.1", "DR-6.2", "DR-6.3", "DR-6.5", "DR-6.6", "DR-6.7", "DR-6.8")
@pytest.mark.law("DR-6.12", "DR-6.13", "DR-6.14")
@pytest.mark.parametrize(("name", "fen", "depth", "paths", "nodes"), cases())
def test_perft(name: str, fen: str, depth: int, paths: bool, nodes: int) -> None:  # noqa: FBT001
    game = BY_NAME[name]
    assert game.perft(game.start(fen), depth, paths=paths) == nodes


@pytest.mark.parametrize("paths", [False, True])
@pytest.mark.parametrize("entry", TABLE["positions"], ids=lambda e: f"{e['game']}-{e['name']}")
def test_counting_is_what_playing_the_moves_gives(entry: dict[str, str], paths: bool) -> None:  # noqa: FBT001
    game = BY_NAME[entry["game"]]
    position = game.start(entry["fen"])
    for depth in (0, 1, 2):
        by_moves = super(type(game), game).perft(position, depth, paths=paths)
        assert game.perft(position, depth, paths=paths) == by_moves
