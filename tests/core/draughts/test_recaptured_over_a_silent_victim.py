"""A captured man is taken off, his sensor goes on feeling one, and the captor is captured by a man who lands just there."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered
from rules.registry import game_by_name
from tests.core.policies import ASKED
from tests.core.rig import Rig

RUSSIAN, ORDINARY, BRAZILIAN = "draughts-russian", "draughts-100", "draughts-brazilian"
SINGLE = "W:We3,a1,h2:Bd4,b6,a7,g7"
SEVERAL = "W:Wc7,a1,h2:Bd6,f6,h8,a7"
FLYING = "W:W32,47,48:B28,19,10,5"
RETAKEN = [
    (RUSSIAN, SINGLE, "e3- 500 c5+", "b6- {} c5-", "h2- 500 g3+", "e3:c5 b6:d4 h2-g3"),
    (BRAZILIAN, SINGLE, "e3- 500 c5+", "b6- {} c5-", "h2- 500 g3+", "e3xc5 b6xd4 h2-g3"),
    (
        RUSSIAN,
        SEVERAL,
        "c7- 260 e5+ 150 e5- 170 g7+ 220 d6-",
        "h8- {} g7-",
        "h2- 500 g3+",
        "c7:g7 h8:f6 h2-g3",
    ),
    (
        ORDINARY,
        FLYING,
        "32- 400 23+ 200 23- 300 14+ 400 28-",
        "10- {} 14-",
        "47- 500 42+",
        "32x14 10x19 47-42",
    ),
]
"""A capture whose last victim's point keeps silent, the reply to it, whose landing nobody feels, one ply more, and what all are."""


@pytest.mark.law("DR-7.4.7")
@pytest.mark.parametrize(
    "wait_ms",
    [
        800,
        2400,
        pytest.param(
            6000,
            marks=pytest.mark.xfail(
                strict=True,
                reason="who leaves a sensor feeling a captured man for four seconds is taken to have left it on",
            ),
        ),
    ],
)
@pytest.mark.parametrize("taken_ms", [150, 900])
@pytest.mark.parametrize("retaken", RETAKEN)
def test_who_is_captured_over_a_sensor_that_feels_the_victim_is_not_accused(
    retaken: tuple[str, ...], taken_ms: int, wait_ms: int
) -> None:
    game, start, capture, reply, more, plies = retaken
    rig = Rig(start, game=game_by_name(game), rulebook=game)
    rig.hands(f"1000 {capture} {wait_ms} {reply.format(taken_ms)} 6000")
    rig.answer_truly(plies.split())
    rig.hands(f"1000 {more} 4000").answer_truly(plies.split(), within_ms=ASKED.within_ms)
    assert (rig.moves, rig.odd) == (plies.split(), [])


def test_they_may_say_that_none_was_made() -> None:
    rig = Rig(SINGLE, game=game_by_name(RUSSIAN), rulebook=RUSSIAN)
    rig.hands("1000 e3- 500 c5+ 2400 b6- 900 c5- 9000")
    assert (rig.questions, rig.odd) == ([["e3:c5"]], [])
    assert rig.command("arbiter", "answer", move="none")
    assert [(answered.move, answered.by) for answered in rig.of(Answered)] == [(None, "arbiter")]
    assert rig.moves == []
