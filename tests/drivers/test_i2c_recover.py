"""Freeing a stuck bus: a chip that holds SDA until it has been clocked lets go, and the driver comes back."""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from types import ModuleType
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from drivers import i2c_recover
from drivers.i2c_recover import CLOCKS, GpioLines, NotFreeError, clock_out, main, recover

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


class Lgpio(ModuleType):
    """As much of lgpio as is used, on a stuck bus.

    Attributes:
        labels: of the machine's GPIO chips.
        refuses: a call that fails.
    """

    error = type("error", (Exception,), {})

    def __init__(self, labels: tuple[str, ...], bus: Stuck, refuses: str = "") -> None:
        super().__init__("lgpio")
        self.labels, self.bus, self.refuses = labels, bus, refuses
        self.pulled = {2: False, 3: False}
        self.open: set[int] = set()

    def gpiochip_open(self, number: int) -> int:
        self.open.add(number)
        return number

    def gpio_get_chip_info(self, chip: int) -> list[object]:
        return [0, 54, f"gpiochip{chip}", self.labels[chip]]

    def gpiochip_close(self, chip: int) -> None:
        self.open.remove(chip)

    def gpio_claim_input(self, _: int, pin: int) -> None:
        self._set(pin, low=False)

    def gpio_claim_output(self, _: int, pin: int, level: int) -> None:
        if self.refuses:
            raise self.error(self.refuses)
        assert level == 0, "a bus is never driven high"
        self._set(pin, low=True)

    def gpio_read(self, _: int, pin: int) -> int:
        return int(self.bus.read()[pin - 2])

    def _set(self, pin: int, *, low: bool) -> None:
        self.pulled[pin] = low
        self.bus.pull(sda=self.pulled[2], scl=self.pulled[3])


@pytest.fixture
def devices(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(i2c_recover, "DEVICES", tmp_path)
    for number in (0, 1):
        (tmp_path / f"gpiochip{number}").touch()
    return tmp_path


def test_the_wires_are_the_headers_of_whatever_pi(
    devices: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for label in i2c_recover.CHIPS:
        lgpio = Lgpio(("raspberrypi-exp-gpio", label), Stuck(7))
        monkeypatch.setitem(sys.modules, "lgpio", lgpio)
        lines = GpioLines(2, 3)
        clock_out(lines, no_pause)
        assert lgpio.bus.read() == (True, True)
        lines.close()
        assert lgpio.open == set()


@pytest.mark.parametrize(
    ("labels", "refuses", "text"),
    [
        (("other", "another"), "", "is this a Raspberry Pi"),
        (("other", "pinctrl-rp1"), "GPIO busy", "gpio_claim_output.*GPIO busy"),
    ],
)
def test_what_lgpio_refuses_is_said(
    labels: tuple[str, ...],
    refuses: str,
    text: str,
    devices: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", Lgpio(labels, Stuck(1), refuses))
    with pytest.raises(NotFreeError, match=text):
        clock_out(GpioLines(2, 3), no_pause)
