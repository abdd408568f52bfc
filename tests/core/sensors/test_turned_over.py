"""A sensor that feels the colour of the man beside it once its own man has been lifted: he is in the hand, no more."""

from __future__ import annotations

import json
from typing import Any

import pytest

from controller.core.sensing.marks import Sensor
from tests.core.sensed import SensedRig, moves_in, replayed

STARTS: dict[str, dict[str, Any]] = {
    "chess": {"game": "chess", "start": "4k3/8/8/8/8/3p4/4P3/4K3 w - - 0 1"},
    "xiangqi": {"game": "xiangqi", "start": "4k4/9/9/9/9/3pP4/9/9/9/3K5 w"},
    "draughts-100": {"game": "draughts-100", "start": "W:W33,50:B29,24,1"},
    "draughts-capture": {"game": "draughts-100", "start": "W:W33,50:B29,10,1"},
    "draughts-russian": {"game": "draughts-russian", "start": "W:Wc3,h2:Ba5,b4,h8"},
}
PLAYED = [
    ("chess", "e2", "e4", "e2e4"),
    ("chess", "e2", "e3", "e2e3"),
    ("xiangqi", "e4", "e5", "e4e5"),
    ("draughts-100", "33", "28", "33-28"),
    ("draughts-russian", "c3", "d4", "c3-d4"),
]


def told(game: str, acts: list[tuple[float, dict[str, int]]], end: float) -> list[dict[str, Any]]:
    """What is said of a board that feels colours; each act at its second."""
    lines: list[dict[str, Any]] = [{"trace": 1, "sensor": "polarity", **STARTS[game]}]
    lines += [{"us": int(at * 1e6), "set": levels} for at, levels in acts]
    lines.append({"us": int(end * 1e6), "end": True})
    return replayed("\n".join(json.dumps(line) for line in lines) + "\n")


def kinds(messages: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [message for message in messages if message["type"] == kind]


@pytest.mark.law("FIDE-7.4", "DR-7.5")
@pytest.mark.parametrize("held_s", [0.5, 1.1, 1.5, 4.0, 25.0])
@pytest.mark.parametrize(("game", "origin", "target", "move"), PLAYED)
def test_a_man_in_the_hand_is_not_displaced(
    game: str, origin: str, target: str, move: str, held_s: float
) -> None:
    said = told(game, [(1, {origin: -1}), (1 + held_s, {target: 1})], 8 + held_s)
    assert not kinds(said, "irregularity")
    asked = [question["candidates"] for question in kinds(said, "question")]
    assert all(move in candidates for candidates in asked)
    assert moves_in(said) == [move] if not asked else not moves_in(said)


@pytest.mark.law("FIDE-7.4", "DR-7.5")
@pytest.mark.parametrize(("game", "origin", "target", "move"), PLAYED)
def test_a_man_who_is_put_back_may_move_after_that(
    game: str, origin: str, target: str, move: str
) -> None:
    acts = [(1, {origin: -1}), (3.5, {origin: 1}), (6, {origin: 0}), (6.5, {target: 1})]
    said = told(game, acts, 10)
    assert not kinds(said, "irregularity")
    assert moves_in(said) == [move]


@pytest.mark.law("CH-5.6.2")
@pytest.mark.parametrize("slow", [1.0, 1.6, 4.0])
def test_the_man_beside_is_captured(slow: float) -> None:
    acts = [(1, {"e2": -1}), (1 + slow, {"d3": 0}), (1.1 + slow, {"e2": 0})]
    said = told("chess", [*acts, (1 + 2 * slow, {"d3": 1})], 8 + 2 * slow)
    assert not kinds(said, "irregularity")
    asked = [question["candidates"] for question in kinds(said, "question")]
    assert moves_in(said) == ["e2d3"] or ["e2d3"] in asked


@pytest.mark.law("FIDE-7.4")
@pytest.mark.parametrize("off_s", [0.05, 0.4, 1.0])
def test_a_man_whom_hands_exchange_is_displaced(off_s: float) -> None:
    said = told("chess", [(1, {"e2": 0}), (1 + off_s, {"e2": -1})], 6)
    assert [found["law"] for found in kinds(said, "irregularity")] == ["FIDE-7.4"]


@pytest.mark.law("CH-5.6.2")
def test_a_man_captured_in_one_grip_is_captured() -> None:
    said = told("chess", [(1, {"e2": 0}), (1.5, {"d3": 1})], 8)
    assert moves_in(said) == ["e2d3"]


@pytest.mark.law("DR-7.5")
@pytest.mark.parametrize("slow", [0.4, 1.5, 3.0])
def test_a_draughtsman_captures_the_man_beside(slow: float) -> None:
    acts = [(1, {"33": -1}), (1 + slow, {"24": 1}), (1 + 2 * slow, {"29": 0, "33": 0})]
    said = told("draughts-capture", acts, 10 + 2 * slow)
    assert not kinds(said, "irregularity")
    asked = [question["candidates"] for question in kinds(said, "question")]
    assert moves_in(said) == ["33x24"] or ["33x24"] in asked


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("sensor", [Sensor.POLARITY, Sensor.FIELD, Sensor.IDENTITY])
@pytest.mark.parametrize("later", [1000, 2000])
def test_who_is_felt_where_a_captor_came_from_is_not_he(sensor: Sensor, later: int) -> None:
    """The sensor of f5 feels the pawn of e5 once the queen has left. She captures, and is captured: nobody has taken back."""
    rig = SensedRig(sensor, "7k/7p/6p1/4pQ2/8/8/8/R3K3 w - - 0 1")
    rig.hands("1000 f5=p 430 g6=Q 2130 g6- 460 h7- 160")
    assert rig.command("arbiter", "answer", move="f5g6")
    rig.hands(f"80 g6=p 1400 a1- 320 b1=R {later}")
    assert rig.command("arbiter", "answer", move="h7g6")
    rig.hands("2500")
    assert (rig.line, rig.odd) == (["f5g6", "h7g6", "a1b1"], []), rig.story()
