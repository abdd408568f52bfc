"""What was seen may have come of another move: gaps, points that close by themselves, several sensors that have failed."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from tests.core.go.test_go_tracking import hands
from tests.core.sensors.test_behind_blind_points import board
from tests.core.sensors.test_instead import candidates
from tests.core.session.test_arbiter_correct import read_back

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
