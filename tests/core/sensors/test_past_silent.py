"""Quick play that goes on past one silent point is asked about before it can be held for a mess, and nothing of it is lost."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from rules.registry import game_by_name
from tests.core.rig import Rig

OPENING = ("e7- {h} e5+", "g1- {h} f3+", "b8- {h} c6+", "f1- {h} b5+", "a7- {h} a6+", "b5- {h} a4+", "g8- {h} f6+")  # fmt: skip
LINE = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"]


def blitz(held: int, pause: int, *, presses: bool = False, blind: bool = False) -> Rig:
    """1.e4, which nobody feels, and what follows, without a longer pause than this."""
    rig = Rig(time_control="5:00" if presses else None).hands(
        "500 e4?40000 500" if blind else "1000"
    )
    sides = "wb"
    for n, move in enumerate((f"e2- {held}", *OPENING)):
        rig.hands(move.format(h=held))
        rig.hands(f"{pause // 2} {sides[n % 2]}! {pause - pause // 2}" if presses else f"{pause}")
    return rig.hands("2000")


@pytest.mark.parametrize(("held", "pause"), [(500, 400), (500, 1000), (300, 600), (900, 900)])
@pytest.mark.parametrize(("presses", "blind"), [(False, False), (False, True), (True, True)])
def test_the_landing_of_the_first_move_is_not_felt(
    held: int, pause: int, *, presses: bool, blind: bool
) -> None:
    rig = blitz(held, pause, presses=presses, blind=blind)
    assert rig.questions, rig.story()
    assert {"e2e3", "e2e4"} <= set(rig.questions[0])
    assert (rig.line, rig.odd, rig.stage) == ([], [], "question"), rig.story()
    assert rig.command("white", "answer", move="e2e4")
    assert (rig.line, rig.stage) == (LINE, "play"), rig.story()
    rig.hands("e1- 400 g1+ 300 h1- 400 f1+ 2000")
    assert (rig.line[-1], rig.of(Irregularity)) == ("e1g1", []), rig.story()


def test_play_that_every_point_has_told_of_is_not_asked_about() -> None:
    rig = Rig().hands("1000 e2- 500 e4+ 400")
    for move in OPENING:
        rig.hands(f"{move.format(h=500)} 400")
    rig.hands("2000")
    assert (rig.line, rig.questions) == (LINE, []), rig.story()


def test_quick_draughts_past_a_point_that_cannot_be_read() -> None:
    rig = Rig(game=game_by_name("draughts-100"), rulebook="draughts-100").hands("500 28?60000 500")
    plies = ("32- 500", "16- 500 21+", "38- 500 32+", "11- 500 16+", "43- 500 38+", "6- 500 11+")
    rig.hands(" 900 ".join(plies) + " 3000")
    assert rig.line == ["32-28", "16-21", "38-32", "11-16", "43-38", "6-11"], rig.story()
    assert (rig.odd, rig.stage) == ([], "play"), rig.story()


@pytest.mark.parametrize("pause", [300, 600])
@pytest.mark.parametrize("held", [300, 500])
def test_who_goes_on_from_the_silent_point_has_made_no_illegal_move(held: int, pause: int) -> None:
    """1.e4, which nobody feels, 1...a6 2.e5: it looks like e2-e5, and the clock is pressed upon it."""
    rig = Rig(time_control="5:00").hands(f"1000 e2- {held + 200} w! {pause} a7- {held} a6+ 200 b!")
    rig.hands(f"{pause} {held} e5+ 250 w! 2000")
    assert (rig.line, rig.odd, rig.stage) == ([], [], "question"), rig.story()
    assert rig.command("white", "answer", move="e2e4")
    rig.hands("500 b7- 400 b6+ 200 b! 2000")
    assert (rig.line, rig.odd) == (["e2e4", "a7a6", "e4e5", "b7b6"], []), rig.story()
