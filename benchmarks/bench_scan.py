"""What a scan of contacts costs the processor, beside the plain way, and what the bus allows.

    python -m benchmarks.bench_scan [--scans 2000] [--repeats 5]

* plain: `read_byte_data` of smbus2 twice a chip, GPIOA and GPIOB, as most programs for the MCP23017 do;
* ours: the driver, through the same smbus2.

Both run on one and the same simulated adapter, which takes the place of the kernel's `ioctl` under
smbus2. Nothing changes on the board: that is what nearly all scans find. Counted is processor time, the
best of several repeats; once with an adapter that answers at once ("program": what is left is Python's
work for the scan), once with models of the chips behind it.

The bound is what the clocks of a scan take on the bus, without anything else.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import smbus2.smbus2 as library

from drivers import i2c
from drivers.i2c import KernelAdapter, SmbusI2c
from drivers.joined import JoinedMatrix
from drivers.mcp23017 import Mcp23017Matrix
from drivers.sim.bus import Message, Wire
from drivers.sim.mcp23017 import Mcp23017
from drivers.sim.tca9548a import put
from drivers.tca9548a import Tca9548a

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from drivers.ports import Scan, SensorMatrix

GPIOA, GPIOB = 0x12, 0x13
READ_FLAG = 1
MUX = 0x70
ON_A_BUS = 8
BOARDS = {"chess": 64, "xiangqi": 90, "draughts": 100, "Go 19x19": 361}
INPUTS = 14
SPEEDS_HZ = {"100 kHz": 100_000, "400 kHz": 400_000, "1 MHz": 1_000_000}


class Kernel:
    """Stands in for `ioctl` on an I2C device.

    Attributes:
        at_once: nothing is done.
        calls: so far.
    """

    def __init__(self, wire: Wire) -> None:
        self.wire = wire
        self.at_once = False
        self.calls = 0
        self._address = 0

    def ioctl(self, _fd: int, request: int, argument: Any) -> int:  # noqa: ANN401 - ctypes structures
        if self.at_once:
            return 0
        self.calls += 1
        if request == library.I2C_RDWR:
            self._combined(argument)
        elif request == library.I2C_SMBUS:
            register = Message(self._address, bytes([argument.command]))
            data = self.wire.transfer((register, Message(self._address, None, 1)))
            argument.data.contents.byte = data[0]
        else:
            self._address = argument
        return 0

    def _combined(self, argument: Any) -> None:  # noqa: ANN401 - ctypes structures
        messages = [argument.msgs[n] for n in range(argument.nmsgs)]
        data = self.wire.transfer(
            [
                Message(m.addr, None, m.len)
                if m.flags & READ_FLAG
                else Message(m.addr, bytes(m.buf[: m.len]))
                for m in messages
            ]
        )
        for place, value in enumerate(data):
            messages[-1].buf[place] = value


def device() -> KernelAdapter:
    """An open bus of smbus2 whose `ioctl` is ours."""
    bus = KernelAdapter()
    bus.fd = 0
    setattr(bus, "close", lambda: None)  # noqa: B010 - 0 is not ours to close
    return bus


@dataclass
class Board:
    """A board's chips on one bus, with the plain way and ours of reading them."""

    kernel: Kernel
    plain: Callable[[], int]
    ours: Callable[[], Scan]
    plain_clocks: int
    clocks: int
    plain_calls: int
    calls: int


