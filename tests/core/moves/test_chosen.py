"""Words about promotions, said while several moves are still unpublished."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.moves.test_promoting import of, replayed
from tests.core.policies import ASKED
from tests.core.rig import Rig

BOTH = "3r4/P1P1P3/7k/8/8/6K1/p1p1p3/1R3R2 w - - 0 1"
BEHIND = "8/2P4k/8/8/8/8/5K2/6q1 w - - 0 1"


def hands(script: str, start: str, *, hz: int = 200) -> list[Any]:
    """What is said of a script of milliseconds with a lift, a placing or a word: `1000 e7- 1200 e8+ 1250 w=n`."""
    lines: list[dict[str, object]] = []
    for ms, what in zip(script.split()[::2], script.split()[1::2], strict=True):
        at: dict[str, object] = {"us": int(ms) * 1000}
        if "=" in what:
            role = {"w": "white", "b": "black"}[what[0]]
            lines.append({**at, "command": "promote", "role": role, "args": {"to": what[2]}})
        else:
            lines.append({**at, "set": {what[:2]: int(what[2] == "+")}})
    end_us = int(script.split()[-2]) * 1000 + 3_000_000
    lines.append({"us": end_us, "end": True})
    return replayed(*lines, start=start, sensor="presence", scan_hz=hz)  # type: ignore[arg-type]


@pytest.mark.law("FIDE-4.4.4")
@pytest.mark.parametrize("said", [1795, 1830, 1855, 1868, 1950])
@pytest.mark.parametrize("hz", [100, 200, 1000])
def test_what_is_said_after_the_opponents_touch_is_for_the_next_pawn(said: int, hz: int) -> None:
    script = "1000 d8- 1005 w=n 1115 d8+ 1350 c7- 1430 f1- 1455 b=b 1525 f1+ 1780 e2- " + " ".join(
        f"{ms} {w}" for ms, w in sorted([(said, "w=b"), (1870, "e7-"), (2070, "e8+")])
    )
    found = hands(script, BOTH, hz=hz)
    assert of(found, "move", "move") == [("c7d8n",), ("e2f1b",), ("e7e8b",)]
    assert of(found, "move", "assumed") == [([],)] * 3
    assert of(found, "correction", "why") == []


@pytest.mark.law("FIDE-4.4.4")
@pytest.mark.parametrize("said", [990, 1100, 1250, 1340, 1480])
def test_before_the_opponents_touch_it_is_for_the_pawn_that_is_moved(said: int) -> None:
    moves = [
        (1000, "c7-"),
        (1200, "c8+"),
        (1500, "h6-"),
        (1700, "h5+"),
        (2500, "e7-"),
        (2700, "e8+"),
    ]
    script = " ".join(f"{ms} {w}" for ms, w in sorted([*moves, (said, "w=n")]))
    found = hands(script, "8/P1P1P3/7k/8/8/6K1/p1p1p3/1R3R2 w - - 0 1")
    assert of(found, "move", "move") == [("c7c8n",), ("h6h5",), ("e7e8q",)]
    assert of(found, "move", "assumed") == [([],), ([],), (["promotion:q"],)]


@pytest.mark.law("FIDE-4.4.4")
def test_the_last_word_for_a_pawn_counts() -> None:
    found = hands(
        "900 w=r 1000 c7- 1200 c8+ 1300 w=n 1500 h7- 1700 h6+", "8/P1P4k/8/8/8/8/5K2/8 w - - 0 1"
    )
    assert of(found, "move", "move") == [("c7c8n",), ("h7h6",)]


@pytest.mark.law("FIDE-4.4.4")
@pytest.mark.parametrize("said", [1330, 1450, 1480, 1490, 1530, 1600])
@pytest.mark.parametrize("hz", [50, 200, 1000])
def test_it_may_be_said_while_two_moves_are_not_published_yet(said: int, hz: int) -> None:
    moves = [
        (1000, "f2-"),
        (1160, "e2+"),
        (1300, "g1-"),
        (1440, "c1+"),
        (1500, "c7-"),
        (1650, "c8+"),
    ]
    found = hands(" ".join(f"{ms} {w}" for ms, w in sorted([*moves, (said, "w=b")])), BEHIND, hz=hz)
    assert of(found, "move", "move") == [("f2e2",), ("g1c1",), ("c7c8b",)]


@pytest.mark.law("FIDE-4.4.4")
@pytest.mark.parametrize("black", ["r", "q", "n"])
def test_a_choice_that_was_made_is_not_assumed_though_the_opponent_says_his(black: str) -> None:
    script = f"990 w=n 1000 a7- 1200 a8+ 1340 b={black} 1350 a2- 1550 a1+"
    found = hands(script, "8/P3k3/7K/8/8/8/p7/8 w - - 0 1")
    assert of(found, "move", "move") == [("a7a8n",), (f"a2a1{black}",)]
    assert of(found, "move", "assumed") == [([],), ([],)]


@pytest.mark.law("FIDE-4.4.4")
def test_it_may_be_said_while_the_move_before_is_asked_about() -> None:
    """Black says what his next pawn is to become; where White's stands, only people know."""
    rig = Rig("4k3/8/8/8/8/8/p3P3/3K4 w - - 0 1").hands("1000 e2- 21000")
    assert rig.command("black", "promote", to="n"), rig.refusals
    rig.hands("500 a2- 300 a1+ 3000")
    rig.answer_truly(["e2e4", "a2a1n"], within_ms=ASKED.within_ms)
    assert rig.line == ["e2e4", "a2a1n"]


@pytest.mark.law("FIDE-4.4.4")
def test_not_where_no_answer_lets_a_pawn_be_promoted_next() -> None:
    rig = Rig("4k3/8/8/8/8/p7/4P3/3K4 w - - 0 1").hands("1000 e2- 21000")
    assert not rig.command("black", "promote", to="n")
