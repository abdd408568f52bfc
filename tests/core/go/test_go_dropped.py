"""A captured stone that slips from the hand (Go): it lies on the board for a while and is no reply."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from tests.core.go.test_go_tracking import NINE, position
from tests.core.policies import ASKED, CORRECTED, TOLD
from tests.core.sensed import SensedRig

SINGLE = position("d5 f5 e6", "e5 c7 g3")
"""Black e4 takes e5."""
PAIR = position("d5 f5 d6 f6 e7", "e5 e6 c7 g3")
"""Black e4 takes e5 and e6."""


def rig_of(sensor: Sensor, start: str, line: str, clock: str | None) -> SensedRig:
    """Hands at the board; stones named in capitals are Black's."""
    rig = SensedRig(sensor, start, game=NINE, rulebook="go-china", time_control=clock)
    for token in f"1000 {line}".split():
        if token[-1] in "+-":
            stone = BLACK_STONE if token[0].isupper() else WHITE_STONE
            rig.set(NINE.index[token[:-1].lower()], stone if token[-1] == "+" else None)
        else:
            rig.hands(token)
    return rig


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("case", [(SINGLE, "e5-"), (PAIR, "e5- 400 e6-")], ids=["one", "two"])
@pytest.mark.parametrize("after_ms", [100, 600])
@pytest.mark.parametrize("clock", [None, "30:00"])
@pytest.mark.parametrize("lies_ms", [80, 200, 600, 1100, 3000])
def test_it_is_no_reply(
    sensor: Sensor, case: tuple[str, str], after_ms: int, lies_ms: int, clock: str | None
) -> None:
    """Where it has lain for as long as a reply, it may be told as one; then that is corrected."""
    start, taken = case
    press, replied = ("b!", "w!") if clock else ("0", "0")
    rig = rig_of(sensor, start, f"E4+ 600 {taken} {after_ms} c4+ {lies_ms} c4- 400 {press}", clock)
    rig.wait(ASKED.within_ms)
    assert (rig.line, rig.of(Irregularity), rig.of(Question)) == (["e4"], [], []), rig.story()
    assert rig.moves == ["e4"] or lies_ms > rig.settings.timings.settle_ms
    rig.set(NINE.index["g5"], WHITE_STONE)
    rig.hands(f"500 {replied} {ASKED.within_ms}")
    assert rig.of(Irregularity) == []
    asked = rig.questions == [["c4", "g5"]]  # White's first may have been lost by its sensor
    doubtful = sensor is Sensor.PRESENCE and clock is None and lies_ms > 1000
    assert rig.line == ["e4", "g5"] or (asked and doubtful), rig.story()


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("after_ms", [100, 400, 900])
def test_a_quick_reply_counts(sensor: Sensor, after_ms: int) -> None:
    """At once where a press tells, and as soon as it has stood for as long as any play."""
    capture = f"E4+ 600 e5- {after_ms}"
    assert rig_of(sensor, SINGLE, f"{capture} c4+ {TOLD.within_ms}", None).moves == ["e4", "c4"]
    rig = rig_of(sensor, SINGLE, f"{capture} c4+ 900 H2+ {TOLD.within_ms}", None)
    assert (rig.moves, rig.of(Irregularity)) == (["e4", "c4", "h2"], [])
    clock = "30:00"
    for press in ("900 b! 1000", "2500 b! 1000", "400 w! 200", "900 H2+ 400 b! 200"):
        rig = rig_of(sensor, SINGLE, f"{capture} c4+ {press}", clock)
        assert rig.moves[:2] == ["e4", "c4"], (press, rig.story())
        assert (rig.of(Irregularity), rig.of(Question)) == ([], [])
    rig = rig_of(sensor, SINGLE, f"E4+ 600 e5- 50 b! {after_ms} c4+ 900", clock)
    assert rig.moves == ["e4", "c4"]


LAST = pytest.mark.parametrize(
    ("start", "capture", "point"),
    [
        (PAIR, "E4+ 600 e5- 400 e6-", "e6"),
        (PAIR, "E4+ 600 e5- 400 e6-", "e5"),
        (position("a3 b3 c2", "a2 b2 a1"), "B1+ 300 a1- 300 b2- 300 a2-", "b2"),
    ],
)


@LAST
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("lies_ms", [800, 1300, 3500])
def test_the_last_stone_that_falls_where_one_was_taken_is_no_reply(
    sensor: Sensor, start: str, capture: str, point: str, lies_ms: int
) -> None:
    """Where it has lain for long it may be told as one; then that is corrected."""
    line = f"{capture} 300 {point}+ {lies_ms} {point}- {ASKED.within_ms} h8+ {ASKED.within_ms}"
    rig = rig_of(sensor, start, line, None)
    assert (rig.line[1:], rig.odd, rig.questions) == (["h8"], [], []), rig.story()
    assert point not in rig.moves or lies_ms > CORRECTED.within_ms


@LAST
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("after", ["", "900 H8+", "2500 H8+"])
def test_a_reply_there_counts_once_play_has_gone_on_or_time_has_told(
    sensor: Sensor, start: str, capture: str, point: str, after: str
) -> None:
    rig = rig_of(sensor, start, f"{capture} 300 {point}+ {after} {ASKED.within_ms}", None)
    assert rig.moves[1:] == ([point, "h8"] if "H8" in after else [point]), rig.story()
    assert (rig.odd, rig.questions) == ([], [])
