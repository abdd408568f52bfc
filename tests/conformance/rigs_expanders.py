"""Boards on other port expanders, and on expanders behind multiplexers."""

from collections.abc import Callable, Sequence

from drivers.joined import JoinedMatrix
from drivers.mcp23017 import Mcp23017Matrix
from drivers.pcf8575 import Pcf8575Matrix
from drivers.ports import SensorMatrix
from drivers.sim.machine import ContactCircuit, SimMachine
from drivers.sim.mcp23017 import wire_mcp23017
from drivers.sim.pcf8575 import wire_pcf8575
from drivers.sim.pins import JoinedCircuits
from drivers.sim.tca9555 import wire_tca9555
from drivers.tca9548a import Tca9548a
from drivers.tca9555 import Tca9555Matrix
from tests.conformance.buses import BUSES
from tests.conformance.rig import Rig, WireRig

BUS = "/dev/i2c-1"
MUX = 0x70


class CircuitRig(WireRig):
    """A matrix on the chips of a simulated machine; all on one bus."""

    def __init__(
        self,
        matrix: SensorMatrix,
        machine: SimMachine,
        circuit: ContactCircuit,
        *,
        chip_mask: int,
        address: int,
        brown_outs_show: bool = True,
    ) -> None:
        super().__init__(
            matrix,
            [machine.wire(BUS)],
            chip_mask=chip_mask,
            wire_mask=(1 << matrix.channels) - 1,
            address=address,
            brown_outs_show=brown_outs_show,
        )
        self._circuit = circuit

    def put(self, truth: int) -> None:
        self._circuit.close_contacts(truth)


def tca9555(bus: str) -> CircuitRig:
    machine = SimMachine()
    circuit = wire_tca9555(machine, BUS, (0x20, 0x21))
    matrix = Tca9555Matrix(BUSES[bus](machine.wire(BUS)), (0x20, 0x21))
    return CircuitRig(matrix, machine, circuit, chip_mask=0xFFFF, address=0x20)


def pcf8575(bus: str, *, active_low: bool) -> CircuitRig:
    machine = SimMachine()
    circuit = wire_pcf8575(machine, BUS, (0x20, 0x21), active_low=active_low)
    matrix = Pcf8575Matrix(BUSES[bus](machine.wire(BUS)), (0x20, 0x21), active_low=active_low)
    return CircuitRig(
        matrix, machine, circuit, chip_mask=0xFFFF, address=0x20, brown_outs_show=False
    )


def one_channel(*, spoilt: int) -> CircuitRig:
    """Chips in one channel: the multiplexer is spoilt, or the first of them."""
    machine = SimMachine()
    chips = (0x20, 0x21)
    circuit = wire_tca9555(machine, BUS, chips, mux=(MUX, 3))
    mux = Tca9548a(machine.i2c(BUS), MUX)
    matrix = Tca9555Matrix(mux.channel(3), chips)
    return CircuitRig(
        matrix,
        machine,
        circuit,
        chip_mask=0xFFFF if spoilt == chips[0] else 0xFFFF_FFFF,
        address=spoilt,
    )


def channels(bus: str, chips: Sequence[int], *, spoilt: int, chip_mask: int) -> CircuitRig:
    """Chips with an input for 14 contacts each, one or more in each of some channels."""
    machine = SimMachine()
    wire = machine.wire(BUS)
    parts: list[tuple[ContactCircuit, int]] = []
    for number, address in enumerate(chips):
        parts.append((wire_mcp23017(machine, BUS, (address,), mux=(MUX, 2 * number)), 14))
    mux = Tca9548a(BUSES[bus](wire), MUX)
    matrix = JoinedMatrix(
        [Mcp23017Matrix(mux.channel(2 * n), (address,)) for n, address in enumerate(chips)]
    )
    # Each scan selects anew: the multiplexer's own brown-outs do no harm and show nowhere.
    return CircuitRig(
        matrix,
        machine,
        JoinedCircuits(parts),
        chip_mask=chip_mask,
        address=spoilt,
        brown_outs_show=spoilt != MUX,
    )


RIGS: dict[str, Callable[[], Rig]] = {
    "tca9555": lambda: tca9555("simulated"),
    "pcf8575, active high, smbus2": lambda: pcf8575("smbus2", active_low=False),
    "one channel of a tca9548a, whose chip is spoilt": lambda: one_channel(spoilt=0x20),
    "one channel of a tca9548a that is spoilt": lambda: one_channel(spoilt=MUX),
    "channels of a tca9548a, chips with one address": lambda: channels(
        "simulated", (0x20, 0x20), spoilt=0x20, chip_mask=(1 << 28) - 1
    ),
    "channels of a tca9548a, one chip is spoilt": lambda: channels(
        "smbus2", (0x20, 0x21), spoilt=0x20, chip_mask=(1 << 14) - 1
    ),
    "channels of a tca9548a that is spoilt": lambda: channels(
        "simulated", (0x20, 0x20), spoilt=MUX, chip_mask=(1 << 28) - 1
    ),
}
