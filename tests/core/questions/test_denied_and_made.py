"""A move that people have rightly denied may be made later: who is taken up again is asked about anew."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.rig import Rig

# A game, its book, the start, the move that closes the bad point, that point, the move there, and the reply to it.
CASES = {
    "draughts-100": ("draughts-100", "B:W40,45,35,50:B3,2,13", "3 8", "34", "40 34", "2 7"),
    "chess": (
        "chess-fide-2023",
        "4k3/4p3/8/8/8/8/P7/4K3 b - - 0 1",
        "e7 e5",
        "a3",
        "a2 a3",
        "e8 e7",
    ),
    "xiangqi": (
        "xiangqi-cxa",
        "4k4/9/9/p8/9/9/8P/9/9/3K5 b - - 0 1",
        "a6 a5",
        "i4",
        "i3 i4",
        "e9 e8",
    ),
}


@pytest.mark.parametrize("game", CASES)
@pytest.mark.parametrize("pause", [1500, 6000])
def test_it_is_given_out_or_asked_about(game: str, pause: int) -> None:
    """Another point closes by itself as a piece lands."""
    book, start, first, bad, _, _ = CASES[game]
    rig = Rig(start, game=game_by_name(game), rulebook=book)
    origin, target = first.split()
    rig.hands(f"1000 {origin}- 600 {target}+,{bad}+ {pause}")
    assert_fair(rig, [first.replace(" ", "-" if "draughts" in game else "")])
