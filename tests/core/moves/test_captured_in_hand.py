"""Men exchanged in the hand over the board: the victim's point is never seen empty, and what follows must not make a crime of it."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty, Question
from controller.core.sensing.marks import Sensor
from rules.registry import game_by_name
from tests.core.moves.test_answered_in_haste import seen
from tests.core.policies import ASKED, SETTLED
from tests.core.rig import Rig
from tests.core.sensed import TELLING
from tests.core.sensors.test_one_sensor_more import answer

PAWN = "1n1akab2/9/9/1R7/2p3bn1/6B1p/4c1P1P/2CA5/5K3/5A3 w - - 3 33"
"""i3xi4 in the hand, e9-e8."""
TWO = "r2aka2r/6R2/8b/2p5p/2P1p1p2/p2N2P1P/2c6/4c3N/4AK3/2B2A3 b - - 2 23"
"""g5xg4 and d4xc6 in the hand, a9-a8."""
PAWN_TOO = "rn1qkb2/pbp2pr1/2P3Nn/1p1pp2p/6P1/8/PPNPPP1P/1RBQKB1R b Kq - 0 10"
"""f7xg6 in the hand, Bh3, b8xc6, whose victim is set aside on b6 for a while."""
ROOKS = "8/4p1b1/3p2p1/1P1k4/3P4/R2KP3/1P5r/8 b - - 1 40"
"""h2xb2, slid, in the hand; a3-a6; b2-e2."""
SLID = (
    "h2- 60 g2+ 45 g2-,f2+ 40 f2- 15 e2+ 49 e2- 66 c2+ 60 c2- 690 a3- 310 a6+ 600 "
    "b2- 110 c2+ 75 c2- 44 d2+ 62 d2- 59 e2+ 4000"
)
CANNON = "r2akabn1/9/n3b3r/p5p1p/2p1p4/2P6/P3P1PCP/B2c5/C6R1/RN1AKABc1 b - - 15 10"
"""h0xf0 in the hand."""
BISHOP = "r2qkbnr/ppp2ppp/2n5/3pp3/6b1/3P1N2/PPP1PPPP/RNBQKB1R b KQkq - 0 1"
"""g4xf3 in the hand."""
ASIDE = "1rb1r3/ppp3B1/n3p1kp/4p3/P2b3P/RP1PpP2/Q1P3P1/1N2K2R w - - 7 23"
"""g7xh6; the pawn is set aside on h5."""
MEN = "W:W24,26,32,34,36,38-43,45-47,49,50:B1-8,10,11,13,15-17,22,23"
"""41-37 is legal."""


def board(game: str, start: str | None, line: str) -> Rig:
    rules = game_by_name(game)
    rig = Rig(start, game=rules, rulebook=rules.rulebook.name)
    return rig.hands(f"1000 {line}")


@pytest.mark.law("XQ-5.8")
@pytest.mark.parametrize("tremble", ["", "135 e8- 40 e8+"])
def test_the_reply_tells_of_a_capture_in_hand_however_its_man_is_set_down(tremble: str) -> None:
    rig = board("xiangqi", PAWN, f"i3- 2160 e9- 300 e8+ {tremble} 4000")
    assert (rig.line, rig.odd) == (["i3i4", "e9e8"], []), rig.story()


@pytest.mark.law("XQ-5.8", "FIDE-7.4")
@pytest.mark.parametrize(
    ("game", "start", "line", "move", "then"),
    [
        pytest.param("xiangqi", TWO, "g5- 1600 d4- 2350 a9- 200 a8+ 4000", "g5g4", 1, id="two"),
        pytest.param("chess", ROOKS, SLID, "h2b2", 3, id="slid"),
        pytest.param(
            "chess", PAWN_TOO,
            "f7- 1700 f1- 250 h3+ 300 b8- 260 c6- 50 b6+ 180 c6+ 410 b6- 4000", "f7g6", 1,
            id="a victim set aside",
        ),
    ],
)  # fmt: skip
def test_captures_in_hand_with_what_hands_do_besides_are_asked_about(
    game: str, start: str, line: str, move: str, then: int
) -> None:
    rig = board(game, start, line)
    rig.wait(ASKED.within_ms)
    if move not in rig.line:
        assert move in rig.of(Question)[-1].candidates
        answer(rig, move)
        rig.wait(ASKED.within_ms)
    assert rig.odd == [], rig.story()
    assert rig.line[:then][0] == move, rig.story()
    assert len(rig.line) >= then


@pytest.mark.law("XQ-9.1.6", "XQ-9.2", "XQ-5.8")
def test_whom_the_opponent_touches_after_a_capture_in_hand_is_no_foul_of_the_captor() -> None:
    rig = board("xiangqi", CANNON, "h0- 290 a1- 265 a1+ 1300 a1- 330 c1+ 4000")
    assert not rig.of(Penalty)
    rig.answer_truly(["h0f0", "a1c1"], within_ms=ASKED.within_ms)
    assert (rig.line, rig.odd) == (["h0f0", "a1c1"], []), rig.story()


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize(("jolt", "press"), [("200 f3~34 90", "1400")])
def test_a_man_put_back_after_a_capture_in_hand_was_perhaps_not_taken(
    jolt: str, press: str
) -> None:
    rig = Rig(BISHOP, time_control="5:00").hands(f"1000 g4- {jolt} d1- 265 d1+ {press}")
    assert rig.odd == [], rig.story()
    rig.answer_truly(["g4f3"], within_ms=ASKED.within_ms)
    rig.hands("1000 d1- 330 d2+ 4000")
    assert rig.line == ["g4f3", "d1d2"], rig.story()


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize("sensor", TELLING)
def test_where_the_sensor_tells_who_stands_there_nobody_has_taken_his_place(sensor: Sensor) -> None:
    rig = seen(sensor, "g4 290 d1 265 d1=Q 3000", BISHOP)
    assert (rig.line, rig.questions, rig.odd) == ([], [], []), rig.story()


@pytest.mark.law("FIDE-7.5.1")
def test_where_nothing_else_can_be_taken_so_it_is_an_illegal_capture() -> None:
    rig = Rig("4k3/3q4/8/8/8/8/8/4K1N1 w - - 0 1").hands("1000 g1- 290 d7- 265 d7+ 4000")
    assert [law for law, _ in rig.odd] == ["FIDE-7.5.1"], rig.story()


@pytest.mark.law("DR-7.4.2")
def test_at_draughts_nobody_is_sure_whose_hand_put_back_a_man() -> None:
    rig = board("draughts-100", MEN, "41- 740 15- 700 15+ 3000")
    assert [(i.law, i.doubt) for i in rig.of(Irregularity)] == [("DR-7.4.2", "whose-hand")]


@pytest.mark.parametrize("aside_ms", [320, 500, 900])
@pytest.mark.parametrize("sensor", Sensor)
def test_a_victim_set_aside_where_the_captor_might_have_gone_is_no_question(
    sensor: Sensor, aside_ms: int
) -> None:
    rig = seen(sensor, f"g7 200 h6 60 h5=p 120 h6=B {aside_ms} h5 3000", ASIDE)
    assert (rig.line, rig.questions, rig.odd) == (["g7h6"], [], []), rig.story()


@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD])
def test_a_sensor_that_turns_a_man_over_makes_no_crime_of_a_move(sensor: Sensor) -> None:
    """a1 tells of a black man in the moment in which it told of the white rook last."""
    rig = seen(sensor, "e2 340 a1=p 600 e4=P 400 w! 3000")
    assert rig.odd == [], rig.story()
    assert rig.moves == ["e2e4"] or rig.questions == [["e2e4"]]


def test_another_move_that_was_seen_whole_answers_a_question_about_moves_that_it_rules_out() -> (
    None
):
    """21 feels a man by itself; then 20-25 is played."""
    rig = board("draughts-100", None, "32- 300 28+ 2000 21+ 1500")
    rig.hands("20- 500 25+ 4000")
    rig.wait(SETTLED.within_ms)
    assert (rig.stage, rig.line, rig.odd) == ("play", ["32-28", "20-25"], []), rig.story()


def test_one_of_the_moves_that_are_asked_about_is_not_answered_by_play() -> None:
    """White's reply fits either of them, and what Black might play otherwise has not been played."""
    rig = board("draughts-100", None, "32- 300 28+ 2000 21+ 1500 31- 500 27+ 6000")
    assert (rig.stage, rig.line) == ("question", ["32-28"]), rig.story()
