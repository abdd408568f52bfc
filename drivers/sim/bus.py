"""Simulated buses: chips on two wires, refusing what the real kernel refuses, and failing on request.

`Wire` is the kernel and the copper; `SimI2c` puts the drivers' port on it directly and cheaply,
`SimAdapter` stands in for `smbus2.SMBus` so that the real `SmbusI2c` can be tested on it.
"""

from __future__ import annotations

import errno
import os
import random
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NoReturn, Protocol

from drivers.faults import world_fault
from drivers.ports import Symptom

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_ERRNO: Final[Mapping[Symptom, int]] = {
    Symptom.NAK: errno.EREMOTEIO,
    Symptom.STUCK: errno.ETIMEDOUT,
    Symptom.ARBITRATION: errno.EAGAIN,
    Symptom.IO: errno.EIO,
    Symptom.UNSUPPORTED: errno.EOPNOTSUPP,
    Symptom.BUS_MISSING: errno.ENODEV,
}
_READ_FLAG: Final = 1
_CLOCKS_START_STOP: Final = 3  # START, STOP and the free time between transfers
_CLOCKS_RESTART: Final = 1
_CLOCKS_BYTE: Final = 9


class Chip(Protocol):
    """A chip on the wires."""

    def write(self, data: bytes) -> None: ...

    def read(self, count: int) -> bytes: ...

    def brown_out(self) -> None: ...

    def slip(self) -> None: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class NthTransfer:
    """The transfer with this number (from 0, counted over the whole bus) fails, once.

    Attributes:
        after: bytes of the read that the chip gives before it breaks off; its pointer has moved on.
    """

    n: int
    symptom: Symptom
    after: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Lossy:
    """Each transfer is not acknowledged with this chance, drawn by seed."""

    chance: float
    seed: int = 0
    symptom: Symptom = Symptom.NAK


@dataclass(frozen=True, slots=True, kw_only=True)
class Absent:
    """A chip is off the bus from one time until another (exclusive). It comes back reset."""

    address: int
    from_ns: int
    until_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The whole bus fails from one time until another (exclusive), by default by a line held low."""

    from_ns: int
    until_ns: int
    symptom: Symptom = Symptom.STUCK


@dataclass(frozen=True, slots=True, kw_only=True)
class BrownOut:
    """A chip's supply dips at this time: it answers, with its settings lost."""

    address: int
    at_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongData:
    """The read with this transfer number gives flipped bits, and nobody is told."""

    n: int
    mask: int = 0xFF


@dataclass(frozen=True, slots=True, kw_only=True)
class Slip:
    """Before the transfer with this number a chip's pointer goes on by one, and nobody is told."""

    n: int
    address: int


BusFault = NthTransfer | Lossy | Absent | Held | BrownOut | WrongData | Slip


@dataclass(frozen=True, slots=True)
class Message:
    """One part of a transfer: bytes to write, or how many to read."""

    address: int
    write: bytes | None
    read: int = 0


