"""A sensor loses its man for seconds, ply after ply: it looks as if he were touched each time, and after a few nobody is accused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Irregularity
from tests.core.rig import Rig
from tests.core.sensed import TELLING, SensedRig

if TYPE_CHECKING:
    from controller.core.sensing.marks import Sensor

PLIES = ["e2- 400 e4+", "e7- 400 e5+", "g1- 400 f3+", "b8- 400 c6+", "b1- 400 c3+", "g8- 400 f6+", "f1- 400 c4+", "f8- 400 c5+"]  # fmt: skip
MOVES = ["e2e4", "e7e5", "g1f3", "b8c6", "b1c3", "g8f6", "f1c4", "f8c5"]


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


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("ms", [600, 1500])
def test_after_a_few_plies_it_is_the_sensor(ms: int) -> None:
    rig = Rig().hands("2500")
    for move in PLIES:
        rig.hands(f"a2- {ms} a2+ 900 {move} 2500")
    assert rig.moves == MOVES, rig.story()
    assert len(rig.of(Irregularity)) <= 2, rig.story()


def test_nor_one_where_men_held_for_long_are_exchanged_in_turn() -> None:
    """Whoever thinks with the captor in his hand does nothing else for a while; that he has captured is known once the ply is made."""
    start = "3rk3/5n2/2n1p3/3p4/4P3/2N5/8/3RK3 w - - 0 1"
    rig = Rig(start).hands("2500")
    for origin in ("e4", "e6", "c3", "d8", "d1"):
        rig.hands(f"{origin}- 1700 d5- 400 d5+ 2500")
    assert (rig.moves, rig.questions) == (["e4d5", "e6d5", "c3d5", "d8d5", "d1d5"], []), rig.story()
