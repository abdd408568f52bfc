"""A sensor loses its man before a capture that is asked about: who says that it was made has not touched him."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

CHESS_LINE = (
    "chess",
    "chess-fide-2023",
    "rnbqkbnr/pppp1ppp/8/4p3/2B5/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1",
    "a2-",
    "f7- 300 c4- 350 f7+",
    "e8- 400 f7- 300 f7+",
    "b1- 300 c3+",
    "c4f7 e8f7 b1c3",
)
XIANGQI_LINE = (
    "xiangqi",
    "xiangqi-cxa",
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "a3-",
    "b9- 300 b2- 350 b9+",
    "a9- 400 b9- 300 b9+",
    "b0- 300 c2+",
    "b2b9 a9b9 b0c2",
)
LINES = [pytest.param(CHESS_LINE, id="chess"), pytest.param(XIANGQI_LINE, id="xiangqi")]
"""A board, whom his sensor loses, a capture, the recapture and the reply to it, and what all are."""


@pytest.mark.law("FIDE-4.3.1", "XQ-5.1")
@pytest.mark.parametrize("before_ms", [100, 600, 1600, 2800])
@pytest.mark.parametrize("pause_ms", [600, 1000, 1800])
@pytest.mark.parametrize("line", LINES)
def test_who_has_made_the_move_that_is_asked_about_has_not_touched_another(
    line: tuple[str, ...], pause_ms: int, before_ms: int
) -> None:
    game, rulebook, start, lost, capture, retaken, reply, plies = line
    rig = Rig(start, game=game_by_name(game), rulebook=rulebook)
    rig.hands(f"6000 {lost} {before_ms} {capture} {pause_ms} {retaken} 1000 {reply} 6000")
    first = plies.split()[0]
    assert rig.questions in ([], [[first]])
    if rig.questions:
        assert rig.command("arbiter", "answer", move=first)
    rig.wait(3000)
    assert (rig.moves, rig.odd) == (plies.split(), [])
    suspects = [each["point"] for each in rig.session.health.told(rig.at_ns)]
    assert suspects == [lost[:-1]]
