"""Stops that overlap, and new starts of the program while the board waits for something.

Each of these was found by a random program of tests/model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.messages import CrowningPending, Move, Penalty
from controller.core.table.clock.game_clock import GameClock
from rules.go.game import game_of
from rules.registry import game_by_name
from rules.terms import Side
from rules.time_control import read_time_control
from tests.core.clock.test_clock_recovery import on_boot, restarted
from tests.core.clocks import clocked, left, running
from tests.core.rig import BLACK, CLASSIC, FIDE, MS, WHITE, Rig, recovered

if TYPE_CHECKING:
    from controller.core.messages import Message

SIDES = (Side("white"), Side("black"))
S = 1000 * MS


def adjourned(control: str = "5:00") -> Rig:
    """White has moved and pressed; Black has sealed e7-e5."""
    rig = on_boot(control).hands("1000 e2- 300 e4+ 300 w! 1500")
    assert rig.command("black", "seal", box="closed")
    return rig


def started_again(rig: Rig) -> Rig:
    """The same board after a new start; what was said before is kept."""
    before: list[Message] = list(rig.said)
    again = restarted(rig)
    again.said[:0] = before
    return again


def test_a_wrong_claim_does_not_end_the_pause_of_another() -> None:
    rig = clocked(rulebook=FIDE).hands("1000")
    assert rig.command("arbiter", "pause")
    assert rig.command("white", "claim-repetition")
    rig.hands("5000")
    assert (running(rig), left(rig), left(rig, "black")) == (None, 299_000, 420_000)
    assert rig.command("arbiter", "resume")
    assert running(rig) == "white"


def test_an_adjourned_game_that_is_being_set_up_survives_a_new_start() -> None:
    rig = adjourned()
    assert rig.command("arbiter", "resume")
    again = started_again(rig)
    assert again.stage == "adjourned"
    again.hands("1500")
    assert again.command("arbiter", "open-sealed", present=["white"], move="e7e5")
    again.hands("e7- 300 e5+ 1500")
    assert (again.stage, running(again)) == ("play", "white")


def test_the_clocks_go_on_after_a_new_start_while_the_sealed_move_is_set_up() -> None:
    rig = adjourned()
    assert rig.command("arbiter", "resume")
    rig.hands("1500")
    assert rig.command("arbiter", "open-sealed", present=["white"], move="e7e5")
    again = started_again(rig)
    again.hands("e7- 300 e5+ 1500")
    assert (again.stage, running(again)) == ("play", "white")


def test_a_paused_game_that_is_adjourned_goes_on_when_it_is_opened() -> None:
    rig = on_boot("5:00").hands("1000")
    assert rig.command("arbiter", "pause")
    assert rig.command("white", "seal", box="closed")
    assert rig.command("arbiter", "resume")
    rig.hands("1500")
    assert rig.command("arbiter", "open-sealed", present=["black"], lost=True)
    rig.hands("1500")
    assert (rig.stage, running(rig)) == ("play", "white")


def test_nobody_seals_while_a_claim_is_open() -> None:
    rig = clocked(mode="observer").hands("1000")
    assert rig.command("white", "claim-repetition")
    assert not rig.command("white", "seal", box="closed")
    assert rig.refusals == ["a claim is open: the arbiter has to rule on it first"]


def test_a_corrected_record_ends_the_adjournment_for_good() -> None:
    rig = adjourned()
    assert rig.command("arbiter", "result", result="1-0", why="he did not come")
    assert rig.command("arbiter", "correct", to_ply=1, why="he did")
    rig.hands("1500")
    assert rig.stage == "play"
    assert started_again(rig).stage == "play"


@pytest.mark.parametrize("control", ["5:00", "5:00+0:10", "~5:00"])
def test_time_set_by_the_arbiter_outlives_a_move_that_is_taken_back(control: str) -> None:
    clock = GameClock(read_time_control(control), SIDES)
    clock.start(0)
    before_ns = clock.left_ns(WHITE)
    clock.press(WHITE, 20 * S)
    brought_ns = clock.left_ns(WHITE) - (before_ns - 20 * S)
    clock.set(WHITE, 100 * S, 20 * S)
    clock.take_back(WHITE, 20 * S)
    assert clock.left_ns(WHITE) == 100 * S - (0 if control[0] == "~" else brought_ns)
    clock.add(BLACK, -S, 20 * S)
    assert clock.running == WHITE


def test_a_move_taken_back_after_a_resignation_rewinds_no_clock() -> None:
    """The clock of a mover who has not pressed runs until the game ends, not until his move."""
    rig = clocked().hands("1000 e2- 300 e4+ 20000")
    assert rig.command("black", "resign")
    rig.hands("1000")
    assert left(rig) == 300_000 - 21_300


@pytest.mark.parametrize("line", ["w! a1- 2000", "a1- w! 2000", "a1- 100 w! 2000"])
def test_a_press_with_the_hand_just_lifting_makes_no_capture(line: str) -> None:
    rig = clocked(start="4k3/8/r7/8/8/8/8/R3K3 w - - 0 1").hands(f"1000 {line}")
    assert rig.moves == []


def test_a_king_that_has_moved_on_waits_for_no_crown_after_a_new_start() -> None:
    game = game_by_name("draughts-100")
    rig = Rig("W:W7,48:B5,36", game=game, rulebook=game.name).hands(
        "1000 7- 300 2+ 1500 5- 300 10+ 1500 2- 300 8+ 1500"
    )
    assert rig.line == ["7-2", "5-10", "2-8"]
    assert rig.session.uncrowned == {}
    assert recovered(rig.settings, rig.said).uncrowned == {}


def test_a_corrected_move_is_counted_once_after_a_new_start() -> None:
    rig = on_boot("5:00").hands("1000 e2- 300 e4+ 300 w! 1500")
    assert rig.command("arbiter", "correct", ply=1, moves=["d2d4"])
    again = started_again(rig)
    live, read = rig.session.timer, again.session.timer
    assert live is not None
    assert read is not None
    assert (read.plies, read.clock.turn) == (live.plies, live.clock.turn)


def test_a_game_set_up_again_after_its_end_runs_for_the_side_to_move() -> None:
    rig = on_boot("5:00").hands("1000")
    assert rig.command("white", "resign")
    black_moves = rig.session.line.position.text.replace(" w ", " b ")
    assert rig.command("arbiter", "set-position", position=black_moves, why="played on")
    rig.hands("1500")
    assert (rig.stage, running(rig)) == ("play", "black")


def test_an_adjourned_game_that_has_ended_and_is_played_on_has_a_running_clock() -> None:
    rig = adjourned()
    assert rig.command("arbiter", "result", result="1-0", why="he did not come")
    assert rig.command("arbiter", "correct", to_ply=1, why="he did")
    rig.hands("1500")
    assert (rig.stage, running(rig)) == ("play", "black")


def test_a_crown_that_somebody_has_confirmed_is_not_asked_for_again() -> None:
    game = game_by_name("draughts-100")
    rig = Rig("W:W7,48:B5,36", game=game, rulebook=game.name).hands("1000 7- 300 2+ 1500")
    assert rig.session.uncrowned
    assert rig.command("black", "confirm-crowning")
    assert recovered(rig.settings, rig.said).uncrowned == {}


def test_a_sealed_move_that_crowns_asks_for_the_crown() -> None:
    game = game_by_name("draughts-100")
    rig = Rig("W:W7,48:B5,36", game=game, rulebook=game.name).hands("1000")
    assert rig.command("white", "seal", box="closed")
    assert rig.command("arbiter", "resume", confirmed=True)
    rig.hands("1500")
    assert rig.command("arbiter", "open-sealed", present=["black"], move="7-2")
    assert [m.point for m in rig.of(CrowningPending)] == ["2"]
    assert recovered(rig.settings, rig.said).uncrowned == rig.session.uncrowned


def test_a_corrected_move_that_crowns_asks_for_the_crown() -> None:
    game = game_by_name("draughts-100")
    rig = Rig("W:W7,48:B5,36", game=game, rulebook=game.name).hands("1000 7- 300 2+ 1500")
    assert rig.command("arbiter", "correct", ply=1, moves=["7-1"])
    assert [m.point for m in rig.of(CrowningPending)] == ["2", "1"]
    assert recovered(rig.settings, rig.said).uncrowned == rig.session.uncrowned


def test_men_cleared_away_after_the_end_are_not_crowned() -> None:
    game = game_by_name("draughts-100")
    rig = Rig("W:W7,48:B5,36", game=game, rulebook=game.name).hands("1000 7- 300 2+ 1500")
    assert rig.command("black", "resign")
    rig.hands("2- 500 2+ 1500")
    assert recovered(rig.settings, rig.said).uncrowned == rig.session.uncrowned


def test_a_press_costs_nothing_while_a_point_cannot_be_read() -> None:
    rig = Rig(game=game_of({"size": 9}), rulebook="go-china-club", time_control="5:00")
    rig.hands("1000 c4?3000 500 b! 3000")
    assert {kind for _, kind in rig.odd} <= {"press-without-move"}
    assert rig.of(Penalty) == []


def test_a_flag_that_fell_by_a_wrong_claim_is_down_after_moves_are_retracted() -> None:
    rig = clocked("4:00", rulebook=CLASSIC, mode="observer").hands(
        "1000 e2- 300 e4+ 300 w! 1500 e7- 300 e5+ 300 b! 1500"
    )
    assert rig.command("white", "claim-repetition")
    assert rig.command("arbiter", "decline-draw")
    assert rig.command("arbiter", "correct", to_ply=0)
    timer = rig.session.timer
    assert timer is not None
    assert timer.flags == timer.clock.fallen() == [WHITE]


def test_what_the_other_did_wrong_later_does_not_end_the_right_to_claim_a_breach() -> None:
    """The breach of a legal move stays claimable after a new start, as it does on the board."""
    game = game_by_name("draughts-100")
    rig = Rig(game=game, rulebook=game.name).hands("1000 32- 300 32+ 1500 31- 300 27+ 1500")
    assert rig.session.breach is not None
    rig.hands("20- 300 22+ 3000")
    assert rig.command("white", "demand-correction")
    assert rig.session.breach is not None
    assert recovered(rig.settings, rig.said).breach == rig.session.breach


def test_a_sealed_move_does_not_bear_the_breach_of_the_move_before() -> None:
    rig = Rig().hands("1000 e2- 300 e2+ 1500 d2- 300 d4+ 1500")
    assert rig.session.breach is not None
    assert rig.command("black", "seal", box="closed")
    assert rig.command("arbiter", "resume")
    rig.hands("1500")
    assert rig.command("arbiter", "open-sealed", present=["white"], move="e7e5")
    assert [move.breach for move in rig.of(Move)] == ["i1", None]
    assert rig.session.breach is None
