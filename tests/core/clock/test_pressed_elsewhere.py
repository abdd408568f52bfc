"""A man who was felt on his way, and nowhere as the clock is pressed: one silent sensor may hide where he stands."""

from __future__ import annotations

import pytest

from tests.core.boards import CLOCK
from tests.core.policies import ASKED
from tests.core.rig import Rig

START = "B6k/1P3ppp/8/3n4/4Nq2/7P/K5P1/1r6 b - - 0 4"
"""White can take nobody on h2, and the knight takes on d6."""


def pressed(line: str) -> Rig:
    return Rig(START, time_control=CLOCK).hands(f"500 w! 1000 f4- 215 {line}")


@pytest.mark.law("FIDE-6.2.1", "FIDE-4.7")
@pytest.mark.parametrize("point", ["h2", "d6"])
@pytest.mark.parametrize("rested", [150])
@pytest.mark.parametrize("later", [300, 900])
def test_it_is_asked_where_he_was_set_down(point: str, rested: int, later: int) -> None:
    rig = pressed(f"{point}+ {rested} {point}- {later} b! {ASKED.within_ms}")
    assert (rig.moves, rig.odd) == ([], []), rig.story()
    assert rig.stage == "restore" or any(f"f4{point}" in asked for asked in rig.questions)


@pytest.mark.law("FIDE-4.7")
def test_who_is_set_down_only_then_was_in_the_hand() -> None:
    rig = pressed("h2+ 290 h2- 885 b! 300 e3+ 2500")
    assert (rig.line, rig.odd) == (["f4e3"], [("FIDE-4.7", "unfinished-move")]), rig.story()


@pytest.mark.law("FIDE-6.2.1")
@pytest.mark.parametrize(
    "line",
    ["200 e4- 200 b! 300 d6+", "300 b! 300 e4- 300 d6+", "300 b! 900 e4- 300 d6+"],
)
def test_who_is_taken_there_had_moved(line: str) -> None:
    rig = pressed(f"d6+ 290 d6- {line} 2500")
    assert (rig.line, rig.odd, rig.questions) == (["f4d6", "e4d6"], [], []), rig.story()


@pytest.mark.law("FIDE-6.2.1")
@pytest.mark.parametrize("line", ["h2+ 1290 h2- 885 b!", "h2+ 290 h2- 300 h2+ 500 b!"])
def test_who_has_stood_there_long_or_stands_there_again_has_moved(line: str) -> None:
    rig = pressed(f"{line} 2500")
    assert (rig.line, rig.odd, rig.questions) == (["f4h2"], [], []), rig.story()
