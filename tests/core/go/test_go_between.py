"""A stone set down between two points, so that both feel it (Go), one sooner than the other, and put right in the end."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from controller.core.sensing.marks import Sensor
from tests.core.go.test_go_dropped import PAIR, rig_of
from tests.core.go.test_go_tracking import position
from tests.core.policies import SETTLED

START = position("c5 e3 c8", "c3 e7")
BOTH = [["d4", "e4"]]


def candidates(rig: object) -> list[list[str]]:
    return [sorted(each.candidates) for each in rig.of(Question)]  # type: ignore[attr-defined]


@pytest.mark.law("GO-17.two")
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
@pytest.mark.parametrize("apart_ms", [0, 30, 60, 140, 200, 280])
@pytest.mark.parametrize("both_ms", [100, 600, 1500, 3000])
@pytest.mark.parametrize("clock", [None, "30:00"])
@pytest.mark.parametrize("lets_go", ["D4-", "E4-"])
def test_by_its_colour_it_is_one_stone(
    sensor: Sensor, apart_ms: int, both_ms: int, clock: str | None, lets_go: str
) -> None:
    """Nobody has played two in a row; which it is need be asked only where it lies there for long, or is pressed upon."""
    play = "e4" if lets_go == "D4-" else "d4"
    press, replied = ("50 b! 20", "400 w!") if clock else ("70", "0")
    line = f"D4+ {apart_ms} E4+ {press} {both_ms} {lets_go} 2500 c7+ {replied} 2500"
    rig = rig_of(sensor, START, line, clock)
    assert (rig.line, rig.of(Irregularity)) == ([play, "c7"], []), rig.story()
    asked = candidates(rig)
    assert asked in ([], BOTH)
    assert clock or both_ms > 600 or not asked


@pytest.mark.parametrize("apart_ms", [0, 60, 100, 140])
@pytest.mark.parametrize("both_ms", [60, 150, 280])
@pytest.mark.parametrize("clock", [None, "30:00"])
def test_without_colours_the_point_that_lets_go_before_a_stone_is_released_had_not_got_it(
    apart_ms: int, both_ms: int, clock: str | None
) -> None:
    """Though the clock has been pressed. One that stays for longer is a quick reply."""
    press, replied = ("50 b! 20", "400 w!") if clock else ("70", "0")
    line = f"D4+ {apart_ms} E4+ {press} {both_ms} D4- 2500 c7+ {replied} 2500"
    rig = rig_of(Sensor.PRESENCE, START, line, clock)
    assert (rig.line, rig.of(Irregularity)) == (["e4", "c7"], []), rig.story()
    assert candidates(rig) in ([], BOTH)


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("apart_ms", [60, 100, 140])
@pytest.mark.parametrize("rest", ["100 G6+ 900 h2+ 2500", "500 G6+ 300 h2+ 2500"])
def test_what_is_played_on_at_once_tells_that_it_was_a_reply(
    sensor: Sensor, apart_ms: int, rest: str
) -> None:
    rig = rig_of(sensor, START, f"D4+ {apart_ms} e4+ {rest}", None)
    assert (rig.line, candidates(rig)) == (["d4", "e4", "g6", "h2"], []), rig.story()


@pytest.mark.parametrize("after_ms", [60, 300])
@pytest.mark.parametrize("touched_ms", [60, 150])
@pytest.mark.parametrize("both_ms", [-20, 20, 60])
def test_a_quick_capture_that_slides_over_a_point_is_no_foul(
    after_ms: int, touched_ms: int, both_ms: int
) -> None:
    """White takes j6 off, touches down on j4 and slides to j5, before Black's c7 has come to rest."""
    over = f"j5+ {both_ms} j4-" if both_ms > 0 else f"j4- {-both_ms} j5+"
    line = f"C7+ {after_ms} J6- 65 j4+ {touched_ms} {over} {SETTLED.within_ms}"
    rig = rig_of(Sensor.PRESENCE, position("j6 e5 c4", "h6 j7 d7"), line, None)
    assert (rig.line, rig.of(Irregularity)) == (["c7", "j5"], []), rig.story()
    assert candidates(rig) in ([], [["j5"]])


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("first_ms", [600, 900])
@pytest.mark.parametrize("soon_ms", [90, 110, 130, 300])
@pytest.mark.parametrize("apart", ["E5+ 0 E6+", "E6+ 20 E5+", "E5+ 20 E6+"])
@pytest.mark.parametrize("both_ms", [65, 150])
def test_a_quick_reply_between_points_that_were_captured_is_where_it_stays(
    sensor: Sensor, first_ms: int, soon_ms: int, apart: str, both_ms: int
) -> None:
    line = (
        f"E4+ {first_ms} e5- 200 e6- {soon_ms} {apart.lower()} {both_ms} e6- 470 H2+ 900 g7+ 2500"
    )
    rig = rig_of(sensor, PAIR, line, None)
    assert rig.line[:2] in ([], ["e4"], ["e4", "e5"]), rig.story()
    assert (rig.line == ["e4", "e5", "h2", "g7"]) is not bool(candidates(rig)), rig.story()
    assert rig.of(Irregularity) == []
