"""The board follows games of hands that it was not written for."""

from __future__ import annotations

import json

import pytest

from controller.core.belief.costs import Costs, either, ln, table
from controller.shell.judging import TrueEvening, judge
from controller.shell.truth import TruePly
from rules.registry import game_by_name
from tests.simulation.other_hands import evening, trace_of

GAMES = ("chess", "xiangqi", "draughts-100", "draughts-russian", "draughts-brazilian", "go")


@pytest.mark.parametrize("name", GAMES)
def test_a_game_of_other_hands_is_followed_and_no_ply_is_wrong(name: str) -> None:
    game = game_by_name(name, {"size": 9} if name == "go" else {})
    made = evening(game, 1, 30)
    sides = game.sides
    truth = tuple(
        TruePly(move=move, side=sides[n % 2], began_us=0, made_us=0, pressed_us=None)
        for n, move in enumerate(made.truth)
    )
    played = TrueEvening(name=name, trace=trace_of(made), truth=truth)
    judged = judge(played, answering=False)
    assert judged.crash == ""
    assert judged.score.wrong == 0
    assert list(judged.line) == made.truth[: len(judged.line)]
    assert len(judged.line) >= len(made.truth) - 1


@pytest.mark.parametrize("change", ["missing", "unknown"])
def test_a_table_that_the_model_does_not_know_is_refused(change: str) -> None:
    rows = json.loads(json.dumps(table()))
    if change == "missing":
        del rows["choices"]["astray"]
    else:
        rows["choices"]["fancy"] = {"nats": 1.0, "why": "-"}
    with pytest.raises(KeyError, match=r"astray|fancy"):
        Costs(rows)


@pytest.mark.parametrize("count", range(1, 400))
def test_a_free_choice_of_one_among_equals_adds_up_to_certainty(count: int) -> None:
    total = ln(count)
    for _ in range(count - 1):
        total = either(total, ln(count))
    assert abs(total) <= count
