"""Perft: the number of lines from known positions, against a published table."""

import json
from pathlib import Path

import pytest

from rules.chess import CHESS

TABLE = json.loads((Path(__file__).parents[1] / "data" / "perft-chess.json").read_text())
LINES_MAX = 500_000
"""Of a case. That many show every kind of move; python-chess, which makes them, counts deeper itself."""


def cases() -> list[object]:
    return [
        pytest.param(
            entry["fen"],
            int(depth),
            nodes,
            id=f"{entry['name']}-{depth}",
        )
        for entry in TABLE["positions"]
        for depth, nodes in entry["nodes"].items()
        if nodes <= LINES_MAX
    ]


@pytest.mark.law("CH-5.1.5", "CH-5.1.6", "CH-5.2", "CH-5.3", "CH-5.4", "CH-5.5")
@pytest.mark.law("CH-5.6.1", "CH-5.6.2", "CH-5.6.3", "CH-4.1", "CH-4.2", "CH-9.1")
@pytest.mark.parametrize(("fen", "depth", "nodes"), cases())
def test_perft(fen: str, depth: int, nodes: int) -> None:
    assert CHESS.perft(CHESS.start(fen), depth) == nodes
