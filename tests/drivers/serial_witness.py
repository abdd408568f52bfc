"""A simulated serial board that is played on while every scan of its driver is judged."""

import random

from drivers.ports import Scan
from drivers.serial_board import SerialBoardMatrix, watched
from drivers.serial_codec import Codes, letter_of
from drivers.sim.serial_board import SimSerialBoard

MS = 1_000_000
STALE_MS = 900
"""How old what is reported may be. A sweep of the board, then until updates that were lost are noticed."""
HEALING_MS = 1_000
KINDS: list[tuple[int, Codes]] = [(64, "chess"), (64, "draughts"), (100, "draughts")]
MEN = {"chess": range(1, 13), "draughts": (1, 4, 7, 10)}


class Witness:
    """Knows what stood where and when.

    Attributes:
        at_ms: the time now.
        scan: the last scan.
        lied_to: the line has said what no board has; wrong scans are counted then.
        wrong_ms: for how long scans were wrong.
    """

    def __init__(
        self,
        fields: int = 64,
        codes: Codes = "chess",
        *,
        seed: int = 0,
        men: int = 24,
        step: int = 5,
    ) -> None:
        self.line = SimSerialBoard(fields)
        self.matrix = SerialBoardMatrix(self.line, fields=fields, codes=codes)
        self.fields = watched(fields, codes, turned=False)
        self.at_ms = 0
        self.lied_to = False
        self.wrong_ms = 0
        self._codes = codes
        self._step = step
        self._dice = random.Random(seed)
        self._stood: dict[int, list[tuple[int, int]]] = {
            field: [(-STALE_MS, 0)] for field in self.fields
        }
        for field in self._dice.sample(self.fields, men):
            self.put(field, self._dice.choice(MEN[codes]))
        self.scan = self.look()

    def put(self, field: int, code: int) -> None:
        """Something is set down, or lifted: 0."""
        self.line.put({field: code})
        self._stood[field].append((self.at_ms, code))

    def move(self) -> None:
        """One man goes to some field, whatever stands there."""
        occupied = [field for field in self.fields if self.line.truth[field]]
        origin, goal = self._dice.choice(occupied), self._dice.choice(self.fields)
        code = self.line.truth[origin]
        self.put(origin, 0)
        self.put(goal, code)

    def look(self) -> Scan:
        """Scans now, and judges: each channel is unknown, or as it has been a short while ago."""
        self.line.advance(self.at_ms * MS)
        self.scan = scan = self.matrix.scan(self.at_ms * MS)
        assert bool(scan.unknown) == bool(scan.faults)
        assert scan.readings is not None
        assert sum(1 << channel for channel in scan.readings) == scan.levels
        wrong = [
            (self.at_ms, channel, told)
            for channel, field in enumerate(self.fields)
            if not scan.unknown >> channel & 1
            and (told := scan.readings.get(channel, "")) not in self._lately(field)
        ]
        assert self.lied_to or not wrong
        self.wrong_ms += self._step * bool(wrong)
        return scan

    def wait(self, ms: int) -> Scan:
        """Scans for a time."""
        end_ms = self.at_ms + ms
        while self.at_ms < end_ms:
            self.at_ms += self._step
            self.look()
        return self.scan

    def check_right(self) -> None:
        """Everything is known and right."""
        truth = {
            channel: letter_of(self.line.truth[field], self._codes)
            for channel, field in enumerate(self.fields)
            if self.line.truth[field]
        }
        assert (self.scan.readings, self.scan.unknown, self.scan.faults) == (truth, 0, ())

    def check_heals(self) -> None:
        """Everything is known and right after a second of rest."""
        self.wait(HEALING_MS)
        self.check_right()

    def _lately(self, field: int) -> set[object]:
        stood = self._stood[field]
        while len(stood) > 1 and stood[1][0] <= self.at_ms - STALE_MS:
            del stood[0]
        return {letter_of(code, self._codes) if code else "" for _, code in stood}
