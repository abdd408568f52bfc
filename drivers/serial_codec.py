"""The common protocol of serial electronic boards: what goes over the line, both ways.

A host sends commands of one byte, some with data. A board sends messages: an id with bit 7 set, the
length of the whole message in two bytes of seven bits, then data bytes without bit 7. There is no
check sum: who reads has to compare messages with each other. 9600 baud, 8 data bits, no parity, one
stop bit, no handshake. Source: the header file dgtbrd.h of the protocol's maker (2009 to 2017), which
hosts such as picochess carry along.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import TYPE_CHECKING, Final, Literal

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

BAUD: Final = 9600
BITS_A_BYTE: Final = 10
HEADER: Final = 3
CODE_MAX: Final = 0x0F
EMPTY: Final = 0
FIELDS: Final = (64, 100)
"""How many fields a board has. They are counted row by row from the upper left corner: 0 is a8."""

Codes = Literal["chess", "draughts"]
"""Whose men a board's codes are."""


class Command(IntEnum):
    """What a host asks of a board."""

    RESET = 0x40
    """No updates any more. Not answered."""
    SEND_CLOCK = 0x41
    SEND_BOARD = 0x42
    UPDATE = 0x43
    """Updates of fields, and the clock at least every second. Itself not answered, as the two below."""
    UPDATE_BOARD = 0x44
    """Updates of fields only."""
    SERIAL = 0x45
    BUS_ADDRESS = 0x46
    TRADEMARK = 0x47
    HARDWARE = 0x48
    SEND_MOVES = 0x49
    UPDATE_NICE = 0x4B
    """Updates of fields, and the clock when its times have changed."""
    BATTERY = 0x4C
    VERSION = 0x4D
    SEND_BOARD_50B = 0x50
    SEND_BOARD_50W = 0x52
    LONG_SERIAL = 0x55
    CLOCK = 0x2B
    """With data: something for the clock to show or do."""
    LAMPS = 0x60
    """With data."""
    KEY = 0x63
    """With data: a developer's key, which some boards want."""


WITH_DATA: Final = frozenset({Command.CLOCK, Command.LAMPS, Command.KEY})
"""Commands whose second byte says how many bytes follow it."""


class Id(IntEnum):
    """What a board's message is."""

    BOARD = 0x86
    CLOCK = 0x8D
    FIELD = 0x8E
    MOVES = 0x8F
    BUS_ADDRESS = 0x90
    SERIAL = 0x91
    TRADEMARK = 0x92
    VERSION = 0x93
    BOARD_50B = 0x94
    BOARD_50W = 0x95
    HARDWARE = 0x96
    BATTERY = 0xA0
    LONG_SERIAL = 0xA2


_LENGTHS: Final[Mapping[int, range | tuple[int, ...]]] = {
    Id.BOARD: (HEADER + 64, HEADER + 100),
    Id.CLOCK: (10,),
    Id.FIELD: (5,),
    Id.MOVES: range(HEADER, 0x2000 - 0x100 + HEADER + 1),
    Id.BUS_ADDRESS: (5,),
    Id.SERIAL: (8,),
    Id.TRADEMARK: range(HEADER, HEADER + 257),
    Id.VERSION: (5,),
    Id.BOARD_50B: (53,),
    Id.BOARD_50W: (53,),
    Id.HARDWARE: range(HEADER, HEADER + 257),
    Id.BATTERY: (7, 12),  # the header file's constant, and what its table and real boards have
    Id.LONG_SERIAL: (13,),
}
"""The lengths each message may have, header included."""

_CHESS: Final = ".PRNBKQprnbkq"
_DRAUGHTS: Final = {1: "w", 4: "b", 7: "W", 10: "B"}
STRANGE: Final = "x"
"""The letter of something that is no man of the game, as the pieces that mean a result."""


def letter_of(code: int, codes: Codes) -> str:
    """The letter of the man that a code other than `EMPTY` stands for."""
    if codes == "draughts":
        return _DRAUGHTS.get(code, STRANGE)
    return _CHESS[code] if code < len(_CHESS) else STRANGE


def code_of(letter: str, codes: Codes) -> int:
    """The code of a man's letter; that of a piece which means a draw for letters of no man."""
    for code in range(1, CODE_MAX + 1):
        if letter_of(code, codes) == letter != STRANGE:
            return code
    return 0x0D


@dataclass(frozen=True, slots=True)
class Message:
    """A whole message of a board, of an id and a length that the protocol knows."""

    id: int
    data: bytes


@dataclass(frozen=True, slots=True)
class Garbled:
    """Bytes that are no message: something was lost or put in."""


def encode(message_id: int, data: bytes) -> bytes:
    """A message as it goes over the line."""
    length = HEADER + len(data)
    assert message_id & 0x80
    assert not any(byte & 0x80 for byte in data)
    return bytes([message_id, length >> 7, length & 0x7F]) + data


class Parser:
    """Finds the messages in what comes from a board, in whatever pieces it comes."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._lost = False

    def feed(self, data: bytes) -> Iterator[Message | Garbled]:
        """The messages that these bytes complete; one `Garbled` for each run of bytes that are none."""
        for byte in data:
            if byte & 0x80:
                if self._bytes and not self._lost:
                    yield Garbled()
                self._lost = False
                self._bytes[:] = [byte]
                fits = byte in _LENGTHS
            elif self._lost:
                continue
            else:
                self._bytes.append(byte)
                fits = self._fits()
            if not fits:
                self._lost = True
                self._bytes.clear()
                yield Garbled()
            elif self._complete():
                message = Message(self._bytes[0], bytes(self._bytes[HEADER:]))
                self._bytes.clear()
                yield message

    def _fits(self) -> bool:
        if self._bytes[0] & 0x80 == 0:
            return False  # data outside a message
        return len(self._bytes) != HEADER or self._length() in _LENGTHS[self._bytes[0]]

    def _complete(self) -> bool:
        return len(self._bytes) >= HEADER and len(self._bytes) == self._length()

    def _length(self) -> int:
        return self._bytes[1] << 7 | self._bytes[2]
