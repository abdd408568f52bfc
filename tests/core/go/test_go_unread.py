"""Points of Go that cannot be read for some seconds: what stands there, and since when, is not known before it is seen."""

from __future__ import annotations

import pytest

from tests.core.go.test_go_tracking import NINE, position
from tests.core.rig import Rig

BOOKS = ("go-china", "go-china-club")
ONE = position("c3 d2 e3", "d3 h8 h7")
"""Black d4 takes d3."""
ROW = "a9,b9,c9,d9,e9,f9,g9,h9,j9"


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("over", [300, 1200, 2500])
def test_a_captured_stone_may_be_off_where_it_cannot_be_seen(book: str, over: int) -> None:
    rig = Rig(ONE, game=NINE, rulebook=book, time_control="10:00")
    rig.hands(f"1000 d3?{1800 + over} 500 d4+ 500 d3- 800 b! 6000")
    assert (rig.moves, rig.odd) == (["d4"], []), rig.story()


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("over", [300, 2500])
def test_one_that_stands_is_named_once_it_is_seen(over: int) -> None:
    rig = Rig(ONE, game=NINE, rulebook="go-china", time_control="10:00")
    rig.hands(f"1000 d3?{1800 + over} 500 d4+ 1300 b!")
    assert (rig.moves[1:], rig.odd) == ([], []), rig.story()
    rig.hands("5000")
    assert rig.moves == ["d4"], rig.story()
    assert rig.odd == [("GO-17.clock", "captures-not-off-at-press")], rig.story()


@pytest.mark.parametrize("first", ["g9", "e9"])
@pytest.mark.parametrize("pause", [600, 1200])
@pytest.mark.parametrize("over", [300, 900])
def test_behind_the_answer_the_order_is_asked_about_again(
    over: int, pause: int, first: str
) -> None:
    """Two stones where nothing can be read, then j5: any of the three may be the first, and either of the others the second."""
    rig = Rig(position("a6 j7", "b6 h8"), game=NINE, rulebook="go-china")
    rig.hands(f"1000 {ROW}?{200 + 2 * pause + over} 200 g9+ {pause} e9+ {pause} j5+ 4000")
    assert (rig.moves, rig.questions) == ([], [["e9", "g9", "j5"]]), rig.story()
    assert rig.command("arbiter", "answer", move=first)
    rig.hands("3000")
    other = "e9" if first == "g9" else "g9"
    assert (rig.moves, rig.questions[1:]) == ([first], [sorted([other, "j5"])]), rig.story()
    assert rig.command("arbiter", "answer", move=other)
    rig.hands("3000")
    assert (rig.moves, rig.odd) == ([first, other, "j5"], []), rig.story()


@pytest.mark.parametrize("unread", [5500, 13000])
@pytest.mark.parametrize(("pause", "third"), [(1600, True), (2700, True), (1600, False)])
@pytest.mark.parametrize("points", ["d4", "d4,e4,d3"])
def test_a_press_before_what_counts_as_its_stone_tells_of_one_that_cannot_be_read(
    points: str,
    pause: int,
    third: bool,  # noqa: FBT001
    unread: int,
) -> None:
    """d4 where nothing can be read, f6 and c6, each pressed upon in turn: the presses tell, or people are asked."""
    line = ["d4", "f6", "c6"][: 2 + third]
    rig = Rig(game=NINE, rulebook="go-china", time_control="90:00").hands(f"1000 {points}?{unread}")
    rig.hands(f"300 d4+ 300 b! {pause - 300} f6+ 300 w! {pause - 300}")
    rig.hands("c6+ 300 b!" if third else "").answer_truly(line, within_ms=12_000)
    assert (rig.moves, rig.odd, rig.stage) == (line, [], "play"), rig.story()


@pytest.mark.parametrize("lost_ms", [40, 90])
def test_one_whose_sensor_flickers_afterwards_may_have_come_long_before_too(lost_ms: int) -> None:
    """Two stones where nothing can be read, the first of which trembles; the answer says nothing against the other."""
    rig = Rig(position("a6 j7", "b6 h8"), game=NINE, rulebook="go-china")
    rig.hands(f"1000 {ROW}?1800 200 g9+ 700 e9+ 1250 g9- {lost_ms} g9+ 700 j5+ 900 c3+ 4000")
    assert rig.command("arbiter", "answer", move="g9"), rig.story()
    rig.hands("3000")
    while rig.stage == "question":
        assert rig.command("arbiter", "answer", move="e9"), rig.story()
        rig.hands("3000")
    assert (rig.moves, rig.odd) == (["g9", "e9", "j5", "c3"], []), rig.story()
