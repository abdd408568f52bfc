"""What the board refuses, and what is wrong with it, is said in Chinese too."""

from __future__ import annotations

import ast
import json
import re
from importlib import resources
from pathlib import Path

import pytest

from controller.journal.faults import _WORLD, DAMAGE_REMEDY
from controller.shell.tasks import DUTIES

CONTROLLER = Path(__file__).resolve().parent.parent.parent / "controller"
CORE = CONTROLLER / "core"
STATIC = resources.files("controller.shell.web") / "static"
TABLE: dict[str, dict[str, str]] = json.loads((STATIC / "refusals.json").read_text())
TROUBLES: dict[str, dict[str, str]] = json.loads((STATIC / "troubles.json").read_text())
TELLING = {"Trouble", "Status", "TaskState"}
"""Types that say what is wrong and what to do, in the shell."""
SOURCES = [
    *sorted((CORE / "table").rglob("*.py")),
    *sorted((CORE / "referee").glob("*.py")),
    CONTROLLER / "shell" / "record_names.py",
]
HOLE = re.compile(r"\{(\w+)\}")


def words(node: ast.expr | None) -> str | None:
    """A reason as it is written, with "x" for what is filled in."""
    match node:
        case ast.Constant(value=str(text)):
            return text
        case ast.JoinedStr(values=parts):
            return "".join(
                str(part.value) if isinstance(part, ast.Constant) else "x" for part in parts
            )
    return None


def reasons(path: Path) -> set[str]:
    """Every refusal that a module writes."""
    found: set[str | None] = set()
    for function in ast.walk(ast.parse(path.read_text())):
        if not isinstance(function, ast.FunctionDef):
            continue
        tells = ast.unparse(function.returns or ast.Constant(None)) == "str | None"
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Refusal":
                found |= {words(each.value) for each in node.keywords}
            elif isinstance(node, ast.Return) and tells:
                found.add(words(node.value))
    return {text for text in found if text}


def pattern(known: str) -> re.Pattern[str]:
    parts = HOLE.split(known)
    return re.compile("".join(".+?" if n % 2 else re.escape(part) for n, part in enumerate(parts)))


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_every_refusal_has_its_words_in_chinese(path: Path) -> None:
    known = [pattern(each) for each in TABLE]
    # What begins with the name of an argument is said to programs: the page asks for each.
    told = {text for text in reasons(path) if not re.match(r'("|give )', text)}
    assert {text for text in told if not any(each.fullmatch(text) for each in known)} == set()


def troubles(path: Path) -> set[str]:
    """Every cause and next step that a module writes out, but for those of the electronics."""
    calls = [
        node for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call) and ast.unparse(node.func) in TELLING
    ]  # fmt: skip
    return {
        text for node in calls for each in node.keywords
        if each.arg in {"cause", "next_step"} and (text := words(each.value)) and text.strip("x: .")
    }  # fmt: skip


def test_every_trouble_has_its_words_in_chinese() -> None:
    known = [pattern(each) for each in TROUBLES]
    told = {text for path in sorted((CONTROLLER / "shell").glob("*.py")) for text in troubles(path)}
    told |= {part for duty in DUTIES.values() for part in (f"{duty.does}: x", duty.next_step)}
    told |= {f"{remedy} The game goes on." for _, remedy in _WORLD.values()} | {DAMAGE_REMEDY}
    assert len(told) > 40
    # "x The game goes on.": of a disk's fault, whose remedies were added, and of the evidence.
    told -= {"x The game goes on."}
    assert {text for text in told if not any(each.fullmatch(text) for each in known)} == set()


def test_the_words_leave_nothing_open_and_say_nothing_to_programs() -> None:
    for known, said in TABLE.items():
        assert set(said) <= {"en", "zh"}
        assert re.search(r"[\u4e00-\u9fff]", said["zh"]), known
        for text in said.values():
            assert set(HOLE.findall(text)) <= set(HOLE.findall(known)), known
        assert not re.search(r'"|_|accept-draw', said.get("en", known)), known
