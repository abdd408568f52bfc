"""A draw that is asked for in draughts runs on the asker's clock; a flag that falls meanwhile waits for the ruling."""

from __future__ import annotations

import pytest

from controller.core.messages import Clock, Result, Ruling
from controller.shell.cores import recovered_board
from rules.draughts import DRAUGHTS_100
from tests.core.clocks import left, running
from tests.core.rig import Rig

THEORY = "B:WK1,K2,K3:BK50"


def asked() -> Rig:
    """Black has asked for a draw by theory, and his flag has fallen while nobody has ruled on it."""
    rig = Rig(THEORY, game=DRAUGHTS_100, rulebook="draughts-100", time_control="0:30").hands("1000")
    assert rig.command("black", "claim-move-limit")
    assert running(rig) == "black"
    before = left(rig, "black")
    rig.hands("5000")
    assert before - left(rig, "black") == 5000  # it runs on his own time
    return rig.hands("30000")


@pytest.mark.law("DR-8.2.7")
def test_the_game_waits_for_the_ruling() -> None:
    rig = asked()
    assert rig.of(Clock)[-1].flag == "black"
    (waits,) = rig.of(Ruling)
    assert (waits.kind, waits.side, waits.law) == ("flag-waits", "black", "DR-8.2.7")
    rig.hands("600000")
    assert (rig.stage, rig.of(Result), len(rig.of(Ruling))) == ("play", [], 1)


@pytest.mark.law("DR-8.2.7")
@pytest.mark.parametrize("by", ["arbiter", "white"])
def test_the_flag_is_ignored_where_the_draw_is_granted(by: str) -> None:
    rig = asked()
    assert rig.command(by, "accept-draw")
    assert [(r.result, r.law) for r in rig.of(Result)] == [("1-1", "DR-8.1.3.1A")]


@pytest.mark.law("DR-8.2.7")
def test_and_loses_where_it_is_not() -> None:
    rig = asked()
    assert rig.command("arbiter", "decline-draw", why="there was progress")
    (result,) = rig.of(Result)
    assert (result.winner, result.termination, result.law) == ("white", "time-forfeit", "DR-8.2")


@pytest.mark.law("DR-8.2.7")
@pytest.mark.parametrize("grants", [False, True])
def test_so_after_a_new_start_of_the_program(*, grants: bool) -> None:
    rig = asked()
    again = Rig(THEORY, settings=rig.settings, feed_first=False)
    again.session.board = recovered_board(rig.settings, rig.said)
    again.hands("1000")
    assert not again.of(Result)
    assert again.command("arbiter", "accept-draw" if grants else "decline-draw")
    (result,) = again.of(Result)
    assert result.winner == (None if grants else "white")


@pytest.mark.law("DR-8.2")
def test_the_others_flag_ends_the_game_as_ever() -> None:
    rig = Rig(THEORY, game=DRAUGHTS_100, rulebook="draughts-100", time_control="0:30").hands("1000")
    assert rig.command("black", "claim-move-limit")
    rig.hands("50- 300 45+ 300 b! 40000")
    assert rig.of(Result)[-1].winner == "black"
