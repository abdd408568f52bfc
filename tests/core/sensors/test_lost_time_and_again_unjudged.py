"""A sensor loses its man for seconds, ply after ply: it looks as if he were touched each time, and after a few nobody is accused."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from controller.core.sensing.health import VAIN_PLIES, Symptom
from tests.core.rig import Rig

PLIES = ["e2- 400 e4+", "e7- 400 e5+", "g1- 400 f3+", "b8- 400 c6+", "b1- 400 c3+", "g8- 400 f6+", "f1- 400 c4+", "f8- 400 c5+"]  # fmt: skip
MOVES = ["e2e4", "e7e5", "g1f3", "b8c6", "b1c3", "g8f6", "f1c4", "f8c5"]


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("ms", [600, 1500])
def test_after_a_few_plies_it_is_the_sensor(ms: int) -> None:
    rig = Rig().hands("2500")
    for move in PLIES:
        rig.hands(f"a2- {ms} a2+ 900 {move} 2500")
    assert rig.moves == MOVES, rig.story()
    assert rig.session.health.suspects(rig.at_ns)[rig.game.index["a2"]] is Symptom.WEAK
    assert len(rig.of(Irregularity)) < VAIN_PLIES - 1, rig.story()


@pytest.mark.parametrize("ms", [600, 1500])
def test_lost_while_another_is_in_the_hand_it_is_the_sensor_once_he_has_been_moved(ms: int) -> None:
    rig = Rig().hands("2500")
    for move in PLIES[:VAIN_PLIES]:
        origin, rest = move.split(" ", 1)
        rig.hands(f"{origin} 200 a7- {ms} a7+ {rest} 2500")
    assert rig.session.health.suspects(rig.at_ns)[rig.game.index["a7"]] is Symptom.WEAK


def test_nor_one_where_men_held_for_long_are_exchanged_in_turn() -> None:
    """Whoever thinks with the captor in his hand does nothing else for a while; that he has captured is known once the ply is made."""
    start = "3rk3/5n2/2n1p3/3p4/4P3/2N5/8/3RK3 w - - 0 1"
    rig = Rig(start).hands("2500")
    for origin in ("e4", "e6", "c3", "d8", "d1"):
        rig.hands(f"{origin}- 1700 d5- 400 d5+ 2500")
        assert rig.session.health.suspects(rig.at_ns) == {}
    assert (rig.moves, rig.questions) == (["e4d5", "e6d5", "c3d5", "d8d5", "d1d5"], []), rig.story()
