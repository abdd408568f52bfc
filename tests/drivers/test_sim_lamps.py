"""Lamps of every kind, opened on a simulated machine as on a real one."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from drivers import apa102, max7219, ws2812
from drivers.apa102 import Apa102
from drivers.edge_lamps import EdgeLamps
from drivers.ht16k33_lamps import Ht16k33Lamps
from drivers.max7219 import Max7219Lamps
from drivers.ports import Lamps
from drivers.sim.lamps import (
    WHITE,
    LampCircuit,
    at_edges,
    wire_apa102,
    wire_ht16k33,
    wire_max7219,
    wire_ws2812,
)
from drivers.sim.machine import SimMachine
from drivers.ws2812 import Ws2812

SPI, I2C = "/dev/spidev0.0", "/dev/i2c-1"


def _ws2812(machine: SimMachine) -> tuple[Lamps, LampCircuit]:
    circuit = wire_ws2812(machine, SPI, 20)
    return Ws2812(machine.spi(SPI, speed_hz=ws2812.SPEED_HZ[3]), 20, ma_max=2_000), circuit


def _apa102(machine: SimMachine) -> tuple[Lamps, LampCircuit]:
    circuit = wire_apa102(machine, SPI, 20, sk9822=True)
    return Apa102(machine.spi(SPI, speed_hz=apa102.SPEED_HZ), 20, ma_max=2_000), circuit


def _max7219(machine: SimMachine) -> tuple[Lamps, LampCircuit]:
    circuit = wire_max7219(machine, SPI, 2)
    return Max7219Lamps(machine.spi(SPI, speed_hz=max7219.SPEED_HZ), 2), circuit


def _ht16k33(machine: SimMachine) -> tuple[Lamps, LampCircuit]:
    circuit = wire_ht16k33(machine, I2C, (0x70, 0x72))
    return Ht16k33Lamps(machine.i2c(I2C), (0x70, 0x72)), circuit


MAKERS: list[Callable[[SimMachine], tuple[Lamps, LampCircuit]]] = [
    _ws2812, _apa102, _max7219, _ht16k33,
]  # fmt: skip


@pytest.mark.parametrize("make", MAKERS)
def test_what_a_person_sees(make: Callable[[SimMachine], tuple[Lamps, LampCircuit]]) -> None:
    lamps, circuit = make(SimMachine())
    last = lamps.count - 1
    lamps.show({0: WHITE, last: WHITE})
    assert circuit.lit() == {0: WHITE, last: WHITE}
    circuit.dead.add(last)
    assert set(circuit.lit()) == {0}
    circuit.dips()
    assert circuit.lit() == {}
    lamps.show({0: WHITE, last: WHITE})
    assert set(circuit.lit()) == {0}


@pytest.mark.parametrize("make", MAKERS)
def test_a_dead_lamp_at_an_edge_hides_its_whole_line(
    make: Callable[[SimMachine], tuple[Lamps, LampCircuit]],
) -> None:
    below, strip = make(SimMachine())
    columns, rows = [0, 1, 2], [3, 4]
    places = [(column, row) for row in range(2) for column in range(3)]
    lamps = EdgeLamps(below, columns, rows, places)
    board = at_edges(strip, columns, rows, places)
    for point in range(6):
        lamps.show({point: WHITE})
        assert board.lit() == {point: WHITE}
    strip.dead.add(1)
    seen = []
    for point in range(6):
        lamps.show({point: WHITE})
        seen.append(bool(board.lit()))
    assert seen == [True, False, True] * 2
