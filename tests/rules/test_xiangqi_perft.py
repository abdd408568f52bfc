"""Perft of xiangqi: the number of lines from known positions, against published tables."""

import json
from pathlib import Path

import pytest

from rules.game import Game
from rules.xiangqi import XIANGQI
from tests.samples import sample

TABLE = json.loads((Path(__file__).parents[1] / "data" / "perft-xiangqi.json").read_text())
NORMAL_NODES = 100_000
MOST_NODES = sample(300_000, 2_000_000)


def cases() -> list[object]:
    return [
        pytest.param(
            entry["fen"],
            int(depth),
            nodes,
            id=f"{entry['name']}-{depth}",
            marks=[pytest.mark.slow] if nodes > NORMAL_NODES else [],
        )
        for entry in TABLE["positions"]
        for depth, nodes in entry["nodes"].items()
        if nodes <= MOST_NODES
    ]


@pytest.mark.law("XQ-2")
@pytest.mark.parametrize(("fen", "depth", "nodes"), cases())
def test_perft(fen: str, depth: int, nodes: int) -> None:
    assert XIANGQI.perft(XIANGQI.start(fen), depth) == nodes


@pytest.mark.law("XQ-2")
@pytest.mark.parametrize("entry", TABLE["positions"], ids=lambda entry: entry["name"])
def test_the_moves_for_people_are_those_that_perft_counts(entry: dict[str, object]) -> None:
    start = XIANGQI.start(str(entry["fen"]))
    assert Game.perft(XIANGQI, start, 2) == XIANGQI.perft(start, 2)
    assert XIANGQI.perft(start, 0) == 1
