"""Stands in for lgpio below the real pins of gpiozero: lines as a Raspberry Pi has them.

Written after lgGpio.c of lg 0.2.2: to change its direction a line is given back to the kernel and requested
anew; requested in the direction that it has it stays as it is; without flags its pull resistor stays too.
"""

import importlib
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import ModuleType

import pytest
from gpiozero.pins.local import LocalPiFactory  # type: ignore[import-untyped]

from drivers import gpio

IN, OUT = "in", "out"
_PULLS = {32: "up", 64: "down", 128: "none"}


class LgpioError(Exception):
    """What lgpio raises."""


@dataclass
class Line:
    """One line of the chip.

    Attributes:
        claimed: whether this process has it.
        pull: of the hardware; a Pi starts with pull-downs at most lines.
        held: the level that something outside holds it at, or None.
        taken: another process has it.
        broken: the kernel refuses to read and write it.
    """

    direction: str = IN
    level: int = 0
    claimed: bool = False
    pull: str = "down"
    held: int | None = None
    taken: bool = False
    broken: bool = False

    def read(self) -> int:
        if self.direction == OUT:
            return self.level
        return int(self.pull == "up") if self.held is None else self.held


class Chip:
    """The lines of a Raspberry Pi.

    Attributes:
        lines: by BCM number.
        calls: of the kernel so far.
        opened: how often it is open now.
        number: N of the /dev/gpiochipN that was opened.
        seen: called after each change of a line.
    """

    def __init__(self) -> None:
        self.lines = [Line() for _ in range(28)]
        self.calls = 0
        self.opened = 0
        self.number: int | None = None
        self.seen: Callable[[], None] = lambda: None

    def module(self) -> ModuleType:
        """What is imported as lgpio."""
        made = ModuleType("lgpio")
        for name, value in {
            "SET_PULL_UP": 32,
            "SET_PULL_DOWN": 64,
            "SET_PULL_NONE": 128,
            "RISING_EDGE": 1,
            "FALLING_EDGE": 2,
            "BOTH_EDGES": 3,
            "error": LgpioError,
            "gpiochip_open": self._open,
            "gpiochip_close": self._close,
            "gpio_claim_input": self._claim_input,
            "gpio_claim_output": self._claim_output,
            "gpio_free": self._free,
            "gpio_get_mode": self._mode,
            "gpio_read": self._read,
            "gpio_write": self._write,
        }.items():
            setattr(made, name, value)
        return made

    def _open(self, chip: int) -> int:
        self.number = chip
        self.opened += 1
        return 7

    def _close(self, handle: int) -> None:
        assert handle == 7
        self.opened -= 1
        for line in self.lines:
            line.claimed = False

    def _claim_input(self, handle: int, number: int, flags: int = 0) -> int:
        return self._claim(handle, number, IN, 0, flags)

    def _claim_output(self, handle: int, number: int, level: int = 0, flags: int = 0) -> int:
        return self._claim(handle, number, OUT, level, flags)

    def _claim(self, handle: int, number: int, direction: str, level: int, flags: int) -> int:
        assert handle == 7
        line = self.lines[number]
        if line.claimed and line.direction == direction:
            return 0
        if line.claimed:
            self._free(handle, number)
        self.calls += 1
        if line.taken:
            raise LgpioError("'GPIO busy'")
        line.claimed, line.direction, line.level = True, direction, level
        line.pull = _PULLS.get(flags, line.pull)
        self.seen()
        return 0

    def _free(self, handle: int, number: int) -> int:
        assert handle == 7
        self.calls += 1
        self.lines[number].claimed = False
        self.lines[number].direction = IN
        self.seen()
        return 0

    def _mode(self, handle: int, number: int) -> int:
        assert handle == 7
        self.calls += 1
        line = self.lines[number]
        return 2 * (line.direction == OUT) | {"up": 32, "down": 64, "none": 0}[line.pull]

    def _read(self, handle: int, number: int) -> int:
        assert handle == 7
        self.calls += 1
        if self.lines[number].broken:
            raise LgpioError("'bad read'")
        return self.lines[number].read()

    def _write(self, handle: int, number: int, level: int) -> int:
        assert handle == 7
        self.calls += 1
        line = self.lines[number]
        assert line.direction == OUT
        if line.broken:
            raise LgpioError("'bad write'")
        line.level = level
        self.seen()
        return 0


@contextmanager
def chip_of(monkeypatch: pytest.MonkeyPatch, revision: int = 0xC03114) -> Iterator[Chip]:
    """The chip that the lgpio factory of gpiozero opens until the end of the context.

    Args:
        monkeypatch: undone at the end of the context.
        revision: of the Raspberry Pi; a 4B here.
    """
    chip = Chip()
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "lgpio", chip.module())
        patch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
        factory = importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory
        patch.setattr(factory, "_get_revision", lambda _: revision)
        patch.setattr(gpio, "_PI", gpio._Pi())
        # What a test has left open is not seen by the next.
        patch.setattr(LocalPiFactory, "pins", {})
        patch.setattr(LocalPiFactory, "_reservations", defaultdict(list))
        yield chip
    sys.modules.pop("gpiozero.pins.lgpio", None)
