"""Stones of Go taken off the board: swept together where a play takes them, one by one where a hand is mistaken."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty, Restore
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from rules.go.game import game_of
from tests.core.go.test_go_tracking import NINE, position
from tests.core.policies import NAMED
from tests.core.rig import Rig
from tests.core.sensed import Board

BOOKS = ("go-china", "go-china-club")
FOUR = position("a2 b2 c2 d2 j9", "a1 b1 c1 d1 j8")
"""Black e1 takes four stones."""
SIX = position("a2 b2 c2 d2 e2 f2", "a1 b1 c1 d1 e1 f1")
"""Black g1 takes six."""
TWELVE = position("a3 b3 c3 d2 e2 f2 g2 h2", "a1 b1 c1 d1 e1 f1 g1 h1 j1 a2 b2 c2")
"""Black j2 takes twelve."""
LIVING = position("c3 d3 e3 f3 g3 c5 g6", "c4 d4 e4 f4 g4 f8 g8")
"""White's row lives."""


@pytest.mark.law("GO-18.dead", "GO-17.scatter")
@pytest.mark.parametrize("book", BOOKS)
class TestCapturedStonesSweptOff:
    @pytest.mark.parametrize("ms", [15, 50, 250, 400, 900, 3000])
    @pytest.mark.parametrize(
        ("start", "play", "swept"),
        [
            (FOUR, "e1", "a1-,b1-,c1-,d1-"),
            (SIX, "g1", "a1-,b1-,c1-,d1-,e1-,f1-"),
            (SIX, "g1", "a1- 60 b1-,c1-,d1-,e1- 200 f1-"),
            (TWELVE, "j2", "a1- 60 b1- 10 c1- 5 d1- 10 e1- 60 f1- 10 g1- 5 h1- 10 j1- 60 a2- 5 b2- 10 c2-"),
        ],
    )  # fmt: skip
    def test_are_no_mess(self, book: str, start: str, play: str, swept: str, ms: int) -> None:
        rig = Rig(start, game=NINE, rulebook=book)
        rig.hands(f"1000 {play}+ {ms} {swept} 2000 e7+ 1500")
        assert (rig.moves, rig.odd, rig.questions) == ([play, "e7"], [], [])

    @pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.IDENTITY])
    def test_are_none_where_the_sensors_tell_more(self, book: str, sensor: Sensor) -> None:
        board = Board(game_of({"size": 9}), sensor, SIX, rulebook=NINE.rulebooks[book])
        empty: int | str = "" if sensor is Sensor.IDENTITY else 0
        board.wait(1000).put("g1", BLACK_STONE).wait(400)
        board.set({f"{column}1": empty for column in "abcdef"}).wait(2000)
        board.put("e7", WHITE_STONE).wait(1500)
        assert (board.moves, board.of("Irregularity")) == (["g1", "e7"], [])

    def test_with_others_are_one(self, book: str) -> None:
        rig = Rig(FOUR, game=NINE, rulebook=book)
        rig.hands(f"1000 e1+ 400 a1-,b1-,c1-,d1-,a2-,b2- {NAMED.within_ms}")
        assert [law for law, _ in rig.odd] in (["GO-17.scatter"], ["GO-18.alive"])
        assert (rig.stage, rig.of(Penalty)) == ("restore", [])

    def test_where_no_play_takes_them_are_one(self, book: str) -> None:
        rig = Rig(FOUR, game=NINE, rulebook=book)
        rig.hands(f"1000 e2+ 400 a1-,b1-,c1-,d1- {NAMED.within_ms}")
        assert [law for law, _ in rig.odd] == ["GO-17.scatter"]


