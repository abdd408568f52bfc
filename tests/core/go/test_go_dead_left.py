"""A captured stone that was forgotten is asked off (GO-18.dead): what is played meanwhile counts, and nobody has taken back."""

from __future__ import annotations

import pytest

from controller.core.messages import Health, Penalty
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from rules.go.game import game_of
from tests.core.go.test_go_tracking import NINE, position
from tests.core.policies import ASKED
from tests.core.rig import Rig
from tests.core.sensed import Board

SNAPBACK = position("d4 e4 f5 g4 f3", "c4 d5 e5 d3 e3", "white")
"""White f4 takes d4 and e4; Black e4 takes f4 back."""
TWO_CORNERS = position("a2 b2 j8", "a1 b1 j9 e5 e6", "black")
"""Black c1 takes a1 and b1, and h9 takes j9."""


def left(rig: Rig) -> list[tuple[str, str]]:
    """What was named, but for what the press of the clock was told."""
    return [(law, kind) for law, kind in rig.odd if law != "GO-17.clock"]


@pytest.mark.law("GO-18.dead", "GO-17.release", "GO-17.two")
@pytest.mark.parametrize("rulebook", ["go-china", "go-china-club"])
@pytest.mark.parametrize("pressed", [False, True])
@pytest.mark.parametrize("off_ms", [600, 2500])
def test_a_snapback_over_a_forgotten_stone_is_no_take_back(
    rulebook: str, off_ms: int, *, pressed: bool
) -> None:
    """The board looks as before both plays only because the forgotten stone stands."""
    press = ("w! ", "b! ") if pressed else ("", "")
    rig = Rig(SNAPBACK, game=NINE, rulebook=rulebook, time_control="60:00" if pressed else None)
    rig.hands(f"1000 f4+ 600 e4- 600 {press[0]}2400 e4+ 500 f4- 500 {press[1]}")
    rig.wait(2 * ASKED.within_ms)
    if rig.stage == "question":
        assert rig.command("arbiter", "answer", move="e4"), rig.refusals
    if rig.line == ["f4"]:
        assert rig.stage == "restore", rig.story()
        return
    rig.hands(f"h7+ {off_ms} d4- {ASKED.within_ms}")
    assert rig.line == ["f4", "e4", "h7"][: len(rig.line)], rig.story()
    assert set(left(rig)) <= {("GO-18.dead", "dead-stones-left")}, rig.story()


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize(
    "hands", ["h9+ 500 j9- 3000 b1-", "h9+ 3000 b1- 500 j9-", "h9+ 300 b1- 200 j9-"]
)
def test_a_play_that_captures_counts_once_the_forgotten_stone_is_off(hands: str) -> None:
    rig = Rig(TWO_CORNERS, game=NINE, rulebook="go-china", time_control="60:00")
    rig.hands(f"1000 c1+ 600 a1- 600 b! 2400 e4+ 500 w! 2500 {hands} 2000 b! 500")
    assert left(rig) == [("GO-18.dead", "dead-stones-left")], rig.story()
    rig.hands("e3+ 2000")
    assert (rig.line, rig.stage) == (["c1", "e4", "h9", "e3"], "play"), rig.story()


MEANWHILE = ["e3", "g3", "g6", "c7", "e8", "c5", "j4", "a5"]
"""What is played, by each side in turn, before anybody looks at the board."""
CORNERS = position("a2 b2 j8 a8", "a1 b1 j9 e5 e6", "black")
"""Black c1 takes a1 and b1, and h9 takes j9; a white stone on a9 is taken by b9."""


@pytest.mark.law("GO-18.dead", "GO-17.two")
@pytest.mark.parametrize("rulebook", ["go-china", "go-china-club"])
@pytest.mark.parametrize("count", [2, 3, 8])
class TestAllThatIsPlayedBeforeTheForgottenStoneIsOff:
    @pytest.mark.parametrize("times", [(600, 300), (1500, 700), (900, 2200)])
    def test_counts_in_its_order(self, rulebook: str, count: int, times: tuple[int, int]) -> None:
        """Who has moved last has pressed for one of his later stones, not for the opponent's."""
        think, press = times
        rig = Rig(TWO_CORNERS, game=NINE, rulebook=rulebook, time_control="60:00")
        rig.hands("1000 c1+ 600 a1- 600 b! 1500 e4+ 500 w! 2500")
        plays = [*MEANWHILE[:count], "d2"]
        for n, play in enumerate(plays):
            off = "b1- 1300" if n == count else ""
            rig.hands(f"{off} {play}+ {press} {'bw'[n % 2]}! {think}")
        rig.hands("2000")
        assert rig.line == ["c1", "e4", *plays], rig.story()
        assert (left(rig), rig.questions) == ([("GO-18.dead", "dead-stones-left")], [])
        assert (rig.stage, rig.of(Health)) == ("play", [])

    @pytest.mark.parametrize("ms", [400, 1100, 2500])
    def test_counts_where_colours_are_told(self, rulebook: str, count: int, ms: int) -> None:
        board = Board(
            game_of({"size": 9}),
            Sensor.POLARITY,
            TWO_CORNERS,
            rulebook=NINE.rulebooks[rulebook],
        )
        board.wait(1000).put("c1", BLACK_STONE).wait(500).lift("a1").wait(1500)
        board.put("e4", WHITE_STONE).wait(2500)
        for n, play in enumerate(MEANWHILE[:count]):
            board.put(play, (BLACK_STONE, WHITE_STONE)[n % 2]).wait(ms)
        board.lift("b1").wait(1300).put("d2", (BLACK_STONE, WHITE_STONE)[count % 2]).wait(2000)
        assert board.moves == ["c1", "e4", *MEANWHILE[:count], "d2"]
        assert board.of("Question") == []


