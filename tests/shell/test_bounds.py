"""What strangers and files may put in: numbers, depth, and what a terminal would obey."""

from __future__ import annotations

import argparse
import io
import json
import string
import sys
import unicodedata
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from starlette.routing import Route

from controller.core.messages import GameStarted
from controller.journal.store import Journal
from controller.shell import cli
from controller.shell.config import load_config, read_config
from controller.shell.feeds.feed import Feed
from controller.shell.feeds.keeping import FeedFile
from controller.shell.feeds.steady import SteadyTime
from controller.shell.hub.config import load_hub_config
from controller.shell.terminal import as_is, nothing_obeyed, visible
from controller.shell.toml_lines import DEPTH_MAX
from controller.shell.toml_section import ConfigError
from controller.shell.web.app import make_app
from controller.shell.web.numbers import sequence_number
from controller.shell.web.security import Tokens
from drivers.calibration import Calibration, CalibrationError
from drivers.touch_tuning import TouchTuning
from rules.registry import GAMES
from tests.shell.fake_desk import FakeDesk
from tests.shell.web_client import LOCAL, Client

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from starlette.applications import Starlette

EVIL = "\x1b]0;x\x07\x1b[2J\x9b31m\u202e\u2066\x7f\x08\x85\u2028Zoë"
"""Sets a title, clears the screen, turns the text round, goes back."""
DANGEROUS = frozenset(
    chr(code)
    for code in range(sys.maxunicode + 1)
    if unicodedata.category(chr(code)) in {"Cc", "Cs", "Zl", "Zp"} and chr(code) not in "\t\n"
) | frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


class Terminal(io.StringIO):
    """What a person sees."""

    def isatty(self) -> bool:
        return True


# What a terminal obeys


@given(st.text())
@example(EVIL)
@settings(max_examples=50)
def test_what_is_shown_holds_nothing_that_a_terminal_obeys(text: str) -> None:
    shown = visible(text)
    assert not DANGEROUS & set(shown)
    assert visible(shown) == shown
    if not DANGEROUS & set(text):
        assert shown == text


@given(st.text(st.characters(exclude_categories=["Cs"])))
@example(EVIL)
@settings(max_examples=50)
def test_json_that_is_shown_says_the_same(text: str) -> None:
    assert json.loads(visible(json.dumps([text], ensure_ascii=False))) == [text]


def test_a_file_is_given_every_character_and_a_terminal_none_that_it_obeys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for stream, given_ in ((io.StringIO(), EVIL), (Terminal(), visible(EVIL))):
        monkeypatch.setattr(sys, "stdout", stream)
        with nothing_obeyed():
            assert sys.stdout.write(EVIL) == len(EVIL)
            sys.stdout.writelines([EVIL])
            as_is(sys.stdout).write("\x1b[0m")
        assert stream.getvalue() == given_ * 2 + "\x1b[0m"
        assert sys.stdout is stream


def _files(folder: Path) -> dict[str, Path]:
    """A file of each kind whose every text holds what a terminal obeys, in a folder of such a name."""
    place = folder / EVIL.replace("/", "")
    place.mkdir()
    quoted = json.dumps(EVIL)
    texts = {
        "config": f"{quoted} = {quoted}\n[board]\nid = {quoted}\n[{quoted}]\n{quoted} = [{quoted}]\n",
        "broken.toml": f"[board]\nid = {EVIL}\n",
        "trace": f'{{"trace":1,"game":"chess","note":{quoted},"players":{{"white":{quoted}}}}}\n'
        f'{{"us":1000000,"set":{{{quoted}:0}}}}\n',
        "raw.jsonl": f'{{"trace":1,"game":"chess"}}\n{EVIL}\n',
        "record.pgn": f'[Event "{EVIL}"]\n[White "{EVIL}"]\n[{EVIL} "x"]\n\n1. {EVIL} e4 *\n',
    }
    files = {name: place / name for name in texts}
    for name, text in texts.items():
        files[name].write_text(text, encoding="utf-8")
    with Journal.open(place / "journal", "board-1") as journal:
        started = GameStarted(
            game="chess",
            rulebook=GAMES["chess"].rulebook.name,
            players={"white": EVIL, "black": EVIL},
            headers={"Event": EVIL},
            position=GAMES["chess"].start().text,
        )
        journal.append([started], game_id="g1", at_us=1)
    return files | {"journal": place / "journal", "none": place / "none"}


