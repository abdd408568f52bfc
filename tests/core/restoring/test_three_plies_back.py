"""Three plies taken back slowly: when for a moment all stands right but for the second, that is no move."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Move, Restore
from rules.registry import game_by_name
from tests.core.rig import Rig

START = "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PLAYED = "1000 e2- 300 e4+ 900 b8- 300 c6+ 900 e4- 300 d5- 300 d5+ 900"


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("step_ms", [900, 1200, 1600, 2500])
def test_the_captor_on_his_way_home_leaves_no_move_behind(step_ms: int) -> None:
    rig = Rig(START)
    rig.hands(PLAYED)
    rig.hands(f"d5- {step_ms} e4+ {step_ms} d5+ {step_ms} c6- {step_ms} b8+ {step_ms}")
    rig.hands(f"e4- {step_ms} e2+ 9000")
    assert [move.move for move in rig.of(Move)] == ["e2e4", "b8c6", "e4d5"]
    assert rig.of(Irregularity)[-1].kind == "moves-taken-back"
    assert rig.of(Restore)[-1].done is False


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("step_ms", [900, 1200, 1600, 2500])
def test_nor_a_cannon(step_ms: int) -> None:
    rig = Rig(game=game_by_name("xiangqi"), rulebook="xiangqi-cxa")
    rig.hands("1000 h2- 300 i2+ 900 b7- 300 a7+ 900 i2- 300 h2+ 900")
    rig.hands(f"h2- {step_ms} i2+ {step_ms} a7- {step_ms} b7+ {step_ms} i2- {step_ms} h2+ 9000")
    assert [move.move for move in rig.of(Move)] == ["h2i2", "b7a7", "i2h2"]
