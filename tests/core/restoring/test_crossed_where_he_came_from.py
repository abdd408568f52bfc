"""Who is slid over the point that the last man came from, and captures him, has made a move: nobody has gone back."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import CHESS, Rig

XIANGQI = game_by_name("xiangqi")
CASES = {
    "queen": (CHESS, "4k3/1Rq5/8/8/8/8/8/4K3 w - - 0 1", "b7a7", "c7", "c7a7"),
    "chariot": (XIANGQI, "4k4/9/9/9/9/9/9/9/1Rr6/3K5 w - - 0 1", "b1a1", "c1", "c1a1"),
}


@pytest.mark.law("FIDE-4.7", "XQ-5.7")
@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("passing_ms", [20, 80])
@pytest.mark.parametrize("early_ms", [-10, 10])
@pytest.mark.parametrize("landing_ms", [-5, 5])
def test_a_captor_slid_over_the_old_point_of_his_victim(
    name: str, passing_ms: int, early_ms: int, landing_ms: int
) -> None:
    game, start, last, captor, capture = CASES[name]
    old, stood = last[:2], last[2:]
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 {old}- 400 {stood}+ 4000 {stood}- 480")
    done = [
        (0, f"{old}+"),
        (early_ms, f"{captor}-"),
        (passing_ms, f"{old}-"),
        (passing_ms - landing_ms, f"{stood}+"),
    ]
    start_ms = min(ms for ms, _ in done)
    now_ms = start_ms
    for ms, act in sorted(done):
        rig.hands(f"{ms - now_ms} {act}" if ms > now_ms else act)
        now_ms = ms
    rig.wait(5000)
    assert (rig.moves, rig.odd, rig.questions) == ([last, capture], [], []), rig.story()
