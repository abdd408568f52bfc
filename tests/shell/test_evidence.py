"""The service keeps its own traces, and what they say is what was published."""

from __future__ import annotations

import asyncio
import gzip
from importlib import resources
from pathlib import Path
from typing import Literal

import pytest

from controller.core.sensing.marks import Sensor
from controller.journal.store import Journal
from controller.shell.config import read_config
from controller.shell.toml_section import ConfigError
from controller.shell.trace import mistakes
from rules.formats import format_of_game
from rules.terms import Side
from tests.end_to_end.programs import finished
from tests.shell.evidence_table import HEAD, Table, replayed, without_head


def demo_moves(game: str) -> tuple[str, ...]:
    form = format_of_game(game)
    data = resources.files("controller.shell") / "data" / f"demo-{game}{form.suffix}"
    return form.read(data.read_text(encoding="utf-8"))[0].moves


async def eventful(table: Table) -> None:
    """A game in which much happens beside the moves."""
    first, second = (Side(side) for side in table.game.sides)
    await table.play(4)
    await table.press(first)
    await table.press(second)
    assert await table.command("arbiter", "no-such-command") is not None
    assert await table.command(first, "accept-draw") is not None
    await table.play(8)
    table.brown_out(900)
    await table.play(12)
    await table.gap(700)
    await table.run(4000)
    table.brown_out(6000)
    await table.run(3000)
    await table.command(second, "adjust")
    await table.evidence.flush()
    await table.run(500)
    await table.command(second, "adjust", {"on": False})
    await table.play(20)
    await table.command("arbiter", "result", {"result": "1-0", "termination": "resignation"})
    await table.run(2000)


@pytest.mark.parametrize("clock", ["pressed", "moves"])
@pytest.mark.parametrize("game", ["chess", "go"])
def test_the_replay_of_a_game_with_a_clock_is_what_was_published(
    tmp_path: Path, game: str, clock: Literal["pressed", "moves"]
) -> None:
    async def play() -> list[str]:
        table = Table(tmp_path, game, demo_moves(game), time_control="2:00,5x0:30", clock=clock)
        await eventful(table)
        await table.stop()
        return table.published("g1")

    published = asyncio.run(play())
    assert replayed(tmp_path / "traces" / "g1.jsonl.gz") == published
    assert sum('"type": "clock"' in line for line in published) > 15


@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("game", ["chess", "draughts-100", "xiangqi"])
def test_the_replay_of_a_game_with_mess_is_what_was_published(
    tmp_path: Path, game: str, sensor: Sensor
) -> None:
    async def play() -> list[str]:
        orientation: Literal["normal"] | None = None if sensor is Sensor.POLARITY else "normal"
        table = Table(tmp_path, game, demo_moves(game), sensor=sensor, orientation=orientation)
        await eventful(table)
        await table.stop()
        return table.published("g1")

    published = asyncio.run(play())
    file = tmp_path / "traces" / "g1.jsonl.gz"
    assert mistakes(file) == []
    text = gzip.decompress(file.read_bytes()).decode()
    assert f'"sensor":"{sensor.value}"' in text
    for kind in ('"press"', '"command"', '"gap_us"', '"blind"', '"end"'):
        assert kind in text
    assert replayed(file) == published
    assert len(published) > 60


@pytest.mark.slow
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, Sensor.POLARITY])
@pytest.mark.parametrize("game", ["chess", "xiangqi"])
def test_the_demo_leaves_a_trace_that_replays_to_its_journal(
    tmp_path: Path, game: str, sensor: Sensor
) -> None:
    arguments = ("--game", game, "--sensors", sensor.value, "--speed", "0", "--until-end")
    done = finished("demo", *arguments, "--port", "0", journal=tmp_path)
    assert done.returncode == 0, done.stderr
    with Journal.read(tmp_path) as journal:
        messages = [without_head(HEAD.wrap(each)) for each in journal.messages_of("g1")]
    assert replayed(tmp_path / "traces" / "g1.jsonl.gz") == messages
    assert len(messages) > 100


def test_where_traces_are_kept(tmp_path: Path) -> None:
    board = '[board]\nid = "b"\n[sensors]\ndriver = "bench"\n[journal]\nfolder = "j"\n'
    usual = read_config(board.encode(), tmp_path / "c.toml").evidence
    assert (usual.enabled, usual.folder, usual.megabytes_max) == (True, tmp_path / "j/traces", 200)
    given = board + '[evidence]\nfolder = "t"\nmegabytes_max = 5\nenabled = false\n'
    other = read_config(given.encode(), tmp_path / "c.toml").evidence
    assert (other.enabled, other.folder, other.megabytes_max) == (False, tmp_path / "t", 5)
    with pytest.raises(ConfigError, match="megabytes_max"):
        read_config((board + "[evidence]\nmegabytes_max = 0\n").encode(), tmp_path / "c.toml")
