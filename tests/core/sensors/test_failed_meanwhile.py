"""A sensor that fails while a move is made beside it: what hands did is told from what it shows, or asked about."""

from __future__ import annotations

from typing import Literal

import pytest

from controller.core.messages import Irregularity, Question
from rules.registry import game_by_name
from tests.core.fair import accused, assert_fair
from tests.core.go.test_go_tracking import hands, position
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import board
from tests.core.sensors.test_instead import candidates


@pytest.mark.parametrize("read_ms", [30, 200, 600, 800])
def test_a_man_seen_late_on_another_point_was_not_set_down_before_he_was_lifted(
    read_ms: int,
) -> None:
    """c5 closes by itself, d6-e5 is played, and e5 is read only when c5 has long been quiet."""
    rig = board("draughts-russian", "B:Wa1,b2,b4,c1,c3:Ba7,b6,b8,c7,d6,d8")
    rig.hands(f"e5?{1000 - read_ms} 10 c5+ 245 d6- 310 e5+ 6000")
    assert rig.line == [], rig.story()
    assert candidates(rig) == [{"d6-c5", "d6-e5"}], rig.story()


@pytest.mark.parametrize(
    ("start", "on", "line"),
    [
        (
            "rn2kbnr/pp2pppp/8/6P1/1P6/8/8/4K3 b kq - 0 1",
            "g8- 200 h6+ 70 h6- 200 g5- 400 h6+ 3000",
            ["g8h6", "g5h6"],
        ),
        (
            "8/7k/8/8/8/8/2p5/3QK3 b - - 0 1",
            "d1- 160 c2- 280 d1+ 260 d1- 290 d1+ 130 e1- 400 d1- 300 d1+ 3000",
            ["c2d1q", "e1d1"],
        ),
    ],
    ids=["taken-at-once", "crowned-and-taken"],
)
def test_a_reply_to_a_man_that_hardly_stood_leaves_no_doubt(
    start: str, on: str, line: list[str]
) -> None:
    rig = board("chess", start)
    rig.hands(on)
    assert (rig.line, rig.of(Question)) == (line, []), rig.story()


def test_a_man_on_his_way_has_not_stopped_where_a_sensor_felt_one_first() -> None:
    """a5:g3 is still being made when b2, which closed by itself, has stood for long."""
    rig = board("draughts-russian", "W:Wa5,a1,g1,h6:Bb6,d6,f4,b8,d8,f8,h8")
    rig.hands("b2+ 290 a5- 220 c7+ 150 c7- 540 e5+ 160 e5- 260 g3+ 250 f4- 370 d6- 500 b6- 6000")
    assert rig.of(Irregularity) == [], rig.story()
    assert rig.line == ["a5:g3"], rig.story()


def test_another_man_where_the_last_one_came_from_takes_nothing_back() -> None:
    """f4-e5, f6:d4, of which f6 tells nothing, and e3-f4."""
    rig = board("draughts-russian", "W:Wa1,b2,c1,e3,f2,f4,g1,h4:Ba3,a7,b4,b6,c5,d8,f6,f8,g7,h8")
    rig.hands("f4- 500 e5+ 1500 d4+ 400 e5- 500 e3- 25 f4+ 1000 d8- 200 e7+ 6000")
    assert rig.of(Irregularity) == [], rig.story()
    assert rig.line == ["f4-e5", "f6:d4", "e3-f4", "d8-e7"], rig.story()


@pytest.mark.parametrize("turned", ["normal", "turned"])
def test_an_illegal_move_can_be_accepted_on_a_board_either_way_round(
    turned: Literal["normal", "turned"],
) -> None:
    rules = game_by_name("draughts-russian")
    rig = Rig("W:Wa3,e1:Bh8,d8", game=rules, rulebook=rules.rulebook.name, orientation=turned)
    names = ["a3", "b6"]
    if turned == "turned":
        names = [rules.points[rules.turned(rules.index[name])] for name in names]
    rig.hands(f"1000 {names[0]}- 300 {names[1]}+ 3000")
    assert rig.stage == "choice", rig.story()


