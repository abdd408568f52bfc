"""A press upon a whole move tells it soon; one in whose moment something is still done waits for that."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.boards import CLOCK
from tests.core.clocks import running
from tests.core.policies import TOLD
from tests.core.rig import Rig

SCENES = {
    "move": ("chess", None, "e2- 300 e4+", "e2e4"),
    "capture": ("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "d5- 200 e4- 200 d5+", "e4d5"),
    "exchange": ("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4- 300 d5- 60 d5+", "e4d5"),
    "castling": (
        "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1- 200 g1+ 200 h1- 200 f1+", "e1g1",
    ),
    "victim": ("draughts-100", "W:W28,32:B23,8", "28- 300 19+ 300 23-", "28x19"),
    "victims": ("draughts-100", "W:W28,32:B23,14,8", "28- 300 10+ 300 23- 300 14-", "28x10"),
    "xiangqi": ("xiangqi", None, "h2- 300 e2+", "h2e2"),
}  # fmt: skip
BEFORE_MS = (3, 11, 60)
"""How long before the press the last thing was done."""
AFTER_MS = (1, 9, 14)
"""How long after it the mover's hand goes on: as good as at once."""


def played(scene: str, *words: str) -> Rig:
    game, start, _, _ = SCENES[scene]
    kind = game_by_name(game)
    rig = Rig(start, game=kind, rulebook=kind.rulebook.name, time_control=CLOCK)
    for token in ("1000", *words):
        if token == "!":
            rig.press(kind.sides[0])
        else:
            rig.hands(token)
    return rig


@pytest.mark.parametrize("scene", SCENES)
def test_the_press_completes_the_move(scene: str) -> None:
    _, _, hands, move = SCENES[scene]
    words = hands.split()
    lines = [[*words, str(ms), "!"] for ms in BEFORE_MS]
    lines += [[*words[:-1], "!", str(ms), words[-1]] for ms in AFTER_MS]
    for line in lines:
        rig = played(scene, *line, str(TOLD.within_ms))
        assert (rig.moves, rig.odd, rig.questions) == ([move], [], []), " ".join(line)
        late = line[-1] != "!"
        assert rig.by == ["pressed"] or (late and rig.by == ["settled"]), " ".join(line)


def test_a_whole_move_is_told_at_once() -> None:
    rig = played("move", *["e2-", "300", "e4+", "200", "!", "50"])
    assert (rig.moves, rig.by) == (["e2e4"], ["pressed"])


@pytest.mark.parametrize("apart_ms", [0, 5, 20])
def test_of_both_buttons_in_one_moment_the_first_counts(apart_ms: int) -> None:
    rig = played("move", SCENES["move"][2], "200", "!")
    rig.hands(f"{apart_ms} b! 3000" if apart_ms else "b! 3000")
    assert (rig.line, rig.odd, running(rig)) == (["e2e4"], [], "black")
