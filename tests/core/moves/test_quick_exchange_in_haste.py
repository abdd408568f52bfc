"""An exchange in less than a bump lasts, with a reply whose man was in the hand before it landed: haste tells of no silent sensor."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.policies import SETTLED
from tests.core.rig import Rig

CASES = [
    ("chess", "rnbq1kr1/1p1p2pp/p1p5/2b2p2/8/NP1nPNp1/P3K2P/R1B2BR1 w - - 0 16",
     "e2", "d3", "c5", "d6", ["e2d3", "c5d6"]),
    ("chess", "rn2kbnr/pppR4/6q1/2pp4/1p3P2/4NN2/P1PPP3/R1BQKB2 w Qkq - 1 13",
     "e3", "d5", "g6", "g4", ["e3d5", "g6g4"]),
    ("chess", "rn2k3/2ppppbp/p7/8/8/1q2P1R1/R1PP4/1NBQK3 w q - 2 18",
     "a2", "a6", "b3", "b4", ["a2a6", "b3b4"]),
    ("xiangqi", "3k5/9/8r/9/4p4/9/9/9/9/4K3R w - - 0 1", "i0", "i7", "e5", "e4", ["i0i7", "e5e4"]),
]  # fmt: skip


@pytest.mark.law("FIDE-4.3.3", "XQ-5.3")
@pytest.mark.parametrize("dip", [55, 75, 95, 115])
@pytest.mark.parametrize("early", [20, 60, 120, 170])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[5])
def test_is_no_question(
    case: tuple[str, str, str, str, str, str, list[str]], early: int, dip: int
) -> None:
    game, start, origin, target, man, place, moves = case
    found = game_by_name(game)
    rig = Rig(start, game=found, rulebook=found.rulebook.name)
    at = {f"{target}-": 400 - dip, f"{man}-": 400 - early, f"{target}+": 400, f"{place}+": 620}
    hands, now = [f"1000 {origin}-"], 0
    for act, ms in sorted(at.items(), key=lambda item: item[1]):
        hands += [*([str(ms - now)] if ms > now else []), act]
        now = ms
    rig.hands(" ".join([*hands, "2500"]))
    assert (rig.line, rig.questions, rig.odd) == (moves, [], []), rig.story()


@pytest.mark.parametrize("stood", [60, 80, 95])
@pytest.mark.parametrize("off", [150, 185, 250])
def test_the_last_man_taken_as_soon_as_he_has_landed_is_asked_about_as_what_it_was(
    stood: int, off: int
) -> None:
    """h2f2 and h4xf2; he may as well have hovered over f2 while the bishop was taken up to answer."""
    rig = Rig("4k3/8/8/8/7b/8/7R/4K3 w - - 0 1")
    slides = f"1000 h2- 10 g2+ 25 g2- 10 f2+ {stood} f2-"
    rig.hands(f"{slides} {off - 50} h4- 15 g3+ 20 g3- 15 f2+ 4700")
    rig.answer_truly(["h2f2", "h4f2"], within_ms=SETTLED.within_ms)
    assert (rig.line, rig.odd) == (["h2f2", "h4f2"], []), rig.story()
