"""While nobody looked at the board, or at a part of it, several plies may have been made: then it is asked which came first."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from rules.xiangqi import XIANGQI
from tests.core.fair import assert_fair, assert_told_by_people
from tests.core.rig import Rig

ROOK_AND_PAWN = "2ba1a3/9/4k3b/9/P3P1p2/8P/6P2/4p3B/3KR4/5A3 w - - 0 32"
QUEEN = "4k3/8/8/2p5/8/8/8/3QK3 w - - 0 1"
TAKER = "rn2kbnr/pbqppp1p/1pp3p1/7Q/3P4/4P1PN/PPPB1P1P/RN2KB1R b KQkq - 0 6"


RUSSIAN = game_by_name("draughts-russian")


def unseen(rig: Rig, ms: int, *points: str) -> Rig:
    """No scans are made for a while; after it these points show the opposite."""
    rig.levels ^= sum(1 << rig.game.index[point] for point in points)
    rig.gap(ms)
    return rig


CANNON = "2ba1a3/4k4/1r6b/6p2/2P1P4/9/P5PRP/B8/9/3AKAB2 b - - 3 16"


@pytest.mark.parametrize("ms", [800, 1500, 3000])
@pytest.mark.parametrize("look", ["before", "short"])
def test_who_answers_after_the_landing_or_in_a_short_gap_is_followed(look: str, ms: int) -> None:
    rig = Rig(CANNON, game=XIANGQI, rulebook="xiangqi-cxa").hands("1000 b7- 200")
    if look == "before":
        unseen(rig, ms, "c7").hands("60 c5- 400 c6+ 2000")
    else:
        unseen(rig, ms // 5, "c5").hands("50 c7+ 400 c6+ 2000")
    assert (rig.line, rig.questions) == (["b7c7", "c5c6"], []), rig.story()


@pytest.mark.parametrize("held", [500, 914])
@pytest.mark.parametrize("pause", [140, 700, 2000])
def test_a_reply_that_fits_both_answers_tells_nothing(pause: int, held: int) -> None:
    """Two moves of Red and one of Black: both orders leave the same position, and mess is what fits neither."""
    rig = Rig(ROOK_AND_PAWN, game=XIANGQI, rulebook="xiangqi-cxa").hands("1000")
    unseen(rig, 2346, "e1", "i1", "d9", "e8", "i4", "i5")
    rig.hands(f"{pause} e7- {held} f7+ 2240 i1- 500 i0+ 3300")
    assert_told_by_people(rig, ["e1i1", "d9e8", "i4i5", "e7f7", "i1i0"])


@pytest.mark.parametrize("lifted_before", [False, True])
def test_captured_in_a_gap_and_gone(*, lifted_before: bool) -> None:
    """f6-e5, d4:f6, e7:g5 while nobody looks: f6-g5 leaves d4 and e7 unexplained, and is not made without asking."""
    start = "B:Wa1,a3,b2,c1,c3,d2,d4,e1,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"
    rig = Rig(start, game=RUSSIAN, rulebook="draughts-russian").hands("1000")
    points = ["f6", "d4", "e7", "g5"]
    if lifted_before:
        rig.hands(f"{points.pop(0)}- 200")
    unseen(rig, 7000, *points).hands("2000")
    rig.hands("g3- 500 f4+ 3000")
    assert_told_by_people(rig, ["f6-e5", "d4:f6", "e7:g5", "g3-f4"])


def test_one_who_was_captured_in_a_gap_is_not_forgotten() -> None:
    """After h6-g5, a3-b4 and c5:a3 in a gap all that is seen but h6-g5 is that c5 has gone: f2-g3 is no move of its own."""
    start = "B:Wa1,a3,b2,c1,d2,d4,e1,e3,f2,g1,h2:Ba7,b6,b8,c5,c7,d8,f6,f8,g7,h6,h8"
    rig = Rig(start, game=RUSSIAN, rulebook="draughts-russian").hands("1000")
    unseen(rig, 4000, "h6", "g5", "c5").hands("1500 f2- 400 g3+ 1500")
    assert_told_by_people(rig, ["h6-g5", "a3-b4", "c5:a3", "f2-g3"])


def test_two_plies_at_points_that_cannot_be_read() -> None:
    """c5-d4 and a3-b4 end, or begin, where nothing can be read; then d8-e7 is seen, and is no move while a3 is unexplained."""
    rig = Rig("B:Wa3,g1:Bc5,d8", game=RUSSIAN, rulebook="draughts-russian")
    rig.hands(
        "1000 a5,c5,e5,g5,b4,d4,f4,h4?60000 500 c5- 500 d4+ 1000 a3- 500 b4+ 1500 d8- 500 e7+"
    )
    rig.hands("10000")
    rig.hands("50000 1000 g1- 500 f2+ 3000")
    assert_told_by_people(rig, ["c5-d4", "a3-b4", "d8-e7", "g1-f2"])


def test_a_question_about_a_gap_names_what_was_made_in_it() -> None:
    """h6-g5, f4:h6 and f6-e5: at h6 a man stands as before. No wrong sensor is thought of without that."""
    start = "B:Wa1,a3,b2,c1,c3,d2,e1,f2,f4,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"
    rig = Rig(start, game=RUSSIAN, rulebook="draughts-russian").hands("1000")
    unseen(rig, 5000, "f4", "f6", "e5").hands("2000 d2- 500 e3+ 3000")
    assert_told_by_people(rig, ["h6-g5", "f4:h6", "f6-e5", "d2-e3"])


@pytest.mark.parametrize("ms", [800, 3000])
@pytest.mark.parametrize("pause", [20, 400])
@pytest.mark.parametrize(
    ("game", "start", "hands"),
    [("xiangqi", CANNON, "b7 c5 c7"), ("chess", QUEEN, "d1 c5 c2")],
)
def test_more_plies_than_can_be_told(
    game: str, start: str, hands: str, pause: int, ms: int
) -> None:
    """A man is off who went before the other was set down: one who answers lifts him later; more was played, perhaps."""
    origin, gone, target = hands.split()
    rig = Rig(start, game=game_by_name(game), rulebook=game_by_name(game).rulebook.name)
    rig.hands(f"1000 {origin}- 200")
    unseen(rig, ms, gone).hands(f"{pause} {target}+ 3000")
    assert_told_by_people(rig, [f"{origin}{target}"])


@pytest.mark.parametrize(
    "reply",
    [
        "h5- 15 g5+ 50 g5- 15 f5+ 50 f5- 15 e5+ 50 e5- 15 d5+ 50 d5- 15 c5+ 50 c5- 15 b5+ 25 / b5 a5",
        "h5- 400 a5+ 300 /",
        "h5- 600 / a5",
    ],
)
def test_nobody_answers_a_capture_that_only_a_later_gap_can_hide(reply: str) -> None:
    """c7 is off, and his opponent moves; if c7:g3 was made in a moment without scans, it was made after that."""
    rig = Rig(TAKER).hands("1000 c7- 4000")
    before, after = reply.split("/")
    rig.hands(before)
    unseen(rig, 195, *after.split()).hands("6000")
    assert_fair(rig, ["c7g3", "h5a5"])


@pytest.mark.parametrize("reply", ["h5- 400 a5+", "h5- 15 g5+ 50 g5- 15 f5+ 50 f5- 15 e5+ 50 e5- 15 d5+ 50 d5- 15 c5+ 50 c5- 15 b5+ 50 b5- 15 a5+"])  # fmt: skip
def test_nor_does_a_reply_tell_of_it_once_it_is_asked_about(reply: str) -> None:
    """c7 may as well stand where no sensor feels him; a man who slides over many points is no stranger for it."""
    rig = unseen(Rig(TAKER).hands("1000 c7- 3500"), 135).hands("2000")
    rig.hands(f"{reply} 4000")
    assert_fair(rig, ["c7g3", "h5a5"])


@pytest.mark.parametrize("pause", [0, 2000])
def test_a_capture_between_two_scans_is_told_by_the_reply(pause: int) -> None:
    """c7 takes g3 in one moment; nobody else could be taken so."""
    rig = unseen(Rig(TAKER).hands("1000"), 195).hands(f"{pause} c7- 800 h5- 400 a5+ 6000")
    assert_fair(rig, ["c7g3", "h5a5"])
