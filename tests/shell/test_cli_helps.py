"""The command line helps: examples that can be given, what may have been meant, files of another kind."""

from __future__ import annotations

import argparse
import shlex
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from controller.shell import cli
from controller.shell.cli_examples import EXAMPLES
from controller.shell.file_kinds import kind_of
from controller.shell.sheets.wording import book_words, control_words, option_words
from rules.registry import GAMES
from rules.time_control import read_time_control

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
BOARD = ROOT / "hardware" / "chess-reed-14.toml"
HUB = '[hub]\nboards = ["table-1"]\n'


def commands(parser: argparse.ArgumentParser, words: str = "") -> Iterator[str]:
    """The words of every command."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield (full := f"{words} {name}".strip())
                yield from commands(command, full)


def test_every_command_has_examples() -> None:
    assert set(commands(cli.parser())) == set(EXAMPLES)


@pytest.mark.parametrize("words", EXAMPLES)
def test_every_example_stands_in_the_help_and_can_be_given(
    words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main([*words.split(), "--help"]) == 0
    told = capsys.readouterr().out
    for example in EXAMPLES[words]:
        assert f"  touchmove {example}\n" in told
        assert example.startswith(words)
        cli.parser().parse_args(shlex.split(example))


@pytest.mark.parametrize(
    ("given", "meant"),
    [
        ("expotr last", "export"),
        ("run --confg x", "--config"),
        ("export last --journl x", "--journal"),
        ("convert a b --lenent", "--lenient"),
        ("rules prft --depth 1", "perft"),
        ("token arbitr", "arbiter"),
        ("rules moves --game ches", "chess"),
        ("simulate --game xianqi", "xiangqi"),
        ("laws chess-fide", "chess-fide-2023"),
    ],
)
def test_what_may_have_been_meant(
    given: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(given.split()) == cli.BAD_INPUT
    assert f"did you mean {meant}?" in capsys.readouterr().err


@pytest.fixture
def folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> tuple[Path, pytest.CaptureFixture[str]]:
    return tmp_path, capsys


@pytest.mark.parametrize(
    ("command", "name", "data", "says"),
    [
        ("hub --config", "board.toml", BOARD.read_bytes(), "configuration of a board; touchmove run"),
        ("run --config", "hub.toml", HUB.encode(), "configuration of a hub; touchmove hub"),
        ("run --config", "game.pgn", b'[Event "x"]\n\n1. e4 *\n', "a record of games (PGN or PDN); give"),
        ("hub --config", "game.sgf", b"(;GM[1])", "a record of games (SGF)"),
        ("check-config", "page.pdf", b"%PDF-1.7", "a PDF"),
        ("standings", "board.toml", BOARD.read_bytes(), "this is the configuration of a board"),
        ("standings", "journal.db", b"SQLite format 3\0", "give the folder that it is in"),
        ("standings", "trace.jsonl", b'{"trace":1,"game":"chess"}\n', "this is a sensor trace"),
    ],
)  # fmt: skip
def test_a_file_of_another_kind_is_called_what_it_is(
    command: str,
    name: str,
    data: bytes,
    says: str,
    folder: tuple[Path, pytest.CaptureFixture[str]],
) -> None:
    tmp_path, capsys = folder
    (tmp_path / name).write_bytes(data)
    assert cli.main([*command.split(), str(tmp_path / name)]) == cli.BAD_INPUT
    told = capsys.readouterr().err
    assert says in told
    assert str(tmp_path / name) in told


@pytest.mark.parametrize("file", sorted(ROOT.glob("tests/data/games/*.*")), ids=lambda f: f.name)
def test_records_are_known_as_such_or_not_at_all(file: Path) -> None:
    kind = kind_of(file.read_bytes())
    assert kind is None or kind.startswith("a record of games")


def test_a_drawing_that_was_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "board.svg"
    assert cli.main(["wiring", str(BOARD), "--svg", str(out)]) == 0
    assert f"{out}: the drawing of board board-1: chess, 64 points" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("control", "english", "chinese"),
    [
        ("90:00", "90 min", "90 分"),
        ("5:00+0:03", "5 min + 3 s a move", "5 分 每步加 3 秒"),
        ("40/90:00+0:30,15:00", "40 moves in 90 min, then 15 min", "40 着 90 分，然后 15 分"),
        ("2:00:00", "2 h", "2 小时"),
        ("60:00,25/10:00*", "60 min, then each 25 moves in 10 min", "60 分，然后 每25 着 10 分"),
        ("60:00,3x0:30", "60 min, then 3 periods of 30 s", "60 分，然后 3 次 30 秒 读秒"),
        ("60:00,1x0:30", "60 min, then one period of 30 s", "60 分，然后 1 次 30 秒 读秒"),
        ("~1:00", "hourglass, 1 min", "沙漏钟 1 分"),
        ("25:00d0:10", "25 min with a delay of 10 s", "25 分 每步延时 10 秒"),
        ("25:00b1:30", "25 min with a Bronstein delay of 1 min 30 s", "25 分 每步缓时 1 分 30 秒"),
    ],
)
def test_time_controls_in_words(control: str, english: str, chinese: str) -> None:
    first, second = control_words(read_time_control(control)).split("  ")
    if "+0:30" in control:
        english = english.replace("90 min", "90 min + 30 s a move")
        chinese = chinese.replace("90 分", "90 分 每步加 30 秒")
    assert (first, second) == (english, chinese)


def test_every_rulebook_has_a_title_and_every_option_a_name() -> None:
    for game in GAMES.values():
        assert all(book_words(name) != name for name in game.rulebooks)
        assert all(option_words(name, 1)[0] != name for name in game.options)
    assert option_words("handicap", ["d4", "q16"])[1] == "d4 q16"
