"""The display of the clock on a model of its chips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.segments import DARK, MODULE_BYTES, ClockDisplay, Face, digits
from drivers.sim.bus import Absent, SimI2c, Wire
from drivers.sim.segments import FourDigits

ADDRESSES = (0x70, 0x71)
MS = 1_000_000
SCAN_MS = 5


class Rig:
    """Two modules, and scans between which they are written."""

    def __init__(self) -> None:
        self.left, self.right = FourDigits(), FourDigits()
        self.wire = Wire({0x70: self.left, 0x71: self.right})
        self.display = ClockDisplay(SimI2c(self.wire), ADDRESSES)
        self.at_ms = 0

    def show(self, first: Face, second: Face, for_ms: int = 100) -> None:
        until_ms = self.at_ms + for_ms
        while self.at_ms < until_ms:
            self.wire.now_ns = self.at_ms * MS
            self.display.show((first, second), self.at_ms * MS)
            self.at_ms += SCAN_MS


@pytest.fixture
def rig() -> Rig:
    return Rig()


@pytest.mark.parametrize(
    ("ms", "text"),
    [
        (0, " 000"), (1, " 001"), (59_000, " 059"), (59_001, " 100"), (119_500, " 200"),
        (3_599_000, "5959"), (3_599_001, " 100"), (5_400_000, " 130"), (36_000_000, "1000"),
        (10**10, "9959"), (-5, " 000"),
    ],
)  # fmt: skip
def test_digits(ms: int, text: str) -> None:
    assert digits(ms) == text


@pytest.mark.law("DR-3")
@given(st.integers(0, 3_599_000))
def test_under_an_hour_every_second_shows(ms: int) -> None:
    text = digits(ms)
    assert int(text[:2]) * 60 + int(text[2:]) == -(-ms // 1000)


def test_both_sides_are_shown_and_a_fallen_flag_blinks(rig: Rig) -> None:
    rig.show(Face(ms=5_400_000), Face(ms=0, flag=True))
    assert (rig.left.text, rig.left.blinking) == (" 1.30", False)
    assert (rig.right.text, rig.right.blinking) == (" 0:00", True)
    assert rig.left.brightness == 8
    rig.show(Face(ms=None), Face(ms=61_000))
    assert (rig.left.text, rig.right.text, rig.right.blinking) == ("", " 1:01", False)


def test_an_hour_and_a_half_is_told_from_a_minute_and_a_half(rig: Rig) -> None:
    rig.show(Face(ms=90 * 60_000), Face(ms=90_000))
    assert (rig.left.text, rig.right.text) == (" 1.30", " 1:30")


def test_the_sign_of_a_clock_that_runs_goes_off(rig: Rig) -> None:
    rig.show(Face(ms=90 * 60_000, mark=False), Face(ms=90_000, mark=False))
    assert (rig.left.text, rig.right.text) == (" 1 30", " 1 30")


@pytest.mark.parametrize(("periods", "points"), [(0, 0), (1, 1), (3, 3), (4, 4), (30, 4)])
def test_periods_of_byo_yomi_are_points(rig: Rig, periods: int, points: int) -> None:
    rig.show(Face(ms=30_000, periods=periods), Face(ms=90_000))
    assert (rig.left.text, rig.left.points) == (" 0:30", points)
    assert rig.right.points == 0


def test_a_scan_waits_for_one_transfer_at_most(rig: Rig) -> None:
    for number in range(1000):
        before = rig.wire.transfers, rig.wire.clocks
        rig.show(Face(ms=60_000 + number * 997), Face(ms=number * 1001), for_ms=SCAN_MS)
        assert rig.wire.transfers <= before[0] + 1
        assert rig.wire.clocks <= before[1] + 3 + 9 * (2 + MODULE_BYTES)


def test_a_clock_that_stands_is_written_once_a_second(rig: Rig) -> None:
    faces = Face(ms=60_000), Face(ms=60_000)
    rig.show(*faces)
    before = rig.wire.transfers
    rig.show(*faces, for_ms=850)
    assert rig.wire.transfers == before
    rig.show(*faces, for_ms=10_000)
    assert rig.wire.transfers == before + 10 * 8


def test_a_supply_that_dipped_is_mended_within_a_second_and_never_shows_what_it_held(
    rig: Rig,
) -> None:
    faces = Face(ms=300_000), Face(ms=200_000)
    rig.show(*faces)
    rig.left.brown_out()
    seen = set()
    for _ in range(0, 1100, SCAN_MS):
        rig.show(*faces, for_ms=SCAN_MS)
        seen.add(rig.left.text)
    assert seen == {"", " 5:00"}
    assert (rig.left.text, rig.left.brightness) == (" 5:00", 8)


def test_one_dead_module_does_not_hold_up_the_other(rig: Rig) -> None:
    rig.wire.inject(Absent(address=0x70, from_ns=0, until_ns=60_000 * MS))
    for ms in range(10_000, 0, -1000):
        rig.show(Face(ms=60_000), Face(ms=ms), for_ms=100)
        assert rig.right.text == f"{ms // 60_000:2}:{ms // 1000 % 60:02}"


def test_closing_darkens_even_where_a_module_has_gone(rig: Rig) -> None:
    rig.show(Face(ms=300_000), Face(ms=200_000))
    rig.wire.inject(Absent(address=0x70, from_ns=0, until_ns=1 << 60))
    rig.display.close()
    transfers = rig.wire.transfers
    rig.display.close()
    assert (rig.right.text, rig.wire.transfers) == ("", transfers)


def test_dark_is_dark(rig: Rig) -> None:
    rig.show(*DARK)
    assert (rig.left.text, rig.right.text) == ("", "")


@pytest.mark.parametrize("addresses", [(0x70, 0x70), (0x6F, 0x70), (0x70, 0x78)])
def test_wrong_addresses_are_refused(addresses: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="0x70 to 0x77"):
        ClockDisplay(SimI2c(Wire({})), addresses)


def test_wrong_brightness_is_refused() -> None:
    with pytest.raises(ValueError, match="0 to 15"):
        ClockDisplay(SimI2c(Wire({})), ADDRESSES, brightness=16)
