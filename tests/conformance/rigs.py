"""Sensor matrices on modelled chips, each with a switch for every channel, or one for each pole."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from drivers.joined import JoinedMatrix
from drivers.mcp23017 import Mcp23017Matrix
from drivers.polarity import PolarityMatrix
from drivers.ports import Kind, Scan, SensorMatrix
from drivers.sim.bus import BusFault, Wire
from drivers.sim.chips import Mcp23017
from tests.conformance.buses import BUSES

MS = 1_000_000


@dataclass
class Rig:
    """A matrix, the truth about its channels, and the wire to spoil (the first, where there are two).

    Attributes:
        inputs: of a chip.
        switches: at a channel: of two, even channels have the first closed, odd ones the second.
        truth: the channels that are closed.
    """

    matrix: SensorMatrix
    wires: list[Wire]
    chips: list[Mcp23017]
    inputs: int
    switches: int = 1
    truth: int = 0

    @property
    def wire(self) -> Wire:
        return self.wires[0]

    @property
    def chip_mask(self) -> int:
        """The channels of the first chip."""
        return (1 << self.inputs // self.switches) - 1

    @property
    def wire_mask(self) -> int:
        """The channels of the first wire."""
        return (1 << self.inputs // self.switches * len(self.wire.chips)) - 1

    def close_contacts(self, truth: int) -> None:
        self.truth = truth
        contacts = truth
        if self.switches == 2:
            contacts = sum(1 << 2 * n + n % 2 for n in bits(truth))
        mask = (1 << self.inputs) - 1
        for place, chip in enumerate(self.chips):
            closed = contacts >> place * self.inputs & mask
            if self.inputs == 14:
                closed = closed & 0x7F | (closed >> 7) << 8
            chip.ground(closed)

    def scan(self, at_ms: float) -> Scan:
        """Scans, and checks what holds for every scan: no guess, each blindness with its reason."""
        for wire in self.wires:
            wire.now_ns = int(at_ms * MS)
        scan = self.matrix.scan(int(at_ms * MS))
        assert not scan.levels & scan.unknown
        assert bool(scan.unknown) == bool(scan.faults)
        assert all(fault.where and fault.remedy for fault in scan.faults)
        if self.matrix.kind is Kind.PRESENCE:
            assert scan.readings is None
        else:
            assert scan.readings is not None
            assert set(scan.readings) == set(bits(scan.levels))
        return scan

    def inject(self, fault: BusFault) -> None:
        self.wire.inject(fault)


def bits(channels: int) -> list[int]:
    return [n for n in range(channels.bit_length()) if channels >> n & 1]


def make(
    bus: str, inputs: Literal[14, 16], buses: int = 1, chips: int = 3, *, poles: bool = False
) -> Rig:
    wires = []
    models: list[Mcp23017] = []
    parts: list[SensorMatrix] = []
    for _ in range(buses):
        # Inputs that nothing drives read at random: half of them here.
        mine = {0x20 + place: Mcp23017(floating=0xA5C3) for place in range(chips)}
        wires.append(Wire(mine))
        models += mine.values()
        parts.append(Mcp23017Matrix(BUSES[bus](wires[-1]), list(mine), inputs_per_chip=inputs))
    matrix = parts[0] if buses == 1 else JoinedMatrix(parts)
    if poles:
        return Rig(PolarityMatrix(matrix), wires, models, inputs, switches=2)
    return Rig(matrix, wires, models, inputs)


RIGS: dict[str, Callable[[], Rig]] = {
    "mcp23017 of 14 inputs, simulated bus": lambda: make("simulated", 14),
    "mcp23017 of 16 inputs, simulated bus": lambda: make("simulated", 16),
    "mcp23017 of 14 inputs, smbus2": lambda: make("smbus2", 14),
    "two buses joined": lambda: make("simulated", 16, buses=2, chips=2),
    "two switches a point, 14 inputs": lambda: make("simulated", 14, poles=True),
    "two switches a point, two buses": lambda: make("smbus2", 16, buses=2, chips=2, poles=True),
}
