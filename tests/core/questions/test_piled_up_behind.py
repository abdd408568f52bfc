"""What has piled up past wrong sensors, behind an answer or at the end of a game: people are asked, and nothing of it is lost."""

from __future__ import annotations

import pytest

from tests.core.fair import accused, assert_fair
from tests.core.policies import SETTLED
from tests.core.sensors.test_behind_blind_points import board

KINGS = "r1b1k2r/p2p1p1p/p3P1pB/2p5/6P1/5K1N/R4n1P/1N2R3 w kq - 5 20"
LONG_MS = 21_000
"""Longer than anybody holds a man."""


@pytest.mark.parametrize(
    ("game", "start", "hands", "moves"),
    [
        pytest.param(
            "chess",
            KINGS,
            "f2- 690 f2+ 4000 d7- 300 e6- 60 e6+",
            {"f3f2", "a2f2", "h3f2"},
            id="f3xf2, of which f3 tells nothing, and d7xe6",
        ),
    ],
)
def test_men_who_are_off_for_long_are_asked_about(
    game: str, start: str, hands: str, moves: set[str]
) -> None:
    rig = board(game, start).hands(hands)
    rig.wait(SETTLED.within_ms + 15_000)
    assert accused(rig) == [], rig.story()
    assert moves & {*rig.line, *(each for asked in rig.questions for each in asked)}


def test_who_is_set_down_after_all_answers_it() -> None:
    rig = board("chess", KINGS).hands(f"d7- {LONG_MS} d7+ 2000")
    assert (rig.stage, rig.moves, accused(rig)) == ("play", [], []), rig.story()


def test_a_man_from_nowhere_may_have_come_from_a_silent_point_though_more_is_strange() -> None:
    """a3-b4, of which a3 tells nothing, and somebody hesitates over f6."""
    rig = board("draughts-russian", "W:Wa3,g1:Bb8,e7,h8")
    rig.hands("b4+ 1186 f6+ 330 f6- 3000")
    assert_fair(rig, ["a3-b4"])
