"""The record that the board publishes is the game as it stands, whatever has changed it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from controller.shell.export import record_text
from controller.shell.feeds.feed import Feed
from controller.shell.topics import Retained
from rules.registry import game_by_name
from tests.shell.table import Table

FIRST = {
    "chess": "e2- 300 e4+ 1500",
    "xiangqi": "h2- 300 e2+ 1500",
    "draughts-100": "32- 300 28+ 1500",
    "draughts-russian": "c3- 300 d4+ 1500",
    "draughts-brazilian": "c3- 300 d4+ 1500",
    "go": "d4+ 1500",
}
SET: dict[str, Any] = {
    "chess": "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",
    "xiangqi": "3k5/9/9/9/9/9/9/9/4R4/4K4 b - - 0 1",
    "draughts-100": "B:W28,38:B20,45",
    "draughts-russian": "B:Wa1,Kc3:Bh8",
    "draughts-brazilian": "B:Wa1,Kc3:Bh8",
    "go": {"size": 19, "black": ["c3"], "white": [], "to_move": "white"},
}


def sent(retained: Retained) -> str | None:
    """The record that goes out, if it is new."""
    bodies = [p.payload for p in retained.changed() if p.topic.endswith("/record")]
    return msgspec.json.decode(bodies[0])["text"] if bodies else None


@pytest.mark.parametrize("moved", [False, True], ids=["before the first move", "after it"])
@pytest.mark.parametrize("game", sorted(FIRST))
def test_a_position_that_the_arbiter_sets_up_is_in_it_at_once(
    table: Table,
    game: str,
    moved: bool,  # noqa: FBT001
) -> None:
    table.play(game_by_name(game), FIRST[game] if moved else "")
    retained, feed = Retained(table.service), Feed(table.service)
    before = sent(retained)
    assert before == record_text(table.said())
    assert table.order("set-position", position=SET[game], why="agreed").accepted
    after = record_text(table.said())
    assert after != before
    assert (sent(retained), table.service.record()) == (after, after)
    assert [each.text for each in feed.games()] == [after]
    assert table.order("set-position", orientation="turned").accepted
    assert (sent(retained), table.service.record()) == (None, after)
