"""While nobody looked at the board, or at a part of it, several plies may have been made: then it is asked which came first."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from rules.xiangqi import XIANGQI
from tests.core.rig import Rig

RUSSIAN = game_by_name("draughts-russian")


def told(rig: Rig, moves: list[str]) -> None:
    """People who know what was played answer, move by move: of three plies in a gap each is asked about."""
    for _ in moves:
        if rig.session.question is None:
            break
        assert rig.command("arbiter", "answer", move=moves[len(rig.line)]), rig.story()
    assert rig.line == moves, rig.story()


def unseen(rig: Rig, ms: int, *points: str) -> Rig:
    """No scans are made for a while; after it these points show the opposite."""
    rig.levels ^= sum(1 << rig.game.index[point] for point in points)
    rig.gap(ms)
    return rig


CANNON = "2ba1a3/4k4/1r6b/6p2/2P1P4/9/P5PRP/B8/9/3AKAB2 b - - 3 16"


@pytest.mark.parametrize("ms", [800, 1500, 3000])
@pytest.mark.parametrize("look", ["before", "short"])
def test_who_answers_after_the_landing_or_in_a_short_gap_is_followed(look: str, ms: int) -> None:
    rig = Rig(CANNON, game=XIANGQI, rulebook="xiangqi-cxa").hands("1000 b7- 200")
    if look == "before":
        unseen(rig, ms, "c7").hands("60 c5- 400 c6+ 2000")
    else:
        unseen(rig, ms // 5, "c5").hands("50 c7+ 400 c6+ 2000")
    assert (rig.line, rig.questions) == (["b7c7", "c5c6"], []), rig.story()
