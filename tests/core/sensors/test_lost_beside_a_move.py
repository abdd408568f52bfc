"""A sensor loses one man while nobody is at work, and then a move is made slowly: nobody is accused of both."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.policies import SETTLED
from tests.core.rig import Rig

CHESS = "rnbqkbnr/pppp1ppp/8/4p3/3P4/8/PPP1PPPP/RNBQKBNR w KQkq - 0 2"
XIANGQI = "rnbakab1r/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR w - - 2 2"
DRAUGHTS = "W:Wd4,h2:Be5,h8,b8"


def played(game: str, start: str, line: str) -> Rig:
    found = game_by_name(game)
    return Rig(start, game=found, rulebook=found.rulebook.name).hands(f"1000 {line}")


@pytest.mark.law("FIDE-7.4", "FIDE-4.3.3")
@pytest.mark.parametrize("lost", ["h8", "a1"])
@pytest.mark.parametrize("first", ["d4- 1000 e5-", "d4- 5000 e5-", "e5- 1300 d4-"])
@pytest.mark.parametrize("held_ms", [1800, 6000])
def test_a_slow_capture_is_made_by_the_press(lost: str, first: str, held_ms: int) -> None:
    rig = played("chess", CHESS, f"{lost}- 2000 {first} {held_ms} e5+ 400 w! 3000")
    assert_fair(rig, ["d4e5"])


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.5", "DR-7.4.7")
@pytest.mark.parametrize(
    ("game", "start", "lost", "line"),
    [
        ("chess", CHESS, "h8", "d4- 1000 e5- 1800 e5+ 9000"),
        ("chess", CHESS, "h8", "e5- 1000 d4- 1800 e5+ 9000"),
        ("xiangqi", XIANGQI, "a9", "e2- 1000 e6- 2000 e6+ 9000"),
        ("xiangqi", XIANGQI, "a0", "e2- 1000 e6- 2000 e6+ 3000 b9- 600 c7+ 3000"),
        ("draughts-russian", DRAUGHTS, "h8", "d4- 1000 f6+ 1500 e5- 9000"),
        ("draughts-russian", DRAUGHTS, "h2", "d4- 1000 e5- 2500 f6+ 9000"),
    ],
)
def test_without_a_press_it_is_made_or_asked_about(
    game: str, start: str, lost: str, line: str
) -> None:
    rig = played(game, start, f"{lost}- 2000 {line}")
    made = {"chess": "d4e5", "xiangqi": "e2e6", "draughts-russian": "d4:f6"}[game]
    assert_fair(rig, [made], [made, "b9c7"])


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("line", ["h8- 2000 d4- 6000 d5+ 3000", "a1- 1500 d4- 9000 d5+ 3000"])
def test_a_man_may_be_thought_about(line: str) -> None:
    rig = played("chess", CHESS, line)
    assert_fair(rig, ["d4d5"])


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize(
    "line",
    [
        "d4- 300 e5- 300 h8- 9000",  # one hand took them all: no reply is thought about for so long
        "h8- 500 d4- 1000 e5- 9000",  # who takes with the others may think
        "h8- 2000 a8- 2000 d4- 1000 e5- 6000",  # two are gone
        "h8- 2000 c2- 1000 e5- 9000",  # no move is made with the others
        "h8- 5000",
    ],
)
def test_men_whom_hands_have_taken_off_are_no_move(line: str) -> None:
    rig = played("chess", CHESS, line)
    rig.wait(SETTLED.within_ms)
    assert rig.moves == [], rig.story()
    assert set(rig.odd) <= {("FIDE-7.4", "displaced")}
