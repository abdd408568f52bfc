"""Captured stones of Go that are still on the board: the play is made all the same, and nothing comes of their being jolted."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.messages import Irregularity, Move, Penalty, Result
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from rules.go.game import game_of
from tests.core.go.test_go_tracking import NINE, Playing, followed, hands, position
from tests.core.policies import ASKED, NAMED, TOLD
from tests.core.rig import Rig
from tests.core.sensed import Board

BOOKS = ("go-china", "go-china-club")
CLUB = BOOKS[1]
TWO = position("c5 d6 e6 d4 e4 a9 g2", "d5 e5 b9 c8")
"""Black f5 takes d5 and e5; White a8 then takes a9."""
FULL = position("c5 d6 e6 d4 e4 a9 g2 h7 j8 h3 f8", "d5 e5 b9 c8 g8 c2 h5 j2 b3")
"""The same, with fewer points left to play on than could be asked about."""


def rig_of(book: str = BOOKS[0], start: str = TWO, time_control: str | None = None) -> Rig:
    return Rig(start, game=NINE, rulebook=book, time_control=time_control)


def colours_of(book: str = BOOKS[0], start: str = TWO) -> Board:
    rulebook = NINE.rulebooks[book]
    return Board(game_of({"size": 9}), Sensor.POLARITY, start, rulebook=rulebook)


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("book", BOOKS)
class TestThePlayIsMadeThoughStonesStand:
    @pytest.mark.parametrize("hands", ["f5+ 300 d5-", "f5+", "d5- 300 f5+", "f5+ 2000 d5-"])
    @pytest.mark.parametrize("ms", [100, 900, 6000])
    def test_before_the_opponent_resigns(self, book: str, hands: str, ms: int) -> None:
        rig = rig_of(book).hands(f"1000 {hands} {ms}")
        assert rig.command("white", "resign")
        kinds = [type(message) for message in rig.said if isinstance(message, Move | Result)]
        assert (rig.odd, kinds[-1:]) == ([], [Result])
        assert rig.moves == ["f5"] or (rig.questions == [["f5"]] and hands.startswith("d5"))

    def test_before_the_flag_falls(self, book: str) -> None:
        rig = rig_of(book, time_control="0:08").hands("1000 b! 3000 f5+ 300 d5- 12000")
        assert rig.moves[:1] == ["f5"]

    def test_on_sensors_that_tell_colours(self, book: str) -> None:
        board = colours_of(book).wait(1000).put("f5", BLACK_STONE).wait(300).lift("d5").wait(900)
        assert (board.moves, board.of("Irregularity")) == (["f5"], [])
        assert board.of("Move")[0].captured == ["d5", "e5"]

    def test_and_nothing_is_said_of_stones_that_come_off_later(self, book: str) -> None:
        rig = rig_of(book).hands("1000 f5+ 1000 d5- 2500 e5- 3000 g7+ 2000 c2+ 2000")
        assert (rig.moves, rig.odd, rig.questions) == (["f5", "g7", "c2"], [], [])

    @pytest.mark.parametrize("ms", [20, 60, 110])
    def test_nor_made_of_one_that_is_jolted(self, book: str, ms: int) -> None:
        rig = rig_of(book).hands(
            f"1000 f5+ 1000 d5~{ms} 300 e5~{ms} 2000 d5- 300 e5- 3000 g7+ 2000"
        )
        assert (rig.moves, rig.odd, rig.questions) == (["f5", "g7"], [], [])


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("start", [TWO, FULL])
@pytest.mark.parametrize("ms", [41, 60, 110])
@pytest.mark.parametrize("gap_ms", [300, 600, 1500])
@pytest.mark.parametrize("first_ms", [100, 300, 1000])
def test_stones_that_a_hand_does_not_get_hold_of(
    start: str, ms: int, gap_ms: int, first_ms: int
) -> None:
    """Both are off for a moment before they are taken: nobody has played where they stood."""
    rig = rig_of(start=start).hands(f"1000 f5+ {first_ms} d5~{ms} {gap_ms} e5~{ms} 2000")
    rig.hands("d5- 300 e5- 3000 g7+ 2000")
    assert (rig.moves, rig.odd, rig.questions) == (["f5", "g7"], [], [])


@pytest.mark.law("GO-18.dead")
class TestTheLastIsOffForAMoment:
    """Jolted by the hand that takes it, or taken and the reply played there: what is done next tells."""

    HANDS = "1000 f5+ 300 d5- 300 e5~{ms}"

    @pytest.mark.parametrize("ms", [41, 60, 85, 110])
    @pytest.mark.parametrize("later_ms", [200, 900, 3500])
    def test_and_is_taken_off_then(self, ms: int, later_ms: int) -> None:
        rig = rig_of().hands(f"{self.HANDS.format(ms=ms)} {later_ms} e5- 2000 g7+ 2000")
        assert (rig.moves, rig.odd, rig.questions) == (["f5", "g7"], [], [])

    @pytest.mark.parametrize("ms", [60, 85, 110])
    @pytest.mark.parametrize("later_ms", [180, 900, 2500])
    def test_and_play_goes_on(self, ms: int, later_ms: int) -> None:
        rig = rig_of().hands(f"{self.HANDS.format(ms=ms)} {later_ms} g7+ 2000")
        rig.wait(ASKED.within_ms)
        assert (rig.moves[:1], rig.odd) == (["f5"], [])
        assert rig.moves[1:] == ["e5", "g7"] or rig.questions == [["e5"]], rig.story()

    @pytest.mark.parametrize("ms", [60, 110])
    def test_and_the_reply_there_is_taken(self, ms: int) -> None:
        rig = rig_of().hands(f"{self.HANDS.format(ms=ms)} 300 d5+ 200 e5- 2000")
        rig.wait(ASKED.within_ms)
        assert (rig.moves[:1], rig.odd) == (["f5"], [])
        assert rig.moves[1:] == ["e5", "d5"] or rig.questions == [["d5", "e5"]], rig.story()

    @pytest.mark.parametrize("ms", [60, 110])
    def test_and_nothing_is_done(self, ms: int) -> None:
        rig = rig_of().hands(f"{self.HANDS.format(ms=ms)} 4500")
        assert (rig.moves, rig.odd, rig.questions) == (["f5"], [], [["e5"]])
        rig.hands("e5- 3000")
        assert (rig.moves, rig.odd, rig.stage) == (["f5"], [], "play")


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("seed", range(40))
def test_stones_are_taken_off_by_clumsy_hands(seed: int) -> None:
    """Up to four stones, each jolted up to twice before it is taken, in any order."""
    dice = Random(seed)
    taken = [f"{column}5" for column in "defg"[: dice.randint(1, 4)]]
    play = f"{'efgh'[len(taken) - 1]}5"
    black = ["c5", "a9", *(f"{point[0]}{row}" for point in taken for row in "64")]
    hands = [f"1000 {play}+ {dice.choice((60, 200, 800, 1500))}"]
    order = dice.sample(taken, len(taken))
    for n, point in enumerate(order):
        for _ in range(dice.choice((0, 0, 1, 2))):
            jolt_ms = dice.randint(20, 115)
            other = dice.choice(order[n:])
            hands.append(f"{other}~{jolt_ms} {jolt_ms + dice.choice((40, 300, 1400))}")
        hands.append(f"{point}- {dice.choice((60, 300, 700))}")
    rig = rig_of(start=position(" ".join(black), " ".join(["b9", *taken])))
    rig.hands(" ".join([*hands, f"{dice.choice((200, 2000))} b6+ 2000"]))
    assert (rig.moves, rig.odd, rig.questions) == ([play, "b6"], [], [])


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize(("size", "seed"), [(9, 11), (9, 12), (13, 13)])
def test_games_of_slow_hands_are_followed(size: int, seed: int) -> None:
    """Stones that are taken off more slowly than a play settles."""
    playing = Playing(game_of({"size": size}), seed)
    for _ in range(90):
        playing.play((900, 2500), (300, 1700))
    playing.rig.wait(3000)
    followed(playing.rig, *playing.texts)
    assert len(playing.rig.moves) > 60


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("book", BOOKS)
class TestThePressUponIt:
    @pytest.mark.parametrize(
        ("hands", "left", "by"),
        [
            ("f5+ 300 b!", ["d5", "e5"], "pressed"),
            ("f5+ 300 d5- 600 b!", ["e5"], "pressed"),
            ("f5+ 2000 b!", ["d5", "e5"], "settled"),
            ("f5+ 1000 d5- 300 b!", ["e5"], "settled"),
        ],
    )
    def test_completes_the_play_and_is_named(
        self, book: str, hands: str, left: list[str], by: str
    ) -> None:
        rig = rig_of(book, time_control="10:00").hands(f"1000 {hands} {TOLD.within_ms}")
        (move,), (found,) = rig.of(Move), rig.of(Irregularity)
        assert (move.move, move.completed_by, move.breach) == ("f5", by, None)
        assert (found.law, found.side, found.points) == ("GO-17.clock", "black", left)
        assert [p.count for p in rig.of(Penalty)] == [1] * (book == CLUB)
        rig.hands("6000 b! 100")
        assert len(rig.of(Irregularity)) == 1
        assert rig.command("white", "resign")
        assert rig.moves == ["f5"]

    def test_not_once_they_are_off(self, book: str) -> None:
        rig = rig_of(book, time_control="10:00").hands("1000 f5+ 1000 d5- 900 e5- 10 b! 3000")
        assert (rig.moves, rig.odd) == (["f5"], [])


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("book", BOOKS)
class TestTheOpponentReplies:
    @pytest.mark.parametrize("ms", [200, 900, 2000])
    @pytest.mark.parametrize("reply_ms", [100, 465])
    def test_with_a_capture_of_his_own(self, book: str, ms: int, reply_ms: int) -> None:
        rig = rig_of(book).hands(f"1000 f5+ {ms} a8+ {reply_ms} a9- 2500")
        assert (rig.moves, rig.odd) == (["f5", "a8"], [("GO-18.dead", "dead-stones-left")])
        rig.hands("d5- 400 e5- 2000 g7+ 1500 c2+ 2000")
        assert rig.moves == ["f5", "a8", "g7", "c2"]
        assert len(rig.odd) == 1

    @pytest.mark.parametrize("ms", [200, 900, 2000])
    def test_with_a_capture_and_his_stone_is_told_by_its_colour(self, book: str, ms: int) -> None:
        board = colours_of(book).wait(1000).put("f5", BLACK_STONE).wait(ms).put("a8", WHITE_STONE)
        board.wait(465).lift("a9").wait(700).lift("d5").wait(200).lift("e5").wait(3000)
        assert (board.moves, board.of("Irregularity")) == (["f5", "a8"], [])

    @pytest.mark.law("GO-21.end")
    def test_by_passing(self, book: str) -> None:
        rig = rig_of(book).hands("1000 f5+ 300 d5- 6000")
        assert rig.command("white", "pass")
        rig.wait(NAMED.within_ms)
        assert rig.moves == ["f5", "pass"]
        assert [(i.law, i.side, i.points) for i in rig.of(Irregularity)] == [
            ("GO-18.dead", "black", ["e5"])
        ]
        rig.hands("e5- 2000 g7+ 2000")
        assert (rig.moves, len(rig.odd)) == (["f5", "pass", "g7"], 1)


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("rulebook", ["go-china", "go-china-club"])
@pytest.mark.parametrize("gap_ms", [500, 900, 1400, 1900])
def test_who_replies_while_stones_are_taken_off_one_by_one(rulebook: str, gap_ms: int) -> None:
    """None has been left on: the hand that takes them off makes no pause (`removal_pause_ms`)."""
    start = position("a2 b2 c2 d2 e2 f2", "a1 b1 c1 d1 e1 f1 h8")
    rest = "".join(f" {point}- {gap_ms}" for point in ("d1", "c1", "b1", "a1"))
    hands = f"1000 g1+ 500 f1- {gap_ms} e1- 150 c6+ {gap_ms - 150}{rest} 4000"
    rig = Rig(start, game=NINE, rulebook=rulebook).hands(hands)
    assert (rig.moves, rig.odd, rig.questions) == (["g1", "c6"], [], [])


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("slip_ms", [40, 65, 90])
@pytest.mark.parametrize("jolt_ms", [30, 54, 100])
@pytest.mark.parametrize("after_ms", [5, 40])
@pytest.mark.parametrize("press", ["", "330 b! 2500"])
def test_the_last_stone_slips_as_a_living_one_is_jolted(
    slip_ms: int, jolt_ms: int, after_ms: int, press: str
) -> None:
    """Nobody has played where it stood: it is off again, and nothing has come."""
    start = position("a2 b2 c2 d2", "a1 b1 c1 d1 h8 h7")
    last = sorted(
        [
            (0, "d1-"),
            (60, "d1+"),
            (60 + slip_ms, "d1-"),
            (after_ms, "d2-"),
            (after_ms + jolt_ms, "d2+"),
        ]
    )
    line, at_ms = "", 0
    for ms, act in last:
        line, at_ms = f"{line} {ms - at_ms} {act}", ms
    clock = "30:00" if press else None
    rig = Rig(start, game=NINE, rulebook=CLUB, time_control=clock)
    rig.hands(f"1000 e1+ 500 a1- b1- 980 c1- 20 {line} {press} 2000 g4+ 2000 g6+ 3000")
    assert (rig.moves, rig.odd, rig.questions) == (["e1", "g4", "g6"], [], [])


@pytest.mark.law("GO-17.clock", "GO-18.dead", "GO-24.warn")
@pytest.mark.parametrize("after_ms", [300, 1500])
class TestOneDeedIsWarnedOfOnce:
    """The stones that stood at the press are the same that stand at the reply."""

    @pytest.mark.parametrize("off", ["", "d5- 300 "])
    def test_where_stones_stood_at_the_press(self, off: str, after_ms: int) -> None:
        rig = rig_of(CLUB, time_control="10:00")
        rig.hands(f"1000 f5+ {after_ms} {off}b! 2000 c7+ 300 w! 3000")
        assert [law for law, _ in rig.odd] == ["GO-17.clock", "GO-18.dead"]
        assert [(p.side, p.count) for p in rig.of(Penalty)] == [("black", 1)]
        assert (rig.moves, rig.stage) == (["f5", "c7"], "restore")
        rig.hands("d5- 300 e5- 2000" if not off else "e5- 2000")
        assert rig.stage == "play"

    def test_without_a_press_they_are_warned_of_too(self, after_ms: int) -> None:
        rig = rig_of(CLUB).hands(f"1000 f5+ {after_ms} c7+ 4000")
        assert [law for law, _ in rig.odd] == ["GO-18.dead"]
        assert [(p.side, p.count) for p in rig.of(Penalty)] == [("black", 1)]

    def test_another_capture_is_another_deed(self, after_ms: int) -> None:
        rig = rig_of(CLUB, time_control="10:00")
        rig.hands(f"1000 f5+ {after_ms} b! 2000 c7+ 300 w! 3000 d5- 300 e5- 2000")
        rig.hands("g7+ 300 b! 2000 a8+ 300 w! 2000")
        assert [(p.side, p.count) for p in rig.of(Penalty)] == [("black", 1), ("white", 1)]


EDGE = position("a4 f4 g5 a6 e7 b8 f8 g9 h9", "e1 a2 c4 e4 j4 c5 g6 a8 f9")
"""Black e9 takes f9."""


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("ms", [4500, 15_000])
@pytest.mark.parametrize("reply", ["", "h8+ 5000"])
def test_a_stone_that_comes_off_late_was_taken(ms: int, reply: str) -> None:
    """Without colours it may as well be another that nobody felt; no other ply is told, and nobody is warned."""
    rig = hands(f"e9+ {ms} {reply} f9- 2500", EDGE)
    rig.hands("h7+ 2000 g3+ 2000" if reply else "h8+ 2000 h7+ 2000 g3+ 2000")
    rig.wait(ASKED.within_ms)
    truth = ["e9", "h8", "h7", "g3"]
    assert rig.line == truth[: len(rig.line)], rig.story()
    assert rig.line == truth or rig.stage in ("question", "restore")
    assert not rig.of(Penalty)


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("off_ms", [1500, 3500])
@pytest.mark.parametrize("gap_ms", [1500, 4000])
@pytest.mark.parametrize("first", ["d5", "e5"])
class TestTheLastOfSeveralStonesIsTakenOffOnlyBehindTheReply:
    def test_and_all_that_was_played_counts(self, first: str, gap_ms: int, off_ms: int) -> None:
        last = {"d5": "e5", "e5": "d5"}[first]
        rig = hands(f"f5+ 600 {first}- {gap_ms} h4+ {off_ms} {last}- 1500 b3+ 2000 h8+ 2000", TWO)
        rig.wait(ASKED.within_ms)
        assert rig.line == ["f5", "h4", "b3", "h8"] or rig.stage == "question", rig.story()
        assert {law for law, _ in rig.odd} <= {"GO-18.dead"}

    def test_so_does_a_stone_beside_it(self, first: str, gap_ms: int, off_ms: int) -> None:
        last, beside = {"d5": ("e5", "f6"), "e5": ("d5", "c6")}[first]
        rig = hands(
            f"f5+ 600 {first}- {gap_ms} h4+ {off_ms} {beside}+ 600 {last}- 1500 b3+ 2000", TWO
        )
        rig.wait(ASKED.within_ms)
        truth = ["f5", "h4", beside, "b3"]
        assert rig.line == truth[: len(rig.line)], rig.story()
        assert rig.line == truth or rig.stage in ("question", "restore")


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("line", ["f9~80", "g9- 900 g9+", "f9- 500 f9+"])
def test_a_stone_that_stands_again_answers_nothing(line: str) -> None:
    rig = hands(f"e9+ 6000 {line} {ASKED.within_ms}", EDGE)
    assert rig.line in ([], ["e9"]), rig.story()
    assert not rig.of(Penalty)
