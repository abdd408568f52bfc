"""Lamps on a simulated machine: models at its buses, and what a person sees of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from drivers.ht16k33_lamps import LAMPS_PER_CHIP
from drivers.sim.apa102 import Apa102Strip
from drivers.sim.ht16k33 import Ht16k33
from drivers.sim.max7219 import Max7219Chain
from drivers.sim.strip import Ws2812Strip
from drivers.ws2812 import SPEED_HZ

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from drivers.ports import Colour
    from drivers.sim.machine import SimMachine

WHITE: Final[Colour] = (255, 255, 255)
_DARK: Final[Colour] = (0, 0, 0)


@dataclass
class LampCircuit:
    """The lamps of a board, by channel.

    Attributes:
        shining: what the chips would have shine: the channels that are not dark. Lamps of one colour are white.
        dips: lets the supply of all chips dip.
        dead: channels whose lamps are broken.
    """

    shining: Callable[[], Mapping[int, Colour]]
    dips: Callable[[], None]
    dead: set[int] = field(default_factory=set)

    def lit(self) -> dict[int, Colour]:
        """What a person sees."""
        return {n: colour for n, colour in self.shining().items() if n not in self.dead}


def wire_ws2812(machine: SimMachine, device: str, count: int) -> LampCircuit:
    """A strip of WS2812 at an SPI device."""
    strip = Ws2812Strip(count, speed_hz=SPEED_HZ[3])
    machine.spis[device] = strip
    return LampCircuit(lambda: _not_dark(strip.colours()), strip.brown_out)


def wire_apa102(
    machine: SimMachine, device: str, count: int, *, sk9822: bool = False
) -> LampCircuit:
    """A strip of APA102 or SK9822 at an SPI device."""
    strip = Apa102Strip(count, sk9822=sk9822)
    machine.spis[device] = strip
    return LampCircuit(lambda: _not_dark(strip.colours()), strip.brown_out)


def wire_max7219(machine: SimMachine, device: str, chips: int) -> LampCircuit:
    """A chain of MAX7219 at an SPI device, 64 lamps a chip."""
    chain = Max7219Chain(chips)
    machine.spis[device] = chain
    return LampCircuit(lambda: dict.fromkeys(chain.lit(), WHITE), chain.brown_out)


def wire_ht16k33(machine: SimMachine, device: str, addresses: Sequence[int]) -> LampCircuit:
    """HT16K33 chips on an I2C bus, 128 lamps a chip."""
    chips = {address: Ht16k33() for address in addresses}
    machine.wire(device).chips.update(chips)

    def shining() -> dict[int, Colour]:
        return {
            LAMPS_PER_CHIP * place + n: WHITE
            for place, chip in enumerate(chips.values())
            for n in chip.lit()
        }

    def dips() -> None:
        for chip in chips.values():
            chip.brown_out()

    return LampCircuit(shining, dips)


def at_edges(
    below: LampCircuit,
    columns: Sequence[int],
    rows: Sequence[int],
    places: Sequence[tuple[int, int]],
) -> LampCircuit:
    """The points that a person reads from lamps along the edges, arguments as for `EdgeLamps`.

    A point where a lit column crosses a lit row has the colour of the column's lamp. Dead are lamps of `below`.
    """

    def shining() -> dict[int, Colour]:
        lit = below.lit()
        return {
            point: lit[columns[column]]
            for point, (column, row) in enumerate(places)
            if columns[column] in lit and rows[row] in lit
        }

    return LampCircuit(shining, below.dips)


def _not_dark(colours: tuple[Colour, ...]) -> dict[int, Colour]:
    return {n: colour for n, colour in enumerate(colours) if colour != _DARK}
