"""The arbiter rules what all men stand as already: nobody waits for the board, and what is played at once is not lost."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

BACK = "e2- 300 e4+ 1800 e7- 300 e5+ 1800 e5- 300 e7+ 1500"
AFTER = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"

soon = pytest.mark.parametrize("soon", [0, 30, 100, 200, 250, 295, 320, 1000])


@soon
@pytest.mark.parametrize("hands", ["d7- 300 d5+", "e7- 300 e6+", "d7- 1500 d5+"])
@pytest.mark.parametrize("ruling", ["correct", "set-position"])
def test_a_man_is_lifted_at_once(ruling: str, hands: str, soon: int) -> None:
    rig = Rig().hands(f"1000 {BACK}")
    args = {"to_ply": 1} if ruling == "correct" else {"position": AFTER}
    assert rig.command("arbiter", ruling, **args)
    rig.hands(f"{soon} {hands} 1500 g1- 300 f3+ 2000")
    end = hands[-3:-1]
    assert rig.line[-2:] == [f"{hands[:2]}{end}", "g1f3"], rig.story()
    assert rig.stage == "play"


@soon
@pytest.mark.parametrize(
    ("game", "back", "hands", "move"),
    [
        ("draughts-100", "32- 300 28+ 1800 19- 300 23+ 1800 23- 300 19+ 1500", "18- 300 23+", "18-23"),
        ("xiangqi", "h2- 300 e2+ 1800 h9- 300 g7+ 1800 g7- 300 h9+ 1500", "b9- 300 c7+", "b9c7"),
    ],
)  # fmt: skip
def test_in_other_games(game: str, back: str, hands: str, move: str, soon: int) -> None:
    played = game_by_name(game)
    rig = Rig(game=played, rulebook=played.rulebook.name).hands(f"1000 {back}")
    assert rig.command("arbiter", "correct", to_ply=1)
    rig.hands(f"{soon} {hands} 2000")
    assert (rig.line[1:], rig.stage) == ([move], "play"), rig.story()


@pytest.mark.parametrize("soon", [0, 100, 200])
def test_who_is_only_touched_and_put_back_has_not_moved(soon: int) -> None:
    rig = Rig().hands(f"1000 {BACK}")
    assert rig.command("arbiter", "correct", to_ply=1)
    rig.hands(f"{soon} d7- 300 d7+ 1500 e7- 300 e5+ 2000")
    assert (rig.line, rig.stage) == (["e2e4", "e7e5"], "play"), rig.story()
