"""Both sides play on over what is irregular, and only then it is put right (Go): what they have played is followed."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from controller.core.messages import Irregularity
from tests.core.rig import Rig
from tests.core.test_go_tracking import NINE, position

START = position("e5 e6", "a2 b1 g7 g8")


class Case(NamedTuple):
    """What is done against the law, how it is put right, and what has been played by then."""

    law: str
    deed: str
    right: str
    moves: list[str]


CASES = [
    Case("GO-19", "a1+", "a1-", ["pass"]),
    Case("GO-18.alive", "c7+ 3000 e5-", "e5+", ["c7"]),
    Case("GO-17.shift", "c7+ 1300 e5- 500 f5+", "f5- 600 e5+", ["c7"]),
]


@pytest.mark.law("GO-17.shift", "GO-18.alive", "GO-19")
@pytest.mark.parametrize("book", ["go-china", "go-china-club"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.law)
@pytest.mark.parametrize("plays", [["d3"], ["d3", "d4"], ["d4", "d3", "h2"]], ids=len)
@pytest.mark.parametrize("ms", [300, 1500])
def test_it_is_followed(book: str, case: Case, plays: list[str], ms: int) -> None:
    rig = Rig(START, game=NINE, rulebook=book).hands(f"1000 {case.deed} 2500")
    rig.hands(f"{''.join(f'{play}+ {ms} ' for play in plays)} {case.right} 2000 j9+ 2000")
    assert [found.law for found in rig.of(Irregularity)] == [case.law]
    assert rig.line == [*case.moves, *plays, "j9"], rig.story()


@pytest.mark.law("GO-17.shift")
def test_stones_that_have_come_together_are_no_plays() -> None:
    hands = "1000 c7+ 1300 e5- 500 f5+ 2500 d3+,d4+ 1500 f5- 600 e5+ 2000"
    rig = Rig(START, game=NINE, rulebook="go-china").hands(hands)
    assert (rig.line, rig.stage) == (["c7"], "restore")
