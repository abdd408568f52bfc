"""Three plies taken back slowly: when for a moment all stands right but for the second, that is no move."""

from __future__ import annotations

import pytest

from controller.core.messages import Correction, Irregularity, Move, Restore
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


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("pause_ms", [600, 1500, 4000])
def test_a_move_taken_back_is_none_that_could_stand_though_another_was_begun(pause_ms: int) -> None:
    start = "4k4/9/9/9/4n4/4N1R2/9/9/9/3K5 w - - 0 1"
    rig = Rig(start, game=game_by_name("xiangqi"), rulebook="xiangqi-cxa")
    rig.hands("500 g4- 300 g5+ 1500 g5- 400 g4+ 2500 e4- 300 g5+")
    rig.wait(pause_ms)
    (named,) = rig.of(Irregularity)
    assert not rig.command("arbiter", "accept-irregularity", id=named.id)
    rig.hands("g5- 300 e4+ 2000")
    assert rig.command("black", "accept-irregularity", id=named.id)
    assert [(c.from_ply, c.to_ply) for c in rig.of(Correction)] == [(1, 1)]
    rig.hands("e4- 300 g5+ 2000")
    assert [move.move for move in rig.of(Move)] == ["g4g5", "e4g5"]
