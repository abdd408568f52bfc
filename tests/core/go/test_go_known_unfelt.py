"""A play on a point whose sensor is known to be wrong, and what is played at once after it: the colours tell of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.core.sensed import moves_in, replayed

OPENING = ["a3", "a8", "a1"]
STONES = ["j5", "d7", "e3", "e6", "f6"]


def told(known: list[str], apart_s: float, count: int, answer: str = "") -> list[dict[str, Any]]:
    """White plays unseen; Black goes on, and so do both, stones of either colour apart so far."""
    lines: list[dict[str, Any]] = [
        {"trace": 1, "game": "go", "game_options": {"size": 9}, "sensor": "polarity"}
    ]
    if known:
        lines.append({"us": 0, "set": dict.fromkeys(known, 1)})
        lines.append({"us": 3_000_000, "command": "resume", "role": "arbiter", "args": {}})
    at = 5.0
    for apart, points in ((1.5, OPENING), (apart_s, STONES[:count])):
        at += 3.0
        for n, point in enumerate(points):
            lines.append({"us": int(at * 1e6), "set": {point: 1 if n % 2 else -1}})
            at += apart
    at += 5.0
    if answer:
        args = {"move": answer}
        lines.append({"us": int(at * 1e6), "command": "answer", "role": "arbiter", "args": args})
    lines.append({"us": int((at + 5) * 1e6), "end": True})
    return replayed("\n".join(json.dumps(line) for line in lines) + "\n")


def of(messages: list[dict[str, Any]], kind: str) -> list[dict[str, Any]]:
    return [each for each in messages if each["type"] == kind]


@pytest.mark.law("GO-17.shift", "GO-17.two")
@pytest.mark.parametrize("apart_s", [0.4, 0.85, 2.0])
@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_what_was_played_unseen_is_asked_about_or_told_by_later_play(
    apart_s: float, count: int
) -> None:
    said = told(["c9"], apart_s, count)
    assert not of(said, "irregularity")
    asked = ["c9" in each["candidates"] for each in of(said, "question")]
    line = [*OPENING, "c9", *STONES[:count]]
    assert (asked, moves_in(said)) in (([True], OPENING), ([], line))
    assert asked or count > 1


@pytest.mark.law("GO-17.shift", "GO-17.two")
@pytest.mark.parametrize("apart_s", [0.5, 0.85, 2.0])
@pytest.mark.parametrize("count", [2, 3, 5])
def test_all_follows_from_the_answer(apart_s: float, count: int) -> None:
    said = told(["c9"], apart_s, count, answer="c9")  # refused where it is told already
    assert not of(said, "irregularity")
    assert moves_in(said) == [*OPENING, "c9", *STONES[:count]]


@pytest.mark.law("GO-17.shift")
@pytest.mark.parametrize("known", [["c9", "g9"], ["c9", "g2", "b5"]])
def test_each_point_that_may_have_been_played_on_is_a_candidate(known: list[str]) -> None:
    said = told(known, 0.85, 3)
    (asked,) = of(said, "question")
    assert {*known} <= {*asked["candidates"]}
    assert moves_in(said) == OPENING


@pytest.mark.law("GO-17.two")
@pytest.mark.parametrize("apart_s", [0.5, 0.85])
def test_no_play_is_supposed_where_all_sensors_are_right(apart_s: float) -> None:
    said = told([], apart_s, 3)
    assert all("c9" not in each["candidates"] for each in of(said, "question"))
    assert moves_in(said) == OPENING


@pytest.mark.law("GO-18.dead")
@pytest.mark.parametrize(("early_ms", "announced"), [(-60, True), (300, False), (700, False)])
def test_a_stone_that_was_off_before_it_could_be_captured_was_lost_by_its_sensor(
    early_ms: int, *, announced: bool
) -> None:
    """What is played there next may not be felt either. Black's b8 is off before, or after, Black's own last play."""
    start = {
        "size": 9,
        "black": ["a8", "b8", "b9"],
        "white": ["a7", "b7", "c8", "c9"],
        "to_move": "black",
    }
    lines: list[dict[str, Any]] = [
        {"trace": 1, "game": "go", "game_options": {"size": 9}, "start": start},
        {"us": 2_000_000, "set": {"g6": 1}},
        {"us": 2_000_000 + early_ms * 1000, "set": {"b8": 0}},
        {"us": 3_000_000, "set": {"a9": 1}},
        {"us": 4_200_000, "set": {"a8": 0}},
        {"us": 4_600_000, "set": {"b9": 0}},
        {"us": 9_000_000, "end": True},
    ]
    lines[1:3] = sorted(lines[1:3], key=lambda line: line["us"])
    said = replayed("\n".join(json.dumps(line) for line in lines) + "\n")
    assert (moves_in(said), of(said, "irregularity")) == (["g6", "a9"], [])
    suspects = [
        (each["point"], each["symptom"])
        for health in of(said, "health")
        for each in health["suspects"]
    ]
    assert suspects == ([("b8", "stuck-off")] if announced else [])
