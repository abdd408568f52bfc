"""Every sensor driver for I2C on a kernel's bus: the same promises as in tests/conformance.

There each transfer fails once in every way; here three of them, in three of the six ways, in turn.
"""

import pytest

from drivers.ports import Symptom
from drivers.sim.bus import Absent, BrownOut, Held, NthTransfer
from tests.conformance.rig import MS, WireRig
from tests.conformance.rigs import WIRE_RIGS
from tests.conformance.test_i2c_matrix import SYMPTOMS
from tests.conformance.test_sensor_matrix import check_healed, evening
from tests.kernel.plugin import Buses


@pytest.fixture(params=WIRE_RIGS)
def rig(request: pytest.FixtureRequest) -> WireRig:
    return WIRE_RIGS[request.param]()


def test_it_goes_through_the_kernel(rig: WireRig, kernel_buses: Buses) -> None:
    rig.close_contacts(0b101)
    rig.check_right(rig.settled(0)[0])
    wires = [node.device.wire for node in kernel_buses.nodes.values()]
    assert all(wire in wires for wire in rig.wires)
    assert rig.wire.transfers


@pytest.mark.parametrize(("turn", "name"), list(enumerate(WIRE_RIGS)))
def test_transfers_failing_once(turn: int, name: str) -> None:
    healthy = WIRE_RIGS[name]()
    evening(healthy)
    transfers = healthy.wire.transfers
    mine = SYMPTOMS[turn % 2 :: 2]
    for run, symptom in enumerate(mine):
        rig = WIRE_RIGS[name]()
        number = (run + turn % 3 / 3) * transfers // len(mine)
        rig.inject(NthTransfer(n=int(number), symptom=symptom, after=run % 2))
        end_ms = evening(rig)
        assert rig.wire.healthy
        check_healed(rig, end_ms)


def test_what_breaks_is_blind_and_heals(rig: WireRig) -> None:
    """A chip off the bus for a while, then a line held low, then a supply that dips."""
    rig.close_contacts(rig.all)
    scan, at_ms = rig.settled(0)
    rig.check_right(scan)
    rig.inject(Absent(address=rig.address, from_ns=0, until_ns=(at_ms + 500) * MS))
    assert rig.scan(at_ms).unknown & rig.chip_mask == rig.chip_mask
    check_healed(rig, at_ms + 500)
    at_ms += 2000
    rig.inject(Held(from_ns=0, until_ns=(at_ms + 500) * MS))
    scan = rig.scan(at_ms)
    assert scan.unknown & rig.wire_mask == rig.wire_mask
    assert scan.faults[0].symptom is Symptom.STUCK
    check_healed(rig, at_ms + 500)
    at_ms += 2000
    rig.inject(BrownOut(address=rig.address, at_ns=0))
    check_healed(rig, at_ms)
