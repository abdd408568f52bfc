"""What the kernel's error numbers mean on a bus, and what a person can do."""

from __future__ import annotations

import errno
from typing import TYPE_CHECKING, Final

from drivers.ports import Symptom, WorldFault

if TYPE_CHECKING:
    from collections.abc import Mapping

_BY_ERRNO: Final[Mapping[int, tuple[Symptom, str]]] = {
    errno.EREMOTEIO: (
        Symptom.NAK,
        "Check that the chip has power, that its address pins match, and its SDA and SCL wires.",
    ),
    errno.ENXIO: (
        Symptom.NAK,
        "Check that the chip has power, that its address pins match, and its SDA and SCL wires.",
    ),
    errno.ETIMEDOUT: (
        Symptom.STUCK,
        "A line is held low: switch the board's supply off and on; unplug chips one by one.",
    ),
    errno.EAGAIN: (
        Symptom.ARBITRATION,
        "Something else talks on this bus: stop other programs and remove other masters.",
    ),
    errno.EIO: (
        Symptom.IO,
        "The transfer broke off: shorten the cables, check the pull-up resistors, lower the bus speed.",
    ),
    errno.EOPNOTSUPP: (
        Symptom.UNSUPPORTED,
        "This adapter cannot do such a transfer: use another adapter or the i2c-gpio overlay.",
    ),
    errno.ENOENT: (
        Symptom.BUS_MISSING,
        "The device does not exist: switch the bus on (raspi-config, Interface Options) and reboot.",
    ),
    errno.EACCES: (
        Symptom.BUS_MISSING,
        "The device may not be opened: add this user to the group that owns it (i2c, spi or gpio).",
    ),
    errno.EPERM: (
        Symptom.BUS_MISSING,
        "The device may not be opened: add this user to the group that owns it (i2c, spi or gpio).",
    ),
    errno.ENODEV: (
        Symptom.BUS_MISSING,
        "The adapter has gone: plug it in again or reload its driver.",
    ),
    errno.ESHUTDOWN: (
        Symptom.BUS_MISSING,
        "The adapter has gone: plug it in again or reload its driver.",
    ),
    errno.EPIPE: (
        Symptom.BUS_MISSING,
        "The adapter has gone: plug it in again or reload its driver.",
    ),
    errno.EBADF: (Symptom.BUS_MISSING, "The device was closed: it is opened again by itself."),
}
_OTHER: Final = (Symptom.IO, "An unusual error of the kernel: see its log (dmesg).")


def world_fault(error: OSError, where: str) -> WorldFault:
    """The fault that an error of the kernel stands for.

    Args:
        error: as raised by the device.
        where: bus and chip in words.
    """
    symptom, remedy = _BY_ERRNO.get(error.errno or 0, _OTHER)
    return WorldFault(symptom, where, f"{remedy} (errno {error.errno})")
