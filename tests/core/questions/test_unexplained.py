"""What was felt besides a move, before it or in its moment: where no one hand did it, people are asked."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from tests.core.fair import accused, assert_fair
from tests.core.go.test_go_tracking import hands
from tests.core.policies import ASKED, SETTLED
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import board, known_wrong
from tests.core.sensors.test_instead import candidates


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


@pytest.mark.parametrize("known", [True, False])
def test_one_sensor_more_is_silent_only_if_people_say_so(*, known: bool) -> None:
    """The knight has gone to f3 or h3, and g1 tells nothing of it; Black plays on."""
    rig = board("chess", "4k3/8/8/8/8/8/8/4K1N1 w - - 0 1")
    if known:
        known_wrong(rig, "a6+")
    rig.hands("g1- 300 e8- 300 e7+ 3000")
    rig.wait(ASKED.within_ms)
    assert candidates(rig) == [{"g1f3", "g1h3", "g1e2"}], rig.story()


@pytest.mark.parametrize(
    "done",
    ["e7- 1500 e2- 300 e4+ 300 e5+ 3000", "e2- 300 e4+ 200 e7- 1500 e5+ 3000"],
)
def test_nobody_holds_his_man_while_the_opponent_moves(done: str) -> None:
    rig = Rig().hands(f"1000 {done}")
    assert_fair(rig, ["e2e4", "e7e5"])


@pytest.mark.law("DR-7.7")
@pytest.mark.parametrize(
    ("way", "line"), [("870 d6+", ["b4-d6", "h8-g7"]), ("300 c5+ 300 c5- 270 d6+", [])]
)
def test_a_reply_nobody_was_told_of_accepts_only_what_was_done_plainly(
    way: str, line: list[str]
) -> None:
    """b4-d6 is against the law, and Black replies before that is said; a man may have stood on c5 besides."""
    rig = board("draughts-brazilian", "W:Wb4,g1:Bh8,h6")
    rig.hands(f"b4- {way} 1100 h8- 100 g7+ 7000")
    rig.wait(SETTLED.within_ms)
    assert rig.line in ([], line, ["b4-c5"]), rig.story()
    assert rig.line or rig.stage in ("question", "restore")


def test_a_move_wholly_in_the_dark_may_have_been_answered() -> None:
    """f8 and e7 are known to tell nothing: f8-e7 and b2-a3, and b2 feels its man still; or a3 has closed by itself."""
    rig = board("draughts-russian", "B:Wa1,b2,h2:Bf8,h8,a7")
    known_wrong(rig, "f8- 100 e7+")
    rig.hands("2000 a3+ 6000")
    assert candidates(rig) == [{"f8-e7"}], rig.story()


def test_stones_that_are_played_one_by_one_behind_a_doubt_are_no_mess() -> None:
    """g7 and c3 came at once; which was played is not told by what follows, however much."""
    rig = hands("g7+,c3+ 900 e5+ 900 e4+ 900 c7+ 900 c6+ 900 h3+")
    assert rig.odd == [], rig.story()


@pytest.mark.parametrize("away_ms", [4500, 9000])
def test_a_play_may_lie_where_nobody_can_read_but_not_for_ever(away_ms: int) -> None:
    """c3 was played while it could not be read, before e5; a chip that stays away is not waited for."""
    rig = hands(f"c3?{away_ms} 500 e5+ 500")
    rig.hands("2000")
    assert rig.line == ["e5"]


@pytest.mark.parametrize("carried_ms", [110, 400])
def test_who_seems_put_back_just_after_a_landing_may_have_been_taken(carried_ms: int) -> None:
    """a6xb7, and e2 closes by itself; or a6e2, and Black takes up his pawn and sets it better."""
    rig = board("chess", "4k3/1p6/B7/8/8/8/8/4K3 w - - 0 1")
    rig.hands(f"a6- {carried_ms} e2+ 230 b7- 260 b7+ 3000")
    assert_fair(rig, ["a6e2"])


def test_a_point_that_closes_where_a_man_has_passed_may_be_wrong() -> None:
    """b7g7 slides over c7, d7, e7 and f7; then e7 closes by itself, or the man has stopped there and g7 has."""
    rig = board("xiangqi", "3k5/9/1c7/9/9/9/9/9/9/4K4 b - - 0 1")
    way = " ".join(f"{point}+ 25 {point}- 5" for point in ("c7", "d7", "e7", "f7"))
    rig.hands(f"b7- 10 {way} g7+ 640 e7+ 4000")
    assert_fair(rig, ["b7e7"], ["b7g7"])


def test_what_no_law_allows_before_a_move_is_no_mishap_of_it() -> None:
    """e1g1, and h1 has lost its man's leaving; e4 had lost its man before. Not e1f1 with a man let go on g1."""
    rig = board("chess", "4k3/8/8/8/4q3/8/PP3P1P/4K2R w K - 0 1")
    rig.hands("e4- 1200 e1- 560 g1+ 920 f1+ 4000")
    rig.wait(SETTLED.within_ms)
    assert accused(rig) == [], rig.story()


def test_a_man_who_is_jolted_beside_a_point_that_closes_has_not_moved_there() -> None:
    """b6 closes by itself; a7 is set right for an instant, and stands where he stood."""
    rig = board("draughts-russian", "B:Wc1,e1,h2:Ba7,e7,g7").hands("b6+ 115 a7- 55 a7+ 3000")
    rig.wait(ASKED.within_ms)
    assert rig.line == [], rig.story()


@pytest.mark.xfail(
    strict=True,
    reason="a stuck point behind two captures in turn is not weighed against a take-back",
)
def test_a_reply_from_a_silent_point_puts_nobody_back() -> None:
    """d6-e5; f4xd6, and f4 still feels him; e7xc5; b4xd6. All was at rest after the second."""
    rig = board("draughts-brazilian", "B:Wb4,f4,h2,a1:Bd6,e7,h8")
    rig.hands("d6- 400 e5+ 2500 d6+ 400 e5- 4000 e7- 500 c5+ 250 d6- 700 b4- 300 d6+ 350 c5- 4000")
    assert "d6-c5" not in rig.line, rig.story()
    asked = {text for question in rig.of(Question) for text in question.candidates}
    assert "d6-e5" in {*asked, *rig.line}, rig.story()


def test_a_man_on_his_way_has_not_settled_where_he_hardly_stood() -> None:
    """i2 is left after 285 ms; that i1 chatters then does not make it the end of the move.

    Found by `touchmove simulate --game xiangqi --faults worn --seed 210000552 --plies 40`.
    """
    rig = board("xiangqi", "3k5/9/9/9/9/9/8R/9/9/4K4 w - - 0 1")
    rig.hands("i3- 500 i2+ 285 i2- 310 i1+ 85 i1- 45 i1+ 45 i1- 700")
    assert rig.line == []
    rig.hands("i1+ 1500")
    assert_fair(rig, ["i3i1"])
