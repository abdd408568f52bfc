"""A capture is held in the hand for long beside one man who is off: his sensor has lost him, or nobody felt where he was set down."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rules.registry import game_by_name
from tests.core.fair import assert_told_by_people
from tests.core.rig import Rig


class Case(NamedTuple):
    """The start, the man who moves unfelt and where, the capture in reply in order, two plies more, and the line."""

    game: str
    book: str
    start: str
    moved: str
    first: str
    then: str
    captor: str
    target: str
    rest: str
    line: list[str]


UNFELT = [
    Case(
        "chess",
        "chess-fide-2023",
        "rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 1 2",
        "a2",
        "e4",
        "f6",
        "f6",
        "e4",
        "b1- 600 c3+ 1500 b8- 600 c6+ 1500",
        ["a2a3", "f6e4", "b1c3", "b8c6"],
    ),
    Case(
        "xiangqi",
        "xiangqi-cxa",
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1",
        "i6",
        "b9",
        "b2",
        "b2",
        "b9",
        "a9- 600 b9- 500 b9+ 1500 c3- 500 c4+ 1500",
        ["i6i5", "b2b9", "a9b9", "c3c4"],
    ),
    Case(
        "draughts-100",
        "draughts-100",
        "W:W31,44,50:B22,27,5,6",
        "44",
        "31",
        "27",
        "27",
        "36",
        "50- 600 45+ 1500 5- 600 10+ 1500",
        ["44-40", "27x36", "50-45", "5-10"],
    ),
]


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.4.7")
@pytest.mark.parametrize("case", UNFELT, ids=lambda case: case.game)
@pytest.mark.parametrize("hold", [300, 1100, 1500, 6000])
@pytest.mark.parametrize("think", [500, 2000, 5000])
def test_a_capture_in_reply_to_a_landing_that_nobody_felt(
    case: Case, hold: int, think: int
) -> None:
    rig = Rig(case.start, game=game_by_name(case.game), rulebook=case.book)
    rig.hands(f"1000 {case.moved}- {think} {case.first}- 400 {case.then}- {hold}")
    rig.hands(f"{case.target}+ 2000 {case.rest} 4000")
    assert rig.odd == [], rig.story()
    for question in rig.questions:
        assert {case.line[0], case.line[1]} & {*question}
    if rig.stage == "question":
        assert rig.command("arbiter", "answer", move=case.line[0])
    assert (rig.line, rig.odd) == (case.line, []), rig.story()


@pytest.mark.law("FIDE-7.4", "XQ-5.8", "DR-7.4.7")
@pytest.mark.parametrize("hold", [300, 1300, 3000, 6000])
@pytest.mark.parametrize(
    "lost", ["h8- 400 e4- 400 d5-", "e4- 300 h8- 300 d5-", "e4- 300 d5- 250 h8-"]
)
@pytest.mark.parametrize("back", [True, False])
def test_a_far_man_who_is_lost_meanwhile(hold: int, lost: str, *, back: bool) -> None:
    start = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    rig = Rig(start).hands(f"1000 {lost} {hold} d5+ 1500")
    rig.hands(f"{'h8+' if back else ''} 1500 g8- 500 f6+ 1500 b1- 500 c3+ 1500 4000")
    assert_told_by_people(rig, ["e4d5", "g8f6", "b1c3"])
