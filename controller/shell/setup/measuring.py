"""Measures what field sensors give: first on the empty board, then with the pieces in the array.

Go has no array. There white stones are set down on any points, as many as are at hand, and measured; then on others, until
each point has had one. A point that never had takes what the others give in the middle.
"""

from __future__ import annotations

import statistics
from typing import TYPE_CHECKING, Final

from controller.core.sensing.marks import Tone, tone_of_letter
from controller.shell.benchhands import men_of
from drivers.calibration import NOMINAL_PART, CalibrationError, learn_empty, learn_men
from drivers.hall import HallMatrix
from drivers.hall_findings import findings

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.messages import Json
    from controller.shell.hardware import Hardware
    from controller.shell.profile import Wiring
    from drivers.calibration import Calibration
    from rules.game import Game

EMPTY, ARRAY = "empty", "array"
LOOK_NS = 3_000_000_000
"""So long the board is looked at each time."""
_FELT: Final = 0.3
"""Of what a stone gives in the middle: that much is a stone, and no neighbour's."""
_FAINT: Final = 0.25
"""Of what the data sheets promise for one: less is none."""


def stones(before: Calibration, samples: Sequence[Sequence[int | None]]) -> dict[int, int]:
    """Where stones stand, as light ones by channel; what the sensors give goes by the sign that they feel."""
    faint = _FAINT * NOMINAL_PART * ((1 << before.bits) - 1)
    gives: dict[int, float] = {}
    for channel, (point, column) in enumerate(
        zip(before.points, zip(*samples, strict=True), strict=True)
    ):
        counts = [count for count in column if count is not None]
        given = abs(statistics.median(counts) - point.baseline) if counts else 0.0
        if given > faint:
            gives[channel] = given
    middle = statistics.median(gives.values()) if gives else 0.0
    return {channel: 1 for channel, given in gives.items() if given > _FELT * middle}


class Measuring:
    """The calibration of one board.

    Attributes:
        learnt: what has been measured so far; None before the empty board was.
        whole: the pieces were measured too.
    """

    def __init__(self, hardware: Hardware) -> None:
        driver = getattr(hardware.matrix, "driver", hardware.matrix)
        self._hall = driver if isinstance(driver, HallMatrix) else None
        self._game: Game = hardware.game
        self._what = ""
        self._until_ns = 0
        self._samples: list[Sequence[int | None]] = []
        self.learnt: Calibration | None = None
        self.whole = False
        self.trouble = ""

    @property
    def can(self) -> bool:
        """Whether the sensors have levels to be learnt."""
        return self._hall is not None

    @property
    def array(self) -> bool:
        """Whether the game begins with pieces on the board, whose places are known."""
        return bool(men_of(self._game, self._game.start()))

    def begin(self, what: str, at_ns: int) -> None:
        """The board stands as it should: from now on it is looked at.

        Raises:
            ValueError: the empty board comes first, or there is nothing to measure.
        """
        if not self.can or what not in (EMPTY, ARRAY):
            raise ValueError("these sensors have no levels to be measured")
        if what == ARRAY and self.learnt is None:
            raise ValueError("the empty board is measured first")
        self._what, self._until_ns, self._samples = what, at_ns + LOOK_NS, []

    def see(self, at_ns: int, wiring: Wiring) -> None:
        """Takes one reading, where the board is looked at."""
        if not self._what or self._hall is None:
            return
        self._samples.append(self._hall.counts)
        if at_ns < self._until_ns:
            return
        what, self._what = self._what, ""
        try:
            if what == EMPTY:
                self.learnt = learn_empty(self._samples, self._hall.calibration.bits)
                self.whole = False
            elif self.learnt is not None:
                poles = self._poles(wiring) if self.array else stones(self.learnt, self._samples)
                self.learnt = learn_men(self.learnt, self._samples, poles, self._hall.cross)
                self.whole = True
            self.trouble = ""
        except CalibrationError as error:
            self.trouble = str(error)

    def _poles(self, wiring: Wiring) -> dict[int, int]:
        men = men_of(self._game, self._game.start())
        return {
            wiring.channel_of[point]: -1 if tone_of_letter(letter, self._game) is Tone.DARK else 1
            for point, letter in men.items()
        }

    def told(self, wiring: Wiring) -> Json | None:
        """For the page; None where nothing can be measured. `given` is what a piece gives at each point, in counts."""
        if not self.can:
            return None
        names = self._game.points
        points = () if self.learnt is None or not self.whole else self.learnt.points
        at = [wiring.point_of(channel) for channel in range(len(points))]
        given = {
            names[point]: round(abs(each.man))
            for point, each in zip(at, points, strict=True)
            if point is not None and (each.measured or self.array)
        }
        return {
            "measuring": self._what or None,
            "array": self.array,
            "empty": self.learnt is not None,
            "given": given,
            "all": len(names),
            "trouble": self.trouble,
            "notes": [
                {"trouble": each.trouble.value, "point": names[point]}
                for each in (findings(self.learnt) if self.learnt and points else ())
                if (point := at[each.channel]) is not None
            ],
        }
