"""Boards without buttons: the mover's clock stops when all of his move is done, and not before."""

from __future__ import annotations

from dataclasses import replace

import pytest

from controller.core.messages import Clock
from rules.go.game import game_of
from rules.registry import game_by_name
from tests.core.clocks import faces, left, running
from tests.core.rig import Rig

NINE = '{"size":9,"black":["c4","c2","b3"],"white":["c3","j9"],"to_move":"black"}'
CASES = [
    ("chess", "chess-fide-2023", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2- 300 e4+", 1300),
    ("chess", "chess-fide-2023", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4- 300 d5- 700 d5+", 2000),
    ("chess", "chess-fide-2023", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1- 300 g1+ 600 h1- 700 f1+", 2600),
    ("chess", "chess-fide-2023", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5- 300 d6+ 1000 d5-", 2300),
    ("chess", "chess-fide-2023", "8/P6k/8/8/8/8/8/4K3 w - - 0 1", "a7- 300 a8+ 400 a8- 600 a8+", 2300),
    ("draughts-100", "draughts-100", "W:W32,50:B28,5", "32- 300 23+ 1000 28-", 2300),
    ("draughts-100", "draughts-100", "W:W32,50:B28,5", "32- 300 28- 700 23+", 2000),
    ("draughts-100", "draughts-100", "W:W37,50:B32,23,5", "37- 300 19+ 600 32- 1100 23-", 3000),
    ("go", "go-china", NINE, "d3+ 1000 c3-", 2000),
    ("go", "go-china-club", NINE, "d3+ 1000 c3-", 2000),
]  # fmt: skip


def board(game: str, book: str, start: str, control: str) -> Rig:
    found = game_of({"size": 9}) if game == "go" else game_by_name(game)
    settings = Rig(start, game=found, rulebook=book, time_control=control).settings
    return Rig(settings=replace(settings, clock="moves"))


@pytest.mark.law("CH-6.1", "CH-6.2", "CH-6.3", "CH-6.4", "DR-6.4", "GO-22.time")
@pytest.mark.parametrize(("game", "book", "start", "hands", "done_ms"), CASES)
def test_his_clock_stops_when_his_move_is_done(
    game: str, book: str, start: str, hands: str, done_ms: int
) -> None:
    rig = board(game, book, start, "5:00").hands(f"1000 {hands} 3000")
    mover = rig.game.start(start).side_to_move
    assert len(rig.line) == 1
    assert running(rig) == rig.game.other(mover)
    assert left(rig, mover) == 300_000 - done_ms


@pytest.mark.law("GO-22.time", "GO-22.time")
@pytest.mark.parametrize(("book", "used_ms"), [("go-china", 2000), ("go-china-club", 3000)])
def test_in_byo_yomi_taking_stones_off_costs_nobody_time_where_the_law_has_it_so(
    book: str, used_ms: int
) -> None:
    """The main time is over after a second."""
    rig = board("go", book, NINE, "0:01,3x0:30").hands("2000 d3+ 1000 c3- 3000")
    used = {side: faces(rig)[side]["used_ms"] for side in ("black", "white")}
    assert (len(rig.line), used) == (1, {"black": used_ms, "white": 3000}), rig.story()


@pytest.mark.law("DR-3")
@pytest.mark.parametrize("landed_ms", range(29_050, 30_400, 100))
def test_the_last_two_minutes_stop_no_clock(landed_ms: int) -> None:
    """They begin while the man who has been set down rests."""
    start = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    rig = board("chess", "chess-fide-2023", start, "2:30")
    rig.hands(f"{landed_ms - 300} e2- 300 e4+ 3000")
    assert (rig.line, left(rig, "white")) == (["e2e4"], 150_000 - landed_ms)
    assert ("last-minutes" in [clock.why for clock in rig.of(Clock)]) == (landed_ms > 30_000)
