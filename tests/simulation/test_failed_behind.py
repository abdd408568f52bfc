"""Evenings of failing sensors on which a move was lost or taken for another, behind an answer or at the end of the game."""

from __future__ import annotations

import pytest

from controller.shell.evening.oracles import Failing
from tests.simulation.test_failed_before import evening

BEHIND = [
    ("chess", 184000412),  # a capture from a silent point; the man who answered it is off
    ("xiangqi", 93000155),  # the same
    ("draughts-russian", 209000574),  # four plies past wrong sensors, and all stands as it did
    ("draughts-russian", 211000871),  # the same, while a question was open
    ("draughts-russian", 196000195),  # a point that was seen to be left felt the next man
    ("chess", 213000695),  # what a point told once it was trusted again was held to be seen late
    ("chess", 410000204),  # a man from the point that had not felt him answered where he was
    ("xiangqi", 144000163),  # behind an answer, one more sensor was blamed
    ("draughts-russian", 202000976),  # the same
    ("draughts-russian", 212000485),  # a man from nowhere was blamed, beside a point that flickers
    ("xiangqi", 110000498),  # of the last capture nothing was felt but a man touched
]


@pytest.mark.parametrize(("game", "seed"), BEHIND)
def test_an_evening_of_failing_sensors(game: str, seed: int) -> None:
    failing, lost, _ = evening(game, "faulty", seed)
    assert (failing, lost) == (None, 0)


def test_the_last_move_was_not_shown() -> None:
    """The reply was from a silent point to one that is stuck."""
    failing, *_ = evening("draughts-brazilian", "faulty", 96000033)
    assert failing is Failing.INDISTINGUISHABLE
