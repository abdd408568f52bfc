"""A whole simulated bench: magnets over contacts, chips on a machine, lamps, and the real drivers on them.

In virtual time: whoever scans says what time it is, and the bench is brought to that time.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from drivers.joined import JoinedMatrix
from drivers.mcp23017 import Mcp23017Matrix
from drivers.polarity import PolarityMatrix
from drivers.ports import Colour, Kind, Scan, SensorMatrix
from drivers.segments import ClockDisplay
from drivers.sim.board import MagnetBoard, Points, grid
from drivers.sim.bus import Wire
from drivers.sim.hall import FieldCircuit
from drivers.sim.machine import ContactCircuit, SimMachine
from drivers.sim.mcp23017 import Mcp23017
from drivers.sim.noise import NORMAL, Noise
from drivers.sim.segments import FourDigits
from drivers.sim.serial_men import SerialMen
from drivers.sim.strip import Ws2812Strip
from drivers.ws2812 import SPEED_HZ, Ws2812

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from drivers.ports import Lamps
    from drivers.sim.lamps import LampCircuit

_BUS: Final = "simulated bus {}"
_FIRST_ADDRESS: Final = 0x20
_CHIPS_PER_BUS: Final = 8
_DISPLAY_AT: Final = (0x70, 0x71)
_DARK: Final[Colour] = (0, 0, 0)


class BenchMatrix:
    """The sensors of a bench through the real driver. Implements `SensorMatrix`.

    There are exactly as many channels as points; inputs of the last chip that watch none are left out.

    Attributes:
        driver: the real one.
    """

    def __init__(self, bench: SimBench, driver: SensorMatrix, channels: int) -> None:
        self._bench = bench
        self.driver = driver
        self._channels = channels
        self._mask = (1 << channels) - 1
        self._seen: Scan | None = None
        self._cut = Scan(levels=0)

    @property
    def channels(self) -> int:
        return self._channels

    @property
    def kind(self) -> Kind:
        return self.driver.kind

    def scan(self, at_ns: int) -> Scan:
        self._bench.advance(at_ns)
        scan = self.driver.scan(at_ns)
        if scan is not self._seen:
            self._seen = scan
            mask = self._mask
            self._cut = replace(scan, levels=scan.levels & mask, unknown=scan.unknown & mask)
        return self._cut

    def close(self) -> None:
        self.driver.close()


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """The electronics of a board: models on a machine, and the real driver that reads them.

    Attributes:
        channels: the driver's channel of each point; of a point with two contacts, half their number.
        lamps: None for the bench's own.
    """

    machine: SimMachine
    circuit: ContactCircuit
    matrix: SensorMatrix
    channels: Sequence[int]
    lamps: FittedLamps | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FittedLamps:
    """The lamps of a board: the real driver, and what a person sees of the models that it lights."""

    lamps: Lamps
    circuit: LampCircuit


class SimBench:
    """A simulated board with its electronics. Lamp n of its own lamps is beside point n.

    One thread scans; others may schedule acts on the board.

    Args:
        points: where the sensors are, in millimetres; by default 8 by 8 at 50 mm, a1 to h8.
        square_mm: distance between neighbouring points.
        inputs_per_chip: as for `Mcp23017Matrix`.
        noise: of the board.
        seed: of everything drawn by chance.
        ma_max: current limit of the lamps.
        dark: as for `MagnetBoard`; with it the sensors tell the pole of a man's magnet.
        fitted: the electronics; by default MCP23017 on as many buses as they need, channel n for point n.

    Attributes:
        board: the men and the contacts.
        field: the sensors of a field; None where there are contacts.
        line: the serial board; None where the sensors are wired.
        wires: the I2C buses, for injecting faults and counting transfers.
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
        fitted: Fitted | None = None,
    ) -> None:
        places: Sequence[tuple[float, float]] = points or grid(8, 8, square_mm)
        self.board = MagnetBoard(places, square_mm, noise=noise, seed=seed, dark=dark)
        poles: Literal[1, 2] = 1 if dark is None else 2
        fitted = fitted or _expanders(len(places), poles, inputs_per_chip)
        self._machine = machine = fitted.machine
        self._circuit = fitted.circuit
        self.field = fitted.circuit if isinstance(fitted.circuit, FieldCircuit) else None
        self.line = fitted.circuit.line if isinstance(fitted.circuit, SerialMen) else None
        self._follower = (
            fitted.circuit if isinstance(fitted.circuit, FieldCircuit | SerialMen) else None
        )
        if self._follower is not None:
            self._follower.follow(self.board, places, fitted.channels)
        self._contacts = _order(fitted.channels, poles)
        self.segments = (FourDigits(), FourDigits())
        device = _bus_with_room(machine)
        machine.wire(device).chips.update(zip(_DISPLAY_AT, self.segments, strict=True))
        self.display = ClockDisplay(machine.i2c(device), _DISPLAY_AT)
        driver = fitted.matrix
        if dark is not None and driver.kind is Kind.PRESENCE:
            driver = PolarityMatrix(driver)
        self.matrix: SensorMatrix = BenchMatrix(self, driver, max(fitted.channels) + 1)
        self._strip = Ws2812Strip(len(places), speed_hz=SPEED_HZ[3])
        self._fitted_lamps = fitted.lamps
        self.lamps: Lamps = Ws2812(self._strip, len(places), ma_max=ma_max)
        if fitted.lamps is not None:
            self.lamps = fitted.lamps.lamps
        self._levels = -1

    @property
    def wires(self) -> Sequence[Wire]:
        return list(self._machine.wires.values())

    @property
    def healthy(self) -> bool:
        """Whether no fault of a bus or line waits that lasts for a time."""
        return all(wire.healthy for wire in self.wires) and (self.line is None or self.line.healthy)

    def advance(self, at_ns: int) -> None:
        """Brings the men and the buses to a time."""
        self._machine.advance(at_ns)
        levels = self.board.levels(at_ns)
        if self._follower is not None:
            self._follower.advance(at_ns)
            return
        if levels == self._levels:
            return
        self._levels = levels
        if self._contacts is not None:
            levels = sum(1 << n for place, n in enumerate(self._contacts) if levels >> place & 1)
        self._circuit.close_contacts(levels)

    def next_change_ns(self, at_ns: int) -> int | None:
        """A time until which the sensors surely stay as they are; None: until the next act."""
        change_ns = self.board.next_change_ns(at_ns)
        look_ns = None if self._follower is None else self._follower.next_look_ns(at_ns)
        return min((at for at in (change_ns, look_ns) if at is not None), default=None)

    def lit(self) -> Mapping[int, Colour]:
        """The lamps that are not dark, read from what feeds them.

        Raises:
            BadPulse: real lamps could not read what was sent.
        """
        if self._fitted_lamps is not None:
            return self._fitted_lamps.circuit.lit()
        return {
            lamp: colour for lamp, colour in enumerate(self._strip.colours()) if colour != _DARK
        }


