"""The I2C buses that must behave alike: the kernel's by smbus2, and the simulated one."""

from collections.abc import Callable

from drivers.i2c import SmbusI2c
from drivers.ports import I2cBus
from drivers.sim.bus import SimAdapter, SimI2c, Wire


def simulated(wire: Wire) -> I2cBus:
    return SimI2c(wire)


def smbus(wire: Wire) -> I2cBus:
    return SmbusI2c(1, opener=lambda path, timeout_ms: SimAdapter(wire))


BUSES: dict[str, Callable[[Wire], I2cBus]] = {"simulated": simulated, "smbus2": smbus}
