"""Moves taken back beside a sensor that tells otherwise: still they are no moves, and can be agreed on."""

from __future__ import annotations

import pytest

from controller.core.messages import Correction, Irregularity
from tests.core.policies import SETTLED
from tests.core.restoring.test_takeback import KNIGHTS, rig_of
from tests.core.restoring.test_takeback import board as whole_board
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import board

QUEENS = "4k3/8/8/8/8/8/3q4/3R3K b - - 0 1"


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize(
    "also", [pytest.param("h2-", id="one is off"), pytest.param("c5+", id="one is made up")]
)
def test_a_take_back_is_agreed_on_though_one_sensor_more_has_changed(also: str) -> None:
    """Found by `touchmove simulate --game chess --faults worn --seed 198000733 --plies 40` and 198000999."""
    rig = rig_of(KNIGHTS).hands(f"f6- 400 g8+ 1500 {also} 2000")
    assert rig.command("arbiter", "accept-irregularity")
    (found,) = rig.of(Correction)
    assert (found.from_ply, found.to_ply, found.why) == (2, 2, "take-back")
    assert len(rig.line) == 1
    back = "+" if also[-1] == "-" else "-"
    rig.hands(f"{also[:-1]}{back} 500 b8- 300 c6+ 2000")
    assert rig.line == ["g1f3", "b8c6"], rig.story()


def test_two_plies_are_agreed_on_so_too() -> None:
    """Found by `touchmove simulate --game chess --faults worn --seed 198000741 --plies 40`."""
    rig = rig_of(KNIGHTS).hands("d7- 300 f6- 400 g8+ 600 f3- 400 g1+")
    rig.wait(SETTLED.within_ms)
    if rig.command("arbiter", "accept-irregularity"):
        assert rig.of(Correction)[-1].why == "take-back"
        assert rig.line == []
    assert rig.line in (["g1f3", "g8f6"], [])


def test_a_captor_who_goes_back_alone_has_taken_nothing_back() -> None:
    """The man he captured is not there again: what stands is another position, and only the arbiter accepts it as such."""
    rig = board("chess", QUEENS).hands("1000 d2- 300 d1- 300 d1+ 1500")
    assert len(rig.line) == 1
    rig.hands("d1- 400 d2+ 5000")
    assert rig.stage == "restore"
    rig.command("arbiter", "accept-irregularity")
    assert [each.why for each in rig.of(Correction)] != ["take-back"]


def test_hands_of_the_take_backs_above_are_hands() -> None:
    """With sound sensors the same is a take-back of one ply."""
    rig = Rig("4q2k/3p4/8/5B2/8/8/8/6K1 w - - 0 1").hands("1000 f5- 300 d7- 300 d7+ 1500")
    rig.hands("d7- 600 f5+ 300 d7+ 6000")
    assert rig.line == ["f5d7"]
    assert rig.command("arbiter", "accept-irregularity")
    assert rig.of(Correction)[-1].why == "take-back"


@pytest.mark.law("DR-7.4.4")
def test_a_man_felt_where_the_last_one_came_from_before_he_left_has_captured_nothing() -> None:
    """d6-c5 is taken back, b4 jolted, and then a3-b4 as well: not b4:d6. Every sensor is sound.

    Found by `touchmove simulate --game draughts-russian --faults messy --seed 204000213 --plies 40`.
    """
    rig = whole_board("draughts-russian").hands("1000 a3- 300 b4+ 1500 d6- 600 c5+ 3000")
    assert rig.line == ["a3-b4", "d6-c5"]
    rig.hands("c5-,b4- 25 b4+ 310 d6+ 175 b4- 850 a3+ 5000")
    rig.wait(SETTLED.within_ms)
    assert len(rig.moves) == 2, rig.story()
    assert {kind for _, kind in rig.odd} <= {"moves-taken-back", "displaced", "move-taken-back"}


@pytest.mark.law("DR-7.4.4")
def test_one_move_taken_back_was_the_first_half_of_two() -> None:
    """Two plies are put back slowly: what the board has named meanwhile is not what people accept then.

    Found by `touchmove simulate --game draughts-brazilian --faults messy --seed 207000710 --plies 40`.
    """
    rig = board("draughts-brazilian", "B:Wa1,b4,c3,e1,e3,f2,g1,g3,h2:Ba5,b8,e5,e7,f4,f8,g7,h6")
    rig.hands("f4- 500 d2+ 300 e3- 400 g3- 300 f4+ 2000")
    assert rig.line == ["f4xd2", "g3-f4"]
    rig.hands("f4- 250 g3+ 640 d2- 560 f4+ 650 e3+ 4000")
    assert rig.of(Irregularity)[-1].kind == "moves-taken-back"
    assert rig.command("arbiter", "accept-irregularity")
    assert rig.line == []
    assert rig.of(Correction)[-1].why == "take-back"


def test_a_man_jolted_beside_the_one_who_is_put_back_has_not_moved_there() -> None:
    """The cannon goes back to e7, jolting the one on f7; then that one goes back as well.

    Found by `touchmove simulate --game xiangqi --faults messy --seed 211000117 --plies 40`.
    """
    rig = board("xiangqi", "3k5/9/4cC3/9/4p4/9/4P4/9/9/5K3 b - - 0 1")
    rig.hands("e7- 165 e3- 490 e3+ 1500")
    assert rig.line == ["e7e3"]
    rig.hands("e3- 625 f7- 5 e7+ 25 f7+ 140 e3+ 490 f7- 830 f2+")
    rig.wait(SETTLED.within_ms)
    assert rig.line == ["e7e3"], rig.story()
    assert rig.stage in ("restore", "question")
