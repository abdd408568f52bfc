"""Touch electrodes under the points, on MPR121 controllers (Freescale MPR121, rev. 4 of 2013).

A man with a metal foot lowers the reading of the electrode below him. The chip compares each reading with
a baseline of its own, with one threshold for touch and a lower one for release, and follows slow drift of
empty points (sections 5.5 and 5.6). It never follows a point with a man on it: he may stand for hours.

The tuning of an electrode is its charge, by which the chip brings it into range, and its baseline. The chip
finds both when it starts, and takes the board for empty then. So there is more to restart than settings:

* A chip that runs already, as after a restart of the program, is left running.
* Every second its tuning is read; when its supply has dipped, it gets the last one back.
* A chip that was without power needs an empty board, or the tuning of an empty board from before.

A scan is one transfer a chip, with the register named: its pointer goes on and does not come back.
Drift of more than the release threshold while a man stands hides that he is lifted: choose thresholds by
what a man really does to a reading. Interrupt lines are not used (see `drivers.expanders`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.expanders import ExpanderMatrix, Seen, check_addresses, chip_at
from drivers.ports import Fault, Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from drivers.ports import I2cBus

_TOUCHED: Final = b"\x00"
_CLEAR_OVER_CURRENT: Final = b"\x01\x80"
_DATA: Final = b"\x04"
_RUN: Final = b"\x5e"
_AUTO_CONFIG: Final = 0x7B
_RESET: Final = b"\x80\x63"
# Twelve electrodes; the baseline begins with the first data, or with what is in its registers.
_STOPPED: Final = b"\x00"
_RUN_FROM_DATA: Final = b"\x8c"
_RUN_FROM_REGISTERS: Final = b"\x0c"
# Where the tuning is, and how long: baselines, charge currents, charge times.
_TUNING: Final = ((0x1E, 12), (0x5F, 12), (0x6C, 6))
TUNING_BYTES: Final = 30
# Limits for 3.3 V as in section 5.11: the upper one 0.7 V below the supply, target 90 % and lower 65 % of it.
_UPPER, _TARGET, _LOWER = 201, 181, 131
_ELECTRODES: Final = 12
_STARTING_SCANS: Final = (
    20  # 100 ms at 200 scans a second; an electrode that reads 0 for longer is shorted
)
_EVERY: Final = (1 << _ELECTRODES) - 1
_OVER_CURRENT: Final = 0x8000
_TUNING_FAILED: Final = 0xC000
_OVER_CURRENT_REMEDY: Final = (
    "The chip has stopped: check its resistor at REXT (75 kΩ to ground) and look for a short there."
)
_STARTING_REMEDY: Final = (
    "The chip has just started and measures its electrodes: it is ready in a moment."
)
_UNTUNED_REMEDY: Final = (
    "The chip cannot bring these electrodes into range: look for a short, a broken wire or a wire too long; "
    "then switch it off and on with an empty board."
)
NAME: Final = "an MPR121"
FIRST: Final = 0x5A
LAST: Final = 0x5D
"""Addresses of the chip."""


class _Chip:
    """One chip. Implements `Group`.

    Attributes:
        tuning: the last one known, or None.
    """

    def __init__(
        self, bus: I2cBus, address: int, touch: int, release: int, tuning: bytes | None
    ) -> None:
        self.where = chip_at(bus, address)
        self.name = NAME
        self.inputs = _ELECTRODES
        self.tuning = tuning
        self._patience = 0
        self._bus = bus
        self._address = address
        self._settings: tuple[tuple[int, bytes], ...] = (
            # Rising, falling, and touched, where nothing is followed (section 5.5).
            (0x2B, bytes([1, 1, 14, 0, 1, 5, 1, 0, 0, 0, 0])),
            (0x41, bytes([touch, release] * _ELECTRODES)),
            # No debounce, the core has its own; 10 samples, one each millisecond.
            (0x5B, bytes([0x00, 0x10, 0x30])),
            (0x7C, bytes([0x00, _UPPER, _LOWER, _TARGET])),
        )

    def quick(self) -> bytes:
        return self._bus.write_read(self._address, _TOUCHED, 4)

    def set_up(self) -> None:
        bus, address = self._bus, self._address
        if self._runs():
            self._learn()
            if self.lost_at(full=True) is None:
                return
        self._patience = _STARTING_SCANS
        bus.write(address, _RESET)
        bus.write(address, _CLEAR_OVER_CURRENT)
        for register, values in self._settings:
            bus.write(address, bytes([register]) + values)
        if self.tuning is None:
            bus.write(address, bytes([_AUTO_CONFIG, 0x09]))
            bus.write(address, _RUN + _RUN_FROM_DATA)
            return
        bus.write(address, bytes([_AUTO_CONFIG, 0x08]))
        place = 0
        for register, count in _TUNING:
            bus.write(address, bytes([register]) + self.tuning[place : place + count])
            place += count
        bus.write(address, _RUN + _RUN_FROM_REGISTERS)

    def read(self) -> bytes:
        raw = self.quick()
        if int.from_bytes(raw[:2], "little") & _OVER_CURRENT:
            raise WorldFault(Symptom.OVER_CURRENT, self.where, _OVER_CURRENT_REMEDY)
        if self._patience and self._runs():
            data = self._bus.write_read(self._address, _DATA, 2 * _ELECTRODES)
            if not all(low or high for low, high in zip(data[::2], data[1::2], strict=True)):
                self._patience -= 1
                raise WorldFault(Symptom.UNTUNED, self.where, _STARTING_REMEDY)
            self._patience = 0
            return self.quick()
        return raw

    def lost_at(self, *, full: bool) -> str | None:
        if not self._runs():
            return self.where
        if not full:
            return None
        stand = all(
            self._bus.write_read(self._address, bytes([register]), len(values)) == values
            for register, values in self._settings
        )
        if not stand:
            return self.where
        self._learn()
        return None

    def park(self) -> None:
        """Each read names its register."""

    def decode(self, raw: bytes) -> Seen:
        touched, failed = int.from_bytes(raw[:2], "little"), int.from_bytes(raw[2:], "little")
        if not failed:
            return Seen(touched & _EVERY)
        unknown = failed & _EVERY or _EVERY
        electrodes = ", ".join(str(n) for n in range(_ELECTRODES) if unknown >> n & 1)
        where = f"{self.where} electrodes {electrodes}"
        fault = Fault(symptom=Symptom.UNTUNED, where=where, remedy=_UNTUNED_REMEDY)
        return Seen(touched & _EVERY & ~unknown, unknown, (fault,))

    def _runs(self) -> bool:
        run = self._bus.write_read(self._address, _RUN, 1)
        return run in {_RUN_FROM_DATA, _RUN_FROM_REGISTERS}

    def _learn(self) -> None:
        """Notes the tuning, unless the chip is just starting and has none yet."""
        read = self._bus.write_read
        tuning = b"".join([read(self._address, bytes([first]), count) for first, count in _TUNING])
        if all(tuning[:_ELECTRODES]):
            self.tuning = tuning


class Mpr121Matrix(ExpanderMatrix):
    """Points with an electrode each, twelve a chip.

    Channels go by chips in the order of their addresses, then by electrodes ELE0 to ELE11.

    Args:
        bus: closed together with the matrix.
        addresses: of the chips, 0x5A to 0x5D.
        touch: by how much a reading must be below the baseline (of 1024) for a man to stand there,
        release: and at most by how much for the point to be empty; less than `touch`.
        tuning: of an empty board, by address, as `tuning` gave it; for chips that are missing in it the
            board must be empty when they start.

    Attributes:
        bus: the name of the bus.

    Raises:
        ValueError: addresses outside the chip's range, none, or the same twice; wrong thresholds; a tuning
            of another length.
    """

    def __init__(
        self,
        bus: I2cBus,
        addresses: Sequence[int],
        *,
        touch: int = 12,
        release: int = 6,
        tuning: Mapping[int, bytes] | None = None,
    ) -> None:
        check_addresses(addresses, FIRST, LAST, NAME)
        if not 0 < release < touch <= 255:
            raise ValueError(f"thresholds of {NAME} are 1 to 255, release below touch")
        known = tuning or {}
        if any(len(values) != TUNING_BYTES for values in known.values()):
            raise ValueError(f"a tuning of {NAME} has {TUNING_BYTES} bytes")
        self.addresses = tuple(addresses)
        self.bus = bus.name
        self._electrodes = [_Chip(bus, a, touch, release, known.get(a)) for a in addresses]
        super().__init__(bus, self._electrodes)

    def tuning(self) -> dict[int, bytes]:
        """What the chips have found, by address; of an empty board it is worth keeping."""
        return {
            address: chip.tuning
            for address, chip in zip(self.addresses, self._electrodes, strict=True)
            if chip.tuning is not None
        }
