"""Moves of clumsy hands are followed on sound sensors: none is wrong, nobody is accused, and hardly anything is asked."""

from __future__ import annotations

import pytest

from rules.registry import GAMES
from tests.samples import sample
from tests.simulation.clumsy_hands import followed

SEEDS = range(sample(4, 12))


@pytest.mark.parametrize("quick", [False, True], ids=["calm", "quick"])
@pytest.mark.parametrize("presses", [False, True], ids=["no clock", "clock"])
@pytest.mark.parametrize("name", GAMES)
def test_clumsy_hands_are_followed(name: str, presses: bool, quick: bool) -> None:  # noqa: FBT001
    asked = 0
    for seed in SEEDS:
        rig, truth = followed(name, seed, presses=presses, quick=quick)
        assert rig.line == truth[: len(rig.line)], (seed, rig.story())
        assert rig.odd == [], (seed, rig.story())
        asked += bool(rig.questions)
        assert rig.line == truth or rig.questions or quick, (seed, rig.story())
    assert asked <= 2


def test_jolts_are_no_captures() -> None:
    """h6xg4 or h6xf5: both squares were emptied for a moment; what is played on tells which was taken."""
    rig, truth = followed("chess", 84, presses=True, quick=True)
    assert rig.questions in ([], [["h6f5", "h6g4"]])
    assert (rig.line, rig.odd) == (truth, []), rig.story()
