"""Which leg of a chip is which: pin numbers by the data sheets, of the packages that are named."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Pinout:
    """A chip's package.

    Attributes:
        package: its name.
        legs: pin numbers by the names of the legs.
        source: the data sheet.
    """

    package: str
    legs: Mapping[str, int]
    source: str


def _row(text: str, first: int = 1) -> dict[str, int]:
    """Legs by name, numbered on from the first; "-" for one that is of no interest."""
    return {name: n for n, name in enumerate(text.split(), first) if name != "-"}


PINOUTS: Final[Mapping[str, Pinout]] = {
    "MCP23017": Pinout(
        package="SPDIP-28",
        legs=_row(
            "GPB0 GPB1 GPB2 GPB3 GPB4 GPB5 GPB6 GPB7 VDD VSS - SCL SDA - A0 A1 A2 RESET INTB INTA "
            "GPA0 GPA1 GPA2 GPA3 GPA4 GPA5 GPA6 GPA7"
        ),
        source="Microchip DS20001952",
    ),
    "TCA9555": Pinout(
        package="TSSOP-24",
        legs=_row(
            "INT A1 A2 P00 P01 P02 P03 P04 P05 P06 P07 GND P10 P11 P12 P13 P14 P15 P16 P17 A0 SCL SDA VCC"
        ),
        source="Texas Instruments SCPS200",
    ),
    "PCF8575": Pinout(
        package="TSSOP-24",
        legs=_row(
            "INT A1 A2 P00 P01 P02 P03 P04 P05 P06 P07 GND P10 P11 P12 P13 P14 P15 P16 P17 A0 SCL SDA VCC"
        ),
        source="Texas Instruments SCPS121",
    ),
    "TCA9548A": Pinout(
        package="TSSOP-24",
        legs=_row(
            "A0 A1 RESET SD0 SC0 SD1 SC1 SD2 SC2 SD3 SC3 GND SD4 SC4 SD5 SC5 SD6 SC6 SD7 SC7 A2 SCL SDA VCC"
        ),
        source="Texas Instruments SCPS207",
    ),
    "74HC165": Pinout(
        package="DIP-16",
        legs=_row("PL CP D4 D5 D6 D7 - GND Q7 DS D0 D1 D2 D3 CE VCC"),
        source="Nexperia 74HC165; 74HCT165",
    ),
    "CD74HC4067": Pinout(
        package="PDIP-24",
        legs=_row(
            "COM I7 I6 I5 I4 I3 I2 I1 I0 S0 S1 GND S3 S2 E I15 I14 I13 I12 I11 I10 I9 I8 VCC"
        ),
        source="Texas Instruments SCHS209",
    ),
    "ADS7828": Pinout(
        package="TSSOP-16",
        legs=_row("CH0 CH1 CH2 CH3 CH4 CH5 CH6 CH7 GND REF COM A0 A1 SCL SDA VDD"),
        source="Texas Instruments SBAS181",
    ),
    "ADS7830": Pinout(
        package="TSSOP-16",
        legs=_row("CH0 CH1 CH2 CH3 CH4 CH5 CH6 CH7 GND REF COM A0 A1 SCL SDA VDD"),
        source="Texas Instruments SBAS302",
    ),
    "MCP3008": Pinout(
        package="PDIP-16",
        legs=_row("CH0 CH1 CH2 CH3 CH4 CH5 CH6 CH7 DGND CS DIN DOUT CLK AGND VREF VDD"),
        source="Microchip DS21295",
    ),
    "MAX7219": Pinout(
        package="DIP-24",
        legs=_row(
            "DIN DIG0 DIG4 GND DIG6 DIG2 DIG3 DIG7 GND9 DIG5 DIG1 LOAD CLK A F B G ISET V+ C E DP D DOUT"
        ),
        source="Maxim 19-4452",
    ),
}
"""By the names of chips."""


def leg(chip: str, name: str) -> str:
    """A leg with its number: "SDA (13)"; of modules and chips without numbers here only the name."""
    number = pin(chip, name)
    return f"{name} ({number})" if number else name


def pin(chip: str, name: str) -> str:
    """The number of a leg; empty where it is not known here."""
    pinout = PINOUTS.get(chip)
    return "" if pinout is None or name not in pinout.legs else str(pinout.legs[name])
