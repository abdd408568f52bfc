"""One sensor keeps silent, and some other man is jolted besides, off for less than `bump_ms`: it is asked, and nobody accused."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

MEN = "B:W35,45,48:B25,3,8"


def jolted(acts: list[tuple[int, str]], man: str, at: int, off: int) -> str:
    """A line for the rig, with one man off for a while besides."""
    line, now = "1000", 0
    for when, act in sorted([*acts, (at, f"{man}-"), (at + off, f"{man}+")]):
        line += f" {when - now} {act}"
        now = when
    return line + " 4000"


@pytest.mark.law("DR-7.4.2", "DR-7.4.5")
@pytest.mark.parametrize("off", [45, 60, 100])
@pytest.mark.parametrize("at", [300, 1050, 2400])
def test_so_it_is_at_draughts(at: int, off: int) -> None:
    """25-30, of which 30 tells nothing, and 35x24."""
    rules = game_by_name("draughts-100")
    rig = Rig(MEN, game=rules, rulebook=rules.rulebook.name)
    rig.hands(jolted([(0, "25-"), (1200, "35-"), (1850, "24+")], "3", at, off))
    assert rig.odd == [], rig.story()
    assert rig.line == [] or rig.line[0] == "25-30"
