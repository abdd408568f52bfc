"""Quick play that goes on past one silent point is asked about before it can be held for a mess, and nothing of it is lost."""

from __future__ import annotations

import pytest

from controller.core.messages import Irregularity
from rules.registry import game_by_name
from tests.core.fair import assert_told_by_people
from tests.core.rig import Rig

HASTY = "2ba1a1r1/4k4/rc2b2c1/p1p1p1p1p/9/2P6/P3P1P1P/B1NA5/4K4/R4ABNR w - - 12 9"
FIVE_PLIES = {
    "xiangqi": (
        HASTY, "h0- 500 i2+ {} g5+ {} a0- 500 a1+ {} h9- 500 i9+ {} e1- 500 e2+",
        ["h0i2", "e7g5", "a0a1", "h9i9", "e1e2"],
    ),
    "draughts-100": (
        None, "33- 500 28+ {} 21+ {} 31- 500 26+ {} 12- {} 28- 500 23+",
        ["33-28", "17-21", "31-26", "12-17", "28-23"],
    ),
}  # fmt: skip


OPENING = ("e7- {h} e5+", "g1- {h} f3+", "b8- {h} c6+", "f1- {h} b5+", "a7- {h} a6+", "b5- {h} a4+", "g8- {h} f6+")  # fmt: skip
LINE = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"]


def blitz(held: int, pause: int, *, presses: bool = False, blind: bool = False) -> Rig:
    """1.e4, which nobody feels, and what follows, without a longer pause than this."""
    rig = Rig(time_control="90:00" if presses else None).hands(
        "500 e4?400000 500" if blind else "1000"
    )
    sides = "wb"
    for n, move in enumerate((f"e2- {held}", *OPENING)):
        rig.hands(move.format(h=held))
        rig.hands(f"{pause // 2} {sides[n % 2]}! {pause - pause // 2}" if presses else f"{pause}")
    return rig.hands("2000")


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


@pytest.mark.parametrize(("held", "pause"), [(500, 400), (500, 1000), (300, 600), (900, 900)])
@pytest.mark.parametrize(("presses", "blind"), [(False, False), (False, True), (True, True)])
def test_the_landing_of_the_first_move_is_not_felt(
    held: int, pause: int, *, presses: bool, blind: bool
) -> None:
    rig = blitz(held, pause, presses=presses, blind=blind)
    assert_told_by_people(rig, LINE)
    rig.hands("e1- 400 g1+ 300 h1- 400 f1+ 2000")
    assert (rig.line[-1], rig.of(Irregularity)) == ("e1g1", []), rig.story()


@pytest.mark.parametrize("pause", [300, 600])
@pytest.mark.parametrize("held", [300, 500])
def test_who_goes_on_from_the_silent_point_has_made_no_illegal_move(held: int, pause: int) -> None:
    """1.e4, which nobody feels, 1...a6 2.e5: it looks like e2-e5, and the clock is pressed upon it."""
    rig = Rig(time_control="5:00").hands(f"1000 e2- {held + 200} w! {pause} a7- {held} a6+ 200 b!")
    rig.hands(f"{pause} {held} e5+ 250 w! 2000")
    rig.hands("500 b7- 400 b6+ 200 b! 2000")
    assert_told_by_people(rig, ["e2e4", "a7a6", "e4e5", "b7b6"])


@pytest.mark.law("XQ-5.8", "DR-7.5")
@pytest.mark.parametrize("name", FIVE_PLIES)
@pytest.mark.parametrize("first_ms", [560, 600, 650])
@pytest.mark.parametrize("pauses", [(675, 560, 720), (155, 155, 340), (300, 300, 300)])
def test_five_plies_in_haste_whose_second_was_not_felt_to_begin(
    name: str, first_ms: int, pauses: tuple[int, int, int]
) -> None:
    """The reply comes from the silent point: which ply it was is asked about while it is known."""
    start, hands, plies = FIVE_PLIES[name]
    game = game_by_name(name)
    rig = Rig(start, game=game, rulebook=game.rulebook.name)
    rig.hands(f"1000 {hands.format(first_ms, *pauses)} 3000")
    assert_told_by_people(rig, plies)
