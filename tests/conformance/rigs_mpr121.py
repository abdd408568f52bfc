"""Boards on touch controllers, whose tuning of an empty board is known."""

from collections.abc import Callable

from drivers.mpr121 import Mpr121Matrix
from drivers.sim.bus import Wire
from drivers.sim.mpr121 import Electrodes, Mpr121
from tests.conformance.buses import BUSES
from tests.conformance.rig import Rig, WireRig

ADDRESSES = (0x5A, 0x5B)


def tuned() -> dict[int, bytes]:
    """What chips find on an empty board."""
    bus = BUSES["simulated"](Wire({address: Mpr121() for address in ADDRESSES}))
    matrix = Mpr121Matrix(bus, ADDRESSES)
    matrix.scan(0)
    return matrix.tuning()


class Mpr121Rig(WireRig):
    """Electrodes with men on them."""

    def __init__(self, bus: str) -> None:
        chips = [Mpr121() for _ in ADDRESSES]
        self._electrodes = Electrodes(chips)
        wire = Wire(dict(zip(ADDRESSES, chips, strict=True)))
        matrix = Mpr121Matrix(BUSES[bus](wire), ADDRESSES, tuning=tuned())
        super().__init__(matrix, [wire], chip_mask=0xFFF, wire_mask=0xFF_FFFF, address=ADDRESSES[0])

    def put(self, truth: int) -> None:
        self._electrodes.close_contacts(truth)


RIGS: dict[str, Callable[[], Rig]] = {
    "mpr121": lambda: Mpr121Rig("simulated"),
}
