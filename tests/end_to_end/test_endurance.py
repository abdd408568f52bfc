"""The short form of `scripts/soak endurance`: the beginnings of games, one after another, at one service."""

from __future__ import annotations

import asyncio

from tests.soak import endurance


def test_games_follow_one_another_and_leave_nothing_running() -> None:
    found = asyncio.run(endurance.run(1, 2, plies=2, speed=2.5))
    first, last = found.sizes
    assert found.plies == 4
    assert 0 < len(found.late_ms["move"]) <= 4
    assert 0 < len(found.late_ms["placed"]) <= 4
    assert last.tasks <= first.tasks + endurance.AT_WORK
    assert found.figures()["plies"] == 4
