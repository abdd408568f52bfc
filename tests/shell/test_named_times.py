"""Time controls by the names that the rulebooks have for them, wherever a time control is given."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

from controller.core.settings import Settings
from controller.shell.config import read_config
from controller.shell.starting import started_settings
from controller.shell.toml_section import ConfigError
from controller.shell.trace import read_trace
from rules.clock_law import clock_law, control_text
from rules.registry import GAMES, game_by_name
from rules.rulebook import Rulebook
from rules.terms import RulesError
from rules.time_control import read_time_control

BOOKS = [(game, book) for game in GAMES.values() for book in game.rulebooks.values()]
XIANGQI = [
    pytest.param("classical", "40/90:00,10/15:00*", marks=pytest.mark.law("XQ-6.1")),
    pytest.param("hour", "30/60:00,10/10:00*", marks=pytest.mark.law("XQ-6.2")),
    pytest.param("rapid", "40/10:00,30/5:00*", marks=pytest.mark.law("XQ-6.3")),
    pytest.param("blitz", "30/5:00*", marks=pytest.mark.law("XQ-6.4")),
    pytest.param("sudden-death", "10:00", marks=pytest.mark.law("XQ-6.5")),
]


@pytest.mark.parametrize(("game", "book"), BOOKS, ids=lambda each: each.name)
def test_every_rulebook_names_time_controls(game: Any, book: Rulebook) -> None:  # noqa: ANN401
    presets = clock_law(book).presets
    assert presets
    assert len({preset.name for preset in presets}) == len(presets)
    for preset in presets:
        assert control_text(book, preset.name) == preset.text
        assert read_time_control(preset.text).stages
        given = {"rulebook": book.name, "time_control": preset.name}
        settings = started_settings(Settings(game=game, rulebook=game.rulebook), given)
        assert settings.time_control == preset.text


@pytest.mark.parametrize(("name", "text"), XIANGQI)
def test_xiangqi_s_own(name: str, text: str, tmp_path: Path) -> None:
    for book in GAMES["xiangqi"].rulebooks.values():
        assert control_text(book, name) == text
    file = f'[board]\nid = "b1"\ngame = "xiangqi"\ntime_control = "{name}"\n'
    assert read_config(file.encode(), tmp_path / "board.toml").board.time_control == text
    trace = f'{{"trace":1,"game":"xiangqi","time_control":"{name}"}}\n'
    assert read_trace(io.BytesIO(trace.encode()), "game.jsonl")[0].time_control == text


@pytest.mark.law("XQ-9.2", "XQ-4.1.6")
@pytest.mark.parametrize(
    ("lines", "options"),
    [
        ("", {}),
        ("fouls_lose = 2", {"fouls_lose": 2}),
        ('fouls_lose = "off"', {"fouls_lose": "off"}),
        ('illegal_move = "restore"', {"illegal_move": "restore"}),
        ('game_options = { illegal_move = "restore" }', {"illegal_move": "restore"}),
    ],
)
def test_what_an_event_decides_at_xiangqi(lines: str, options: dict[str, object]) -> None:
    file = f'[board]\nid = "b1"\ngame = "xiangqi"\n{lines}\n'
    assert read_config(file.encode(), Path("board.toml")).board.game.options == options
    args = {"game_options": options}
    game = game_by_name("xiangqi")
    found = started_settings(Settings(game=game, rulebook=game.rulebook), args)
    assert found.game_options == options


@pytest.mark.parametrize(
    ("lines", "key"),
    [
        ('game = "xiangqi"\nfouls_lose = 4', "fouls_lose"),
        ('game = "xiangqi"\nillegal_move = "forgiven"', "illegal_move"),
        ('game = "chess"\nfouls_lose = 2', "fouls_lose"),
        ('game = "xiangqi"\nfouls_lose = 2\ngame_options = { fouls_lose = 3 }', "fouls_lose"),
    ],
)
def test_options_of_an_event_that_cannot_be(lines: str, key: str) -> None:
    with pytest.raises(ConfigError) as caught:
        read_config(f'[board]\nid = "b1"\n{lines}\n'.encode(), Path("board.toml"))
    assert [mistake.key for mistake in caught.value.mistakes] == [f"board.{key}"]


@pytest.mark.parametrize("given", ["swift", "90", "", "5:00+"])
def test_what_is_neither_a_name_nor_a_time_control(given: str) -> None:
    with pytest.raises(RulesError):
        control_text(game_by_name("chess").rulebook, given)


def test_an_unknown_name_is_answered_with_those_there_are() -> None:
    with pytest.raises(RulesError, match="known: classical, hour, rapid, blitz, sudden-death"):
        control_text(game_by_name("xiangqi").rulebook, "swift")
