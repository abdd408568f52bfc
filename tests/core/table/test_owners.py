"""Each slice of state has one owner, and the modules that share it know each other in one direction only."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[3]
NEW = ("controller/core/slices.py", "controller/core/state.py", "controller/core/table/")
OWNERS = {
    "Line": "controller/core/table/record.py",
    "Timer": "controller/core/table/clock/",
    "Claims": "controller/core/table/claims/",
    "Penalties": "controller/core/table/penalties.py",
}


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


def fields(tree: ast.Module, name: str) -> set[str]:
    found = next(n for n in ast.walk(tree) if isinstance(n, ast.ClassDef) and n.name == name)
    return {
        node.target.id
        for node in found.body
        if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name)
    }


def stored(tree: ast.Module) -> set[str]:
    """Names of attributes that a module assigns."""
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)
    }


def test_no_import_goes_round_in_a_circle() -> None:
    graph = {name: imported(tree) for name, tree in modules().items()}
    assert len(list(TopologicalSorter(graph).static_order())) >= len(graph) > 10


def test_only_owners_assign_to_a_slice() -> None:
    found = modules()
    slices = found["controller/core/slices.py"]
    for name, owner in OWNERS.items():
        own = fields(slices, name)
        written = {module for module, tree in found.items() if stored(tree) & own}
        outside = {module for module in written if not module.startswith(owner)}
        assert written - outside or name == "Penalties"  # a table of counts, written by its key
        assert not outside, f"{name} is written by {outside}"
