"""Calibration: what is learnt on a simulated board, what is shown, and what is kept."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.journal.store import Journal
from controller.shell import cli
from controller.shell.calibrating import Calibrating, Wanted, file_of, save
from controller.shell.doctor import simulating, system
from controller.shell.doctor.dialogue import STOP, Ask, Wish
from controller.shell.doctor.examination import Examination
from controller.shell.doctor.examination import Wanted as Looking
from controller.shell.doctor.findings import Level
from controller.shell.doctor.planting import Plant
from controller.shell.doctor.rig import VirtualTime
from controller.shell.doctor.simulating import rig_on, simulated_rig
from controller.shell.electronics.base import Uncalibrated
from controller.shell.hardware import open_hardware
from controller.shell.heatmap import SCALE, heat_map
from drivers.calibration import Calibration
from drivers.sim.machine import SimMachine
from rules.registry import GAMES
from tests.shell.doctor_boards import EVERYTHING, HALL, board

if TYPE_CHECKING:
    from collections.abc import Collection

    from controller.shell.config_types import Config
    from controller.shell.doctor.findings import Finding
    from controller.shell.doctor.rig import Rig

QUICK = Wanted(look_s=1.0)


def calibrated(
    text: str, faults: Collection[Plant] = (), wanted: Wanted = QUICK
) -> tuple[Calibration | None, list[Finding], str]:
    """What was learnt, what was found, and what was shown."""
    rig, person, _ = simulated_rig(board(text), faults)
    shown: list[str] = []
    calibrating = Calibrating(rig, person, wanted, shown.append)
    found = list(calibrating.run())
    return calibrating.learnt, found, "".join(shown)


def test_what_men_give_is_learnt() -> None:
    learnt, found, shown = calibrated(HALL)
    assert learnt is not None
    assert {finding.level for finding in found} == {Level.OK}
    measured = [point.measured for point in learnt.points]
    assert measured == [n // 8 in (0, 1, 6, 7) for n in range(64)]
    # The parts' spread is 5 % for sensors and 5 % for magnets; men stand up to a tenth off the middle.
    sizes = [abs(point.man) for point in learnt.points if point.measured]
    assert 0.7 < min(sizes) / max(sizes) <= 1
    assert shown.count("\n") == 2 + 2 * 8


def test_the_walk_measures_every_point() -> None:
    learnt, _, _ = calibrated(HALL, wanted=Wanted(walk=True, look_s=1.0))
    assert learnt is not None
    assert all(point.measured for point in learnt.points)
    assert len({point.man > 0 for point in learnt.points}) == 1


def test_a_noisy_sensor_is_named() -> None:
    _, found, _ = calibrated(HALL, [Plant.NOISY_HALL])
    assert [f.kind for f in found if f.level is not Level.OK] == ["noisy-sensor"]


def test_switches_have_nothing_to_learn() -> None:
    learnt, found, shown = calibrated(EVERYTHING)
    assert learnt is None
    assert "nothing is saved" in found[0].text
    assert {finding.level for finding in found} == {Level.OK}
    assert len(re.findall(r"\b0\b", shown)) == 64


def test_switches_are_checked_all_the_same() -> None:
    wanted = Wanted(walk=True, look_s=1.0)
    _, found, shown = calibrated(EVERYTHING, [Plant.CHATTER, Plant.SWAPPED_WIRES], wanted)
    assert {f.kind for f in found if f.level is not Level.OK} == {"chatter", "swapped-wires"}
    assert re.search(r"[1-9]\d", shown)


class Leaver:
    """A person who goes away when he is asked for something."""

    def __init__(self, wish: Wish) -> None:
        self._wish = wish
        self._answer: str | None = None

    def hear(self, ask: Ask) -> None:
        self._answer = STOP if ask.wish is self._wish else ""

    def said(self) -> str | None:
        answer, self._answer = self._answer, None
        return answer


@pytest.mark.parametrize("wish", [Wish.CLEAR, Wish.ARRAY])
@pytest.mark.parametrize("text", [HALL, EVERYTHING])
def test_who_stops_has_learnt_nothing(wish: Wish, text: str) -> None:
    rig, _, _ = simulated_rig(board(text))
    calibrating = Calibrating(rig, Leaver(wish), QUICK, lambda _text: None)
    list(calibrating.run())
    assert calibrating.learnt is None
    assert calibrating.stopped


def test_who_stops_is_not_told_that_all_is_well(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    config, out = tmp_path / "board.toml", tmp_path / "levels.json"
    config.write_text(HALL)
    rig, _, planted = simulated_rig(board(HALL))
    monkeypatch.setattr(
        simulating, "simulated_rig", lambda _config: (rig, Leaver(Wish.ARRAY), planted)
    )
    arguments = ["calibrate", "--config", str(config), "--simulated", "--out", str(out)]
    assert cli.main(arguments) == 1
    told = capsys.readouterr().out
    assert "Stopped before the end" in told
    assert "well" not in told
    assert not out.exists()


def test_the_old_file_is_kept(tmp_path: Path) -> None:
    file = tmp_path / "calibration.json"
    first, second = Calibration.nominal(4, 12), Calibration.nominal(5, 12)
    assert save(first, file) is None
    assert save(second, file) == tmp_path / "calibration.json.bak"
    assert Calibration.load(file) == second
    assert Calibration.load(tmp_path / "calibration.json.bak") == first
    assert len(list(tmp_path.iterdir())) == 2


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config, out = tmp_path / "board.toml", tmp_path / "levels.json"
    config.write_text(HALL)
    arguments = ["calibrate", "--config", str(config), "--simulated"]
    assert cli.main(arguments) == 0
    assert "Not saved" in capsys.readouterr().out
    assert cli.main([*arguments, "--out", str(out)]) == 0
    assert f"Saved in {out}." in capsys.readouterr().out
    assert len(Calibration.load(out).points) == 64


def test_the_file_is_the_one_that_the_configuration_names() -> None:
    named = board(HALL + 'calibration = "levels.json"\n')
    assert file_of(named) == Path("levels.json")
    assert file_of(board(HALL)) is None
    assert file_of(board(EVERYTHING)) is None


def test_a_calibration_that_cannot_be_used_is_left_aside(tmp_path: Path) -> None:
    file = tmp_path / "levels.json"
    file.write_text("{")
    text = HALL + f'calibration = "{file}"\n'
    machine = SimMachine()
    electronics = board(text).sensors.electronics
    assert electronics is not None
    electronics.simulate(machine)
    machine.learnt = None  # as on a real machine, which reads the file
    with pytest.raises(Uncalibrated, match=re.escape(str(file))):
        open_hardware(board(text), machine)
    rig = rig_on(board(text), machine)
    rig.time = VirtualTime()
    assert rig.hardware is not None
    assert isinstance(rig.trouble, Uncalibrated)
    kinds = [finding.kind for finding in Examination(rig, Looking(watch_s=0.1)).findings()]
    assert "not-calibrated" in kinds


def test_a_board_whose_service_runs_is_left_alone(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opening the chips would set them up anew in the middle of a game."""
    config, out, folder = tmp_path / "board.toml", tmp_path / "levels.json", tmp_path / "journal"
    config.write_text(HALL + '[journal]\nfolder = "journal"\n')
    opened: list[Config] = []

    def not_there(board: Config) -> Rig:
        opened.append(board)
        raise OSError("there is no board")

    monkeypatch.setattr(simulating, "real_rig", not_there)
    arguments = ["calibrate", "--config", str(config), "--out", str(out)]
    with contextlib.closing(Journal.open(folder, "board-1")):
        assert cli.main(arguments) == 1
        told = capsys.readouterr().err
        assert not opened
        [finding] = system.service(folder)
        assert finding.text in told
        assert finding.remedy in told
        assert cli.main([*arguments, "--simulated"]) == 0, "models are nobody's"
    assert cli.main(arguments) == 1
    assert "there is no board" in capsys.readouterr().err
    assert opened


def test_a_board_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    config = tmp_path / "board.toml"
    config.write_text(EVERYTHING.replace("0x24]", '0x24]\nbus = "/dev/i2c-199"'))
    assert cli.main(["calibrate", "--config", str(config)]) == 1
    assert "/dev/i2c-199" in capsys.readouterr().err


@given(st.data(), st.sampled_from(sorted(GAMES)), st.booleans())
def test_a_map_has_every_point_in_its_place(
    data: st.DataObject,
    name: str,
    colour: bool,  # noqa: FBT001 - drawn
) -> None:
    game = GAMES[name]
    points = range(len(game.points))
    known = data.draw(st.lists(st.sampled_from(points), unique=True, max_size=5))
    values = {point: 10.0 + point for point in known}
    text = heat_map(values, game, colour=colour)
    plain = re.sub(r"\x1b\[[0-9;]*m", "", text)
    assert colour or plain == text
    assert all(int(code) in SCALE for code in re.findall(r"48;5;(\d+)m", text))
    lines = plain.splitlines()
    assert len(lines) == game.rows
    for point in known:
        row = lines[game.rows - 1 - game.place(point)[1]].split()
        assert str(10 + point) in row
    assert plain.count(".") == len(game.points) - len(known)
