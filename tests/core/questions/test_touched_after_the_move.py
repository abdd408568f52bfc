"""A move is found only later (a silent sensor): what was touched after it is no foul of its player, and what was named is withdrawn."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty, Ruling
from rules.xiangqi import XIANGQI
from tests.core.rig import Rig

SOLDIER = "rnbakab2/7C1/8n/p1p1p1p1p/2P6/6P2/P3P3P/1C6B/9/1cBAKA1NR w - - 1 6"
"""c5 takes c6, and the cannon b0 the adviser d0."""


def rig(start: str | None = None) -> Rig:
    return Rig(start, game=XIANGQI, rulebook="xiangqi-cxa")


def fouls(board: Rig) -> int:
    """Those that count at the end."""
    return sum(-1 if p.withdrawn else 1 for p in board.of(Penalty))


@pytest.mark.law("XQ-9.1.5")
@pytest.mark.parametrize("held", [500, 800])
@pytest.mark.parametrize("taken", [300, 400])
def test_a_foul_that_was_none_is_withdrawn(held: int, taken: int) -> None:
    """c5 is stuck and takes c6; then b0 takes d0: nobody of Red's has touched d0."""
    board = rig(SOLDIER).hands(f"1000 c6- 700 c6+ 3000 b0- {held} d0- {taken} d0+ 2500")
    assert board.line == ["c5c6", "b0d0"], board.story()
    assert fouls(board) == 0, board.story()
    named = [kind for _, kind in board.odd]
    ruled = [(r.kind, r.found, r.why) for r in board.of(Ruling)]
    assert ruled == [(kind, "wrong", "evidence") for kind in named]