READERS: dict[str, Sequence[Sequence[str]]] = {
    "demo": [["--record", "{record.pgn}"], ["--record", "{none}"]],
    "run": [["--config", "{config}"], ["--config", "{broken.toml}"]],
    "check-config": [["{config}"], ["{broken.toml}"], ["{none}"]],
    "token": [["white"], [EVIL]],
    "replay": [["{trace}"], ["{raw.jsonl}"], ["{none}"]],
    "explain": [["{trace}", "--at", "1"], ["{raw.jsonl}", "--at", "1"], ["{trace}", "--at", EVIL]],
    "export": [["--journal", "{journal}", "last"], ["--journal", "{none}", EVIL]],
    "convert": [["{record.pgn}", "-"], ["{record.pgn}", "-", "--lenient"], ["{none}", "-"]],
    "sheet": [["--journal", "{journal}", "last"], ["--journal", "{none}", "last"]],
    "simulate": [["--game", EVIL], ["--game", "chess", "--options", EVIL]],
    "standings": [["{record.pgn}"], ["{none}"]],
    "pair": [["{record.pgn}"], ["{record.pgn}", "--absent", EVIL], ["{none}"]],
    "transfer": [["--journal", "{journal}", "--config", "{config}", "last"]],
    "hub": [["--config", "{config}"], ["--config", "{broken.toml}"]],
    "setup": [["--odd-wiring", "7"], ["--config", "{broken.toml}"]],
    "install": [["--config", "{config}", "--dry-run", "--root", "{none}"]],
    "take-over": [[EVIL]],
    "check-journal": [["--config", "{config}"]],
    "laws": [[EVIL], ["chess-fide-2023", "--id", EVIL]],
    "doctor": [["--config", "{config}", "--simulated"], ["--config", "{broken.toml}"]],
    "calibrate": [["--config", "{config}", "--simulated"], ["--config", "{none}"]],
    "wiring": [["{config}"], ["{broken.toml}"]],
    "rules": [["moves", "--fen", EVIL], ["moves", "--game", EVIL], ["perft", "--depth", EVIL]],
}
"""Of every command, ways of giving it files and words that it quotes."""


def test_every_command_is_tried() -> None:
    commands = next(
        action for action in cli.parser()._actions if isinstance(action, argparse._SubParsersAction)
    )
    assert set(READERS) == set(commands.choices)


