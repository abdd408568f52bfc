"""docs/operating.md and docs/trace.md say what the readers do."""

from __future__ import annotations

import io
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from controller.core.settings import Timings
from controller.shell.config import TIMING_BOUNDS, read_config
from controller.shell.config_hardware import SENSORS
from controller.shell.config_types import SWEPT
from controller.shell.electronics.lights import LIGHTS
from controller.shell.toml_section import ConfigError
from controller.shell.trace import read_trace
from rules.registry import GAMES
from rules.terms import RulesError

DOCS = Path(__file__).parents[2] / "docs"
OPERATING = (DOCS / "operating.md").read_text(encoding="utf-8")
TRACE = (DOCS / "trace.md").read_text(encoding="utf-8")
SECTIONS = dict(
    re.findall(r"^## \[([a-z]+)\]\n(.*?)(?=^## |\Z)", OPERATING, re.DOTALL | re.MULTILINE)
)


def block(text: str, language: str, number: int = 0) -> bytes:
    found = re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)
    return str(found[number]).encode()


def test_the_smallest_configuration_is_one() -> None:
    assert read_config(block(OPERATING, "toml"), Path("doc")).board.id == "board-1"


def keys_of(table: str) -> list[str]:
    """The keys that the first columns of the tables name."""
    rows = [row for row in table.splitlines() if row.startswith("| `")]
    return [name for row in rows for name in re.findall(r"`(\w+)`", row.split("|")[1])]


def known(section: str, lines: str = "") -> list[str]:
    """The keys that the reader knows."""
    with pytest.raises(ConfigError) as caught:
        read_config(f"[{section}]\n{lines}\nqqqqqq = 1\n".encode(), Path("doc"))
    text = next(each.text for each in caught.value.mistakes if each.key.endswith("qqqqqq"))
    return text.removeprefix("unknown key; known are ").split(", ")


@pytest.mark.parametrize("section", sorted(set(SECTIONS) - {"sensors", "lamps"}))
def test_every_key_is_documented(section: str) -> None:
    assert sorted(keys_of(SECTIONS[section])) == known(section)


@pytest.mark.parametrize(
    ("section", "driver", "layout"),
    [
        *(("sensors", driver, "") for driver in SENSORS),
        *(("lamps", driver, layout) for driver in LIGHTS for layout in ("points", "edges")),
    ],
)
def test_every_key_of_a_driver_is_documented(section: str, driver: str, layout: str) -> None:
    common, *tables = SECTIONS[section].split("\n### ")
    # A heading names the drivers, or the layout, whose keys follow.
    mine = [
        table
        for table in tables
        if {driver, layout} & set(re.findall(r"`([^`]+)`", table.splitlines()[0]))
    ]
    lines = f'driver = "{driver}"' + (f'\nlayout = "{layout}"' if layout else "")
    right = set(known(section, lines))
    if driver == "hall":  # converters on SPI have other keys than those on I2C
        right |= set(known(section, f'{lines}\nconverter = "mcp3008"'))
    assert sorted(keys_of("\n".join([common, *mine]))) == sorted(right)


def test_every_section_is_documented() -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(b"[qqqqqq]\n", Path("doc"))
    text = next(each.text for each in caught.value.mistakes if each.key == "qqqqqq")
    assert sorted([*SECTIONS, "roles"]) == re.findall(r"\[(\w+)\]", text)
    assert "## [roles.tokens]" in OPERATING


@pytest.mark.parametrize("name", sorted(TIMING_BOUNDS))
def test_bounds_and_defaults_of_timings_are_documented(name: str) -> None:
    low, high = TIMING_BOUNDS[name]
    default = asdict(Timings())[name]
    row = next(row for row in OPERATING.splitlines() if row.startswith(f"| `{name}` |"))
    swept = asdict(SWEPT)[name]
    told = f"`{default}`" if swept == default else f"`{default}` ({swept})"
    assert row.endswith(f", {low} to {high} | {told} |")


def test_the_go_board_of_the_document_is_one() -> None:
    game = read_config(block(OPERATING, "toml", 1), Path("doc")).board.game
    assert (game.name, game.options["size"], game.options["komi"]) == ("go", 13, 6.5)


def test_every_game_and_rulebook_is_documented() -> None:
    rows = dict(re.findall(r"^\| `([a-z0-9-]+)` \| (`.*`) \|$", OPERATING, re.MULTILINE))
    for game in GAMES.values():
        assert rows[game.name] == ", ".join(f"`{name}`" for name in game.rulebooks)
        assert f'`"{game.name}"`' in SECTIONS["board"]


@pytest.mark.parametrize(
    ("game", "book"), [("go", ""), ("chess", "chess"), ("chess", "chess-classic")]
)
def test_every_option_of_a_game_is_documented(game: str, book: str) -> None:
    section = OPERATING.partition("## Options of a game")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| `(\w+)` \| (?:\(`([\w-]+)`)?", section, re.MULTILINE)
    named = {name for name, only_in in rows if only_in == book}
    with pytest.raises(RulesError) as caught:
        GAMES[game].with_options({"colour": 1})
    assert named
    assert all(name in str(caught.value) for name in named)
    assert set(GAMES[game].options) <= named


def test_the_trace_of_go_in_the_document_is_one() -> None:
    header, lines = read_trace(io.BytesIO(block(TRACE, "json", 1)), "doc")
    assert header.game_options == {"size": 9, "komi": 7.5, "handicap": []}
    assert header.start is not None
    assert len(list(lines)) == 3


def test_the_trace_in_the_document_is_one() -> None:
    header, lines = read_trace(io.BytesIO(block(TRACE, "json")), "doc")
    assert header.note == "board 7, round 3"
    assert len(list(lines)) == 7
