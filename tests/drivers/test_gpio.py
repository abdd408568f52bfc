import errno
import importlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from gpiozero import BadPinFactory, PinUnknownPi  # type: ignore[import-untyped]
from gpiozero.pins.mock import MockFactory, MockPin  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from drivers import gpio
from drivers.gpio import Gpio
from drivers.machine import PiMachine
from drivers.ports import InputLines, Machine, OutputLines, Pull, Symptom, WorldFault

PINS = (17, 4, 22, 27)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    made = MockFactory()
    yield made
    made.reset()


def driven(factory: MockFactory, pins: Sequence[int]) -> list[int | None]:
    """The level that each pin is driven to; None for those let go of."""
    found = [factory.pin(f"GPIO{pin}") for pin in pins]
    return [int(pin.state) if pin.function == "output" else None for pin in found]


@given(st.lists(st.integers(0, 15), max_size=8))
def test_outputs_are_driven_as_told(settings: list[int]) -> None:
    factory = MockFactory()
    lines: OutputLines = PiMachine(factory).outputs(PINS)
    assert lines.count == 4
    assert driven(factory, PINS) == [0, 0, 0, 0]
    for levels in settings:
        lines.set(levels)
        assert driven(factory, PINS) == [levels >> n & 1 for n in range(4)]
    lines.close()
    assert driven(factory, PINS) == [None] * 4
    factory.reset()


@given(st.lists(st.integers(0, 15), max_size=8))
def test_open_drains_are_never_driven_high(settings: list[int]) -> None:
    factory = MockFactory()
    lines = PiMachine(factory).outputs(PINS, open_drain=True)
    assert driven(factory, PINS) == [None] * 4
    for levels in settings:
        lines.set(levels)
        assert driven(factory, PINS) == [None if levels >> n & 1 else 0 for n in range(4)]
        assert all(
            factory.pin(f"GPIO{pin}").pull == "up" for n, pin in enumerate(PINS) if levels >> n & 1
        )
    lines.close()
    factory.reset()


