"""Lamps of every kind on models of what they are wired to, with a tap on the bus between."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from drivers.apa102 import Apa102
from drivers.edge_lamps import EdgeLamps, turns
from drivers.ht16k33_lamps import LAMPS_PER_CHIP, Ht16k33Lamps
from drivers.max7219 import Max7219Lamps
from drivers.ports import I2cBus, Lamps, SpiBus, Symptom, WorldFault
from drivers.sim.apa102 import Apa102Strip
from drivers.sim.bus import Wire
from drivers.sim.ht16k33 import Ht16k33
from drivers.sim.max7219 import Max7219Chain
from drivers.sim.strip import Ws2812Strip
from drivers.ws2812 import SPEED_HZ, Ws2812
from tests.conformance.buses import BUSES

if TYPE_CHECKING:
    from collections.abc import Callable

    from drivers.ports import Colour

PITCH = 8
"""Columns and rows of the boards that have edge lamps."""


@dataclass
class Tap:
    """What passes along a bus: counted, broken off on request, and looked at afterwards.

    Attributes:
        fails: numbers of the transfers that fail, and how.
        after: called when a transfer is over.
    """

    transfers: int = 0
    fails: dict[int, Symptom] = field(default_factory=dict)
    after: Callable[[], None] | None = None
    closed: int = 0

    def begin(self, name: str) -> None:
        number = self.transfers
        self.transfers += 1
        if number in self.fails:
            raise WorldFault(self.fails[number], name, "This transfer was to fail.")

    def end(self) -> None:
        if self.after is not None:
            self.after()


class TappedSpi:
    """An SPI bus with a tap. Implements `SpiBus`."""

    def __init__(self, bus: SpiBus, tap: Tap) -> None:
        self._bus = bus
        self._tap = tap
        self.name = bus.name

    def write(self, data: bytes) -> None:
        self._tap.begin(self.name)
        self._bus.write(data)
        self._tap.end()

    def exchange(self, data: bytes) -> bytes:
        self.write(data)
        return bytes(len(data))

    def close(self) -> None:
        self._tap.closed += 1
        self._bus.close()


class TappedI2c:
    """An I2C bus with a tap; lamps only write. Implements `I2cBus`."""

    def __init__(self, bus: I2cBus, tap: Tap) -> None:
        self._bus = bus
        self._tap = tap
        self.name = bus.name

    def write(self, address: int, data: bytes) -> None:
        self._tap.begin(f"{self.name} chip {address:#04x}")
        self._bus.write(address, data)
        self._tap.end()

    def read(self, address: int, count: int) -> bytes:
        return self._bus.read(address, count)

    def write_read(self, address: int, data: bytes, count: int) -> bytes:
        return self._bus.write_read(address, data, count)

    def close(self) -> None:
        self._tap.closed += 1
        self._bus.close()


class Model(Protocol):
    """What is lit behind the bus."""

    @property
    def ma(self) -> float: ...

    def brown_out(self) -> None: ...


@dataclass
class LampRig:
    """Lamps, what they draw, and what a person reads from them.

    Attributes:
        seen: channel to colour; lamps of one colour are white.
        edges: the lamps stand along the edges, and channels are the points of a board of 8 by 8.
    """

    lamps: Lamps
    tap: Tap
    model: Model
    seen: Callable[[], dict[int, Colour]]
    colours: bool = True
    edges: bool = False

    @property
    def lit(self) -> set[int]:
        return set(self.seen())

    def readable(self, channels: set[int]) -> set[int]:
        """Those of the channels that can be shown together."""
        if not self.edges or not channels:
            return channels
        group = turns([(n % PITCH, n // PITCH) for n in sorted(channels)])[0]
        return {column + PITCH * row for column, row in group}


WHITE = (255, 255, 255)


def _strip(brightness: float, ma_max: float) -> LampRig:
    tap, strip = Tap(), Ws2812Strip(20, speed_hz=SPEED_HZ[3])
    lamps = Ws2812(TappedSpi(strip, tap), 20, brightness=brightness, ma_max=ma_max)
    return LampRig(lamps, tap, strip, lambda: _bright(strip.colours()))


def _apa102(brightness: float, ma_max: float, *, sk9822: bool = False, count: int = 37) -> LampRig:
    tap, strip = Tap(), Apa102Strip(count, sk9822=sk9822)
    lamps = Apa102(TappedSpi(strip, tap), count, brightness=brightness, ma_max=ma_max)
    return LampRig(lamps, tap, strip, lambda: _bright(strip.colours()))


def _sk9822(brightness: float, ma_max: float) -> LampRig:
    return _apa102(brightness, ma_max, sk9822=True, count=33)


def _max7219(brightness: float, ma_max: float) -> LampRig:
    tap, chain = Tap(), Max7219Chain(2)
    lamps = Max7219Lamps(TappedSpi(chain, tap), 2, brightness=brightness, ma_max=ma_max)
    return LampRig(lamps, tap, chain, lambda: dict.fromkeys(chain.lit(), WHITE), colours=False)


class Backpacks:
    """HT16K33 chips on one wire. Implements `Model`."""

    def __init__(self, addresses: tuple[int, ...]) -> None:
        self.chips = [Ht16k33() for _ in addresses]
        self.wire = Wire(dict(zip(addresses, self.chips, strict=True)))

    @property
    def ma(self) -> float:
        return sum(chip.ma for chip in self.chips)

    def brown_out(self) -> None:
        self.chips[0].brown_out()

    def seen(self) -> dict[int, Colour]:
        return {
            LAMPS_PER_CHIP * place + n: WHITE
            for place, chip in enumerate(self.chips)
            for n in chip.lit()
        }


def _ht16k33(bus: str, addresses: tuple[int, ...], brightness: float, ma_max: float) -> LampRig:
    tap, model = Tap(), Backpacks(addresses)
    inner = TappedI2c(BUSES[bus](model.wire), tap)
    lamps = Ht16k33Lamps(inner, addresses, brightness=brightness, ma_max=ma_max)
    return LampRig(lamps, tap, model, model.seen, colours=False)


def _edges(rig: LampRig) -> LampRig:
    """Eight lamps for the columns and eight for the rows, in no simple order."""
    columns, rows = [2, 0, 4, 6, 8, 10, 12, 14], [1, 3, 5, 7, 9, 11, 13, 15]
    places = [(n % PITCH, n // PITCH) for n in range(PITCH * PITCH)]
    below = rig.seen

    def seen() -> dict[int, Colour]:
        lit = below()
        return {
            point: lit[columns[column]]
            for point, (column, row) in enumerate(places)
            if columns[column] in lit and rows[row] in lit
        }

    lamps = EdgeLamps(rig.lamps, columns, rows, places)
    return LampRig(lamps, rig.tap, rig.model, seen, colours=rig.colours, edges=True)


LAMP_RIGS: dict[str, Callable[[float, float], LampRig]] = {
    "ws2812": _strip,
    "apa102": _apa102,
    "sk9822": _sk9822,
    "max7219": _max7219,
    "ht16k33, simulated bus": lambda b, ma: _ht16k33("simulated", (0x70, 0x73), b, ma),
    "ht16k33, smbus2": lambda b, ma: _ht16k33("smbus2", (0x77,), b, ma),
    "edges on ws2812": lambda b, ma: _edges(_strip(b, ma)),
    "edges on max7219": lambda b, ma: _edges(_max7219(b, ma)),
    "edges on ht16k33": lambda b, ma: _edges(_ht16k33("simulated", (0x70,), b, ma)),
}


def _bright(colours: tuple[Colour, ...]) -> dict[int, Colour]:
    return {n: colour for n, colour in enumerate(colours) if any(colour)}
