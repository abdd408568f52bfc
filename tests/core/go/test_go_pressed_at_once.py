"""Go: a press that comes so soon after the reply that its stone has not been told of yet."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty, Question
from controller.core.sensing.marks import Sensor
from tests.core.clock.test_turns import timed
from tests.core.go.test_go_dropped import rig_of
from tests.core.go.test_go_tracking import NINE, position
from tests.core.policies import ASKED
from tests.core.rig import Rig


def reply(press_ms: int, after_ms: int) -> Rig:
    """Black and White have pressed; Black plays, and White replies and presses at once, though Black did not."""
    return timed(f"g7+ {after_ms} f4+ {press_ms} w! 2500")


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("press_ms", [0, 5, 20, 35, 60, 120, 300])
@pytest.mark.parametrize("after_ms", [300, 500, 1500, 4000])
def test_it_is_for_the_reply(press_ms: int, after_ms: int) -> None:
    rig = reply(press_ms, after_ms)
    assert rig.of(Question) == []
    assert rig.moves == ["e5", "c3", "g7", "f4"]


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("press_ms", [5, 35])
def test_play_goes_on_after_it(press_ms: int) -> None:
    rig = reply(press_ms, 400)
    rig.hands("500 d7+ 400 b! 2000 h3+ 400 w! 1500")
    assert rig.of(Question) == []
    assert rig.moves == ["e5", "c3", "g7", "f4", "d7", "h3"]


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("press_ms", [35, 120, 300])
def test_a_press_for_a_stone_that_stands_alone_is_asked_about(press_ms: int) -> None:
    rig = timed(f"2500 g7+ {press_ms} w! 600 f4+ {ASKED.within_ms}")
    assert rig.line == ["e5", "c3"]
    assert rig.stage in ("question", "restore")
    assert rig.of(Penalty) == []


@pytest.mark.law("GO-17.clock", "GO-24.warn")
@pytest.mark.parametrize("rest", ["300 w!", "1500 w!", "300 b!"])
def test_a_press_upon_a_stone_that_was_not_felt_is_no_early_press(rest: str) -> None:
    """It is told as doubtful, if at all. Who presses upon the next stone tells whether it was."""
    rig = Rig(None, game=NINE, rulebook="go-china-club", time_control="30:00")
    rig.hands("1000 e5+ 300 b! 1500 e6+ 300 w! 2500 b! 2500")
    found = {(i.law, i.kind, i.doubt) for i in rig.of(Irregularity)}
    assert found <= {("GO-17.clock", "press-without-move", "unfelt-move")}, rig.story()
    assert rig.of(Penalty) == []
    rig.hands(f"c3+ {rest} {ASKED.within_ms}")
    assert {p.side for p in rig.of(Penalty)} <= ({"black"} if "b!" in rest else set())
    assert rig.line[:2] == ["e5", "e6"]
    assert rig.line[2:] in ([], ["c3"])


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("felt_ms", [60, 400])
@pytest.mark.parametrize("off_ms", [60, 900])
def test_a_stone_that_is_off_again_before_the_press_was_not_played_there(
    sensor: Sensor, felt_ms: int, off_ms: int
) -> None:
    """It lies on the next point, which does not feel it."""
    line = f"H4+ {felt_ms} H4- {off_ms} b! {ASKED.within_ms}"
    rig = rig_of(sensor, position("c5", "e5"), line, "30:00")
    assert rig.line == [] or (rig.line == ["h4"] and rig.stage == "restore"), rig.story()
    assert rig.of(Penalty) == []


@pytest.mark.law("GO-17.two")
@pytest.mark.parametrize("slides", ["", "B6+ 135 B6- 20 "])
@pytest.mark.parametrize("reply_ms", [165, 600])
def test_a_second_stone_is_none_of_the_opponent_s(slides: str, reply_ms: int) -> None:
    """White's play between was not felt: its next one is not the reply to Black's first."""
    line = f"H8+ 215 b! 1300 {slides}B5+ 260 b! {reply_ms} e7+ 150 w! {ASKED.within_ms}"
    rig = rig_of(Sensor.POLARITY, position("c5 e4 c8", "f3 e8"), line, "30:00")
    assert rig.line == ["h8"], rig.story()
    assert rig.stage in ("restore", "question")
    assert rig.of(Penalty) == []


@pytest.mark.law("GO-17.two")
@pytest.mark.parametrize("stood_ms", [200, 384, 480])
@pytest.mark.parametrize("clock", [None, "30:00"])
def test_a_stone_that_was_captured_at_once_had_been_played(
    stood_ms: int, clock: str | None
) -> None:
    """White a1, and Black b1 takes it, before anything has come to rest."""
    line = f"C5+ 300 a1+ 200 B1+ {stood_ms - 200} a1- 80 e3+ 120 E8+ 2500"
    rig = rig_of(Sensor.POLARITY, position("a2 j5", "g3 d8"), line, clock)
    assert (rig.line, rig.of(Irregularity)) == (["c5", "a1", "b1", "e3", "e8"], []), rig.story()
