"""Freeing a stuck bus: a chip that holds SDA until it has been clocked lets go, and the driver comes back."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers.i2c_recover import CLOCKS, NotFreeError, clock_out, main, recover

if TYPE_CHECKING:
    from pathlib import Path

SHORT = 10**9


@dataclass
class Stuck:
    """A bus whose chip holds SDA for so many clocks.

    Attributes:
        wires: SDA and SCL after each change, as the chips see them.
    """

    holds: int
    scl_short: bool = False
    wires: list[tuple[bool, bool]] = field(default_factory=list)
    closed: bool = False
    _pulled: tuple[bool, bool] = (False, False)

    def pull(self, *, sda: bool, scl: bool) -> None:
        if self._pulled[1] and not scl:  # SCL rises: one more bit is out
            self.holds = max(0, self.holds - 1)
        self._pulled = (sda, scl)
        self.wires.append(self.read())

    def read(self) -> tuple[bool, bool]:
        return not (self._pulled[0] or self.holds), not (self._pulled[1] or self.scl_short)

    def close(self) -> None:
        self.closed = True


def no_pause(_: float) -> None:
    return


@given(st.integers(0, CLOCKS))
def test_a_chip_that_needs_nine_clocks_at_most_lets_go_and_sees_a_stop(holds: int) -> None:
    bus = Stuck(holds)
    clock_out(bus, no_pause)
    assert bus.wires[-1] == (True, True)
    assert bus.wires[-2] == (False, True), "no STOP: SDA must rise while SCL is high"


@given(st.integers(0, CLOCKS))
def test_the_only_start_there_can_be_is_the_chips_own(holds: int) -> None:
    bus = Stuck(holds)
    clock_out(bus, no_pause)
    falls = [
        1
        for (sda, scl), (sda_after, scl_after) in zip(bus.wires, bus.wires[1:], strict=False)
        if sda and not sda_after and scl and scl_after
    ]
    assert falls == []


@pytest.mark.parametrize(
    ("bus", "text"),
    [(Stuck(SHORT), "SDA stays low"), (Stuck(0, scl_short=True), "SCL is held low")],
)
def test_a_short_is_named(bus: Stuck, text: str) -> None:
    with pytest.raises(NotFreeError, match=text):
        clock_out(bus, no_pause)


def sysfs(folder: Path) -> Path:
    """The files of a bus as a Raspberry Pi has them; returns those of its driver."""
    driver = folder / "bus/platform/drivers/i2c-bcm2835"
    device = folder / "devices/platform/soc/fe804000.i2c"
    adapter = device / "i2c-1"
    for each in (driver, adapter, folder / "bus/i2c/devices"):
        each.mkdir(parents=True)
    (device / "driver").symlink_to(driver)
    (folder / "bus/i2c/devices/i2c-1").symlink_to(adapter)
    return driver


@pytest.mark.parametrize("holds", [0, 5, SHORT])
def test_the_driver_gets_its_bus_back_whatever_happens(holds: int, tmp_path: Path) -> None:
    driver = sysfs(tmp_path)
    bus = Stuck(holds)
    asked: list[tuple[int, int]] = []

    def lines_of(sda: int, scl: int) -> Stuck:
        assert (driver / "unbind").read_text() == "fe804000.i2c"
        assert not (driver / "bind").exists()
        asked.append((sda, scl))
        return bus

    try:
        recover(1, lines_of, tmp_path)
    except NotFreeError:
        assert holds == SHORT
    assert asked == [(2, 3)]
    assert bus.closed
    assert (driver / "bind").read_text() == "fe804000.i2c"


@pytest.mark.parametrize(("bus", "text"), [(1, "no bus i2c-1"), (7, "pins of i2c-7")])
def test_what_is_no_bus_of_ours_is_left_alone(bus: int, text: str, tmp_path: Path) -> None:
    with pytest.raises(NotFreeError, match=text):
        recover(bus, lambda *_: pytest.fail("opened"), tmp_path)


def test_the_program_says_which_bus_is_not_free(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TOUCHMOVE_I2C_BUSES", "9")
    assert main() == 1
    assert capsys.readouterr().err.startswith("i2c-9: the pins of i2c-9 are not known")
