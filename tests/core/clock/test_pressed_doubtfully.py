"""A press upon no move, or upon a man in the hand, where one sensor may have hidden the move or told of it late."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.core.messages import Irregularity, Move, Penalty
from rules.registry import game_by_name
from tests.core.rig import Rig
from tests.core.sensed import replayed


def set_up(bad: dict[str, int]) -> list[dict[str, Any]]:
    """Some sensors are known to be wrong from the beginning; White plays e4, Black presses."""
    start = [{"us": 0, "set": bad}, {"us": 5_000_000, "command": "resume", "role": "arbiter", "args": {}}]  # fmt: skip
    lines = [
        {"trace": 1, "game": "chess", "time_control": "5:00"},
        *(start if bad else []),
        {"us": 8_000_000, "set": {"e2": 0}},
        {"us": 8_500_000, "set": {"e4": 1}},
        {"us": 9_000_000, "press": "white"},
        {"us": 12_000_000, "press": "black"},
        {"us": 13_000_000, "end": True},
    ]
    return replayed("".join(json.dumps(line) + "\n" for line in lines))


def named(said: list[dict[str, Any]]) -> list[tuple[str, str | None]]:
    return [(m["kind"], m["doubt"]) for m in said if m["type"] == "irregularity"]


@pytest.mark.law("FIDE-7.5.3")
@pytest.mark.parametrize("bad", ["f5", "a6", "h5", "d5"])
def test_one_more_sensor_may_have_hidden_a_whole_move(bad: str) -> None:
    said = set_up({bad: 1})
    assert named(said) == [("press-without-move", "unfelt-move")]
    assert [m for m in said if m["type"] == "penalty"] == []


@pytest.mark.law("FIDE-7.5.3")
@pytest.mark.parametrize(
    ("bad", "penalties"), [({}, 1), ({"d1": 0}, 0)], ids=["sound", "out of reach"]
)
def test_where_two_would_have_to_nobody_doubts_it(bad: dict[str, int], penalties: int) -> None:
    said = set_up(bad)
    assert named(said) == [("press-without-move", None)]
    assert len([m for m in said if m["type"] == "penalty"]) == penalties


LATE = {
    "chess": ("FIDE-4.7", "e2- 400", "e4+ 2000", "e2e4"),
    "xiangqi": ("XQ-5.7", "h0- 400", "g2+ 2000", "h0g2"),
    "draughts-russian": ("DR-5.10", "c3- 400", "d4+ 2000", "c3-d4"),
}


@pytest.mark.law("FIDE-4.7", "XQ-5.7", "DR-5.10")
@pytest.mark.parametrize("ms", [60, 95, 160, 500, 900])
@pytest.mark.parametrize("name", LATE)
def test_a_man_felt_only_after_the_press_may_have_stood_before(name: str, ms: int) -> None:
    """His sensor may be late, or he may have stood off its middle, and been pushed there."""
    game = game_by_name(name)
    law, lifted, landed, move = LATE[name]
    rig = Rig(game=game, rulebook=game.rulebook.name, time_control="5:00")
    rig.hands(f"1000 {lifted}")
    rig.press(game.sides[0])
    rig.hands(f"{ms} {landed}")
    found = [(each.law, each.kind, each.doubt) for each in rig.of(Irregularity)]
    assert found == [(law, "unfinished-move", "unfelt-move")], rig.story()
    assert ([each.move for each in rig.of(Move)], rig.of(Penalty)) == ([move], [])


BOTH_WINGS = "r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R {} KQkq - 0 1"


@pytest.mark.law("FIDE-4.7", "CH-6.3")
@pytest.mark.parametrize("press", [300, 800, 2000])
@pytest.mark.parametrize(
    ("side", "castling"),
    [
        ("w", "e1 g1 h1 e1g1"),
        ("w", "e1 c1 a1 e1c1"),
        ("b", "e8 g8 h8 e8g8"),
        ("b", "e8 c8 a8 e8c8"),
    ],
)
def test_the_rook_may_stand_where_castling_takes_it(side: str, castling: str, press: int) -> None:
    origin, target, rook, move = castling.split()
    reply = "a7- 500 a6+" if side == "w" else "b2- 500 b3+"
    rig = Rig(BOTH_WINGS.format(side), time_control="90:00")
    rig.hands(f"2000 {origin}- 500 {target}+ 700 {rook}- {press} {side}! 3000")
    rig.hands(f"{reply} 4000")
    found = [(each.law, each.kind, each.doubt) for each in rig.of(Irregularity)]
    assert found in ([], [("FIDE-4.7", "unfinished-move", "unfelt-move")]), rig.story()
    assert rig.line[:1] == [move] or rig.questions == [[move]], rig.story()


@pytest.mark.law("FIDE-4.7", "CH-6.3")
def test_a_rook_that_has_not_left_is_felt_there() -> None:
    rig = Rig(BOTH_WINGS.format("w"), time_control="90:00").hands("2000 e1- 500 g1+ 700 w! 3000")
    found = [(each.law, each.kind, each.doubt) for each in rig.of(Irregularity)]
    assert found == [("FIDE-4.7", "unfinished-move", None)], rig.story()
