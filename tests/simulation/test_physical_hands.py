"""Physical hands: what they do is what they say, before every kind of sensor, and the same each time."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from itertools import pairwise
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.sensing.marks import LevelReader, Sensor, fits
from controller.shell import simulate_physical
from controller.shell.physical.bodies import Knot
from controller.shell.physical.evening import play
from controller.shell.physical.faults import KINDS
from controller.shell.physical.magnets import REACH, strength
from controller.shell.physical.sensors import changes, gauge_for
from controller.shell.physical.styles import STYLES
from controller.shell.replay import levels_at_start
from controller.shell.simulate import Asked
from controller.shell.trace import SetLine, read_trace
from rules.go.game import game_of
from rules.registry import GAMES
from rules.terms import RulesError

if TYPE_CHECKING:
    from controller.shell.physical.evening import Recorded
    from rules.game import Game
    from rules.position import Position

BOARDS: dict[str, Game] = {**GAMES, "go": game_of({"size": 9})}
PLIES = 40
AFTER_US = 60_000
"""By then the slowest board has been read twice, and no contact bounces."""


def at_rest(made: Recorded) -> list[tuple[int, Position]]:
    """Moments at which nobody has a hand at the board, and the position that stands there."""
    position, found = made.game.start(), []
    begins = [ply.began_us for ply in made.truth[1:]] + [2**62]
    still_us = 0
    for ply, next_us in zip(made.truth, begins, strict=True):
        move = position.by_text(ply.move)
        assert move is not None
        position = position.play(move)
        still_us = max(still_us, ply.made_us + AFTER_US)
        if next_us > still_us:
            found.append((still_us, position))
    return found


def misread(made: Recorded) -> list[str]:
    """Where a board at rest shows something else than the position."""
    header, lines = read_trace(io.BytesIO(made.text().encode()), "hands")
    reader = LevelReader(header.game, header.sensor)
    reader.take(0, levels_at_start(header))
    changed = [(line.at_us, line.levels) for line in lines if isinstance(line, SetLine)]
    wrong = []
    for at_us, position in at_rest(made):
        while changed and changed[0][0] <= at_us:
            reader.take(changed[0][0] * 1000, changed.pop(0)[1])
        if reader.levels != position.occupied:
            wrong.append(f"{at_us}: {reader.levels ^ position.occupied:x}")
        for point, mark in (reader.marks or {}).items():
            man = position.piece_at(point)
            if man is not None and not fits(mark, man):
                wrong.append(f"{at_us}: {header.game.points[point]} shows {mark}")
    return wrong


@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("name", BOARDS)
def test_a_board_at_rest_shows_the_position(name: str, sensor: Sensor) -> None:
    for seed, style in enumerate(STYLES):
        made = play(BOARDS[name], seed=seed, plies=PLIES, style=style, sensor=sensor)
        assert at_rest(made)
        assert misread(made) == [], (seed, style)


@pytest.mark.parametrize("name", BOARDS)
def test_the_truth_is_a_legal_line_in_the_order_of_time(name: str) -> None:
    for seed in range(6):
        made = play(BOARDS[name], seed=seed, plies=PLIES, presses=True)
        position = made.game.start()
        for ply in made.truth:
            move = position.by_text(ply.move)
            assert move is not None
            assert move.side == ply.side
            position = position.play(move)
            assert 0 < ply.began_us < ply.made_us
            assert ply.pressed_us is None or ply.made_us < ply.pressed_us
        assert all(a.began_us < b.began_us for a, b in pairwise(made.truth))
        pressed = [ply.pressed_us for ply in made.truth if ply.pressed_us is not None]
        assert pressed == sorted(pressed)
        assert len(pressed) > len(made.truth) * 0.8


@pytest.mark.parametrize("fault", [None, *KINDS])
@pytest.mark.parametrize("sensor", Sensor)
def test_every_trace_is_read(sensor: Sensor, fault: str | None) -> None:
    for name, game in BOARDS.items():
        made = play(game, seed=7, plies=16, sensor=sensor, fault=fault, presses=True)
        _, lines = read_trace(io.BytesIO(made.text().encode()), name)
        assert len(list(lines)) == len(made.lines)
        assert (made.fault is not None) is (fault is not None)


def test_hands_do_the_same_before_every_sensor_and_fault() -> None:
    for name, game in BOARDS.items():
        truths = {
            play(game, seed=3, plies=20, sensor=sensor, fault=fault).truth
            for sensor in Sensor
            for fault in (None, "any")
        }
        assert len(truths) == 1, name


def test_a_recorded_line_is_played() -> None:
    line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "g8f6", "e1g1"]
    made = play(BOARDS["chess"], seed=1, plies=100, line=line)
    assert [ply.move for ply in made.truth] == line


PROGRAM = """
from hashlib import sha256
from controller.shell.physical.evening import play
from rules.registry import GAMES
for name in ("chess", "draughts-100", "go"):
    text = play(GAMES[name], seed=5, plies=30, fault="any", presses=True).text()
    print(sha256(text.encode()).hexdigest())
