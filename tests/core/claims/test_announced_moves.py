"""The move announced with a wrong claim is due, whatever else is touched or tried before it: who plays it breaks no law."""

from __future__ import annotations

import pytest

from controller.core.messages import Correction, Obligation, Penalty
from tests.core.rig import BOOKS, Rig

TRIED = {
    "touched": "d2- 400 d2+ 1500",
    "two touched": "d2- 400 d2+ 1500 g1- 400 g1+ 1500",
    "illegal": "d2- 400 d5+ 300 w! 3000 d5- 400 d2+ 1500",
    "elsewhere": "e2- 400 e3+ 300 w! 1500 @ e3- 400 e2+ 1500",
    "another": "d2- 400 d4+ 300 w! 1500 @ d4- 400 d2+ 1500",
}
"""`@`: Black demands that it be corrected."""


@pytest.mark.law("CH-10.13", "FIDE-9.5")
@pytest.mark.parametrize("claims", ["players", "automatic"])
@pytest.mark.parametrize("tried", TRIED)
@pytest.mark.parametrize("book", BOOKS)
def test_it_breaks_no_law_of_touched_men(book: str, tried: str, claims: str) -> None:
    rig = Rig(rulebook=book, time_control="90:00", claims=claims)  # type: ignore[arg-type]
    rig.wait(1000)
    assert rig.command("white", "claim-repetition", move="e2e4"), rig.refusals
    first, _, then = TRIED[tried].partition("@")
    rig.hands(f"1000 {first}")
    if then:
        if claims == "players":
            assert rig.command("black", "demand-correction"), rig.refusals
        assert rig.of(Correction)
        rig.hands(then)
    assert rig.stage == "play"
    before = len(rig.odd)
    rig.hands("e2- 400 e4+ 300 w! 1500")
    assert (rig.line, rig.odd[before:]) == (["e2e4"], []), rig.story()
    due = [(told.alternatives, told.met) for told in rig.of(Obligation) if told.alternatives]
    assert due[-1] == (["e2e4"], True), rig.story()
    counted = [told.law for told in rig.of(Penalty)]
    assert len(counted) == (tried == "illegal" and book.startswith("chess-fide")), counted
