"""Many captured stones taken off one by one, while others of them are jolted again and again: nobody has replied there."""

from __future__ import annotations

from random import Random

import pytest

from controller.core.messages import Irregularity
from tests.core.go.test_go_tracking import NINE, position
from tests.core.rig import Rig

BLACK = (
    "b3 c3 d3 a4 b4 c4 e4 f4 g4 a5 c5 d5 e5 f5 g5 h5 j5 a6 b6 c6 e6 f6 h6 j6 c7 d7 e7 f7 h7 j7 a8 f8 g8 h8 j8"
    " f9 h9 j9"
)
WHITE = "b1 c1 d1 e1 f1 g1 h1 j1 a2 b2 c2 d2 e2 f2 g2 h2 j2 a3 e3 f3 g3 h3 j3 h4 j4 g6 a7 e8"
TAKEN = WHITE.split()[:25]
"""Black a1 takes them."""


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize("jolts", [4, 8, 12])
@pytest.mark.parametrize("seed", range(4))
def test_what_is_back_at_once_was_not_played(seed: int, jolts: int) -> None:
    random = Random(100 * jolts + seed)
    rig = Rig(position(BLACK, WHITE, "black"), game=NINE, rulebook=NINE.rulebook.name)
    rig.hands("1000 a1+")
    acts, at = [], 0
    for point in random.sample(TAKEN, 25):
        at += random.randint(100, 700)
        acts.append((at, f"{point}-", point))
    off = {point: when for when, _, point in acts}
    free: dict[str, int] = {}
    for _ in range(jolts):
        point = random.choice(TAKEN)
        start = random.randint(50, max(51, off[point] - 300))
        if off[point] < 500 or start < free.get(point, 0):
            continue
        ms = random.randrange(30, 100)
        free[point] = start + ms + 150
        acts += [(start, f"{point}-", ""), (start + ms, f"{point}+", "")]
    now = 0
    for when, act, _ in sorted(acts):
        rig.hands(f"{when - now} {act}")
        now = when
    rig.hands("1500 d8+ 2000 b8+ 2000")
    assert (rig.line, rig.questions) == (["a1", "d8", "b8"], []), rig.story()
    assert rig.of(Irregularity) == []
