"""Two things fail in one move, or what was played behind a question tells more than its answer: then people are asked."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Question
from rules.registry import game_by_name
from tests.core.fair import accused, assert_fair
from tests.core.policies import ASKED, SETTLED
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import board, known_wrong
from tests.core.sensors.test_one_sensor_more import answer, suspects
from tests.core.session.test_arbiter_correct import read_back

SHAKEN = "W:Wa1,a3,b2,c1,c3,h2:Bb8,d8,e5,e7,f8,Kg1,h6,h8"
"""a3 feels a man always."""
HASTE = "rnb1kbr1/3p1p1p/6p1/qQp1pn2/2PP3P/1PN5/P3PPP1/R3KBNR b q - 2 11"
"""d6 feels nothing, and e3 closes by itself: f5d6, b5xb8."""
FAR = "r1b1kB1r/2p2pp1/p3p2p/8/2PP2n1/P4PP1/1n2P2P/2RQKBNR b Kkq - 0 13"
"""g4xh2 is made in a short moment; then f6 closes by itself."""


LAST = "W:Wa1,a5,a7,d2:Bb2,d8,f6,h6"
"""c3 tells nothing, and d8 feels a man always: a1:c3, d8-c7."""
FLIGHT = "r2qk2r/1pp2pp1/p1nb1n1p/3p2N1/3PP1b1/2N5/PPPB1PPP/R2QKB1R w KQkq - 0 1"
"""f3 closes by itself while d1 is on her way to g4."""


def candidates(rig: Rig) -> list[set[str]]:
    return [set(question.candidates) for question in rig.of(Question)]


@pytest.mark.parametrize("gone_ms", [200, 2300])
def test_of_two_men_in_the_air_either_may_have_been_set_down(gone_ms: int) -> None:
    """e3 loses its man; c3-d4, d6-c5, d2-c3 are played, which look like e3-d4 with c3 put back."""
    rules = game_by_name("draughts-russian")
    rig = Rig(None, game=rules, rulebook=rules.rulebook.name)
    rig.hands(f"1000 e3- {gone_ms} c3- 30 d4+ 1100 d6- 300 c5+ 840 d2- 20 c3+ 3000")
    assert rig.line == [], rig.story()
    assert {"e3-d4", "c3-d4"} <= candidates(rig)[-1]
    answer(rig, "c3-d4")
    assert rig.line == ["c3-d4", "d6-c5", "d2-c3"], rig.story()
    read_back(rig)


@pytest.mark.parametrize("hands", ["b5-,c4- 60 b5+,c4+", "b5- 450 c4- 470 c4+ 300 b5+"])
def test_men_put_back_one_by_one_or_jolted_are_no_capture(hands: str) -> None:
    rig = board("chess", "4k3/8/8/1p6/2P5/8/8/4K3 w - - 0 1")
    assert candidates(rig.hands(f"{hands} 6000")) == []
    assert rig.stage == "play"


def test_a_man_taken_as_soon_as_he_was_felt_is_taken() -> None:
    rig = board("chess", "4k3/8/8/8/4p3/8/5P2/4K3 w - - 0 1")
    rig.hands("f2- 150 f3+ 65 f3- 80 e4- 200 f3+ 3000")
    assert (rig.line, rig.of(Question)) == (["f2f3", "e4f3"], []), rig.story()


def test_of_three_men_knocked_over_no_sensor_is_to_blame() -> None:
    """g5 takes no man, though f6 is the first to be set right."""
    rig = board("chess", "4k3/8/5pp1/6B1/8/8/8/4K3 w - - 0 1")
    rig.hands("f6- 15 g5- 5 g6- 1150 f6+ 2500")
    assert (rig.line, candidates(rig), suspects(rig)) == ([], [], set()), rig.story()
    rig.hands("g5+ 300 g6+ 3000")
    assert_fair(rig, [])


@pytest.mark.parametrize(
    ("start", "hands", "made"),
    [
        (
            "4k3/8/R1n5/1p6/8/8/8/4K3 w - - 0 1",
            "c6- 320 b5-,a6- 42 b5+ 65 c6+ 680 w! 2000",
            "a6c6",
        ),
        ("4k3/8/2p5/1B6/8/8/8/4K3 w - - 0 1", "b5- 10 c6- 70 c6+ 60 d3+ 660 w! 2000", "b5d3"),
    ],
)
def test_one_who_is_jolted_as_a_man_is_lifted_beside_him_is_not_captured(
    start: str, hands: str, made: str
) -> None:
    """Every sensor is sound, and the man is set down 110 to 140 ms after he was lifted."""
    rig = Rig(start, time_control="90:00").hands(f"1000 {hands}")
    assert (rig.line, candidates(rig)) == ([made], []), rig.story()


def test_a_king_who_jolts_a_man_as_he_is_lifted_has_not_captured_him() -> None:
    """The kings are set in the centre, and a queen is jolted. Found by `--faults messy --seed 204000258`; every sensor is sound."""
    rig = Rig("rQ3b2/5k2/2p5/p7/P7/7R/1P1P1P2/1NB1qK2 w - - 1 21")
    rig.hands("1000 e1-,f1- 63 e1+ 185 d4+ 570 f7- 770 d4- 5 d5+ 25 d4+ 3000")
    assert rig.line == [], rig.story()


def test_captures_one_upon_the_other_wait_for_no_rest() -> None:
    """Qc1xd2, Qd1xd2, Ke8-d8, Qd2-b4 within a second. Found by `--faults blitz --seed 204000204`; every sensor is sound."""
    rig = Rig("rnb1kb1R/1pp1pp2/5n2/p2P2P1/8/PP6/3PPP2/RNqQKBN1 b q - 0 10")
    captures = "c1- 180 d2- 87 d2+ 99 d2- 174 d1- 5 d2+ 88 e8- 150 d8+ 67 d2- 216 b4+"
    rig.hands(f"1000 {captures} 200 c7- 169 c6+ 1040 f8- 176 h8- 155 f8+ 190 d8- 280 d7+ 2000")
    made = ["c1d2", "d1d2", "e8d8", "d2b4", "c7c6", "h8f8", "d8d7"]
    assert (rig.line, candidates(rig)) == (made, []), rig.story()


def test_a_man_jolted_for_a_moment_where_one_is_set_down_is_no_capture() -> None:
    rig = Rig(FLIGHT).hands("1000 d1- 250 f3+ 150 g4- 100 g4+ 1500")
    assert (rig.line, candidates(rig)) == (["d1f3"], [])


def test_a_jolt_that_a_broken_sensor_felt_too_is_no_jolt_from_nowhere() -> None:
    """a3 and b2 are shaken while a3-b4 is played; a3 still feels its man, or c3 does."""
    rig = board("draughts-russian", SHAKEN)
    rig.hands("a3-,b2- 60 a3+,b2+ 510 b4+ 3000")
    assert_fair(rig, ["a3-b4"])


def test_what_came_after_a_move_that_people_name_may_be_the_reply() -> None:
    """a1:c3 is confirmed. c7 felt somebody after it: d8-c7, or nobody; but no longer was c7 felt by itself for sure."""
    rig = board("draughts-russian", LAST)
    known_wrong(rig, "c3+")
    rig.hands("a1- 1120 b2- 3400 c7+ 1500")
    assert_fair(rig, ["a1:c3"], ["a1:c3", "d8-c7"])


def test_an_answer_that_began_before_the_move_landed_leaves_the_move_in_doubt() -> None:
    rig = board("chess", HASTE)
    rig.hands("f5- 1676 b8- 44 e3+ 520 b5- 60 b8+ 3000")
    rig.wait(SETTLED.within_ms)
    assert accused(rig) == []
    assert rig.line[:1] in ([], ["f5e3"]), rig.story()


def test_a_jolt_far_from_a_man_in_the_hand_who_captures_there_may_be_the_capture() -> None:
    rig = board("chess", FAR)
    rig.hands("g4- 290 h2- 80 h2+ 3100 f6+ 3000")
    assert_fair(rig, ["g4f6"], ["g4h2"])


@pytest.mark.law("DR-7.4.2")
@pytest.mark.parametrize(
    ("reply_ms", "line"), [(600, ["g7-e1", "a3-b4"]), (4000, ["g7-e1", "a3-b4"])]
)
def test_a_reply_made_before_anybody_was_told_accepts_no_move_that_no_man_makes(
    reply_ms: int, line: list[str]
) -> None:
    """g7 is lifted and e1 closes: another way than men go. It may have been g7-h6."""
    rig = board("draughts-russian", "B:Wa3,c1:Bg7,b8,h8")
    rig.hands(f"g7- 1500 e1+ {reply_ms} a3- 400 b4+ 3000")
    rig.wait(SETTLED.within_ms)
    assert rig.line in ([], line), rig.story()
    (found,) = rig.of(Irregularity)
    assert (found.law, found.doubt) == ("DR-7.4.2", "two-men")


def test_one_who_touched_his_point_is_set_down_there() -> None:
    """The queen jolts f7 on her way, touches h8, and is taken there: she has not captured f7.

    Found by `touchmove simulate --game chess --faults worn --seed 198000391 --plies 40`; every sensor is sound.
    """
    rig = board("chess", "rq6/p2kpp2/2np4/p6Q/8/8/8/6K1 w - - 0 1")
    rig.hands("h5- 620 g8+,f7- 95 f7+ 160 h8+,g8- 15 h8- 110 h8+ 650 h8- 560 b8- 700 h8+ 1500")
    assert_fair(rig, ["h5h8", "b8h8"])


def test_one_who_is_jolted_just_as_a_man_is_lifted_is_not_exchanged_for_him() -> None:
    """Be7-d6 jolts f6; Bf8xd6 begins 89 ms after it. Found by `--faults blitz --seed 204000668`; every sensor is sound."""
    start = "r1bqkb1r/n3Bp1p/p1p2np1/P7/4p1PP/5N1R/P1PP1P2/RN1QK3 w Qkq - 0 10"
    rig = Rig(start).hands("1000 e7-,f6- 57 f6+ 200 d6+ 89 d6- 260 f8- 177 d6+ 2000")
    rig.wait(ASKED.within_ms)
    assert "e7f6" not in rig.line
    assert "e7d6" in {*rig.line, *rig.questions[0]}, rig.story()


@pytest.mark.parametrize("then", ["1500", "200 w! 1500"])
@pytest.mark.parametrize(
    "hands",
    [
        "d1- 250 f3+ 250 g4- 500 g4+",
        "d1- 150 f3+ 700 g4- 300 g4+",
        "d1- 250 e2+ 250 g4- 500 g4+",
    ],
)
def test_a_point_that_closes_while_a_man_is_on_his_way_to_a_capture(hands: str, then: str) -> None:
    rig = Rig(FLIGHT, time_control="90:00").hands(f"1000 {hands} {then}")
    seemed = "d1" + hands.split()[2].rstrip("+")
    assert_fair(rig, ["d1g4"], [seemed])


@pytest.mark.parametrize("hands", ["g4- 300 f3- 200 f3+ 300", "g4- 1300"])
def test_whoever_could_have_been_taken_may_reply(hands: str) -> None:
    """Once he takes himself, or has been off for longer than a capture takes, the move has been replied to."""
    rig = Rig(FLIGHT).hands(f"1000 d1- 300 f3+ 300 {hands}")
    assert_fair(rig, ["d1f3"], ["d1f3", "g4f3"])