@pytest.mark.law("GO-18.alive")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("count", [1, 2, 5])
@pytest.mark.parametrize("ms", [200, 600, 2500])
class TestLivingStonesTakenOffOneByOne:
    def test_are_named_after_the_play(self, book: str, count: int, ms: int) -> None:
        stones = ["c4", "d4", "e4", "f4", "g4"][:count]
        rig = Rig(LIVING, game=NINE, rulebook=book)
        rig.hands(f"1000 h8+ {ms} {'- 300 '.join(stones)}- {NAMED.within_ms}")
        assert [(i.law, i.side, i.points) for i in rig.of(Irregularity)] == [
            ("GO-18.alive", "black", stones)
        ]
        assert (rig.moves, rig.questions, rig.stage) == (["h8"], [], "restore")
        rig.hands(f"{'+ 300 '.join(stones)}+ 2000 b7+ 2000")
        assert (rig.moves, len(rig.odd)) == (["h8", "b7"], 1)

    def test_are_named_after_the_press(self, book: str, count: int, ms: int) -> None:
        stones = ["c4", "d4", "e4", "f4", "g4"][:count]
        rig = Rig(LIVING, game=NINE, rulebook=book, time_control="30:00")
        rig.hands(f"1000 h8+ {ms} {'- 300 '.join(stones)}- 300 b! {NAMED.within_ms}")
        found = [(i.law, i.side, i.points) for i in rig.of(Irregularity)]
        assert (found, rig.moves) == ([("GO-18.alive", "black", stones)], ["h8"])
        rig.hands(f"{'+ 300 '.join(stones)}+ 2000 b7+ 200 w! 1000")
        assert (rig.moves, len(rig.odd)) == (["h8", "b7"], 1)
        if (
            ms <= rig.settings.timings.removal_pause_ms
        ):  # whose hand it was later is not known so well
            waits = [each.charge for each in rig.session.view().charges]  # one may have been lost
            assert (len(rig.of(Penalty)), waits) == ((0, ["warning"]) if count == 1 else (1, []))

    def test_are_told_by_their_colours(self, book: str, count: int, ms: int) -> None:
        board = Board(game_of({"size": 9}), Sensor.POLARITY, LIVING, rulebook=NINE.rulebooks[book])
        board.wait(1000).put("h8", BLACK_STONE).wait(ms)
        stones = ["c4", "d4", "e4", "f4", "g4"][:count]
        for stone in stones:
            board.lift(stone).wait(300)
        board.wait(NAMED.within_ms)
        assert [(i.law, i.side) for i in board.of("Irregularity")] == [("GO-18.alive", "black")]
        for stone in stones:
            board.put(stone, WHITE_STONE).wait(300)
        board.wait(2000).put("b7", WHITE_STONE).wait(1500)
        assert (board.moves, board.of("Question")) == (["h8", "b7"], [])


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("book", BOOKS)
class TestAReleasedStoneThatIsTakenUp:
    """The law warns who lifts it and plays elsewhere."""

    @pytest.mark.parametrize("back", ["e5+", "e6~90 100 e5+"])
    def test_costs_nothing_where_it_is_put_back(self, book: str, back: str) -> None:
        rig = Rig(None, game=NINE, rulebook=book).hands(f"1000 e5+ 1500 e5- 3000 {back} 2000")
        assert {i.doubt for i in rig.of(Irregularity)} <= {"lost-man"}
        assert (rig.stage, rig.line, rig.of(Penalty)) == ("play", ["e5"], [])

    def test_is_asked_back_where_it_was_played_elsewhere(self, book: str) -> None:
        rig = Rig(None, game=NINE, rulebook=book)
        rig.hands(f"1000 e5+ 1500 e5- 3000 e6+ {NAMED.within_ms} e6- 300 e5+ 2000")
        warned = [(p.side, p.kind, p.count) for p in rig.of(Penalty)]
        assert warned in ([], [("black", "warning", 1)])
        assert (rig.stage, rig.line) == ("play", ["e5"])
        assert any(not step.done for step in rig.of(Restore))


@pytest.mark.law("GO-18.alive", "GO-25.warn")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ms", [300, 800, 1500, 1900])
@pytest.mark.parametrize("play", ["h8", "b4"])
def test_without_a_clock_a_stone_far_from_the_play_may_be_in_its_own_player_s_hand(
    book: str, ms: int, play: str
) -> None:
    """Next to the play it may have been taken for captured; its sensor may have lost it all the same."""
    rig = Rig(LIVING, game=NINE, rulebook=book)
    rig.hands(f"1000 {play}+ {ms + 750} e4- {NAMED.within_ms} e4+ 2000 b7+ 2000")
    assert [i.law for i in rig.of(Irregularity)] == ["GO-18.alive"]
    assert (rig.moves, rig.of(Penalty)) == ([play, "b7"], [])
    assert [each.charge for each in rig.session.view().charges] == ["warning"]


