"""Men held over one point after the other, slipping and set better, in move after move: tiresome, and lawful."""

from __future__ import annotations

import pytest

from rules.game import Game
from rules.xiangqi import XIANGQI
from tests.core.rig import CHESS, Rig

CANNONS = "1n1ak1br1/r8/3abCc2/p1p6/2c1P2np/2B6/P5p1P/1N1A2C2/6RRN/3K1AB2 b - - 7 31"
BISHOP = "rnb4r/1p2bkpp/1B1p1p1n/p3p3/1pP1P1q1/N1N5/7P/1R2K2R w K - 0 26"
PAWN = "rnbqkbnr/2p3pp/p3p3/1p1p1p2/2P1P2P/P2P4/1P3PPR/RNBQKBN1 w Qkq - 0 7"


@pytest.mark.parametrize(
    ("game", "start", "line", "moves"),
    [
        (
            XIANGQI,
            CANNONS,
            (
                "g7- 506 f5+ 373 f5- 230 e1+ 241 e1- 124 g6+ 122 g2- 198 g6- 421 b3+ 366 b3- 221 a4+ 223 a4- 131 "
                "g6+ 140 g6- 41 g6+ 230 h9- 137 h6+ 140 d0- 366 e0+"
            ),
            "g7g6 g2g6 h9h6 d0e0",
        ),
        (
            CHESS,
            BISHOP,
            (
                "b6- 9 b7~86 198 c7+ 290 c7- 82 f8+ 304 f8- 162 e3+ 148 e3- 114 e3+ 101 a5- 246 a4+ 235 a4- 344 a4+ 87 "
                "e1- 246 f1+"
            ),
            "b6e3 a5a4 e1f1",
        ),
        (
            CHESS,
            PAWN,
            (
                "e4- 20 d3~100 64 f5- 126 d4+ 347 d4- 182 g5+ 102 g5- 118 f5+ 241 d5- 150 c4- 102 g4+ 165 g4- 244 "
                "e2+ 303 e2- 193 c4+ 99 d1- 159 g4+ 223 h7- 138 h6+"
            ),
            "e4f5 d5c4 d1g4 h7h6",
        ),
    ],
    ids=["over four points in two moves", "set better, and slipped", "one after the other"],
)
def test_however_often_men_are_held_over_other_points_they_make_no_mess(
    game: Game, start: str, line: str, moves: str
) -> None:
    rig = Rig(start, game=game, rulebook=next(iter(game.rulebooks))).hands(f"1000 {line} 3000")
    assert (rig.moves, rig.odd, rig.questions) == (moves.split(), [], [])
