"""Two plies where nothing can be read leave its points as they were: nobody is accused, and no later move is given out as the first."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

RUSSIAN = game_by_name("draughts-russian")


def answered(rig: Rig, *moves: str) -> None:
    """Asked about the first of these moves, people say that it was made."""
    assert rig.moves == [], rig.story()
    assert rig.odd == [], rig.story()
    assert rig.questions, rig.story()
    assert moves[0] in rig.questions[-1], rig.story()
    while rig.session.question is not None:
        assert rig.command("arbiter", "answer", move=moves[len(rig.line)]), rig.story()
        rig.hands("2000")
    assert (rig.line, rig.odd) == (list(moves), []), rig.story()


@pytest.mark.parametrize("last", [100, 700])
def test_a_press_upon_the_third_ply_makes_it_no_first(last: int) -> None:
    """e3-f4 and g5:e3 where e3 and f4 cannot be read, both pressed upon; then h2-g3."""
    start = "W:Wa1,c1,e3,h2:Bb8,g5"
    rig = Rig(start, game=RUSSIAN, rulebook="draughts-russian", time_control="10:00")
    rig.hands(f"1000 e3,f4?{3500 + last} 200 e3- 300 f4+ 200 w! 700 g5- 300 e3+ 300 f4- 200 b! 900")
    rig.hands("h2- 300 g3+ 300 w! 3000")
    assert (rig.line[:1] in ([], ["e3-f4"]), rig.odd) == (True, []), rig.story()


@pytest.mark.parametrize("unread", [1500, 3500])
def test_a_move_beside_points_that_hide_none_does_not_wait(unread: int) -> None:
    """What cannot be read holds no two plies: the move is given out at once."""
    rig = Rig("4k3/7r/4q3/8/8/RP6/8/6K1 b - - 0 1").hands(f"1000 b3,a3?{unread} 1200")
    rig.hands("h7- 200 g7+ 900")
    assert (rig.moves, rig.questions, rig.odd) == (["h7g7"], [], []), rig.story()
