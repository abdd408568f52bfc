"""drivers/gpio.py with gpiozero and lgpio on lines of a real kernel."""

import importlib
import itertools
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from drivers.gpio import Gpio
from drivers.gpio_matrix import GpioMatrix
from drivers.keys import GpioKeys, Key
from drivers.machine import PiMachine
from drivers.ports import OutputLines, WorldFault
from tests.kernel.emulated.lines import Lines

PINS = (4, 5, 6, 12, 13, 16, 17, 22)
PATIENCE_S = 20


def wait_until(holds: Callable[[], bool]) -> None:
    until_s = time.monotonic() + PATIENCE_S
    while not holds():
        assert time.monotonic() < until_s, "it has not come"
        time.sleep(0.001)


@pytest.mark.parametrize(("pull", "level"), [("up", 1), ("down", 0)])
def test_an_input_that_nothing_holds_is_pulled(lines: Lines, pull: Any, level: int) -> None:  # noqa: ANN401
    for pin in PINS:
        lines.hold(pin, high=not level)
    opened = Gpio().inputs(PINS, pull)
    assert opened.read() == level * 0xFF
    assert [lines.pulled_up(pin) for pin in PINS] == [bool(level)] * len(PINS)
    opened.close()


def test_each_level_comes_from_its_own_line(lines: Lines) -> None:
    opened = Gpio().inputs(PINS, "none")
    dice = random.Random(1)
    for levels in [*(1 << n for n in range(8)), *(dice.getrandbits(8) for _ in range(40))]:
        for place, pin in enumerate(PINS):
            lines.hold(pin, high=bool(levels >> place & 1))
        assert opened.read() == levels
    opened.close()


def test_outputs_begin_low_and_do_what_they_are_told(lines: Lines) -> None:
    for pin in PINS:
        lines.hold(pin, high=True)
    opened = PiMachine().outputs(PINS)
    dice = random.Random(2)
    for levels in [0, 0xFF, *(dice.getrandbits(8) for _ in range(40))]:
        if levels:
            opened.set(levels)
        assert sum(lines.high(pin) << place for place, pin in enumerate(PINS)) == levels
    opened.close()


def test_an_open_drain_pulls_down_or_lets_go(lines: Lines) -> None:
    opened = Gpio().outputs(PINS[:2], open_drain=True)
    assert [lines.high(pin) for pin in PINS[:2]] == [True, True]
    opened.set(0b10)
    assert [lines.high(pin) for pin in PINS[:2]] == [False, True]
    lines.hold(PINS[1], high=False)
    assert [lines.high(pin) for pin in PINS[:2]] == [False, False]
    opened.set(0b11)
    assert [lines.high(pin) for pin in PINS[:2]] == [True, False]
    opened.close()


def test_a_line_that_another_program_uses_is_named(lines: Lines) -> None:
    opened = Gpio().inputs(PINS[:1], "up")  # so that lgpio is there
    lgpio = importlib.import_module("lgpio")
    chip = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_input(chip, PINS[3])
    with pytest.raises(WorldFault, match=f"GPIO {PINS[3]}") as caught:
        Gpio().inputs(PINS[2:5], "up")
    assert "other programs" in caught.value.remedy
    lgpio.gpiochip_close(chip)
    again = Gpio().inputs(PINS[2:5], "up")
    assert again.read() == 0b111
    again.close()
    opened.close()


def test_lines_may_be_opened_again_and_again(lines: Lines) -> None:
    for _ in range(5):
        opened = Gpio().inputs(PINS, "up")
        assert opened.read() == 0xFF
        opened.close()
        opened.close()


def samples(keys: GpioKeys, count: int) -> list[str]:
    return [name for _ in range(count) for name in keys.pressed(0)]


def test_buttons_and_a_lever(lines: Lines) -> None:
    keys = GpioKeys(
        [
            Key(name="white", pin=17),
            Key(name="lever-on", pin=22, active_low=False, up_name="lever-off"),
        ],
        PiMachine(),
    )
    assert samples(keys, 5) == []
    lines.hold(17, high=False)
    assert samples(keys, 2) == []
    assert samples(keys, 3) == ["white"]
    lines.hold(22, high=True)
    lines.hold(17, high=True)
    assert samples(keys, 5) == ["lever-on"]
    lines.hold(22, high=False)
    assert samples(keys, 5) == ["lever-off"]
    assert keys.faults == []
    keys.close()


def test_a_button_that_bounces_is_pressed_once(lines: Lines) -> None:
    keys = GpioKeys([Key(name="white", pin=17)], PiMachine())
    samples(keys, 5)
    heard = []
    for high in (False, True, False, True, False):
        lines.hold(17, high=high)
        heard += samples(keys, 1)
    heard += samples(keys, 5)
    assert heard == ["white"]
    assert keys.bounces == {"white": 4}
    keys.close()


@pytest.fixture
def factory(lines: Lines) -> Iterator[Any]:
    """gpiozero's own, which the product does not use for edges."""
    opened = Gpio().inputs([27], "up")  # so that lgpio finds a folder for its pipe
    made = importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory()
    yield made
    made.close()
    opened.close()


def test_every_edge_is_told(lines: Lines, factory: Any) -> None:  # noqa: ANN401 - gpiozero is untyped
    gpiozero = importlib.import_module("gpiozero")
    button = gpiozero.Button(17, pin_factory=factory)
    edges: list[str] = []
    button.when_pressed = lambda: edges.append("down")
    button.when_released = lambda: edges.append("up")
    for presses in range(1, 21):
        lines.hold(17, high=False)
        wait_until(lambda n=presses: len(edges) == 2 * n - 1)  # type: ignore[misc]
        lines.hold(17, high=True)
        wait_until(lambda n=presses: len(edges) == 2 * n)  # type: ignore[misc]
    assert edges == ["down", "up"] * 20
    button.close()


class Wired:
    """Rows of a matrix that are joined to columns where contacts are closed. Implements `OutputLines`."""

    def __init__(self, rows: OutputLines, lines: Lines, columns: tuple[int, ...]) -> None:
        self._rows, self._lines, self._columns = rows, lines, columns
        self.closed: set[tuple[int, int]] = set()

    @property
    def count(self) -> int:
        return self._rows.count

    def set(self, levels: int) -> None:
        self._rows.set(levels)
        low = {column for row, column in self.closed if not levels >> row & 1}
        for place, pin in enumerate(self._columns):
            self._lines.hold(pin, high=place not in low)

    def close(self) -> None:
        self._rows.close()


def test_a_matrix_of_rows_and_columns(lines: Lines) -> None:
    rows, columns = PINS[:3], PINS[3:7]
    machine = PiMachine()
    wired = Wired(machine.outputs(rows, open_drain=True), lines, columns)
    matrix = GpioMatrix(wired, machine.inputs(columns, "up"), diodes=True)
    every = list(itertools.product(range(3), range(4)))
    dice = random.Random(3)
    for at_ms in range(0, 200, 5):
        wired.closed = set(dice.sample(every, dice.randint(0, len(every))))
        scan = matrix.scan(at_ms * 1_000_000)
        truth = sum(1 << row * 4 + column for row, column in wired.closed)
        assert (scan.levels, scan.unknown, scan.faults) == (truth, 0, ())
    matrix.close()
