"""A man set down between two points, so that neither feels him, or both do, or the wrong one too soon; then he is put right.

Until he is released he may be put on any point that he can reach (DR-5.12). Squares are large: two dark ones with a light one
between them may both feel him.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rules.draughts import DRAUGHTS_100
from rules.xiangqi import XIANGQI
from tests.core.policies import ASKED
from tests.core.rig import Rig

CHARIOT = "4k1b2/3n2r2/7R1/p1p1p1p2/8p/P1P6/9/4B4/3K5/5A3 w - - 10 46"


class Case(NamedTuple):
    """Where men stand, the man is lifted, where he goes, another point that feels him, what is left to do, and the reply."""

    start: str
    lift: str
    right: str
    wrong: str
    rest: str
    move: str
    reply: str


CASES = [
    Case("W:W32,38,48:B3,5,10", "32-", "28", "27", "", "32-28", "3- 400 8+"),
    Case("W:WK46,48:B3,5,10,14", "46-", "28", "22", "", "46-28", "3- 400 8+"),
    Case("W:W28,40,48:B3,5,10,23", "28-", "19", "20", "300 23-", "28x19", "3- 400 8+"),
    Case("W:W28,40,48:B3,5,10,23", "28-", "19", "18", "300 23-", "28x19", "3- 400 8+"),
    Case("W:W7,38:B20,45", "7-", "2", "1", "", "7-2", "20- 400 25+"),
]
WAYS = {
    "neither": "{ms} {right}+",
    "both": "300 {right}+,{wrong}+ {ms} {wrong}-",
    "the right one first": "300 {right}+ 40 {wrong}+ {ms} {wrong}-",
    "the right one alone, then both": "300 {right}+ {ms} {wrong}+ 400 {wrong}-",
    "pushed over": "300 {wrong}+ 300 {right}+ {ms} {wrong}-",
    "then neither": "300 {right}+ 100 {right}- {ms} {right}+",
}


@pytest.mark.law("DR-5.12", "DR-5.10", "DR-6.4")
@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.move} {case.wrong}")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("ms", [60, 900, 3000])
@pytest.mark.parametrize("reply", [False, True])
def test_he_has_gone_where_he_was_put_in_the_end(
    case: Case, way: str, ms: int, *, reply: bool
) -> None:
    """Where it is asked which it was, that one lets go of him answers it; nothing is irregular."""
    hands = WAYS[way].format(right=case.right, wrong=case.wrong, ms=ms)
    rig = Rig(case.start, game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands(f"1000 {case.lift} {hands} {case.rest} 1500 {case.reply if reply else ''}")
    rig.wait(ASKED.within_ms)
    if rig.questions and not rig.moves:
        assert rig.command("arbiter", "answer", move=case.move), rig.story()
        rig.wait(ASKED.within_ms)
    assert (rig.moves[:1], len(rig.moves)) == ([case.move], 1 + reply), rig.story()
    assert (rig.odd, rig.stage) == ([], "play")


@pytest.mark.law("DR-5.12")
def test_which_of_two_points_is_not_answered_by_a_capture() -> None:
    """27 and 28 feel a man; 27 is emptied by whom its man is captured."""
    rig = Rig("W:W32,38,48:B21,3,5", game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands("1000 32- 300 27+,28+ 2000 21- 300 32+ 300 27- 3000")
    assert rig.moves != ["32-28"]


@pytest.mark.law("XQ-5.8")
@pytest.mark.parametrize("both_ms", [60, 155, 300])
@pytest.mark.parametrize("reply_ms", [400, 600])
def test_who_is_taken_soon_after_he_was_pushed_on_stood_there(both_ms: int, reply_ms: int) -> None:
    rig = Rig(
        "2b2a2C/3k5/8n/r1p3p2/p5b2/2P3B2/6P1P/4c4/9/RN2K1B2 w - - 1 19",
        game=XIANGQI,
        rulebook="xiangqi-cxa",
    )
    rig.hands(f"1000 a0- 1000 a3+ 55 a4+ {both_ms} a3- {reply_ms} a5- 1100 a4- 900 a4+ 3000")
    assert (rig.moves, rig.odd, rig.questions) == (["a0a4", "a5a4"], [], [])


@pytest.mark.law("XQ-5.1")
@pytest.mark.parametrize("ms", [150, 340, 700])
def test_who_may_have_been_captured_on_one_of_two_points_has_not_let_go_of_it(ms: int) -> None:
    """The chariot went to e7, and g7 made up a man; an elephant takes it there."""
    rig = Rig(CHARIOT, game=XIANGQI, rulebook="xiangqi-cxa")
    rig.hands(f"1000 h7- 350 e7+ 200 g7+ 2600 e7- {ms} g9- 400 e7+ 3000")
    assert rig.line[:1] != ["h7g7"], rig.story()


@pytest.mark.law("DR-5.12")
@pytest.mark.parametrize("between_ms", [20, 100, 400])
@pytest.mark.parametrize("hand_ms", [300, 900])
def test_who_is_captured_on_the_first_of_two_points_was_not_pushed_on(
    between_ms: int, hand_ms: int
) -> None:
    """18 made up a man as one stood on 19, who is captured there."""
    start = "B:W23,31,35-37,40,41,43,46-50:B1,2,4-13,15-17,22"
    rig = Rig(start, game=DRAUGHTS_100, rulebook="draughts-100")
    rig.hands(
        f"1000 13- 450 19+ {between_ms} 18+ 500 23- {hand_ms} 3+ 300 19- 500 9- 300 3- 500 3+ 3000"
    )
    assert "13-18" not in rig.line, rig.story()
    assert rig.questions[:1] in ([], [["13-18", "13-19"]], [["13-19", "13-18"]])
