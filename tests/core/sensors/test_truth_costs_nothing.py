"""A man who stands is felt no more: whoever says the truth about him is accused of nothing, or no longer."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty
from rules.registry import game_by_name
from tests.core.fair import assert_told_by_people
from tests.core.policies import ASKED
from tests.core.rig import Rig

GAMES = {
    "chess": ("chess", "chess-fide-2023", "e2", "e4", "e7- 600 e5+", "e7e5"),
    "xiangqi": ("xiangqi", "xiangqi-cxa", "h2", "e2", "h9- 600 g7+", "h9g7"),
    "draughts-100": ("draughts-100", "draughts-100", "32", "28", "19- 600 23+", "19-23"),
}


def rig(name: str) -> Rig:
    game, book, *_ = GAMES[name]
    return Rig(game=game_by_name(game), rulebook=book, time_control="90:00")


def text(name: str) -> str:
    _, _, origin, target, *_ = GAMES[name]
    return f"{origin}-{target}" if "draughts" in name else origin + target


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.4.7")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("felt_ms", [160, 300, 600])
@pytest.mark.parametrize("wait_ms", [1300])
def test_an_answer_says_that_the_man_stands(name: str, felt_ms: int, wait_ms: int) -> None:
    """His sensor has lost him just after he was set down; his player has pressed."""
    *_, origin, target, reply, move = GAMES[name]
    board = rig(name)
    board.hands(f"1000 {origin}- 600 {target}+ {felt_ms} {target}- 400")
    board.press(board.game.sides[0])
    board.wait(wait_ms + ASKED.within_ms)
    if board.stage == "question":
        assert board.command(board.game.sides[0], "answer", move=text(name))
    if board.stage == "restore":
        assert board.command("arbiter", "resume", why="he stands")
    board.hands(f"3000 {reply} 2000")
    assert_told_by_people(board, [text(name), move])


IN_DOUBT = pytest.mark.xfail(
    strict=True,
    reason="a piece that its sensor loses is said to be lifted, in doubt, and the reply waits",
)


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.4.7")
@pytest.mark.parametrize(
    ("name", "felt_ms"),
    [
        pytest.param(name, ms, marks=[IN_DOUBT] if (name, ms) == ("draughts-100", 5000) else [])
        for name in GAMES
        for ms in (900, 5000)
    ],
)
def test_who_says_that_he_stands_clears_everybody(name: str, felt_ms: int) -> None:
    """He is lost after the move has been published, and asked back."""
    *_, origin, target, reply, move = GAMES[name]
    board = rig(name).hands(f"1000 {origin}- 600 {target}+ {felt_ms} {target}- 9000")
    assert board.of(Penalty) == []
    if board.stage == "restore":
        assert board.command("arbiter", "resume", why="he stands")
    board.hands(f"2000 {reply} 2000").wait(ASKED.within_ms)
    if board.stage == "restore":  # where a doubt was left to the opponent, his reply lets it be
        assert board.command("arbiter", "resume", why="he stands")
    assert board.of(Penalty) == []
    assert (board.line, board.stage) == ([text(name), move], "play"), board.story()
