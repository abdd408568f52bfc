"""A whole simulated bench: magnets over contacts, chips on buses, lamps, and the real drivers on them.

In virtual time: whoever scans says what time it is, and the bench is brought to that time.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, Literal

from drivers.ht16k33 import ClockDisplay
from drivers.joined import JoinedMatrix
from drivers.mcp23017 import Mcp23017Matrix
from drivers.polarity import PolarityMatrix
from drivers.ports import Colour, Kind, Scan, SensorMatrix
from drivers.sim.board import MagnetBoard, Points, grid
from drivers.sim.bus import SimI2c, Wire
from drivers.sim.chips import Mcp23017
from drivers.sim.noise import NORMAL, Noise
from drivers.sim.segments import Ht16k33
from drivers.sim.strip import Ws2812Strip
from drivers.ws2812 import SPEED_HZ, Ws2812

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

_FIRST_ADDRESS: Final = 0x20
_CHIPS_PER_BUS: Final = 8
_DISPLAY_AT: Final = (0x70, 0x71)
_DARK: Final[Colour] = (0, 0, 0)


class BenchMatrix:
    """The sensors of a bench through the real driver. Implements `SensorMatrix`.

    There are exactly as many channels as points; inputs of the last chip that watch none are left out.
    """

    def __init__(self, bench: SimBench, driver: SensorMatrix, channels: int) -> None:
        self._bench = bench
        self._driver = driver
        self._channels = channels
        self._mask = (1 << channels) - 1
        self._seen: Scan | None = None
        self._cut = Scan(levels=0)

    @property
    def channels(self) -> int:
        return self._channels

    @property
    def kind(self) -> Kind:
        return self._driver.kind

    def scan(self, at_ns: int) -> Scan:
        self._bench.advance(at_ns)
        scan = self._driver.scan(at_ns)
        if scan is not self._seen:
            self._seen = scan
            mask = self._mask
            self._cut = replace(scan, levels=scan.levels & mask, unknown=scan.unknown & mask)
        return self._cut

    def close(self) -> None:
        self._driver.close()


class SimBench:
    """A simulated board with its electronics. Channel n is point n, and lamp n is beside it.

    One thread scans; others may schedule acts on the board. With more chips than a bus has addresses
    there are several buses.

    Args:
        points: where the sensors are, in millimetres; by default 8 by 8 at 50 mm, a1 to h8.
        square_mm: distance between neighbouring points.
        inputs_per_chip: as for `Mcp23017Matrix`.
        noise: of the board.
        seed: of everything drawn by chance.
        ma_max: current limit of the lamps.
        dark: as for `MagnetBoard`; with it the sensors tell the pole of a man's magnet.

    Attributes:
        board: the men and the contacts.
        wires: the buses, for injecting faults and counting transfers.
        matrix: what the controller scans.
        lamps: what the controller lights.
        display: the clock's display, on the first bus.
        segments: its modules, the first side's and the second's.
    """

    def __init__(
        self,
        points: Points | None = None,
        *,
        square_mm: float = 50.0,
        inputs_per_chip: Literal[14, 16] = 14,
        noise: Noise = NORMAL,
        seed: int = 0,
        ma_max: float = 2000.0,
        dark: Callable[[str], bool] | None = None,
    ) -> None:
        places: Sequence[tuple[float, float]] = points or grid(8, 8, square_mm)
        self.board = MagnetBoard(places, square_mm, noise=noise, seed=seed, dark=dark)
        self._inputs = inputs_per_chip
        contacts = len(places) if dark is None else 2 * len(places)
        self._chips = [Mcp23017() for _ in range(0, contacts, inputs_per_chip)]
        self.segments = (Ht16k33(), Ht16k33())
        self.wires: list[Wire] = []
        drivers: list[SensorMatrix] = []
        for first in range(0, len(self._chips), _CHIPS_PER_BUS):
            chips = dict(enumerate(self._chips[first : first + _CHIPS_PER_BUS], _FIRST_ADDRESS))
            wire = Wire(chips)
            bus = SimI2c(wire, name=f"simulated bus {len(self.wires) + 1}")
            drivers.append(Mcp23017Matrix(bus, list(chips), inputs_per_chip=inputs_per_chip))
            self.wires.append(wire)
        for address, module in zip(_DISPLAY_AT, self.segments, strict=True):
            self.wires[0].chips[address] = module
        self.display = ClockDisplay(SimI2c(self.wires[0], name="simulated bus 1"), _DISPLAY_AT)
        driver = drivers[0] if len(drivers) == 1 else JoinedMatrix(drivers)
        if dark is not None:
            driver = PolarityMatrix(driver)
        self.matrix: SensorMatrix = BenchMatrix(self, driver, len(places))
        self._strip = Ws2812Strip(len(places), speed_hz=SPEED_HZ[3])
        self.lamps = Ws2812(self._strip, len(places), ma_max=ma_max)
        self._levels = -1

    def advance(self, at_ns: int) -> None:
        """Brings the contacts and the buses to a time."""
        for wire in self.wires:
            wire.now_ns = at_ns
        levels = self.board.levels(at_ns)
        if levels == self._levels:
            return
        self._levels = levels
        inputs = self._inputs
        mask = (1 << inputs) - 1
        for chip in self._chips:
            closed = levels & mask
            levels >>= inputs
            if inputs == 14:
                closed = closed & 0x7F | (closed & 0x3F80) << 1
            chip.ground(closed)

    def next_change_ns(self, at_ns: int) -> int | None:
        """A time until which the contacts surely stay as they are; None: until the next act."""
        return self.board.next_change_ns(at_ns)

    def lit(self) -> Mapping[int, Colour]:
        """The lamps that are not dark, read from the line that feeds them.

        Raises:
            BadPulse: real lamps could not read what was sent.
        """
        return {
            lamp: colour for lamp, colour in enumerate(self._strip.colours()) if colour != _DARK
        }
