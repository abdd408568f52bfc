"""What was felt besides a move, before it or in its moment: where no one hand did it, people are asked."""

from __future__ import annotations

from controller.core.messages import Irregularity, Question
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import board


def only_people_answer(rig: Rig) -> bool:
    return rig.of(Question)[-1].answers == ["answer"]


def test_a_chain_goes_on_though_a_far_point_closed_before_it_began() -> None:
    """e1 feels a man before a5 is lifted, and is nowhere near: the capture does not end there.

    Found by `touchmove simulate --game draughts-brazilian --faults faulty --seed 208000705 --plies 40`.
    """
    rig = board("draughts-brazilian", "B:Wb4,d2,f2,a1:Ba5,h8")
    rig.hands("e1+ 265 a5- 430 c3+ 175 c3- 1090 g3+ 245 f2- 565 d2- 460 b4- 3000")
    assert rig.line == ["a5xg3"], rig.story()
    assert not rig.of(Irregularity)


def test_three_men_who_leave_one_after_the_other_were_knocked_over() -> None:
    """Each within 25 ms of the next: the rook has captured nothing.

    Found by `touchmove simulate --game chess --faults messy --seed 207000423 --plies 40`.
    """
    rig = board("chess", "6k1/8/1p6/r7/P7/8/8/6K1 b - - 0 1")
    rig.hands("b6- 20 a4- 25 a5- 790 a4+ 255 b6+ 1600 a5+ 3000")
    assert (rig.line, rig.of(Irregularity)) == ([], []), rig.story()
