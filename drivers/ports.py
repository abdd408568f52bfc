"""What the controller asks of hardware, and what hardware may answer.

A *channel* is one sensor or one lamp, counted from 0; the board profile says which point of which
game it watches. A set of channels is an `int` whose bit *n* stands for channel *n*. Some sensors tell
more of a man than that it stands there: their scans carry what they give, channel by channel.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class Symptom(StrEnum):
    """What is wrong with a chip or a bus."""

    NAK = "no-answer"
    """The chip did not acknowledge its address (EREMOTEIO, ENXIO)."""
    STUCK = "bus-stuck"
    """The bus timed out: a line is held low (ETIMEDOUT)."""
    ARBITRATION = "arbitration-lost"
    IO = "io-error"
    UNSUPPORTED = "unsupported"
    """The adapter refuses this kind of transfer (EOPNOTSUPP)."""
    MISSING = "chip-missing"
    """The chip has not answered for many scans in a row."""
    BROWN_OUT = "brown-out"
    """The chip's configuration had gone back to its reset values; it was written again."""
    BUS_MISSING = "bus-missing"
    """The bus device does not exist or may not be opened."""
    BOTH_POLES = "both-poles"
    """The switches for both poles of a magnet are closed at one point, which no single man does."""
    GHOST = "ghost"
    """Closed contacts of a matrix without diodes hide whether others are closed."""
    LINE = "line-stuck"
    """A line of a matrix does not follow its rows: shorted, or its wire is broken."""
    CHAIN = "chain-broken"
    """A chain of shift registers does not give back what was sent through it, or does not latch."""
    OUT_OF_STEP = "out-of-step"
    """What a board tells does not fit what it told before; all of it is read anew."""
    OUT_OF_RANGE = "out-of-range"
    """An analogue input is at an end of its scale, where no sensor is: open, shorted or without supply."""
    MULTIPLEXER = "multiplexer-dead"
    """All inputs of an analogue multiplexer read the same, or none reads what a sensor gives."""
    OVER_CURRENT = "over-current"
    """A touch controller has stopped, because too much current flowed."""
    UNTUNED = "not-tuned"
    """A touch controller cannot bring electrodes into its range, or has not yet measured them."""


class Kind(StrEnum):
    """What the sensors of a board tell, and what the readings of a scan are."""

    PRESENCE = "presence"
    """Something stands there, no more: no readings."""
    POLARITY = "polarity"
    """The pole of a magnet: 1 that of the light men, -1 that of the dark ones."""
    FIELD = "field"
    """Strength with its sign, full scale -1000 to 1000; a man near 500 either way."""
    IDENTITY = "identity"
    """Which man: his letter."""


class WorldFault(OSError):  # noqa: N818 - a fault of the world, not our error
    """Hardware, disk or network failed. Carries what, where and what to do.

    Attributes:
        symptom: the kind of fault.
        where: bus and chip in words ("/dev/i2c-1 chip 0x21").
        remedy: what a person can do.
    """

    def __init__(self, symptom: Symptom, where: str, remedy: str) -> None:
        super().__init__(f"{where}: {symptom.value}. {remedy}")
        self.symptom = symptom
        self.where = where
        self.remedy = remedy


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """A fault met in one scan, as a value: scanning goes on."""

    symptom: Symptom
    where: str
    remedy: str


