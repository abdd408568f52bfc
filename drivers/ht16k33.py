"""The HT16K33 from Holtek: drives 128 segments or lamps, 16 rows by 8 commons, from a memory of 16 bytes.

Data sheet rev. 1.10, "Command summary": each command is a transfer of its own, one byte (oscillator 0x2x, display 0x8x,
dimming 0xEx), or an address of the memory and bytes for it. Bits 0 to 7 of byte 2n are ROW0 to ROW7 of COM n, those of byte
2n + 1 ROW8 to ROW15. After power-on the chip is in standby and dark, and its memory holds anything.
"""

from __future__ import annotations

from typing import Final

OSCILLATOR_ON: Final = 0x21
DISPLAY_OFF: Final = 0x80
DISPLAY_ON: Final = 0x81
BLINK_1_HZ: Final = 0x04
DIMMING: Final = 0xE0
BRIGHTNESS_MAX: Final = 15
FIRST_ADDRESS: Final = 0x70
LAST_ADDRESS: Final = 0x77
MEMORY: Final = 16
"""Bytes of the display memory."""
