"""What hands do beside moving, and what it must not be taken for: sleeves, knocks, jolted neighbours."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Touched
from rules.registry import game_by_name
from tests.core.policies import SETTLED
from tests.core.rig import Rig, played

if TYPE_CHECKING:
    from rules.game import Game
    from rules.position import Position

GAMES = ("chess", "xiangqi", "draughts-100", "draughts-russian")
QUEEN = "7r/pQ1r3k/2p1p2p/5p2/2P2P2/4P3/P4KP1/R2N1BR1 w - - 2 25"
ROOKS = "4k3/7p/p4P1b/6p1/2P1p3/P3P2N/1BK1B2P/1R1r3R b - - 0 30"
PAWN = "rn1qkbnr/p3pp1p/b2p4/1P3P1p/2p3P1/R6B/1PPPP3/1NBQK1NR b Kkq - 0 9"


@pytest.mark.parametrize(
    ("start", "hands"),
    [
        (QUEEN, "a7- 44 a7+ 5 b7- 45 d7- 20 b7+ 25 h7- 35 d7+ 25 h7+"),
        (ROOKS, "h1- 40 d1- 25 h1+ 25 b1- 30 d1+ 35 b1+"),
    ],
)
def test_a_sleeve_makes_no_move(start: str, hands: str) -> None:
    rig = played(hands, start)
    assert (rig.moves, rig.odd, rig.questions, rig.of(Touched)) == ([], [], [], [])


@pytest.mark.parametrize("name", GAMES)
def test_no_sleeve_makes_a_move(name: str) -> None:
    """Over every rank of positions as they come about, each man off its point for 20 to 90 ms."""
    game = game_by_name(name)
    dice = Random(name)
    for _ in range(12):
        position = _by_chance(game, dice)
        for row in range(game.rows):
            men = [p for p in range(len(game.points)) if position.piece_at(p) is not None]
            men = [p for p in men if game.place(p)[1] == row]
            _swept(game, position, men if dice.random() < 0.5 else men[::-1], dice)


def _by_chance(game: Game, dice: Random) -> Position:
    """A position some moves from the start, most of them captures where there are any."""
    position = game.start()
    for _ in range(dice.randrange(4, 40)):
        moves = position.moves()
        if not moves:
            break
        position = position.play(dice.choice([m for m in moves if m.captured] or moves))
    return position


def _swept(game: Game, position: Position, men: list[int], dice: Random) -> None:
    rig = Rig(position.text, game=game, rulebook=game.rulebook.name)
    acts: list[tuple[float, int]] = []
    at_ms = 1000.0
    for point in men:
        at_ms += dice.uniform(25, 60)
        acts += [(at_ms, point), (at_ms + dice.uniform(20, 90), point)]
    now_ms = 0.0
    for act_ms, point in sorted(acts):
        rig.wait(act_ms - now_ms)
        rig.levels ^= 1 << point
        rig._frame()
        now_ms = act_ms
    rig.wait(5000)
    names = [game.points[p] for p in men]
    assert (rig.moves, rig.odd, rig.questions) == ([], [], []), f"{position.text} {names}"


def test_men_knocked_over_behind_a_quick_capture() -> None:
    """The pawn has taken g4 within 80 ms; then four men of the same side are knocked over."""
    knocked = "f7- 15 d8- 5 e8- 5 e7- 865 e7+ 80 d8+ 780 e8+ 1130 f7+"
    rig = played(f"h5- 210 g4- 75 g4+ 3000 {knocked} 3000 a3- 400 f3+", PAWN)
    assert rig.odd == []
    assert (rig.moves, rig.stage) == (["h5g4", "a3f3"], "play")


BISHOP = "1n1qk1n1/3b2p1/4p3/1p2Pp2/3b3p/rP1P4/P4PP1/R4K2 w - - 0 21"
BISHOP_HANDS = (
    "f1- 430 e2+ 450 c3+,d4- 38 c3- 135 f2-,g2- 55 g2+ 245 e2- 5 e3+ 35 e2+ 175 e3- 135 f2+"
)
ROOK = "r5nr/1p2k3/2p2p2/p6R/P7/4P3/1P1nK3/1RB2B2 w - - 1 28"
ROOK_HANDS = "h5- 210 h8- 500 g8- 5 h7+ 85 g8+ 325 h6+,h7- 35 h6- 256 h8+"
CORNER = "rn2kb1r/2Q1p3/5pp1/p2K3p/2P5/P3P3/1P6/RNBb3B w q - 1 23"
CORNER_HANDS = "b8- 386 c7- 425 a7+,a8- 95 a8+ 320 a7-,b8+ 15 b8- 355 b8+"


@pytest.mark.parametrize(
    ("start", "hands", "moves"),
    [
        (BISHOP, BISHOP_HANDS, ["f1e2", "d4f2"]),
        (ROOK, ROOK_HANDS, ["h5h8"]),
        (CORNER, CORNER_HANDS, ["c7b8"]),
    ],
)
def test_a_jolted_neighbour_has_not_been_set_down(start: str, hands: str, moves: list[str]) -> None:
    """It is felt to come while the capturer rests beside his target; that is not he."""
    rig = played(hands, start)
    rig.wait(SETTLED.within_ms)
    assert (rig.moves, rig.odd) == (moves[: len(rig.moves)], []), rig.story()


def test_what_is_done_before_a_move_lands_is_done_by_its_player() -> None:
    """b8 is exchanged before e7 is stood on: no man of Black's own that he puts back."""
    start = "1n2k2r/5p2/2p2n2/4P1pp/1Q2P2P/7B/1PP2PP1/2B1K1N1 b - - 2 20"
    rig = played("f6- 290 h7+ 1525 b4- 180 b8- 446 c7+,b8+ 9 c7- 690 e7+,e8-", start)
    assert (rig.moves, rig.odd, rig.questions) == (["f6h7", "b4b8", "e8e7"], [], [])