class Wire:
    """Chips on one pair of wires.

    Args:
        chips: by address.
        faults: what goes wrong and when; may be added to with `inject`.

    Attributes:
        now_ns: the virtual time, set by whoever runs the bench.
        transfers: transfers begun.
        clocks: clock periods of the bus that they took: divide by the bus speed for seconds.
        timeouts: transfers that stalled until the time-out.
    """

    def __init__(self, chips: Mapping[int, Chip], faults: Sequence[BusFault] = ()) -> None:
        self.chips = dict(chips)
        self.now_ns = 0
        self.transfers = 0
        self.clocks = 0
        self.timeouts = 0
        self._faults: list[BusFault] = []
        self._dice: dict[Lossy, random.Random] = {}
        self._away: set[int] = set()
        for fault in faults:
            self.inject(fault)

    @property
    def healthy(self) -> bool:
        """Whether no fault is planned any more."""
        return not self._faults

    def inject(self, fault: BusFault) -> None:
        """Plans a fault."""
        self._faults.append(fault)
        if isinstance(fault, Lossy):
            self._dice[fault] = random.Random(fault.seed)  # noqa: S311 - a simulation

    def heal(self) -> None:
        """Forgets every planned fault."""
        self._faults.clear()
        self._dice.clear()
        self._away.clear()

    def transfer(self, messages: Sequence[Message]) -> bytes:
        """One transaction, as the kernel of a Raspberry Pi 0 to 4 carries it out.

        Returns:
            What the last message read.

        Raises:
            OSError: with the kernel's error number.
        """
        number = self.transfers
        self.transfers += 1
        if any(message.write is None for message in messages[:-1]):
            _refuse(errno.EOPNOTSUPP)
        broken = self._strike(number) if self._faults else None
        data = b""
        self.clocks += _CLOCKS_START_STOP + _CLOCKS_RESTART * (len(messages) - 1)
        for message in messages:
            self.clocks += _CLOCKS_BYTE
            chip = self.chips.get(message.address)
            if chip is None or message.address in self._away:
                _refuse(errno.EREMOTEIO)
            if broken is not None:
                if message.write is None:
                    chip.read(min(broken.after, message.read))
                _refuse(_ERRNO[broken.symptom])
            if message.write is not None:
                self.clocks += _CLOCKS_BYTE * len(message.write)
                chip.write(message.write)
            else:
                self.clocks += _CLOCKS_BYTE * message.read
                data = chip.read(message.read)
        return self._spoil(number, data) if self._faults else data

    def read(self, address: int, count: int) -> bytes:
        """A bare read: `transfer` of one message, made cheap for scanning a healthy bus."""
        if self._faults or address not in self.chips:
            return self.transfer((Message(address, None, count),))
        self.transfers += 1
        self.clocks += _CLOCKS_START_STOP + _CLOCKS_BYTE * (1 + count)
        return self.chips[address].read(count)

    def _strike(self, number: int) -> NthTransfer | None:
        """Lets the faults do what is due now; a fault of one chip's own transfer is returned."""
        broken = None
        for fault in tuple(self._faults):
            match fault:
                case NthTransfer(n=n) if n <= number:
                    self._faults.remove(fault)
                    broken = fault
                case Lossy() if self._dice[fault].random() < fault.chance:
                    broken = NthTransfer(n=number, symptom=fault.symptom)
                case Absent():
                    self._strike_absent(fault)
                case Held() if self.now_ns >= fault.until_ns:
                    self._faults.remove(fault)
                case Held() if self.now_ns >= fault.from_ns:
                    broken = NthTransfer(n=number, symptom=fault.symptom)
                case BrownOut() if self.now_ns >= fault.at_ns:
                    self._faults.remove(fault)
                    self.chips[fault.address].brown_out()
                case Slip(n=n) if n <= number:
                    self._faults.remove(fault)
                    self.chips[fault.address].slip()
                case _:
                    pass
        if broken is not None and broken.symptom is Symptom.STUCK:
            self.timeouts += 1
            _refuse(errno.ETIMEDOUT)
        return broken

    def _strike_absent(self, fault: Absent) -> None:
        if self.now_ns >= fault.until_ns:
            self._faults.remove(fault)
            self._away.discard(fault.address)
        elif self.now_ns >= fault.from_ns and fault.address not in self._away:
            self._away.add(fault.address)
            self.chips[fault.address].brown_out()

    def _spoil(self, number: int, data: bytes) -> bytes:
        for fault in tuple(self._faults):
            if isinstance(fault, WrongData) and fault.n <= number and data:
                self._faults.remove(fault)
                return bytes(byte ^ fault.mask for byte in data)
        return data


def _refuse(number: int) -> NoReturn:
    raise OSError(number, os.strerror(number))


class SimI2c:
    """The drivers' bus port on a wire. Implements `I2cBus`."""

    def __init__(self, wire: Wire, *, name: str = "simulated bus") -> None:
        self.wire = wire
        self._name = name

    @property
    def name(self) -> str:
        return self._name

    def write(self, address: int, data: bytes) -> None:
        self._transfer(address, (Message(address, data),))

    def read(self, address: int, count: int) -> bytes:
        try:
            return self.wire.read(address, count)
        except OSError as error:
            raise world_fault(error, f"{self._name} chip {address:#04x}") from error

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        return self._transfer(address, (Message(address, data), Message(address, None, count)))

    def close(self) -> None:
        """Nothing to release."""

    def _transfer(self, address: int, messages: Sequence[Message]) -> bytes:
        try:
            return self.wire.transfer(messages)
        except OSError as error:
            raise world_fault(error, f"{self._name} chip {address:#04x}") from error


class SimAdapter:
    """What `smbus2.SMBus` is to `SmbusI2c`: takes the kernel's messages, fails with its errors."""

    def __init__(self, wire: Wire) -> None:
        self._wire = wire
        self.closed = False

    def i2c_rdwr(self, *i2c_msgs: Any) -> None:  # noqa: ANN401 - ctypes structures of smbus2
        messages = [
            Message(msg.addr, None, msg.len)
            if msg.flags & _READ_FLAG
            else Message(msg.addr, bytes(msg), 0)
            for msg in i2c_msgs
        ]
        data = self._wire.transfer(messages)
        last = i2c_msgs[-1]
        for place, value in enumerate(data):
            last.buf[place] = bytes([value])

    def repeater(self, messages: Sequence[Any]) -> Callable[[], object]:
        return partial(self.i2c_rdwr, *messages)

    def close(self) -> None:
        self.closed = True
