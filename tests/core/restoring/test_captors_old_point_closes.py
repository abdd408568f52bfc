"""The point that a captor has just left closes by itself: all points feel men as before, but he has not left his new one."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

CANNON = (
    "xiangqi",
    "xiangqi-cxa",
    "rnbakabCr/1C7/9/p1p1p1p1p/9/9/P1P1c1P1P/8B/9/R1BAKA1NR w - - 0 5",
    "f9- 300 h9- 300 f9+",
    "h9",
    "e9- 300 e8+",
    "h9f9 e9e8",
)
ROOK = (
    "chess",
    "chess-fide-2023",
    "4k2r/5ppp/8/p7/8/8/5PPP/R5K1 w k - 0 1",
    "a5- 300 a1- 300 a5+",
    "a1",
    "h7- 300 h6+",
    "a1a5 h7h6",
)
LINES = [pytest.param(CANNON, id="xiangqi"), pytest.param(ROOK, id="chess")]
"""A board, a capture, the point that its man has left, the reply, and what both are."""


@pytest.mark.law("XQ-5.7", "FIDE-4.7")
@pytest.mark.parametrize("closes_ms", [700, 900, 1600, 2400])
@pytest.mark.parametrize("reply_ms", [300, 600])
@pytest.mark.parametrize("line", LINES)
def test_who_is_felt_standing_on_his_new_point_has_not_gone_back(
    line: tuple[str, ...], reply_ms: int, closes_ms: int
) -> None:
    game, rulebook, start, capture, origin, reply, plies = line
    rig = Rig(start, game=game_by_name(game), rulebook=rulebook)
    rig.hands(f"1000 {capture} {closes_ms} {origin}+ {reply_ms} {reply} 6000")
    first = plies.split()[0]
    if rig.questions == [[first]]:  # it may have been a jolt, too
        assert rig.command("arbiter", "answer", move=first)
        rig.wait(3000)
    assert (rig.moves, rig.odd) == (plies.split(), [])


@pytest.mark.law("XQ-5.7", "FIDE-4.7")
@pytest.mark.parametrize("line", LINES)
def test_who_has_left_it_and_is_back_has_taken_his_capture_back(line: tuple[str, ...]) -> None:
    game, rulebook, start, capture, origin, _, plies = line
    target = plies.split()[0][2:]
    rig = Rig(start, game=game_by_name(game), rulebook=rulebook)
    rig.hands(f"1000 {capture} 900 {target}- 300 {origin}+ 300 {target}+ 6000")
    assert [kind for _, kind in rig.odd] == ["released-man-moved"]
    assert rig.moves == plies.split()[:1]
