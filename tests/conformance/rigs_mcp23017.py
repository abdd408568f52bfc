"""Boards on MCP23017 with an input for every channel, or one for each pole."""

from collections.abc import Callable
from typing import Literal

from drivers.joined import JoinedMatrix
from drivers.mcp23017 import Mcp23017Matrix
from drivers.polarity import PolarityMatrix
from drivers.ports import Kind, Reading, SensorMatrix
from drivers.sim.bus import Wire
from drivers.sim.mcp23017 import Mcp23017
from tests.conformance.buses import BUSES
from tests.conformance.rig import Rig, WireRig, bits


class Mcp23017Rig(WireRig):
    """Switches on chips; of two at a channel, even channels have the first closed, odd ones the second."""

    def __init__(
        self, matrix: SensorMatrix, wires: list[Wire], chips: list[Mcp23017], inputs: int
    ) -> None:
        self.switches = 1 if matrix.kind is Kind.PRESENCE else 2
        a_chip = inputs // self.switches
        super().__init__(
            matrix,
            wires,
            chip_mask=(1 << a_chip) - 1,
            wire_mask=(1 << a_chip * len(wires[0].chips)) - 1,
            address=0x20,
        )
        self._chips = chips
        self._inputs = inputs

    def put(self, truth: int) -> None:
        contacts = truth
        if self.switches == 2:
            contacts = sum(1 << 2 * n + n % 2 for n in bits(truth))
        mask = (1 << self._inputs) - 1
        for place, chip in enumerate(self._chips):
            closed = contacts >> place * self._inputs & mask
            if self._inputs == 14:
                closed = closed & 0x7F | (closed >> 7) << 8
            chip.ground(closed)

    def readings(self) -> dict[int, Reading] | None:
        if self.switches == 1:
            return None
        return {n: -1 if n % 2 else 1 for n in bits(self.truth)}


def make(
    bus: str, inputs: Literal[14, 16], buses: int = 1, chips: int = 3, *, poles: bool = False
) -> Mcp23017Rig:
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
    return Mcp23017Rig(PolarityMatrix(matrix) if poles else matrix, wires, models, inputs)


RIGS: dict[str, Callable[[], Rig]] = {
    "mcp23017 of 14 inputs, simulated bus": lambda: make("simulated", 14),
    "mcp23017 of 16 inputs, simulated bus": lambda: make("simulated", 16),
    "mcp23017 of 14 inputs, smbus2": lambda: make("smbus2", 14),
    "two buses joined": lambda: make("simulated", 16, buses=2, chips=2),
    "two switches a point, 14 inputs": lambda: make("simulated", 14, poles=True),
    "two switches a point, two buses": lambda: make("smbus2", 16, buses=2, chips=2, poles=True),
}
