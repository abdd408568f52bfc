"""Whole games by simulated hands, over magnets, chips and the real drivers: every move, and no other.

What the board cannot know it may ask. Nothing that lawful players do may be called irregular.
"""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Head
from controller.core.sensing.marks import Sensor
from controller.core.settings import Settings
from controller.shell.cli import main
from controller.shell.evening.table import Table
from controller.shell.evidence_tape import Tape, header_of
from drivers.sim.hands import CALM, CLUB
from drivers.sim.noise import NOISES
from tests.samples import FULL, sample
from tests.simulation.lines import CHESS, by_chance, recorded

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from drivers.sim.hands import Tempo

SHARDS = 4
GAMES_PER_SHARD = sample(2, 5)
PLIES = 60
"""Of a game by chance; `touchmove simulate` plays the evenings."""
RECORDED_PLIES, REPLAYED = sample(100, 400), sample(60, 400)
"""Of a recorded game, and of one that is replayed too."""
SETTINGS = [(noise, tempo) for noise in NOISES for tempo in (CALM, CLUB)]
RECORDED = [
    (name, noise)
    for n, name in enumerate(recorded())
    for m, noise in enumerate(NOISES)
    if n % len(NOISES) == m or FULL
]
ASKED_MAX = 0.01
"""Questions for each move. More would be a board that nobody wants to play on."""


def played(
    line: Sequence[str],
    noise: str,
    tempo: Tempo,
    seed: int,
    *,
    sensor: Sensor = Sensor.PRESENCE,
    tape: Tape | None = None,
) -> Table:
    """A table at which a line has been played and every question answered."""
    table = Table(CHESS, seed, NOISES[noise], tempo, sensor=sensor, tape=tape)
    for move in line:
        table.play(move)
    table.rest()
    table.answer(line)
    return table


def check(table: Table, line: Sequence[str]) -> None:
    assert table.moves == list(line)
    assert table.irregularities == []
    assert table.session.health.suspects(table.at_ns) == {}


def told(plies: int, questions: int) -> None:
    """Shown with `pytest -rP`."""
    sys.stdout.write(f"{plies} plies, {questions} questions\n")


@pytest.mark.parametrize(("name", "noise"), RECORDED)
def test_recorded_games(name: str, noise: str) -> None:
    line = recorded()[name].moves[:RECORDED_PLIES]
    table = played(line, noise, CALM, seed=7)
    check(table, line)
    told(len(line), len(table.questions))


@pytest.mark.slow
@pytest.mark.parametrize("shard", range(SHARDS))
def test_games_by_chance(shard: int) -> None:
    plies = questions = 0
    for seed in range(shard * GAMES_PER_SHARD, (shard + 1) * GAMES_PER_SHARD):
        noise, tempo = SETTINGS[seed % len(SETTINGS)]
        line = by_chance(seed, PLIES)
        table = played(line, noise, tempo, seed)
        check(table, line)
        plies += len(line)
        questions += len(table.questions)
    told(plies, questions)
    assert questions <= ASKED_MAX * plies


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize(
    ("line", "noise"),
    [
        (recorded()["live-round-8"].moves, "clean"),
        (recorded()["kasparov-deep-blue-1997-4"].moves, "normal"),
        (recorded()["live-round-6"].moves, "rough"),
        (by_chance(3, PLIES), "normal"),
        (by_chance(11, PLIES), "rough"),
    ],
    ids=["live-8", "deep-blue-4", "live-6", "chance-3", "chance-11"],
)
def test_a_replay_says_the_same_as_the_live_board(
    line: Sequence[str],
    noise: str,
    sensor: Sensor,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    line = line[:REPLAYED]
    file = tmp_path / "game.jsonl"
    settings = Settings(game=CHESS, rulebook=CHESS.rulebook)
    tape = Tape(settings, header_of(settings, sensor=sensor, scan_hz=200, note=""))
    table = played(line, noise, CLUB, seed=5, sensor=sensor, tape=tape)
    file.write_text(tape.finish(), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    replayed = capsys.readouterr().out.splitlines()
    live = [
        Head(
            board="replay", game_id="g1", epoch="replay", seq=seq, at_us=at_ns // 1000, wall=None
        ).wrap(message)
        for seq, (at_ns, message) in enumerate(
            zip(table.said_at_ns, table.said, strict=True), start=1
        )
    ]
    said = [message for message in map(json.loads, replayed) if message["type"] != "health"]
    assert [{**message, "seq": seq} for seq, message in enumerate(said, start=1)] == live
    assert len(table.moves) == len(line)
