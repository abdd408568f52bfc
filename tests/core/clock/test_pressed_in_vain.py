"""A press without a move, by laws that name none: it ends no turn, counts no move and brings no time."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.clocks import endings, faces, left, running
from tests.core.policies import TOLD
from tests.core.rig import CLASSIC, Rig

CASES = [
    ("chess", CLASSIC, ("e2- 300 e4+", "e7- 300 e5+")),
    ("xiangqi", None, ("h2- 300 e2+", "h9- 300 g7+")),
    ("draughts-100", None, ("32- 300 28+", "18- 300 23+")),
    ("draughts-russian", None, ("c3- 300 d4+", "d6- 300 c5+")),
    ("draughts-brazilian", None, ("c3- 300 d4+", "d6- 300 c5+")),
]


def board(case: tuple[str, str | None, tuple[str, str]], control: str) -> Rig:
    game = game_by_name(case[0])
    return Rig(game=game, rulebook=case[1] or game.rulebook.name, time_control=control)


@pytest.mark.law("CH-6.5", "XQ-6", "XQ-6.1", "DR-8.2")
@pytest.mark.parametrize("answered", [None, 400, 900, 5000])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_only_moves_are_counted(
    case: tuple[str, str | None, tuple[str, str]], answered: int | None
) -> None:
    """The opponent may press it back at once; he need not."""
    rig = board(case, "2/1:00,1:00")
    first, second = rig.game.sides
    rig.wait(1000)
    rig.press(first)
    if answered is not None:
        rig.wait(answered)
        rig.press(second)
    rig.hands(f"2000 {case[2][0]} 300")
    rig.press(first)
    rig.hands(f"1000 {case[2][1]} 300")
    rig.press(second)
    rig.wait(2000)
    shown = faces(rig)
    assert (len(rig.line), rig.odd, rig.questions) == (2, [], []), rig.story()
    assert [(shown[s]["period"], shown[s]["moves_to_go"]) for s in (first, second)] == [(1, 1)] * 2
    assert running(rig) == first


@pytest.mark.law("CH-6.5", "XQ-6", "DR-8.2")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_no_time_is_brought_and_nobody_loses_on_the_others_time(
    case: tuple[str, str | None, tuple[str, str]],
) -> None:
    rig = board(case, "0:10+0:05")
    first, second = rig.game.sides
    rig.wait(1000)
    rig.press(first)
    rig.wait(1000)
    # The other clock ran until it was plain that no piece had been lifted.
    assert running(rig) == first
    assert left(rig, first) + left(rig, second) == 28_000
    assert left(rig, second) >= 15_000 - TOLD.within_ms
    rig.wait(20_000)
    assert [ended[:2] for ended in endings(rig)] in (
        [("0-1", "time-forfeit")],
        [("0-2", "time-forfeit")],
    )
