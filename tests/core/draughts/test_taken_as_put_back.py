"""A man goes, is captured at once by one whose old point goes on feeling him, and who lands where the man came from: as if put back."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

GAMES = {
    "draughts-100": ("W:W27,39,44,45:B16,1,2", "27", "21", "39- 500 33+", ["27-21", "16x27", "39-33"]),
    "draughts-russian": ("W:Wc3,g1,h2:Be5,h8", "c3", "d4", "h2- 500 g3+", ["c3-d4", "e5:c3", "h2-g3"]),
    "draughts-brazilian": ("W:Wc3,g1,h2:Be5,h8", "c3", "d4", "h2- 500 g3+", ["c3-d4", "e5xc3", "h2-g3"]),
}  # fmt: skip


@pytest.mark.law("DR-7.4.3")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("pause_ms", [100, 300, 600])
@pytest.mark.parametrize("victim_first", [False, True])
@pytest.mark.parametrize("rest_ms", [100, 300, 700, 2500])
def test_three_lawful_plies_are_asked_about(
    name: str, pause_ms: int, rest_ms: int, *, victim_first: bool
) -> None:
    start, origin, target, hands, plies = GAMES[name]
    game = game_by_name(name)
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 {origin}- 500 {target}+ {pause_ms}")
    rig.hands(f"{target}- 400 {origin}+" if victim_first else f"{origin}+ 300 {target}-")
    rig.hands(f"{rest_ms} {hands} 4000")
    for _ in plies:
        if rig.stage == "question" and set(plies) & set(rig.questions[-1]):
            answer = next(ply for ply in plies if ply in rig.questions[-1] and ply not in rig.line)
            assert rig.command("arbiter", "answer", move=answer)
            rig.wait(4000)
    assert (rig.line, rig.odd, rig.stage) == (plies, [], "play"), rig.story()
