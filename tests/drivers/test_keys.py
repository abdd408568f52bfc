from collections.abc import Iterator, Mapping, Sequence

import pytest
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from drivers.gpio import Gpio
from drivers.keys import GpioKeys, Key
from drivers.ports import InputLines, Keys, Pull, Symptom, WorldFault
from drivers.sim.machine import SimMachine

WHITE = Key(name="white", pin=17)
LEVER = Key(name="white", pin=22, up_name="black")


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory()
    yield made
    made.reset()


def feed(keys: Keys, factory: MockFactory, pin: int, levels: Sequence[int]) -> list[str]:
    """Samples while a line takes these levels (0 is pulled to ground)."""
    reported: list[str] = []
    for level in levels:
        line = factory.pin(f"GPIO{pin}")
        line.drive_high() if level else line.drive_low()
        reported += keys.pressed(0)
    return reported


@pytest.mark.parametrize(
    ("levels", "reported"),
    [
        ([1, 1, 1, 1], []),
        ([1, 1, 1, 0, 0], []),
        ([1, 1, 1, 0, 0, 0], ["white"]),
        ([1, 1, 1, 0, 0, 1, 0, 0], []),
        ([1, 1, 1, 0, 0, 0, 0, 0, 0], ["white"]),
        ([1, 1, 1, 0, 0, 0, 1, 0, 0, 0], ["white"]),
        ([1, 1, 1, 0, 0, 0, 1, 1, 1, 0, 0, 0], ["white", "white"]),
        ([0, 0, 0, 0], []),
        ([0, 0, 0, 1, 1, 1, 0, 0, 0], ["white"]),
    ],
)
def test_three_equal_samples_make_a_press(
    factory: MockFactory, levels: list[int], reported: list[str]
) -> None:
    keys = GpioKeys([WHITE], Gpio(factory))
    assert feed(keys, factory, 17, levels) == reported


@given(st.lists(st.integers(0, 1), max_size=30), st.integers(1, 4))
def test_a_press_needs_its_samples(levels: list[int], samples: int) -> None:
    factory = MockFactory()
    keys = GpioKeys([WHITE], Gpio(factory), samples=samples)
    for count in range(len(levels)):
        before = levels[max(0, count + 1 - samples) : count + 1]
        for _ in feed(keys, factory, 17, levels[count : count + 1]):
            assert before == [0] * samples
    keys.close()
    factory.reset()


def test_a_lever_has_two_sides(factory: MockFactory) -> None:
    keys = GpioKeys([LEVER], Gpio(factory), samples=1)
    assert keys.names == ["white", "black"]
    assert feed(keys, factory, 22, [1, 0, 0, 1, 0]) == ["white", "black", "white"]


def test_active_high_keys(factory: MockFactory) -> None:
    keys = GpioKeys([Key(name="arbiter", pin=5, active_low=False)], Gpio(factory), samples=1)
    assert feed(keys, factory, 5, [0, 1]) == ["arbiter"]


def test_a_line_used_twice_is_refused(factory: MockFactory) -> None:
    with pytest.raises(WorldFault, match="key black on pin 17"):
        GpioKeys([WHITE, Key(name="black", pin=17)], Gpio(factory))
    GpioKeys([WHITE], Gpio(factory)).close()  # the line was given back


def test_closing_twice_is_allowed(factory: MockFactory) -> None:
    keys = GpioKeys([WHITE], Gpio(factory))
    keys.close()
    keys.close()
    assert not keys.names


class Button:
    """A contact to ground that takes these levels, one each time it is read. Implements `Circuit`."""

    def __init__(self, pin: int, levels: Sequence[int]) -> None:
        self.pin = pin
        self.left = list(levels)

    def levels(self, driven: Mapping[int, bool]) -> Mapping[int, bool]:
        assert not driven
        level = self.left.pop(0) if len(self.left) > 1 else self.left[0]
        return {} if level else {self.pin: False}


@pytest.mark.parametrize(
    ("levels", "bounces"),
    [
        ([1, 1, 1, 1], 0),
        ([1, 1, 1, 0, 0, 0], 0),
        ([1, 1, 1, 0, 1, 0, 0, 0], 2),
        ([1, 1, 1, 0, 1, 0, 1, 0, 0, 0, 1, 1, 1], 4),
        ([1, 1, 1, 0, 0, 0, 1, 0, 1, 1, 1], 2),
        ([1, 1, 1, 0, 1, 1, 1, 1], 1),
        ([0, 1, 0, 1, 0, 0, 0], 0),
    ],
)
def test_how_much_a_key_bounces(levels: list[int], bounces: int) -> None:
    machine = SimMachine()
    machine.circuits.append(Button(17, levels))
    keys = GpioKeys([WHITE], machine)
    for _ in levels:
        keys.pressed(0)
    assert keys.bounces == {"white": bounces}


@given(st.lists(st.integers(0, 1), max_size=12), st.integers(1, 4))
def test_a_bouncing_button_is_one_press(bounce: list[int], samples: int) -> None:
    machine = SimMachine()
    idle, down = [1] * samples, [0] * samples
    steady = any(
        bounce[n : n + samples] == down for n in range(len(bounce))
    )  # then it is a press of its own
    machine.circuits.append(Button(17, [*idle, *bounce, *down]))
    keys = GpioKeys([WHITE], machine, samples=samples)
    presses = [name for _ in range(2 * samples + len(bounce)) for name in keys.pressed(0)]
    assert presses
    assert steady or presses == ["white"]


class Failing:
    """A line that cannot be read when asked for the nth time. Implements `InputLines`."""

    count = 1

    def __init__(self, levels: Sequence[int | None]) -> None:
        self.left = list(levels)

    def inputs(self, pins: Sequence[int], pull: Pull) -> InputLines:
        assert (list(pins), pull) == ([17], "up")
        return self

    def read(self) -> int:
        level = self.left.pop(0)
        if level is None:
            raise WorldFault(Symptom.IO, "GPIO 17", "Look.")
        return level

    def close(self) -> None:
        """Nothing to release."""


def test_a_line_that_cannot_be_read_is_told_and_no_press() -> None:
    keys = GpioKeys([WHITE], Failing([1, 1, 1, 0, 0, None, 0, 0, 0]))
    told = [(list(keys.pressed(0)), [fault.where for fault in keys.faults]) for _ in range(9)]
    assert told[5] == ([], ["key white on pin 17"])
    assert [names for names, _ in told if names] == [["white"]]
    assert told[8] == (["white"], [])
