"""Evenings on boards that tell each man: serial boards, and readers under the points where there are none."""

from __future__ import annotations

import pytest

from controller.core.sensing.marks import Sensor
from controller.core.settings import Timings
from controller.shell.cli import main
from controller.shell.evening.boards import board_of, timings_of
from controller.shell.evening.breaking import strike
from controller.shell.evening.plan import Ill, Trouble
from controller.shell.simulate import Asked, outcome_of, plan_of
from drivers.ports import Kind
from drivers.serial_board import SerialBoardMatrix
from drivers.sim.bench import BenchMatrix
from drivers.sim.noise import CLEAN
from drivers.sim.readers import ReaderMatrix
from rules.registry import GAMES

MS = 1_000_000
PLIES = 24
SOUND = [
    ("chess", "messy", 1),
    ("draughts-100", "messy", 1),
    ("draughts-russian", "messy", 2),
    ("draughts-brazilian", "bus", 3),
    ("xiangqi", "messy", 1),
    ("go", "club", 1),
]


@pytest.mark.parametrize(("name", "mix", "seed"), SOUND)
def test_on_sound_boards_nothing_is_asked_or_named_wrongly(name: str, mix: str, seed: int) -> None:
    outcome = outcome_of(Asked(game=name, mix=mix, sensor=Sensor.IDENTITY, plies=PLIES), seed)
    told = (outcome.failing, outcome.lost, outcome.asked, outcome.false_irregularities)
    assert told == (None, 0, 0, 0), outcome.what
    assert outcome.moves == PLIES


@pytest.mark.parametrize(("name", "mix", "seed"), [("chess", "faulty", 1), ("xiangqi", "worn", 1)])
def test_beside_broken_sensors_nothing_wrong_is_published(name: str, mix: str, seed: int) -> None:
    outcome = outcome_of(Asked(game=name, mix=mix, sensor=Sensor.IDENTITY, plies=PLIES), seed)
    assert (outcome.failing, outcome.lost) == (None, 0), outcome.what


@pytest.mark.parametrize("name", GAMES)
def test_who_reads_the_men(name: str) -> None:
    """The real driver wherever there is one."""
    serial = name == "chess" or name.startswith("draughts")
    matrix = board_of(GAMES[name], CLEAN, 1, Sensor.IDENTITY).matrix
    assert matrix.kind is Kind.IDENTITY
    if serial:
        assert isinstance(matrix, BenchMatrix)
        assert isinstance(matrix.driver, SerialBoardMatrix)
    else:
        assert isinstance(matrix, ReaderMatrix)
    assert (timings_of(GAMES[name], Sensor.IDENTITY) == Timings()) is not serial
    assert timings_of(GAMES[name], Sensor.POLARITY) == Timings()


def test_the_plan_of_a_seed_is_the_same_before_all_sensors() -> None:
    plans = [
        plan_of(Asked(game="chess", mix="faulty", sensor=sensor, plies=PLIES), 4)
        for sensor in Sensor
    ]
    assert all(plan == plans[0] for plan in plans)


@pytest.mark.parametrize("ill", [Ill.NAK, Ill.ABSENT, Ill.BROWN_OUT, Ill.WRONG_DATA])
def test_troubles_of_chips_are_those_of_a_line(ill: Ill) -> None:
    """Something is unknown for a while, and all is known again."""
    bench = board_of(GAMES["chess"], CLEAN, 1, Sensor.IDENTITY).bench
    assert bench is not None
    bench.board.setup({4: "K", 60: "k"})
    seen = []
    for ms in range(0, 6000, 5):
        if ms == 2000:
            strike(bench, Trouble(ill=ill, at_ns=ms * MS, for_ns=100 * MS), ms * MS, 1)
        seen.append(bench.matrix.scan(ms * MS))
    assert not seen[399].unknown
    assert any(scan.unknown for scan in seen[400:])
    assert (seen[-1].unknown, seen[-1].readings) == (0, {4: "K", 60: "k"})
    assert bench.healthy


def test_the_demo_has_no_such_board(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["demo", "--sensors", "identity"]) == 2
    assert "presence, polarity" in capsys.readouterr().err.replace("'", "")