@pytest.mark.parametrize("command", READERS)
def test_no_command_writes_what_a_terminal_obeys(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = {f"{{{name}}}": str(path) for name, path in _files(tmp_path).items()}
    for arguments in READERS[command]:
        out, err = Terminal(), Terminal()
        monkeypatch.setattr(sys, "stdout", out)
        monkeypatch.setattr(sys, "stderr", err)
        code = cli.main([command, *(files.get(each, each) for each in arguments)])
        said = out.getvalue() + err.getvalue()
        assert said or code == 0
        assert not DANGEROUS & set(said), (arguments, code, said)


# Numbers in addresses

NUMBERS = (
    *("0", "1", "9999", "10000", "9" * 16, "9" * 17, "9" * 4301, "0" * 9000),
    *("-1", "+1", " 1", "1e9", "0x10", "1_000", "1.0", "NaN", "٣", "¹", "Ⅷ", "\U0001d7d9"),
)


@given(st.one_of(st.text(), st.integers().map(str), st.sampled_from(NUMBERS)))
@settings(max_examples=50)
def test_a_sequence_number_is_decimal_digits_and_few(text: str) -> None:
    found = sequence_number(text)
    digits = text != "" and set(text) <= set(string.digits)
    assert (found is not None) == (digits and len(text) <= 16)
    assert found is None or found == int(text)


def _app() -> Starlette:
    desk = FakeDesk()
    return make_app(desk, tokens=Tokens(open_roles=frozenset({"operator"})), feed=Feed(desk))


def _addresses() -> list[str]:
    return sorted(r.path for r in _app().routes if isinstance(r, Route) and "{" in r.path)


@pytest.mark.parametrize("address", _addresses())
def test_no_number_in_an_address_is_a_fault_of_the_board(address: str) -> None:
    client = Client(FakeDesk(), client=LOCAL, app=_app())
    for number in NUMBERS:
        names = ("role", "name", "board", "number", "form", "book", "game")
        path = address.replace(":int", "").format(**dict.fromkeys(names, number))
        status = client.get(path).status_code
        assert status in {200, 400, 401, 403, 404, 405}, (path[:99], status)


@pytest.mark.parametrize("address", ["/api/events", "/api/bench", "/api/tables/events"])
def test_what_is_no_sequence_number_is_refused(address: str) -> None:
    client = Client(FakeDesk(), client=LOCAL, app=_app())
    for number in NUMBERS[5:]:
        assert client.get(address, params={"after": number}).status_code in {400, 401, 404}


# Depth and length of files


def _dotted(depth: int) -> str:
    return ".".join(["a"] * (depth + 1)) + " = 1\n"


DEEP: dict[str, Callable[[int], str]] = {
    "dotted key": _dotted,
    "quoted key": lambda depth: '. "a b"'.join(['"a b"'] + [""] * depth) + " = 1\n",
    "header": lambda depth: "[" + ".".join(["a"] * (depth + 1)) + "]\nb = 1\n",
    "arrays": lambda depth: "a = " + "[" * (depth + 1) + "]" * (depth + 1) + "\n",
    "inline tables": lambda depth: "a = " + "{a = " * (depth + 1) + "1" + "}" * (depth + 1) + "\n",
    "tables in arrays": lambda depth: "a = " + "[{a = " * depth + "1" + "}]" * depth + "\n",
    "unclosed": lambda depth: "a = " + "[" * (depth + 1),
}


@pytest.mark.parametrize("kind", DEEP)
@pytest.mark.parametrize("depth", [DEPTH_MAX + 1, 1000, 10_000, 100_000])
def test_a_document_that_is_too_deep_is_refused_in_a_sentence(kind: str, depth: int) -> None:
    data = b"# one\n" + DEEP[kind](depth).encode()
    with pytest.raises(ConfigError) as refused:
        read_config(data, Path("board.toml"))
    (mistake,) = refused.value.mistakes
    assert mistake.line == 2 or len(data) > 1 << 20
    assert "deeper than" in mistake.text or "larger than" in mistake.text


@pytest.mark.parametrize(
    "text", ['a = "' + "a." * 99 + '"', "# " + "[" * 99, "'''\n" + "{" * 9 + "'''"]
)
def test_what_stands_in_texts_and_comments_is_not_deep(text: str) -> None:
    with pytest.raises(ConfigError) as refused:
        read_config(text.encode(), Path("board.toml"))
    assert "deeper" not in str(refused.value)


def test_a_file_without_end_is_no_configuration() -> None:
    for load in (load_config, load_hub_config):
        with pytest.raises(ConfigError, match="larger than"):
            load("/dev/zero")


@pytest.mark.parametrize(
    "text", ["[" * 100_000, '{"a":' * 100_000, "9" * 5000, '[{"x": ' + "9" * 5000]
)
def test_other_files_of_ours_are_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    file = tmp_path / "file.json"
    file.write_text(text)
    for load in (Calibration.load, TouchTuning.load):
        with pytest.raises(CalibrationError, match=r"file\.json"):
            load(file)
    for name in ("file.json", "file.jsonl"):
        (tmp_path / name).write_text(text)
        assert list(FeedFile(tmp_path / name, SteadyTime()).read()) == []


# What a unit may take

UNITS = sorted((Path(__file__).parents[2] / "systemd").glob("*.service"))


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.name)
def test_every_unit_is_bounded(unit: Path) -> None:
    lines = unit.read_text(encoding="utf-8").splitlines()
    keys = dict(line.split("=", 1) for line in lines if "=" in line and not line.startswith("#"))
    assert int(keys["TasksMax"]) <= 512
    high, most = keys.get("MemoryHigh", "0M"), keys["MemoryMax"]
    assert high[-1] == most[-1]
    assert 0 <= int(high[:-1]) < int(most[:-1])
