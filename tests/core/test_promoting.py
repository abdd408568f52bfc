"""A pawn left on the last rank where the sensors tell it from a queen."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest

from controller.shell.replay import replay
from controller.shell.trace import read_trace
from tests.core.rig import CLASSIC, FIDE

START = "7k/P7/8/8/8/8/P7/7K w - - 0 1"
LIFTED = {"us": 1_000_000, "set": {"a7": ""}}
LEFT = {"us": 1_300_000, "set": {"a8": "P"}}
SOON, LATE = {"us": 1_600_000, "press": "white"}, {"us": 4_000_000, "press": "white"}
EXCHANGED = [{"us": 6_000_000, "set": {"a8": ""}}, {"us": 6_500_000, "set": {"a8": "Q"}}]


def replayed(*lines: dict[str, object], rulebook: str = FIDE, **header: str) -> list[Any]:
    """The messages of a trace with a clock on a board that tells letters."""
    first = {
        "trace": 1,
        "game": "chess",
        "start": START,
        "sensor": "identity",
        "orientation": "normal",
    }
    whole = {**first, "time_control": "90:00", "rulebook": rulebook, **header}
    text = "".join(json.dumps(line) + "\n" for line in (whole, *lines))
    out = io.StringIO()
    replay(*read_trace(io.BytesIO(text.encode()), "trace"), out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def of(said: list[Any], kind: str, *fields: str) -> list[tuple[Any, ...]]:
    """These fields of each message of a type."""
    return [tuple(m[field] for field in fields) for m in said if m["type"] == kind]


@pytest.mark.law("FIDE-7.5.2", "FIDE-7.5.5")
@pytest.mark.parametrize("press", [SOON, LATE], ids=["soon", "late"])
def test_the_press_makes_it_illegal_and_it_becomes_a_queen(press: dict[str, object]) -> None:
    said = replayed(LIFTED, LEFT, press, *EXCHANGED)
    assert of(said, "move", "move", "legal") == [("a7a8q", True)]
    assert of(said, "irregularity", "law", "kind", "side", "points", "remedy") == [
        ("FIDE-7.5.2", "pawn-left", "white", ["a8"], "restore")
    ]
    assert of(said, "penalty", "side", "law", "count", "gives_ms") == [
        ("white", "FIDE-7.5.5", 1, 120_000)
    ]
    assert of(said, "restore", "missing", "done")[:1] == [([{"point": "a8", "man": "Q"}], False)]
    assert of(said, "restore", "done")[-1] == (True,)
    assert of(said, "clock", "running")[-1] == ("black",)


@pytest.mark.law("FIDE-7.5.2")
@pytest.mark.parametrize(
    "lines",
    [
        pytest.param((LIFTED, LEFT), id="not pressed"),
        pytest.param((LIFTED, LEFT, *EXCHANGED, {**SOON, "us": 7_000_000}), id="exchanged"),
        pytest.param((LIFTED, {**LEFT, "set": {"a8": "Q"}}, SOON, LATE), id="a queen at once"),
        pytest.param(
            (LIFTED, LEFT, {"us": 1_400_000, "command": "promote", "role": "white", "args": {"to": "q"}}, SOON),
            id="the choice was said",
        ),
    ],
)  # fmt: skip
def test_what_is_no_pawn_left(lines: tuple[dict[str, object], ...]) -> None:
    said = replayed(*lines)
    assert of(said, "move", "move") == [("a7a8q",)]
    assert of(said, "irregularity", "law") == of(said, "penalty", "law") == []


@pytest.mark.law("CH-6.4")
def test_the_older_edition_counts_nothing() -> None:
    said = replayed(LIFTED, LEFT, SOON, rulebook=CLASSIC)
    assert of(said, "move", "move") == [("a7a8q",)]
    assert of(said, "irregularity", "law") == []


@pytest.mark.law("FIDE-7.5.2")
def test_the_pawn_is_counted_once() -> None:
    said = replayed(LIFTED, LEFT, SOON, LATE, {"us": 5_000_000, "press": "white"})
    assert len(of(said, "penalty", "count")) == 1


def test_what_one_pawn_became_is_not_said_of_the_next() -> None:
    """The choice may be said once the pawn stands there; the next promotion is assumed to be a queen again."""
    hands = [("a7", 0), ("a8", 1), ("h7", 0), ("h6", 1), ("b7", 0), ("b8", 1)]
    lines = [
        {"us": n * 1_500_000 - n % 2 * 1_000_000 + 1_000_000, "set": {p: on}}
        for n, (p, on) in enumerate(hands)
    ]
    said_us = int(str(lines[1]["us"])) + 200_000
    lines.insert(2, {"us": said_us, "command": "promote", "role": "white", "args": {"to": "r"}})
    said = replayed(*lines, start="8/PP5k/8/8/8/8/8/K7 w - - 0 1", sensor="presence")
    assert [m for (m,) in of(said, "move", "move")] == ["a7a8r", "h7h6", "b7b8q"]
    assert of(said, "move", "assumed")[-1] == (["promotion:q"],)
