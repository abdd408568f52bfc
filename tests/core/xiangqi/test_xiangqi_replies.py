"""Xiangqi: a reply, or the opponent's hand, changes nothing in what an irregularity is called, or whose it is."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Penalty
from controller.core.sensing.marks import Sensor
from rules.deed import Deed
from rules.naming import name_deed
from rules.terms import Side
from rules.xiangqi import XIANGQI
from tests.core.rig import played
from tests.core.sensed import SensedRig

BOOKS = tuple(XIANGQI.rulebooks)


@pytest.mark.parametrize("replied", [200, 500, 800, 1100])
@pytest.mark.parametrize(
    ("begun", "found"),
    [
        pytest.param(
            "h2- 500 e2+ 1500 h0- 500 g2+ {} h9- 500 g7+",
            ("XQ-5.8", "out-of-turn", "red", ["h0", "g2"]),
            id="two moves", marks=pytest.mark.law("XQ-5.8"),
        ),
        pytest.param(
            "h2- 500 e2+ 1500 e2- 500 d2+ {} h9- 500 g7+",
            ("XQ-5.7", "released-man-moved", "red", ["e2", "d2"]),
            id="released", marks=pytest.mark.law("XQ-5.7"),
        ),
        pytest.param(
            "h9- 500 g7+ {} h2- 500 e2+",
            ("XQ-5.8", "out-of-turn", "black", ["h9", "g7"]),
            id="before his turn", marks=pytest.mark.law("XQ-5.8"),
        ),
        pytest.param(
            "h0- 500 h1+ {} h9- 500 g7+",
            ("XQ-4.1.6", "illegal-move", "red", ["h0", "h1"]),
            id="illegal", marks=pytest.mark.law("XQ-4.1.6"),
        ),
    ],
)  # fmt: skip
def test_a_reply_before_it_is_named_changes_nothing(
    begun: str, found: tuple[str, str, str, list[str]], replied: int
) -> None:
    rig = played(begun.format(replied) + " 3000", game=XIANGQI, rulebook=BOOKS[0])
    named = [(i.law, i.kind, str(i.side), i.points) for i in rig.of(Irregularity)]
    assert named == [found], rig.story()


@pytest.mark.law("XQ-5.8")
def test_a_reply_to_an_illegal_capture_is_none_of_it() -> None:
    """The cannon h2 takes h7 over nobody, and the horse b9 goes to c7."""
    position = XIANGQI.start()
    at = XIANGQI.index
    deed = Deed(
        position=position, gone=(at["h2"], at["b9"]), came=(at["c7"],), exchanged=(at["h7"],)
    )
    named = name_deed(deed, XIANGQI.rulebooks[BOOKS[0]])
    assert named is not None
    assert (named.kind, named.side, named.points) == (
        "illegal-capture",
        "red",
        (at["h2"], at["h7"]),
    )
    assert (named.origin, named.target, named.removed) == (at["h2"], at["h7"], (at["h7"],))


@pytest.mark.xfail(
    strict=True, reason="of two pieces taken up in one moment none may have been its player's"
)
@pytest.mark.law("XQ-5.5", "XQ-9.1.6")
@pytest.mark.parametrize(
    ("start", "own", "enemy"),
    [
        ("2bk5/9/9/p7r/9/R8/9/9/4AC1N1/1N2K1B2 w - - 0 1", "b0", "c9"),
        ("2b1k2n1/1n1ca4/9/9/8r/9/R7P/9/9/5KB2 b - - 0 1", "h9", "g0"),
    ],
)
def test_of_two_men_lifted_at_once_either_may_be_the_first(
    start: str, own: str, enemy: str
) -> None:
    """It does not matter which point is scanned first: the opponent may have touched his own man, and no foul is counted."""
    rig = played(
        f"{own}- {enemy}- 500 {own}+ {enemy}+ 1000", start, game=XIANGQI, rulebook=BOOKS[0]
    )
    found = [(i.law, i.points, i.doubt) for i in rig.of(Irregularity)]
    assert found == [("XQ-9.1.6", [enemy], "whose-hand")], rig.story()
    assert rig.of(Penalty) == []


@pytest.mark.law("XQ-5.2")
@pytest.mark.parametrize("replied", [200, 400, 800])
def test_whoever_set_down_another_before_a_man_was_lifted_is_not_that_man(replied: int) -> None:
    """Red touches the horse that he can take, and moves away half a second later: nobody may have captured it."""
    men = "3ak4/4a4/4b4/p3p1n1p/2r6/4N1R2/P3P3P/2C6/4A4/3AK4 w - - 0 1"
    acts = f"g6- 400 g6+ 500 g4- 300 f4+ {replied} a6- 300 a5+"
    rig = played(acts, men, game=XIANGQI, rulebook=BOOKS[0])
    (found,) = rig.of(Irregularity)
    assert (found.law, found.side, found.doubt) == ("XQ-5.2", "red", None)
    assert (rig.line, rig.questions) == (["g4f4", "a6a5"], [])


@pytest.mark.law("XQ-5.2")
@pytest.mark.parametrize("begun", [200, 300])
def test_a_man_taken_up_again_by_his_player_before_his_press_is_no_touch_of_the_opponent(
    begun: int,
) -> None:
    """Red puts his elephant straight, and presses; Black, who could take it, has begun to move meanwhile."""
    men = "3k5/9/9/9/9/9/9/1r7/9/2B1K4 w - - 0 1"
    rig = SensedRig(Sensor.IDENTITY, men, game=XIANGQI, rulebook=BOOKS[0], time_control="60:00")
    rig.hands(f"1000 c0- 300 e2=B 250 e2- {begun} b2- 80 e2=B 80").press(Side("red"))
    rig.hands("60 d2=r 200").press(Side("black"))
    rig.hands("1500")
    assert (rig.line, rig.odd) == (["c0e2", "b2d2"], []), rig.story()
