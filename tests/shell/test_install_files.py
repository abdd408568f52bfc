"""What is written on a machine: lines of config.txt, and the classes of its devices."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.install_files import (
    BEGIN,
    END,
    Needs,
    boot_block,
    buses_of_choice,
    serial_classes,
    with_block,
)


@pytest.mark.parametrize(
    ("i2c", "spi", "lines", "choice"),
    [
        ((), (), [], []),
        (("/dev/i2c-1",), (), ["dtparam=i2c_arm=on,i2c_arm_baudrate=400000"], []),
        ((), ("/dev/spidev0.1",), ["dtparam=spi=on"], []),
        ((), ("/dev/spidev1.0",), ["dtoverlay=spi1-1cs"], []),
        ((), ("/dev/spidev0.0", "/dev/spidev1.2"), ["dtparam=spi=on", "dtoverlay=spi1-3cs"], []),
        (("/dev/i2c-3",), ("/dev/spidev3.0",), [], ["/dev/i2c-3", "/dev/spidev3.0"]),
        (("/dev/i2c-10",), (), [], ["/dev/i2c-10"]),
    ],
)
def test_buses_that_are_where_they_always_are_are_switched_on(
    i2c: tuple[str, ...], spi: tuple[str, ...], lines: list[str], choice: list[str]
) -> None:
    needs = Needs(i2c=i2c, spi=spi, strip=False, gpio=False, serial=(), secrets=())
    assert boot_block(needs) == lines
    assert buses_of_choice(needs) == choice
    strip = boot_block(replace(needs, strip=True))
    assert strip[len(lines) :] == [
        *("[pi3]", "core_freq=250", "core_freq_min=250"),
        *("[pi4]", "core_freq=250", "core_freq_min=250", "[all]"),
    ]


@pytest.mark.parametrize(
    ("path", "classes"),
    [
        ("/dev/ttyUSB0", ("char-ttyUSB",)),
        ("/dev/ttyACM12", ("char-ttyACM",)),
        ("/dev/ttyAMA0", ("char-ttyAMA",)),
        ("/dev/ttyS0", ("char-ttyS",)),
        ("/dev/rfcomm0", ("char-rfcomm",)),
        ("/dev/serial/by-id/usb-board-if00", ("char-ttyACM", "char-ttyUSB")),
    ],
)
def test_serial_devices_are_allowed_by_their_kind(path: str, classes: tuple[str, ...]) -> None:
    assert serial_classes(path) == classes


@given(
    st.text(alphabet="ab=#[]\n \r\udcff"),
    st.lists(st.text(alphabet="abc=,", min_size=1), max_size=3),
    st.lists(st.text(alphabet="abc=,", min_size=1), max_size=3),
)
def test_the_block_in_config_txt_comes_and_goes(
    text: str, first: list[str], second: list[str]
) -> None:
    ended = text if not text or text.endswith("\n") else text + "\n"
    once = with_block(text, first)
    assert with_block(once, first) == once
    assert with_block(with_block(once, second), first) in (once, with_block(ended, first))
    assert with_block(once, []) in (text, ended)
    if first:
        assert once.startswith(text)
        assert once.count(BEGIN) == once.count(END) == 1
