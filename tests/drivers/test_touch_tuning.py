"""Touch controllers that start among men: what they found on the empty board is kept."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.config import read_config
from controller.shell.electronics.base import Uncalibrated
from controller.shell.electronics.expanders import Expanders
from controller.shell.hardware import simulated_hardware
from drivers.calibration import CalibrationError
from drivers.mpr121 import TUNING_BYTES
from drivers.ports import SensorMatrix
from drivers.sim.machine import SimMachine
from drivers.sim.noise import CLEAN
from drivers.touch_tuning import TouchTuning, touch_parts

MS = 1_000_000
MEN = 0xFFFF_0000_0000_FFFF
CHIPS = st.dictionaries(
    st.sampled_from(["/dev/i2c-1", "/dev/i2c-1 multiplexer 0x70 channel 3"]),
    st.dictionaries(st.integers(0x5A, 0x5D), st.binary(min_size=30, max_size=30), min_size=1),
    min_size=1,
)


def electronics(folder: Path) -> Expanders:
    text = (
        '[board]\nid = "b"\n[sensors]\ndriver = "mpr121"\nbus = ["/dev/i2c-1", "/dev/i2c-3"]\n'
        'calibration = "touch.json"\n'
    )
    found = read_config(text.encode(), folder / "b.toml").sensors.electronics
    assert isinstance(found, Expanders)
    return found


def watch(matrix: SensorMatrix, ms: int) -> int:
    for at_ms in range(0, ms, 5):
        scan = matrix.scan(at_ms * MS)
    assert not scan.unknown
    return scan.levels & (1 << 64) - 1


def started(folder: Path, men: int) -> tuple[SensorMatrix, SimMachine]:
    """A board that is switched on with men on it."""
    machine = SimMachine()
    electronics(folder).simulate(machine).close_contacts(men)
    return electronics(folder).open(machine), machine


def test_a_power_cut_among_men(tmp_path: Path) -> None:
    blind, _ = started(tmp_path, MEN)
    assert watch(blind, 3000) == 0  # what goes wrong without the file
    empty, _ = started(tmp_path, 0)
    assert TouchTuning.of(empty) is None
    watch(empty, 3000)
    tuning = TouchTuning.of(empty)
    assert tuning is not None
    tuning.save(tmp_path / "touch.json")
    again, machine = started(tmp_path, MEN)
    assert watch(again, 3000) == MEN
    for wire in machine.wires.values():
        for chip in wire.chips.values():
            chip.brown_out()
    assert watch(again, 3000) == MEN


def test_a_simulated_board_is_switched_on_without_men(tmp_path: Path) -> None:
    text = '[board]\nid = "b"\n[sensors]\ndriver = "mpr121"\nbus = ["/dev/i2c-1", "/dev/i2c-3"]\n'
    config = read_config(f'{text}calibration = "touch.json"\n'.encode(), tmp_path / "b.toml")
    hardware = simulated_hardware(config, CLEAN, seed=1)
    assert hardware.bench is not None
    hardware.bench.board.setup(dict.fromkeys(range(16), "P"))
    assert watch(hardware.matrix, 500) == 0xFFFF


class NoModel:
    """A machine that is no simulated one."""

    def __init__(self, machine: SimMachine) -> None:
        self._machine = machine

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - whatever a machine has
        return getattr(self._machine, name)


def test_a_real_board_is_not_opened_without_its_file(tmp_path: Path) -> None:
    machine = SimMachine()
    board = electronics(tmp_path)
    board.simulate(machine)
    with pytest.raises(Uncalibrated, match=r"touch\.json: is missing\. Take all men off"):
        board.open(NoModel(machine))
    machine = SimMachine()
    board.simulate(machine)
    matrix = replace(board, calibration=None).open(NoModel(machine))
    assert len(touch_parts(matrix)) == 2


@given(CHIPS)
def test_what_is_saved_is_read(chips: dict[str, dict[int, bytes]]) -> None:
    import tempfile  # noqa: PLC0415 - a folder for each example

    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "touch.json"
        TouchTuning(chips).save(file)
        assert TouchTuning.load(file).chips == chips
        assert [each.name for each in Path(folder).iterdir()] == ["touch.json"]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"touch": 2, "chips": {}}',
        '{"touch": 1, "chips": []}',
        '{"touch": 1, "chips": {"a": {"x": "00"}}}',
        '{"touch": 1, "chips": {"a": {"0x5a": "0g"}}}',
        '{"touch": 1, "chips": {"a": {"0x5a": "00"}}}',
        '{"calibration": 1, "bits": 12, "points": []}',
    ],
)
def test_another_file_is_refused(text: str, tmp_path: Path) -> None:
    file = tmp_path / "touch.json"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(CalibrationError, match="touchmove calibrate"):
        TouchTuning.load(file)
    machine = SimMachine()
    electronics(tmp_path).simulate(machine)
    with pytest.raises(Uncalibrated, match=r"touch\.json"):
        electronics(tmp_path).open(machine)


def test_other_sensors_have_no_tuning(tmp_path: Path) -> None:
    text = b'[board]\nid = "b"\n[sensors]\ndriver = "mcp23017"\n'
    found = read_config(text, tmp_path / "b.toml").sensors.electronics
    assert found is not None
    machine = SimMachine()
    found.simulate(machine)
    matrix = found.open(machine)
    assert touch_parts(matrix) == []
    assert TouchTuning.of(matrix) is None
    assert TUNING_BYTES == 30
