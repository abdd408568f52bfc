"""A session on shift registers in which each exchange once goes wrong in every known way."""

from collections.abc import Callable

import pytest

from drivers.ports import Scan
from drivers.shift_register import ShiftRegisterMatrix
from drivers.sim.machine import SimMachine
from drivers.sim.shift_register import ShiftRegisters, wire_shift_registers
from tests.drivers.test_shift_register import ALL, CHANNELS, CHIPS, DEVICE, TIES, Board

SESSION = (0x2A5A5A5A, 0x2A5A5A5A, 0x2A5A5A5B, 0x0A5A5A5B, 0x0A5A5A5B, 0, 0, ALL, ALL)
"""What stands on the board at each scan."""
EXCHANGES = 15
"""That the session has when nothing goes wrong: three at first, two for news, one else."""


def _kernel(chain: ShiftRegisters) -> None:
    chain.refused = True


def _stopped(chain: ShiftRegisters) -> None:
    chain.stopped = True


def _cut(place: int, floats: bool | None) -> Callable[[ShiftRegisters], None]:  # noqa: FBT001
    def way(chain: ShiftRegisters) -> None:
        chain.cut, chain.floats = place, floats

    return way


def _asleep(*chips: int) -> Callable[[ShiftRegisters], None]:
    def way(chain: ShiftRegisters) -> None:
        chain.unlatched = set(chips)

    return way


def _slip(edges: int, at: int) -> Callable[[ShiftRegisters], None]:
    def way(chain: ShiftRegisters) -> None:
        chain.slips[-1] = edges, at

    return way


WAYS: dict[str, Callable[[ShiftRegisters], None]] = {
    "the kernel refuses": _kernel,
    "no clock": _stopped,
    **{
        f"cut at {place}, floats {floats}": _cut(place, floats)
        for place in range(CHIPS)
        for floats in (False, True, None)
    },
    **{f"chip {chip} asleep": _asleep(chip) for chip in range(CHIPS)},
    "all asleep": _asleep(*range(CHIPS)),
    **{f"{edges} edges at {at}": _slip(edges, at) for edges in (-1, 1) for at in (0, 1, 9, 31)},
}


class SpoiltOnce:
    """A chain with which something is wrong during one exchange, from its latch to its end. Implements `SpiBus`."""

    def __init__(
        self, chain: ShiftRegisters, number: int, way: Callable[[ShiftRegisters], None]
    ) -> None:
        self.chain, self.number, self.way = chain, number, way
        self.name = chain.name

    def write(self, data: bytes) -> None:
        self.exchange(data)

    def exchange(self, data: bytes) -> bytes:
        chain = self.chain
        if chain.exchanges != self.number:
            return chain.exchange(data)
        self.way(chain)
        try:
            return chain.exchange(data)
        finally:
            chain.refused = chain.stopped = False
            chain.cut, chain.unlatched = None, set()
            chain.slips.clear()

    def close(self) -> None:
        self.chain.close()


@pytest.mark.parametrize("way", WAYS)
def test_every_exchange_going_wrong_once_in_every_way(way: str) -> None:
    for number in range(EXCHANGES):
        machine = SimMachine()
        chain = wire_shift_registers(machine, DEVICE, CHANNELS, ties=TIES)
        matrix = ShiftRegisterMatrix(SpoiltOnce(chain, number, WAYS[way]), CHANNELS, ties=TIES)
        made = Board(matrix, chain, machine)
        blind = 0
        for truth in SESSION:
            made.put(truth)
            blind += bool(made.scan().unknown)
        assert blind <= 1
        assert chain.exchanges >= EXCHANGES
        assert made.scan() == Scan(levels=ALL)
