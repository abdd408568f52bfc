"""The same illegal move pressed upon again, after the men were set right: two wires may be swapped, and people are asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.core.sensed import moves_in, replayed

SWAPPED = [
    ("chess", "r3k3/p7/8/8/8/8/7P/4K3 b - - 0 1", ("a7", "a8"), "a5", "a7a5"),
    ("chess", "4k3/8/8/8/8/8/PB6/4K3 w - - 0 1", ("a2", "b2"), "a4", "a2a4"),
    ("chess", "4k3/8/8/8/8/8/5BP1/4K3 w - - 0 1", ("g2", "f2"), "g4", "g2g4"),
]
"""A position; a point and the one that seems to be moved from; where it goes; the move."""


def pressed(
    game: str, start: str, side: str, tries: list[tuple[str, str]], answer: str = ""
) -> list[dict[str, Any]]:
    """What is said where these are moved and pressed upon, and put back in between."""
    lines: list[dict[str, Any]] = [{"trace": 1, "game": game, "start": start}]
    at = 1.0

    def add(line: dict[str, Any], after: float) -> None:
        nonlocal at
        lines.append({"us": int(at * 1e6), **line})
        at += after

    for number, (origin, target) in enumerate(tries):
        if number:
            back = tries[number - 1]
            add({"set": {back[1]: 0}}, 0.8)
            add({"set": {back[0]: 1}}, 3)
        add({"set": {origin: 0}}, 0.6)
        add({"set": {target: 1}}, 0.6)
        add({"press": side}, 4)
        if answer and number == 1:
            add({"command": "answer", "role": "arbiter", "args": {"move": answer}}, 4)
    add({"end": True}, 0)
    return replayed("\n".join(json.dumps(line) for line in lines) + "\n")


def of(messages: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [each for each in messages if each["type"] == kind]


@pytest.mark.law("FIDE-7.5.1", "FIDE-7.5.5")
@pytest.mark.parametrize(("game", "start", "swapped", "target", "move"), SWAPPED)
def test_swapped_wires_lose_no_game(
    game: str, start: str, swapped: tuple[str, str], target: str, move: str
) -> None:
    side = "white" if " w " in start else "black"
    said = pressed(game, start, side, [(swapped[1], target)] * 2)
    assert len(of(said, "penalty")) <= 1
    assert not of(said, "result")
    assert move in of(said, "question")[-1]["candidates"]
    assert not moves_in(said)


@pytest.mark.law("FIDE-7.5.1")
@pytest.mark.parametrize(("game", "start", "swapped", "target", "move"), SWAPPED)
def test_people_say_what_was_moved(
    game: str, start: str, swapped: tuple[str, str], target: str, move: str
) -> None:
    side = "white" if " w " in start else "black"
    said = pressed(game, start, side, [(swapped[1], target)] * 2, answer=move)
    assert moves_in(said) == [move]
    assert not of(said, "result")


@pytest.mark.law("FIDE-7.5.5")
def test_who_moves_so_in_truth_is_counted_once_people_have_said_so() -> None:
    _, start, swapped, target, _ = SWAPPED[0]
    said = pressed("chess", start, "black", [(swapped[1], target)] * 3, answer="none")
    assert len(of(said, "question")) == 1
    assert [each["count"] for each in of(said, "penalty")] == [1, 2]


@pytest.mark.law("FIDE-7.5.5")
@pytest.mark.parametrize("second", [("a8", "a4"), ("e8", "e6"), ("a7", "a4")])
def test_another_illegal_move_is_counted_at_once(second: tuple[str, str]) -> None:
    said = pressed("chess", SWAPPED[0][1], "black", [("a8", "a5"), second])
    assert not of(said, "question")
    assert [each["count"] for each in of(said, "penalty")] == [1, 2]
    assert of(said, "result")