def _bus_with_room(machine: SimMachine) -> str:
    """The first bus that has no chips where the display's are; another one where all have."""
    for device, wire in machine.wires.items():
        if not wire.chips.keys() & set(_DISPLAY_AT):
            return device
    return _BUS.format(len(machine.wires) + 1)


def _expanders(points: int, poles: Literal[1, 2], inputs: Literal[14, 16]) -> Fitted:
    """MCP23017 on as many buses as they need."""
    machine = SimMachine()
    chips = [Mcp23017() for _ in range(0, points * poles, inputs)]
    drivers: list[SensorMatrix] = []
    for number, first in enumerate(range(0, len(chips), _CHIPS_PER_BUS), 1):
        device = _BUS.format(number)
        mine = dict(enumerate(chips[first : first + _CHIPS_PER_BUS], _FIRST_ADDRESS))
        machine.wire(device).chips.update(mine)
        drivers.append(Mcp23017Matrix(machine.i2c(device), list(mine), inputs_per_chip=inputs))
    return Fitted(
        machine=machine,
        circuit=ChipInputs(chips, inputs),
        matrix=drivers[0] if len(drivers) == 1 else JoinedMatrix(drivers),
        channels=range(points),
    )


def _order(channels: Sequence[int], poles: Literal[1, 2]) -> Sequence[int] | None:
    """The driver's contact of each contact of the board; None where they are the same."""
    if list(channels) == list(range(len(channels))):
        return None
    return [poles * channel + pole for channel in channels for pole in range(poles)]


class ChipInputs:
    """Contacts to ground at the inputs of MCP23017, chip by chip. Implements `ContactCircuit`."""

    def __init__(self, chips: Sequence[Mcp23017], inputs: Literal[14, 16]) -> None:
        self._chips = chips
        self._inputs = inputs

    def close_contacts(self, closed: int) -> None:
        inputs = self._inputs
        mask = (1 << inputs) - 1
        for chip in self._chips:
            pins = closed & mask
            closed >>= inputs
            if inputs == 14:
                pins = pins & 0x7F | (pins & 0x3F80) << 1
            chip.ground(pins)
