"""Quick play that goes on past one silent point is asked about before it can be held for a mess, and nothing of it is lost."""

from __future__ import annotations

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