def test_neighbours_jolted_in_the_moment_of_a_lift_upset_nothing() -> None:
    """Seed 31001 of messy chess: with the knight two neighbours and a cross-talk changed at once."""
    rig = Rig("3rk1nr/p2p1p1p/B1b1p3/4b3/4Pp2/N1P2K1P/3P3P/2B1Q1NR b - - 1 16")
    rig.hands("1000 f7-,h7-,g8-,f8+ 36 h7+,f8- 45 f7+ 400 h6+ 850 a6- 270 d3+ 1500")
    assert rig.moves == ["g8h6", "a6d3"]
    assert not rig.odd


def test_men_knocked_over_round_a_knight_are_no_captures_of_his() -> None:
    """Seed 32 of messy chess: one of two captures that nobody had seen was published."""
    rig = Rig("rnb2k2/1p1p1Np1/p3p3/2p5/8/1PPP4/P3PnPP/RNB1KB1R b KQ - 0 10")
    rig.hands("1000 f2- 5 e2- 15 e1-,f1- 20 g2- 1115 g2+ 200 e1+ 325 f1+ 725 e2+ 260 f2+ 5300")
    rig.hands("f7- 560 f8- 220 f7+ 2700 g2- 310 g4+ 1500")
    assert rig.moves == ["f8f7", "g2g4"]


def test_castling_and_a_quick_capture_upset_nothing() -> None:
    """Seed 40025 of messy chess: cross-talk for 36 ms made six changed points of five."""
    rig = Rig("r3k2r/8/8/8/8/8/3P2P1/R3KBq1 w Q - 0 1")
    rig.hands("1000 e1- 500 c1+ 470 a1- 409 d2-,d1+ 86 d2+ 429 g2-,f3+ 36 f3- 320 g2+,g1-")
    rig.wait(SETTLED.within_ms)
    moves = ["e1c1", "g1g2"]
    assert (rig.moves, rig.odd) == (moves[: len(rig.moves)], []), rig.story()
