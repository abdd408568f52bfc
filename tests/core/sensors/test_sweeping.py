"""Boards that sample their points one after the other, so that times and order are known within a sweep only."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity, Touched
from controller.core.settings import Settings, Timings
from controller.shell.config_types import SWEPT
from rules.registry import game_by_name
from tests.core.fair import assert_fair
from tests.core.rig import CHESS, Rig

DRAUGHTS = game_by_name("draughts-100")


def swept(start: str | None = None) -> Rig:
    return Rig(start, timings=SWEPT)


@pytest.mark.parametrize(("timings", "touched"), [(Timings(), True), (SWEPT, False)])
def test_a_man_who_is_jolted_is_off_for_a_sweep(timings: Timings, touched: bool) -> None:  # noqa: FBT001 - of a table
    rig = Rig(timings=timings).hands("1000 d2- 205 d2+ 1500")
    assert bool(rig.of(Touched)) is touched


@pytest.mark.parametrize("timings", [Timings(), SWEPT])
def test_a_man_who_is_taken_up_is_touched(timings: Timings) -> None:
    rig = Rig(timings=timings).hands("1000 d2- 600 d2+ 1500")
    assert [t.points for t in rig.of(Touched)] == [["d2"]]


# What is told in another order than it was done: a man at his new point first, a reply before the move.
TOLD = [
    "1000 f5+ 200 b1- 1500",
    "1000 b1- 400 e7- 120 f5+ 300 e5+ 1500",
]
START = "4k3/4p3/8/8/8/8/8/1B2K3 w - - 0 1"


@pytest.mark.parametrize("line", TOLD)
def test_of_two_changes_within_a_sweep_either_may_have_come_first(line: str) -> None:
    rig = swept(START).hands(line)
    assert rig.line == ["b1f5", "e7e5"][: len(rig.line)]
    assert rig.line, rig.story()
    assert rig.stage == "play"
    assert (rig.of(Irregularity), rig.questions) == ([], [])


CHAIN = "W:W27,49:B2,8,11,12,21"


@pytest.mark.law("DR-6.10")
def test_a_man_who_lands_twice_on_his_way_has_not_stood_there_meanwhile() -> None:
    """He touched the point, and was set down there 200 ms later: twice as long as a sweep, with a gap."""
    rig = Rig(CHAIN, game=DRAUGHTS, rulebook=DRAUGHTS.rulebook.name, timings=SWEPT)
    rig.hands("1000 27- 700 16+ 200 16- 195 16+ 195 16- 400 18+ 350 21- 350 11- 400 12- 3000")
    assert (rig.line, rig.of(Irregularity)) == (["27x18"], []), rig.story()


def test_a_press_waits_until_the_move_has_been_told() -> None:
    settings = Settings(game=CHESS, rulebook=CHESS.rulebook, timings=SWEPT, time_control="5:00")
    rig = Rig(settings=settings).hands("1000 e2- 500 w! 250 e4+ 1500")
    assert_fair(rig, ["e2e4"])


@pytest.mark.parametrize(
    "line",
    [
        pytest.param(
            "1000 27- 1900 21- 200 18+ 350 11- 350 12- 3000",
            marks=pytest.mark.xfail(
                strict=True,
                reason="the referee takes the order of a slow sweep for that of the hands",
            ),
        ),
        "1000 27- 1900 18+ 350 11- 200 21- 350 12- 3000",
    ],
    ids=["off before the captor has been told to stand", "told in another order"],
)
@pytest.mark.law("DR-7.4.10", "DR-6.11")
def test_how_a_capture_was_made_is_judged_in_favour_of_the_hands(line: str) -> None:
    for timings in (SWEPT, Timings()):
        rig = Rig(CHAIN, game=DRAUGHTS, rulebook=DRAUGHTS.rulebook.name, timings=timings)
        rig.hands(line)
        assert rig.line == ["27x18"], rig.story()
        assert len(rig.of(Irregularity)) <= (timings is not SWEPT), rig.story()
