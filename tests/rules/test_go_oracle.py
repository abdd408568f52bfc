"""Go against sgfmill 1.1.1, which runs in an environment of its own (scripts/oracles.sh).

Known differences: sgfmill allows a stone that has no liberty and takes it off, and it only reports
the ko point; so its legal points are those where the stone stays, less the ko point. `scripts/soak legality` compares
many more plies.
"""

from random import Random
from typing import Any

import pytest

from rules.go.game import game_of
from tests.oracles.client import Oracle
from tests.oracles.lines import compare_go, go_line, played

pytestmark = pytest.mark.needs("oracle:sgfmill")


def differences(oracle: Oracle, size: int, plies: int, every: int = 1) -> tuple[int, list[str]]:
    """How many positions of a random game were compared, and where they differ."""
    game = game_of({"size": size})
    line = played(game, game.start(), Random(size), plies)
    answer: Any = oracle.ask(go_line(line, every))
    return len(answer), compare_go(line, answer, every)


@pytest.mark.law("GO-18.dead", "GO-19", "GO-20.ko", "GO-score")
def test_captures_legal_points_and_areas_agree() -> None:
    with Oracle("sgfmill", "sgfmill_server") as oracle:
        found = [differences(oracle, size, 100) for size in (3, 5, 7, 9)]
        found.append(differences(oracle, 19, 400, every=40))
    assert sum(compared for compared, _ in found) == 410
    assert not any(wrong for _, wrong in found)
