"""A question that what is played since answers, weighed as a whole with what was seen before it."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import CHESS, Rig

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
    assert (rig.moves, [set(found) for found in rig.questions]) == ([], [{"g8e7", "g8h6"}])
    assert rig.command("arbiter", "answer", move="g8e7")
    rig.hands("1000")
    behind = [text for _, made in GONE_ON[:plies] for text in made]
    assert (rig.moves, rig.odd) == (["g8e7", "d4e5", *behind], []), rig.story()
    assert rig.stage == "play"
