"""The draws of draughts against py-draughts, where it claims to know them.

What differs on purpose:

* On 100 squares py-draughts never ends a count of sixteen or five once it has begun; here it ends when
  the force has gone (three men have become two, or a king has been captured), and begins afresh if it
  comes again. A count is compared until its force has gone.
* On 64 squares it knows repetition, fifteen moves of kings, and three kings against one only as the same
  fifteen moves; it has no main road, no unchanged balance and no five moves. Only the first two are
  compared.
* Its Brazilian game has the draws of its Russian one.
"""

from itertools import pairwise

import pytest

from rules.draughts import DRAUGHTS_100, DRAUGHTS_BRAZILIAN, DRAUGHTS_RUSSIAN, Draughts
from rules.position import Position
from tests.oracles.client import Oracle
from tests.rules.draughts_lines import numbers
from tests.rules.draughts_shuffles import play_warily
from tests.rules.test_draughts_counts import ENDINGS, reached, seen

COMPARED = {
    "draughts-100": {"threefold-repetition", "king-moves", "three-men-v-king", "two-men-v-king"},
    "draughts-russian": {"threefold-repetition", "king-moves"},
    "draughts-brazilian": {"threefold-repetition", "king-moves"},
}
FORCES = {
    "three-men-v-king": {"KKK-K", "KKm-K", "Kmm-K"},
    "two-men-v-king": {"KK-K", "Km-K", "K-K"},
}


def request(game: Draughts, line: list[Position]) -> dict[str, object]:
    moves = []
    for before, after in pairwise(line):
        made = next(move for move in before.moves() if before.play(move) == after)
        assert made.origin is not None
        assert made.target is not None
        moves.append([made.origin + 1, made.target + 1, [point + 1 for point in made.captured]])
    return {"game": game.name, "fen": numbers(game.start(line[0].text)), "moves": moves}


def standing(text: str) -> set[str]:
    """The draws whose force stands on the board."""
    has = seen(text).has
    here = {f"{has['W']}-{has['B']}", f"{has['B']}-{has['W']}"}
    return {name for name, forces in FORCES.items() if forces & here}


@pytest.mark.needs("oracle:py-draughts")
@pytest.mark.law("DR-12.3.1", "DR-12.3.2", "DR-12.3.3", "DR-12.3.4")
@pytest.mark.parametrize("game", [DRAUGHTS_100, DRAUGHTS_RUSSIAN, DRAUGHTS_BRAZILIAN])
def test_draws_agree_with_py_draughts(game: Draughts) -> None:
    starts = ENDINGS[game.name]
    games = [play_warily(game, starts[seed % len(starts)], seed, 90) for seed in range(12)]
    with Oracle("py-draughts", "py_draughts_draws") as oracle:
        answers = oracle.ask_all([request(game, line) for line in games])
    compared = 0
    for line, answer in zip(games, answers, strict=True):
        assert isinstance(answer, list)
        texts = [position.text for position in line]
        begun = standing(texts[0])
        ended: set[str] = set()
        for plies, theirs in enumerate(answer, 1):
            ended |= begun - standing(texts[plies])
            begun |= standing(texts[plies])
            names = COMPARED[game.name] - ended
            ours = reached(game, line[: plies + 1], game.rulebook) & names
            assert ours == set(theirs) & names, (plies, texts[plies])
            compared += bool(ours)
    assert compared > 100
