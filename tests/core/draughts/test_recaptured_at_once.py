"""A capture that is due is missed, and the opponent captures the man who moved instead, to stand where that one began."""

from __future__ import annotations

import pytest

from controller.core.messages import Move, Ruling
from controller.core.sensing.marks import Sensor
from rules.draughts import DRAUGHTS_100
from rules.draughts.variants import BLACK, WHITE
from rules.terms import Piece
from tests.core.rig import Rig
from tests.core.sensed import Board

ORDINARY = "W:W37,33,50:B31,22,2"
"""White ought to take 37x26; after 33-28 Black takes 22x33."""
MISSED = "1000 33- 500 28+"


def draughts(start: str) -> Rig:
    return Rig(start, game=DRAUGHTS_100, rulebook="draughts-100")


@pytest.mark.law("DR-7.4.2", "DR-7.7")
@pytest.mark.parametrize("wait_ms", [300, 600, 1000, 2000, 3000, 10_000])
@pytest.mark.parametrize("removed", ["20 28-", "100 28-", "400 28-", "900 28-"])
def test_who_captures_on_the_origin_of_an_illegal_move_accepts_it(
    wait_ms: int, removed: str
) -> None:
    rig = draughts(ORDINARY).hands(f"{MISSED} {wait_ms} 22- 500 33+ {removed} 3000")
    assert [(m.move, m.legal) for m in rig.of(Move)] == [("33-28", False), ("22x33", True)]
    assert (rig.odd, rig.of(Ruling)) == ([("DR-7.4.2", "irregular-move")], [])
    rig.hands("50- 500 44+ 3000")
    assert rig.odd[1:] == [("DR-7.4.2", "irregular-move")]  # 37x26 is due still


@pytest.mark.law("DR-7.4.2", "DR-7.7")
def test_who_captures_several_accepts_it_as_well() -> None:
    rig = draughts("W:W37,33,39,29,50:B31,22,2")
    rig.hands(f"{MISSED} 3000 22- 500 33+ 300 33- 200 44+ 400 28- 300 39- 3000")
    assert [(m.move, m.legal) for m in rig.of(Move)] == [("33-28", False), ("22x44", True)]


@pytest.mark.law("DR-7.4.2", "DR-7.7")
@pytest.mark.parametrize("removed_ms", [160, 900])
def test_who_captures_the_man_elsewhere_has_not_moved_twice(removed_ms: int) -> None:
    """White's king stood on 43 when Black took up his; he lands on 49 and takes it off."""
    rig = draughts("W:WK48,33:B38,13,5")
    rig.hands(f"1000 48- 260 43+ 1670 38- 470 49+ {removed_ms} 43- 3000")
    assert [(m.move, m.legal) for m in rig.of(Move)] == [("48-43", False), ("38x49", True)]
    assert rig.odd == [("DR-7.4.2", "irregular-move")]


@pytest.mark.xfail(
    strict=True,
    reason="who puts a man back where a capture ends, after another was lifted, seems to have captured",
)
@pytest.mark.law("DR-7.4.2")
@pytest.mark.parametrize("wait_ms", [600, 3000])
def test_who_holds_a_man_while_the_illegal_move_is_taken_back_has_not_captured(
    wait_ms: int,
) -> None:
    """Black takes up 22; White puts his man back on 33, and Black his on 22."""
    rig = draughts(ORDINARY)
    rig.hands(f"{MISSED} {wait_ms} 22- 400 28- 400 33+ 900 22+ 2000 37- 500 26+ 400 31- 3000")
    assert rig.moves == ["37x26"], rig.story()


@pytest.mark.law("DR-7.4.2", "DR-7.7")
@pytest.mark.parametrize("wait_ms", [600, 3000])
def test_it_is_told_so_where_colours_are_felt(wait_ms: int) -> None:
    board = Board(DRAUGHTS_100, Sensor.POLARITY, ORDINARY).wait(1000)
    board.lift("33").wait(500).put("28", Piece(WHITE, "w")).wait(wait_ms)
    board.lift("22").wait(500).put("33", Piece(BLACK, "b")).wait(400).lift("28").wait(3000)
    assert board.moves == ["33-28", "22x33"]
    assert [found.law for found in board.of("Irregularity")] == ["DR-7.4.2"]
