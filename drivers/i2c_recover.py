"""Frees an I2C bus that a chip holds: nine clocks and a STOP, with the kernel's driver out of the way.

A chip that lost count in the middle of a read holds SDA low and waits for clocks. NXP UM10204 rev. 7.0,
3.1.16: the controller sends nine clock pulses; the target that holds the bus releases it within them. The
kernel's drivers for the Raspberry Pi do not do it, so it is done here on the pins, as root, by
touchmove-i2c-recover.service. Exit code 0: every bus is free; 1: one is not, and standard error says why.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable

CLOCKS = 9
HALF_S = 10e-6
"""Half a clock: 50 kHz at most, within the standard mode of every chip."""
PINS = {0: (0, 1), 1: (2, 3)}
"""GPIO of SDA and SCL (BCM numbers) of the header's buses."""
CHIPS = ("pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1")
"""Labels of the header's GPIO chip on a Pi 0 to 3, 4, 5."""
SYS = Path("/sys")
DEVICES = Path("/dev")


class Lines(Protocol):
    """The two wires, open drain. What is read is the wire, not what was asked for."""

    def pull(self, *, sda: bool, scl: bool) -> None:
        """Pulls these wires low and lets the others go."""

    def read(self) -> tuple[bool, bool]:
        """SDA and SCL; true is high."""

    def close(self) -> None:
        """Lets both go and gives the pins back."""


class NotFreeError(RuntimeError):
    """A bus could not be freed; the message says why and what to do."""


def clock_out(lines: Lines, pause: Callable[[float], None] = time.sleep) -> None:
    """Nine clocks and a STOP.

    Raises:
        NotFreeError: a wire stays low.
    """

    def step(*, sda: bool, scl: bool) -> None:
        lines.pull(sda=sda, scl=scl)
        pause(HALF_S)

    step(sda=False, scl=False)
    if not lines.read()[1]:
        raise NotFreeError(
            "SCL is held low, and no clock can cure that: look for a short, power off"
        )
    for _ in range(CLOCKS):
        step(sda=False, scl=True)
        step(sda=False, scl=False)
    # STOP: SDA rises while SCL is high. It falls while SCL is low, or that would be a START.
    step(sda=False, scl=True)
    step(sda=True, scl=True)
    step(sda=True, scl=False)
    step(sda=False, scl=False)
    if not lines.read()[0]:
        raise NotFreeError(
            "SDA stays low after nine clocks: look for a short, power the board off and on"
        )


def controller_of(bus: int, sys_folder: Path = SYS) -> tuple[Path, str]:
    """The folder of the driver that runs a bus, and the name of the controller in it.

    Raises:
        NotFreeError: there is no such bus, or it is no controller of the machine's own.
    """
    adapter = sys_folder / "bus/i2c/devices" / f"i2c-{bus}"
    if not adapter.exists():
        raise NotFreeError(f"there is no bus i2c-{bus}; is it enabled in config.txt?")
    device = adapter.resolve().parent
    driver = device / "driver"
    if not driver.exists():
        raise NotFreeError(f"i2c-{bus} has no driver of its own to take away ({device})")
    return driver.resolve(), device.name


def recover(bus: int, lines_of: Callable[[int, int], Lines], sys_folder: Path = SYS) -> None:
    """Takes the bus from its driver, frees it, and gives it back, also when freeing failed.

    Args:
        lines_of: opens the wires, given the pins of SDA and SCL.

    Raises:
        NotFreeError: the bus is not free, or is not one whose pins are known.
        OSError: the driver could not be taken away or given back.
    """
    if bus not in PINS:
        raise NotFreeError(f"the pins of i2c-{bus} are not known; those of {sorted(PINS)} are")
    driver, name = controller_of(bus, sys_folder)
    (driver / "unbind").write_text(name, encoding="ascii")
    try:
        lines = lines_of(*PINS[bus])
        try:
            clock_out(lines)
        finally:
            lines.close()
    finally:
        (driver / "bind").write_text(name, encoding="ascii")


class GpioLines:
    """The wires through the kernel's GPIO chip, by lgpio.

    Raises:
        NotFreeError: this machine's GPIO chip is not known, or lgpio refuses.
        ImportError: lgpio is not installed.
    """

    def __init__(self, sda: int, scl: int) -> None:
        self._lgpio: Any = importlib.import_module("lgpio")
        self._pins = (sda, scl)
        self._chip = self._open()

    def _open(self) -> int:
        for path in sorted(DEVICES.glob("gpiochip*")):
            chip = int(self._call("gpiochip_open", int(path.name.removeprefix("gpiochip"))))
            if self._call("gpio_get_chip_info", chip)[3] in CHIPS:
                return chip
            self._call("gpiochip_close", chip)
        raise NotFreeError("the header's GPIO chip was not found: is this a Raspberry Pi?")

    def pull(self, *, sda: bool, scl: bool) -> None:
        for pin, low in zip(self._pins, (sda, scl), strict=True):
            if low:
                self._call("gpio_claim_output", self._chip, pin, 0)
            else:
                self._call("gpio_claim_input", self._chip, pin)

    def read(self) -> tuple[bool, bool]:
        sda, scl = (bool(self._call("gpio_read", self._chip, pin)) for pin in self._pins)
        return sda, scl

    def close(self) -> None:
        self._call("gpiochip_close", self._chip)

    def _call(self, name: str, *arguments: int) -> Any:  # noqa: ANN401 - each call has its own
        try:
            return getattr(self._lgpio, name)(*arguments)
        except self._lgpio.error as error:
            raise NotFreeError(f"lgpio: {name}{arguments}: {error}") from error


def main() -> int:
    """Frees the buses that TOUCHMOVE_I2C_BUSES names ("1", or "0,1")."""
    failed = 0
    for text in os.environ.get("TOUCHMOVE_I2C_BUSES", "1").split(","):
        try:
            recover(int(text), GpioLines)
        except (NotFreeError, OSError, ImportError) as error:
            sys.stderr.write(f"i2c-{text}: {error}\n")
            failed = 1
        else:
            sys.stderr.write(f"i2c-{text}: is free\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
