"""One suite for every `SensorMatrix` that reads modelled chips: right levels, and honest blindness.

What must hold: no fault raises; a channel is reported right or unknown, never guessed; everything is
right again within a second after the fault is over.
"""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import Kind, Symptom
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
from tests.conformance.rigs import MS, RIGS, Rig

SYMPTOMS = [
    Symptom.NAK,
    Symptom.STUCK,
    Symptom.ARBITRATION,
    Symptom.IO,
    Symptom.UNSUPPORTED,
    Symptom.BUS_MISSING,
]
PERIOD_MS = 100
SCANS = 13  # past the first comparison of every chip's settings
HEALING_MS = 1_000


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest) -> Rig:
    return RIGS[request.param]()


rig_names = st.sampled_from(sorted(RIGS))


def evening(rig: Rig, seed: int = 0) -> int:
    """Scans while contacts open and close; checks every scan; the time in ms at the end."""
    dice = random.Random(seed)
    rig.close_contacts(dice.getrandbits(rig.matrix.channels))
    for number in range(SCANS):
        if number % 3 == 2:
            rig.close_contacts(rig.truth ^ 1 << dice.randrange(rig.matrix.channels))
        scan = rig.scan(number * PERIOD_MS)
        assert scan.levels == rig.truth & ~scan.unknown
    return SCANS * PERIOD_MS


def check_healed(rig: Rig, from_ms: int) -> None:
    for at_ms in range(from_ms, from_ms + HEALING_MS, PERIOD_MS):
        rig.scan(at_ms)
    scan = rig.scan(from_ms + HEALING_MS)
    assert (scan.levels, scan.unknown, scan.faults) == (rig.truth, 0, ())


@given(rig_names, st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=6))
def test_levels_are_right(name: str, truths: list[int]) -> None:
    rig = RIGS[name]()
    for number, truth in enumerate(truths):
        rig.close_contacts(truth & (1 << rig.matrix.channels) - 1)
        scan = rig.scan(number * 5)
        assert (scan.levels, scan.unknown) == (rig.truth, 0)


def test_each_channel_is_its_own(rig: Rig) -> None:
    for channel in range(rig.matrix.channels):
        rig.close_contacts(1 << channel)
        assert rig.scan(channel * 5).levels == 1 << channel


def test_readings_are_of_the_kind(rig: Rig) -> None:
    rig.close_contacts(0b1011)
    scan = rig.scan(0)
    expected = {Kind.PRESENCE: None, Kind.POLARITY: {0: 1, 1: -1, 3: -1}}
    assert scan.readings == expected[rig.matrix.kind]


def test_nothing_changed_is_the_same_scan(rig: Rig) -> None:
    assert rig.scan(0) is rig.scan(5)


@pytest.mark.parametrize("after", [0, 1])
@pytest.mark.parametrize("symptom", SYMPTOMS)
@pytest.mark.parametrize("name", RIGS)
def test_every_transfer_failing_once(name: str, symptom: Symptom, after: int) -> None:
    healthy = RIGS[name]()
    evening(healthy)
    for number in range(healthy.wire.transfers):
        rig = RIGS[name]()
        rig.inject(NthTransfer(n=number, symptom=symptom, after=after))
        end_ms = evening(rig)
        assert rig.wire.healthy
        check_healed(rig, end_ms)


@pytest.mark.parametrize("name", RIGS)
def test_every_transfer_after_a_silent_slip(name: str) -> None:
    healthy = RIGS[name]()
    evening(healthy)
    for number in range(healthy.wire.transfers):
        rig = RIGS[name]()
        rig.inject(Slip(n=number, address=0x20))
        check_healed(rig, evening(rig))


@pytest.mark.parametrize("name", RIGS)
@pytest.mark.parametrize("mask", [0x01, 0x80, 0xFF])
def test_wrong_data_never_outlasts_one_scan(name: str, mask: int) -> None:
    healthy = RIGS[name]()
    healthy.close_contacts(0b1011)
    for number in range(SCANS):
        healthy.scan(number * PERIOD_MS)
    for n in range(healthy.wire.transfers):
        rig = RIGS[name]()
        rig.inject(WrongData(n=n, mask=mask))
        rig.close_contacts(0b1011)
        wrong = 0
        for number in range(SCANS):
            scan = rig.scan(number * PERIOD_MS)
            wrong += scan.levels != rig.truth & ~scan.unknown
        assert wrong <= 1
        check_healed(rig, SCANS * PERIOD_MS)


def test_wrong_data_in_a_quiet_scan_is_never_believed(rig: Rig) -> None:
    rig.close_contacts(0b1011)
    rig.scan(0)
    for number in range(1, 40):
        rig.inject(WrongData(n=rig.wire.transfers, mask=0x55))
        assert rig.scan(number).levels == rig.truth


