"""One suite for every `SensorMatrix`, whatever it is wired to: right levels, and honest blindness.

What must hold: no fault raises; a channel is reported right or unknown, never guessed; everything is
right again within a second after the fault is over.
"""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ports import Kind
from tests.conformance.rig import Rig
from tests.conformance.rigs import RIGS, WIRE_RIGS

PERIOD_MS = 100
SCANS = 13  # past the first comparison of every chip's settings
HEALING_MS = 1_000


@pytest.fixture(params=RIGS)
def rig(request: pytest.FixtureRequest) -> Rig:
    return RIGS[request.param]()


rig_names = st.sampled_from(sorted(RIGS))


def evening(rig: Rig, seed: int = 0) -> int:
    """Scans while contacts open and close; checks every settled scan; the time in ms at the end."""
    dice = random.Random(seed)
    rig.close_contacts(dice.getrandbits(rig.matrix.channels))
    at_ms = 0
    for number in range(SCANS):
        if number % 3 == 2:
            rig.close_contacts(rig.truth ^ 1 << dice.randrange(rig.matrix.channels))
        scan, at_ms = rig.settled(max(at_ms, number * PERIOD_MS))
        assert scan.levels == rig.truth & ~scan.unknown
    return max(SCANS * PERIOD_MS, at_ms)


def check_healed(rig: Rig, from_ms: int) -> None:
    for at_ms in range(from_ms, from_ms + HEALING_MS, PERIOD_MS):
        rig.scan(at_ms)
    scan, _ = rig.settled(from_ms + HEALING_MS)
    rig.check_right(scan)


@given(rig_names, st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=6))
def test_levels_are_right(name: str, truths: list[int]) -> None:
    rig = RIGS[name]()
    at_ms = 0
    for truth in truths:
        rig.close_contacts(truth)
        scan, at_ms = rig.settled(at_ms)
        rig.check_right(scan)


def test_each_channel_is_its_own(rig: Rig) -> None:
    at_ms = 0
    for channel in range(rig.matrix.channels):
        rig.close_contacts(1 << channel)
        scan, at_ms = rig.settled(at_ms)
        assert scan.levels == 1 << channel
        assert not scan.unknown


def test_readings_are_of_the_kind(rig: Rig) -> None:
    rig.close_contacts(0b1011)
    scan, _ = rig.settled(0)
    rig.check_right(scan)
    for reading in (scan.readings or {}).values():
        match rig.matrix.kind:
            case Kind.POLARITY:
                assert reading in {-1, 1}
            case Kind.FIELD:
                assert isinstance(reading, int)
                assert -1000 <= reading <= 1000
            case Kind.IDENTITY:
                assert isinstance(reading, str)
            case Kind.PRESENCE:
                pytest.fail("presence has no readings")


def test_nothing_changed_is_the_same_scan(rig: Rig) -> None:
    scan, at_ms = rig.settled(0)
    assert rig.scan(at_ms) is scan


@pytest.mark.parametrize("name", sorted(RIGS.keys() - WIRE_RIGS.keys()))
def test_every_call_failing_once(name: str) -> None:
    healthy = RIGS[name]()
    evening(healthy)
    for call in range(healthy.calls):
        rig = RIGS[name]()
        rig.fail(call)
        check_healed(rig, evening(rig))


@pytest.mark.parametrize("broken_ms", [3, 60, 700, 5_000, 60_000])
def test_what_breaks_off_is_blind_and_heals(rig: Rig, broken_ms: int) -> None:
    rig.close_contacts(0b101)
    _, at_ms = rig.settled(0)
    lost = rig.break_off()
    end_ms = at_ms + broken_ms
    while at_ms < end_ms:
        scan = rig.scan(at_ms)
        assert scan.unknown & lost == lost
        assert scan.levels == rig.truth & ~scan.unknown
        at_ms += max(5, broken_ms // 400)
    rig.mend()
    check_healed(rig, at_ms)


@given(rig_names, st.sets(st.integers(0, 300), max_size=9), st.integers(0, 99))
def test_any_calls_may_fail(name: str, calls: set[int], seed: int) -> None:
    rig = RIGS[name]()
    for call in calls:
        rig.fail(call)
    end_ms = evening(rig, seed)
    rig.mend()
    check_healed(rig, end_ms)


def test_closing_twice_is_allowed(rig: Rig) -> None:
    rig.scan(0)
    rig.matrix.close()
    rig.matrix.close()
    assert rig.matrix.channels
