"""Captured stones of Go that stand, and stones that may have been carried on, or lost by their sensors."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from tests.core.go.test_go_sensors import FLICKERS, LATE, answered
from tests.core.go.test_go_tracking import CAPTURE, NINE, SINGLE, hands, position
from tests.core.policies import ASKED, NAMED
from tests.core.rig import Rig

PLAYED = ["h8", "g7", "h6", "g5", "c7", "e8"]
LEFT = [("GO-18.dead", "dead-stones-left")]
FEW = position("d1 a2 b2 d2 c3 b8 c8 d8 e8 f8 g8 h8", "a1 b1 c2 b6 c6 d6 e6 f6 g6 h6")
"""Black c1 takes a1, b1 and c2; nobody but Black can play there, and few plays are left."""


class TestAllCapturedStonesButOneAreOff:
    """It was forgotten, or comes off a little later. That its sensor lies, and White has played there, is far less likely."""

    HANDS = "f3+ 300 c3- 400 d3- {} h8+"

    @pytest.mark.law("GO-18.dead")
    @pytest.mark.parametrize("played", [[], ["g7"]])
    def test_it_was_forgotten(self, played: list[str]) -> None:
        later = "".join(f" 900 {point}+" for point in played)
        rig = hands(self.HANDS.format(2500) + later, CAPTURE)
        assert (rig.questions, rig.moves, rig.odd) == ([], ["f3", "h8", *played], LEFT)

    def test_or_is_taken_off_a_little_later(self) -> None:
        rig = hands(f"{self.HANDS.format(2500)} 600 e3- 2000 g7+", CAPTURE)
        assert (rig.questions, rig.moves, rig.odd) == ([], ["f3", "h8", "g7"], [])


@pytest.mark.parametrize("later", ["", " 2190 e2+", " 900 e2+ 900 g8+"])
def test_which_of_two_stones_came_first_time_does_not_tell(later: str) -> None:
    """Nobody could read b2 when e6 came, and h4 came as it was read again; what is played meanwhile is no mess."""
    line = "e3+ 1500 b2?1600 150 e6+ 800 b2+ 650 h4+ 520 d2+"
    rig = hands(line + later)
    assert (rig.questions, rig.moves, rig.odd) == ([["b2", "e6"]], ["e3"], [])
    assert answered(rig, "e6").moves == ["e3", "e6"]
    assert (rig.questions[1:], rig.odd) == ([["b2", "h4"]], [])


@pytest.mark.law("GO-18.dead")
class TestTheOneStoneThatAPlayTakesStands:
    """It comes off later, or is named as forgotten. Play goes on, and counts."""

    @pytest.mark.parametrize("ms", [600, 4000])
    def test_that_it_is_taken_off_late_is_no_matter_while_nobody_has_played_on(
        self, ms: int
    ) -> None:
        rig = hands(f"d3+ 4100 {ms} c3- 3000 h8+ 1500", SINGLE)
        assert (rig.moves, rig.questions, rig.odd) == (["d3", "h8"], [], [])

    def test_nor_after_a_long_rest(self) -> None:
        rig = hands("d3+ 3500 c3- 900 h8+", SINGLE)
        assert (rig.moves, rig.questions, rig.odd) == (["d3", "h8"], [], [])

    @pytest.mark.parametrize("before", [0, 1, 2, 3, 4])
    @pytest.mark.parametrize("pace", [600, 2000])
    def test_it_is_taken_off_though_play_has_gone_on(self, before: int, pace: int) -> None:
        steps = [f"{point}+ {pace}" for point in PLAYED]
        steps.insert(before + 1, "c3- 2500")
        rig = hands(f"d3+ 2000 {' '.join(steps)} 4000", SINGLE)
        assert (rig.moves, rig.questions) == (["d3", *PLAYED], [])
        assert rig.odd in ([], LEFT)

    @pytest.mark.parametrize("pace", [300, 500, 900, 1300, 2000])
    def test_play_past_it_is_no_mess_however_quick(self, pace: int) -> None:
        rig = hands(f"d3+ {pace} {f' {pace} '.join(f'{p}+' for p in PLAYED)} 4000", SINGLE)
        assert (rig.questions, rig.odd) == ([], LEFT)
        rig.hands("c3- 3000")
        assert (rig.moves, rig.stage) == (["d3", *PLAYED], "play"), rig.story()

    def test_its_being_jolted_changes_nothing(self) -> None:
        rig = hands("d3+ 2000 h8+ 2000 g7+ 2000 c3~80 2000 h6+ 2000 g5+ 4000", SINGLE)
        assert (rig.questions, rig.odd) == ([], LEFT)
        rig.hands("c3- 3000")
        assert (rig.moves, rig.stage) == (["d3", "h8", "g7", "h6", "g5"], "play"), rig.story()

    def test_nothing_is_named_once_the_clock_is_pressed(self) -> None:
        rig = Rig(SINGLE, game=NINE, rulebook="go-china", time_control="5:00").hands(
            "1000 d3+ 900 b! 2000"
        )
        assert (rig.moves, rig.questions) == (["d3"], [])


@pytest.mark.law("GO-18.dead")
class TestSeveralStonesThatAPlayTakesStandWhereFewPlaysAreLeft:
    """They come off later, or are named as forgotten."""

    @pytest.mark.parametrize("ms", [600, 900, 3300])
    def test_they_were_forgotten(self, ms: int) -> None:
        rig = hands(f"c1+ {ms} c7+ 700 h9+ 4000", FEW)
        assert (rig.questions, rig.moves, rig.odd) == ([], ["c1", "c7", "h9"], LEFT)

    @pytest.mark.parametrize("ms", [300, 1500, 3500, 5000])
    def test_or_they_come_off(self, ms: int) -> None:
        rig = hands(f"c1+ {ms} b1- 300 a1- 300 c2- 900 c7+ 700 h9+", FEW)
        assert (rig.moves, rig.questions, rig.odd) == (["c1", "c7", "h9"], [], [])

    def test_nothing_is_named_once_the_clock_is_pressed(self) -> None:
        rig = Rig(FEW, game=NINE, rulebook="go-china", time_control="5:00")
        rig.hands("1000 c1+ 900 b! 1000")
        assert (rig.moves, rig.questions) == (["c1"], [])


@pytest.mark.parametrize("played", [["g4"], ["g4", "h2", "j9"]])
def test_a_captured_stone_that_comes_off_late_where_few_plays_are_left(played: list[str]) -> None:
    start = position("c4 c2 b3 b8 c8 d8 e8 f8 g8 h8 a9", "c3 b6 c6 d6 e6 f6 g6 h6 j6 a1 j1")
    rig = hands(f"d3+ 280 {'+ 3000 '.join(played)}+ 3000 c3- 3000 e4+ 3000", start)
    assert rig.moves == ["d3", *played, "e4"]
    assert rig.odd in ([], LEFT)


class TestWhatWasPlayedBehindAQuestion:
    """It follows from the answer."""

    @pytest.mark.parametrize("first", ["e5", "e6"])
    def test_after_stones_that_came_at_once(self, first: str) -> None:
        start = position("a1", "h8 h6 g7 j7 j9")
        rig = Rig(start, game=NINE, rulebook="go-china").hands("1000 e5+,e6+ 3600 c3+ 1600 h7+")
        line = [first, "e6" if first == "e5" else "e5", "c3", "h7"]
        rig.answer_truly(line, within_ms=ASKED.within_ms)
        assert (rig.moves, rig.odd) == (line, [])

    @pytest.mark.law("GO-18.dead")
    def test_though_it_takes_a_stone_that_stands(self) -> None:
        rig = hands(f"{FLICKERS} 300 g7+ 600 d3+ 1900 h7+", SINGLE)
        line = ["e5", "g7", "d3", "h7"]
        rig.answer_truly(line, within_ms=ASKED.within_ms)
        assert rig.moves == line
        assert rig.odd in ([], LEFT)


@pytest.mark.parametrize("ms", [250, 400, 700])
def test_a_stone_that_is_gone_before_one_beside_it_comes_was_not_knocked_there(ms: int) -> None:
    """Its sensor may have lost it: both stones that come may be plays."""
    rig = hands(f"c3- {ms} c4+ 760 g7+ {ASKED.within_ms}", position("e5 g3", "c3 h8"))
    assert (rig.moves, rig.stage) == ([], "restore")
    assert [law for law, _ in rig.odd] in ([], ["GO-17.shift"])


def test_a_stone_that_is_set_right_beside_a_play_tells_of_no_other() -> None:
    """White d3, and White sets c3 right; that a play before it was not felt, and Black d3 takes c3, is less likely."""
    rig = hands("d3+ 470 c3- 480 c3+", LATE["white"])
    assert (rig.moves, rig.questions, rig.odd) == (["d3"], [], [])


def test_a_stone_jolted_beside_a_play_tells_of_no_other() -> None:
    rig = hands("d3+ 470 c3~100", LATE["white"])
    assert (rig.moves, rig.questions) == (["d3"], [])


@pytest.mark.parametrize("stood", [200, 450, 600])
@pytest.mark.parametrize("both", [5, 18, 24])
def test_a_stone_is_not_carried_to_a_far_point_while_it_is_felt(stood: int, both: int) -> None:
    """The sensor of g2 lets go just after the reply: nobody has held that stone over g2 and set it down on h4."""
    rig = hands(f"g2+ {stood} h4+ {both} g2-").answer_truly(["g2", "h4"], within_ms=ASKED.within_ms)
    assert rig.line == ["g2", "h4"], rig.story()
    assert all(found.doubt is not None for found in rig.of(Irregularity))


@pytest.mark.parametrize("point", ["g3", "h3", "h2"])
def test_but_to_the_next_one_it_is(point: str) -> None:
    rig = hands(f"g2+ 450 {point}+ 18 g2-").answer_truly([point], within_ms=ASKED.within_ms)
    assert (rig.moves, rig.odd) == ([point], []), rig.story()


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("stood", [520, 700])
@pytest.mark.parametrize("later", [130, 950])
def test_a_stone_that_was_released_is_carried_on_against_the_law(stood: int, later: int) -> None:
    """That its sensor has lost it just then, and the next one is the reply, is far less likely."""
    rig = hands(f"g2+ {stood} g2- {later} c8+ {NAMED.within_ms}")
    assert [(i.law, i.side) for i in rig.of(Irregularity)] == [("GO-17.release", "black")]
    assert (rig.moves, rig.questions) == (["c8"], []), rig.story()


@pytest.mark.parametrize(("stood", "later"), [(60, 700), (200, 700), (400, 700), (450, 300)])
def test_one_that_a_hand_holds_there_for_a_moment_is(stood: int, later: int) -> None:
    rig = hands(f"g2+ {stood} g2- {later} c8+ 4000")
    assert (rig.moves, rig.questions, rig.odd) == (["c8"], [], []), rig.story()
