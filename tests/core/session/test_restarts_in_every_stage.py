"""The program is killed in every stage of a board: what was decided stands, and no time is lost or given."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import Clock, Result, Ruling
from controller.core.settings import Settings
from rules.go.game import game_of
from rules.registry import game_by_name
from tests.core.boards import TWO_CAPTURES
from tests.core.clock.test_clock_recovery import BOOT, restarted
from tests.core.clocks import faces, running
from tests.core.rig import CHESS, FIDE, Rig, recovered

if TYPE_CHECKING:
    from collections.abc import Callable

    from rules.game import Game

AWAY_MS = 7000


def board(hands: str, game: Game = CHESS, start: str | None = None, control: str = "5:00") -> Rig:
    book = game.rulebooks.get(FIDE, game.rulebook)
    settings = Settings(game=game, rulebook=book, start=start, time_control=control, boot=BOOT)
    return Rig(settings=settings).hands(f"1000 {hands}")


def counting() -> Rig:
    rig = board("c4+ 1500", game_of({"size": 9}))
    assert all(rig.command(side, "pass") for side in ("white", "black"))
    return rig


def told(rig: Rig, *commands: tuple[str, str]) -> Rig:
    for role, name in commands:
        assert rig.command(role, name), rig.refusals
    return rig


DRAUGHTS = game_by_name("draughts-100")
PLACES: dict[str, Callable[[], Rig]] = {
    "a man in the air": lambda: board("e2- 500"),
    "a move not pressed": lambda: board("e2- 300 e4+ 1500"),
    "restore": lambda: board("e2- 300 e5+ 300 w! 3000"),
    "restore with a running clock": lambda: told(
        board("32- 300 22+ 300 w! 3000", DRAUGHTS), ("black", "demand-correction")
    ),
    "question": lambda: board("e4- 800 e8- 300 e7+ 5000", start=TWO_CAPTURES),
    "choice": lambda: board("32- 300 26+ 3000", DRAUGHTS),
    "count": counting,
    "adjourned": lambda: _sealed(board("e2- 300 e4+ 300 w! 1500")),
    "ended": lambda: told(board(""), ("white", "resign")),
    "paused": lambda: told(board("e2- 300 e4+ 300 w! 1500"), ("arbiter", "pause")),
}


def _sealed(rig: Rig) -> Rig:
    assert rig.command("black", "seal", box="closed")
    return rig


@pytest.mark.parametrize("place", PLACES)
def test_within_one_boot_whose_clock_runs_has_lost_the_time(place: str) -> None:
    rig = PLACES[place]()
    before, runs = faces(rig), running(rig)
    again = restarted(rig, after_ms=AWAY_MS)
    after = faces(again)
    for side in rig.game.sides:
        away_ms = AWAY_MS if side == runs else 0
        lost_ms = before[side]["remaining_ms"] - after[side]["remaining_ms"]
        assert abs(lost_ms - away_ms) <= 1, (side, runs)
    assert running(again) == runs
    assert len([c for c in again.of(Clock) if c.why == "program-restarted"]) == (runs is not None)


@pytest.mark.parametrize("place", PLACES)
def test_on_another_boot_all_clocks_stand_where_they_were_last_known(place: str) -> None:
    rig = PLACES[place]()
    known = rig.of(Clock)[-1].sides
    again = restarted(rig, boot="b2", at_ns=1)
    after = faces(again)
    again.hands("60000")
    assert faces(again) == after
    assert running(again) is None
    for side in rig.game.sides:
        assert after[side]["remaining_ms"] == known[side]["remaining_ms"]


@pytest.mark.parametrize("place", PLACES)
def test_killed_again_before_anything_was_done_it_is_the_same_board(place: str) -> None:
    """A program that crashes at each start loses nothing either."""
    rig = PLACES[place]()
    once = recovered(rig.settings, rig.said)
    twice = restarted(rig)
    both = recovered(rig.settings, [*rig.said, *twice.said])
    assert once.line.lines == both.line.lines
    assert (once.claims, once.result, once.penalties) == (both.claims, both.result, both.penalties)
    assert (once.line.envelope, once.question) == (both.line.envelope, both.question)


@pytest.mark.parametrize("away_ms", [29_000, 29_050, 60_000])
def test_a_flag_that_falls_while_the_program_is_down_ends_no_game(away_ms: int) -> None:
    rig = board("", control="0:30")
    again = restarted(rig, after_ms=away_ms)
    again.hands("5000")
    assert again.of(Result) == []
    assert [r.kind for r in again.of(Ruling)] == ["needs-arbiter:time-forfeit"]
    assert running(again) is None
    twice = recovered(rig.settings, [*rig.said, *again.said])
    assert twice.line.ruled == again.session.line.ruled


def test_a_flag_that_falls_after_the_program_is_back_does() -> None:
    rig = board("", control="0:30")
    again = restarted(rig, after_ms=28_000)
    again.hands("5000")
    assert [r.termination for r in again.of(Result)] == ["time-forfeit"]


@pytest.mark.parametrize("boot", [BOOT, "b2"])
def test_men_put_right_after_a_new_start_set_the_clock_of_the_side_to_move_going(boot: str) -> None:
    rig = PLACES["restore"]()
    assert (rig.stage, running(rig)) == ("restore", None)
    again = restarted(rig, boot=boot, at_ns=1 if boot != BOOT else None)
    again.hands("e5- 300 e2+ 2000")
    assert (again.stage, running(again)) == ("play", "white")
