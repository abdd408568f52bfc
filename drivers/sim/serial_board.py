"""A serial board as its protocol describes it, with men on it, at the end of a line that can be spoilt.

The board samples its fields one after the other, all of them in 200 to 250 ms, and tells of changes as
it meets them: a man who is moved may be reported twice, or in the new place first. Source of the times:
the notes on the communication's dynamics in dgtbrd.h (see drivers/serial_codec.py).
"""

from __future__ import annotations

import random
from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, Protocol

from drivers.ports import Symptom, WorldFault
from drivers.serial_codec import BAUD, BITS_A_BYTE, EMPTY
from drivers.serial_emulator import EBoard

if TYPE_CHECKING:
    from collections.abc import Mapping

    from drivers.serial_emulator import ClockFace

_MS: Final = 1_000_000
_THINKS_NS: Final = 2 * _MS  # the board answers within milliseconds
SWEEP_MS: Final = 200


class LineFault(Protocol):
    """Something that spoils what comes from the board."""

    def spoil(self, n: int, byte: int) -> bytes:
        """What arrives instead of byte n of all that the board has sent."""
        ...


@dataclass(frozen=True)
class Dropped:
    """Byte n is lost; `count` of them."""

    n: int
    count: int = 1

    def spoil(self, n: int, byte: int) -> bytes:
        return b"" if self.n <= n < self.n + self.count else bytes([byte])


@dataclass(frozen=True)
class Doubled:
    """Byte n comes twice."""

    n: int

    def spoil(self, n: int, byte: int) -> bytes:
        return bytes([byte] * (2 if n == self.n else 1))


@dataclass(frozen=True)
class Flipped:
    """Bits of byte n are inverted."""

    n: int
    mask: int

    def spoil(self, n: int, byte: int) -> bytes:
        return bytes([byte ^ self.mask if n == self.n else byte])


@dataclass(frozen=True)
class Noise:
    """Bytes that nobody sent come before byte n."""

    n: int
    data: bytes

    def spoil(self, n: int, byte: int) -> bytes:
        return self.data + bytes([byte]) if n == self.n else bytes([byte])


@dataclass
class Lossy:
    """Each byte is lost, doubled or inverted in parts with a chance."""

    chance: float
    seed: int
    _dice: random.Random = field(init=False)

    def __post_init__(self) -> None:
        self._dice = random.Random(self.seed)  # noqa: S311 - nothing secret

    def spoil(self, n: int, byte: int) -> bytes:  # noqa: ARG002 - any byte
        if self._dice.random() >= self.chance:
            return bytes([byte])
        return self._dice.choice(
            [b"", bytes([byte, byte]), bytes([byte ^ self._dice.randrange(1, 256)])]
        )


@dataclass(frozen=True)
class Window:
    """Something that lasts for a time."""

    from_ns: int
    until_ns: int

    def holds(self, at_ns: int) -> bool:
        return self.from_ns <= at_ns < self.until_ns


class Unplugged(Window):
    """The device is gone; what was under way is lost."""


class Delayed(Window):
    """What should arrive meanwhile arrives at the end."""


class Off(Window):
    """The board has no power. Then it knows of no men until it has sampled them, and sends no updates."""


