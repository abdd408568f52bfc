"""Boards that speak the serial protocol, each at the end of a modelled line."""

from collections.abc import Callable
from typing import Literal

from drivers.ports import Reading, Scan, Symptom, WorldFault
from drivers.serial_board import SerialBoardMatrix, watched
from drivers.serial_codec import letter_of
from drivers.sim.serial_board import SimSerialBoard, Unplugged
from tests.conformance.rig import Rig, bits

STEP_MS = 20
CODES = {"chess": range(1, 13), "draughts": (1, 4, 7, 10)}


class FlakyPort:
    """A modelled line of which single commands fail."""

    def __init__(self, line: SimSerialBoard) -> None:
        self._line = line
        self.name = line.name
        self.writes = 0
        self.failing: set[int] = set()

    def read(self) -> bytes:
        return self._line.read()

    def write(self, data: bytes) -> None:
        self.writes += 1
        if self.writes - 1 in self.failing:
            raise WorldFault(Symptom.IO, self.name, "Try again.")
        self._line.write(data)

    def close(self) -> None:
        self._line.close()


class SerialRig(Rig):
    """A serial board. Every man that the protocol knows stands somewhere."""

    # A sweep, updates of all fields (5 bytes each), and a dump before, and one after them.
    settle_ms = 800

    def __init__(self, fields: int, codes: Literal["chess", "draughts"], *, turned: bool) -> None:
        self.line = SimSerialBoard(fields)
        self._port = FlakyPort(self.line)
        self._fields = watched(fields, codes, turned=turned)
        self._codes = codes
        super().__init__(SerialBoardMatrix(self._port, fields=fields, codes=codes, turned=turned))

    def code(self, channel: int) -> int:
        """What stands on a channel, when something does."""
        known = CODES[self._codes]
        return known[channel % len(known)]

    def put(self, truth: int) -> None:
        codes = {
            field: self.code(channel) if truth >> channel & 1 else 0
            for channel, field in enumerate(self._fields)
        }
        self.line.put(codes)

    def advance(self, at_ns: int) -> None:
        self.line.advance(at_ns)

    def readings(self) -> dict[int, Reading]:
        return {channel: letter_of(self.code(channel), self._codes) for channel in bits(self.truth)}

    def settled(self, at_ms: int) -> tuple[Scan, int]:
        until_ms = at_ms + self.settle_ms
        scan = self.scan(at_ms)
        while at_ms < until_ms:
            at_ms += STEP_MS
            scan = self.scan(at_ms)
        return scan, at_ms + STEP_MS

    @property
    def calls(self) -> int:
        return self._port.writes

    def fail(self, call: int) -> None:
        self._port.failing.add(call)

    def break_off(self) -> int:
        self.line.inject(Unplugged(self.line.now_ns, 1 << 62))
        return self.all

    def mend(self) -> None:
        self._port.failing.clear()
        self.line.heal()


RIGS: dict[str, Callable[[], Rig]] = {
    "serial board, chess": lambda: SerialRig(64, "chess", turned=False),
    "serial board, draughts on 100 fields, turned": lambda: SerialRig(100, "draughts", turned=True),
}
