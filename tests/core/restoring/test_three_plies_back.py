"""Three plies taken back slowly: when for a moment all stands right but for the second, that is no move."""

from __future__ import annotations

import pytest

from controller.core.messages import Correction, Irregularity, Move, Restore
from rules.registry import game_by_name
from tests.core.rig import Rig

START = "rnbqkbnr/ppp1pppp/8/3p4/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
PLAYED = "1000 e2- 300 e4+ 900 b8- 300 c6+ 900 e4- 300 d5- 300 d5+ 900"


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("step_ms", [900, 1600])
def test_the_captor_on_his_way_home_leaves_no_move_behind(step_ms: int) -> None:
    rig = Rig(START)
    rig.hands(PLAYED)
    rig.hands(f"d5- {step_ms} e4+ {step_ms} d5+ {step_ms} c6- {step_ms} b8+ {step_ms}")
    rig.hands(f"e4- {step_ms} e2+ 9000")
    assert [move.move for move in rig.of(Move)] == ["e2e4", "b8c6", "e4d5"]
    assert rig.of(Irregularity)[-1].kind in ("moves-taken-back", "released-man-moved")
    assert rig.of(Restore)[-1].done is False


@pytest.mark.law("FIDE-4.7", "XQ-5.7")
@pytest.mark.parametrize("held_ms", [300, 2000])
@pytest.mark.parametrize("victim_first", [True, False])
@pytest.mark.parametrize("clock", [True, False])
@pytest.mark.parametrize("name", ["chess", "xiangqi"])
def test_nor_does_who_holds_him_on_his_way(
    name: str, held_ms: int, *, victim_first: bool, clock: bool
) -> None:
    """All but the last ply is undone quickly; then he, who made the first as well, is held in the hand."""
    start, plies, back, home = {
        "chess": (
            "r1bqk1nr/ppp1pp1p/2np2pb/8/1P2P3/2P2P2/P2P2PP/RNBQKBNR w KQkq - 0 5",
            [("d1- 300 a4+", "d1a4"), ("h6- 300 f4+", "h6f4"), ("a7- 300 a4- 300 a7+", "a4a7")],
            (("a7- 500 a4+", "a7+"), "f4- 400 h6+"),
            ("a4-", "d1+"),
        ),
        "xiangqi": (
            "3k5/9/9/p7r/9/9/9/9/9/R3K4 w - - 0 1",
            [("a0- 300 a3+", "a0a3"), ("i6- 300 i5+", "i6i5"), ("a6- 300 a3- 300 a6+", "a3a6")],
            (("a6- 500 a3+", "a6+"), "i5- 400 i6+"),
            ("a3-", "a0+"),
        ),
    }[name]
    game = game_by_name(name)
    rig = Rig(
        start, game=game, rulebook=game.rulebook.name, time_control="90:00" if clock else None
    )
    for n, (hands, _) in enumerate(plies):
        rig.hands(f"1000 {hands} 300")
        if clock:
            rig.press(game.sides[n % 2])
    (captor, victim), second = back
    first = f"{captor} 500 {victim}" if victim_first else f"{captor} 900 {victim}"
    rig.hands(f"2000 {first} 500 {second} 500 {home[0]} {held_ms} {home[1]} 6000")
    assert rig.line == [move for _, move in plies], rig.story()
    assert rig.of(Irregularity)[-1].kind == "moves-taken-back"


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("step_ms", [900, 1200])
def test_nor_a_cannon(step_ms: int) -> None:
    rig = Rig(game=game_by_name("xiangqi"), rulebook="xiangqi-cxa")
    rig.hands("1000 h2- 300 i2+ 900 b7- 300 a7+ 900 i2- 300 h2+ 900")
    rig.hands(f"h2- {step_ms} i2+ {step_ms} a7- {step_ms} b7+ {step_ms} i2- {step_ms} h2+ 9000")
    assert [move.move for move in rig.of(Move)] == ["h2i2", "b7a7", "i2h2"]


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("pause_ms", [600, 4000])
def test_a_move_made_instead_counts_once_the_take_back_is_agreed(pause_ms: int) -> None:
    start = "4k4/9/9/9/4n4/4N1R2/9/9/9/3K5 w - - 0 1"
    rig = Rig(start, game=game_by_name("xiangqi"), rulebook="xiangqi-cxa")
    rig.hands("500 g4- 300 g5+ 1500 g5- 400 g4+ 2500 e4- 300 g5+")
    rig.wait(pause_ms)
    (named,) = rig.of(Irregularity)
    assert rig.command("arbiter", "accept-irregularity", id=named.id)
    rig.wait(3000)
    assert [(c.from_ply, c.to_ply) for c in rig.of(Correction)] == [(1, 1)]
    assert rig.line == ["e4g5"], rig.story()
