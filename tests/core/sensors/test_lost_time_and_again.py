"""A sensor loses its man for seconds, ply after ply: it looks as if he were touched each time, and after a few nobody is accused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.core.rig import Rig
from tests.core.sensed import TELLING, SensedRig

if TYPE_CHECKING:
    from controller.core.sensing.marks import Sensor


def test_a_man_who_is_captured_on_one_point_time_and_again_has_a_sound_sensor() -> None:
    rig = Rig("4k3/2p1p3/8/3p4/2P1P3/5N2/4R3/4K3 w - - 0 1").hands("2500")
    for move in ("c4- 400 d5- 400 d5+", "c7- 400 c6+", "d5- 400 c6- 400 c6+", "e7- 400 e6+"):
        rig.hands(f"{move} 2500")
    assert rig.session.health.suspects(rig.at_ns) == {}


def test_a_point_that_men_pass_over_has_a_sound_sensor() -> None:
    rig = Rig("4k3/8/8/8/8/8/8/R3K3 w - - 0 1").hands("2500")
    for going, answer in (("a1- 300 b1+ 60 b1- 200 c1+", "e8- 400 e7+"), ("c1- 300 b1+ 60 b1- 200 a1+", "e7- 400 e8+")) * 3:  # fmt: skip
        rig.hands(f"{going} 2500 {answer} 2500")
    assert rig.session.health.suspects(rig.at_ns) == {}
    assert (rig.odd, rig.questions) == ([], [])


def test_nor_one_at_which_a_man_has_stood_before() -> None:
    rig = Rig("4k3/8/8/8/8/8/8/RR2K3 w - - 0 1").hands("2500 b1- 300 b3+ 900 e8- 300 e7+ 900")
    for going, answer in (("a1- 200 b1+ 60 b1- 150 c1+", "e7- 300 e8+"), ("c1- 200 b1+ 60 b1- 150 a1+", "e8- 300 e7+")) * 2:  # fmt: skip
        rig.hands(f"{going} 900 {answer} 900")
    assert rig.session.health.suspects(rig.at_ns) == {}
    assert (len(rig.moves), rig.odd, rig.questions) == (10, [], [])


@pytest.mark.parametrize("bounces", ["", " 3 d5- 3 d5=P"])
@pytest.mark.parametrize("sensor", TELLING)
def test_nor_one_at_which_a_man_of_another_colour_is_set_down(sensor: Sensor, bounces: str) -> None:
    """He has been captured, whatever hands did to him before; nobody was lost."""
    rig = SensedRig(sensor, "4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1").hands("2500 d5- 600 d5=p 900")
    rig.hands("e1- 300 e2=K 2500 d5- 600 d5=p 900 e8- 300 e7=k 2500")
    rig.hands(f"c4- 300 d5- 400 d5=P{bounces} 2500 e7- 300 e8=k 2500")
    assert rig.session.health.suspects(rig.at_ns) == {}
    assert (rig.moves, rig.questions) == (["e1e2", "e8e7", "c4d5", "e7e8"], [])


def test_nor_one_where_a_man_adjusted_twice_is_captured() -> None:
    """Where colours are not told: the captor was in the hand, and it is he who stands there."""
    rig = Rig("4k3/8/8/3p4/2P5/8/8/4K3 w - - 0 1").hands("2500 d5- 600 d5+ 900")
    rig.hands("e1- 300 e2+ 2500 d5- 600 d5+ 900 e8- 300 e7+ 2500")
    rig.hands("d5- 600 c4- 400 d5+ 2500 e7- 300 e8+ 2500")
    assert rig.session.health.suspects(rig.at_ns) == {}
    assert (rig.moves, rig.questions) == (["e1e2", "e8e7", "c4d5", "e7e8"], [])
