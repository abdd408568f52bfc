"""Presses of the clock that are forgotten and made good, or made twice: they accuse nobody."""

from __future__ import annotations

import pytest

from controller.core.messages import Penalty
from rules.registry import game_by_name
from tests.core.rig import Rig

BLITZ = "3:00+0:02"


@pytest.mark.law("FIDE-7.5.3", "FIDE-6.2.1")
@pytest.mark.parametrize("late", [1500, 2000, 5000, 20_000])
@pytest.mark.parametrize("clock", [BLITZ, None])
def test_who_has_forgotten_to_press_may_press_after_the_reply(late: int, clock: str | None) -> None:
    rig = Rig(time_control=clock).hands("1000 e2- 300 e4+ 150 w! 500 e7- 300 e5+ 400 g1- 300 f3+")
    rig.hands(f"{late} b! 200 w! 1000 b8- 300 c6+ 100 b! 1500")
    assert (rig.line, rig.odd) == (["e2e4", "e7e5", "g1f3", "b8c6"], []), rig.story()
    assert rig.of(Penalty) == []


@pytest.mark.law("FIDE-7.5.3")
def test_who_presses_twice_for_it_has_pressed_without_a_move() -> None:
    rig = Rig(time_control=BLITZ).hands("1000 e2- 300 e4+ 150 w! 500 e7- 300 e5+ 400 g1- 300 f3+")
    rig.hands("3000 b! 200 w! 3000 b! 1500")
    assert [law for law, _ in rig.odd] == ["FIDE-7.5.3"], rig.story()


@pytest.mark.law("FIDE-7.5.1")
def test_an_illegal_move_is_pressed_upon_though_a_press_was_forgotten() -> None:
    rig = Rig(time_control=BLITZ).hands("1000 e2- 300 e4+ 150 w! 500 e7- 300 e5+ 400 g1- 300 f3+")
    rig.hands("3000 b8- 400 b5+ 300 b! 2000")
    assert [law for law, _ in rig.odd] == ["FIDE-7.5.1"], rig.story()


@pytest.mark.law("FIDE-4.7", "XQ-5.7", "DR-5.10")
@pytest.mark.parametrize(
    ("game", "first", "reply", "next_man", "moves"),
    [
        ("chess", "e2- 300 e4+", "e7- 300 e5+", ("g1-", "f3+"), ["e2e4", "e7e5", "g1f3"]),
        ("xiangqi", "h2- 300 e2+", "h9- 300 g7+", ("h0-", "g2+"), ["h2e2", "h9g7", "h0g2"]),
        ("draughts-100", "32- 300 28+", "18- 300 23+", ("33-", "29+"), ["32-28", "18-23", "33-29"]),
    ],
)
def test_a_clock_that_stands_is_pressed_once_more_with_a_man_in_the_hand(
    game: str, first: str, reply: str, next_man: tuple[str, str], moves: list[str]
) -> None:
    rules = game_by_name(game)
    rig = Rig(game=rules, rulebook=rules.rulebook.name, time_control=BLITZ)
    rig.hands(f"1000 {first} 150")
    rig.press(rig.game.start(None).side_to_move)
    rig.hands(f"300 {reply} 100 {next_man[0]} 60")
    rig.press(rig.game.start(None).side_to_move)
    rig.hands(f"60 b! 200 {next_man[1]} 100")
    rig.press(rig.game.start(None).side_to_move)
    rig.hands("1500")
    assert (rig.line, rig.odd) == (moves, []), rig.story()


@pytest.mark.law("FIDE-4.7")
def test_with_his_own_clock_running_it_is_no_finished_move() -> None:
    rig = Rig(time_control=BLITZ).hands("1000 e2- 300 e4+ 150 w! 300 e7- 300 e5+ 100 b! 300")
    rig.hands("g1- 200 w! 1000 f3+ 1000")
    assert [law for law, _ in rig.odd] == ["FIDE-4.7"], rig.story()


@pytest.mark.parametrize("late", [60, 130])
def test_stones_that_come_before_the_press_for_the_last_one_come_in_turn(late: int) -> None:
    rules = game_by_name("go")
    rig = Rig(game=rules, rulebook=rules.rulebook.name, time_control=BLITZ)
    rig.hands(
        f"1000 r7+ 160 q10+ {late} b! {180 - late} g15+ {late} w! {180 - late} o6+ {late} b! 105 w! 1500"
    )
    assert (rig.line, rig.questions, rig.odd) == (["r7", "q10", "g15", "o6"], [], []), rig.story()
