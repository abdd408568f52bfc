"""Two men swept off in one instant by the hand that holds a third: both are asked back, and no sensor is held to have lost one."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.boards import CAPTURE
from tests.core.sensed import SensedRig

PAWNS = "3k4/8/4p3/8/4PP2/8/8/3K4 w - - 0 1"


@pytest.mark.law("FIDE-7.4", "CH-8.2")
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("apart_ms", [0, 10, 25, 35])
def test_both_are_asked_back_and_the_move_counts(sensor: Sensor, apart_ms: int) -> None:
    game = game_by_name("chess")
    rig = SensedRig(sensor, PAWNS, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 e4- 370 e6- {apart_ms} f4- 115 e5=P 1300 e6=p 400 f4=P 2000")
    assert [found.kind for found in rig.of(Irregularity)] == ["displaced"], rig.story()
    assert rig.session.health.told(rig.at_ns) == []
    rig.hands("d8- 350 d7=k 1500 f4- 350 f5=P 1500")
    assert rig.line == ["e4e5", "d8d7", "f4f5"], rig.story()
    assert rig.questions == []


CAPTURES = {
    "chess": (CAPTURE, "e4", "d5", "e4d5", ["a1", "b1", "h2", "d1"]),
    "xiangqi": (None, "h2", "h9", "h2h9", ["b2", "a0", "e3"]),
}