Reading = int | str
"""What one sensor gives: a pole, a strength or a man's letter, as `Kind` says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """One reading of all sensors.

    Attributes:
        levels: channels where something stands (1 = occupied, whatever the wiring's polarity).
        unknown: channels that could not be read; their bits in `levels` are 0 and mean nothing.
        faults: why, one a chip.
        readings: what each channel of `levels` gives, as the matrix's `kind` says; None from sensors
            that tell presence only.
    """

    levels: int
    unknown: int = 0
    faults: tuple[Fault, ...] = ()
    readings: Mapping[int, Reading] | None = None


class SensorMatrix(Protocol):
    """Sensors, read all at once."""

    @property
    def channels(self) -> int:
        """How many channels there are."""
        ...

    @property
    def kind(self) -> Kind:
        """What the sensors tell."""
        ...

    def scan(self, at_ns: int) -> Scan:
        """Reads every channel. Never raises for a fault of the hardware: see `Scan.faults`.

        Where nothing has changed, the very same object as the scan before.

        Args:
            at_ns: monotonic time of this scan; drivers use it for retry and re-check intervals.
        """
        ...

    def close(self) -> None:
        """Releases the bus. May be called twice."""
        ...


Colour = tuple[int, int, int]
"""Red, green, blue, each 0 to 255."""


class Lamps(Protocol):
    """Lamps, written all at once."""

    @property
    def count(self) -> int: ...

    def show(self, colours: Mapping[int, Colour]) -> None:
        """Lights these channels and darkens all others.

        Raises:
            WorldFault: the lamps could not be written; the next call tries again.
        """
        ...

    def close(self) -> None:
        """Darkens the lamps and releases the bus. May be called twice."""
        ...


class Keys(Protocol):
    """Buttons and the clock lever."""

    @property
    def names(self) -> Sequence[str]: ...

    def pressed(self, at_ns: int) -> Sequence[str]:
        """The keys that went down since the last call, in order."""
        ...

    @property
    def faults(self) -> Sequence[Fault]:
        """Keys that could not be read just now, and why: their presses may be lost."""
        ...

    def close(self) -> None: ...


class I2cBus(Protocol):
    """One I2C bus. Each call is one transfer to one chip.

    Several reads in one transaction fail on a Raspberry Pi 0 to 4 (the kernel's i2c-bcm2835 answers
    EOPNOTSUPP).
    """

    @property
    def name(self) -> str:
        """For messages: "/dev/i2c-1"."""
        ...

    def write(self, address: int, data: bytes) -> None:
        """START, address, data, STOP.

        Raises:
            WorldFault: the transfer failed.
        """
        ...

    def read(self, address: int, count: int) -> bytes:
        """START, address, `count` bytes read, STOP. Sends no register pointer."""
        ...

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        """START, address, data, repeated START, `count` bytes read, STOP."""
        ...

    def close(self) -> None: ...


class SpiBus(Protocol):
    """One SPI device."""

    @property
    def name(self) -> str:
        """For messages: "/dev/spidev0.0"."""
        ...

    def write(self, data: bytes) -> None:
        """Clocks the bytes out.

        Raises:
            WorldFault: the transfer failed.
        """
        ...

    def exchange(self, data: bytes) -> bytes:
        """Clocks the bytes out and returns as many that came in meanwhile, chip select held throughout.

        Raises:
            WorldFault: the transfer failed.
        """
        ...

    def close(self) -> None: ...


class OutputLines(Protocol):
    """GPIO lines that are driven."""

    @property
    def count(self) -> int: ...

    def set(self, levels: int) -> None:
        """Drives all of them at once as far as the machine can: bit n is the level of line n.

        Raises:
            WorldFault: the lines could not be driven.
        """
        ...

    def close(self) -> None:
        """Lets go of the lines. May be called twice."""
        ...


class InputLines(Protocol):
    """GPIO lines that are read."""

    @property
    def count(self) -> int: ...

    def read(self) -> int:
        """The levels, electrically as they are: bit n is that of line n.

        Raises:
            WorldFault: the lines could not be read.
        """
        ...

    def close(self) -> None:
        """Lets go of the lines. May be called twice."""
        ...


class SerialPort(Protocol):
    """One serial line."""

    @property
    def name(self) -> str:
        """For messages: "/dev/ttyUSB0"."""
        ...

    def write(self, data: bytes) -> None:
        """Sends the bytes.

        Raises:
            WorldFault: the line has failed or its device is gone.
        """
        ...

    def read(self) -> bytes:
        """All bytes that have come since the last call; never waits.

        Raises:
            WorldFault: the line has failed or its device is gone.
        """
        ...

    def close(self) -> None: ...


Pull = Literal["up", "down", "none"]
"""What holds an input line that nothing drives."""


class Machine(Protocol):
    """The computer that a board is wired to: opens its buses and lines by their names.

    The real one is a Raspberry Pi; simulated ones hold models of chips. Each call opens anew, and raises
    WorldFault where the device is missing or may not be opened.
    """

    def i2c(self, device: str) -> I2cBus:
        """An I2C bus: "/dev/i2c-1"."""
        ...

    def spi(self, device: str, *, speed_hz: int, mode: Literal[0, 1, 2, 3] = 0) -> SpiBus:
        """An SPI device: "/dev/spidev0.0"."""
        ...

    def outputs(self, pins: Sequence[int], *, open_drain: bool = False) -> OutputLines:
        """GPIO lines by their BCM numbers; they begin low.

        Args:
            open_drain: level 0 pulls a line down, level 1 lets go of it: a weak pull-up raises it
                where nothing else holds it down. They begin let go of.
        """
        ...

    def inputs(self, pins: Sequence[int], pull: Pull) -> InputLines:
        """GPIO lines by their BCM numbers."""
        ...

    def serial(self, device: str, *, baud: int) -> SerialPort:
        """A serial line: "/dev/ttyUSB0"; 8 data bits, no parity, 1 stop bit."""
        ...
