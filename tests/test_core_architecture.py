"""The house rules of the core, checked on the source text: owners of state, one place of decisions."""

import ast
import re

from tests.test_architecture import assert_none, called, sources, tree

OWNERS: dict[str, str | tuple[str, ...]] = {
    "game": "controller/core/table/record.py",
    # A game that was begun without a clock may get one: the board, which owns the state, puts it into its place.
    "clock": ("controller/core/table/clock/", "controller/core/board.py"),
    "claims": "controller/core/table/claims/",
    "penalties": "controller/core/table/penalties.py",
    "duty": "controller/core/referee/",
    "remedy": "controller/core/referee/",
    "sensing": "controller/core/frames.py",
    "belief": "controller/core/belief/",
}
"""Who writes each slice of the state."""
CHANGES = {"append", "add", "clear", "discard", "extend", "insert", "pop", "remove", "update"}


def written(node: ast.AST) -> list[ast.expr]:
    """What a statement changes."""
    match node:
        case ast.Assign(targets=targets) | ast.Delete(targets=targets):
            return list(targets)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target):
            return [target]
        case ast.Call(func=ast.Attribute(value=value, attr=attr)) if attr in CHANGES:
            return [value]
        case _:
            return []


def test_each_slice_of_the_state_is_written_by_its_owner() -> None:
    wrong = []
    for name in sources("controller/core/"):
        for node in ast.walk(tree(name)):
            for target in written(node):
                found = re.match(r"(?:self\.)?_?state\.(\w+)", ast.unparse(target))
                owner = OWNERS.get(found[1]) if found else None
                if owner and not name.startswith(owner):
                    wrong.append(f"{name}:{target.lineno}: {ast.unparse(target)}")
    assert_none(wrong)


def test_decisions_are_made_in_one_place() -> None:
    decision = "controller.core.belief.decision"
    wrong = []
    for name in sources("controller/"):
        if name == "controller/core/belief/deciding.py":
            continue
        kinds = {
            alias.asname or alias.name
            for node in ast.walk(tree(name))
            if isinstance(node, ast.ImportFrom) and node.module == decision
            for alias in node.names
        } & {"Made", "Undone", "Doubt", "Unlawful"}
        wrong += [
            f"{name}:{node.lineno}: {called(node)}"
            for node in ast.walk(tree(name))
            if isinstance(node, ast.Call) and called(node) in kinds
        ]
    assert_none(wrong)


UNITS = {"PERMILLE", "MILLI", "MS", "NOWHERE"}
"""Names of numbers that are units or marks, and no numbers of the model."""


def test_numbers_of_the_model_stand_in_the_table() -> None:
    """Nothing of `belief` or `referee` keeps a number beside `costs.toml`."""
    kept = []
    for name in sources("controller/core/belief/", "controller/core/referee/"):
        for node in tree(name).body:
            match node:
                case ast.Assign(
                    targets=[ast.Name(id=to)], value=ast.Constant(value=int() | float())
                ):
                    pass
                case ast.AnnAssign(
                    target=ast.Name(id=to), value=ast.Constant(value=int() | float())
                ):
                    pass
                case _:
                    continue
            if to not in UNITS:
                kept.append(f"{name}: {ast.unparse(node)}")
    assert_none(kept)
