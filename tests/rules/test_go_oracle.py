"""Go against sgfmill 1.1.1, which runs in an environment of its own (scripts/oracles.sh).

Known differences: sgfmill allows a stone that has no liberty and takes it off, and it only reports
the ko point; so its legal points are those where the stone stays, less the ko point.
"""

from typing import Any

import pytest

from rules.go import GoPosition
from rules.go.board import BLACK
from rules.go.game import game_of
from rules.go.score import count
from tests.oracles.client import Oracle
from tests.rules.go_boards import random_line

pytestmark = pytest.mark.needs("oracle:sgfmill")


def play_between(before: GoPosition, after: GoPosition) -> list[Any]:
    """The ply from one position to the next, as the oracle takes it."""
    colour = "b" if before.side_to_move == BLACK else "w"
    new = after.occupied & ~before.occupied
    point = None if not new else divmod(new.bit_length() - 1, before.size)
    return [colour, point]


def differences(
    oracle: Oracle, size: int, seed: int, plies: int, every: int = 1
) -> tuple[int, int]:
    """How many positions of a random game were compared, and how many differ."""
    line = random_line(game_of({"size": size}), seed, plies)
    plays = [play_between(line[n], line[n + 1]) for n in range(plies)]
    asked = {"ask": "game", "size": size, "plays": plays, "every": every}
    answers: Any = oracle.ask(asked)
    compared = line[every::every]
    wrong = sum(
        not agrees(position, answer) for position, answer in zip(compared, answers, strict=True)
    )
    return len(compared), wrong


def agrees(position: GoPosition, answer: dict[str, Any]) -> bool:
    size = position.size
    men = [position.man_at(point) for point in range(size * size)]
    stones = "".join("." if man is None else man.letter for man in men)
    ko = None if position.ko is None else list(divmod(position.ko, size))
    legal = [
        list(divmod(move.target, size)) for move in position.moves() if move.target is not None
    ]
    counted = count(position, komi=0)
    return (
        stones == answer["stones"]
        and ko == answer["ko"]
        and legal == [point for point in answer["legal"] if point != ko]
        and counted.margin == answer["score"]
    )


@pytest.mark.law("GO-18.dead", "GO-19", "GO-20.ko", "GO-score")
def test_captures_legal_points_and_areas_agree() -> None:
    with Oracle("sgfmill", "sgfmill_server") as oracle:
        found = [differences(oracle, size, 10 + size, 100) for size in (3, 5, 7, 9)]
        found.append(differences(oracle, 19, 7, 400, every=40))
    assert sum(compared for compared, _ in found) == 410
    assert all(wrong == 0 for _, wrong in found)


@pytest.mark.slow
@pytest.mark.law("GO-18.dead", "GO-19", "GO-20.ko", "GO-score")
def test_twenty_thousand_positions_agree() -> None:
    games = [(seed, size, 100, 2) for seed in range(130) for size in (5, 7, 9)]
    games += [(seed, size, 25 * size, 2 * size) for seed in range(21) for size in (13, 19)]
    with Oracle("sgfmill", "sgfmill_server") as oracle:
        found = [differences(oracle, size, seed, n, every) for seed, size, n, every in games]
    assert sum(compared for compared, _ in found) == 20_004
    assert sum(wrong for _, wrong in found) == 0
