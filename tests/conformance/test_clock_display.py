"""The clock's display heals from every fault of its bus, whichever bus that is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import Fault, Symptom
from drivers.segments import ClockDisplay, Face
from drivers.sim.bus import Absent, BrownOut, BusFault, Held, Lossy, NthTransfer, Wire
from drivers.sim.segments import FourDigits
from tests.conformance.buses import BUSES

MS = 1_000_000
SCAN_MS = 5
ADDRESSES = (0x70, 0x71)
SYMPTOMS = [
    Symptom.NAK, Symptom.STUCK, Symptom.ARBITRATION, Symptom.IO, Symptom.UNSUPPORTED,
    Symptom.BUS_MISSING,
]  # fmt: skip
HEALING_MS = 2000
"""One refresh, and one rest after failures."""


class Rig:
    """Two modules on a wire; the first side's clock runs down from an hour."""

    def __init__(self, bus: str, *faults: BusFault) -> None:
        self.modules = FourDigits(), FourDigits()
        self.wire = Wire(dict(zip(ADDRESSES, self.modules, strict=True)), faults)
        self.display = ClockDisplay(BUSES[bus](self.wire), ADDRESSES)
        self.at_ms = 0
        self.faults: tuple[Fault, ...] = ()

    def run(self, until_ms: int) -> list[Fault]:
        met: list[Fault] = []
        while self.at_ms < until_ms:
            self.wire.now_ns = self.at_ms * MS
            faces = Face(ms=3_600_000 - self.at_ms), Face(ms=300_000)
            self.faults = self.display.show(faces, self.at_ms * MS)
            met += self.faults
            self.at_ms += SCAN_MS
        return met

    def check_healed(self) -> None:
        self.wire.heal()
        self.run(self.at_ms + HEALING_MS)
        left_s = -(-(3_600_000 - self.at_ms + SCAN_MS) // 1000)
        assert self.modules[0].text in {
            f"{s // 60:2}:{s % 60:02}" for s in (left_s, left_s + 1) if s < 3600
        } | ({" 1.00"} if left_s == 3600 else set())
        assert self.modules[1].text == " 5:00"
        assert self.faults == ()


@pytest.fixture(params=BUSES)
def bus(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.mark.parametrize("symptom", SYMPTOMS)
def test_every_transfer_failing_once(bus: str, symptom: Symptom) -> None:
    healthy = Rig(bus)
    healthy.run(2500)
    assert healthy.wire.transfers > 16
    for n in range(healthy.wire.transfers):
        rig = Rig(bus, NthTransfer(n=n, symptom=symptom))
        met = rig.run(2500)
        assert {fault.symptom for fault in met} == {symptom}
        rig.check_healed()


def test_a_fault_names_display_chip_and_what_to_do(bus: str) -> None:
    rig = Rig(bus, Absent(address=0x71, from_ns=0, until_ns=1 << 60))
    (fault,) = set(rig.run(500))
    assert fault.symptom is Symptom.NAK
    assert fault.where.startswith("clock display, ")
    assert fault.where.endswith("chip 0x71")
    assert "power" in fault.remedy


@pytest.mark.parametrize("gone_ms", [3, 60, 700, 5_000, 60_000])
def test_a_module_that_vanishes_and_returns(bus: str, gone_ms: int) -> None:
    rig = Rig(bus)
    rig.run(200)
    rig.wire.inject(Absent(address=0x70, from_ns=200 * MS, until_ns=(200 + gone_ms) * MS))
    rig.run(200 + gone_ms)
    rig.check_healed()


@pytest.mark.parametrize("held_ms", [3, 60, 700, 60_000])
def test_a_held_bus_costs_one_timeout_a_scan_and_few_in_all(bus: str, held_ms: int) -> None:
    rig = Rig(bus)
    rig.run(200)
    rig.wire.inject(Held(from_ns=200 * MS, until_ns=(200 + held_ms) * MS))
    while rig.at_ms < 200 + held_ms:
        before = rig.wire.timeouts
        rig.run(rig.at_ms + SCAN_MS)
        assert rig.wire.timeouts <= before + 1
    assert rig.wire.timeouts <= 2 * (3 + held_ms // 500)
    rig.check_healed()


@pytest.mark.parametrize("at_ms", range(0, 1100, 95))
def test_a_brown_out_at_any_time(bus: str, at_ms: int) -> None:
    rig = Rig(bus, BrownOut(address=0x70, at_ns=at_ms * MS))
    rig.run(1100)
    rig.check_healed()


times_ns = st.integers(0, 2500).map(lambda ms: ms * MS)
any_fault: st.SearchStrategy[BusFault] = st.one_of(
    st.builds(NthTransfer, n=st.integers(0, 40), symptom=st.sampled_from(SYMPTOMS)),
    st.builds(Absent, address=st.sampled_from(ADDRESSES), from_ns=times_ns, until_ns=times_ns),
    st.builds(Held, from_ns=times_ns, until_ns=times_ns, symptom=st.sampled_from(SYMPTOMS)),
    st.builds(Lossy, chance=st.floats(0, 0.5), seed=st.integers(0, 99)),
    st.builds(BrownOut, address=st.sampled_from(ADDRESSES), at_ns=times_ns),
)


@given(st.sampled_from(sorted(BUSES)), st.lists(any_fault, max_size=6))
def test_any_mixture_of_faults_is_survived_and_healed(name: str, faults: list[BusFault]) -> None:
    rig = Rig(name, *faults)
    rig.run(2500)
    rig.check_healed()
