"""Two stones felt soon after each other, the second of which no law allows as the reply (Go): the first may be made up by its sensor."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question, Result
from controller.core.sensing.marks import Sensor
from tests.core.go.test_go_dropped import rig_of
from tests.core.go.test_go_tracking import hands, position
from tests.core.policies import NAMED

EYES = position("a2 b1 j8 h9 g7", "h3 h4 d8 c6 c5")
"""Black may fill his eyes a1 and j9; White may play on neither."""


@pytest.mark.law("GO-19")
@pytest.mark.parametrize("ms", [150, 700, 2000])
def test_the_first_stands_and_the_second_is_taken_back(ms: int) -> None:
    """Whether the second is named or asked about: another play may not have been felt between them."""
    rig = hands(f"j9+ {ms} a1+ {NAMED.within_ms}", EYES)
    assert rig.line in ([], ["j9"]), rig.story()
    assert {law for law, _ in rig.odd} <= {"GO-19"}
    assert rig.stage in ("question", "restore")
    assert rig.of(Result) == []


@pytest.mark.law("GO-19")
@pytest.mark.parametrize(
    ("sensor", "line", "clock"),
    [
        (Sensor.PRESENCE, "J9+ 200 b! 200 a1+", "30:00"),
        (Sensor.POLARITY, "J9+ 400 a1+", None),
    ],
    ids=["press", "colours"],
)
def test_colours_or_the_press_tell_whose_the_first_is(
    sensor: Sensor, line: str, clock: str | None
) -> None:
    rig = rig_of(sensor, EYES, f"{line} 3000", clock)
    assert (rig.of(Question), rig.line[0]) == ([], "j9")
    assert [found.law for found in rig.of(Irregularity)] == ["GO-19"]
