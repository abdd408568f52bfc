"""The clock in the configuration: its buttons or its lever, and its display."""

from __future__ import annotations

import pytest

from drivers.keys import Key
from tests.shell.test_config import MINIMAL, mistakes, read


def test_a_lever_is_pressed_by_both_sides() -> None:
    assert read(MINIMAL + "[keys]\nlever = 22\n").keys == (
        Key(name="white", pin=22, up_name="black"),
    )
    turned = read(MINIMAL + '[keys]\nlever = 22\nlever_closed = "black"\n')
    assert turned.keys == (Key(name="black", pin=22, up_name="white"),)


def test_a_display_takes_the_pins_of_its_bus() -> None:
    text = '[board]\nid = "a"\n[sensors]\ndriver = "bench"\n[keys]\nwhite = 3\n'
    assert len(read(text).keys) == 1
    found = mistakes(text + '[display]\ndriver = "ht16k33"\n')
    assert found[0].text == "GPIO 3 belongs to the bus /dev/i2c-1; use another"


def test_a_board_without_a_display() -> None:
    assert read(MINIMAL).display is None


@pytest.mark.parametrize(
    ("text", "line", "key"),
    [
        ('[board]\nid = "a"\n[keys]\nwhite = 4\nlever = 5', 5, "keys.lever"),
        ('[board]\nid = "a"\n[keys]\nlever = 2', 4, "keys.lever"),
        ('[board]\nid = "a"\n[keys]\nlever_closed = "red"', 4, "keys.lever_closed"),
        ('[board]\nid = "a"\n[display]\naddresses = [0x70]', 4, "display.addresses"),
        ('[board]\nid = "a"\n[display]\naddresses = [0x70, 0x70]', 4, "display.addresses[1]"),
        ('[board]\nid = "a"\n[display]\naddresses = [0x70, 0x20]', 4, "display.addresses[1]"),
        ('[board]\nid = "a"\n[display]\nbus = "i2c-1"', 4, "display.bus"),
        ('[board]\nid = "a"\n[display]\nbrightness = 8', 4, "display.brightness"),
    ],
)
def test_one_mistake(text: str, line: int, key: str) -> None:
    found = mistakes(text)
    assert [(each.line, each.key) for each in found] == [(line, key)]
    assert found[0].text


def test_a_pin_used_twice_is_named_with_its_key() -> None:
    (found,) = mistakes(MINIMAL + "[keys]\nwhite = 4\nblack = 4\n")
    assert found.text == "GPIO 4 belongs to the key white; use another"
