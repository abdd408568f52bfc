"""A question that what is played since answers, weighed as a whole with what was seen before it."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.fair import accused, assert_fair, assert_told_by_people
from tests.core.rig import CHESS, Rig

EXCHANGE = "r5n1/8/Pp2k3/8/P3p2r/N3P2q/2K5/3R1BN1 b - - 0 29"
RETAKEN = "rnb5/1pppk3/4p2p/p3P2N/B1N1P3/1PPP4/2K5/R4R2 w - - 1 25"
LOST_KING = "rn1akabnr/9/4bc3/4p1C1p/p7C/9/P1P1c1P1P/9/9/RNBAKABNR b - - 1 7"
CHARIOTS = "1n1a1Rbn1/4k4/5C3/p8/2C6/7c1/P3r4/2R1B4/5K3/1NB5r w - - 6 23"


XIANGQI = game_by_name("xiangqi")
RUSSIAN = game_by_name("draughts-russian")
DRAUGHTS = game_by_name("draughts-100")
QUEENING = "4k3/8/8/8/8/8/2p4P/3K4 w - - 0 9"
CANNON = "r1b1ka1nr/4a4/4b4/p1C1p1p1p/9/9/P1P1P1c1P/cC4N2/R3R4/1N1AKAB2 w - - 0 11"

# Both lift their men at once, or nearly so; and set them down one after the other.
LIFTED_AT_ONCE = [
    (CHESS, "e2", "e4", "e7", "e5", "g1- 250 f3+", "g1f3"),
    (CHESS, "d2", "d4", "g8", "f6", "c2- 250 c4+", "c2c4"),
    (XIANGQI, "h2", "e2", "h9", "g7", "h0- 250 g2+", "h0g2"),
    (DRAUGHTS, "32", "28", "19", "23", "28- 250 23- 100 19+", "28x19"),
    (RUSSIAN, "c3", "d4", "f6", "g5", "b2- 250 c3+", "b2-c3"),
]


@pytest.mark.law("FIDE-4.3.1", "XQ-5.1", "DR-5.11")
@pytest.mark.parametrize("pace", [300, 900, 2500])
@pytest.mark.parametrize("apart", [20, 45])
@pytest.mark.parametrize("case", LIFTED_AT_ONCE, ids=lambda c: f"{c[0].name} {c[6]}")
def test_men_lifted_at_once_by_both_are_told_apart_by_the_next_move(
    case: tuple[object, ...], apart: int, pace: int
) -> None:
    game, origin, target, man, place, next_hands, text = case
    rig = Rig(game=game, rulebook=next(iter(game.rulebooks)))  # type: ignore[arg-type, attr-defined]
    rig.hands(f"1000 {origin}- {apart} {man}- {290 - apart} {target}+ 130 {place}+")
    rig.hands(f"{pace} {next_hands} 5000")
    assert (rig.line[2:], rig.stage, rig.odd) == ([text], "play", []), rig.story()


@pytest.mark.law("FIDE-4.4.4")
@pytest.mark.parametrize("pace", [300, 1500])
def test_a_new_queen_felt_just_after_the_press_before_the_pawn_is_off(pace: int) -> None:
    rig = Rig(QUEENING, settings=None).hands("1000 d1- 140 e2+ 80 w! 10 c1+ 100 c2- 80 b!")
    rig.hands(f"{pace} h2- 250 h3+ 1500")
    assert (rig.line, rig.odd) == (["d1e2", "c2c1q", "h2h3"], []), rig.story()


@pytest.mark.law("XQ-5.3")
@pytest.mark.parametrize("pace", [300, 1500])
def test_a_capture_begun_long_before_the_move_landed_and_pressed(pace: int) -> None:
    rig = Rig(CANNON, game=XIANGQI, rulebook=next(iter(XIANGQI.rulebooks)))
    rig.hands("1000 b2- 140 a2- 110 c2+ 70")
    rig.press(rig.game.sides[0])
    rig.hands("50 g2- 140 g2+ 90")
    rig.press(rig.game.sides[1])
    rig.hands(f"{pace} c2- 250 c1+ 1500")
    assert (rig.line, rig.odd) == (["b2c2", "a2g2", "c2c1"], []), rig.story()


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("pace", [600, 1800, 2500])
def test_a_reply_before_the_question_is_not_forgotten_when_its_man_goes_back(pace: int) -> None:
    """Black's rook went to g3, which is silent; White's rook answered, and in the end stands where it stood."""
    rig = Rig("7k/6r1/8/4P3/P2R1p2/8/4K3/5B2 b - - 0 38")
    rig.hands(f"1000 g7- 1500 d4- 400 d1+ {pace} g1+ 3000 d1- 500 d4+ 3000")
    assert (rig.line, len(rig.questions), rig.stage) == ([], 1, "question"), rig.story()


KNIGHT = "rnbqkbnr/pppp1ppp/8/4p3/3P4/5P1N/PPP1P1PP/RNBQKB1R b KQkq - 1 3"
AT_TWO = "1000 g8- 400 e7+ 130 h6+ 200 b! 1200 d4- 200 e5- 250 e5+ 900 w! 1500 "
GONE_ON = [
    ("b8- 260 a6+ 400 b! 900 c2- 300 c3+ 400 w! 900 ", ["b8a6", "c2c3"]),
    ("c7- 300 c6+ 400 b! 900 c1- 300 f4+ 400 w! 900 ", ["c7c6", "c1f4"]),
    ("d7- 300 d5+ 400 b! 900 f4- 300 g5+ 400 w! 900 ", ["d7d5", "f4g5"]),
]


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("silent", ["", "1000 h6- 1000 "])
@pytest.mark.parametrize("plies", [1, 2, 3])
def test_of_two_points_that_feel_a_man_the_other_was_made_up_whichever_it_is(
    silent: str, plies: int
) -> None:
    """The one that felt nobody is left out behind the answer as well as the other would be."""
    rig = Rig(KNIGHT, time_control="5:00").hands(AT_TWO)
    rig.hands("".join(hands for hands, _ in GONE_ON[:plies]) + silent + "1000")
    behind = [text for _, made in GONE_ON[:plies] for text in made]
    assert_told_by_people(rig, ["g8e7", "d4e5", *behind])


@pytest.mark.law("FIDE-4.3.3")
@pytest.mark.parametrize("after", [4500, 9000])
def test_a_man_retaken_where_only_one_answer_lets_him_be(after: int) -> None:
    """The exchange took no longer than a jolt; after a4c6 the knight could not have come to d7."""
    rig = Rig(RETAKEN).hands(f"1000 a4- 30 d7- 100 d7+ 120 b8- 140 d7- 140 d7+ {after}")
    assert_fair(rig, ["a4d7", "b8d7"])


@pytest.mark.law("FIDE-4.3.1")
def test_a_man_held_for_long_is_answered_by_people_where_the_reply_began_before_he_landed() -> None:
    """The queen takes b8: she may have answered another move of the knight, which no sensor felt."""
    start = "rnb1kbr1/3p1p1p/6p1/qQp1pn2/2PP3P/1PN5/P3PPP1/R3KBNR b q - 2 11"
    rig = Rig(start).hands("1000 f5- 1680 b8- 50 e3+ 500 b5- 70 b8+ 1800 f7- 550 f6+ 9000")
    assert accused(rig) == [], rig.story()
    assert rig.line[:1] in ([], ["f5e3"])


@pytest.mark.law("FIDE-4.3.1")
@pytest.mark.parametrize("early", [210, 400, 700])
@pytest.mark.parametrize("held", [1500, 4000])
def test_a_reply_taken_up_while_a_man_is_held_for_long_is_told_by_what_is_played_on(
    held: int, early: int
) -> None:
    """Who has only his own man in the hand may wait until he has seen where the other goes."""
    line = f"1000 e2- {held - early} e7- {early} e4+ 600 e5+ 1200 g1- 500 f3+ 1500 b8- 500 c6+"
    rig = Rig().hands(f"{line} 1500 f1- 500 c4+ 3000")
    assert_fair(rig, ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4"])


@pytest.mark.law("FIDE-4.3.3")
@pytest.mark.parametrize("dip", [41, 45, 49])
def test_an_exchange_in_a_moment_is_answered_by_the_finished_reply(dip: int) -> None:
    rig = Rig(EXCHANGE).hands(f"1000 a8- 95 a6- {dip} a6+ 155 f1- 135 a6- 125 a6+ 5000")
    assert_fair(rig, ["a8a6", "f1a6"])


@pytest.mark.law("XQ-5.1")
@pytest.mark.parametrize("count", [3, 4, 5])
def test_all_that_was_played_while_a_sensor_had_lost_a_man_follows_the_answer(count: int) -> None:
    """Nobody holds his king in the hand while both sides play on. Without a clock, i5 was perhaps only jolted."""
    plies = ["g6- 500 g5+", "e6- 680 e5+", "c3- 480 c4+", "f7- 290 f2+", "c4- 580 c5+"][:count]
    rig = Rig(LOST_KING, game=XIANGQI, rulebook="xiangqi-cxa")
    rig.hands(f"1000 e9- 1700 i6- 155 i5- 510 i5+ 3000 {' 900 '.join(plies)} 1500")
    assert_told_by_people(rig, ["i6i5", *("g6g5", "e6e5", "c3c4", "f7f2", "c4c5")[:count]])


@pytest.mark.law("XQ-5.2")
@pytest.mark.parametrize("jolted", [40, 65, 100])
def test_a_jolt_in_the_middle_of_the_next_capture_answers_nothing(jolted: int) -> None:
    """While he is off it looks as if two men were being taken, which no legal capture does."""
    rig = Rig(CHARIOTS, game=XIANGQI, rulebook=next(iter(XIANGQI.rulebooks)))
    rig.hands("1000 g9- 125 f9- 140 d9- 65 d9+ 165 g9+ 1770 e3- 230 a3- 250 a3+ 850")
    rig.hands(f"d9- 165 c5- {jolted} c5+ 520 g9- 195 d9+ 1500")
    assert_fair(rig, ["f9g9", "e3a3", "g9d9"])


def test_what_was_odd_before_the_question_excuses_nothing_once_it_is_explained() -> None:
    """d2d3 with the victim set aside on d4 for a moment, or d2d4 and c4xd3 en passant: both leave the same position for ever."""
    rig = Rig("4k3/8/8/8/p1p5/8/1P1P4/4K3 w - - 0 1")
    rig.hands(
        "2000 d2- 225 d3+ 205 d3- 175 f3+ 345 f3- 140 e3+ 270 e3- 360 d4+ 445 c4- 130 d4- 170 d3+ 3700"
    )
    rig.hands("b2- 140 b4+ 355 a4- 165 b3+ 55 b4- 1480 b3- 400 b3+ 4000")
    assert_told_by_people(rig, ["d2d4", "c4d3", "b2b4", "a4b3"])
