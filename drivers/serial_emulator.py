"""A board that speaks the common serial protocol, without the line: bytes of a host in, bytes for it out.

It is the board's side of drivers/serial_codec.py. The simulated board is built on it, and so is what
shows a game of ours to programs that know such boards. The protocol's owner allows no trade mark to be
sent, so the text that a board answers to `Command.TRADEMARK` is always our own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from drivers.serial_codec import (
    CODE_MAX,
    EMPTY,
    FIELDS,
    WITH_DATA,
    Command,
    Id,
    encode,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TRADEMARK: Final = "Touchmove, a free controller of game boards. This is no board of any maker."
_SECOND_NS: Final = 1_000_000_000
_HOURS_MAX: Final = 9
_NO_CLOCK: Final = 0x20
_NOT_KNOWN: Final = 0x7F
_ACK_OK: Final = 0x10
_ACK: Final = 0x0A
_CLOCK_VERSION: Final = 0x09
_UPDATING: Final = (Command.UPDATE, Command.UPDATE_BOARD, Command.UPDATE_NICE)
_TELLING_TIME: Final = (Command.UPDATE, Command.UPDATE_NICE)
_MOVES_POWER_UP: Final = bytes([0x7F, 0x7F, 0x7F, 0x6A])
_MOVES_END: Final = 0x6B
_BUS_COMMAND_REST: Final = 3  # address in two bytes and check sum


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockFace:
    """What a clock at the board shows. Left and right as whoever faces its display sees them.

    Attributes:
        left_s, right_s: time left, in whole seconds; times of ten hours and more are shown as 9:59:59.
        running: false while it is stopped by its middle button.
        right_high: the lever's right end is up: the left side has pressed, and the right side's time runs.
    """

    left_s: int
    right_s: int
    running: bool = False
    right_high: bool = False

    def body(self) -> bytes:
        """The data of the message `Id.CLOCK`."""
        turn = (0x08 if self.right_high else 0x10) if self.running else 0
        status = self.running | self.right_high << 1 | turn
        return _side(self.right_s) + _side(self.left_s) + bytes([status])


def _side(seconds: int) -> bytes:
    minutes, s = divmod(max(0, seconds), 60)
    h, m = divmod(minutes, 60)
    if h > _HOURS_MAX:
        h, m, s = _HOURS_MAX, 59, 59
    return bytes([h, m // 10 << 4 | m % 10, s // 10 << 4 | s % 10])


class EBoard:
    """One board and its clock, as a host sees them.

    Args:
        fields: 64, or 100 for draughts.
        serial: five digits; `version`: of the board's program.
        trademark: what the board says of itself, in ASCII. Name no trade mark of others.

    Attributes:
        codes: what stands on each field; change it through `show`.
        mode: the last of the commands RESET, UPDATE, UPDATE_BOARD, UPDATE_NICE.
        lamps: the fields that the host wants lit.

    Raises:
        ValueError: no such board can be.
    """

    def __init__(
        self,
        fields: int = 64,
        *,
        serial: str = "00001",
        version: tuple[int, int] = (1, 0),
        trademark: str = TRADEMARK,
    ) -> None:
        if fields not in FIELDS:
            raise ValueError(f"a serial board has 64 or 100 fields, not {fields}")
        if len(serial) != 5 or not (serial.isascii() and serial.isdigit()):
            raise ValueError(f'a serial number has five digits, not "{serial}"')
        if not trademark.isascii() or len(trademark) > 256:
            raise ValueError("a trademark text is ASCII, of 256 characters at most")
        self.codes = [EMPTY] * fields
        self.mode = Command.RESET
        self.lamps: frozenset[int] = frozenset()
        self._serial = serial
        self._version = version
        self._trademark = trademark
        self._face: ClockFace | None = None
        self._told_ns: int | None = None
        self._command = bytearray()
        self._skip = 0

    def show(self, codes: Mapping[int, int]) -> bytes:
        """Fields have changed: what the host hears of it."""
        out = b""
        for field, code in codes.items():
            assert 0 <= code <= CODE_MAX
            if self.codes[field] != code:
                self.codes[field] = code
                if self.mode in _UPDATING:
                    out += encode(Id.FIELD, bytes([field, code]))
        return out

    def set_clock(self, face: ClockFace | None) -> bytes:
        """What the clock shows now, None where there is none: what the host hears of it."""
        before, self._face = self._face, face
        if self.mode is Command.UPDATE_NICE and face != before:
            return self._clock()
        return b""

    def tick(self, at_ns: int) -> bytes:
        """Time has passed: in the mode UPDATE the clock is told every second."""
        if self.mode is not Command.UPDATE:
            self._told_ns = None
            return b""
        if self._told_ns is not None and at_ns - self._told_ns < _SECOND_NS:
            return b""
        self._told_ns = at_ns
        return self._clock()

    def receive(self, data: bytes) -> bytes:
        """What the host has sent, in whatever pieces: the answers."""
        return b"".join(self._byte(byte) for byte in data)

    def forget(self) -> None:
        """The host has gone: no updates, no lamps, and no half of a command."""
        self.mode = Command.RESET
        self.lamps = frozenset()
        self._command.clear()
        self._skip = 0

    def _byte(self, byte: int) -> bytes:
        if self._skip:
            self._skip -= 1
            return b""
        if byte & 0x80:  # for boards on a common line, of which this is none
            self._command.clear()
            self._skip = _BUS_COMMAND_REST
            return b""
        if not self._command and byte not in WITH_DATA:
            return self._answer(byte)
        self._command.append(byte)
        if len(self._command) < 2 or len(self._command) < 2 + self._command[1]:
            return b""
        command, rest = self._command[0], bytes(self._command[2:])
        self._command.clear()
        return self._with_data(command, rest)

    def _answer(self, byte: int) -> bytes:
        match byte:
            case Command.RESET | Command.UPDATE | Command.UPDATE_BOARD | Command.UPDATE_NICE:
                self.mode = Command(byte)
                out = self._clock() if self.mode is Command.UPDATE_NICE else b""
            case Command.SEND_CLOCK:
                out = self._clock()
            case Command.SEND_BOARD:
                out = encode(Id.BOARD, bytes(self.codes))
            case Command.SEND_BOARD_50B | Command.SEND_BOARD_50W:
                out = self._dump_50(byte)
            case Command.BATTERY:  # full; times are not known; neither charging nor discharging
                out = encode(Id.BATTERY, bytes([100, *[_NOT_KNOWN] * 4, 0, 0, 0, 0]))
            case Command.SEND_MOVES:
                out = encode(Id.MOVES, self._moves())
            case _:
                out = self._who(byte)
        return out

    def _who(self, byte: int) -> bytes:
        """Which board this is."""
        number = int(self._serial)
        answers: Mapping[int, tuple[Id, bytes]] = {
            Command.SERIAL: (Id.SERIAL, self._serial.encode("ascii")),
            Command.LONG_SERIAL: (Id.LONG_SERIAL, self._serial.rjust(10, "0").encode("ascii")),
            Command.BUS_ADDRESS: (Id.BUS_ADDRESS, bytes([number >> 7 & 0x7F, number & 0x7F])),
            Command.TRADEMARK: (Id.TRADEMARK, self._trademark.encode("ascii")),
            Command.VERSION: (Id.VERSION, bytes(self._version)),
            Command.HARDWARE: (Id.HARDWARE, bytes(self._version)),
        }
        found = answers.get(byte)
        return b"" if found is None else encode(*found)

    def _dump_50(self, command: int) -> bytes:
        """The dark fields, or the light ones, of a board of 100 fields; of another board nothing."""
        if len(self.codes) != 100:
            return b""
        dark = command == Command.SEND_BOARD_50B
        codes = [c for n, c in enumerate(self.codes) if bool((n // 10 + n % 10) % 2) is dark]
        return encode(Id.BOARD_50B if dark else Id.BOARD_50W, bytes(codes))

    def _moves(self) -> bytes:
        """The store of changes as after switching on: each man where he stands."""
        stored = bytearray(_MOVES_POWER_UP)
        for field, code in enumerate(self.codes):
            if code != EMPTY:
                stored += bytes([0x40 | code, field])
        return bytes([*stored, _MOVES_END])

    def _clock(self) -> bytes:
        if self._face is None:
            return encode(Id.CLOCK, bytes([0, 0, 0, 0, 0, 0, _NO_CLOCK]))
        return encode(Id.CLOCK, self._face.body())

    def _with_data(self, command: int, rest: bytes) -> bytes:
        if command == Command.CLOCK and len(rest) >= 2 and self.mode in _TELLING_TIME:
            if self._face is None:
                return self._clock()
            version = 0x10 if rest[1] == _CLOCK_VERSION else 0
            ack = (_ACK_OK, rest[1], version, 0)
            return encode(Id.CLOCK, _ack_body(ack))
        if command == Command.LAMPS and len(rest) >= 3:
            self._light(rest)
        return b""

    def _light(self, rest: Sequence[int]) -> None:
        pattern, first, last = rest[:3]
        fields = frozenset(range(min(first, last), max(first, last) + 1))
        if pattern == 0:
            self.lamps = frozenset() if first == 0x40 else self.lamps - fields
        elif pattern == 1:
            self.lamps |= fields & frozenset(range(len(self.codes)))


def _ack_body(ack: tuple[int, int, int, int]) -> bytes:
    """Four bytes as a message of the clock carries them: their bit 7 in the bytes that mark them."""
    first = _ACK | (ack[2] & 0x80) >> 3 | (ack[3] & 0x80) >> 2
    fourth = _ACK | (ack[0] & 0x80) >> 3 | (ack[1] & 0x80) >> 2
    low = [byte & 0x7F for byte in ack]
    return bytes([first, low[0], low[1], fourth, low[2], low[3], 0])
