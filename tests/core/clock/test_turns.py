"""Presses of the clock that do not come in turn: at Go they alone tell that a stone was made up, or not felt."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered, Correction, Irregularity, Penalty, Question
from tests.core.go.test_go_referee import CLUB, EMPTY, KO
from tests.core.go.test_go_tracking import NINE, position
from tests.core.policies import SETTLED
from tests.core.rig import Rig

OUT_OF_TURN = "press-out-of-turn"
START = "1000 e5+ 300 b! 2000 c3+ 300 w! 2000 "
"""Black and White have played and pressed; Black is on move."""


LATE = pytest.mark.xfail(
    strict=True,
    reason="a press of the side that has not moved is taken for a late press upon its last play (Go on presence)",
)


def timed(hands: str) -> Rig:
    return Rig(EMPTY, game=NINE, rulebook=CLUB, time_control="30:00").hands(START + hands)


@LATE
def test_a_stone_that_nobody_played_is_found_out_by_the_next_press() -> None:
    rig = timed("g7+ 4000 f4+ 300 b! 1500")
    assert rig.moves == ["e5", "c3", "g7"]  # it was felt as any stone is
    (question,) = rig.of(Question)
    assert (question.reason, question.candidates) == (OUT_OF_TURN, ["f4"])
    rig.hands("2000 d7+ 300 w! 3000")
    assert rig.moves == ["e5", "c3", "g7"]  # what is played on tells nothing of whose stone it was
    assert rig.command("white", "answer", move="none")
    assert rig.command("arbiter", "correct", ply=3, moves=["f4", "d7"], why="nobody played g7")
    assert rig.line == ["e5", "c3", "f4", "d7"]
    assert rig.of(Correction)


@LATE
def test_the_first_play_of_all_may_not_have_been_felt() -> None:
    rig = Rig(EMPTY, game=NINE, rulebook=CLUB, time_control="30:00")
    rig.hands("2500 b! 450 d3+ 150 w! 1500 f6+ 300 b! 1500")
    assert [(q.reason, q.candidates) for q in rig.of(Question)] == [(OUT_OF_TURN, ["d3"])]
    assert rig.moves == []


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("pressed_ms", [6000])
def test_who_had_pressed_upon_nothing_presses_upon_his_stone(pressed_ms: int) -> None:
    """It is his, then, and no reply to one that was not felt. A stone played before he presses may have been answered by this one."""
    rig = timed(f"2500 b! 1200 f4+ {pressed_ms} b! 2500 c6+ 300 w! 2500")
    assert [a.move for a in rig.of(Answered)] == ["f4"]
    assert (rig.moves, len(rig.of(Question))) == (["e5", "c3", "f4", "c6"], 1)
    assert [p.side for p in rig.of(Penalty)] == ["black"]  # his first press was for nothing
    rig = timed(f"2500 b! 1200 f4+ {pressed_ms} c6+ 300 b! 2500")
    assert (rig.moves, rig.of(Answered)) == (["e5", "c3"], [])


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("later_ms", [0, 10, 20, 300])
def test_a_press_just_after_the_other_is_none_upon_the_same_stone(later_ms: int) -> None:
    """It is for nothing: the turn has only just begun. Or for the reply, which stands already."""
    rig = timed(f"f4+ 300 b! {later_ms} w! 2500 c6+ 300 w! 2500")
    assert [i.kind for i in rig.of(Irregularity)] == ["press-without-move"]
    assert (rig.moves, rig.of(Question)) == (["e5", "c3", "f4", "c6"], []), rig.story()
    rig = timed(f"f4+ 300 c6+ 300 b! {later_ms} w! 2500")
    assert (rig.moves, rig.of(Question)) == (["e5", "c3", "f4", "c6"], [])
    assert rig.of(Irregularity) == []


@pytest.mark.parametrize("late_ms", [100, 600])
def test_a_press_that_is_a_little_late_is_asked_about_by_nobody(late_ms: int) -> None:
    """Black presses for his own stone when White has already answered it."""
    once = f"f4+ 800 d7+ {late_ms} b! 300 w! 2000 "
    again = f"h3+ 800 h7+ {late_ms} b! 300 w! 2000 "
    rig = timed(once + again)
    assert rig.of(Question) == []
    assert rig.moves == ["e5", "c3", "f4", "d7", "h3", "h7"]


def test_presses_are_owed_by_nobody() -> None:
    rig = timed("f4+ 2000 d7+ 300 w! 2000 h3+ 2000 h7+ 2000 g2+ 300 b! 2000")
    assert rig.of(Question) == []
    assert rig.moves == ["e5", "c3", "f4", "d7", "h3", "h7", "g2"]


def test_a_man_tells_himself_whose_he_is() -> None:
    rig = Rig(time_control="30:00").hands("1000 e2- 400 e4+ 2500 e7- 400 e5+ 300 w! 2500")
    assert rig.of(Question) == []
    assert rig.moves == ["e2e4", "e7e5"]


def test_an_early_press_alone_makes_no_question() -> None:
    rig = timed("b! 1500 f4+ 300 b! 2000 d7+ 300 w! 1500")
    assert [i.kind for i in rig.of(Irregularity)] == ["press-without-move"]
    assert rig.of(Question) == []
    assert rig.moves == ["e5", "c3", "f4", "d7"]


@LATE
@pytest.mark.law("GO-17.two")
@pytest.mark.parametrize("ms", [300])
def test_who_has_pressed_for_his_stone_does_not_press_late_for_it(ms: int) -> None:
    """White's second stone counts as Black's where no colour is felt: the press tells."""
    rig = timed(f"f4+ 200 b! 1500 d7+ {ms} b! 2500")
    assert [(q.reason, q.candidates) for q in rig.of(Question)] == [("press-out-of-turn", ["d7"])]


def test_who_presses_twice_at_once_has_pressed_for_the_same_stone() -> None:
    rig = timed("f4+ 200 b! 300 d7+ 200 b! 300 w! 2000")
    assert (rig.of(Question), rig.moves[-2:]) == ([], ["f4", "d7"])


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("straightened", ["e5- {} e5+", "g7- {} g7+", "d3+ {} d3-"])
@pytest.mark.parametrize("off_ms", [60, 100, 300])
@pytest.mark.parametrize("press_ms", [20, 200, 500, 900])
def test_what_is_only_put_straight_before_the_press_is_no_reply(
    straightened: str, off_ms: int, press_ms: int
) -> None:
    rig = Rig(position("g7", "c7"), game=NINE, rulebook=CLUB, time_control="30:00")
    rig.hands(f"1000 e5+ 2500 {straightened.format(off_ms)} {press_ms} b! 2500")
    rig.hands("c3+ 1000 w! 2000 g3+ 500 b! 2000")
    assert (rig.of(Question), rig.of(Irregularity)) == ([], []), rig.story()
    assert rig.moves == ["e5", "c3", "g3"]


VOID = {
    "GO-19": (position("a2 b1 c3 g7", "g3 c7 f3", "white"), "a1+ {} a1-", "w! b!"),
    "GO-20.ko": (KO, "c4+ 300 d4- 500 w! 2000 d4+ 300 c4- {} d4- 300 c4+", "b! w!"),
}
"""A forbidden play, how it is put right, and the press of whose turn is lost and of his opponent."""


@pytest.mark.law("GO-19", "GO-20.ko")
@pytest.mark.parametrize("law", VOID)
@pytest.mark.parametrize("ms", [700, 3000])
@pytest.mark.parametrize("press_ms", [100, 400, 1500])
class TestAStoneSetDownAfterALostTurn:
    def played(self, law: str, ms: int, line: str) -> Rig:
        start, deed, _ = VOID[law]
        rig = Rig(start, game=NINE, rulebook="go-china", time_control="30:00")
        return rig.hands(f"1000 {deed.format(2000)} {ms} {line} 2500")

    def test_is_the_opponents_where_he_presses_upon_it(
        self, law: str, ms: int, press_ms: int
    ) -> None:
        _, other = VOID[law][2].split()
        rig = self.played(law, ms, f"h8+ {press_ms} {other}")
        assert (rig.line[-2:], rig.of(Question)) == (["pass", "h8"], []), rig.story()

    def test_is_the_opponents_where_whose_turn_was_lost_has_pressed_before_it(
        self, law: str, ms: int, press_ms: int
    ) -> None:
        his, other = VOID[law][2].split()
        rig = self.played(law, ms, f"{his} {press_ms} h8+ 300 {other}")
        assert (rig.line[-2:], rig.of(Question)) == (["pass", "h8"], []), rig.story()


class TestAStoneOutOfTurnThatIsTakenOffAgain:
    @LATE
    @pytest.mark.parametrize("held_ms", [500])
    @pytest.mark.parametrize("pause_ms", [800, 3000])
    @pytest.mark.parametrize("press_ms", [300])
    def test_is_no_question_any_more(self, held_ms: int, pause_ms: int, press_ms: int) -> None:
        rig = Rig(EMPTY, game=NINE, rulebook=CLUB, time_control="30:00")
        rig.hands("1000 c3+ 500 b! 2000 g7+ 500 b! 1000")
        rig.hands(f"{held_ms} g7- {pause_ms} g3+ {press_ms} w! 2000 c7+ {press_ms} b! 2000")
        rig.answer_truly(["c3", "g3", "c7"], within_ms=SETTLED.within_ms)
        assert (rig.line, rig.odd) == (["c3", "g3", "c7"], [])
