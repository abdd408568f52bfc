"""What tests of the shell share."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.shell.table import Table

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A board with hands at the service; its journal is closed in the end."""
    made = Table(tmp_path / "journal")
    yield made
    assert made.journal is not None
    made.journal.close()
