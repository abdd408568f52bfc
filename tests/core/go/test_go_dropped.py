"""A captured stone that slips from the hand (Go): it lies on the board for a while and is no reply."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE, WHITE_STONE
from tests.core.go.test_go_tracking import NINE, position
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
@pytest.mark.parametrize("after_ms", [100, 250, 600])
@pytest.mark.parametrize(
    ("lies_ms", "clock"),
    [
        *((ms, None) for ms in (80, 200, 600, 900, 1100)),
        *((ms, "30:00") for ms in (80, 200, 900, 3000)),
    ],
)
def test_it_is_no_reply(
    sensor: Sensor, case: tuple[str, str], after_ms: int, lies_ms: int, clock: str | None
) -> None:
    start, taken = case
    press, replied = ("b!", "w!") if clock else ("0", "0")
    rig = rig_of(
        sensor, start, f"E4+ 600 {taken} {after_ms} c4+ {lies_ms} c4- 400 {press} 2500", clock
    )
    assert (rig.moves, rig.of(Irregularity), rig.of(Question)) == (["e4"], [], []), rig.story()
    rig.wait(2000)
    rig.set(NINE.index["g5"], WHITE_STONE)
    rig.hands(f"500 {replied} 2500")
    if clock or sensor is Sensor.POLARITY or lies_ms < 120:
        assert (rig.moves, rig.of(Question)) == (["e4", "g5"], []), rig.story()
    else:
        assert len(rig.of(Question)) == 1  # White's first may have been lost by its sensor


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("after_ms", [100, 400, 900])
def test_a_quick_reply_counts(sensor: Sensor, after_ms: int) -> None:
    """Once its opponent has pressed, at once where he had, or no press has come for four seconds; without a clock once it has stood a little longer, or play has gone on."""
    capture = f"E4+ 600 e5- {after_ms}"
    assert rig_of(sensor, SINGLE, f"{capture} c4+ 1300", None).moves == ["e4", "c4"]
    rig = rig_of(sensor, SINGLE, f"{capture} c4+ 900 H2+ 900", None)
    assert (rig.moves, rig.of(Irregularity)) == (["e4", "c4", "h2"], [])
    clock = "30:00"
    assert rig_of(sensor, SINGLE, f"{capture} c4+ 3000", clock).moves == ["e4"]
    assert rig_of(sensor, SINGLE, f"{capture} c4+ 4500", clock).moves == ["e4", "c4"]
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
@pytest.mark.parametrize("lies_ms", [800, 1300, 2500, 3500])
def test_the_last_stone_that_falls_where_one_was_taken_is_no_reply_until_it_has_lain_for_four_seconds(
    sensor: Sensor, start: str, capture: str, point: str, lies_ms: int
) -> None:
    line = f"{capture} 300 {point}+ {lies_ms} {point}- 3000 h8+ 3000"
    rig = rig_of(sensor, start, line, None)
    assert (rig.moves[1:], rig.odd, rig.questions) == (["h8"], [], []), rig.story()


@LAST
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("after", ["4200", "900 H8+ 900", "2500 H8+ 900"])
def test_a_reply_there_counts_once_play_has_gone_on_or_after_four_seconds(
    sensor: Sensor, start: str, capture: str, point: str, after: str
) -> None:
    rig = rig_of(sensor, start, f"{capture} 300 {point}+ {after}", None)
    assert rig.moves[1:] == ([point, "h8"] if "H8" in after else [point]), rig.story()
    assert (rig.odd, rig.questions) == ([], [])
