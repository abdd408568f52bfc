"""A king released where castling takes him binds to that castling: the other wing is no way out (CH-6.3, FIDE-4.7)."""

from __future__ import annotations

import pytest

from controller.core.messages import Obligation
from tests.core.rig import CLASSIC, FIDE, played

START = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
LAW = {FIDE: "FIDE-4.7", CLASSIC: "CH-6.3"}
WINGS = [("g1", "h1", "f1", "c1", "a1", "d1"), ("c1", "a1", "d1", "g1", "h1", "f1")]


@pytest.mark.law("CH-6.3", "FIDE-4.7")
@pytest.mark.parametrize("book", [FIDE, CLASSIC])
@pytest.mark.parametrize("wing", WINGS)
@pytest.mark.parametrize("home", ["e1+ 1000 e1- 300", "e1+ 1500 e1- 900"])
def test_who_was_released_there_goes_to_the_other_wing(
    home: str, wing: tuple[str, ...], book: str
) -> None:
    first, _, _, second, rook, crossed = wing
    hands = f"e1- 300 {first}+ 1800 {first}- 300 {home} {second}+ 400 {rook}- 300 {crossed}+"
    rig = played(hands, START, rulebook=book)
    assert (rig.line, rig.odd) == ([f"e1{second}"], [(LAW[book], "released-man-moved")])
    bound = [found for found in rig.of(Obligation) if found.law == LAW[book]]
    assert [(o.alternatives, o.met, o.released) for o in bound] == [
        ([f"e1{first}"], False, False),
        ([f"e1{first}"], False, True),
    ]


@pytest.mark.law("CH-6.3", "FIDE-4.7")
@pytest.mark.parametrize("wing", WINGS)
def test_who_comes_back_to_his_wing_meets_it(wing: tuple[str, ...]) -> None:
    first, rook, crossed, *_ = wing
    hands = (
        f"e1- 300 {first}+ 1800 {first}- 300 e1+ 1500 e1- 300 {first}+ 400 {rook}- 300 {crossed}+"
    )
    rig = played(hands, START)
    assert (rig.line, rig.odd) == ([f"e1{first}"], [])
    assert rig.duty().met


@pytest.mark.law("FIDE-4.4.3")
@pytest.mark.parametrize("wing", WINGS)
def test_who_was_only_held_over_one_wing_may_castle_on_the_other(wing: tuple[str, ...]) -> None:
    first, _, _, second, rook, crossed = wing
    hands = f"e1- 300 {first}+ 80 {first}- 300 {second}+ 400 {rook}- 300 {crossed}+"
    rig = played(hands, START)
    assert (rig.line, rig.odd) == ([f"e1{second}"], [])
