"""A move is found only later (a silent sensor): what was touched after it is no foul of its player, and what was named is withdrawn."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty
from rules.registry import game_by_name
from rules.xiangqi import XIANGQI
from tests.core.fair import accused, assert_fair, assert_told_by_people
from tests.core.policies import SETTLED
from tests.core.rig import Rig
from tests.core.scenes import restarted

EXCHANGED = {
    "chess-fide-2023": ("chess", "6k1/8/8/8/r2R3b/8/8/1K6 w - - 0 1", "d4", "h4- 350 g5+", "h4g5"),
    "chess-classic": ("chess", "6k1/8/8/8/r2R3b/8/8/1K6 w - - 0 1", "d4", "h4- 350 g5+", "h4g5"),
    "xiangqi-cxa": (
        "xiangqi",
        "5k3/9/9/9/9/r2R3r1/9/9/9/4K4 w - - 0 1",
        "d4",
        "h4- 350 h9+",
        "h4h9",
    ),
}


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
    assert_told_by_people(board, ["c5c6", "b0d0"])
    assert fouls(board) == 0, board.story()


@pytest.mark.law("XQ-9.1.6")
@pytest.mark.parametrize("pause", [1200, 2500])
@pytest.mark.parametrize("landing", [250, 400, 700])
def test_who_lands_where_a_man_was_lifted_touches_nobody(pause: int, landing: int) -> None:
    """i9 is stuck and takes h9; the cannon b2 takes b9, and b7 goes to b2."""
    board = rig().hands("1000 h9- 400 h2- 400 h9+ 1200 h9- 500 h9+ 2500 b2- 300 b9- 300 b9+ 3000")
    board.hands(f"{pause} b7- {landing} b2+ 2000 c3- 250 c4+ 2000")
    assert_told_by_people(board, ["h2h9", "i9h9", "b2b9", "b7b2", "c3c4"])
    assert board.of(Penalty) == []


@pytest.mark.law("FIDE-4.3.3", "CH-7.2.2", "XQ-5.3")
@pytest.mark.parametrize("book", EXCHANGED)
@pytest.mark.parametrize("gap", [60, 300, 1200, 2500])
@pytest.mark.parametrize("press", [True, False])
def test_who_answers_a_capture_that_nobody_felt_is_touched_by_his_own_player(
    book: str, gap: int, *, press: bool
) -> None:
    """The victim's point was never seen empty; the reply is begun with a man that the captor might have taken."""
    game, start, origin, reply, text = EXCHANGED[book]
    board = Rig(start, game=game_by_name(game), rulebook=book, time_control="90:00")
    board.hands(f"1000 {origin}- 400")
    if press:
        board.hands("300").press(board.game.sides[0])
    board.hands(f"{gap} {reply} 5000")
    assert_fair(board, [f"{origin}a4", text])


@pytest.mark.law("FIDE-4.3.3", "CH-7.2.2", "XQ-5.3")
@pytest.mark.parametrize("book", EXCHANGED)
@pytest.mark.parametrize("gap", [60, 1200])
def test_so_he_is_where_the_program_was_started_again_meanwhile(book: str, gap: int) -> None:
    game, start, origin, reply, _ = EXCHANGED[book]
    board = Rig(start, game=game_by_name(game), rulebook=book, time_control="90:00")
    board.hands(f"1000 {origin}- 400 {gap} {reply} 5000")
    restarted(board).wait(SETTLED.within_ms)
    assert accused(board) == [], board.story()
    assert board.line[:1] in ([], [f"{origin}a4"])
