"""docs/cli.md says what the commands do: its examples are run."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from controller.shell import cli
from rules.formats import FORMATS, RecordFormat

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
EXAMPLES = [
    (command, answer)
    for block in re.findall(r"```console\n(.*?)```", DOCUMENT, re.DOTALL)
    for command, answer in re.findall(r"^\$ touchmove (.*)\n((?:[^$].*\n)*)", block, re.MULTILINE)
]


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 5


@pytest.mark.parametrize(("command", "answer"), EXAMPLES)
def test_every_example_answers_as_written(
    command: str,
    answer: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(ROOT)  # files in examples are the repository's
    code = cli.main(shlex.split(command))
    out, err = capsys.readouterr()
    assert (code, out, err) == (0, answer, "")


def styles(form: RecordFormat) -> str:
    """The styles that can be asked for."""
    named = form.styles if len(form.styles) > 1 else ()
    return f" {', '.join(f'`{style}`' for style in named)}" if named else ""


def test_every_format_stands_in_the_table() -> None:
    rows = {
        f"| `{each.name}` | `{each.suffix}` | {', '.join(each.games)} |{styles(each)} |"
        for each in FORMATS.values()
    }
    section = DOCUMENT.partition("## Formats of records")[2].partition("\n## ")[0]
    found = {row for row in section.splitlines() if row.startswith("| `") and "trace" not in row}
    assert found == rows


def test_every_command_is_listed() -> None:
    listed = set(re.findall(r"^\| `touchmove ([a-z][a-z-]*)", DOCUMENT, re.MULTILINE))
    known = set(re.findall(r"^    ([a-z-]+)(?:  |$)", cli.parser().format_help(), re.MULTILINE))
    assert {"run", "convert", "rules"} <= known
    assert listed == known
