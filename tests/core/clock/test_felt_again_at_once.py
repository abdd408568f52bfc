"""Two points tell nothing for a while, and feel their men again in one scan: no hand has set both down then."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

KING = "B:Wf2:Bb6,b8,Kc1,f8,g7,h6,h8"
GAMES = {
    "draughts-russian": (KING, "c1-a3", "f2"),
    "draughts-100": (None, "33-29", "20"),
    "chess": (None, "g1-f3", "b2"),
    "xiangqi": (None, "h0-g2", "a3"),
}


@pytest.mark.law("DR-7.4.7")
@pytest.mark.parametrize("off", [0, 100, 300])
@pytest.mark.parametrize("back", [300, 700])
@pytest.mark.parametrize(
    "name",
    [
        "draughts-100",
        "chess",
        *(
            pytest.param(
                name,
                marks=pytest.mark.xfail(
                    strict=True,
                    reason="that two hands, not two sensors, set down in one moment is too cheap",
                ),
            )
            for name in ("draughts-russian", "xiangqi")
        ),
    ],
)
def test_the_man_had_landed_before_the_press(name: str, back: int, off: int) -> None:
    start, move, other = GAMES[name]
    game = game_by_name(name)
    rig = Rig(start, game=game, rulebook=game.rulebook.name, time_control="90:00")
    origin, target = move.split("-")
    lifts = f"{origin}- {off} {other}-" if off else f"{origin}-,{other}-"
    rig.hands(f"1000 {lifts} {1100 - off}")
    rig.press(rig.session.line.position.side_to_move)
    rig.hands(f"{back} {target}+,{other}+ 5000")
    assert (len(rig.moves), rig.odd) == (1, []), rig.story()
    assert rig.stage == "play", rig.story()


@pytest.mark.law("DR-7.4.7")
@pytest.mark.parametrize("apart", [60, 300])
def test_one_after_the_other_hands_have_done_it(apart: int) -> None:
    """The opponent's man is set back first, then the king is set down: he had been taken off as the clock was pressed."""
    rig = Rig(
        KING,
        game=game_by_name("draughts-russian"),
        rulebook="draughts-russian",
        time_control="90:00",
    )
    rig.hands(f"1000 c1- 300 f2- 800 b! 300 f2+ {apart} a3+ 5000")
    assert {side for _, side in rig.accused} <= {"black"}, rig.story()