def test_one_row_is_let_go_of_before_the_next_is_driven(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = Gpio(factory).outputs(PINS, open_drain=True)
    seen: list[list[int | None]] = []
    change = MockPin._set_function

    def watch(pin: MockPin, value: str) -> None:
        change(pin, value)
        seen.append(driven(factory, PINS))

    monkeypatch.setattr(MockPin, "_set_function", watch)
    monkeypatch.setattr(MockPin, "function", property(MockPin._get_function, watch), raising=False)
    for n in (2, 0, 3, 1):
        lines.set(15 ^ 1 << n)
    assert len(seen) >= 7
    assert all(levels.count(0) <= 1 for levels in seen)


@given(st.lists(st.integers(0, 15), max_size=8))
def test_levels_are_read_as_they_are(levels: list[int]) -> None:
    factory = MockFactory()
    lines: InputLines = PiMachine(factory).inputs(PINS, "up")
    assert (lines.count, lines.read()) == (4, 15)
    for each in levels:
        for n, pin in enumerate(PINS):
            line = factory.pin(f"GPIO{pin}")
            line.drive_high() if each >> n & 1 else line.drive_low()
        assert lines.read() == each
    lines.close()
    factory.reset()


@pytest.mark.parametrize(
    ("pull", "idle", "named"), [("up", 1, "up"), ("down", 0, "down"), ("none", 0, "floating")]
)
def test_pulls(factory: MockFactory, pull: Pull, idle: int, named: str) -> None:
    assert Gpio(factory).inputs([5], pull).read() == idle
    assert factory.pin("GPIO5").pull == named


@pytest.mark.parametrize(
    ("use", "where"),
    [
        (lambda machine: machine.inputs([4, 4], "up"), "GPIO 4"),
        (lambda machine: machine.inputs([17], "up"), "GPIO 17"),
        (lambda machine: machine.outputs([4, 17]), "GPIO 17"),
        (lambda machine: machine.outputs([4, 99]), "GPIO 99"),
        (lambda machine: machine.inputs([2], "down"), "GPIO 2"),
    ],
)
def test_lines_that_cannot_be_used_are_named(
    factory: MockFactory, use: Callable[[Machine], object], where: str
) -> None:
    machine = PiMachine(factory)
    taken = machine.inputs([17], "up")
    with pytest.raises(WorldFault) as caught:
        use(machine)
    assert (caught.value.symptom, caught.value.where) == (Symptom.BUS_MISSING, where)
    assert "correct its number" in caught.value.remedy
    assert taken.read() == 1
    machine.outputs([4]).close()  # the others were given back


@pytest.mark.parametrize("fails", [OSError(errno.EIO, "no"), PinUnknownPi("no")])
def test_lines_that_fail_later_are_named(
    factory: MockFactory, monkeypatch: pytest.MonkeyPatch, fails: Exception
) -> None:
    machine = PiMachine(factory)
    inputs, outputs = machine.inputs([4, 17], "up"), machine.outputs([5, 6])

    def broken(pin: MockPin, *_: object) -> None:
        if pin.info.name in {"GPIO17", "GPIO6"}:
            raise fails

    with monkeypatch.context() as patch:
        patch.setattr(MockPin, "state", property(broken, broken))
        with pytest.raises(WorldFault) as caught:
            inputs.read()
        assert (caught.value.symptom, caught.value.where) == (Symptom.IO, "GPIO 17")
        with pytest.raises(WorldFault) as caught:
            outputs.set(3)
        assert (caught.value.symptom, caught.value.where) == (Symptom.IO, "GPIO 6")
    outputs.set(3)  # what had not been written is written now
    assert driven(factory, [5, 6]) == [1, 1]


def test_closing_twice_is_allowed(factory: MockFactory) -> None:
    machine = PiMachine(factory)
    inputs, outputs = machine.inputs([4], "up"), machine.outputs([5])
    for lines in (inputs, outputs, inputs, outputs):
        lines.close()
    with pytest.raises(ValueError, match="closed"):
        inputs.read()
    with pytest.raises(ValueError, match="closed"):
        outputs.set(1)


class Lgpio:
    """Stands in for lgpio and gpiozero's factory for it. Like the real one it moves the process."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, made: Callable[[], object]) -> None:
        monkeypatch.setattr(gpio, "_PI", gpio._Pi())
        self.folder = ""
        self.opened: list[object] = []
        monkeypatch.setitem(sys.modules, "lgpio", None)
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)
        real = importlib.import_module

        def load(name: str) -> Any:  # noqa: ANN401 - a module or what stands in for it
            if name == "lgpio":
                self.folder = os.environ.get("LG_WD", "")
                os.chdir(self.folder)
                Path(".lgd-nfy0").touch()
                return SimpleNamespace(error=KeyError)
            if name == "gpiozero.pins.lgpio":
                return SimpleNamespace(LGPIOFactory=self._open(made))
            return real(name)

        monkeypatch.setattr(importlib, "import_module", load)

    def _open(self, made: Callable[[], object]) -> Callable[[], object]:
        def opened() -> object:
            self.opened.append(made())
            return self.opened[-1]

        return opened


def test_importing_lgpio_leaves_the_process_where_it_is(
    monkeypatch: pytest.MonkeyPatch, factory: MockFactory, tmp_path: Path
) -> None:
    monkeypatch.delenv("LG_WD", raising=False)
    monkeypatch.chdir(tmp_path)
    lgpio = Lgpio(monkeypatch, lambda: factory)
    assert Gpio().inputs([4], "up").read() == 1
    assert Path.cwd() == tmp_path
    assert "LG_WD" not in os.environ
    assert not list(tmp_path.iterdir())
    assert (Path(lgpio.folder) / ".lgd-nfy0").exists()


def test_the_folder_that_the_service_gives_is_used(
    monkeypatch: pytest.MonkeyPatch, factory: MockFactory, tmp_path: Path
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path))
    lgpio = Lgpio(monkeypatch, lambda: factory)
    assert Gpio().inputs([4], "up").read() == 1
    assert (lgpio.folder, os.environ["LG_WD"]) == (str(tmp_path), str(tmp_path))


def test_a_folder_that_is_missing_is_said_so(
    monkeypatch: pytest.MonkeyPatch, factory: MockFactory, tmp_path: Path
) -> None:
    monkeypatch.setenv("LG_WD", str(tmp_path / "missing"))
    Lgpio(monkeypatch, lambda: factory)
    with pytest.raises(WorldFault, match="let LG_WD name a folder"):
        Gpio().inputs([4], "up")


def test_the_chip_is_closed_with_its_last_line(monkeypatch: pytest.MonkeyPatch) -> None:
    lgpio = Lgpio(monkeypatch, MockFactory)
    machine = PiMachine()
    first, second = machine.inputs([4], "up"), machine.outputs([5])
    first.close()
    third = machine.inputs([4], "up")
    assert len(lgpio.opened) == 1
    second.close()
    third.close()
    machine.inputs([4], "up").close()
    assert len(lgpio.opened) == 2


def test_a_missing_lgpio_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(WorldFault, match=r"scripts/setup\.sh pi"):
        PiMachine().inputs([4], "up")


@pytest.mark.parametrize(
    ("fails", "remedy"),
    [
        (OSError(errno.EACCES, "no"), "group"),
        (KeyError("lgpio"), "group"),
        (BadPinFactory("no Pi"), "group"),
        (PinUnknownPi("no Pi"), "ProcSubset"),
    ],
)
def test_lines_that_cannot_be_opened(
    monkeypatch: pytest.MonkeyPatch, fails: Exception, remedy: str
) -> None:
    def refuse() -> object:
        raise fails

    Lgpio(monkeypatch, refuse)
    with pytest.raises(WorldFault, match="the GPIO lines") as caught:
        PiMachine().outputs([4])
    assert remedy in caught.value.remedy
