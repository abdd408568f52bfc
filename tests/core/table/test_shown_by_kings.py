"""What two kings in the centre show, and what they do not."""

import pytest

from controller.core.table.claims.gestures import result_gesture
from rules.registry import game_by_name
from rules.rulebook import Outcome
from rules.terms import point_set

CHESS = game_by_name("chess")
BESIDE = "4k3/8/8/8/3nK3/8/8/8 b - - 0 1"
"""A white king in the centre, and a black knight beside it."""


@pytest.mark.parametrize(
    ("changed", "shown"),
    [(("e8",), None), (("e8", "d4"), Outcome.DRAW)],
    ids=["the king is lifted", "the knight has made way to it"],
)
def test_a_piece_makes_way_to_a_king_only_where_something_has_changed(
    changed: tuple[str, ...], shown: Outcome | None
) -> None:
    position = CHESS.start(BESIDE)
    points = point_set(CHESS.index[name] for name in changed)
    standing = position.occupied & ~(1 << CHESS.index["e8"])
    assert result_gesture(CHESS, position, standing, points) is shown
