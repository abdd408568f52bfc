"""The clock's display on two modules of eight digits, on a model of their chips."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.max7219_clock import MODULES, Max7219Clock
from drivers.ports import Fault, Symptom
from drivers.segments import DARK, RETRY_NS, Display, Face
from drivers.sim.max7219 import Max7219Chain
from tests.conformance.lamp_rigs import Tap, TappedSpi

MS = 1_000_000
SCAN_MS = 5


class Rig:
    """Two modules, and scans between which they are written."""

    def __init__(self, fails: dict[int, Symptom] | None = None) -> None:
        self.chain = Max7219Chain(MODULES)
        self.tap = Tap(fails=fails or {})
        self.display: Display = Max7219Clock(TappedSpi(self.chain, self.tap))
        self.at_ms = 0
        self.faults: tuple[Fault, ...] = ()

    def show(self, first: Face, second: Face, for_ms: int = 5) -> list[Fault]:
        met: list[Fault] = []
        for _ in range(0, for_ms, SCAN_MS):
            self.faults = self.display.show((first, second), self.at_ms * MS)
            met += self.faults
            self.at_ms += SCAN_MS
        return met

    @property
    def texts(self) -> list[str]:
        return [chip.text for chip in self.chain.chips]


@pytest.mark.law("DR-3")
@pytest.mark.parametrize(
    ("face", "text"),
    [
        (Face(ms=0), "     0.00"),
        (Face(ms=1), "     0.01"),
        (Face(ms=300_000), "     5.00"),
        (Face(ms=3_599_000), "    59.59"),
        (Face(ms=3_599_001), "   1.00.00"),
        (Face(ms=5_400_000), "   1.30.00"),
        (Face(ms=5_400_000, mark=False), "   1.3000"),
        (Face(ms=10**10), "  99.59.59"),
        (Face(ms=30_000, periods=3), "3    0.30"),
    ],
)
def test_what_a_person_reads(face: Face, text: str) -> None:
    rig = Rig()
    rig.show(face, Face(ms=None))
    assert rig.texts == [text, ""]


@given(st.integers(0, 359_999_000))
def test_every_second_shows_and_no_two_times_look_alike(ms: int) -> None:
    rig = Rig()
    rig.show(Face(ms=ms), Face(ms=None))
    parts = [int(part) for part in rig.texts[0].split(".")]
    seconds = sum(part * 60**power for power, part in enumerate(reversed(parts)))
    assert seconds == -(-ms // 1000)


def test_a_fallen_flag_blinks() -> None:
    rig = Rig()
    seen = set()
    for _ in range(8):
        rig.show(Face(ms=5_000), Face(ms=0, flag=True), 250)
        seen.add(tuple(rig.texts))
    assert {second.strip() for _, second in seen} == {"0.00", ""}
    assert {first.strip() for first, _ in seen} == {"0.05"}


@pytest.mark.parametrize("symptom", [Symptom.IO, Symptom.BUS_MISSING])
def test_every_transfer_failing_once(symptom: Symptom) -> None:
    healthy = Rig()
    healthy.show(Face(ms=5_000), Face(ms=9_000), 1500)
    for number in range(healthy.tap.transfers):
        rig = Rig({number: symptom})
        met = rig.show(Face(ms=5_000), Face(ms=9_000), 1500)
        assert {fault.symptom for fault in met} == {symptom}
        assert met[0].where.startswith("clock display, ")
        rig.show(Face(ms=5_000), Face(ms=9_000), 1000)
        assert [text.strip() for text in rig.texts] == ["0.05", "0.09"]
        assert rig.faults == ()


def test_after_a_fault_all_is_written_again_with_the_next_try() -> None:
    rig = Rig()
    rig.show(Face(ms=59_000), Face(ms=59_000))
    rig.tap.fails = {rig.tap.transfers + 1: Symptom.IO}  # one digit of two has been written
    rig.show(Face(ms=48_000), Face(ms=48_000))
    rig.chain.brown_out()
    rig.show(Face(ms=59_000), Face(ms=59_000), RETRY_NS // MS + 5)
    assert [text.strip() for text in rig.texts] == ["0.59", "0.59"]


@pytest.mark.parametrize("at_ms", range(0, 1100, 95))
def test_a_supply_that_dips_is_mended_within_a_second(at_ms: int) -> None:
    rig = Rig()
    rig.show(Face(ms=5_000), Face(ms=9_000), 5 + at_ms)
    rig.chain.brown_out()
    assert rig.texts == ["", ""]
    rig.show(Face(ms=5_000), Face(ms=9_000), 1000)
    assert [text.strip() for text in rig.texts] == ["0.05", "0.09"]


def test_what_stands_still_is_written_once_a_second() -> None:
    rig = Rig()
    rig.show(*DARK, for_ms=1000)
    begun = rig.tap.transfers
    rig.show(*DARK, for_ms=5000)
    assert rig.tap.transfers == 6 * begun == 6 * 13


def test_a_second_that_goes_by_takes_one_transfer() -> None:
    rig = Rig()
    rig.show(Face(ms=5_000), Face(ms=9_000))
    before = rig.tap.transfers
    rig.show(Face(ms=4_000), Face(ms=9_000))
    assert rig.tap.transfers == before + 1


def test_closing_darkens_once_even_a_broken_bus() -> None:
    rig = Rig()
    rig.show(Face(ms=5_000), Face(ms=9_000))
    rig.display.close()
    rig.display.close()
    assert rig.texts == ["", ""]
    assert rig.tap.closed == 1
    broken = Rig({0: Symptom.BUS_MISSING})
    broken.display.close()
    assert broken.tap.closed == 1


def test_the_brightness_is_checked() -> None:
    with pytest.raises(ValueError, match="0 to 15"):
        Max7219Clock(Max7219Chain(2), brightness=16)
