"""Three plies and more taken back, of which all but one man's came to nothing: what is left looks like a single man's move."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

CHESS = "1000 g1- 300 f3+ 1800 b8- 300 c6+ 1800 f3- 300 g1+ 1800 c6- 300 d4+ 2300"
XIANGQI = "1000 e0- 300 e1+ 1800 b9- 300 c7+ 1800 e1- 300 e0+ 1800 c7- 300 e8+ 2300"


def answered(rig: Rig, plies: list[str]) -> None:
    """All of it is named as taken back, nothing is asked, and it can be accepted."""
    assert (rig.line, rig.questions, rig.stage) == (plies, [], "restore"), rig.story()
    assert rig.odd[-1][1] == "moves-taken-back", rig.story()
    assert rig.command("arbiter", "accept-irregularity"), rig.refusals
    rig.wait(1000)
    assert (rig.line, rig.stage) == ([], "play")


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("pace", [200, 400, 700])
@pytest.mark.parametrize(
    "hands",
    [
        "d4- {0} c6+ {0} g1- {0} f3+ {0} c6- {0} b8+ {0} f3- {0} g1+",
        "d4- {0} g1- {0} c6+ {0} f3+ {0} f3- {0} c6- {0} g1+ {0} b8+",
    ],
)
def test_four_plies_of_chess(hands: str, pace: int) -> None:
    rig = Rig().hands(f"{CHESS} {hands.format(pace)} 4000")
    answered(rig, ["g1f3", "b8c6", "f3g1", "c6d4"])
    rig.hands("e2- 300 e4+ 2000")
    assert rig.line == ["e2e4"]


@pytest.mark.law("XQ-5.7")
@pytest.mark.parametrize("pace", [200, 400, 700])
def test_four_plies_of_xiangqi(pace: int) -> None:
    played = game_by_name("xiangqi")
    hands = f"e8- {pace} c7+ {pace} e0- {pace} e1+ {pace} c7- {pace} b9+ {pace} e1- {pace} e0+"
    rig = Rig(game=played, rulebook=played.rulebook.name).hands(f"{XIANGQI} {hands} 4000")
    answered(rig, ["e0e1", "b9c7", "e1e0", "c7e8"])


@pytest.mark.law("FIDE-4.7")
@pytest.mark.parametrize("pace", [200, 500])
def test_who_alone_is_set_back_so_far_has_taken_back_nothing(pace: int) -> None:
    """Nobody has touched the other man of these plies."""
    rig = Rig().hands(f"{CHESS} d4- {pace} b8+ 4000")
    assert rig.line == ["g1f3", "b8c6", "f3g1", "c6d4"], rig.story()
    assert "moves-taken-back" not in [kind for _, kind in rig.odd]
