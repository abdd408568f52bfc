"""The 40-pin header of a Raspberry Pi (Raspberry Pi Ltd, "Raspberry Pi hardware", section GPIO): the same on every model since the 1B+."""

from __future__ import annotations

from typing import Final

V33: Final = "3.3 V"
V5: Final = "5 V"
GROUND: Final = "GND"

_NAMES: Final = (
    *(V33, V5, 2, V5, 3, GROUND, 4, 14, GROUND, 15),
    *(17, 18, 27, GROUND, 22, 23, V33, 24, 10, GROUND),
    *(9, 25, 11, 8, GROUND, 7, 0, 1, 5, GROUND),
    *(6, 12, 13, GROUND, 19, 16, 26, 20, GROUND, 21),
)
"""What pins 1 to 40 are: a supply, or a GPIO line by its BCM number."""
PINS: Final = range(1, 41)
_PIN_OF: Final = {name: n for n, name in enumerate(_NAMES, 1) if isinstance(name, int)}
BUS_LINES: Final = {
    "/dev/i2c-0": {"SDA": 0, "SCL": 1},
    "/dev/i2c-1": {"SDA": 2, "SCL": 3},
    "/dev/i2c-3": {"SDA": 23, "SCL": 24},
    "/dev/spidev0.": {"MOSI": 10, "MISO": 9, "SCLK": 11},
    "/dev/spidev1.": {"MOSI": 20, "MISO": 19, "SCLK": 21},
}
"""GPIO lines of the buses; of /dev/i2c-3 as docs/hardware/expanders.md sets it up."""
SELECT_LINES: Final = {
    "/dev/spidev0.0": 8,
    "/dev/spidev0.1": 7,
    "/dev/spidev1.0": 18,
    "/dev/spidev1.1": 17,
    "/dev/spidev1.2": 16,
}
"""Chip selects; of the second bus as the overlays spi1-1cs to spi1-3cs have them."""


def name_of(pin: int) -> str:
    """What a pin of the header is: "3.3 V", "GND", "GPIO 2"."""
    name = _NAMES[pin - 1]
    return f"GPIO {name}" if isinstance(name, int) else name


def pin_of(gpio: int) -> int:
    """The pin of a GPIO line."""
    return _PIN_OF[gpio]


def lines_of(device: str) -> dict[str, int]:
    """The GPIO lines of a bus, without chip selects; nothing for a bus that an overlay puts elsewhere."""
    for bus, lines in BUS_LINES.items():
        if device.startswith(bus):
            return dict(lines)
    return {}