"""


def test_the_same_seed_gives_the_same_bytes_whatever_the_hash_seed() -> None:
    said = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("0", "1")
    }
    assert len(said) == 1
    assert len(said.pop().split()) == 3


@given(st.floats(0, REACH - 0.01), st.floats(0, 3), st.floats(0.001, 1))
def test_a_field_falls_with_distance_and_with_height(
    across: float, above: float, more: float
) -> None:
    here = strength(across, above)
    assert 0 < here <= 1
    assert strength(min(across + more, REACH), above) < here
    if across < 0.8:
        assert strength(across, above + more) < here


@given(st.lists(st.floats(0, 1.2), min_size=2, max_size=40), st.integers(0, 1000))
def test_a_switch_keeps_its_level_between_its_thresholds(fields: list[float], seed: int) -> None:
    gauge = gauge_for(Random(seed), alike=True, bounces=False)
    assert gauge.release < gauge.operate
    knots = [Knot(10.0 * n, field, field, "x", field) for n, field in enumerate(fields)]
    found = changes(Sensor.PRESENCE, knots, gauge, Random(1))
    for at, level in found[1:]:
        n = min(int(at / 10), len(fields) - 2)
        field = fields[n] + (fields[n + 1] - fields[n]) * (at / 10 - n)
        assert field == pytest.approx(gauge.operate if level else gauge.release, abs=1e-6)
    assert [level for _, level in found] == [
        (found[0][1] + n) % 2 for n in range(len(found)) if isinstance(found[0][1], int)
    ]
    last = found[-1][1]
    assert last == (1 if fields[-1] >= gauge.operate else 0) or (
        gauge.release <= fields[-1] < gauge.operate
    )


def test_a_dead_sensor_feels_nothing_from_then_on() -> None:
    made = play(BOARDS["chess"], seed=2, plies=PLIES, fault="dead")
    assert made.fault is not None
    name = made.game.points[made.fault.point]
    later = [
        line["set"][name]
        for line in made.lines
        if name in line.get("set", {}) and line["us"] > made.fault.from_ms * 1000 + AFTER_US
    ]
    assert later == []


@pytest.mark.parametrize(("style", "fault"), [("drunk", None), ("club", "rust")])
def test_words_that_mean_nothing_are_refused(style: str, fault: str | None) -> None:
    with pytest.raises(ValueError, match="known: "):
        play(BOARDS["chess"], seed=1, plies=2, style=style, fault=fault)


def test_a_trace_holds_no_blanks() -> None:
    made = play(BOARDS["chess"], seed=1, plies=2, style="calm")
    first = json.loads(made.text().splitlines()[0])
    assert first == made.header
    assert ": " not in made.text().split('"note"')[0]


@pytest.mark.parametrize("fault", [None, "dead"])
def test_the_command_counts_what_a_core_told(
    capsys: pytest.CaptureFixture[str], fault: str | None
) -> None:
    asked = Asked(game="chess", seed=5, games=1, plies=12)
    code = simulate_physical.main(asked, style="calm", fault=fault)
    told = json.loads(capsys.readouterr().out)
    fates = ("right", "corrected", "entered", "wrong", "lost", "unfinished")
    assert sum(told[fate] for fate in fates) == told["moves"] == 12
    assert code == (1 if told["wrong"] or told["lost"] or told["crashed"] else 0)


def test_the_command_refuses_a_style_that_there_is_not() -> None:
    with pytest.raises(RulesError, match="no style"):
        simulate_physical.main(Asked(game="chess"), style="nosuch", fault=None)
