"""What the chips of all kinds of sensors have in common: the names of their contacts, supply and bus, addresses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from controller.core.sensing.marks import Sensor
from controller.shell.electronics.hall import HallSensors
from controller.shell.wiring.header import GROUND, V33, lines_of
from controller.shell.wiring.pinouts import leg
from controller.shell.wiring.plan import Rail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.shell.config_types import Config
    from controller.shell.wiring.plan import Plan

_SUPPLIES = {"MCP23017": ("VDD", "VSS"), "ADS7828": ("VDD", "GND"), "ADS7830": ("VDD", "GND")}


PAIRS: Final = (
    "○: the switch that the light men's magnets close; ●: the one that the dark men's close."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What to call what is wired to each contact."""

    config: Config

    def point(self, channel: int) -> str:
        """The point of a channel; empty for none."""
        sensors = self.config.sensors
        point = sensors.wiring.point_of(channel)
        return "" if point is None else self.config.board.game.points[point]

    @property
    def pairs(self) -> bool:
        """Whether a point has two switches."""
        sensors = self.config.sensors
        return sensors.kind is Sensor.POLARITY and not isinstance(sensors.electronics, HallSensors)

    def contact(self, number: int) -> str:
        """The switch at a contact: "e4"; with polarity "e4 ○" for that of the light men's pole and "e4 ●"."""
        if not self.pairs:
            return self.point(number)
        channel, dark = divmod(number, 2)
        name = self.point(channel)
        return f"{name} {'●' if dark else '○'}" if name else ""


def i2c_rails(plan: Plan, bus: str, chip: str) -> tuple[Rail, ...]:
    """Supply and bus of chips on I2C."""
    supply, ground = _SUPPLIES.get(chip, ("VCC", "GND"))
    rails = [
        Rail(net=V33, source=plan.v33(), legs=leg(chip, supply)),
        Rail(net=GROUND, source=plan.power(6, GROUND), legs=leg(chip, ground)),
    ]
    lines = lines_of(bus)
    for net in ("SDA", "SCL"):
        source = plan.use(lines[net], f"{net} of {bus}") if net in lines else f"{net} of {bus}"
        rails.append(Rail(net=net, source=source, legs=leg(chip, net)))
    return tuple(rails)


def address(bits: int, first: int, legs: Sequence[str] = ("A2", "A1", "A0")) -> str:
    """How the legs for the address are tied: "A2 A1 A0 = 0 0 1"."""
    levels = " ".join(str((bits - first) >> n & 1) for n in reversed(range(len(legs))))
    return f"{' '.join(legs)} = {levels}"
