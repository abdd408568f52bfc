"""A capture begun and given up: both men stand again, and only then does the player make his move."""

from __future__ import annotations

from itertools import product

import pytest

from controller.core.messages import Irregularity, Touched
from rules.xiangqi import XIANGQI
from tests.core.policies import ASKED
from tests.core.rig import Rig, played

MEN = "2bk5/9/9/p7r/9/R8/9/9/4AC1N1/1N2K1B2 w - - 0 1"
BESIDE = "2bk5/9/9/9/p7r/R8/9/9/4AC1N1/1N2K1B2 w - - 0 1"
BOOK = next(iter(XIANGQI.rulebooks))
PAWNS = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1"
REPLY = " 1500 d9- 300 d8+ 3000"

ORDERS = {
    "victim back first": "a4- 500 {0}- 400 {0}+ 150 a4+ {1}",
    "nearly at once": "a4- 500 {0}- 400 a4+ 50 {0}+ {1}",
    "mover back first": "a4- 500 {0}- 400 a4+ 250 {0}+ {1}",
    "victim lifted first": "{0}- 500 a4- 400 {0}+ 150 a4+ {1}",
}
TIMES = list(product(ORDERS, (200, 700)))


def named(rig: Rig) -> set[tuple[str, str]]:
    """Nobody is accused of a touch that is in doubt: the pieces may have been knocked."""
    return {(found.side, found.kind) for found in rig.of(Irregularity)}


def obliged(rig: Rig) -> list[str]:
    """What was told to be captured as it was touched."""
    return next(
        duty.must_capture for touched in rig.of(Touched)
        if (duty := touched.obligation) is not None and duty.must_capture
    )  # fmt: skip


@pytest.mark.parametrize(("order", "pause"), TIMES)
@pytest.mark.parametrize(("men", "victim"), [(MEN, "a6"), (BESIDE, "a5")])
def test_then_it_is_made_after_all(men: str, victim: str, order: str, pause: int) -> None:
    hands = ORDERS[order].format(victim, pause) + f" a4- 300 {victim}- 300 {victim}+" + REPLY
    rig = played(hands, men, game=XIANGQI, rulebook=BOOK)
    line = [f"a4{victim}", "d9d8"]
    rig.answer_truly(line, within_ms=ASKED.within_ms)
    assert (rig.line, rig.odd) == (line, []), rig.story()


@pytest.mark.law("XQ-5.3")
@pytest.mark.parametrize(("order", "pause"), TIMES)
def test_then_the_man_goes_elsewhere(order: str, pause: int) -> None:
    rig = played(
        ORDERS[order].format("a6", pause) + " a4- 300 a5+" + REPLY, MEN, game=XIANGQI, rulebook=BOOK
    )
    rig.answer_truly(["a4a5", "d9d8"], within_ms=ASKED.within_ms)
    assert rig.line == ["a4a5", "d9d8"], rig.story()
    assert named(rig) <= {("red", "touch-move")}, rig.story()
    assert obliged(rig) == ["a6"]


@pytest.mark.law("FIDE-4.3.3")
@pytest.mark.parametrize("pause", [200, 500, 700])
def test_a_pawn_that_would_have_captured_is_pushed(pause: int) -> None:
    line = f"e4- 500 d5- 400 d5+ 150 e4+ {pause} e4- 300 e5+ 1500 e8- 300 e7+ 3000"
    rig = played(line, PAWNS)
    rig.answer_truly(["e4e5", "e8e7"], within_ms=ASKED.within_ms)
    assert rig.line == ["e4e5", "e8e7"], rig.story()
    assert named(rig) <= {("white", "touch-move")}, rig.story()
    assert obliged(rig) == ["d5"]
