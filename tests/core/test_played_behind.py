"""A question is open; what is played on, quickly too, shows what became of the men who are asked about: the game is not lost."""

from __future__ import annotations

import pytest

from tests.core.rig import Rig

QUEEN_BESIDE_A_PAWN = "r1bqk2r/p1pp1p1p/n7/3P2p1/6Q1/6PP/PPPP1P1N/1RB1K3 w - - 0 15"
KNIGHT_GOES_ON = "rnb3nr/1ppq1kpp/p6B/4Pp2/8/b1N5/1PP1PPPP/R3KBNR w KQ - 0 7"


@pytest.mark.parametrize(("soon", "held"), [(60, 800), (80, 430), (110, 430), (130, 500)])
@pytest.mark.parametrize("quick", [True, False])
def test_the_opponent_takes_a_man_up_just_after_the_landing(soon: int, held: int, quick: bool) -> None:
    """It may have been a capture by a man whom another point felt too; what he does next is nothing that such a one could."""
    pause = 400 if quick else 2000
    rig = Rig(QUEEN_BESIDE_A_PAWN).hands(f"1000 g4- 500 e6+ {soon} d7- {held} d7+ 900")
    assert rig.questions == [["g4d7", "g4e6"]], rig.story()
    rig.hands(f"d8- 600 e7+ {pause} e7- 500 e6- 600 e7+ {pause} e7- 500 e8- 600 e7+ {pause}")
    rig.hands("e1- 700 d1+ 1500")
    assert rig.line == ["g4e6", "d8e7", "e6e7", "e8e7", "e1d1"], rig.story()
    assert (rig.odd, rig.stage) == ([], "play")


def test_one_ply_alone_tells_nothing_of_a_man_who_was_felt_at_two_points() -> None:
    rig = Rig(QUEEN_BESIDE_A_PAWN).hands("1000 g4- 500 e6+ 80 d7- 430 d7+ 900 d8- 600 e7+ 3000")
    assert (rig.line, rig.stage) == ([], "question"), rig.story()


@pytest.mark.parametrize("rest", [100, 220, 300, 400, 1500])
@pytest.mark.parametrize("reply", [150, 500])
def test_the_man_is_put_back_and_play_goes_on_at_once(rest: int, reply: int) -> None:
    rig = Rig(KNIGHT_GOES_ON).hands("1000 c3- 600 d1+ 1500 d1- 190 b5+ 1900")
    assert rig.stage == "question", rig.story()
    rig.hands(f"b5- 700 d1+ {rest} g8- 345 f6+ {reply} e2- 455 e3+ 500 f5- 375 f4+ 1500")
    assert rig.line == ["c3d1", "g8f6", "e2e3", "f5f4"], rig.story()
    assert (rig.odd, rig.stage) == ([], "play")


def test_who_is_taken_up_again_at_once_answers_nothing() -> None:
    """The man who is asked about has hardly been put back when he goes: perhaps he was not released there."""
    rig = Rig(QUEEN_BESIDE_A_PAWN).hands("1000 g4- 500 e6+ 80 d7- 430 d7+ 900")
    rig.hands("e6- 400 g4+ 150 g4- 400 e4+ 300")
    assert (rig.line, rig.stage) == ([], "question"), rig.story()
