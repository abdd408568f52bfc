"""Upon a whole move a press is judged after two quiet scans, as it would be after the whole debounce; only sooner."""

from __future__ import annotations

import pytest

from controller.core.inference.silence import Silence
from controller.core.messages import Move
from rules.registry import game_by_name
from tests.core.boards import CLOCK
from tests.core.rig import Rig

SCENES = {
    "move": ("chess", None, "{e2-} 300 {e4+}"),
    "capture": ("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "{d5-} 200 {e4-} 200 {d5+}"),
    "exchange": ("chess", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "{e4-} 300 {d5-} 60 {d5+}"),
    "castling": ("chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "{e1-} 200 {g1+} 200 {h1-} 200 {f1+}"),
    "astray": ("chess", None, "{e2-} 300 {e5+}"),
    "victim": ("draughts-100", "W:W28,32:B23,8", "{28-} 300 {19+} 300 {23-}"),
    "victims": ("draughts-100", "W:W28,32:B23,14,8", "{28-} 300 {10+} 300 {23-} 300 {14-}"),
    "xiangqi": ("xiangqi", None, "{h2-} 300 {e2+}"),
}
BEFORE_MS = (3, 8, 11, 17, 60)
"""How long before the press the last thing was done."""
AFTER_MS = (1, 6, 9, 11, 14, 19, 24, 26)
"""How long after it the opponent's hand or the mover's goes on."""


def told(line: str, game: str, start: str | None) -> tuple[list[tuple[str, ...]], list[str]]:
    """What was told, without times: kind, what of it matters; and the moves that stand."""
    kind = game_by_name(game)
    rig = Rig(start, game=kind, rulebook=kind.rulebook.name, time_control=CLOCK)
    for token in line.split():
        if token == "!":
            rig.press(kind.sides[0])
        else:
            rig.hands(token)
    found: list[tuple[str, ...]] = []
    for each in rig.said:
        name = type(each).__name__
        if name in {"Move", "Irregularity", "Question", "Result", "Correction", "Ruling"}:
            by = each.completed_by if isinstance(each, Move) else ""
            law = getattr(each, "law", None) or getattr(each, "why", "")
            found.append((name, by, str(law)))
    return found, rig.moves


@pytest.mark.parametrize("scene", SCENES)
def test_what_is_told_of_a_press_is_the_same(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, start, hands = SCENES[scene]
    words = hands.replace("{", "").replace("}", "").split()
    lines = [[*words, str(ms), "!", "2500"] for ms in BEFORE_MS]
    lines += [[*words[:-1], "!", str(ms), words[-1], "2500"] for ms in AFTER_MS]
    quick = [told(" ".join(["1000", *line]), game, start) for line in lines]
    settle = Silence.settle
    monkeypatch.setattr(
        Silence, "settle", lambda self, unsettled, steady: settle(self, unsettled, steady=False)
    )
    for line, found in zip(lines, quick, strict=True):
        assert found == told(" ".join(["1000", *line]), game, start), " ".join(line)


def test_a_whole_move_is_told_two_scans_after_the_press() -> None:
    rig = Rig(time_control=CLOCK).hands("1000 e2- 300 e4+ 200")
    rig.press(rig.game.sides[0])
    rig.wait(9)
    assert rig.moves == []
    rig.wait(1)
    assert (rig.moves, rig.by) == (["e2e4"], ["pressed"])
