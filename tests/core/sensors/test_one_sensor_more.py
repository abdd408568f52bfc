"""Where sensors are known to be wrong, another one fails: what may be that is asked about, and nothing is taken for it."""

from __future__ import annotations

import pytest

from controller.core.inference.match import Match
from controller.core.inference.plies import Ply
from controller.core.inference.prices import BACKWARDS
from controller.core.messages import Question
from rules.registry import game_by_name
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import MS, board

LAST = "B:Wd4,g3:Ba7,Kb2,b4,b8,c5,d8,f8,g5,g7,h6"


def suspects(rig: Rig) -> set[str]:
    return {rig.game.points[p] for p in rig.session.health.suspects(rig.session.now_ns)}


def answer(rig: Rig, move: str) -> None:
    assert rig.command("arbiter", "answer", move=move), rig.story()
    rig.hands("100")


LEFT_ON = "W:Wa1,b2,c1,c3,d2,f2,Kd8:Bg3"


def test_of_a_last_capture_the_victim_is_felt_for_ever() -> None:
    """Nobody will reply: f2xh4 took the last man, and g3 feels it still."""
    rig = board("draughts-brazilian", LEFT_ON).hands("f2- 680 h4+ 6000")
    assert [q.candidates for q in rig.of(Question)] == [["f2xh4"]], rig.story()
    answer(rig, "f2xh4")
    assert rig.line == ["f2xh4"]


@pytest.mark.parametrize(("move", "reply"), [(True, False), (True, True), (False, True)])
def test_what_is_seen_late_was_done_before(move: bool, reply: bool) -> None:  # noqa: FBT001
    """A move that was seen to land in time landed after a reply that was seen before it, late or not."""
    text = game_by_name("chess").start().moves()[0]
    before = Ply(
        move=text, first_ns=500 * MS, landed_ns=1000 * MS, done_ns=1000 * MS, cursors={}, unseen=False,
        after_ns=0 if move else 1000 * MS,
    )  # fmt: skip
    match = Match(
        cost=0, cursors={}, first_ns=600 * MS, landed_ns=900 * MS, done_ns=900 * MS,
        after_ns=0 if reply else 900 * MS,
    )  # fmt: skip
    assert match.too_early([before]) == (0.0 if move else BACKWARDS)


CHAIN = "B:W23,29,32,36,37,39,40,42,45-47,49,50:B1,2,4-7,10,12-15,20,24-26"
TAKES = "24- 540 33+ 100 33- 515 44+ 190 44- 780 40- 500 39- 530 29- "


def test_a_capturer_who_was_in_the_hand_for_long_answers_the_question() -> None:
    rig = board("draughts-100", CHAIN).hands(f"{TAKES} 6000 35+ 3000")
    assert (rig.line, suspects(rig)) == (["24x35"], set()), rig.story()
