"""Passing (Go) soon after something was done at the board, and what touched stones oblige to: nothing."""

from __future__ import annotations

import pytest

from controller.core.messages import Obligation, Touched
from tests.core.go.test_go_referee import BOOKS, EMPTY
from tests.core.go.test_go_tracking import NINE
from tests.core.rig import Rig

TIMED = "30:00"


@pytest.mark.law("GO-21.end")
@pytest.mark.parametrize("book", BOOKS)
class TestPassingAfterAJolt:
    @pytest.mark.parametrize("dip_ms", [40, 60, 140, 400, 1000])
    @pytest.mark.parametrize("pause_ms", [100, 300, 700])
    @pytest.mark.parametrize("stone", ["e5", "c3"])
    def test_is_heeded(self, book: str, dip_ms: int, pause_ms: int, stone: str) -> None:
        rig = Rig(EMPTY, game=NINE, rulebook=book, time_control=TIMED)
        rig.hands("1000 c3+ 300 b! 2000 e5+ 800 w! 1000 g7+ 300")
        rig.hands(f"b! 100 {stone}- {dip_ms} {stone}+ {pause_ms}")
        assert rig.command("white", "pass"), rig.story()
        rig.hands("300 w! 2000 c7+ 300 b! 2000")
        assert (rig.moves, rig.odd, rig.questions) == (["c3", "e5", "g7", "pass", "c7"], [], [])

    def test_also_where_the_jolt_came_before_the_press(self, book: str) -> None:
        rig = Rig(EMPTY, game=NINE, rulebook=book, time_control=TIMED)
        rig.hands("500 e5+ 300 e5- 60 e5+ 195 b! 300")
        assert rig.command("white", "pass")
        rig.hands("300 w! 2000 c3+ 400 b! 2000")
        assert (rig.moves, rig.odd, rig.questions) == (["e5", "pass", "c3"], [], [])

    @pytest.mark.parametrize("done", ["e5-", "g7+", "e5- 300 e6+", "g7+ 400 g7-"])
    def test_not_while_more_was_done(self, book: str, done: str) -> None:
        rig = Rig(EMPTY, game=NINE, rulebook=book).hands(f"500 e5+ 2000 {done} 200")
        assert not rig.command("white", "pass")
        assert rig.moves == ["e5"]

    def test_nor_by_who_is_not_on_move(self, book: str) -> None:
        rig = Rig(EMPTY, game=NINE, rulebook=book).hands("500 e5+ 2000 e5- 200 e5+ 200")
        assert not rig.command("black", "pass")
        assert rig.moves == ["e5"]


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("stone", ["e5", "c3"])
def test_a_stone_that_is_touched_obliges_to_nothing(book: str, stone: str) -> None:
    rig = Rig(EMPTY, game=NINE, rulebook=book, time_control=TIMED)
    rig.hands(f"1000 c3+ 300 b! 2000 e5+ 300 w! 2000 {stone}- 400 {stone}+ 1500 g7+ 300 b! 1500")
    assert rig.of(Obligation) == []
    assert {t.obligation for t in rig.of(Touched)} <= {None}
    assert rig.moves == ["c3", "e5", "g7"]
