"""Random records, spelled as files spell them; the short form of `tests.soak.records`."""

from __future__ import annotations

import pytest

from tests.soak import records


def test_chess_is_read_as_python_chess_reads_it() -> None:
    assert records.check_chess(1, 60) > 1000


@pytest.mark.needs("oracle:sgfmill")
def test_go_is_read_as_sgfmill_reads_it() -> None:
    assert records.check_go(1, 40) > 500


@pytest.mark.needs("oracle:pydraughts")
def test_draughts_are_read_as_pydraughts_reads_them() -> None:
    assert records.check_draughts(1, 6) > 40


def test_xiangqi_is_read_in_mixed_notations() -> None:
    assert records.check_xiangqi(1, 8) > 100