class SimSerialBoard:
    """A board at the end of a line. Implements `SerialPort`; time passes by `advance`.

    Args:
        fields: 64 or 100.
        name: the device.
        sweep_ms: how long it takes to sample every field.

    Attributes:
        board: what the host sees.
        truth: the code of what really stands on each field; change it through `put`.
        deaf: numbers of bytes of the host that do not reach the board.
        sent: how many bytes the board has sent.
        heard: how many bytes the host has sent.
        refused: how often the host has found the device gone.
    """

    def __init__(
        self, fields: int = 64, *, name: str = "/dev/ttyUSB0", sweep_ms: int = SWEEP_MS
    ) -> None:
        self.board = EBoard(fields, version=(1, 8))
        self.truth = [EMPTY] * fields
        self.sent = 0
        self.heard = 0
        self.refused = 0
        self.deaf: set[int] = set()
        self.now_ns = 0
        self._name = name
        self._sweep_ns = sweep_ms * _MS
        self._began_ns = 0
        self._faults: list[LineFault] = []
        self._windows: list[Window] = []
        self._to_host: deque[tuple[int, int]] = deque()
        self._to_board: deque[tuple[int, int]] = deque()
        self._host_line_ns = self._board_line_ns = 0
        self._byte_ns = BITS_A_BYTE * 1_000_000_000 // BAUD

    @property
    def name(self) -> str:
        return self._name

    @property
    def healthy(self) -> bool:
        """Whether no fault waits that lasts for a time."""
        return not any(window.until_ns > self.now_ns for window in self._windows)

    def inject(self, fault: LineFault | Window) -> None:
        if isinstance(fault, Window):
            self._windows.append(fault)
        else:
            self._faults.append(fault)

    def heal(self) -> None:
        """Ends all faults. A board without power has it again now."""
        off = self._within(Off, self.now_ns)
        self._faults.clear()
        self._windows.clear()
        self.deaf.clear()
        if off:
            self._restart(self.now_ns)

    def put(self, codes: Mapping[int, int]) -> None:
        """Something is set down on fields, or lifted: `EMPTY`."""
        for n, code in codes.items():
            self.truth[n] = code

    def set_clock(self, face: ClockFace | None) -> None:
        self._send(self.board.set_clock(face), self.now_ns)

    def advance(self, at_ns: int) -> None:
        """Lets the time until then pass: the board samples, listens and speaks."""
        while (due := self._next(at_ns)) is not None:
            self.now_ns, what = due
            if isinstance(what, Off):
                self._restart(self.now_ns)
            elif isinstance(what, int):
                self._send(self.board.show({what: self.truth[what]}), self.now_ns)
            else:
                byte = self._to_board.popleft()[1]
                if not self._within(Off, self.now_ns):
                    self._send(self.board.receive(bytes([byte])), self.now_ns)
        self.now_ns = at_ns
        if not self._within(Off, at_ns):
            self._send(self.board.tick(at_ns), at_ns)

    def write(self, data: bytes) -> None:
        self._check()
        for byte in data:
            self._host_line_ns = max(self._host_line_ns, self.now_ns) + self._byte_ns
            if self.heard not in self.deaf:
                self._to_board.append((self._host_line_ns + _THINKS_NS, byte))
            self.heard += 1

    def read(self) -> bytes:
        self._check()
        data = bytearray()
        while self._to_host and self._to_host[0][0] <= self.now_ns:
            arrived_ns, byte = self._to_host.popleft()
            if not self._within(Off, arrived_ns):
                data.append(byte)
        return bytes(data)

    def close(self) -> None:
        """Nothing to release."""

    def _check(self) -> None:
        if self._within(Unplugged, self.now_ns):
            self._to_host.clear()
            self._to_board.clear()
            self.refused += 1
            raise WorldFault(Symptom.BUS_MISSING, self._name, "Plug the board in again.")

    def _within(self, kind: type[Window], at_ns: int) -> Window | None:
        return next((w for w in self._windows if isinstance(w, kind) and w.holds(at_ns)), None)

    def _next(self, until_ns: int) -> tuple[int, Off | int | None] | None:
        """What happens next, and when: power comes, a field that has changed is sampled, a byte comes."""
        found: list[tuple[int, Off | int | None]] = [
            (window.until_ns, window)
            for window in self._windows
            if isinstance(window, Off) and self.now_ns < window.until_ns <= until_ns
        ]
        if self._to_board and self._to_board[0][0] <= until_ns:
            found.append((max(self.now_ns, self._to_board[0][0]), None))
        for n, code in enumerate(self.truth):
            if code != self.board.codes[n]:
                at_ns = self._sampled(n)
                if at_ns <= until_ns and not self._within(Off, at_ns):
                    found.append((at_ns, n))
        return min(found, key=lambda each: each[0], default=None)

    def _sampled(self, n: int) -> int:
        """When a field is sampled next, after now."""
        first = self._began_ns + self._sweep_ns * (n + 1) // len(self.truth)
        sweeps = -(-(self.now_ns + 1 - first) // self._sweep_ns)
        return first + max(0, sweeps) * self._sweep_ns

    def _restart(self, at_ns: int) -> None:
        self.board = EBoard(len(self.truth), version=(1, 8))
        self._began_ns = at_ns
        self._to_host.clear()
        self._to_board.clear()

    def _send(self, data: bytes, at_ns: int) -> None:
        for sent in data:
            arriving = bytes([sent])
            for fault in self._faults:
                arriving = b"".join(fault.spoil(self.sent, byte) for byte in arriving)
            self.sent += 1
            for byte in arriving:
                self._board_line_ns = max(self._board_line_ns, at_ns) + self._byte_ns
                held = self._within(Delayed, self._board_line_ns)
                self._to_host.append((held.until_ns if held else self._board_line_ns, byte))
