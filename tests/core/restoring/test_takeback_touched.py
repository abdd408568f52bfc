"""A move taken back while the opponent holds or touches the man that could answer it: that is not read as his answer.

Either it is named, or people are asked; no sensor is taken to be wrong where hands explain everything.
"""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from rules.registry import game_by_name
from rules.terms import Side
from tests.core.rig import Rig

TOUCHED = {
    "before, a capture": (
        "B:Wa1,b2,b4,c1,c3,d2,e1,f2,f4,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g5,g7,h8",
        "g5- 220 e3+ 320 f4- 1460 d2- 1500 f4+ 500 e3- 500 g5+ 500 d2+ {} g5- 400 e3+ 500 f4- 4000",
        "g5:e3",
    ),
    "before, a move": (
        "B:Wa1,c3,h6:Ba5,c7",
        "a5- 210 b4+ 2355 c3- 1100 b4- 300 a5+ 375 c3+ {} c7- 180 b6+ 4000",
        "a5-b4",
    ),
    "for so long that it seemed taken": (
        "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,f4,g1,h2:Ba7,b8,c5,c7,d6,d8,e7,f6,f8,g7,h6,h8",
        "a3- 495 b4+ 3440 c5- 515 b4- 170 a3+ 850 c5+ {} h2- 375 g3+ 4000",
        "a3-b4",
    ),
}


def board(name: str, start: str, time_control: str | None = None) -> Rig:
    game = game_by_name(name)
    return Rig(start, game=game, rulebook=game.rulebook.name, time_control=time_control)


@pytest.mark.law("DR-7.4.4")
@pytest.mark.xfail(
    strict=True, reason="a piece that is held while the last move is taken back has replied to it"
)
@pytest.mark.parametrize("what", TOUCHED)
@pytest.mark.parametrize("then_ms", [1400])
def test_what_the_opponent_touched_meanwhile_is_no_reply(what: str, then_ms: int) -> None:
    start, hands, first = TOUCHED[what]
    rig = board("draughts-russian", start).hands(f"1000 {hands.format(then_ms)}")
    kinds = {kind for _, kind in rig.odd}
    assert not kinds - {"move-taken-back", "moves-taken-back"}, rig.story()
    assert rig.moves == [first]


@pytest.mark.law("DR-7.4.4")
def test_where_its_player_moves_another_man_instead_only_people_say_what_it_was() -> None:
    """25-30 is taken back and 4-9 played, or 34x25 was made past a silent sensor: what follows does not tell."""
    rig = board(
        "draughts-100",
        "B:W31,34,36,38,39,41-50:B1-8,10,11,15,22,25",
        time_control="25:00",
    )
    rig.hands("1000 25- 200 30+ 3400 34- 1900 34+ 1100 30- 600 25+ 1400 4- 480 9+ 80")
    rig.press(Side("black"))
    rig.hands("3000 38- 350 33+ 100").press(Side("white"))
    rig.hands("100 22- 400 28+ 650").press(Side("black"))
    rig.hands("25000")
    assert rig.moves == ["25-30"], rig.story()
    assert rig.stage in ("question", "restore", "choice")


AND_MOVED = {
    "touched before, and captured": (
        "draughts-russian",
        "W:Wa1,b2,f2,g3:Bb4,b8,f8,h4",
        "b2- 550 a3+ 450 w! 3100 f8- 1160 f8+ 540 a3- 500 b2+ 940 b2- 250 c3+ 600 w! 550 b4- 980 c3- 570 d2+ 400 b! 1000",
    ),
    "held meanwhile, and captured": (
        "draughts-brazilian",
        "W:Wb2,c1,h2:Bd4",
        "b2- 640 a3+ 600 w! 2090 d4- 440 a3- 670 b2+ 320 d4+ 740 b2- 600 c3+ 180 w! 980 d4- 650 b2+ 180 c3- 570 b! 150",
    ),
    "touched before": (
        "draughts-brazilian",
        "W:Wa1,b2,Kb6,c1,h4:Ba3,g7",
        "b6- 470 c5+ 430 w! 3700 g7- 720 g7+ 340 c5- 330 b6+ 1110 b6- 490 g1+ 600 w! 3000",
    ),
}


@pytest.mark.law("DR-7.4.4")
@pytest.mark.parametrize("what", AND_MOVED)
def test_who_took_back_and_moved_again_is_named_whatever_the_other_only_touched(what: str) -> None:
    name, start, hands = AND_MOVED[what]
    rig = board(name, start, "25:00+0:05").hands(f"1000 {hands}")
    assert set(rig.odd) <= {("DR-7.4.4", "move-taken-back")}, rig.story()
    assert {found.side for found in rig.of(Irregularity)} <= {"white"}