@pytest.mark.parametrize("gone_ms", [3, 60, 700, 5_000, 60_000])
def test_a_chip_off_the_bus_blinds_only_itself(rig: Rig, gone_ms: int) -> None:
    rig.close_contacts((1 << rig.matrix.channels) - 1)
    rig.scan(0)
    rig.inject(Absent(address=0x20, from_ns=10 * MS, until_ns=(10 + gone_ms) * MS))
    for at_ms in range(10, 10 + gone_ms, max(5, gone_ms // 400)):
        scan = rig.scan(at_ms)
        assert scan.unknown == rig.chip_mask
        assert scan.levels == rig.truth & ~rig.chip_mask
        assert scan.faults[0].symptom in {Symptom.NAK, Symptom.MISSING}
    check_healed(rig, 10 + gone_ms)


@pytest.mark.parametrize("symptom", [Symptom.STUCK, Symptom.BUS_MISSING])
@pytest.mark.parametrize("held_ms", [3, 60, 700, 5_000, 60_000])
def test_a_held_bus_blinds_all_and_costs_one_timeout_a_scan(
    rig: Rig, symptom: Symptom, held_ms: int
) -> None:
    rig.close_contacts((1 << rig.matrix.channels) - 1)
    rig.scan(0)
    rig.inject(Held(from_ns=10 * MS, until_ns=(10 + held_ms) * MS, symptom=symptom))
    for at_ms in range(10, 10 + held_ms, max(5, held_ms // 400)):
        before = rig.wire.timeouts
        scan = rig.scan(at_ms)
        assert scan.unknown == rig.wire_mask
        assert [fault.symptom for fault in scan.faults] == [symptom]
        assert rig.wire.timeouts <= before + 1
    assert rig.wire.timeouts <= 40 + held_ms // 500
    check_healed(rig, 10 + held_ms)


@pytest.mark.parametrize("truth", [0, 1, 0x5A5A, 2**64 - 1])
def test_a_brown_out_is_seen_before_its_levels(rig: Rig, truth: int) -> None:
    rig.close_contacts(truth & (1 << rig.matrix.channels) - 1)
    seen = 0
    for number in range(600):
        at_ms = number * 5
        if number == 100:
            rig.inject(BrownOut(address=0x20, at_ns=at_ms * MS))
        scan = rig.scan(at_ms)
        assert scan.levels == rig.truth & ~scan.unknown
        seen += any(fault.symptom is Symptom.BROWN_OUT for fault in scan.faults)
    assert seen == 1


def test_a_chip_that_is_not_there_at_the_start_is_found_later(rig: Rig) -> None:
    rig.inject(Absent(address=0x20, from_ns=0, until_ns=3_000 * MS))
    rig.close_contacts(0b101)
    for at_ms in range(0, 3_000, 5):
        assert rig.scan(at_ms).unknown == rig.chip_mask
    check_healed(rig, 3_000)


@pytest.mark.parametrize("chance", [0.02, 0.2])
def test_a_lossy_bus_never_gives_wrong_levels(rig: Rig, chance: float) -> None:
    rig.inject(Lossy(chance=chance, seed=5))
    end_ms = evening(rig, seed=7)
    rig.wire.heal()
    check_healed(rig, end_ms)


times_ns = st.integers(0, SCANS * PERIOD_MS).map(lambda ms: ms * MS)
addresses = st.sampled_from([0x20, 0x21])
numbers = st.integers(0, 300)
loud_faults: st.SearchStrategy[BusFault] = st.one_of(
    st.builds(NthTransfer, n=numbers, symptom=st.sampled_from(SYMPTOMS), after=st.integers(0, 2)),
    st.builds(Absent, address=addresses, from_ns=times_ns, until_ns=times_ns),
    st.builds(Held, from_ns=times_ns, until_ns=times_ns, symptom=st.sampled_from(SYMPTOMS)),
    st.builds(Lossy, chance=st.floats(0, 0.3), seed=st.integers(0, 99)),
    st.builds(Slip, n=numbers, address=addresses),
)


@given(rig_names, st.lists(loud_faults, max_size=6), st.integers(0, 99))
def test_any_mixture_of_faults_is_survived_and_healed(
    name: str, faults: list[BusFault], seed: int
) -> None:
    rig = RIGS[name]()
    for fault in faults:
        rig.inject(fault)
    dice = random.Random(seed)
    for number in range(SCANS):
        rig.close_contacts(dice.getrandbits(rig.matrix.channels))
        rig.scan(number * PERIOD_MS)
    rig.wire.heal()
    check_healed(rig, SCANS * PERIOD_MS)


def test_closing_twice_is_allowed(rig: Rig) -> None:
    rig.scan(0)
    rig.matrix.close()
    rig.matrix.close()
    assert rig.matrix.channels