def build(points: int) -> Board:
    chips = -(-points // INPUTS)
    channels = [
        range(0x20, 0x20 + min(ON_A_BUS, chips - first)) for first in range(0, chips, ON_A_BUS)
    ]
    behind = len(channels) > 1
    wire = Wire({})
    for channel, addresses in enumerate(channels):
        for address in addresses:
            put(wire, address, Mcp23017(floating=0xFFFF), (MUX, channel) if behind else None)
    kernel = Kernel(wire)
    for module in (library, i2c):
        setattr(module, "ioctl", kernel.ioctl)  # noqa: B010 - mypy knows that it is another's
    matrix = our_matrix(channels)
    matrix.scan(0)
    plain = plain_way(channels)
    ours: Callable[[], Scan] = lambda: matrix.scan(1)  # noqa: E731
    plain()
    plain_clocks, plain_calls = counted(kernel, plain)
    ours()
    clocks, calls = counted(kernel, ours)
    return Board(kernel, plain, ours, plain_clocks, clocks, plain_calls, calls)


def our_matrix(channels: Sequence[range]) -> SensorMatrix:
    bus = SmbusI2c(1, opener=lambda _path, _timeout_ms: device())
    if len(channels) == 1:
        return Mcp23017Matrix(bus, channels[0])
    mux = Tca9548a(bus, MUX)
    return JoinedMatrix(
        [Mcp23017Matrix(mux.channel(n), addresses) for n, addresses in enumerate(channels)]
    )


def plain_way(channels: Sequence[range]) -> Callable[[], int]:
    bus = device()

    def scan() -> int:
        levels = shift = 0
        for channel, addresses in enumerate(channels):
            if len(channels) > 1:
                bus.i2c_rdwr(library.i2c_msg.write(MUX, [1 << channel]))
            for address in addresses:
                a = bus.read_byte_data(address, GPIOA)
                b = bus.read_byte_data(address, GPIOB)
                levels |= (~a & 0x7F | (~b & 0x7F) << 7) << shift
                shift += INPUTS
        return levels

    return scan


def counted(kernel: Kernel, scan: Callable[[], object]) -> tuple[int, int]:
    """Clocks of the bus, and calls of the kernel."""
    clocks, calls = kernel.wire.clocks, kernel.calls
    scan()
    return kernel.wire.clocks - clocks, kernel.calls - calls


def cost_us(scan: Callable[[], object], scans: int, repeats: int) -> float:
    best = float("inf")
    for _ in range(repeats):
        began = time.process_time_ns()
        for _ in range(scans):
            scan()
        best = min(best, (time.process_time_ns() - began) / scans / 1000)
    return best


def main() -> None:
    parser = argparse.ArgumentParser(
        description="cost of a quiet scan of contacts, beside the plain way"
    )
    parser.add_argument("--scans", type=int, default=2000)
    parser.add_argument("--repeats", type=int, default=5)
    asked = parser.parse_args()
    print(f"MCP23017 with {INPUTS} inputs, quiet scans; microseconds of processor time a scan")
    print(
        f"{'board':10}{'plain':>9}{'ours':>9}{'ratio':>8}   {'with models':>20}{'ratio':>8}{'calls of ioctl':>19}"
    )
    boards = {}
    for name, points in BOARDS.items():
        board = boards[name] = build(points)
        assert board.plain() == board.ours().levels == 0
        costs = []
        for board.kernel.at_once in (True, False):
            costs += [cost_us(way, asked.scans, asked.repeats) for way in (board.plain, board.ours)]
        scan = board.ours()
        assert scan.levels == scan.unknown == 0, "not what a quiet scan gives"
        plain, ours, plain_models, ours_models = costs
        print(
            f"{name:10}{plain:9.1f}{ours:9.1f}{plain / ours:8.1f}   "
            f"{plain_models:10.1f}{ours_models:10.1f}{plain_models / ours_models:8.1f}   "
            f"{board.plain_calls:10}{board.calls:6}"
        )
    print("\nclocks of the bus a scan, and scans a second that it allows")
    print(f"{'board':10}{'plain':>9}{'ours':>9}" + "".join(f"{speed:>20}" for speed in SPEEDS_HZ))
    for name, board in boards.items():
        bounds = "".join(
            f"{hz / board.plain_clocks:10.0f}{hz / board.clocks:10.0f}" for hz in SPEEDS_HZ.values()
        )
        print(f"{name:10}{board.plain_clocks:9}{board.clocks:9}{bounds}")


if __name__ == "__main__":
    main()
