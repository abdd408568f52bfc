"""Where things are on a board: by the name of the point, and by chip and pin."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.sensing.marks import Sensor
from controller.shell.electronics.rows import ExpanderRows, GpioRows

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.shell.config_types import Config
    from rules.terms import Point, PointSet


class Places:
    """The names of a board's points and of what they are wired to."""

    def __init__(self, config: Config) -> None:
        self.game = config.board.game
        self.names = self.game.points
        self._sensors = config.sensors
        self._lamps = config.lamps

    def pin(self, point: Point) -> str:
        """What the sensor of a point is connected to: "/dev/i2c-1 chip 0x20 pin GPA0"."""
        electronics = self._sensors.electronics
        if electronics is None:
            return "the simulated bench"
        channel = self._sensors.wiring.channel_of[point]
        if self._sensors.kind is Sensor.POLARITY and electronics.channels >= 2 * len(self.names):
            return f"{electronics.place(2 * channel)} and {electronics.place(2 * channel + 1)}"
        return electronics.place(channel)

    def pins(self) -> dict[str, str]:
        """What every point is connected to, by its name; nothing where the board is simulated."""
        if self._sensors.electronics is None:
            return {}
        return {name: self.pin(point) for point, name in enumerate(self.names)}

    def point(self, point: Point) -> str:
        """A point and what it is connected to: "e4 (/dev/i2c-1 chip 0x22 pin GPA4)"."""
        return f"{self.names[point]} ({self.pin(point)})"

    @property
    def matrix(self) -> GpioRows | ExpanderRows | None:
        """The rows and columns that the contacts are wired in; None where each has an input of its own."""
        electronics = self._sensors.electronics
        return electronics if isinstance(electronics, GpioRows | ExpanderRows) else None

    def crossing(self, point: Point) -> tuple[int, int]:
        """Column and row of a contact in its matrix; on other boards, on the board."""
        matrix = self.matrix
        if matrix is None:
            return self.game.place(point)
        width = matrix.width if isinstance(matrix, GpioRows) else matrix.columns
        row, column = divmod(self._sensors.wiring.channel_of[point], width)
        return column, row

    def lamp(self, point: Point) -> str:
        """The lamp of a point: "the lamp of e4 (lamp 28 of /dev/spidev0.0)"."""
        name = f"the lamp of {self.names[point]}"
        channel = self._lamps.wiring.channel_of.get(point)
        if self._lamps.electronics is None or channel is None:
            return name
        edges = self._lamps.edges
        if edges is None:
            return f"{name} ({self._lamps.electronics.place(channel)})"
        column, row = self.game.place(point)
        at = self._lamps.electronics.place
        return f"{name} ({at(edges.columns[column])} and {at(edges.rows[row])})"

    def all(self, points: PointSet) -> str:
        """Names, separated by spaces."""
        return " ".join(self.names[point] for point in each(points))

    def find(self, name: str) -> Point | None:
        """The point of a name, as a person may type it."""
        return self.game.index.get(name.strip().lower())


def each(points: PointSet) -> Iterable[Point]:
    """The points of a set, lowest first."""
    while points:
        lowest = points & -points
        yield lowest.bit_length() - 1
        points ^= lowest


def size(points: PointSet) -> int:
    """How many points a set has."""
    return points.bit_count()
