"""A sensor that loses its man time and again, and gets him back by itself, costs nobody the game."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty
from rules.registry import game_by_name
from rules.xiangqi import XIANGQI
from tests.core.rig import Rig

CALM = ["h0 g2", "h9 g7", "c3 c4", "g6 g5", "b0 c2", "b9 c7", "i3 i4", "c6 c5", "g3 g4", "i6 i5"]
NINE = game_by_name("go", {"size": 9})


def counted(rig: Rig) -> int:
    return sum(-1 if penalty.withdrawn else 1 for penalty in rig.of(Penalty))


@pytest.mark.law("XQ-9.1.6", "XQ-9.2")
@pytest.mark.parametrize("drop", [500, 925])
@pytest.mark.parametrize("think", [300, 680, 1500])
def test_two_dropouts_of_one_man_are_no_two_fouls(drop: int, think: int) -> None:
    """The first ends just after the landing; the move may be given out only when it has been answered."""
    rig = Rig(game=XIANGQI, rulebook="xiangqi-cxa").hands("1000 h2- 500 e2+ 1500")
    rig.hands(f"b9- 535 c3- {drop - 70} c7+ 70 c3+ {think} h0- 430 g2+ 4000")
    rig.hands(f"h9- 400 c3- {drop} c3+ 400 g7+ 2500 i0- 500 h0+ 2500")
    assert rig.line == ["h2e2", "b9c7", "h0g2", "h9g7", "i0h0"], rig.story()
    assert (counted(rig) <= 1, rig.session.result) == (True, None), rig.story()


@pytest.mark.law("XQ-9.1.6", "XQ-9.2")
@pytest.mark.parametrize("lead", [100, 600])
@pytest.mark.parametrize("drop", [150, 400, 1300])
@pytest.mark.parametrize("clock", ["60:00", None])
def test_what_convicted_a_sensor_is_no_foul_once_it_is_believed_again(
    lead: int, drop: int, clock: str | None
) -> None:
    """e3 drops out on three of Black's moves, with his man in the hand; then ten seconds and more pass."""
    rig = Rig(game=XIANGQI, rulebook="xiangqi-cxa", time_control=clock)
    for n, text in enumerate(CALM):
        origin, target = text.split()
        dips = n % 2 == 1 and n < 6
        meanwhile = f"{lead} e3- {drop} e3+ 400" if dips else "700"
        rig.hands(f"1800 {origin}- {meanwhile} {target}+ 500")
        if clock:
            rig.press(XIANGQI.sides[n % 2])
    rig.hands("12000 a0- 600 a1+ 1500")
    assert rig.line == [*(text.replace(" ", "") for text in CALM), "a0a1"], rig.story()
    assert (counted(rig) <= 1, rig.stage) == (True, "play"), rig.story()


@pytest.mark.law("GO-18.alive", "GO-25.warn")
@pytest.mark.parametrize("drop", [1300, 3000])
@pytest.mark.parametrize("times", [2, 3])
def test_a_stone_that_is_lost_twice_is_its_sensors_fault(drop: int, times: int) -> None:
    rig = Rig(game=NINE, rulebook="go-china", time_control="60:00")
    rig.hands("1000 e5+ 500").press(NINE.sides[0])
    rig.hands("2000")
    plays = [("c3", "g7"), ("c7", "f2"), ("g3", "b6")][:times]
    for white, black in plays:
        rig.hands(f"{white}+ 300 e5- 200").press(NINE.sides[1])
        rig.hands(f"{drop - 200} e5+ 1500 {black}+ 500").press(NINE.sides[0])
        rig.hands("2000")
    assert rig.line == ["e5", *(text for pair in plays for text in pair)], rig.story()
    assert (counted(rig), rig.session.result) == (0, None)


@pytest.mark.law("GO-18.alive", "GO-25.warn")
def test_stones_that_are_put_back_leave_the_game_as_it_was() -> None:
    rig = Rig(game=NINE, rulebook="go-china", time_control="60:00")
    rig.hands("1000 e5+ 500").press(NINE.sides[0])
    rig.hands("2000 c3+ 300 e5- 200").press(NINE.sides[1])
    rig.hands("8000 e5+ 1500 g7+ 500").press(NINE.sides[0])
    rig.hands("2000 c7+ 300 g7- 200").press(NINE.sides[1])
    rig.hands("8000 g7+ 1500")
    assert (rig.line, rig.session.result) == (["e5", "c3", "g7", "c7"], None)
