"""Stones played while points elsewhere cannot be read: they wait, with the presses upon them, and come out in turn."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.core.sensed import moves_in, replayed

ROW = [f"{column}8" for column in "abcdefghj"]
STONES = ["h1", "j6", "h6", "j4", "c3", "c6"]


def told(
    sensor: str, blind: list[str], for_s: float, acts: list[tuple[float, dict[str, Any]]]
) -> list[dict[str, Any]]:
    """What is said where Black has played e5, and points cannot be read from 1.9 s on."""
    first = {"e5": 1 if sensor == "presence" else -1}
    lines: list[tuple[float, dict[str, Any]]] = [
        (0.5, {"set": first}),
        (1.9, {"blind": blind, "for_us": int(for_s * 1e6)}),
        *acts,
    ]
    header = {"trace": 1, "game": "go", "game_options": {"size": 9}, "sensor": sensor}
    found: list[dict[str, Any]] = [header]
    found += [{"us": int(at * 1e6), **line} for at, line in sorted(lines, key=lambda a: a[0])]
    found.append({"us": found[-1]["us"] + 8_000_000, "end": True})
    return replayed("\n".join(json.dumps(line) for line in found) + "\n")


def stone(sensor: str, number: int) -> int:
    return -1 if sensor == "polarity" and number % 2 else 1


def troubles(messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [each for each in messages if each["type"] in ("irregularity", "question", "restore")]


@pytest.mark.law("GO-17.scatter")
@pytest.mark.parametrize("sensor", ["presence", "polarity"])
@pytest.mark.parametrize("blind", [ROW, ["a9"]], ids=["row", "corner"])
@pytest.mark.parametrize("apart_s", [0.3, 0.6, 0.9])
@pytest.mark.parametrize("count", [1, 3, 4, 5, 6])
def test_stones_wait_for_points_elsewhere(
    sensor: str, blind: list[str], apart_s: float, count: int
) -> None:
    acts = [
        (2 + n * apart_s, {"set": {point: stone(sensor, n)}})
        for n, point in enumerate(STONES[:count])
    ]
    said = told(sensor, blind, 3.0, acts)
    assert not troubles(said)
    assert moves_in(said) == ["e5", *STONES[:count]]


@pytest.mark.law("GO-17.clock")
@pytest.mark.parametrize("sensor", ["presence", "polarity"])
@pytest.mark.parametrize("apart_s", [0.5, 0.8, 1.1])
@pytest.mark.parametrize("count", [1, 2, 3, 4])
@pytest.mark.parametrize("press_s", [0.2, 0.4])
def test_presses_wait_with_the_stones(
    sensor: str, apart_s: float, count: int, press_s: float
) -> None:
    acts: list[tuple[float, dict[str, Any]]] = [(1.2, {"press": "black"})]
    for n, point in enumerate(STONES[:count]):
        at = 2.2 + n * apart_s
        acts.append((at, {"set": {point: stone(sensor, n)}}))
        acts.append((at + press_s, {"press": "black" if n % 2 else "white"}))
    said = told(sensor, ["a9"], 4.5, acts)
    assert not troubles(said)
    assert moves_in(said) == ["e5", *STONES[:count]]
    by = [each["completed_by"] for each in said if each["type"] == "move"]
    assert by == ["pressed"] * (count + 1)


@pytest.mark.law("GO-17.clock")
def test_a_press_out_of_turn_is_asked_about_all_the_same() -> None:
    acts: list[tuple[float, dict[str, Any]]] = [(1.2, {"press": "black"})]
    acts += [(4.2, {"set": {"g7": 1}}), (4.5, {"press": "black"})]
    said = told("presence", ["a9"], 1.0, acts)
    asked = [each["candidates"] for each in said if each["type"] == "question"]
    assert asked == [["g7"]]
    assert moves_in(said) == ["e5"]


@pytest.mark.law("GO-17.scatter")
@pytest.mark.parametrize("blind", [ROW, ["a9"]], ids=["row", "corner"])
def test_stones_that_come_in_one_moment_are_a_mess_all_the_same(blind: list[str]) -> None:
    acts = [(2.0, {"set": dict.fromkeys(STONES[:3], 1)}), (2.2, {"set": dict.fromkeys(STONES, 1)})]
    said = told("presence", blind, 3.0, acts)
    assert troubles(said)
    assert all(each["law"] == "GO-17.scatter" for each in troubles(said) if "law" in each)
    assert moves_in(said) == ["e5"]


@pytest.mark.law("GO-17.scatter")
@pytest.mark.parametrize("apart_s", [0.3, 0.4, 0.6, 0.8])
def test_a_stone_among_those_that_cannot_be_read(apart_s: float) -> None:
    hidden = {"a8": -1}
    acts = [
        (2 + n * apart_s, {"set": each})
        for n, each in enumerate([{"h1": 1}, hidden, {"h6": 1}, {"j4": -1}, {"c3": 1}])
    ]
    said = told("polarity", ROW, 3.0, acts)
    assert not [each for each in troubles(said) if each["type"] != "question"]
    truth = ["e5", "h1", "a8", "h6", "j4", "c3"]
    assert moves_in(said) == truth[: len(moves_in(said))]
