"""Both sides go out and come back, one of them over a point that feels nobody: that is play, and no take-back."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

GAMES = {
    "chess": (
        "chess-fide-2023",
        ["g1f3", "b8c6", "f3g1", "c6b8", "e2e4", "e7e5"],
    ),
    "xiangqi": (
        "xiangqi-cxa",
        ["h0g2", "h9g7", "g2h0", "g7h9", "c3c4", "c6c5"],
    ),
}


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("clock", ["90:00", None])
@pytest.mark.parametrize("answered", [1, 3, 5])
@pytest.mark.parametrize("think", [1500, 4000])
def test_no_ply_is_lost_and_nobody_is_accused(
    game: str, clock: str | None, answered: int, think: int
) -> None:
    """The second point of the line is dead; people answer truly once so many plies have been made."""
    book, line = GAMES[game]
    dead = line[0][2:]
    rig = Rig(game=game_by_name(game), rulebook=book, time_control=clock).hands("1000")
    for n, text in enumerate(line):
        lift = "" if text[:2] == dead else f"{text[:2]}-"
        place = "" if text[2:] == dead else f"{text[2:]}+"
        rig.hands(f"{lift} 600 {place} 500")
        if clock:
            rig.press(rig.game.sides[n % 2])
        rig.hands(f"{think}")
        assert rig.line == line[: len(rig.line)], rig.story()
        while n >= answered and rig.stage == "question":
            due = line[len(rig.line)]
            assert due in rig.questions[-1], rig.story()
            assert rig.command("arbiter", "answer", move=due)
    rig.hands("5000")
    while rig.stage == "question":
        assert rig.command("arbiter", "answer", move=line[len(rig.line)])
    assert (rig.line, rig.odd) == (line, []), rig.story()
