"""Boards that tell which man stands where, over the common serial protocol (drivers/serial_codec.py).

The protocol has no check sums and no acknowledgements, so nothing is believed that was said once. A
board in its update mode says which field has changed; then it is asked for all of them, and what both
messages say is believed. Besides it is asked several times a second: that finds updates that were lost.
Whenever what it says does not fit, all channels are unknown until the board has said the same for
longer than it takes to sample its fields, as it must after it was switched on: until then it reports
fields as empty that it has not sampled.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.ports import Fault, Kind, Scan, Symptom, WorldFault
from drivers.serial_codec import (
    CODE_MAX,
    EMPTY,
    FIELDS,
    Codes,
    Command,
    Garbled,
    Id,
    Message,
    Parser,
    letter_of,
)

if TYPE_CHECKING:
    from drivers.ports import Reading, SerialPort
    from drivers.serial_clock import SerialClock

_MS: Final = 1_000_000
_POLL_NS: Final = 300 * _MS
_ANSWER_NS: Final = 300 * _MS  # a dump of 100 fields takes 107 ms at 9600 baud
_AGAIN_NS: Final = 150 * _MS  # after bytes were spoilt, so long the answer may still be under way
_SETTLE_NS: Final = 350 * _MS  # a board samples all its fields in 250 ms at most
_REOPEN_NS: Final = 200 * _MS

_READING: Final = (
    "All fields are being read; that takes a second. If it comes again and again, check the cable."
)
_SILENT: Final = (
    "Switch the board on and check its cable; give it to one program only; "
    "name it by its path in /dev/serial/by-id."
)
_GARBLED: Final = (
    "Bytes were lost or spoilt: use a shorter or shielded cable, or another USB adapter or port."
)
_UNTOLD: Final = "Fields differ from what its updates said: check the board's supply and its cable."


class SerialBoardMatrix:
    """A serial board as sensors of identity. Implements `SensorMatrix`.

    Channels go row by row from the lower left corner as the first side sees it. With draughtsmen
    only the dark fields are channels.

    Args:
        port: closed together with the matrix.
        fields: how many the board has: 64, or 100 for draughts.
        codes: whose men it reports.
        turned: the board lies the other way round, its field 0 at the lower right.
        clock: also follows the clock at the board.

    Attributes:
        where: port and board in words.

    Raises:
        ValueError: no such board can be.
    """

    def __init__(
        self,
        port: SerialPort,
        *,
        fields: int = 64,
        codes: Codes = "chess",
        turned: bool = False,
        clock: SerialClock | None = None,
    ) -> None:
        if fields not in FIELDS or (codes == "chess" and fields != 64):
            raise ValueError(f"a serial board has 64 fields, or 100 for draughts, not {fields}")
        self._port = port
        self._size = fields
        self._codes = codes
        self._clock = clock
        self._fields = watched(fields, codes, turned=turned)
        self._all = (1 << len(self._fields)) - 1
        self.where = f"{port.name} board of {fields} fields"
        self._parser = Parser()
        self._mode = Command.UPDATE_BOARD if clock is None else Command.UPDATE_NICE
        self._picture = _Picture(self._fields)
        self._greeted = False
        self._next_ns = 0
        self._asked_ns: int | None = None
        self._unanswered_ns: int | None = None
        self._wanted = False
        self._doubt: Fault | None = None
        self._reading = Fault(symptom=Symptom.OUT_OF_STEP, where=self.where, remedy=_READING)
        self._fault = self._reading
        self._port_failed = False
        self._result = Scan(levels=0, unknown=self._all, faults=(self._fault,), readings={})
        self._stale = False

    @property
    def channels(self) -> int:
        return len(self._fields)

    @property
    def kind(self) -> Kind:
        return Kind.IDENTITY

    @property
    def clock(self) -> SerialClock | None:
        """The clock that is followed."""
        return self._clock

    def scan(self, at_ns: int) -> Scan:
        if not (self._port_failed and at_ns < self._next_ns):
            try:
                for message in self._parser.feed(self._port.read()):
                    self._take(message, at_ns)
                self._speak(at_ns)
                self._port_failed = False
            except WorldFault as error:
                self._port_failed = True
                self._restart(at_ns + _REOPEN_NS)
                self._lose(error.symptom, error.remedy)
        if self._stale:
            self._result = self._compose()
            self._stale = False
        return self._result

    def close(self) -> None:
        self._port.close()

    def _speak(self, at_ns: int) -> None:
        """Asks what is due.

        Raises:
            WorldFault: the line has failed.
        """
        clock = self._clock
        if self._unanswered_ns is not None and at_ns - self._unanswered_ns >= _ANSWER_NS:
            self._lose(Symptom.NAK, _SILENT)
            self._restart(at_ns)
        if not self._greeted:
            if at_ns >= self._next_ns:
                self._unanswered_ns = at_ns
                self._next_ns = at_ns + _ANSWER_NS
                self._port.write(bytes([Command.RESET, Command.VERSION]))
            return
        if self._doubt and self._asked_ns is not None and at_ns - self._asked_ns >= _AGAIN_NS:
            self._asked_ns = None  # its answer was what was spoilt
        if self._asked_ns is None and (self._wanted or at_ns >= self._next_ns):
            self._asked_ns = at_ns
            if self._unanswered_ns is None:
                self._unanswered_ns = at_ns
            self._wanted = False
            # Each time, because a board that was off for a moment has forgotten its mode.
            self._port.write(bytes([self._mode, Command.SEND_BOARD]))
        if clock is not None and clock.asks(at_ns):
            self._port.write(bytes([Command.SEND_CLOCK]))

    def _restart(self, at_ns: int) -> None:
        """Nothing that was asked counts any more; the board is greeted at that time."""
        self._greeted = False
        self._asked_ns = self._unanswered_ns = None
        self._next_ns = at_ns

    def _take(self, message: Message | Garbled, at_ns: int) -> None:
        if not self._greeted:
            if isinstance(message, Message) and message.id == Id.VERSION:
                self._greeted = True
                self._unanswered_ns = None
                self._wanted = True
                self._fault = self._reading
                self._stale = True
            return
        fits = isinstance(message, Message)
        if isinstance(message, Message):
            if message.id == Id.BOARD:
                fits = self._take_dump(message.data, at_ns)
            elif message.id == Id.FIELD:
                fits = self._take_update(message.data[0], message.data[1], at_ns)
            elif message.id == Id.CLOCK and self._clock is not None:
                self._clock.take(message.data, at_ns)
        if not fits:
            self._doubts()

    def _doubts(self) -> None:
        """Something may have been lost: nothing is known until the board says that all is as before."""
        if self._doubt is None:
            self._doubt = Fault(symptom=Symptom.IO, where=self.where, remedy=_GARBLED)
            self._stale = True
        self._wanted = True

    def _take_update(self, field: int, code: int, at_ns: int) -> bool:
        if field >= self._size or code > CODE_MAX:
            return False
        if self._picture.announce(field, code, at_ns):
            self._wanted = True
        return True

    def _take_dump(self, codes: bytes, at_ns: int) -> bool:
        if max(codes) > CODE_MAX:
            return False
        if self._asked_ns is None:
            return True  # nobody asked: it may be old
        self._asked_ns = self._unanswered_ns = None
        self._next_ns = at_ns + _POLL_NS
        if len(codes) != self._size:
            self._lose(
                Symptom.UNSUPPORTED,
                f"The board has {len(codes)} fields: set that number, or connect the board you meant.",
            )
            return True
        picture = self._picture
        if picture.compare(codes, at_ns):
            self._stale = True
        if picture.strayed:
            self._lose(Symptom.OUT_OF_STEP, _UNTOLD)
        if picture.agrees:
            if self._doubt is not None:
                self._doubt = None
                self._stale = True
        else:
            self._wanted = True
        return True

    def _lose(self, symptom: Symptom, remedy: str) -> None:
        """Nothing is known, for this reason."""
        fault = Fault(symptom=symptom, where=self.where, remedy=remedy)
        if fault != self._fault or self._doubt is not None or self._picture.settled:
            self._stale = True
        self._fault = fault
        self._doubt = None
        self._picture.forget()

    def _compose(self) -> Scan:
        readings: dict[int, Reading] = {}
        levels = unknown = 0
        for channel, field in enumerate(self._fields):
            code = self._picture.believed[field]
            if code is None:
                unknown |= 1 << channel
            elif code != EMPTY:
                levels |= 1 << channel
                readings[channel] = letter_of(code, self._codes)
        if self._doubt is not None:
            return Scan(levels=0, unknown=self._all, faults=(self._doubt,), readings={})
        faults = (self._fault,) if unknown else ()
        return Scan(levels=levels, unknown=unknown, faults=faults, readings=readings)


class _Picture:
    """What a board has said of its fields, and what of it is believed.

    Attributes:
        believed: by field; None where nothing is.
        strayed: fields that are said twice to be other than believed, though no update told of it.
        agrees: whether the last dump said what is believed, of all fields.
        unsettled: fields of which nothing is believed.
    """

    def __init__(self, fields: tuple[int, ...]) -> None:
        self._fields = fields
        size = max(fields) + 1
        self._heard: list[int | None] = [None] * size
        self._since_ns = [0] * size
        self._announced: set[int] = set()
        self.believed: list[int | None] = [None] * size
        self.unsettled = set(fields)
        self.strayed = False
        self.agrees = False

    @property
    def settled(self) -> bool:
        """Whether anything is believed."""
        return len(self.unsettled) < len(self._fields)

    def forget(self) -> None:
        """What has been said until now counts no more."""
        for field in self._fields:
            self._heard[field] = self.believed[field] = None
        self._announced.clear()
        self.unsettled = set(self._fields)
        self.agrees = False

    def announce(self, field: int, code: int, at_ns: int) -> bool:
        """An update; whether it is news."""
        if field >= len(self._heard) or code == self._heard[field] == self.believed[field]:
            return False
        if code != self._heard[field]:
            self._since_ns[field] = at_ns
        self._heard[field] = code
        self._announced.add(field)
        return True

    def compare(self, codes: bytes, at_ns: int) -> bool:
        """A dump; whether it changes what is believed."""
        changed = self.strayed = False
        self.agrees = True
        for field in self._fields:
            code = codes[field]
            if code != self._heard[field]:
                self._heard[field] = code
                self._since_ns[field] = at_ns
            elif field in self.unsettled:
                if at_ns - self._since_ns[field] >= _SETTLE_NS:
                    self.believed[field] = code
                    self.unsettled.discard(field)
                    changed = True
            elif code != self.believed[field]:
                if field in self._announced:
                    self.believed[field] = code
                    changed = True
                else:
                    self.strayed = True
            if code != self.believed[field]:
                self.agrees = False
            else:
                self._announced.discard(field)
        return changed


def watched(size: int, codes: Codes, *, turned: bool) -> tuple[int, ...]:
    """The field of each channel."""
    columns = 8 if size == 64 else 10
    fields = []
    for row in range(columns):
        for column in range(columns):
            if codes == "chess" or (row + column) % 2 == 0:
                field = (columns - 1 - row) * columns + column
                fields.append(size - 1 - field if turned else field)
    return tuple(fields)
