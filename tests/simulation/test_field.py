"""Evenings on which moves are taken back, the board is lifted, and kings show the result."""

from __future__ import annotations

from functools import cache

import pytest

from controller.shell.evening.drawing import draw
from controller.shell.evening.outcome import Outcome
from controller.shell.evening.plan import Mess, Plan
from controller.shell.evening.playing import Evening, play
from rules.game import Game
from rules.registry import game_by_name

PLIES = 40
SEEDS_TRIED = 60
KINDS = (Mess.TAKE_BACK, Mess.LIFTED_BOARD, Mess.KINGS)
NAMES = ("chess", "xiangqi", "draughts-100", "draughts-russian", "draughts-brazilian", "go")
EVENINGS = [
    (name, kind) for name in NAMES for kind in KINDS if kind is not Mess.KINGS or name == "chess"
]


@cache
def game_of(name: str) -> Game:
    game = game_by_name(name)
    return game.with_options({"size": 9}) if name == "go" else game


@cache
def evening_with(name: str, kind: Mess) -> Plan:
    """The first evening of the mix on which it happens."""
    plans = (draw(game_of(name), "messy", seed, PLIES) for seed in range(SEEDS_TRIED))
    return next(plan for plan in plans if any(turn.mess is kind for turn in plan.turns))


@pytest.mark.parametrize(("name", "kind"), EVENINGS)
def test_the_record_is_what_was_played(name: str, kind: Mess) -> None:
    plan = evening_with(name, kind)
    found = play(plan)
    assert (found.failing, found.lost, found.false_irregularities) == (None, 0, 0), found
    assert found.moves == len(plan.line)
    if kind is Mess.TAKE_BACK:
        assert found.irregularities, "what was taken back is named, whoever agrees to it"


def test_moves_that_were_taken_back_by_agreement_are_made_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    agreed = next(
        plan
        for plan in (draw(game_of("chess"), "messy", seed, PLIES) for seed in range(SEEDS_TRIED))
        if any(turn.mess is Mess.TAKE_BACK and turn.orders for turn in plan.turns)
    )
    corrected: list[str] = []
    count = Evening._count

    def counting(evening: Evening, message: object) -> None:
        corrected.append(type(message).__name__)
        count(evening, message)

    monkeypatch.setattr(Evening, "_count", counting)
    found: Outcome = play(agreed)
    assert (found.failing, found.lost) == (None, 0), found
    assert corrected.count("Correction") == 1
    assert corrected.count("Move") > len(agreed.line)


def test_a_stone_goes_back_where_the_board_agrees_to_no_take_back() -> None:
    """It waits for the stone that could have captured the one that was lifted."""
    plan = draw(game_of("go"), "messy", 6000022, PLIES)
    found = play(plan)
    assert (found.failing, found.lost) == (None, 0), found
    assert found.moves == len(plan.line)
