"""docs/operating.md and docs/trace.md say what the readers do."""

from __future__ import annotations

import io
import re
from dataclasses import asdict
from pathlib import Path

import pytest

from controller.core.settings import Timings
from controller.shell.config import TIMING_BOUNDS, read_config
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


@pytest.mark.parametrize("section", sorted(SECTIONS))
def test_every_key_is_documented(section: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(f"[{section}]\nqqqqqq = 1\n".encode(), Path("doc"))
    text = next(each.text for each in caught.value.mistakes if each.key.endswith("qqqqqq"))
    known = text.removeprefix("unknown key; known are ").split(", ")
    keys = [row for row in SECTIONS[section].splitlines() if row.startswith("| `")]
    named = [name for row in keys for name in re.findall(r"`(\w+)`", row.split("|")[1])]
    assert sorted(named) == known


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
    assert row.endswith(f", {low} to {high} | `{default}` |")


def test_the_go_board_of_the_document_is_one() -> None:
    game = read_config(block(OPERATING, "toml", 1), Path("doc")).board.game
    assert (game.name, game.options["size"], game.options["komi"]) == ("go", 13, 6.5)


def test_every_game_and_rulebook_is_documented() -> None:
    rows = dict(re.findall(r"^\| `([a-z0-9-]+)` \| (`.*`) \|$", OPERATING, re.MULTILINE))
    for game in GAMES.values():
        assert rows[game.name] == ", ".join(f"`{name}`" for name in game.rulebooks)
        assert f'`"{game.name}"`' in SECTIONS["board"]


def test_every_option_of_go_is_documented() -> None:
    section = OPERATING.partition("## Options of a game")[2].partition("\n## ")[0]
    named = set(re.findall(r"^\| `(\w+)`", section, re.MULTILINE))
    with pytest.raises(RulesError) as caught:
        GAMES["go"].with_options({"colour": 1})
    assert all(name in str(caught.value) for name in named)
    assert set(GAMES["go"].options) <= named


def test_the_trace_of_go_in_the_document_is_one() -> None:
    header, lines = read_trace(io.BytesIO(block(TRACE, "json", 1)), "doc")
    assert header.game_options == {"size": 9, "komi": 7.5, "handicap": []}
    assert header.start is not None
    assert len(list(lines)) == 3


def test_the_trace_in_the_document_is_one() -> None:
    header, lines = read_trace(io.BytesIO(block(TRACE, "json")), "doc")
    assert header.note == "board 7, round 3"
    assert len(list(lines)) == 7
