"""A move between two points that are known to tell nothing, and a reply that goes back to where its man came from."""

from __future__ import annotations

import pytest

from controller.core.inputs import Frame
from rules.registry import game_by_name
from tests.core.policies import SETTLED
from tests.core.rig import Rig

ROOK = ("chess", "chess-fide-2023", "3rk3/8/8/8/5B2/8/3r4/6K1 w - - 0 1", "f4 d6", "d2b2")
CHARIOT = (
    "xiangqi",
    "xiangqi-cxa",
    "3k5/9/9/9/6n2/9/9/9/1R7/4K4 b - - 0 1",
    "g5 f7",
    "b1c1",
)
LINES = [pytest.param(ROOK, id="chess"), pytest.param(CHARIOT, id="xiangqi")]
"""A board, who moves from where to where and back, and the move that nobody feels."""


def board(game: str, rulebook: str, start: str, bad: str) -> Rig:
    """A board on which people have said that these points tell the opposite of what stands there."""
    rig = Rig(start, game=game_by_name(game), rulebook=rulebook, feed_first=False)
    for point in bad.split():
        rig.levels ^= 1 << rig.game.index[point]
    rig.feed(Frame(at_ns=0, levels=rig.levels))
    rig.wait(3000)
    assert rig.command("operator", "resume")
    return rig.hands("2000")


@pytest.mark.law("FIDE-4.7", "XQ-5.7")
@pytest.mark.parametrize("think_ms", [1500, 2500, 5500])
@pytest.mark.parametrize("held_ms", [300, 900])
@pytest.mark.parametrize("line", LINES)
def test_who_goes_back_may_have_replied_to_it(
    line: tuple[str, ...], held_ms: int, think_ms: int
) -> None:
    game, rulebook, start, way, hidden = line
    (origin, target), places = way.split(), f"{hidden[:2]} {hidden[2:]}"
    rig = board(game, rulebook, start, places)
    rig.hands(f"{origin}- 400 {target}+ {think_ms} {target}- {held_ms} {origin}+")
    rig.wait(SETTLED.within_ms)
    if rig.stage == "question":
        assert hidden in rig.questions[0]
        assert rig.command("arbiter", "answer", move=hidden)
        rig.wait(3000)
    assert (rig.moves, rig.odd) == ([origin + target, hidden, target + origin], [])


@pytest.mark.law("FIDE-4.7", "XQ-5.7")
@pytest.mark.parametrize("line", LINES)
def test_where_no_move_is_hidden_he_has_taken_his_back(line: tuple[str, ...]) -> None:
    game, rulebook, start, way, hidden = line
    origin, target = way.split()
    rig = board(game, rulebook, start, hidden[:2])
    rig.hands(f"{origin}- 400 {target}+ 2500 {target}- 400 {origin}+")
    rig.wait(SETTLED.within_ms)
    assert {kind for _, kind in rig.odd} <= {"released-man-moved"}
    assert rig.stage in ("question", "restore")
