"""A capture that is undone (Go): its law does not depend on which stone is put back first."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty
from controller.core.sensing.marks import Sensor
from rules.go.board import BLACK_STONE
from tests.core.go.test_go_dropped import PAIR, SINGLE, rig_of
from tests.core.go.test_go_referee import KO
from tests.core.go.test_go_tracking import NINE, hands
from tests.core.policies import NAMED
from tests.core.rig import Rig
from tests.core.sensed import SensedRig

UNDONE = {
    "one": (SINGLE, "E4+ 600 e5- 2500", ["e5+ {0} E4-", "E4- {0} e5+"]),
    "two": (
        PAIR,
        "E4+ 600 e5- 400 e6- 2500",
        ["e5+ {0} e6+ {0} E4-", "E4- {0} e6+ {0} e5+", "e6+ {0} E4- {0} e5+"],
    ),
}
ORDERS = [
    (n, order, ms) for n, (_, _, orders) in UNDONE.items() for order in orders for ms in (200, 700)
]


def asked_back(rig: Rig) -> bool:
    """Whether nothing is told but the capture, nobody is accused but Black who made it, and the board is to be put right."""
    named = {(i.law, i.side) for i in rig.of(Irregularity)}
    stage = rig.stage in ("restore", "question")
    return rig.line == ["e4"] and stage and named <= {("GO-17.release", "black")}


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize(("name", "order", "ms"), ORDERS)
def test_it_is_a_move_taken_back(sensor: Sensor, name: str, order: str, ms: int) -> None:
    """Where the order does not tell, it is asked back without a name."""
    start, capture, _ = UNDONE[name]
    rig = rig_of(sensor, start, f"{capture} {order.format(ms)} {NAMED.within_ms}", None)
    assert asked_back(rig), rig.story()
    assert {i.kind for i in rig.of(Irregularity)} <= {"move-taken-back"}
    assert not rig.of(Penalty)


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("order", ["E5+ 60 E4-", "E4- 400 E5+", "E5+ 300 E4-"])
def test_a_stone_of_the_other_colour_is_not_the_captured_one(order: str) -> None:
    rig = rig_of(Sensor.POLARITY, SINGLE, f"E4+ 600 e5- 2500 {order} {NAMED.within_ms}", None)
    found = [(i.law, i.kind, i.side, i.points) for i in rig.of(Irregularity)]
    assert found == [("GO-17.release", "stone-moved-after-release", "black", ["e4", "e5"])]
    assert ([i.charge for i in rig.of(Irregularity)], rig.of(Penalty)) == (["warning"], [])


@pytest.mark.law("GO-17.release")
def test_one_that_is_dragged_there_may_be() -> None:
    """Without colours the board cannot tell; nobody is warned of the one for the other."""
    rig = rig_of(Sensor.PRESENCE, SINGLE, f"E4+ 600 e5- 2500 E5+ 60 E4- {NAMED.within_ms}", None)
    kinds = {"stone-moved-after-release", "move-taken-back"}
    assert {i.kind for i in rig.of(Irregularity)} <= kinds
    assert asked_back(rig)


@pytest.mark.law("GO-20.ko")
@pytest.mark.parametrize("ms", [200, 400])
def test_a_ko_that_is_retaken_is_retaken(ms: int) -> None:
    rig = hands(f"c4+ 300 d4- 1500 d4+ {ms} c4-", KO)
    assert [i.law for i in rig.of(Irregularity)] == ["GO-20.ko"]


@pytest.mark.law("GO-17.release", "GO-20.ko")
@pytest.mark.parametrize(
    "start",
    [
        KO,
        SINGLE,
    ],
)
@pytest.mark.parametrize("ms", [200, 900])
def test_whose_hand_it_was_is_not_known_where_a_ko_may_have_been_retaken(
    start: str, ms: int
) -> None:
    """The last stone was lifted first: so does who takes it back, and so may who retakes the ko."""
    play, taken = ("c4", "d4") if start is KO else ("e4", "e5")
    rig = hands(f"{play}+ 300 {taken}- 1500 {play}- {ms} {taken}+ {NAMED.within_ms}", start)
    (found,) = rig.of(Irregularity)
    back = (found.law, found.kind) == ("GO-17.release", "move-taken-back")
    assert back or found.doubt == "whose-hand", rig.story()
    assert (rig.line, rig.of(Penalty)) == ([play], [])


def elsewhere(sensor: Sensor, name: str, order: str, clock: str | None) -> SensedRig:
    """The capture is undone, and its stone set down on another point, with a press where there is a clock."""
    start, capture, _ = UNDONE[name]
    press = "300 b!" if clock else ""
    return rig_of(sensor, start, f"{capture} {order} 600 H8+ {press} {NAMED.within_ms}", clock)


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("order", UNDONE["one"][2])
@pytest.mark.parametrize("ms", [200, 900])
@pytest.mark.parametrize("clock", [None, "30:00"])
def test_and_played_elsewhere_the_stone_was_released(
    sensor: Sensor, order: str, ms: int, clock: str | None
) -> None:
    rig = elsewhere(sensor, "one", order.format(ms), clock)
    assert asked_back(rig), rig.story()
    for name in ("h8", "e5"):
        rig.set(NINE.index[name], None)
        rig.wait(400)
    rig.set(NINE.index["e4"], BLACK_STONE)
    rig.wait(2000)
    assert (rig.stage, rig.line) == ("play", ["e4"])


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("order", UNDONE["two"][2][1:])
@pytest.mark.parametrize("clock", [None, "30:00"])
def test_of_two_stones_set_back_one_may_be_the_reply(
    sensor: Sensor, order: str, clock: str | None
) -> None:
    """That is asked about, if the stones are not asked back; and nobody is accused but who has captured."""
    rig = elsewhere(sensor, "two", order.format(300), clock)
    assert asked_back(rig), rig.story()


@pytest.mark.law("GO-17.release")
@pytest.mark.parametrize(
    "order", ["E4- {0} e5+ {0} e6+", "E4- {0} e6+ {0} e5+", "e5+ {0} E4- {0} e6+"]
)
@pytest.mark.parametrize("ms", [200, 700])
@pytest.mark.parametrize("soon_ms", [200, 1100])
def test_several_stones_set_back_are_a_move_taken_back_though_one_is_played_at_once(
    order: str, ms: int, soon_ms: int
) -> None:
    """Else it is asked, and nothing answers, whether the opponent has replied on one of their points."""
    start, capture, _ = UNDONE["two"]
    line = f"{capture} {order.format(ms)} {soon_ms} H8+ {NAMED.within_ms}"
    rig = rig_of(Sensor.PRESENCE, start, line, None)
    assert asked_back(rig), rig.story()
    assert not rig.of(Penalty)
