"""Men of a simulated board on a simulated serial board: which one stands on which of its fields."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from drivers.serial_board import watched
from drivers.serial_codec import EMPTY, Codes, code_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from drivers.sim.board import MagnetBoard
    from drivers.sim.serial_board import SimSerialBoard

_NEAR: Final = 0.4
"""A field recognises the man in its middle so far off, in pitches (an estimate)."""
_LIGHT_MAN: Final = 1
_LOOK_NS: Final = 10_000_000
_RESTING_NS: Final = 1_500_000_000
"""So long after the last change the driver may still be finding out what stands where."""


class SerialMen:
    """The fields of a serial board, under men who are lifted, set down and pushed.

    It is told of men by `follow` and `advance`, or by `close_contacts`.

    Args:
        line: the board; brought to the time by `advance`.
        codes: whose men they are.
        turned: as for `SerialBoardMatrix`.
        pitch_mm: distance between neighbouring points.

    Attributes:
        line: the board.
    """

    def __init__(
        self,
        line: SimSerialBoard,
        codes: Codes,
        *,
        turned: bool = False,
        pitch_mm: float = 50.0,
    ) -> None:
        self.line = line
        self._codes = codes
        self._near_mm = _NEAR * pitch_mm
        self._fields = watched(len(line.truth), codes, turned=turned)
        self._board: MagnetBoard | None = None
        self._places: list[tuple[float, float, int]] = []
        self._last: dict[int, int] = {}
        """What each field recognised last."""
        self._seen = (-1, -1)
        self._moved_ns = 0

    def follow(
        self, board: MagnetBoard, places: Sequence[tuple[float, float]], sensors: Sequence[int]
    ) -> None:
        """From now on the men are those of a board.

        Args:
            places: of the board's points, in millimetres.
            sensors: the driver's channel at each point.
        """
        self._board = board
        self._places = [
            (x, y, self._fields[sensor]) for (x, y), sensor in zip(places, sensors, strict=True)
        ]

    def next_look_ns(self, at_ns: int) -> int | None:
        """While men move and the driver finds out, a time soon; None when nothing changes by itself."""
        return at_ns + _LOOK_NS if at_ns - self._moved_ns <= _RESTING_NS else None

    def advance(self, at_ns: int) -> None:
        """Brings men and line to a time; a board that is followed must have been brought there."""
        board = self._board
        if board is not None:
            seen = (board.acts, board.setups)
            if seen != self._seen or board.pushing:
                self._seen = seen
                self._moved_ns = at_ns
                self.line.put(self._men(board, at_ns))
        self.line.advance(at_ns)

    def close_contacts(self, closed: int) -> None:
        """Sets a light man on these channels, and takes away what is on all others."""
        self.line.put(
            {
                field: _LIGHT_MAN if closed >> n & 1 else EMPTY
                for n, field in enumerate(self._fields)
            }
        )

    def _men(self, board: MagnetBoard, at_ns: int) -> dict[int, int]:
        """What each field recognises; of several men the nearest."""
        nearest = {field: (self._near_mm, EMPTY) for _, _, field in self._places}
        for magnet in board.magnets(at_ns):
            if magnet.away:
                continue
            for x, y, field in self._places:
                off = max(abs(magnet.x - x), abs(magnet.y - y))
                if off < nearest[field][0]:
                    nearest[field] = (off, code_of(magnet.label, self._codes))
        codes = {field: code for field, (_, code) in nearest.items()}
        fields = [field for _, _, field in self._places]
        for one, other in board.sensors_coupled():
            codes[fields[other]] = codes[fields[other]] or codes[fields[one]]
        for point, level in board.sensors_broken().items():
            codes[fields[point]] = self._last.get(fields[point], EMPTY) if level else EMPTY
        self._last |= {field: code for field, code in codes.items() if code != EMPTY}
        return codes
