"""A TCA9548A multiplexer: eight I2C buses behind one (Texas Instruments SCPS207).

One byte selects channels, a bit for each (section 8.5.4); writing it opens one and closes all others, so
two are never open together. It is written only when another channel is needed than the one that is open.
After power-on no channel is open: chips behind seem to be absent.

How far the selection is trusted: bare reads rely on it; drivers use them only to confirm what they know.
Before any other transfer the byte is read back, and also when a chip does not answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from drivers.ports import I2cBus

FIRST: Final = 0x70
LAST: Final = 0x77
"""Addresses of the chip."""
CHANNELS: Final = 8
_WHOLE_BUS: Final = frozenset({Symptom.STUCK, Symptom.BUS_MISSING})
_CLOSED_REMEDY: Final = "The multiplexer had lost its selection, which was made again: check its supply and its reset wire."
_KEEPS_NOTHING_REMEDY: Final = (
    "The chip does not keep the channel that is selected: check that it is a TCA9548A and that no two "
    "chips have this address."
)


class Tca9548a:
    """One multiplexer. Not for several threads at once.

    Chips on the bus itself, or behind another multiplexer of it, must have other addresses than those
    behind this one: a channel stays open until another is needed.

    Args:
        bus: closed with the last channel.
        address: 0x70 to 0x77.

    Raises:
        ValueError: no such chip has this address.
    """

    def __init__(self, bus: I2cBus, address: int) -> None:
        if not FIRST <= address <= LAST:
            raise ValueError(
                f"a TCA9548A answers at {FIRST:#04x} to {LAST:#04x}, not at {address:#04x}"
            )
        self.bus = bus
        self.where = f"{bus.name} multiplexer {address:#04x}"
        self.selected: int | None = None
        self._address = address
        self._users: list[_Channel] = []
        self._owed: dict[_Channel, WorldFault] = {}

    def channel(self, number: int) -> I2cBus:
        """One of the buses behind, 0 to 7. Closing the last that was asked for closes the bus itself.

        Raises:
            ValueError: there is no such channel.
        """
        if not 0 <= number < CHANNELS:
            raise ValueError(f"a TCA9548A has channels 0 to {CHANNELS - 1}, not {number}")
        user = _Channel(self, number)
        self._users.append(user)
        return user

    def select(self, user: _Channel) -> None:
        """Opens a channel.

        Raises:
            WorldFault: the multiplexer did not answer; or the whole bus has failed for another channel just
                now. Each channel hears of that once without a try of its own, which would cost another
                time-out.
        """
        if user in self._owed:
            raise self._owed.pop(user)
        try:
            self.bus.write(self._address, bytes([1 << user.number]))
        except WorldFault as fault:
            raise self._of_mux(fault, user) from fault
        self.selected = user.number
        self._owed.clear()

    def confirm(self, user: _Channel) -> None:
        """Opens a channel if it is not open, and makes sure that it is.

        Raises:
            WorldFault: it is not, or the multiplexer did not answer.
        """
        fresh = self.selected != user.number
        if fresh:
            self.select(user)
        try:
            stands = self.bus.read(self._address, 1)[0] == 1 << user.number
        except WorldFault as fault:
            raise self._of_mux(fault, user) from fault
        if not stands:
            self.selected = None
            if fresh:
                raise WorldFault(Symptom.IO, self.where, _KEEPS_NOTHING_REMEDY)
            raise WorldFault(Symptom.BROWN_OUT, self.where, _CLOSED_REMEDY)

    def explain(self, fault: WorldFault, user: _Channel, address: int) -> WorldFault:
        """What a failed transfer to a chip behind means: the multiplexer may be to blame."""
        if fault.symptom is Symptom.NAK:
            try:
                self.confirm(user)
            except WorldFault as cause:
                return cause
        else:
            self.selected = None
        if fault.symptom in _WHOLE_BUS:
            self._tell_others(fault, user)
        return WorldFault(fault.symptom, f"{user.name} chip {address:#04x}", fault.remedy)

    def release(self, user: _Channel) -> None:
        """A channel is closed for good; with the last one no channel stays open."""
        if user not in self._users:
            return
        self._users.remove(user)
        if not self._users:
            try:
                self.bus.write(self._address, b"\x00")
            except WorldFault:
                pass  # whoever uses the bus next finds out
            finally:
                self.bus.close()

    def _of_mux(self, fault: WorldFault, user: _Channel) -> WorldFault:
        self.selected = None
        if fault.symptom in _WHOLE_BUS:
            self._tell_others(fault, user)
        return WorldFault(fault.symptom, self.where, fault.remedy)

    def _tell_others(self, fault: WorldFault, user: _Channel) -> None:
        self._owed = {other: fault for other in self._users if other is not user}


class _Channel:
    """One bus behind a multiplexer. Implements `I2cBus`."""

    def __init__(self, mux: Tca9548a, number: int) -> None:
        self.number = number
        self._mux = mux
        self._bus = mux.bus
        self._name = f"{mux.where} channel {number}"

    @property
    def name(self) -> str:
        return self._name

    def write(self, address: int, data: bytes) -> None:
        self._mux.confirm(self)
        try:
            self._bus.write(address, data)
        except WorldFault as fault:
            raise self._mux.explain(fault, self, address) from fault

    def read(self, address: int, count: int) -> bytes:
        if self._mux.selected != self.number:
            self._mux.select(self)
        try:
            return self._bus.read(address, count)
        except WorldFault as fault:
            raise self._mux.explain(fault, self, address) from fault

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        self._mux.confirm(self)
        try:
            return self._bus.write_read(address, data, count)
        except WorldFault as fault:
            raise self._mux.explain(fault, self, address) from fault

    def close(self) -> None:
        self._mux.release(self)