@pytest.mark.xfail(
    strict=True, reason="a captured piece whose sensor sticks looks like one that was left on"
)
def test_men_left_on_are_not_named_where_two_sensors_may_be_wrong() -> None:
    """d4xf6 is made, e5 still feels its man, b4 closes by itself, and e7xg5 answers."""
    rig = board("draughts-brazilian", "W:Wa1,a3,d4,e1,g1:Ba7,b8,d8,e5,e7,h8")
    rig.hands("d4- 700 f6+ 2500 b4+ 1100 e7- 600 g5+ 350 f6- 6000")
    assert rig.of(Irregularity) == [], rig.story()
    assert (rig.line, candidates(rig)) == ([], [{"d4xf6"}]), rig.story()


@pytest.mark.parametrize("idle_ms", [3400, 300])
def test_a_man_touched_long_after_a_capture_may_not_have_been_captured(idle_ms: int) -> None:
    """h5xh6, so quickly that h6 may have been jolted; then f5 is off, as if h5xf5 had been made."""
    rig = board("chess", "4k3/8/7b/5p1R/8/8/8/4K3 w - - 0 1")
    rig.hands(f"h5- 300 h5+,h6- 33 h5- 31 h6+ {idle_ms} f5- 640 f5+ 2000")
    assert_fair(rig, ["h5f5"], ["h5h6"])


def test_a_stone_lost_as_another_comes_leaves_both_that_came_in_question() -> None:
    """The white stone of b4 is lost by its sensor; j4 or h4 was played."""
    rig = hands("j4+ 315 b4- 377 h4+ 3000", position("a6 g7 a8 j8", "a1 f3 b4 b6", "black"))
    assert accused(rig) == [], rig.story()
    assert rig.line in ([], ["j4"])


def test_two_squares_that_feel_one_man_and_one_that_feels_none_are_no_illegal_move() -> None:
    """a3xg1, of which g1 tells nothing, is answered by c3-d4, which e3 feels as well."""
    rig = board("draughts-brazilian", "B:Wb2,c3,d2,f2:Ba3,a5,a7,c5,e7,f6,g7,h6")
    rig.hands("a3- 1000 b2- 400 d2- 300 f2- 1760 c3- 280 d4+ e3+ 3000")
    assert_fair(rig, ["a3xg1", "c3-d4"])


@pytest.mark.parametrize(
    ("game", "start", "illegal", "stage", "back"),
    [
        pytest.param(
            "draughts-russian", "W:Wa3,e1:Bh8,d8", "a3- 300 b6+", "choice", "b6- 300 a3+",
            marks=pytest.mark.law("DR-7.8"),
        ),
        pytest.param(
            "chess", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1- 300 b3+", "restore", "b3- 300 a1+",
            marks=pytest.mark.law("FIDE-7.5.1"),
        ),
    ],
)  # fmt: skip
def test_men_who_cannot_be_read_are_not_known_to_have_been_put_back(
    game: str, start: str, illegal: str, stage: str, back: str
) -> None:
    """Both points of an illegal move cannot be read for a while."""
    rig = board(game, start)
    rig.hands(f"{illegal} 3000")
    assert rig.stage == stage, rig.story()
    rig.hands(f"{illegal[:2]}?2000 {back[:2]}?2000 1900")
    assert rig.stage == stage, rig.story()
    rig.hands(f"100 {back} 1000")
    assert (rig.stage, rig.line) == ("play", []), rig.story()


def test_a_man_lost_by_his_sensor_before_a_capture_from_a_silent_point_is_no_illegal_move() -> None:
    """a1 is lost; then d4xf6xh4 is played, of which d4 tells nothing, and e7-d6."""
    rig = board("draughts-brazilian", "W:Wa1,b2,d4:Ba7,e5,e7,g5")
    rig.hands("a1- 1900 h4+ 200 e5- 400 g5- 900 e7- 480 d6+ 3000")
    assert_fair(rig, ["d4xh4", "e7-d6"])