@pytest.mark.law("GO-18.dead", "GO-24.warn")
@pytest.mark.parametrize("ms", [500, 1500])
@pytest.mark.parametrize(
    ("hands", "plays"),
    [
        ("g3+ {0} a9+ {0} b9+ 400 a9- {0} g6+", ["g3", "a9", "b9", "g6"]),
        ("g3+ {0} a9+ {0} b9+ {0} g6+ 600 a9-", ["g3", "a9", "b9", "g6"]),
        ("h9+ 400 j9- {0} g6+ {0} j9+", ["h9", "g6", "j9"]),
        ("h9+ 400 j9- {0} g6+ {0} j9+ {0} c7+ {0} g3+", ["h9", "g6", "j9", "c7", "g3"]),
        ("g3+ {0} a9+ {0} b9+ 400 a9- {0} g6+ {0} a9+", ["g3", "a9", "b9", "g6", "a9"]),
    ],
)
def test_what_is_captured_meanwhile_was_played_and_another_may_be_played_there(
    hands: str, plays: list[str], ms: int
) -> None:
    rig = Rig(CORNERS, game=NINE, rulebook="go-china-club", time_control="60:00")
    rig.hands(f"1000 c1+ 600 a1- 600 b! 1500 e4+ 500 w! 2500 {hands.format(ms)} {ms} b1- 2000")
    rig.hands(f"d2+ {ASKED.within_ms}")
    truth = ["c1", "e4", *plays, "d2"]
    assert rig.line == truth[: len(rig.line)], rig.story()
    assert rig.line == truth or rig.stage == "question", rig.story()
    assert left(rig) == [("GO-18.dead", "dead-stones-left")]
    assert len(rig.of(Penalty)) == 1


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("held_ms", [150, 400, 650])
@pytest.mark.parametrize(
    ("hands", "plays"),
    [
        ("g3+ {0} g3- 300 g6+ 1500 g3+ 1500", ["g6", "g3"]),  # she hesitates, he plays there
        ("g3+ 1500 c7+ 1500 c7- {0} c7+ 1500", ["g3", "c7"]),  # put straight
        ("g3+ 1500 c7+ 1500 g3- {0} e8+ 800 g3+ 1500", ["g3", "c7", "e8"]),
    ],
)
def test_a_stone_that_is_taken_up_again_was_played_when_it_was_let_go(
    hands: str, plays: list[str], held_ms: int
) -> None:
    rig = Rig(CORNERS, game=NINE, rulebook="go-china", time_control="60:00")
    rig.hands(f"1000 c1+ 600 a1- 600 b! 1500 e4+ 500 w! 2500 {hands.format(held_ms)} b1-")
    rig.wait(2 * ASKED.within_ms)
    truth = ["c1", "e4", *plays]
    assert rig.line == truth[: len(rig.line)], rig.story()
    assert rig.line == truth or rig.stage in ("restore", "question"), rig.story()


@pytest.mark.law("GO-18.dead", "GO-17.clock")
@pytest.mark.parametrize("count", [3, 8])
@pytest.mark.parametrize("unfelt", [0, 1, 2])
@pytest.mark.parametrize("times", [(600, 300), (1500, 400)])
def test_who_presses_upon_the_next_stone_tells_that_one_was_not_felt_meanwhile(
    unfelt: int, count: int, times: tuple[int, int]
) -> None:
    think, press = times
    rig = Rig(TWO_CORNERS, game=NINE, rulebook="go-china", time_control="60:00")
    rig.hands("1000 c1+ 600 a1- 600 b! 1500 e4+ 500 w! 2500")
    for n, play in enumerate(MEANWHILE[:count]):
        stone = "" if n == unfelt else f"{play}+"
        rig.hands(f"{stone} {press} {'bw'[n % 2]}! {think}")
    rig.hands("b1- 3000")
    known = ["c1", "e4", *MEANWHILE[:unfelt]]
    assert rig.line == known[: len(rig.line)], rig.story()
    assert rig.stage in ("restore", "question") or rig.line == known
    assert len(left(rig)) == 1
