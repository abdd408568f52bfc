"""A man leaves to a point that tells nothing, and the opponent goes to where he stood, from a point that feels him there."""

from __future__ import annotations

import pytest

from tests.core.fair import assert_fair
from tests.core.rig import Rig
from tests.core.sensors.test_behind_blind_points import board, known_wrong

Case = tuple[str, str, str, tuple[str, str], str]
CASES: list[Case] = [
    ("draughts-russian", "W:Wa3,a7,b6,g1,b4:Bb8,d4,d6,f6,g7,h2", "f2", ("g1", "h2"), "g1-f2"),
    ("draughts-100", "W:W33,48:B2,24,29", "28", ("33", "29"), "33-28"),
    ("chess", "3k4/8/8/3b4/4R3/8/8/6K1 w - - 0 1", "h4", ("e4", "d5"), "e4h4"),
]


def left(game: str, start: str, bad: str, hands: str) -> Rig:
    rig = board(game, start)
    if bad:
        known_wrong(rig, f"{bad}+")
    return rig.hands(f"{hands} 2500")


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_nor_on_sensors_that_are_sound(case: Case) -> None:
    game, start, _, (first, second), _ = case
    rig = left(game, start, "", f"{first}- 1260 {second}- 530 {first}+,{second}+")
    assert_fair(rig, [])


@pytest.mark.parametrize("hands", ["{0}- 50 {1}- 530 {0}+ 10 {1}+"])
@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_not_where_hands_have_put_them_back(case: Case, hands: str) -> None:
    game, start, bad, men, _ = case
    rig = left(game, start, bad, hands.format(*men))
    assert_fair(rig, [])


def test_not_where_hands_have_put_them_back_one_after_the_other() -> None:
    game, start, bad, men, _ = CASES[1]
    rig = left(game, start, bad, "{0}- 1260 {1}- 530 {0}+ 300 {1}+".format(*men))
    assert_fair(rig, [])
