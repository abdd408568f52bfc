"""Which core a test plays before, and which tests the new core does not pass yet.

`still_old.txt` lists modules, or tests in them, that play before the old core. `not_yet.txt` lists single tests that must
fail before the new one: what they demand is right, and the model does not do it. Both lists are to become empty.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core import rig

HERE = Path(__file__).parent
STILL_OLD = frozenset((HERE / "still_old.txt").read_text(encoding="utf-8").split())
NOT_YET = frozenset((HERE / "not_yet.txt").read_text(encoding="utf-8").splitlines())


def _name(item: pytest.Item) -> str:
    """The test as the lists have it: its module within this folder, and its name."""
    if not item.path.is_relative_to(HERE):
        return ""
    module = item.path.relative_to(HERE).as_posix()
    return f"{module}::{item.nodeid.partition('::')[2]}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks what the new core does not do yet."""
    reason = "the new core does not do this yet (not_yet.txt)"
    for item in items:
        if _name(item) in NOT_YET:
            item.add_marker(pytest.mark.xfail(strict=True, reason=reason))


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Chooses the core for one test: a function of a module, or a class of them."""
    module, _, name = _name(item).partition("::")
    names = {module, f"{module}::{name.partition('::')[0].partition('[')[0]}"}
    rig.plays_before("old" if STILL_OLD & names else "new")


def pytest_runtest_teardown() -> None:
    """Tests of other folders play before the core that the service runs."""
    rig.plays_before("new")
