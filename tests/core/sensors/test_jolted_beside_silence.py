"""One sensor keeps silent, and some other man is jolted besides, off for less than `bump_ms`: it is asked, and nobody accused."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import assert_told_by_people
from tests.core.rig import Rig

START = "4k3/p2p4/8/8/4P3/8/P7/4K2R b - - 0 1"
ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"


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


@pytest.mark.parametrize("off", [45, 100])
@pytest.mark.parametrize("at", [300, 1700])
@pytest.mark.parametrize("man", ["h1", "a7"])
def test_a_move_that_was_captured_where_nobody_felt_it(man: str, at: int, off: int) -> None:
    """d7-d5, of which d5 tells nothing, and exd5."""
    rig = Rig(START).hands(jolted([(0, "d7-"), (1200, "e4-"), (1850, "d5+")], man, at, off))
    assert_told_by_people(rig, ["d7d5", "e4d5"])


@pytest.mark.parametrize("at", [300, 1700, 3200])
@pytest.mark.parametrize("man", ["h1", "a8"])
def test_a_move_that_nobody_felt_where_it_ended(man: str, at: int) -> None:
    """e2-e4, of which e4 tells nothing, and e7-e5."""
    rig = Rig(ARRAY).hands(jolted([(0, "e2-"), (3000, "e7-"), (3600, "e5+")], man, at, 60))
    assert_told_by_people(rig, ["e2e4", "e7e5"])
