"""Boards with rows and columns on MCP23017, with and without diodes."""

from collections.abc import Callable, Sequence

from drivers.ghosts import hidden
from drivers.mcp23017_matrix import Mcp23017RowMatrix, layout
from drivers.ports import Scan
from drivers.sim.bus import Wire
from drivers.sim.mcp23017 import Mcp23017
from drivers.sim.mcp23017_matrix import RowCircuit
from tests.conformance.buses import BUSES
from tests.conformance.rig import Rig, WireRig


class RowRig(WireRig):
    """Contacts between rows and columns; a chip that fails takes all of them with it."""

    def __init__(
        self,
        bus: str,
        addresses: Sequence[int],
        rows: int,
        columns: int,
        *,
        diodes: bool,
        slow: int = 0,
    ) -> None:
        # Inputs that nothing drives read at random: half of them here.
        chips = {address: Mcp23017(floating=0xA5C3) for address in addresses}
        wire = Wire(chips)
        pins = layout(addresses, rows, columns, diodes=diodes)
        self.circuit = RowCircuit(chips, pins, diodes=diodes, slow=slow)
        self._rows, self._columns, self._diodes = rows, columns, diodes
        matrix = Mcp23017RowMatrix(
            BUSES[bus](wire), addresses, rows=rows, columns=columns, diodes=diodes
        )
        every = (1 << rows * columns) - 1
        super().__init__(matrix, [wire], chip_mask=every, wire_mask=every, address=addresses[-1])

    def put(self, truth: int) -> None:
        self.circuit.close_contacts(truth)

    def scan(self, at_ms: float) -> Scan:
        scan = super().scan(at_ms)
        assert not self.circuit.shorts
        return scan

    @property
    def hidden(self) -> int:
        if self._diodes:
            return 0
        width = self._columns
        rows = [self.truth >> row * width & (1 << width) - 1 for row in range(self._rows)]
        return sum(1 << row * width + column for row, column in hidden(rows, width))


RIGS: dict[str, Callable[[], Rig]] = {
    "mcp23017 matrix, one chip, diodes": lambda: RowRig("simulated", [0x20], 4, 4, diodes=True),
    "mcp23017 matrix, one chip, no diodes": lambda: RowRig("smbus2", [0x20], 2, 3, diodes=False),
    "mcp23017 matrix, two chips, diodes": lambda: RowRig("smbus2", [0x20, 0x21], 2, 3, diodes=True),
    "mcp23017 matrix, two chips, no diodes": lambda: RowRig(
        "simulated", [0x20, 0x21], 2, 3, diodes=False
    ),
    "mcp23017 matrix, columns that rise slowly": lambda: RowRig(
        "simulated", [0x20], 2, 3, diodes=True, slow=1
    ),
}
