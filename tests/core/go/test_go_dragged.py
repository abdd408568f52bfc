"""A sleeve drags stones of Go along, one of them to where it would capture: nobody has played there, and nothing counts for it."""

from __future__ import annotations

import json

import pytest

from controller.core.messages import Question
from rules.registry import game_by_name
from tests.core.rig import Rig


def rig_of(size: int, book: str, *, clock: bool) -> Rig:
    """Black b3 takes c3; c4 and b4 stand beside."""
    start = {
        "size": size,
        "black": ["c4", "c2", "d3", "g7"],
        "white": ["c3", "b4", "h8", "g4"],
        "to_move": "black",
    }
    game = game_by_name("go", {"size": size})
    time_control = "60:00" if clock else None
    return Rig(json.dumps(start), game=game, rulebook=book, time_control=time_control)


@pytest.mark.law("GO-17.shift")
@pytest.mark.parametrize("clock", [True, False], ids=["clock", "no-clock"])
@pytest.mark.parametrize("book", ["go-china", "go-china-club"])
@pytest.mark.parametrize(
    ("size", "apart_ms", "back_ms"), [(9, 20, 280), (13, 40, 450), (19, 60, 600)]
)
def test_stones_put_right_one_by_one_were_no_capture(
    size: int, apart_ms: int, back_ms: int, book: str, *, clock: bool
) -> None:
    rig = rig_of(size, book, clock=clock)
    rig.hands(f"1000 c4- {apart_ms} c3- {apart_ms} b4- {apart_ms} b3+ 870 c4+")
    rig.hands(f"{back_ms} b3- {back_ms} c3+ {back_ms} b4+ 1500 e5+ 900")
    rig.hands("b! 1500 f6+ 900 w! 1500" if clock else "1500 f6+ 1500")
    assert (rig.moves, rig.of(Question)) == (["e5", "f6"], []), rig.story()
