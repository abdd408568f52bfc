"""Each slice of state has one owner, and the modules that share it know each other in one direction only."""

from __future__ import annotations

import ast
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
CORE = "controller/core/"
NEW = tuple(
    CORE + part
    for part in (
        "belief/", "board.py", "frames.py", "referee/", "showing.py", "slices.py", "state.py", "table/"
    )
)  # fmt: skip
OWNERS = {
    "State": CORE + "board.py",
    "Line": CORE + "table/record.py",
    "Timer": CORE + "table/clock/",
    "Claims": CORE + "table/claims/claims.py",
    "Penalties": CORE + "table/penalties.py",
    "Duty": CORE + "referee/",
    "Remedy": CORE + "referee/",
    "Sensing": CORE + "frames.py",
}
CHANGING = frozenset(
    {
        "add", "append", "clear", "discard", "extend", "insert", "pop", "popitem", "remove",
        "setdefault", "sort", "update",
    }
)  # fmt: skip
"""Methods that change what they are called on."""


@cache
def modules() -> dict[str, ast.Module]:
    paths = (ROOT / "controller/core").rglob("*.py")
    names = sorted(path.relative_to(ROOT).as_posix() for path in paths)
    return {
        name: ast.parse((ROOT / name).read_text(encoding="utf-8"))
        for name in names
        if name.startswith(NEW)
    }


def file_of(module: str) -> str:
    name = module.replace(".", "/")
    return f"{name}/__init__.py" if (ROOT / name).is_dir() else f"{name}.py"


def imported(tree: ast.Module) -> set[str]:
    """Every module of the core that is imported, for types too."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("controller.core"):
            whole = {f"{node.module}.{alias.name}" for alias in node.names}
            parts = {module for module in whole if (ROOT / file_of(module)).exists()}
            found |= {file_of(module) for module in parts or {node.module or ""}}
    return found


class Types:
    """What is known of the types of expressions in one function: slices, and what holds them."""

    def __init__(self, fields: dict[str, str], function: ast.FunctionDef) -> None:
        self.fields = fields
        self.names: dict[str, str] = {}
        arguments = function.args
        for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
            if argument.annotation is not None:
                self.names[argument.arg] = named(argument.annotation)
        for node in ast.walk(function):
            if isinstance(node, ast.Assign):
                self._assign(node.targets[0], node.value)

    def _assign(self, target: ast.expr, value: ast.expr) -> None:
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            for each, what in zip(target.elts, value.elts, strict=True):
                self._assign(each, what)
        elif isinstance(target, ast.Name):
            self.names[target.id] = self.of(value)

    def of(self, node: ast.expr) -> str:
        """The class of an expression; "" where that is not known."""
        if isinstance(node, ast.Name):
            return self.names.get(node.id, "")
        if isinstance(node, ast.Attribute):
            if self.of(node.value) == "State":
                return self.fields.get(node.attr, "")
            return "State" if node.attr == "state" else ""
        return ""


def named(annotation: ast.expr) -> str:
    """The class that an annotation names, whether None is possible or not."""
    return ast.unparse(annotation).split(" | ")[0].strip("'\"")


def state_fields(tree: ast.Module) -> dict[str, str]:
    """The slices by the names of the state's fields."""
    found = next(n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == "State")
    return {
        node.target.id: named(node.annotation)
        for node in found.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


def changed(node: ast.AST) -> list[ast.expr]:
    """The expressions that a node writes to."""
    if isinstance(node, ast.Assign):
        return node.targets
    if isinstance(node, ast.AugAssign | ast.AnnAssign):
        return [node.target]
    if isinstance(node, ast.Delete):
        return node.targets
    call = node.func if isinstance(node, ast.Call) else None
    if isinstance(call, ast.Attribute) and call.attr in CHANGING:
        return [call.value]
    name = call.id if isinstance(call, ast.Name) else ""
    if name == "setattr" and isinstance(node, ast.Call):
        return [ast.Attribute(node.args[0], "*", ast.Store())]
    return []


def written(tree: ast.Module, fields: dict[str, str]) -> Iterator[tuple[str, int]]:
    """The slices that a module writes, and where."""
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        types = Types(fields, function)
        for node in ast.walk(function):
            for target in changed(node):
                yield from ((which, getattr(node, "lineno", 0)) for which in slices(target, types))


def slices(target: ast.expr, types: Types) -> Iterator[str]:
    """The slices of which something is written."""
    if isinstance(target, ast.Tuple):
        for each in target.elts:
            yield from slices(each, types)
        return
    while isinstance(target, ast.Attribute | ast.Subscript):
        if isinstance(target, ast.Attribute) and types.of(target.value) in OWNERS:
            yield types.of(target.value)
            return
        target = target.value


def test_no_import_goes_round_in_a_circle() -> None:
    graph = {name: imported(tree) for name, tree in modules().items()}
    assert len(list(TopologicalSorter(graph).static_order())) >= len(graph) > 30


def test_only_owners_write_a_slice() -> None:
    found = modules()
    fields = state_fields(found[CORE + "state.py"])
    assert set(fields.values()) >= set(OWNERS) - {"State"}
    wrong, owned = [], set()
    for name, tree in found.items():
        for which, line in written(tree, fields):
            if name.startswith(OWNERS[which]):
                owned.add(which)
            else:
                wrong.append(f"{name}:{line}: writes {which}")
    assert not wrong
    assert owned >= {"State", "Line", "Timer", "Claims", "Penalties", "Sensing"}


@pytest.mark.parametrize(
    ("code", "which"),
    [
        ("def f(state: State):\n state.claims.offer = None", "Claims"),
        (
            "def f(state: State):\n claims, n = state.claims, 1\n claims.results['a'] = 'b'",
            "Claims",
        ),
        ("def f(line: Line, step):\n line.moves.append(step)", "Line"),
        ("def f(duty: Duty | None):\n duty.owed |= {1}", "Duty"),
        ("def f(state: State):\n del state.sensing.in_air[3]", "Sensing"),
        ("def f(self):\n self.state.stage = 1", "State"),
        ("def f(state: State):\n line = state.game\n line.lines[0].ply = 1", "Line"),
        ("def f(state: State):\n setattr(state.remedy, 'why', None)", "Remedy"),
        ("def f(state: State):\n x = fresh(state.clock)\n x.halted = None", ""),
        ("def f(state: State):\n y = state.claims.offer", ""),
    ],
)
def test_what_counts_as_writing(code: str, which: str) -> None:
    fields = state_fields(modules()[CORE + "state.py"])
    assert {found for found, _ in written(ast.parse(code), fields)} == ({which} if which else set())
