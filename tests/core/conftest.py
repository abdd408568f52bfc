"""Which core a test plays before: the new one, unless `still_old.txt` lists its module, or the test in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core import rig

HERE = Path(__file__).parent
STILL_OLD = frozenset((HERE / "still_old.txt").read_text(encoding="utf-8").split())


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Chooses the core for one test: a function of a module, or a class of them."""
    module = item.path.relative_to(HERE).as_posix() if item.path.is_relative_to(HERE) else ""
    name = item.nodeid.partition("::")[2].partition("::")[0].partition("[")[0]
    rig.plays_before("old" if STILL_OLD & {module, f"{module}::{name}"} else "new")


def pytest_runtest_teardown() -> None:
    """Tests of other folders play before the core that the service runs."""
    rig.plays_before("new")
