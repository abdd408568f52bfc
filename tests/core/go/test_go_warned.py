"""Two warnings lose a game of Go; a play that brings a whole board back is forbidden."""

from __future__ import annotations

from itertools import pairwise

import pytest

from controller.core.messages import Irregularity, Penalty, Result
from rules.go.game import game_of
from rules.terms import points_of
from tests.core.go.test_go_referee import BOOKS, CLUB, EMPTY
from tests.core.go.test_go_tracking import NINE
from tests.core.policies import NAMED
from tests.core.rig import Rig
from tests.rules.go_boards import random_line


def slipped(book: str) -> Rig:
    """Black has played a stone, let go, and moved it twice in the game; each time it was put back."""
    rig = Rig(EMPTY, game=NINE, rulebook=book)
    rig.hands(f"1000 e5+ 1500 e5- 400 e6+ {NAMED.within_ms} e6- 300 e5+ 2000")
    assert rig.command("white", "demand-correction", id="i1")
    return rig.hands(f"g7+ 1500 c3+ 1500 c3- 400 c4+ {NAMED.within_ms}")


@pytest.mark.law("GO-17.release", "GO-25.warn", "GO-24.warn")
@pytest.mark.parametrize("book", BOOKS)
def test_two_warnings_lose_but_no_slip_ends_a_game_by_itself(book: str) -> None:
    law = "GO-24.warn" if book == CLUB else "GO-25.warn"
    rig = slipped(book)
    assert [(p.law, p.count, p.by) for p in rig.of(Penalty)] == [(law, 1, "white")]
    assert rig.command("white", "demand-correction", id="i2")
    assert [(p.count, p.loss_due) for p in rig.of(Penalty)] == [(1, False), (2, True)]
    assert (rig.of(Result), rig.stage) == ([], "restore")
    (due,) = rig.session.view().losses_due
    assert (due.side, due.law, due.count) == ("black", law, 2)
    assert rig.command("arbiter", "penalty", side="black", kind="loss")
    (result,) = rig.of(Result)
    assert (result.law, result.winner, result.by) == ("GO-23", "white", "arbiter")


@pytest.mark.law("GO-17.release", "GO-25.warn", "GO-24.warn")
@pytest.mark.parametrize("book", BOOKS)
def test_the_arbiter_s_second_warning_loses(book: str) -> None:
    rig = slipped(book)
    kind = "stone-moved-after-release"
    assert rig.command("arbiter", "penalty", side="black", kind=kind)
    assert [each.id for each in rig.of(Irregularity)] == ["i1", "i2"]  # it is that one
    (result,) = rig.of(Result)
    law = "GO-24.warn" if book == CLUB else "GO-25.warn"
    assert (result.law, result.winner, result.termination) == (law, "white", "penalties")


@pytest.mark.law("GO-20.super")
@pytest.mark.parametrize("book", BOOKS)
def test_a_play_brings_a_whole_board_back(book: str) -> None:
    game = game_of({"size": 3, "superko": "positional"})
    law, told = "GO-20.super", 0
    for seed in range(12):
        rig = Rig(game=game, rulebook=book)
        rig.wait(1000)
        for before, after in pairwise(random_line(game, seed, 40)):
            points = before.board.points(before.empty)
            again = [p for p in points if before.forbidden(p) == law]
            if again:
                rig.hands(f"{game.points[again[0]]}+ {NAMED.within_ms}")
                found = [(i.law, i.side) for i in rig.of(Irregularity)]
                # On so small a board the first stones may also be those of the next game.
                assert found in ([], [(law, before.side_to_move)])
                assert rig.line[-1:] != [game.points[again[0]]]
                told += len(found)
                break
            placed = after.occupied & ~before.occupied
            taken = before.occupied & ~after.occupied
            for point in (*points_of(placed), *points_of(taken)):
                rig.levels ^= 1 << point
                rig._frame()
                rig.wait(400)
            if not placed:
                assert rig.command(before.side_to_move, "pass")
            rig.wait(1500)
    assert told >= 3
