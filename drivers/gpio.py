"""GPIO lines of the Raspberry Pi. The only module that imports gpiozero.

lgpio does the work, by name: gpiozero's own search for a back end hides why each of them failed, and may
end at one that cannot work. gpiozero knows from the model which of the Pi's chips has the lines: on a
Raspberry Pi 5 that is gpiochip4, or gpiochip0 with newer kernels; it must be able to read
/proc/device-tree or /proc/cpuinfo for that.

Levels are asked for; edge events are not used: they get lost when edges come fast, and one error in a
callback silences all of them.

What it costs: to read a line is one call of the kernel, to write it two. To let go of one, or to pull it
down again, lgpio gives it back and requests it anew: two calls and four. Closing the chip takes 0.1 s.
"""

from __future__ import annotations

import atexit
import importlib
import os
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from drivers.faults import world_fault
from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from drivers.ports import InputLines, OutputLines, Pull

_WHERE: Final = "the GPIO lines"
_PULLS: Final[Mapping[Pull, str]] = {"up": "up", "down": "down", "none": "floating"}
_UNUSABLE: Final = (
    "The line cannot be used ({}): correct its number, use each line once, and stop other programs "
    "that use it."
)
_SILENT: Final = (
    "The line does not answer ({}): restart the program, and see the kernel's log (dmesg)."
)


class _Pi:
    """The chip of this Raspberry Pi, opened with the first line that is used and closed with the last.

    There is one for the whole process, as gpiozero keeps the pins of all its factories in one place: a
    second factory would be given those of the first.
    """

    def __init__(self) -> None:
        self._opened: tuple[Any, tuple[type[Exception], ...]] | None = None
        self._users = 0

    def enter(self) -> tuple[Any, tuple[type[Exception], ...]]:
        """The factory for one more user, and what it may raise.

        Raises:
            WorldFault: the lines cannot be opened.
        """
        if self._opened is None:
            self._opened = lgpio_factory(_zero_errors())
        self._users += 1
        return self._opened

    def leave(self) -> None:
        """A user is done."""
        self._users -= 1
        if not self._users and self._opened is not None:
            self._opened[0].close()
            self._opened = None


_PI: Final = _Pi()


class Gpio:
    """Lines by their BCM numbers.

    Args:
        factory: gpiozero's pin factory, which stays open; None for lgpio on the Pi itself.
    """

    def __init__(self, factory: Any = None) -> None:  # noqa: ANN401 - gpiozero is untyped
        self._given = factory

    def outputs(self, pins: Sequence[int], *, open_drain: bool = False) -> OutputLines:
        """Lines that are driven, as `Machine.outputs` says.

        gpiozero knows no open drain; a line is let go of by making it an input, with its pull-up on. So
        nothing ever drives it high.

        Raises:
            WorldFault: a line cannot be used, or lgpio is not installed.
        """
        return _Outputs(self, pins, open_drain=open_drain)

    def inputs(self, pins: Sequence[int], pull: Pull) -> InputLines:
        """Lines that are read. GPIO 2 and 3 have pull-up resistors on the Pi and can have no other pull.

        Raises:
            WorldFault: a line cannot be used, or lgpio is not installed.
        """
        return _Inputs(self, pins, pull)

    def enter(self) -> tuple[Any, tuple[type[Exception], ...]]:
        """The factory for one more user, and what it may raise.

        Raises:
            WorldFault: the lines cannot be opened.
        """
        return _PI.enter() if self._given is None else (self._given, _zero_errors())

    def leave(self) -> None:
        """A user is done."""
        if self._given is None:
            _PI.leave()


def _zero_errors() -> tuple[type[Exception], ...]:
    """What gpiozero raises."""
    return importlib.import_module("gpiozero").GPIOZeroError, OSError


class _Lines:
    """Lines in one direction.

    Args:
        prepare: brings a pin into its first state.
    """

    def __init__(self, gpio: Gpio, pins: Sequence[int], prepare: Callable[[Any], None]) -> None:
        factory, self._errors = gpio.enter()
        self._gpio: Gpio | None = gpio
        self._devices: list[Any] = []
        self._count = len(pins)
        device = importlib.import_module("gpiozero").GPIODevice
        for pin in pins:
            try:
                factory.pin(pin)  # a device that finds its pin taken would keep it reserved
                self._devices.append(device(pin, pin_factory=factory))
                prepare(self._devices[-1].pin)
            except self._errors as error:
                self.close()
                raise _fault(error, pin, Symptom.BUS_MISSING, _UNUSABLE) from error
        self._pins = [(pin, device.pin) for pin, device in zip(pins, self._devices, strict=True)]

    @property
    def count(self) -> int:
        return self._count

    def close(self) -> None:
        if self._gpio is None:
            return
        self._pins = []
        for device in self._devices:
            with suppress(*self._errors):  # a line that is lost is as good as let go of
                device.close()
        self._gpio.leave()
        self._gpio = None

    def _check_open(self) -> None:
        if self._gpio is None:
            raise ValueError("the GPIO lines were closed and cannot be used any more")


