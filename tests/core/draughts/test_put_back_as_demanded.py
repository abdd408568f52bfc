"""Correction is demanded of a captured man left on, whose sensor feels the captor beside him: the captor is put back, as asked."""

from __future__ import annotations

import pytest

from rules.registry import game_by_name
from tests.core.rig import Rig

START = "B:Wa1,a3,b2,c1,c3,c5,e1,e3,f2,g1,h2:Ba7,b6,b8,c7,d8,f8,g5,h6,h8"
GAMES = [("draughts-brazilian", "b6xd4"), ("draughts-russian", "b6:d4")]


def demanded(game: str) -> Rig:
    """b6 has captured over c5, whose point feels a man still; White demands that it be corrected."""
    rig = Rig(START, game=game_by_name(game), rulebook=game, time_control="10:00")
    rig.hands("4000 b6- 400 d4+ 1000 b! 3000")
    assert rig.odd == [("DR-7.4.11", "too-few-removed")]
    assert rig.command("white", "demand-correction")
    return rig.hands("3000")


@pytest.mark.law("DR-7.4.11", "DR-7.8")
@pytest.mark.parametrize("left", ["c5-,d4-", "c5- 20 d4-", "c5- 300 d4-", "d4- 20 c5-"])
@pytest.mark.parametrize("held_ms", [200, 700, 1500])
@pytest.mark.parametrize(("game", "capture"), GAMES)
def test_who_takes_his_captor_up_and_sets_him_back_has_not_finished_his_capture(
    game: str, capture: str, held_ms: int, left: str
) -> None:
    rig = demanded(game).hands(f"{left} {held_ms} b6+ 3000")
    assert (rig.moves, rig.stage, len(rig.odd)) == ([], "restore", 1)
    rig.hands("c5+ 2000")
    assert (rig.moves, rig.stage, len(rig.odd)) == ([], "play", 1)
    rig.hands("b6- 400 d4+ 300 c5- 600 b! 2000")
    assert (rig.moves, len(rig.odd)) == ([capture], 1)


@pytest.mark.law("DR-7.4.11", "DR-7.8")
@pytest.mark.parametrize(("game", "capture"), GAMES)
def test_who_takes_the_captured_man_off_has_finished_it(game: str, capture: str) -> None:
    rig = demanded(game).hands("c5- 2000")
    assert (rig.moves, rig.stage, len(rig.odd)) == ([capture], "play", 1)


@pytest.mark.law("DR-7.4.11", "DR-7.8")
@pytest.mark.parametrize(("game", "capture"), GAMES)
@pytest.mark.parametrize("soon_ms", [100, 400, 900])
def test_whom_the_opponent_captures_at_once_has_finished_it(
    soon_ms: int, game: str, capture: str
) -> None:
    rig = demanded(game).hands(f"c5- {soon_ms} c3- 300 e5+ 300 d4- 3000")
    assert (rig.moves[:1], len(rig.odd), len(rig.moves)) == ([capture], 1, 2)
