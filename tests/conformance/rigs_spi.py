"""Boards on a chain of 74HC165."""

from collections.abc import Callable, Mapping

from drivers.shift_register import SerialInput, ShiftRegisterMatrix
from drivers.sim.machine import SimMachine
from drivers.sim.shift_register import wire_shift_registers
from tests.conformance.rig import Rig

DEVICE = "/dev/spidev1.0"


class ChainRig(Rig):
    """Contacts on a chain of shift registers."""

    def __init__(
        self,
        channels: int,
        *,
        active_low: bool = True,
        latch_pin: int | None = None,
        serial_input: SerialInput = "mosi",
        ties: Mapping[int, bool] | None = None,
    ) -> None:
        machine = self.machine = SimMachine()
        self.chain = wire_shift_registers(
            machine,
            DEVICE,
            channels,
            active_low=active_low,
            serial_input=serial_input,
            ties=ties,
            latch_pin=latch_pin,
        )
        super().__init__(
            ShiftRegisterMatrix(
                machine.spi(DEVICE, speed_hz=1_000_000),
                channels,
                active_low=active_low,
                latch=None if latch_pin is None else machine.outputs([latch_pin]),
                serial_input=serial_input,
                ties=ties,
            )
        )

    def put(self, truth: int) -> None:
        self.chain.close_contacts(truth)

    @property
    def calls(self) -> int:
        return self.chain.exchanges

    def fail(self, call: int) -> None:
        self.chain.failing.add(call)

    def break_off(self) -> int:
        self.chain.cut = 1
        return self.all

    def mend(self) -> None:
        self.chain.cut = None
        self.chain.failing.clear()


RIGS: dict[str, Callable[[], Rig]] = {
    "74hc165, 8 chips": lambda: ChainRig(64),
    "74hc165, 3 chips, active high, latch on a pin": lambda: ChainRig(
        21, active_low=False, latch_pin=25
    ),
    "74hc165, 46 chips": lambda: ChainRig(361, latch_pin=25),
    "74hc165, 4 chips, end at a level": lambda: ChainRig(30, serial_input="high", ties={30: False}),
}
