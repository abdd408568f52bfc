"""An irregular move is answered by a capture before anybody has named it: the capture is no part of it (DR-7.7)."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from controller.core.sensing.marks import Sensor
from tests.core.draughts.test_replies_withdraw_nothing import board, legal

CASES = [
    (  # he stops on 23, and is captured there by another than he has taken
        "W:W32,45:B28,18,5,4", "32- {0} 23=w {0} 28-", "18- {0} 29=b {0} 23-", "45- 400 40=w",
        [("32x23", False), ("18x29", True), ("45-40", True)], "DR-7.4.9",
    ),
    (  # he ought to capture and steps aside, and another one is captured
        "W:W32,33,45:B28,5,10", "32- {0} 27=w", "28- {0} 39=b {0} 33-", "45- 400 40=w",
        [("32-27", False), ("28x39", True), ("45-40", True)], "DR-7.4.6",
    ),
    (
        "B:B18,19,6:W23,41,46", "19- {0} 24=b", "23- {0} 12=w {0} 18-", "6- 400 11=b",
        [("19-24", False), ("23x12", True), ("6-11", True)], "DR-7.4.6",
    ),
]  # fmt: skip


@pytest.mark.law("DR-7.4.6", "DR-7.4.9", "DR-7.7")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[4][0][0])
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("ms", [250, 400])
@pytest.mark.parametrize("wait_ms", [500, 900])
def test_the_move_is_named_and_the_capture_accepts_it(
    case: tuple[str, str, str, str, list[tuple[str, bool]], str],
    sensor: Sensor, ms: int, wait_ms: int,
) -> None:  # fmt: skip
    start, deed, reply, on, moves, law = case
    rig = board(start, sensor)
    rig.hands(f"1000 {deed.format(ms)} {wait_ms} {reply.format(ms)} 2500 {on} 3000")
    assert legal(rig) == moves, rig.story()
    assert ([found for found, _ in rig.odd], rig.questions) == ([law], [])


@pytest.mark.law("DR-7.4.8", "DR-7.4.2")
@pytest.mark.parametrize("sensor", Sensor)
def test_who_puts_his_man_on_the_captured_ones_way_is_not_the_opponent(sensor: Sensor) -> None:
    """White himself goes on to 29, a point to which no capture leads: that is an illegal move of his."""
    rig = board("W:W32,45:B28,18,5,4", sensor)
    rig.hands("1000 32- 400 23=w 400 28- 700 23- 400 29=w 400 18- 6000")
    assert rig.moves == [], rig.story()
    assert {found.side for found in rig.of(Irregularity)} <= {"white"}
