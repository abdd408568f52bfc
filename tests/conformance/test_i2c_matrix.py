"""The suite for every `SensorMatrix` on I2C: what the bus and its chips can suffer."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import Symptom
from drivers.sim.bus import (
    Absent,
    BrownOut,
    BusFault,
    Held,
    Lossy,
    NthTransfer,
    Slip,
    WrongData,
)
from tests.conformance.rig import MS, WireRig
from tests.conformance.rigs import WIRE_RIGS
from tests.conformance.test_sensor_matrix import PERIOD_MS, SCANS, check_healed, evening

SYMPTOMS = [
    Symptom.NAK,
    Symptom.STUCK,
    Symptom.ARBITRATION,
    Symptom.IO,
    Symptom.UNSUPPORTED,
    Symptom.BUS_MISSING,
]


@pytest.fixture(params=WIRE_RIGS)
def rig(request: pytest.FixtureRequest) -> WireRig:
    return WIRE_RIGS[request.param]()


rig_names = st.sampled_from(sorted(WIRE_RIGS))


@pytest.mark.parametrize("symptom", SYMPTOMS)
@pytest.mark.parametrize("name", WIRE_RIGS)
def test_every_transfer_failing_once(name: str, symptom: Symptom) -> None:
    healthy = WIRE_RIGS[name]()
    evening(healthy)
    for number in healthy.unlike_transfers():
        rig = WIRE_RIGS[name]()
        # Every other read breaks off after a byte, which moves the chip's pointer.
        rig.inject(NthTransfer(n=number, symptom=symptom, after=number % 2))
        end_ms = evening(rig)
        assert rig.wire.healthy
        check_healed(rig, end_ms)


@pytest.mark.parametrize("name", WIRE_RIGS)
def test_every_transfer_after_a_silent_slip(name: str) -> None:
    healthy = WIRE_RIGS[name]()
    evening(healthy)
    for number in healthy.unlike_transfers():
        rig = WIRE_RIGS[name]()
        rig.inject(Slip(n=number, address=rig.address))
        check_healed(rig, evening(rig))


@pytest.mark.parametrize("name", WIRE_RIGS)
@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
def test_wrong_data_never_outlasts_one_scan(name: str, mask: int) -> None:
    healthy = WIRE_RIGS[name]()
    healthy.close_contacts(0b1011)
    for number in range(SCANS):
        healthy.scan(number * PERIOD_MS)
    for n in healthy.unlike_transfers():
        rig = WIRE_RIGS[name]()
        rig.inject(WrongData(n=n, mask=mask))
        rig.close_contacts(0b1011)
        wrong = 0
        for number in range(SCANS):
            scan = rig.scan(number * PERIOD_MS)
            wrong += scan.levels != rig.truth & ~scan.unknown
        assert wrong <= 1
        check_healed(rig, SCANS * PERIOD_MS)


def test_wrong_data_in_a_quiet_scan_is_never_believed(rig: WireRig) -> None:
    rig.close_contacts(0b1011)
    rig.scan(0)
    for number in range(1, 40):
        rig.inject(WrongData(n=rig.wire.transfers, mask=0x55))
        assert rig.scan(number).levels == rig.truth & ~rig.hidden


@pytest.mark.parametrize("gone_ms", [3, 60, 700, 5_000, 60_000])
def test_a_chip_off_the_bus_blinds_only_itself(rig: WireRig, gone_ms: int) -> None:
    rig.close_contacts(rig.all)
    rig.scan(0)
    blind = rig.chip_mask | rig.hidden
    rig.inject(Absent(address=rig.address, from_ns=10 * MS, until_ns=(10 + gone_ms) * MS))
    for at_ms in range(10, 10 + gone_ms, max(5, gone_ms // 400)):
        scan = rig.scan(at_ms)
        assert scan.unknown == blind
        assert scan.levels == rig.truth & ~blind
        assert scan.faults[0].symptom in {Symptom.NAK, Symptom.MISSING}
    check_healed(rig, 10 + gone_ms)


@pytest.mark.parametrize("symptom", [Symptom.STUCK, Symptom.BUS_MISSING])
@pytest.mark.parametrize("held_ms", [3, 60, 700, 5_000, 60_000])
def test_a_held_bus_blinds_all_and_costs_one_timeout_a_scan(
    rig: WireRig, symptom: Symptom, held_ms: int
) -> None:
    rig.close_contacts(rig.all)
    rig.scan(0)
    rig.inject(Held(from_ns=10 * MS, until_ns=(10 + held_ms) * MS, symptom=symptom))
    for at_ms in range(10, 10 + held_ms, max(5, held_ms // 400)):
        before = rig.wire.timeouts
        scan = rig.scan(at_ms)
        assert scan.unknown == rig.wire_mask
        assert {fault.symptom for fault in scan.faults} == {symptom}
        assert rig.wire.timeouts <= before + 1
    assert rig.wire.timeouts <= 40 + held_ms // 500
    check_healed(rig, 10 + held_ms)


@pytest.mark.parametrize("truth", [0, 1, 0x5A5A, 2**64 - 1])
def test_a_brown_out_is_seen_before_its_levels(rig: WireRig, truth: int) -> None:
    rig.close_contacts(truth)
    seen = 0
    for number in range(600):
        at_ms = number * 5
        if number == 100:
            rig.inject(BrownOut(address=rig.address, at_ns=at_ms * MS))
        scan = rig.scan(at_ms)
        assert scan.levels == rig.truth & ~scan.unknown
        seen += any(fault.symptom is Symptom.BROWN_OUT for fault in scan.faults)
    assert seen == rig.brown_outs_show


def test_a_chip_that_is_not_there_at_the_start_is_found_later(rig: WireRig) -> None:
    rig.inject(Absent(address=rig.address, from_ns=0, until_ns=3_000 * MS))
    rig.close_contacts(0b101)
    for at_ms in range(0, 3_000, 5):
        assert rig.scan(at_ms).unknown == rig.chip_mask
    check_healed(rig, 3_000)


@pytest.mark.parametrize("chance", [0.02, 0.2])
def test_a_lossy_bus_never_gives_wrong_levels(rig: WireRig, chance: float) -> None:
    rig.inject(Lossy(chance=chance, seed=5))
    end_ms = evening(rig, seed=7)
    rig.wire.heal()
    check_healed(rig, end_ms)


times_ns = st.integers(0, SCANS * PERIOD_MS).map(lambda ms: ms * MS)
numbers = st.integers(0, 300)


@st.composite
def loud_faults(draw: st.DrawFn, addresses: list[int]) -> BusFault:
    address = st.sampled_from(addresses)
    return draw(
        st.one_of(
            st.builds(
                NthTransfer, n=numbers, symptom=st.sampled_from(SYMPTOMS), after=st.integers(0, 2)
            ),
            st.builds(Absent, address=address, from_ns=times_ns, until_ns=times_ns),
            st.builds(Held, from_ns=times_ns, until_ns=times_ns, symptom=st.sampled_from(SYMPTOMS)),
            st.builds(Lossy, chance=st.floats(0, 0.3), seed=st.integers(0, 99)),
            st.builds(Slip, n=numbers, address=address),
        )
    )


@given(rig_names, st.integers(0, 99), st.data())
def test_any_mixture_of_faults_is_survived_and_healed(
    name: str, seed: int, data: st.DataObject
) -> None:
    rig = WIRE_RIGS[name]()
    for fault in data.draw(st.lists(loud_faults(sorted(rig.wire.chips)), max_size=6)):
        rig.inject(fault)
    dice = random.Random(seed)
    for number in range(SCANS):
        rig.close_contacts(dice.getrandbits(rig.matrix.channels))
        rig.scan(number * PERIOD_MS)
    rig.wire.heal()
    check_healed(rig, SCANS * PERIOD_MS)
