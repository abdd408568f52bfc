import sys
from collections.abc import Iterator, Sequence
from types import SimpleNamespace

import pytest
from gpiozero import BadPinFactory  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from drivers.keys import GpioKeys, Key
from drivers.ports import Keys, WorldFault

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
    keys = GpioKeys([WHITE], factory=factory)
    assert feed(keys, factory, 17, levels) == reported


@given(st.lists(st.integers(0, 1), max_size=30), st.integers(1, 4))
def test_a_press_needs_its_samples(levels: list[int], samples: int) -> None:
    factory = MockFactory()
    keys = GpioKeys([WHITE], samples=samples, factory=factory)
    for count in range(len(levels)):
        before = levels[max(0, count + 1 - samples) : count + 1]
        for _ in feed(keys, factory, 17, levels[count : count + 1]):
            assert before == [0] * samples
    keys.close()
    factory.reset()


def test_a_lever_has_two_sides(factory: MockFactory) -> None:
    keys = GpioKeys([LEVER], samples=1, factory=factory)
    assert keys.names == ["white", "black"]
    assert feed(keys, factory, 22, [1, 0, 0, 1, 0]) == ["white", "black", "white"]


def test_active_high_keys(factory: MockFactory) -> None:
    keys = GpioKeys(
        [Key(name="arbiter", pin="GPIO5", active_low=False)], samples=1, factory=factory
    )
    assert feed(keys, factory, 5, [0, 1]) == ["arbiter"]


def test_a_line_used_twice_is_refused(factory: MockFactory) -> None:
    with pytest.raises(WorldFault, match="key black on pin 17"):
        GpioKeys([WHITE, Key(name="black", pin=17)], factory=factory)
    GpioKeys([WHITE], factory=factory).close()  # the line was given back


def test_closing_twice_is_allowed(factory: MockFactory) -> None:
    keys = GpioKeys([WHITE], factory=factory)
    keys.close()
    keys.close()
    assert not keys.names


def test_a_missing_lgpio_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(WorldFault, match=r"touchmove\[pi\]"):
        GpioKeys([WHITE])


@pytest.mark.parametrize("fails", [OSError(13, "no"), ValueError("lgpio"), BadPinFactory("no Pi")])
def test_lines_that_cannot_be_opened(monkeypatch: pytest.MonkeyPatch, fails: Exception) -> None:
    def refuse() -> None:
        raise fails

    monkeypatch.setitem(sys.modules, "lgpio", SimpleNamespace(error=ValueError))
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", SimpleNamespace(LGPIOFactory=refuse))
    with pytest.raises(WorldFault, match="the GPIO lines"):
        GpioKeys([WHITE])
