"""Which core the tests of a module play before: the new one, unless the module is listed in `still_old.txt`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.core import rig

HERE = Path(__file__).parent
STILL_OLD = frozenset((HERE / "still_old.txt").read_text(encoding="utf-8").split())


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Chooses the core for one test."""
    module = item.path.relative_to(HERE).as_posix() if item.path.is_relative_to(HERE) else ""
    rig.plays_before("old" if module in STILL_OLD else "new")


def pytest_runtest_teardown() -> None:
    """Tests of other folders play before the core that the service runs."""
    rig.plays_before("old")
