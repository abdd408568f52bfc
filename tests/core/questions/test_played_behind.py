"""A question is open; what is played on, quickly too, shows what became of the men who are asked about: the game is not lost."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.policies import SETTLED
from tests.core.rig import Rig

QUEEN_BESIDE_A_PAWN = "r1bqk2r/p1pp1p1p/n7/3P2p1/6Q1/6PP/PPPP1P1N/1RB1K3 w - - 0 15"
KNIGHT_GOES_ON = "rnb3nr/1ppq1kpp/p6B/4Pp2/8/b1N5/1PP1PPPP/R3KBNR w KQ - 0 7"


@pytest.mark.parametrize(("soon", "held"), [(60, 800), (80, 430), (110, 430), (130, 500)])
@pytest.mark.parametrize("pause", [400, 2000])
def test_the_opponent_takes_a_man_up_just_after_the_landing(
    soon: int, held: int, pause: int
) -> None:
    """It may have been a capture by a man whom another point felt too; what he does next is nothing that such a one could."""
    rig = Rig(QUEEN_BESIDE_A_PAWN).hands(f"1000 g4- 500 e6+ {soon} d7- {held} d7+ 900")
    rig.hands(f"d8- 600 e7+ {pause} e7- 500 e6- 600 e7+ {pause} e7- 500 e8- 600 e7+ {pause}")
    rig.hands("e1- 700 d1+ 1500")
    assert_fair(rig, ["g4e6", "d8e7", "e6e7", "e8e7", "e1d1"])


@pytest.mark.parametrize("rest", [100, 220, 300, 400, 1500])
@pytest.mark.parametrize("reply", [150, 500])
def test_the_man_is_put_back_and_play_goes_on_at_once(rest: int, reply: int) -> None:
    rig = Rig(KNIGHT_GOES_ON).hands("1000 c3- 600 d1+ 1500 d1- 190 b5+ 1900")
    rig.hands(f"b5- 700 d1+ {rest} g8- 345 f6+ {reply} e2- 455 e3+ 500 f5- 375 f4+ 1500")
    rig.wait(SETTLED.within_ms)
    assert rig.line == ["c3d1", "g8f6", "e2e3", "f5f4"], rig.story()


NINE = game_by_name("go", {"size": 9})
STONES = "1000 e5+ 1500 c3+ 1500 g7+"


@pytest.mark.parametrize("soon", [150, 400, 700])
@pytest.mark.parametrize("back", [400, 3000])
def test_a_stone_taken_up_just_after_a_play_stands_again(soon: int, back: int) -> None:
    """Two sensors may have failed as one: but a hand has had the stone, and all stands as after the play."""
    rig = Rig(game=NINE, rulebook="go-china").hands(f"{STONES} {soon} e5- 2000")
    rig.hands(f"e5+ {back} c7+ 2500 g3+ 1500")
    assert_fair(rig, ["e5", "c3", "g7", "c7", "g3"])


TAKEN_AT_ONCE = "rn1qk1nr/p1pp1p2/3b3p/4P1p1/7P/2P1P1P1/PP1P1K1R/RNBQ1bN1 b kq - 0 9"
QUICK_PLAY = [
    "e5- 280 d6- 20 e5+ 110", "b2- 200 b3+ 1200", "f7- 200 f6+ 80", "d1- 220 f1+ 1300",
    "d7- 270 d5+ 1100", "f1- 150 g2+ 800", "f6- 10 f5+ 90", "d5- 280 g2- 80 d5+ 900",
]  # fmt: skip
LINE = ["f1e2", "f2e2", "d6e5", "b2b3", "f7f6", "d1f1", "d7d5", "f1g2", "f6f5", "g2d5"]


@pytest.mark.parametrize("plies", [4, 6, 10])
@pytest.mark.parametrize("stood", [60, 73, 95])
def test_a_man_taken_as_soon_as_he_has_landed_and_quick_plies(stood: int, plies: int) -> None:
    """He may have been on his way to a silent point. Once people say that he was not, it is no more strange that he was taken."""
    rig = Rig(TAKEN_AT_ONCE).hands(f"1000 f1- 230 e2+ {stood} e2- 165 f2- 5 e2+ 650")
    for n, ply in enumerate(QUICK_PLAY[: plies - 2]):
        if n == plies // 3 and rig.stage == "question":
            assert rig.command("arbiter", "answer", move="f1e2")
        rig.hands(ply)
    rig.hands("1500")
    assert rig.line == LINE[:plies], rig.story()
    assert (rig.odd, rig.stage) == ([], "play")
