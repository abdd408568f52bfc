"""Captures made slowly: those that end where they began, whose only man comes off first, and those that no law allows."""

from __future__ import annotations

import pytest

from controller.core.messages import Answered, Irregularity, Move, Ruling
from controller.core.sensing.marks import Sensor
from tests.core.draughts.test_recaptured_at_once import draughts
from tests.core.draughts.test_replies_withdraw_nothing import board, legal
from tests.core.policies import NAMED
from tests.core.rig import BLACK, WHITE

ROUND = "W:W28:B1,12,13,22,23"
GOES_ROUND = "1000 28- 400 17+ 300 17- 400 8+ 300 8- 400 19+ 300 19- 400 28+ 400"
"""28x28, which takes 22, 12, 13 and 23."""
REPLY = "1- 600 6+ 3000"


@pytest.mark.law("DR-6.4", "DR-6.11")
@pytest.mark.parametrize("last_ms", [500, 1300, 1500, 1900])
@pytest.mark.parametrize("press", ["", "500 w!"])
def test_the_last_man_may_come_off_as_late_as_of_other_captures(last_ms: int, press: str) -> None:
    rig = draughts(ROUND).hands(f"{GOES_ROUND} 22- 400 12- 400 13- {last_ms} 23- {press} 2500")
    assert (rig.moves, rig.questions, rig.odd) == (["28x28"], [], [])
    rig.hands(REPLY)
    assert rig.moves == ["28x28", "1-6"]


@pytest.mark.law("DR-6.4", "DR-7.4.13")
@pytest.mark.parametrize("last_ms", [3000, 6000, 12_000])
def test_that_he_comes_off_after_a_pause_answers_what_was_asked(last_ms: int) -> None:
    """So it is with what was named meanwhile: that too few were taken off."""
    rig = draughts(ROUND).hands(f"{GOES_ROUND} 22- 400 12- 400 13- {last_ms} 23- 2500 {REPLY}")
    assert rig.moves == ["28x28", "1-6"], rig.story()
    assert rig.odd[-1] == ("DR-7.4.13", "removal-paused")
    assert [answer.by for answer in rig.of(Answered)] == ["evidence"] * len(rig.questions)
    assert [found.found for found in rig.of(Ruling)] == ["wrong"] * (len(rig.odd) - 1)


@pytest.mark.law("DR-5.11")
@pytest.mark.parametrize("line", ["28- 300 28+ 8000", "28- 300 28+ 300 22- 300 22+ 8000"])
def test_a_man_put_back_who_may_go_round_has_not(line: str) -> None:
    rig = draughts(ROUND).hands(f"1000 {line}")
    assert (rig.moves, rig.questions, rig.odd) == ([], [], []), rig.story()


@pytest.mark.law("DR-6.4")
@pytest.mark.parametrize("held_ms", [3000, 9000])
def test_a_man_may_be_held_once_his_only_victim_is_off(held_ms: int) -> None:
    """Nobody has to hurry."""
    rig = draughts("W:W28,48:B22,1").hands(f"1000 28- 500 22- {held_ms} 17+ 2000")
    assert (rig.moves, rig.odd) == (["28x17"], []), rig.story()


AGAINST_THE_LAW = [
    (  # two are due
        "W:W32,47:B28,42,33,5", "32- 400 23=w", ["28-"], "5- 400 10=b", "DR-7.4.8",
        [("32x23", False), ("5-10", True)],
    ),
    (  # he stops on 23, and 18 is to be taken as well
        "W:W29,32,48:B28,18,5", "32- 400 23=w", ["28-"], "5- 400 10=b", "DR-7.4.9",
        [("32x23", False), ("5-10", True)],
    ),
    (  # two of three
        "B:B2,6,18:W7,17,27,38,48", "2- 400 11=b 300 11- 400 22=b", ["7-", "17-"], "48- 400 43=w",
        "DR-7.4.9", [("2x22", False), ("48-43", True)],
    ),
]  # fmt: skip


@pytest.mark.law("DR-7.4.8", "DR-7.4.9", "DR-7.7")
@pytest.mark.parametrize(("start", "stands", "off", "reply", "law", "moves"), AGAINST_THE_LAW)
@pytest.mark.parametrize("sensor", Sensor)
@pytest.mark.parametrize("off_ms", [1300, 1900])
@pytest.mark.parametrize("how", ["plays on", "accepts", "presses"])
def test_one_against_the_law_is_named_once_its_men_may_be_off(
    *, start: str, stands: str, off: list[str], reply: str, law: str,
    moves: list[tuple[str, bool]], sensor: Sensor, off_ms: int, how: str,
) -> None:  # fmt: skip
    """Until there would be a pause in taking them off (DR-7.4.13) they belong to what he has done."""
    side = WHITE if start.startswith("W") else BLACK
    rig = board(start, sensor, clock="30:00" if how == "presses" else None)
    taken = f" {off_ms} ".join(off)
    own, other = ("w!", "b!") if side == WHITE else ("b!", "w!")
    press, answer = (f"300 {own}", f"300 {other}") if how == "presses" else ("", "")
    rest_ms = NAMED.within_ms if how == "accepts" else 3000
    rig.hands(f"1000 {stands} {off_ms} {taken} {press} {rest_ms}")
    if how == "accepts":
        assert rig.command(rig.game.other(side), "accept-irregularity"), rig.refusals
    rig.hands(f"{reply} {answer} 3000")
    assert legal(rig) == moves, rig.story()
    (found,) = rig.of(Irregularity)
    removed = [point.strip("-") for point in off]
    assert (found.law, found.side, sorted(found.observed.removed)) == (law, side, sorted(removed))
    assert (rig.questions, rig.of(Move)[0].captured) == ([], found.observed.removed)
