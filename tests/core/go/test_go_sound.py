"""Hands at a board of Go whose sensors are sound: what they do is named, or let be, and no sensor is blamed for it."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty, Result
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from tests.core.go.test_go_referee import BOOKS, CORNER, EMPTY, KO
from tests.core.go.test_go_tracking import CAPTURE, NINE, hands, position
from tests.core.policies import ASKED, NAMED, SETTLED
from tests.core.rig import Rig
from tests.core.sensed import Board

SHIFTED = {"GO-17.scatter", "GO-17.shift"}
REPLIED = {
    "a ko is retaken": (KO, "c4+ 300 d4- 1500 d4+ 200 c4- {} h8+",
        "GO-20.ko black c4 d4", "c4 pass", "d4- 300 c4+"),
    "a released stone is played elsewhere": (EMPTY, "e5+ 1500 e5- 300 e6+ {} h8+",
        "GO-17.release black e5 e6", "e5", "e6- 300 e5+"),
    "a forbidden point": (CORNER, "a1+ {} h8+", "GO-19 white a1", "", "a1-"),
}  # fmt: skip
"""What is done, with the reply to it; then how it is named, what stands, and how it is set right."""


@pytest.mark.law("GO-17.release", "GO-19", "GO-20.ko")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ms", [300, 1100])
@pytest.mark.parametrize("case", REPLIED)
def test_a_reply_to_what_nobody_has_noticed_counts_once_the_board_is_right(
    case: str, ms: int, book: str
) -> None:
    start, line, named, moves, right = REPLIED[case]
    rig = Rig(start, game=NINE, rulebook=book).hands(f"1000 {line.format(ms)} {NAMED.within_ms}")
    for found in rig.of(Irregularity):
        assert " ".join([found.law, found.side, *sorted(found.points)]) == named, rig.story()
    assert rig.stage == "restore"
    assert rig.line == moves.split()[: len(rig.line)]
    rig.hands(f"{right} 2000 g2+ {NAMED.within_ms}").say_turn_lost(within_ms=NAMED.within_ms)
    lost = ["pass"] if "GO-19" in named else []
    truth = [*moves.split(), *lost, "h8", "g2"]
    assert rig.line == truth[: len(rig.line)], rig.story()
    assert (rig.line, rig.stage) == (truth, "play") or rig.stage == "restore", rig.story()


@pytest.mark.law("GO-18.alive", "GO-25.warn", "GO-24.warn")
@pytest.mark.parametrize("book", BOOKS)
class TestStonesThatAnybodyMayHaveTakenOff:
    """Only who has just played takes stones off, as a capture; else it may be their own player who tidies them."""

    @pytest.mark.parametrize(
        "hands",
        [
            "j9- 6000 j9+ 1500 h8+ 1500 h7+ 1500",
            "h8+ 3500 j9- 6000 j9+ 1500 h7+ 1500",
            "h8+ 200 b! 700 j9- 6000 j9+ 1500 h7+ 1500",
            "c4- 300 d4- 6000 c4+ 300 d4+ 1500 h8+ 1500 h7+ 1500",
        ],
        ids=["before any play", "long after it", "after the press", "one's own"],
    )
    def test_cost_nobody_a_warning(self, book: str, hands: str) -> None:
        clock = "30:00" if "b!" in hands else None
        rig = Rig(CAPTURE, game=NINE, rulebook=book, time_control=clock).hands(f"1000 {hands}")
        assert {i.law for i in rig.of(Irregularity)} <= {"GO-18.alive", "GO-17.scatter"}
        assert (rig.of(Penalty), rig.line, rig.stage) == ([], ["h8", "h7"], "play")

    def test_lose_nobody_the_game(self, book: str) -> None:
        rig = Rig(position("a9 e5", "c4 d4 h2", "white"), game=NINE, rulebook=book)
        rig.hands("1000 c4- 2500 c4+ 1500 g7+ 1500 g3+ 2500 h2- 2500 h2+ 1500 a1+ 1500")
        assert (rig.of(Penalty), rig.of(Result), rig.line) == ([], [], ["g7", "g3", "a1"])


@pytest.mark.law("GO-17.two")
@pytest.mark.parametrize("ms", [100, 600])
@pytest.mark.parametrize("pressed", [False, True])
def test_a_second_stone_soon_after_the_play_may_have_had_one_between(
    ms: int, *, pressed: bool
) -> None:
    """It is asked which was played; nobody is warned, and no other ply is told."""
    board = Board(NINE, Sensor.POLARITY, rulebook=NINE.rulebooks["go-china"])
    board.wait(1000).put("f2", BLACK_STONE).wait(ms).put("d7", BLACK_STONE).wait(300)
    if pressed:
        board.command("black", "press-clock")
    board.wait(NAMED.within_ms)
    assert board.moves in ([], ["f2"])
    assert {i.law for i in board.of("Irregularity")} <= {"GO-17.two"}
    assert board.of("Irregularity") or board.of("Question") or board.of("Restore")
    assert board.of("Penalty") == []


@pytest.mark.law("GO-17.two")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("ms", [300, 500, 1100, 2500])
def test_a_second_stone_is_named_though_the_opponent_has_replied(ms: int, book: str) -> None:
    """In go-china it is in doubt whether a stone between was not felt: the reply is asked back too."""
    board = Board(NINE, Sensor.POLARITY, rulebook=NINE.rulebooks[book])
    board.wait(1000).put("f2", BLACK_STONE).wait(1500).put("d7", BLACK_STONE).wait(ms)
    board.put("c7", WHITE_STONE).wait(NAMED.within_ms)
    assert {i.law for i in board.of("Irregularity")} <= {"GO-17.two"}
    board.lift("d7").wait(2000)
    board.put("e5", BLACK_STONE).wait(2 * NAMED.within_ms)
    truth = ["f2", "c7", "e5"]
    assert board.moves == truth[: len(board.moves)]
    asked = board.of("Question") or not board.of("Restore")[-1].done
    assert board.moves == truth or asked


@pytest.mark.law("GO-17.colour")
@pytest.mark.parametrize("book", ["go-china", "go-china-club"])
def test_the_first_stone_in_the_wrong_colour_is_no_shift_of_the_other_side(book: str) -> None:
    board = Board(NINE, Sensor.POLARITY, rulebook=NINE.rulebooks[book])
    board.wait(1000).put("c3", WHITE_STONE).wait(NAMED.within_ms)
    law = "GO-17.colour" if book.endswith("club") else "GO-17.shift"
    for found in board.of("Irregularity"):
        assert (found.law, found.side, found.points) == (law, "white", ["c3"])
    board.lift("c3").wait(1500).put("c3", BLACK_STONE).wait(NAMED.within_ms)
    assert (board.moves, board.of("Penalty")) == (["c3"], [])


@pytest.mark.law("GO-17.shift")
@pytest.mark.parametrize("off_ms", [50, 200])
@pytest.mark.parametrize("there_ms", [120, 250, 400, 700, 1100])
@pytest.mark.parametrize("sensor", [None, Sensor.POLARITY])
def test_a_stone_that_was_knocked_aside_and_put_right_is_no_play(
    sensor: Sensor | None, there_ms: int, off_ms: int
) -> None:
    start = position("e5 g3", "c3 h8")
    if sensor is None:
        rig = hands(f"c3- {off_ms} c4+ {there_ms} c4- {off_ms} c3+ 1500 g7+ 1500 h3+ 1500", start)
        assert (rig.moves, rig.odd, rig.questions) == (["g7", "h3"], [], [])
        return
    board = Board(NINE, sensor, start, rulebook=NINE.rulebooks["go-china"]).wait(1000)
    board.lift("c3").wait(off_ms).put("c4", WHITE_STONE).wait(there_ms)
    board.lift("c4").wait(off_ms).put("c3", WHITE_STONE).wait(1500)
    board.put("g7", BLACK_STONE).wait(1500).put("h3", WHITE_STONE).wait(1500)
    assert (board.moves, board.of("Irregularity"), board.of("Question")) == (["g7", "h3"], [], [])


@pytest.mark.law("GO-17.shift")
@pytest.mark.parametrize("ms", [0, 300, 900])
@pytest.mark.parametrize("sensor", [None, Sensor.POLARITY])
def test_a_stone_that_is_knocked_aside_by_who_plays_does_not_hide_the_play(
    sensor: Sensor | None, ms: int
) -> None:
    start = position("e5 g3", "c3 h8")
    if sensor is None:
        rig = hands(f"g7+ {ms} c3- 60 c4+ {NAMED.within_ms}", start)
        assert rig.moves == ["g7"] or rig.questions == [["g7"]], rig.story()
        assert {i.law for i in rig.of(Irregularity)} <= SHIFTED
        rig.hands(f"c4- 300 c3+ 1500 h3+ {SETTLED.within_ms}")
        assert (rig.moves, rig.stage) == (["g7", "h3"], "play")
        return
    board = Board(NINE, sensor, start, rulebook=NINE.rulebooks["go-china"]).wait(1000)
    board.put("g7", BLACK_STONE).wait(ms).lift("c3").wait(60).put("c4", WHITE_STONE).wait(
        NAMED.within_ms
    )
    assert {i.law for i in board.of("Irregularity")} <= SHIFTED
    board.lift("c4").wait(300).put("c3", WHITE_STONE).wait(1500).put("h3", WHITE_STONE)
    board.wait(SETTLED.within_ms)
    assert board.moves == ["g7", "h3"]


@pytest.mark.law("GO-17.two")
def test_of_two_stones_set_down_at_once_the_one_that_stays_is_the_play() -> None:
    board = Board(NINE, Sensor.POLARITY, rulebook=NINE.rulebooks["go-china"]).wait(1000)
    board.set({"c3": -1, "d3": -1}).wait(ASKED.within_ms)
    assert [sorted(q.candidates) for q in board.of("Question")] == [["c3", "d3"]]
    board.lift("d3").wait(2500).put("g7", WHITE_STONE).wait(1500)
    assert (board.moves, board.of("Irregularity")) == (["c3", "g7"], [])


def test_stones_that_were_only_jolted_speak_against_no_play() -> None:
    start = position("b1 c2 h2 c3 a6 b6", "a3 b3 a4 f5 d7 a8")
    line = "b5+ 470 a4- 52 a4+ 440 b8+ 710 b5- 59 b5+ f5- 59 f5+ 510 g9+ 720 d3+"
    rig = hands(line, start)
    assert (rig.line, rig.odd) == (["b5", "b8", "g9", "d3"], []), rig.story()


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("jolt_ms", [30, 40, 55, 90])
@pytest.mark.parametrize("after", ["", "380 c2- 55 c2+"], ids=["alone", "and another jolted"])
def test_a_captured_stone_jolted_while_its_neighbour_is_taken_off_is_no_play(
    after: str, jolt_ms: int
) -> None:
    start = position("a2 b2 c2 d2", "a1 b1 c1 d1 h8", "black")
    line = f"e1+ 450 a1- 400 c1- 0 b1- {jolt_ms} b1+ {after} 600 d1- 900 b1- 1500 g7+"
    rig = hands(line, start)
    assert (rig.line, rig.questions, rig.odd) == (["e1", "g7"], [], []), rig.story()


@pytest.mark.parametrize("apart_ms", [150, 250, 350, 500])
@pytest.mark.parametrize("jolt", ["", "0 a2- 65 a2+"], ids=["quietly", "beside one jolted"])
def test_a_capture_taken_back_is_no_play_though_its_stones_could_be_plays(
    jolt: str, apart_ms: int
) -> None:
    start = position("a1 b1 c1 e1 d2", "a2 b2 c2 h8", "white")
    rig = hands("d1+ 400 a1- 300 b1- 300 c1- 1000", start)
    rig.hands(f"d1- {apart_ms} a1+ {jolt} {apart_ms} b1+ {apart_ms} c1+ {NAMED.within_ms}")
    assert [i.kind for i in rig.of(Irregularity)] == ["move-taken-back"], rig.story()
    assert (rig.line, rig.stage) == (["d1"], "restore")
    assert rig.command("black", "accept-irregularity")
    assert rig.line == []


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("jolt_ms", [0, 60, 97, 115])
@pytest.mark.parametrize("own", ["c2", "d2", "h2"])
@pytest.mark.parametrize(
    "shaken",
    ["430 {}- 5 b1- 0 a1+ 30 a1- 35 {}+", "430 c1- 0 a1+ 5 b1- 25 a1- 45 c1+"],
    ids=["a stone of the capture", "a captured stone"],
)
def test_while_captured_stones_are_taken_off_what_is_shaken_is_no_reply(
    shaken: str, own: str, jolt_ms: int
) -> None:
    """The neighbour of the play is jolted as it is set down, and a point flickers while other stones come off."""
    start = position("a2 b2 c2 d2 h2", "a1 b1 c1 d1 h8 g8", "black")
    jolted = f"0 d1- {jolt_ms} d1+" if jolt_ms else ""
    line = f"e1+ {jolted} 330 a1- {shaken.format(own, own)} 500 c1- 400 d1- 1500 g7+"
    rig = hands(line, start)
    assert (rig.line, rig.questions, rig.odd) == (["e1", "g7"], [], []), rig.story()