class _Inputs(_Lines):
    """Implements `InputLines`."""

    def __init__(self, gpio: Gpio, pins: Sequence[int], pull: Pull) -> None:
        super().__init__(gpio, pins, lambda pin: pin.input_with_pull(_PULLS[pull]))

    def read(self) -> int:
        self._check_open()
        levels = number = 0
        try:
            for place, (number, pin) in enumerate(self._pins):  # noqa: B007 - said in the fault
                levels |= bool(pin.state) << place
        except self._errors as error:
            raise _fault(error, number, Symptom.IO, _SILENT) from error
        return levels


class _Outputs(_Lines):
    """Implements `OutputLines`. Only lines that change are touched."""

    def __init__(
        self,
        gpio: Gpio,
        pins: Sequence[int],
        *,
        open_drain: bool,
    ) -> None:
        self._open_drain = open_drain
        self._levels: int | None = (1 << len(pins)) - 1 if open_drain else 0
        prepare = _let_go if open_drain else _pull_down
        super().__init__(gpio, pins, prepare)

    def set(self, levels: int) -> None:
        self._check_open()
        all_lines = (1 << self._count) - 1
        levels &= all_lines
        changed = all_lines if self._levels is None else levels ^ self._levels
        if not changed:
            return
        self._levels = None  # until all have obeyed
        number = 0
        try:
            # Those that go up or are let go of come first: two rows of a matrix are never driven at once.
            for level in (1, 0):
                for place, (number, pin) in enumerate(self._pins):  # noqa: B007 - said in the fault
                    if changed >> place & 1 and levels >> place & 1 == level:
                        self._set(pin, level)
        except self._errors as error:
            raise _fault(error, number, Symptom.IO, _SILENT) from error
        self._levels = levels

    def _set(self, pin: Any, level: int) -> None:  # noqa: ANN401 - gpiozero is untyped
        if not self._open_drain:
            pin.state = level
        elif level:
            pin.function = "input"  # the pull-up of `_let_go` stays on
        else:
            _pull_down(pin)


def _let_go(pin: Any) -> None:  # noqa: ANN401 - gpiozero is untyped
    # Lines of a Pi have pull-downs at the start, which would fight the pull-ups of a matrix's columns.
    pin.input_with_pull("up")


def _pull_down(pin: Any) -> None:  # noqa: ANN401 - gpiozero is untyped
    pin.output_with_state(0)


def _fault(error: Exception, pin: int, symptom: Symptom, remedy: str) -> WorldFault:
    where = f"GPIO {pin}"
    if isinstance(error, OSError) and error.errno:
        return world_fault(error, where)
    return WorldFault(symptom, where, remedy.format(error))


def lgpio_factory(
    errors: tuple[type[Exception], ...],
) -> tuple[Any, tuple[type[Exception], ...]]:
    """The factory of gpiozero for the Pi's own lines.

    Args:
        errors: what gpiozero raises.

    Returns:
        The factory, and what it and its lines raise.

    Raises:
        WorldFault: lgpio is not installed, cannot make its pipe, or the lines may not be opened.
    """
    try:
        lgpio = _import_lgpio()
        module = importlib.import_module("gpiozero.pins.lgpio")
    except ImportError as error:
        raise WorldFault(
            Symptom.BUS_MISSING,
            _WHERE,
            "The Python package lgpio is missing: run scripts/setup.sh pi in the folder of the sources.",
        ) from error
    except OSError as error:
        raise WorldFault(
            Symptom.BUS_MISSING,
            _WHERE,
            f"lgpio cannot make its pipe ({error}): let LG_WD name a folder that this user may write to.",
        ) from error
    errors = (*errors, lgpio.error)
    try:
        return module.LGPIOFactory(), errors
    except errors as error:
        if isinstance(error, OSError) and error.errno:
            raise world_fault(error, _WHERE) from error
        if isinstance(error, importlib.import_module("gpiozero").PinUnknownPi):
            remedy = (
                "Which Raspberry Pi this is cannot be read: run it on one, and leave /proc visible to the "
                "service (no ProcSubset=pid)."
            )
        else:
            remedy = "Add this user to the group gpio, on a Raspberry Pi."
        raise WorldFault(
            Symptom.BUS_MISSING, _WHERE, f"They cannot be opened ({error}). {remedy}"
        ) from error


def _import_lgpio() -> Any:  # noqa: ANN401 - lgpio is untyped
    """Imports lgpio without what that does to the process besides.

    On import lgpio makes LG_WD the working directory of the whole process, makes a named pipe there
    (without LG_WD in the working directory, whatever that is), and leaves it behind. Here the working
    directory stays, and without LG_WD the pipe is in a folder of its own that goes with the process.

    Raises:
        ImportError: it is not installed.
        OSError: the pipe cannot be made.
    """
    before = Path.cwd()
    mine = None
    if "LG_WD" not in os.environ:
        mine = os.environ["LG_WD"] = tempfile.mkdtemp(prefix="touchmove-")
        atexit.register(shutil.rmtree, mine, ignore_errors=True)
    try:
        return importlib.import_module("lgpio")
    finally:
        os.chdir(before)
        if mine is not None:
            del os.environ["LG_WD"]  # programs started from here have their own