OFF = {"GO-17.clock", "GO-17.scatter", "GO-17.shift", "GO-18.alive"}
"""What a press with stones off that no play takes may be called."""
PAIR = position("a3 b2", "a1 a2")
"""Black b1 takes two stones."""


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("book", BOOKS)
class TestPressedUponWhatAPlayTakes:
    """The play was not felt: one sensor has kept silent, or it has not been made yet. Nobody is accused meanwhile."""

    @pytest.mark.parametrize(
        ("start", "play", "off"),
        [
            (PAIR, "b1", "a1- {} a2-"),
            (PAIR, "b1", "a2- {} a1-"),
            (FOUR, "e1", "a1- {0} b1- {0} c1- {0} d1-"),
            (FOUR, "e1", "a1-,b1-,c1-,d1-"),
        ],
    )
    @pytest.mark.parametrize("times", [(150, 300), (400, 300), (1000, 300), (400, 2500)])
    def test_the_reply_tells_of_it(
        self, book: str, start: str, play: str, off: str, times: tuple[int, int]
    ) -> None:
        rig = Rig(start, game=NINE, rulebook=book, time_control="10:00")
        ms, press_ms = times
        rig.hands(f"1000 {off.format(ms)} {press_ms} b! 1700 e5+ 300 w! 1500 e7+ 300 b! 1000")
        assert (rig.moves, rig.odd) == ([play, "e5", "e7"], []), rig.story()
        assert rig.questions in ([], [[play]])
        assert not rig.of(Penalty)

    def test_that_it_is_made_after_all_tells_it_too(self, book: str) -> None:
        rig = Rig(PAIR, game=NINE, rulebook=book, time_control="10:00")
        rig.hands("1000 a1- 400 a2- 300 b! 1500 b1+ 300 b! 2000")
        assert (rig.moves, rig.odd, rig.of(Penalty)) == (["b1"], [], []), rig.story()

    @pytest.mark.parametrize("off", ["a1-", "b2-", "a1- 400 a2- 400 b2-", "a1- 400 a3-"])
    def test_where_no_play_takes_just_these_it_was_early(self, book: str, off: str) -> None:
        rig = Rig(PAIR, game=NINE, rulebook=book, time_control="10:00")
        rig.hands(f"1000 {off} 300 b! {NAMED.within_ms}")
        found = rig.of(Irregularity)
        assert {i.law for i in found} <= OFF, rig.story()
        assert all(i.side == "black" or i.doubt == "whose-hand" for i in found)
        assert rig.stage == "restore"
        assert not rig.of(Penalty)
        assert not rig.questions


@pytest.mark.law("GO-17.shift", "GO-18.alive")
@pytest.mark.parametrize("book", BOOKS)
class TestStonesOfBothColoursThatLeaveTogether:
    """A sleeve took them along, whoever's it was; nobody takes his own for captured."""

    @pytest.mark.parametrize("apart", ["c5-,c4-", "c5- 20 c4-", "c4- 90 c5-", "c4- 140 c5-"])
    @pytest.mark.parametrize(
        "back", ["400 c5+ 900 c4+", "400 c5+ 2000 c4+", "2500 c4+ 300 c5+", "1400 c4+,c5+"]
    )
    def test_were_knocked(self, book: str, apart: str, back: str) -> None:
        rig = Rig(LIVING, game=NINE, rulebook=book, time_control="30:00")
        rig.hands(f"1000 h8+ 1000 {apart} {back} 1500 b! 2000 b7+ 300 w! 2000")
        assert {i.law for i in rig.of(Irregularity)} <= {"GO-17.shift"}
        assert (rig.moves, rig.of(Penalty), rig.questions) == (["h8", "b7"], [], [])

    @pytest.mark.parametrize(
        "hands",
        [
            "c4- 300 c5- 200 c5+",  # one by one, as a hand takes what it means to take
            "c5~60 10 c4-",  # his own was only jolted on the way
            "c4- 500",
        ],
    )
    def test_were_taken_off_otherwise(self, book: str, hands: str) -> None:
        rig = Rig(LIVING, game=NINE, rulebook=book, time_control="30:00")
        rig.hands(f"1000 h8+ 1000 {hands} {NAMED.within_ms} c4+ 2000")
        found = [(i.law, i.side, i.points) for i in rig.of(Irregularity)]
        assert found in [[(law, "black", ["c4"])] for law in ("GO-18.alive", "GO-17.scatter")]
        waits = [each.charge for each in rig.session.view().charges]
        assert waits == ["warning"] * (found[0][0] == "GO-18.alive")
        assert rig.of(Penalty) == []
