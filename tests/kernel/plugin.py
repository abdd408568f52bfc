"""A pytest plugin for the guest: every modelled bus is a device file, and all drivers use smbus2 on it.

Tests that know nothing of it (tests/conformance) so run on a real kernel as they stand. They tell the
models what time it is, so a held line costs no real time there.
"""

import re
from collections.abc import Iterator

import pytest

import drivers.sim.machine
from drivers.i2c import SmbusI2c
from drivers.ports import I2cBus
from drivers.sim.bus import Wire
from drivers.sim.cuse import CuseNode
from drivers.sim.i2cdev import I2cDevice
from tests.conformance import buses

DEVICE = re.compile(r"/dev/i2c-(\d+)")
FIRST, NODES = 100, 16
"""Devices of buses that have no name of their own, taken in turn: no test keeps more of them in use."""


class Buses:
    """Device files, each used for one wire after another.

    Attributes:
        nodes: by number.
    """

    def __init__(self) -> None:
        self.nodes: dict[int, CuseNode] = {}
        self._opened: dict[int, list[SmbusI2c]] = {}
        self._turn = 0

    def bus(self, wire: Wire, *, name: str = "") -> I2cBus:
        """A bus of the kernel that leads to this wire; of a wire that had the device before, no longer."""
        match = DEVICE.fullmatch(name)
        if match:
            number = int(match[1])
        else:
            self._turn = (self._turn + 1) % NODES
            number = FIRST + self._turn
        node = self.nodes.get(number)
        if node is None:
            node = self.nodes[number] = CuseNode(number, I2cDevice(wire, stall=no_stall))
            node.plug()
        elif node.device.wire is not wire:
            self._close(number)
            node.device.wire = wire
        opened = SmbusI2c(number)
        self._opened.setdefault(number, []).append(opened)
        return opened

    def close(self) -> None:
        """Closes all files, then takes them away."""
        for number, node in self.nodes.items():
            self._close(number)
            node.unplug()
            node.join()

    def _close(self, number: int) -> None:
        for opened in self._opened.pop(number, []):
            opened.close()


def no_stall(seconds: float) -> None:
    """A held line that costs no time."""


@pytest.fixture(scope="session")
def kernel_buses() -> Iterator[Buses]:
    made = Buses()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _on_the_kernel(kernel_buses: Buses, monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in buses.BUSES:
        monkeypatch.setitem(buses.BUSES, kind, kernel_buses.bus)
    monkeypatch.setattr(drivers.sim.machine, "SimI2c", kernel_buses.bus)
