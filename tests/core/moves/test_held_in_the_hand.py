"""A man is in the hand, and another was taken up and put back: that is no capture against the law yet."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from rules.terms import Side
from rules.xiangqi import XIANGQI
from tests.core.boards import CAPTURE
from tests.core.rig import Rig

CXA = "xiangqi-cxa"
CASES = [
    ("xiangqi", None, "h9", "h2"),
    ("xiangqi", None, "b9", "b2"),
    ("chess", CAPTURE, "d5", "e4"),
]
"""Game, start, whom it takes, who captures."""


@pytest.mark.law("XQ-5.8", "FIDE-7.5.1")
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("first", ["victim", "captor"])
@pytest.mark.parametrize("held", [300, 900])
@pytest.mark.parametrize("pause", [900, 2500])
def test_the_victim_is_in_the_hand_and_the_captor_hesitates(
    case: tuple[str, str | None, str, str], first: str, held: int, pause: int
) -> None:
    name, start, victim, captor = case
    game = game_by_name(name)
    rig = Rig(start, game=game, rulebook=game.rulebook.name, time_control="30:00")
    lifted = [victim, captor] if first == "victim" else [captor, victim]
    rig.hands(f"1000 {lifted[0]}- 300 {lifted[1]}- {held} {captor}+ {pause}")
    rig.hands(f"{captor}- 300 {victim}+ 400").press(Side(rig.session.line.position.side_to_move))
    rig.wait(1500)
    assert (rig.line, rig.odd) == ([f"{captor}{victim}"], []), rig.story()


@pytest.mark.law("XQ-9.1.6")
@pytest.mark.parametrize("held", [200, 700])
@pytest.mark.parametrize(
    "pause",
    [
        900,
        3500,
    ],
)
@pytest.mark.parametrize("touched", ["d0", "c0"])
def test_a_man_whom_nobody_may_capture_was_only_touched(
    touched: str, pause: int, held: int
) -> None:
    """That is a foul by itself; the horse goes where it may."""
    rig = Rig(game=XIANGQI, rulebook=CXA).hands("1000 h2- 500 e2+ 2500 h9- 900")
    rig.hands(f"{touched}- {held} {touched}+ {pause} g7+ 1500")
    assert (rig.line, [law for law, _ in rig.odd]) == (["h2e2", "h9g7"], ["XQ-9.1.6"]), rig.story()


@pytest.mark.law("XQ-4.1.6")
@pytest.mark.parametrize("touched", ["d0", "g3"])
def test_who_stays_there_is_asked_about_all_the_same(touched: str) -> None:
    rig = Rig(game=XIANGQI, rulebook=CXA).hands("1000 h2- 500 e2+ 2500 h9- 900")
    rig.hands(f"{touched}- 500 {touched}+ 6000")
    assert "XQ-4.1.6" in [law for law, _ in rig.odd[-2:]], rig.story()  # and the foul of touching
    assert rig.stage == "restore"
