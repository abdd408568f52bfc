"""A man who was taken off, another having stood on his point meanwhile, stands there again: all is as it was."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from tests.core.boards import CLOCK
from tests.core.rig import BOOKS, FIDE, Rig
from tests.core.sensed import SensedRig

START = "4k3/8/8/8/3p4/2P5/5P2/4K3 w - - 0 1"


@pytest.mark.law("FIDE-7.4", "FIDE-4.3.3")
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD, Sensor.IDENTITY])
@pytest.mark.parametrize("stood", [300, 900])
@pytest.mark.parametrize("hands", ["f2- 300 d4-", "d4- 300 f2-"])
def test_an_illegal_capture_that_is_undone_before_the_press_displaces_nobody(
    sensor: Sensor, stood: int, hands: str
) -> None:
    """Nothing is completed (FIDE-7.5.1); the men touched bind."""
    rig = SensedRig(sensor, START, rulebook=FIDE, time_control=CLOCK)
    rig.hands(f"1000 {hands} 300 d4=P {stood} d4- 300 f2=P 400 d4=p 2000")
    assert (rig.odd, rig.questions) == ([], []), rig.story()
    first = "c3- 300 d4- 300 d4=P" if hands.startswith("d4") else "f2- 300 f4=P"
    rig.hands(f"{first} 300 w! 2000")
    assert (len(rig.moves), rig.odd) == (1, []), rig.story()


@pytest.mark.law("FIDE-4.3.3", "CH-7.2.2")
@pytest.mark.xfail(
    strict=True, reason="a capture undone at once is weighed as one made and taken back too"
)
@pytest.mark.parametrize("book", BOOKS)
def test_a_capture_that_is_taken_back_at_once_has_touched_both(book: str) -> None:
    rig: Rig = SensedRig(Sensor.POLARITY, START, rulebook=book)
    rig.hands("1000 c3- 300 d4- 300 d4=P 300 d4- 300 c3=P 300 d4=p 1500 e1- 300 e2=K 2000")
    law = "FIDE-4.3.3" if book == FIDE else "CH-7.2.2"
    assert rig.odd == [(law, "touch-move")], rig.story()
