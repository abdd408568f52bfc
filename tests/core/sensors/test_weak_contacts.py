"""A man off his point for a moment, while another is in the hand: touched by that hand, or lost by a weak contact."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty, Result
from rules.registry import game_by_name
from tests.core.policies import NAMED
from tests.core.rig import BOOKS, Rig


@pytest.mark.law("XQ-9.1.6", "XQ-9.2")
def test_another_man_loses_it() -> None:
    rig = Rig(game=game_by_name("xiangqi"), rulebook="xiangqi-cxa")
    rig.hands("2000 a3- 400 i9- 220 i9+ 700 a4+ 2000 a6- 600 a5+ 2000")
    rig.hands("c3- 400 g9- 300 g9+ 700 c4+ 2000")
    assert [p.count for p in rig.of(Penalty)] == [1, 2]
    assert rig.of(Result) == [], "the arbiter gives a loss"


@pytest.mark.law("FIDE-7.5.1", "FIDE-4.3.3")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ms", [130, 180, 245])
@pytest.mark.parametrize("held_ms", [1500, 2500, 3700])
def test_he_is_not_captured_by_a_man_still_in_the_hand(book: str, ms: int, held_ms: int) -> None:
    rig = Rig(rulebook=book).hands(f"1000 e2- 300 a7- {ms} a7+ {held_ms} e4+ 2000 d7- 300 d5+ 2000")
    assert (rig.line, rig.odd) == (["e2e4", "d7d5"], []), rig.story()


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize("ms", [245, 300])
def test_who_presses_with_nothing_in_the_hand_is_asked_to_put_all_back(ms: int) -> None:
    """The press says that nothing is in the hand."""
    rig = Rig(time_control="5:00").hands(f"1000 e2- 300 a7- {ms} a7+ 300 w! {NAMED.within_ms}")
    assert (rig.line, rig.stage) == ([], "restore"), rig.story()


@pytest.mark.law("XQ-9.1.6", "XQ-9.2")
def test_the_same_man_twice_counts_once_and_loses_no_game() -> None:
    rig = Rig(game=game_by_name("xiangqi"), rulebook="xiangqi-cxa")
    rig.hands("2000 a3- 400 i9- 220 i9+ 700 a4+ 2000 a6- 600 a5+ 2000")
    rig.hands("c3- 400 i9- 300 i9+ 700 c4+ 2000 c6- 500 c5+ 3000")
    assert rig.line == ["a3a4", "a6a5", "c3c4", "c6c5"]
    assert ([p.count for p in rig.of(Penalty)], rig.of(Result)) == ([1], [])
