"""Boards of linear Hall sensors, on converters behind multiplexers and wired straight to them."""

from collections.abc import Callable

from drivers.adc import Adc
from drivers.ads7828 import Ads7828
from drivers.ads7830 import Ads7830
from drivers.hall import HallMatrix
from drivers.hall_cross import from_places
from drivers.hall_reader import Input, behind_multiplexers
from drivers.hc4067 import Selects
from drivers.mcp3008 import Mcp3008
from drivers.ports import Kind, Reading, Symptom, WorldFault
from drivers.sim.ads7828 import Ads7828 as Ads7828Model
from drivers.sim.ads7830 import Ads7830 as Ads7830Model
from drivers.sim.board import grid
from drivers.sim.bus import Wire
from drivers.sim.hall import FieldCircuit
from drivers.sim.hc4067 import Hc4067
from drivers.sim.machine import SimMachine
from drivers.sim.mcp3008 import Mcp3008 as Mcp3008Model
from tests.conformance.buses import BUSES
from tests.conformance.rig import Rig, WireRig, bits

PITCH_MM = 50.0
PINS = (5, 6, 13, 19)
POSITIONS = 3
"""Of each multiplexer only so many inputs are in use, which keeps the suite short."""


def poles(truth: int, kind: Kind) -> dict[int, Reading] | None:
    """Light men stand on even channels, dark ones on odd ones; strengths are not so exactly known."""
    return {n: -1 if n % 2 else 1 for n in bits(truth)} if kind is Kind.POLARITY else None


class HallWireRig(WireRig):
    """Sensors on converters on I2C; nothing in those is lost when their supply dips."""

    def __init__(self, matrix: HallMatrix, wire: Wire, field: FieldCircuit) -> None:
        a_chip = matrix.channels // len(wire.chips)
        super().__init__(
            matrix,
            [wire],
            chip_mask=(1 << a_chip) - 1,
            wire_mask=(1 << matrix.channels) - 1,
            address=0x48,
            brown_outs_show=False,
        )
        self._field = field

    def put(self, truth: int) -> None:
        self._field.close_contacts(truth)

    def readings(self) -> dict[int, Reading] | None:
        return poles(self.truth, self.matrix.kind)


def direct(bus: str, kind: Kind = Kind.FIELD) -> HallWireRig:
    """Two ADS7830 with a sensor at each of two inputs, and no multiplexer."""
    places = grid(2, 2, PITCH_MM)
    field = FieldCircuit(places, PITCH_MM, seed=3)
    wire = Wire(
        {
            0x48 + chip: Ads7830Model([field.source(2 * chip + n) for n in range(2)])
            for chip in range(2)
        }
    )
    port = BUSES[bus](wire)
    matrix = HallMatrix(
        [Ads7830(port, address) for address in wire.chips],
        None,
        layout=[Input(adc=n // 2, channel=n % 2) for n in range(4)],
        calibration=field.calibration(Ads7830.bits),
        cross=from_places(places, PITCH_MM / 2**0.5, PITCH_MM),
        kind=kind,
    )
    return HallWireRig(matrix, wire, field)


def _multiplexed(machine: SimMachine, field: FieldCircuit, count: int) -> list[Hc4067]:
    return [
        Hc4067(machine, PINS, [field.source(n) for n in range(first, first + POSITIONS)])
        for first in range(0, count, POSITIONS)
    ]


def _layout(adcs: int, inputs: int) -> list[Input]:
    commons = [(adc, channel) for adc in range(adcs) for channel in range(inputs)]
    every = behind_multiplexers(commons, 16 * len(commons))
    return [place for place in every if place.position < POSITIONS]


def multiplexed(bus: str, kind: Kind = Kind.FIELD) -> HallWireRig:
    """Two ADS7828, each with a multiplexer of three sensors."""
    places = grid(3, 2, PITCH_MM)
    machine = SimMachine()
    field = FieldCircuit(places, PITCH_MM, seed=4)
    commons = [each.common for each in _multiplexed(machine, field, 6)]
    wire = machine.wire("/dev/i2c-1")
    wire.chips |= {0x48: Ads7828Model(commons[:1]), 0x49: Ads7828Model(commons[1:])}
    port = BUSES[bus](wire)
    matrix = HallMatrix(
        [Ads7828(port, address) for address in wire.chips],
        Selects(machine.outputs(PINS)),
        layout=_layout(2, 1),
        calibration=field.calibration(Ads7828.bits),
        cross=from_places(places, PITCH_MM / 2**0.5, PITCH_MM),
        kind=kind,
    )
    return HallWireRig(matrix, wire, field)


class HallSpiRig(Rig):
    """One MCP3008 with two multiplexers of three sensors."""

    def __init__(self) -> None:
        places = grid(3, 2, PITCH_MM)
        machine = SimMachine()
        self._field = FieldCircuit(places, PITCH_MM, seed=5)
        self._chip = Mcp3008Model([each.common for each in _multiplexed(machine, self._field, 6)])
        machine.spis["/dev/spidev0.0"] = self._chip
        self._plan: dict[int, WorldFault] = {}
        adcs: list[Adc] = [Mcp3008(_Failing(self._chip, self._plan))]
        super().__init__(
            HallMatrix(
                adcs,
                Selects(machine.outputs(PINS)),
                layout=_layout(1, 2),
                calibration=self._field.calibration(Mcp3008.bits),
                cross=from_places(places, PITCH_MM / 2**0.5, PITCH_MM),
            )
        )

    def put(self, truth: int) -> None:
        self._field.close_contacts(truth)

    @property
    def calls(self) -> int:
        return self._chip.exchanges

    def fail(self, call: int) -> None:
        self._plan[call] = WorldFault(Symptom.IO, self._chip.name, "It passes.")

    def break_off(self) -> int:
        self._chip.missing = True
        return self.all

    def mend(self) -> None:
        self._chip.missing = False
        self._plan.clear()


class _Failing:
    """The SPI device with failures planned by the number of the exchange. Implements `SpiBus`."""

    def __init__(self, chip: Mcp3008Model, plan: dict[int, WorldFault]) -> None:
        self._chip = chip
        self._plan = plan

    @property
    def name(self) -> str:
        return self._chip.name

    def write(self, data: bytes) -> None:
        self.exchange(data)

    def exchange(self, data: bytes) -> bytes:
        fault = self._plan.pop(self._chip.exchanges, None)
        if fault is not None:
            self._chip.exchanges += 1
            raise fault
        return self._chip.exchange(data)

    def close(self) -> None:
        self._chip.close()


RIGS: dict[str, Callable[[], Rig]] = {
    "hall on ads7830, simulated bus": lambda: direct("simulated"),
    "hall on ads7830, smbus2, poles": lambda: direct("smbus2", Kind.POLARITY),
    "hall behind multiplexers on ads7828": lambda: multiplexed("simulated"),
    "hall behind multiplexers on mcp3008": HallSpiRig,
}
