"""What keeps the belief simple: no cycle of imports, one place for decisions, one table for numbers."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

import controller.core.belief as package

FOLDER = Path(package.__file__).parent
ROOT = FOLDER.parents[2]
FILES = sorted(FOLDER.rglob("*.py"))
DECISIONS = {"Made", "Undone", "Doubt", "Unlawful"}
SMALL = 8
"""Counts up to this, and thousandths, are arithmetic; what is larger is a number of the model."""
THOUSANDTHS = 1000


def tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def test_no_module_imports_itself_by_way_of_others_types_counted() -> None:
    known: dict[str, set[str]] = {}
    for file in FILES:
        name = ".".join(file.relative_to(ROOT).with_suffix("").parts)
        known[name] = set()
        for node in ast.walk(tree(file)):
            if isinstance(node, ast.ImportFrom) and node.module is not None:
                both = (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
                known[name].update(each for each in both if each.startswith(package.__name__))
    modules = {name: found & set(known) for name, found in known.items()}
    assert len([*TopologicalSorter(modules).static_order()]) == len(FILES)
    assert any(modules.values())


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_decisions_are_made_in_deciding_alone(file: Path) -> None:
    made = [
        node.lineno
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id in DECISIONS
    ]
    assert bool(made) is (file.stem == "deciding"), made


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_numbers_of_the_model_stand_in_the_table_alone(file: Path) -> None:
    numbers = [
        (node.lineno, node.value)
        for node in ast.walk(tree(file))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
        and abs(node.value) not in (*range(SMALL + 1), THOUSANDTHS)
    ]
    assert file.stem == "costs" or not numbers, numbers
