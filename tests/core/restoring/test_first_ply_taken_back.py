"""The first ply taken back leaves the array: that is no new game where the record goes on."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

FIRST = {
    "chess": ("e2 e4", "e7 e5", ["e2e4", "e7e5"]),
    "xiangqi": ("h2 e2", "h9 g7", ["h2e2", "h9g7"]),
    "draughts-russian": ("g3 f4", "b6 a5", ["g3-f4", "b6-a5"]),
}


@pytest.mark.law("FIDE-4.7", "XQ-5.7", "DR-7.4.4")
@pytest.mark.parametrize("game", FIRST)
@pytest.mark.parametrize("rested_ms", [2000, 6000])
def test_what_is_played_once_it_is_set_right_again_counts(game: str, rested_ms: int) -> None:
    first, reply, line = FIRST[game]
    (origin, target), (from_, to) = first.split(), reply.split()
    rules = game_by_name(game)
    rig = Rig(None, game=rules, rulebook=rules.rulebook.name)
    rig.hands(f"1000 {origin}- 350 {target}+ {rested_ms} {target}- 600 {origin}+ 6000")
    rig.hands(f"{origin}- 350 {target}+ 3000 {from_}- 600 {to}+ 3000")
    assert rig.line == line, rig.story()
    assert [side for _, side in rig.accused] in ([], [rules.sides[0]])
