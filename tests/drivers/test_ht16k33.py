"""The display of the clock on a model of its chips."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.ht16k33 import ClockDisplay, Face, digits
from drivers.ports import Symptom
from drivers.sim.bus import NthTransfer, SimI2c, Wire
from drivers.sim.segments import Ht16k33

ADDRESSES = (0x70, 0x71)


def rig(*faults: NthTransfer) -> tuple[ClockDisplay, Ht16k33, Ht16k33, Wire]:
    left, right = Ht16k33(), Ht16k33()
    wire = Wire({0x70: left, 0x71: right}, faults=faults)
    return ClockDisplay(SimI2c(wire), ADDRESSES), left, right, wire


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


def test_both_sides_are_shown_and_a_fallen_flag_blinks() -> None:
    display, left, right, _ = rig()
    assert display.show((Face(ms=5_400_000), Face(ms=0, flag=True))) == ()
    assert (left.text, left.blinking) == (" 1:30", False)
    assert (right.text, right.blinking) == (" 0:00", True)
    assert left.brightness == 8
    display.show((Face(ms=None), Face(ms=61_000)))
    assert (left.text, right.text, right.blinking) == ("", " 1:01", False)


def test_nothing_is_written_while_nothing_changes() -> None:
    display, _, _, wire = rig()
    display.show((Face(ms=60_000), Face(ms=60_000)))
    before = wire.transfers
    display.show((Face(ms=59_500), Face(ms=60_000)))
    assert wire.transfers == before


@pytest.mark.parametrize("n", range(8))
@pytest.mark.parametrize("symptom", [Symptom.NAK, Symptom.STUCK, Symptom.IO])
def test_each_transfer_may_fail_once(n: int, symptom: Symptom) -> None:
    display, left, right, _ = rig(NthTransfer(n=n, symptom=symptom))
    faces = (Face(ms=300_000), Face(ms=200_000))
    faults = display.show(faces)
    assert [fault.symptom for fault in faults] == [symptom]
    assert hex(ADDRESSES[n // 4]) in faults[0].where
    assert display.show(faces) == ()
    assert (left.text, right.text) == (" 5:00", " 3:20")


def test_a_supply_that_dipped_is_mended_by_the_next_refresh() -> None:
    display, left, _, _ = rig()
    faces = (Face(ms=300_000), Face(ms=200_000))
    display.show(faces)
    left.brown_out()
    assert left.text == ""
    display.refresh()
    display.show(faces)
    assert left.text == " 5:00"


@pytest.mark.parametrize("addresses", [(0x70, 0x70), (0x6F, 0x70), (0x70, 0x78)])
def test_wrong_addresses_are_refused(addresses: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="0x70 to 0x77"):
        ClockDisplay(SimI2c(Wire({})), addresses)


def test_wrong_brightness_is_refused() -> None:
    with pytest.raises(ValueError, match="0 to 15"):
        ClockDisplay(SimI2c(Wire({})), ADDRESSES, brightness=16)
