"""A sensor makes a man up, and that is asked about; what hands play meanwhile, all felt, is not what people deny."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.policies import ASKED
from tests.core.rig import Rig

CASES = {
    "chess": ("", "e4", "g1- 500 f3+", "g1f3", "e7- 500 e5+", "e7e5"),
    "chess, captured": ("e2- 300 e4+ 1500 d7- 300 d5+ 1500", "a3", "d5- 500 e4- 500 d5+", "e4d5",
                        "d8- 500 d5- 500 d5+", "d8d5"),
    "xiangqi": ("", "e4", "h0- 500 g2+", "h0g2", "h9- 500 g7+", "h9g7"),
    "draughts-100": ("", "28", "34- 500 30+", "34-30", "20- 500 25+", "20-25"),
    "draughts-russian": ("", "d4", "g3- 500 h4+", "g3-h4", "f6- 500 g5+", "f6-g5"),
}  # fmt: skip
"""What is played first; the point that makes a man up; a move and what answers it."""
ENDS = ["goes", "is said to be wrong"]


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("before", [None, 0, 200, 900, 3000])
def test_a_move_that_was_felt_stays(name: str, end: str, before: int | None) -> None:
    """`before`: so long it had been made when it was denied that the man came; None where it was denied before it was made."""
    first, ghost, hands, move, reply, answer = CASES[name]
    game = game_by_name(name.split(",", maxsplit=1)[0])
    rig = Rig(game=game, rulebook=game.rulebook.name).hands(f"1000 {first} {ghost}+ 2000")
    rig.wait(ASKED.within_ms)
    asked = rig.session.question is not None
    known = len(rig.line)
    side = str(rig.session.line.position.side_to_move)
    if before is None:
        assert rig.command(side, "answer", move="none") is asked
        rig.hands(f"2000 {hands} 1500")
    else:
        rig.hands(f"{hands} {before}")
        if rig.session.question is None:  # the move itself has answered the question
            rig.hands(f"2000 {reply} 3000")
            assert_fair(rig, [*rig.line[:known], move, answer])
            return
        assert rig.command(side, "answer", move="none")
        rig.wait(1500)
    if end == "goes":
        rig.hands(f"{ghost}-")
    elif rig.stage == "restore":
        assert rig.command("operator", "resume")
    rig.hands(f"2000 {reply} 3000")
    assert_fair(rig, [*rig.line[:known], move, answer])
