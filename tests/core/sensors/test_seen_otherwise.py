"""What was seen may have come of another move: gaps, points that close by themselves, several sensors that have failed."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from tests.core.fair import accused, assert_fair, assert_told_by_people
from tests.core.go.test_go_tracking import hands, position
from tests.core.policies import SETTLED
from tests.core.sensors.test_behind_blind_points import board, known_wrong
from tests.core.sensors.test_instead import candidates
from tests.core.sensors.test_one_sensor_more import answer
from tests.core.session.test_arbiter_correct import read_back

CANNON = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/4C2C1/9/RNBAKABNR b - - 1 1"
"""c7 closes by itself as h7 is lifted to capture h0."""
ON_HIS_WAY = "W:Wa1,a5,c1,d2,d4,e1,e3,f2,g1,g3,h2:Ba7,b8,c5,c7,d6,e7,f8,g5,g7,h6,h8"
"""d4:h4 takes c5, c7, e7 and g5, and c7 still feels its man. The man becomes a king on d8."""
LAST = "B:Wb2,b4,e1,e3,g1,h2:Bc7,f4,h8"
"""f4:d2, past two points that tell nothing."""


IN_A_GAP = "rnbqkbnr/pppp2pp/4p3/5p2/1PPP4/8/P3PPPP/RNBQKBNR b KQkq - 0 3"
"""d6 feels nothing: f8d6, which may have been f8xb4 in a gap."""


def test_a_man_held_after_a_gap_answers_by_being_set_down() -> None:
    rig = board("chess", IN_A_GAP)
    rig.hands("gap:300 f8- 5000 e7+ 700 h2- 400 h3+ 3000")
    assert (rig.line, rig.stage) == (["f8e7", "h2h3"], "play"), rig.story()
    read_back(rig)


def test_stones_felt_in_one_moment_may_be_one_though_a_gap_ends_with_them() -> None:
    rig = hands("gap:400 c8+,d8+ 1 c8- 5 c8+ 3000")
    assert candidates(rig) == [{"c8", "d8"}], rig.story()


@pytest.mark.law("DR-7.4.2")
@pytest.mark.parametrize(("goes", "line"), [("f8", []), ("d6", ["b4-d6", "h8-g7"])])
def test_a_reply_made_before_anybody_was_told_accepts_no_man_that_goes_as_far_as_a_king(
    goes: str, line: list[str]
) -> None:
    """f8 closes by itself after b4-a5, which a5 does not feel; or b4 goes to d6 against the law."""
    rig = board("draughts-brazilian", "W:Wb4,g1:Bh8,h6")
    rig.hands(f"b4- 870 {goes}+ 1100 h8- 100 g7+ 3000")
    assert rig.line == line, rig.story()


def test_a_man_who_stood_on_where_he_was_has_not_landed_elsewhere() -> None:
    """The move e5 and the one of d4 before it are taken back; for a moment it looks like d4xf6."""
    rig = board("draughts-brazilian", "W:Wd4,a1:Be5,e7,h8")
    rig.hands("e5- 21 d4- 96 d4+ 300 f6+ 475 d4- 900 f2+ 3000")
    assert rig.line == [], rig.story()


def test_nobody_is_accused_while_the_rest_of_a_capture_cannot_be_read() -> None:
    """28x30 over 33, 39 and 34, which cannot be read once the man has come to 39."""
    rig = board("draughts-100", "B:W33,34,45:B28,1")
    rig.hands("28- 300 39+ 100 30,33,34,39?2000 500 39-,33-,34-,30+ 6000")
    assert (rig.of(Irregularity), rig.line) == ([], ["28x30"]), rig.story()


@pytest.mark.parametrize("on", ["h2- 400 h3+ 3000", "g1- 300 f3+ 3000"])
def test_a_reply_does_not_answer_whether_a_capture_was_made_in_a_gap(on: str) -> None:
    rig = board("chess", IN_A_GAP)
    rig.hands("gap:300 f8- 5000")
    rig.hands(on)
    assert_fair(rig, ["f8b4", on[:2] + on.split()[2][:2]])


@pytest.mark.parametrize("held_ms", [250, 900])
def test_a_man_lifted_by_whom_he_may_be_captured_is_no_reply(held_ms: int) -> None:
    rig = board("xiangqi", CANNON)
    rig.hands(f"c7+ 60 h7- 400 h0- {held_ms} h0+ 3000")
    assert_told_by_people(rig, ["h7h0"])


def test_what_is_left_of_a_capture_may_be_felt_by_one_sensor_only_though_its_king_is_crowned() -> (
    None
):
    rig = board("draughts-russian", ON_HIS_WAY)
    rig.hands("d4- 620 d8+ 80 d8- 270 f6+ 70 f6- 690 h4+ 280 g5- 270 e7- 900 c5- 380 h4- 280 h4+")
    rig.hands("1550 g7- 650 f6+ 3000")
    assert_fair(rig, ["d4:h4", "g7-f6"])


@pytest.mark.parametrize("wrong", [[], ["g1-"], ["g1-", "a7-"]])
def test_beside_two_bad_sensors_no_third_is_blamed_without_asking(
    wrong: list[str],
) -> None:
    """c3-d4 is played, and the sensor of g3 has lost its man."""
    rig = board("draughts-russian", "W:Wc3,g1,g3,h2:Ba7,h8,f8")
    for each in wrong:
        known_wrong(rig, each)
    rig.hands("g3- 5000 c3- 400 d4+ 6000")
    assert_fair(rig, ["c3-d4"])


@pytest.mark.parametrize(
    ("game", "start", "wrong", "off", "made"),
    [
        ("draughts-russian", LAST, ["d2+ 5000 d2-", "e3-"], "f4", "f4:d2"),
    ],
    ids=["past-known-points"],
)
def test_a_man_who_is_off_for_too_long_may_be_part_of_a_move_that_nobody_felt(
    game: str, start: str, wrong: list[str], off: str, made: str
) -> None:
    rig = board(game, start)
    for each in wrong:
        known_wrong(rig, each)
    rig.hands(f"{off}- 19000")
    assert candidates(rig) == [], rig.story()
    assert_fair(rig, [made])


@pytest.mark.law("DR-7.7")
@pytest.mark.parametrize("reply_ms", [300, 4000])
def test_beside_a_bad_sensor_what_no_man_does_stands_only_with_its_reply(reply_ms: int) -> None:
    """c3 goes to c5, as no man goes."""
    rig = board("draughts-russian", "W:Wc3,g1,h2:Ba7,h8,f8")
    known_wrong(rig, "h2-")
    rig.hands(f"c3- 300 c5+ {reply_ms} a7- 300 b6+ 3000")
    rig.wait(SETTLED.within_ms)
    assert rig.line in ([], ["c3-c5", "a7-b6"]), rig.story()


@pytest.mark.parametrize("both", [True, False])
@pytest.mark.parametrize(("first", "then"), [("a4", "b5"), ("b5", "a4")])
def test_of_two_stones_that_come_while_neither_can_be_read_either_may_be_first(
    first: str, then: str, *, both: bool
) -> None:
    """Or only one was played, and the other has fallen on the board."""
    rig = hands("a4,b5?400 200 a4+,b5+ 3000")
    assert candidates(rig) == [{"a4", "b5"}], rig.story()
    answer(rig, first)
    rig.hands("1000")
    assert candidates(rig)[1:] == [{then}], rig.story()
    answer(rig, then if both else "none")
    rig.hands("1000 g8+ 3000" if both else f"1000 {then}- 1000 g8+ 3000")
    assert rig.line == [first, *[then] * both, "g8"], rig.story()


GONE_ON = pytest.mark.xfail(
    strict=True, reason="a stone lost by its sensor just before the reply looks like one moved on"
)


@pytest.mark.parametrize(
    ("line", "asked"),
    [
        pytest.param("c5+ 540 c5- 112 g8+ 3000", [{"c5", "g8"}], marks=GONE_ON),
        ("c5+ 540 c5- 112 c6+ 3000", []),
        ("c5+ 540 c5- 300 c6+ 3000", []),
        ("c5+ 300 c5- 112 g8+ 3000", []),
        ("c5+ 100 c5- 1200 g8+ 3000", []),
    ],
    ids=["in-an-instant", "beside", "set-right", "not-released", "crossed"],
)
def test_a_stone_that_no_hand_carried_to_where_the_next_is_felt_may_have_been_played(
    line: str, asked: list[set[str]]
) -> None:
    rig = hands(line)
    if not asked:
        assert rig.line in ([], [line.split()[-2].rstrip("+")]), rig.story()
        return
    assert candidates(rig) == asked, rig.story()
    answer(rig, "c5")
    assert rig.line == ["c5", "g8"]


def test_what_is_seen_already_does_not_answer_whether_a_capture_was_made_that_nobody_saw() -> None:
    """d6 feels nothing: d8d6, f7xd6. It looks as if d8 had taken d5 in an instant, and White were about to reply."""
    rig = board("chess", "1k1r4/pp2pNpp/8/3P4/1n6/2PP1P2/P4P1P/1BKR4 b - - 0 1")
    rig.hands("d8- 10 d7+ 25 d7- 2130 f7- 4500")
    assert_fair(rig, ["d8d6", "f7d6"])


@pytest.mark.parametrize(("wrong", "unread_ms"), [("", 600), ("", 400), ("a7-", 600)])
def test_a_capture_at_a_point_that_could_not_be_read_is_asked_about(
    wrong: str, unread_ms: int
) -> None:
    """e4xd5 is made while d5 cannot be read, or e4-e5, and e5 feels nothing.

    On a board of sound sensors, and for so long that a hand may have exchanged the men, it is no question.
    """
    rig = board("chess", "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2")
    if wrong:
        known_wrong(rig, wrong)
    rig.hands(f"d5?{unread_ms} 100 e4- 1500 g8- 300 f6+ 3000")
    assert_fair(rig, ["e4d5", "g8f6"], ["e4e5", "g8f6"])


@pytest.mark.law("DR-7.4.14")
@pytest.mark.parametrize(("on", "replies"), [("g1- 300 h2+ 3000", ["g1-h2"])])
def test_no_reply_accepts_that_a_man_is_gone_whom_a_sensor_may_have_lost(
    on: str, replies: list[str]
) -> None:
    """d8 is lost by its sensor after a capture, and White plays on after it was told."""
    rig = board("draughts-russian", "B:Wd4,g1:Bc5,d8,h8")
    rig.hands("c5- 300 e3+ 300 d8- 150 d4- 2500")
    rig.hands(on)
    rig.wait(SETTLED.within_ms)
    assert accused(rig) == [], rig.story()
    assert rig.line in ([], ["c5:e3"], ["c5:e3", *replies])


@pytest.mark.parametrize("apart", ["", " 100"])
def test_a_man_felt_at_his_old_point_as_another_lands_may_have_landed_himself(apart: str) -> None:
    """b8-c7, by which b8 closes too, after d8 has lost its man; or d8-c7 after a touch of b8."""
    rig = board("draughts-brazilian", "B:Wa1,c1,e1:Bb8,d8,h8")
    rig.hands(f"d8- 2000 b8- 300 b8+{apart or ','}{apart and ' '}c7+ 3000")
    assert_fair(rig, ["d8-c7"], ["b8-c7"])


@pytest.mark.parametrize("quiet_ms", [15_000])
def test_men_of_both_sides_who_are_off_for_too_long_are_asked_about(quiet_ms: int) -> None:
    """b6c6 and b8xc6, and c6 feels nothing."""
    rig = board("chess", "1n5k/8/1R6/8/8/8/8/K7 w - - 0 1")
    rig.hands(f"b6- 3000 b8- {quiet_ms}")
    assert_fair(rig, ["b6c6", "b8c6"], ["b6b8"])


@pytest.mark.parametrize("asked", [False])
@pytest.mark.parametrize(
    ("game", "start", "known", "sound", "done", "moves", "line"),
    [
        (
            "draughts-russian",
            "W:We5,a3:Bg7,h8",
            "f6+",
            "h6+",
            "e5- 2400 e5+ 3000 a3- 500 b4+ 3000",
            {"a3-b4", "e5-f6"},
            ["e5-f6", "g7:e5", "a3-b4"],
        ),
        (
            "chess",
            "Q2n3r/8/5k2/8/8/8/7P/KN6 w - - 0 1",
            "a8-",
            "",
            "d8- 430 d8+ 3000 h2- 430 h4+ 3000",
            {"h2h4", "a8d8"},
            ["a8d8"],
        ),
    ],
    ids=["captured-and-replaced", "the-one-who-took-him"],
)
def test_beside_a_bad_sensor_a_man_put_back_may_be_another(
    *,
    game: str,
    start: str,
    known: str,
    sound: str,
    done: str,
    moves: set[str],
    line: list[str],
    asked: bool,
) -> None:
    """e5-f6, g7:e5, and g7 still feels its man; or a8xd8, h8xd8, and h8 feels its. Or a man was only touched."""
    rig = board(game, start)
    if wrong := known if asked else sound:
        known_wrong(rig, wrong)
    rig.hands(done)
    assert candidates(rig) == [moves] * asked, rig.story()
    if asked:
        while (
            rig.session.question is not None
        ):  # of what the reply took, only people know beside a bad sensor
            answer(rig, line[len(rig.line)])
        assert rig.line == line


def test_a_stone_seen_late_puts_none_that_were_seen_into_another_order() -> None:
    """b5 takes b6 before f4 is played, wherever among them g6 was."""
    rig = hands(
        "g6,b6?2150 500 b5+ 1500 f4+ 10 b6-,g6+ 3000", position("a6 c6 b7", "b6 j9", "black")
    )
    assert rig.line[:1] == ["b5"], rig.story()
