"""Buttons and the clock lever on GPIO lines. The only module that imports gpiozero.

Levels are sampled by the scanning thread and debounced here. Edge events are not used: they get lost
when edges come fast, and one error in a callback silences all of them.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from drivers.faults import world_fault
from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """One line and what it is called.

    Attributes:
        name: reported when the line becomes active.
        pin: as gpiozero understands it: 17 or "GPIO17".
        active_low: the key pulls the line to ground; the line is pulled up. False: the reverse.
        up_name: reported when the line becomes inactive (a lever has two sides); None for nothing.
    """

    name: str
    pin: int | str
    active_low: bool = True
    up_name: str | None = None


class _Line:
    """A line and its last samples."""

    def __init__(self, key: Key, device: Any) -> None:  # noqa: ANN401 - gpiozero is untyped
        self.key = key
        self.device = device
        self.down: bool | None = None
        self.candidate = False
        self.agreed = 0

    def sample(self, needed: int) -> str | None:
        """Takes a sample; the name to report once `needed` samples agree on a new level."""
        level = bool(self.device.is_active)
        self.agreed = self.agreed + 1 if level == self.candidate else 1
        self.candidate = level
        if self.agreed < needed or level == self.down:
            return None
        first = self.down is None
        self.down = level
        if first:
            return None  # how it stood at the start is not a press
        return self.key.name if level else self.key.up_name


class GpioKeys:
    """Keys on the lines of a Raspberry Pi.

    Args:
        keys: in the order in which simultaneous presses are reported.
        samples: equal samples in a row that make a level certain; 3 at 200 a second are 15 ms.
        factory: gpiozero's pin factory; None for lgpio on the Pi itself.

    Raises:
        WorldFault: the lines cannot be used, or lgpio is not installed.
    """

    def __init__(self, keys: Sequence[Key], *, samples: int = 3, factory: Any = None) -> None:  # noqa: ANN401 - gpiozero is untyped
        gpiozero = importlib.import_module("gpiozero")
        self._samples = samples
        self._lines: list[_Line] = []
        self._owned = None
        if factory is None:
            factory = self._owned = _lgpio_factory(gpiozero.GPIOZeroError)
        try:
            for key in keys:
                device = gpiozero.InputDevice(key.pin, pull_up=key.active_low, pin_factory=factory)
                self._lines.append(_Line(key, device))
        except gpiozero.GPIOZeroError as error:
            self.close()
            raise WorldFault(
                Symptom.BUS_MISSING,
                f"key {key.name} on pin {key.pin}",
                f"The line cannot be used ({error}): correct its number, and use each line once.",
            ) from error

    @property
    def names(self) -> Sequence[str]:
        return [
            name
            for line in self._lines
            for name in (line.key.name, line.key.up_name)
            if name is not None
        ]

    def pressed(self, at_ns: int) -> Sequence[str]:  # noqa: ARG002 - samples are counted, not timed
        reported = []
        for line in self._lines:
            name = line.sample(self._samples)
            if name is not None:
                reported.append(name)
        return reported

    def close(self) -> None:
        for line in self._lines:
            line.device.close()
        self._lines.clear()
        if self._owned is not None:
            self._owned.close()
            self._owned = None


def _lgpio_factory(refused: type[Exception]) -> Any:  # noqa: ANN401 - gpiozero is untyped
    """The factory for the Pi's own lines, by name: gpiozero's search for one hides why it failed."""
    try:
        module = importlib.import_module("gpiozero.pins.lgpio")
        lgpio = importlib.import_module("lgpio")
    except ImportError as error:
        raise WorldFault(
            Symptom.BUS_MISSING,
            "the GPIO lines",
            "The Python package lgpio is missing: pip install 'touchmove[pi]'.",
        ) from error
    try:
        return module.LGPIOFactory()
    except OSError as error:
        raise world_fault(error, "the GPIO lines") from error
    except (lgpio.error, refused) as error:
        raise WorldFault(
            Symptom.BUS_MISSING,
            "the GPIO lines",
            f"They cannot be opened ({error}): add this user to the group gpio, on a Raspberry Pi.",
        ) from error
