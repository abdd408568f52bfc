"""What was told is asked about where later play fits something else as well."""

from __future__ import annotations

import pytest

from tests.core.rig import Rig

QUEEN = "rn1qkb1r/p2p1p1p/b1p5/3np1N1/QPp1P3/B5P1/P2P1PBP/RN2K2R b KQkq - 0 9"
PAUSED = "1000 d8- 80 e7+ 20 e7- 57 f6+ 30 f6- 130 f6+ 1030 f6-"
"""The queen pauses on f6, is told there, and captures on g5 between two scans."""
CASTLED = "2100 e1- 70 f1+ 50 f1- 70 g1+ 600 h1- 190 f1+"
PLAYED_ON = "3200 d5- 210 f4+ 1500 d2- 300 d4+ 1500 f8- 300 h6+ 1500"


@pytest.mark.law("FIDE-4.7", "FIDE-4.8")
def test_a_move_told_of_a_pause_is_asked_about_once_both_have_played_upon_it() -> None:
    rig = Rig(QUEEN).hands(f"{PAUSED} {CASTLED} {PLAYED_ON}")
    assert {"d8g5", "d8f6"} == set(rig.questions[-1]), rig.story()
    assert rig.accused == []


@pytest.mark.law("FIDE-4.7", "FIDE-4.8")
def test_the_answer_brings_all_that_was_played_since() -> None:
    rig = Rig(QUEEN).hands(f"{PAUSED} {CASTLED} {PLAYED_ON}")
    assert rig.command("arbiter", "answer", move="d8g5")
    rig.wait(1000)
    assert rig.line == ["d8g5", "e1g1", "d5f4", "d2d4", "f8h6"], rig.story()
    assert rig.accused == []


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("rested_ms", [900, 1200])
def test_who_rests_for_a_moment_may_not_have_let_go(rested_ms: int) -> None:
    rig = Rig().hands(f"1000 e2- 300 e3+ {rested_ms} e3- 300 e4+ 6000")
    assert (rig.accused, rig.stage) in [([], "question"), ([], "restore")], rig.story()


@pytest.mark.law("FIDE-4.7")
def test_who_rests_for_longer_has_let_go() -> None:
    rig = Rig().hands("1000 e2- 300 e3+ 2500 e3- 300 e4+ 6000")
    assert (rig.line, rig.accused) == (["e2e3"], [("FIDE-4.7", "white")])
