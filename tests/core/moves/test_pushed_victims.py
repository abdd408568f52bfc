"""A captured man who is pushed to the next point by his captor, where that one might have gone himself, and is taken up there."""

from __future__ import annotations

import pytest

from controller.core.messages import Question
from rules.registry import game_by_name
from rules.terms import Side
from tests.core.policies import ASKED
from tests.core.rig import Rig

BOOKS = {"chess": "chess-fide-2023", "xiangqi": "xiangqi-cxa"}
# The start, captor, victim, where that one is pushed, two plies that follow and their line.
CASES = {
    "chess, the victim is taken back": (
        "chess",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3",
        ("f3", "e5", "d4"),
        "c6- 400 e5- 300 e5+ 1500 d2- 500 d4+ 1500",
        ["f3e5", "c6e5", "d2d4"],
    ),
    "chess, play goes on elsewhere": (
        "chess",
        "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 3",
        ("f3", "e5", "d4"),
        "a7- 500 a6+ 1500 e5- 500 f3+ 1500",
        ["f3e5", "a7a6", "e5f3"],
    ),
    "xiangqi": (
        "xiangqi",
        "3k5/9/9/p8/9/9/P8/9/9/4Kr3 w - - 0 1",
        ("e0", "f0", "e1"),
        "d9- 500 d8+ 1500 f0- 500 e0+ 1500",
        ["e0f0", "d9d8", "f0e0"],
    ),
}


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("ms", [50, 80, 110])
@pytest.mark.parametrize("at", [0.3, 0.9])
@pytest.mark.parametrize("lay_ms", [600, 900, 2000, 3500])
def test_he_was_captured(case: str, ms: int, at: float, lay_ms: int) -> None:
    """Nothing is given out until he is taken up; then it was no move to the point on which he lay."""
    game, start, (origin, victim, beside), rest, line = CASES[case]
    rig = Rig(start, game=game_by_name(game), rulebook=BOOKS[game])
    first = round(ms * at)
    rig.hands(f"500 {origin}- 400 {victim}- {first} {beside}+ {ms - first} {victim}+ {lay_ms}")
    assert rig.line == []
    rig.hands(f"{beside}- 2000 {rest} 2000")
    assert rig.line == line, rig.story()
    asked = [message for message in rig.said if isinstance(message, Question)]
    assert all(line[0] in question.candidates for question in asked)


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("ms", [50, 80, 110])
@pytest.mark.parametrize("rest", ["5000", "reply", "press"])
def test_he_was_jolted(case: str, ms: int, rest: str) -> None:
    """Who stays where he is was the man in the hand: a reply and a press tell it at once, and so does time."""
    game, start, (origin, victim, beside), _, line = CASES[case]
    clock = "5:00" if rest == "press" else None
    rig = Rig(start, game=game_by_name(game), rulebook=BOOKS[game], time_control=clock)
    rig.hands(f"500 {origin}- 400 {victim}- {ms // 2} {beside}+ {ms // 2} {victim}+ 400")
    reply = line[1][:2] if "elsewhere" in case or game == "xiangqi" else "h7"
    if rest == "press":
        rig.press(Side("red" if game == "xiangqi" else "white"))
    rig.hands({"reply": f"{reply}- 600 {reply}+ 2000", "press": "100"}.get(rest, rest))
    rig.answer_truly([origin + beside], within_ms=ASKED.within_ms)
    assert rig.line == [origin + beside]
