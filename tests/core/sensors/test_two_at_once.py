"""A man is felt on two points in one scan: one of them makes him up, and only people know which."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from rules.terms import Side
from tests.core.rig import Rig
from tests.core.sensed import SensedRig

ROOK = "7r/k7/8/8/8/8/8/K7 b - - 0 1"
PLAY = "r6r/pN1nkppp/2p5/3p4/P6P/qPP1P3/4P3/2BQK1NR b K - 0 17"


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY, Sensor.IDENTITY])
@pytest.mark.parametrize("start", [ROOK, PLAY])
@pytest.mark.parametrize("points", ["d8 e8", "e8 f8", "c8 d8"])
@pytest.mark.parametrize("pressed", [False, True])
def test_both_are_asked_about(start: str, points: str, sensor: Sensor, *, pressed: bool) -> None:
    first, second = points.split()
    game = game_by_name("chess")
    rig = SensedRig(sensor, start, game=game, time_control="5:00")
    rig.hands(f"1000 h8- 860 {first}=r,{second}=r 550")
    if pressed:
        rig.press(Side("black"))
    rig.hands("6000")
    assert {f"h8{first}", f"h8{second}"} <= set(*rig.questions), rig.story()
    assert not rig.of(Irregularity)


QUEEN = "7r/3Q4/k7/8/8/8/8/K7 b - - 0 1"
"""She reaches both of the points that feel the rook."""
TAKEN = ("{off} 260 d7- 620 {on}", "d7- 260 {off} 620 {on}", "d7- 260 {off} 100 {on}")
COUPLED = ("d8{0},e8{0}", "e8{0} 5 d8{0}")


@pytest.mark.parametrize("ms", [400, 1180, 2000])
@pytest.mark.parametrize(
    ("coupled", "later"), [(COUPLED[0], ""), (COUPLED[1], ""), (COUPLED[0], "a6- 400 a5+ 3000")]
)
@pytest.mark.parametrize("taken", TAKEN)
@pytest.mark.parametrize("made", ["h8d8", "h8e8"])
def test_captured_there_they_tell_no_more(
    ms: int, coupled: str, taken: str, made: str, later: str
) -> None:
    """Both points feel the captor, too: only people know where the two have gone, and their answer holds for both."""
    on, off = coupled.format("+"), coupled.format("-")
    rig = Rig(QUEEN)
    rig.hands(f"1000 h8- 600 {on} {ms} {taken.format(on=on, off=off)} 3000 {later}")
    assert rig.moves == [], rig.story()
    assert not rig.of(Irregularity)
    if rig.session.question is not None:
        assert rig.questions == [["h8d8", "h8e8"]], rig.story()
        assert rig.command("arbiter", "answer", move=made)
        rig.hands("3000")
        assert rig.moves[:2] in ([made], [made, f"d7{made[2:]}"]), rig.story()
        assert not rig.of(Irregularity)
