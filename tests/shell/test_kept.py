"""What earlier versions wrote is recovered to what they recorded beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests import kept

if TYPE_CHECKING:
    from pathlib import Path


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


@pytest.mark.parametrize("file", kept.files(), ids=name_of)
def test_an_old_file_is_recovered_to_the_recorded_state(file: Path) -> None:
    assert kept.holds(kept.found_in(file), kept.expected(file))


def test_there_are_journals_and_traces_of_all_games() -> None:
    files = kept.files()
    for ending, each in ((kept.DB, kept.PROGRAMS), (kept.TRACE, 1)):
        assert sum(file.name.endswith(ending) for file in files) >= 6 * each


@pytest.mark.parametrize(
    ("found", "same"),
    [
        ({"ply": 3, "moves": [{"move": "e2e4", "new": 1}], "more": None}, True),
        ({"ply": 4, "moves": [{"move": "e2e4"}]}, False),
        ({"ply": 3, "moves": [{"move": "e2e4"}, {"move": "e7e5"}]}, False),
        ({"moves": [{"move": "e2e4"}]}, False),
    ],
)
def test_more_may_be_said_and_nothing_less(found: object, same: bool) -> None:  # noqa: FBT001 - a case
    assert kept.holds(found, {"ply": 3, "moves": [{"move": "e2e4"}]}) is same
