"""The long tests of the journal (`scripts/soak`) in short."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell import writing
from tests.soak import bit_flips, crash_points, damaged_journals, disk_faults, kills

if TYPE_CHECKING:
    import pytest


def test_a_crash_at_every_step_of_a_short_game() -> None:
    figures = crash_points.soak(seed=1, count=100, games=1)
    assert figures["resumed"]


def test_a_board_that_is_killed_and_whose_power_is_cut_goes_on() -> None:
    figures = kills.soak(seed=1, count=10, games=1)
    assert (figures["kills"], figures["power_cuts"]) == (10, 1)


def test_damaged_journals_are_refused_or_say_what_they_said() -> None:
    figures = damaged_journals.soak(seed=1, count=200)
    for name in damaged_journals.MUTATIONS:
        assert figures[f"{name}: refused"], name


def test_whichever_operation_of_the_disk_fails_nothing_is_told_ahead_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(writing, "DISK_RETRY_S", 0.001)
    monkeypatch.setattr(writing, "SLOW_S", 0.05)
    figures = disk_faults.soak(seed=1, count=4, slow_s=0.1)
    assert isinstance(figures["met"], int)
    assert figures["met"] > 2 * disk_faults.SWEEPS


def test_a_flipped_bit_is_found_before_anything_is_exported() -> None:
    figures = bit_flips.soak(seed=1, count=60, records=1000)
    assert figures["found"]
