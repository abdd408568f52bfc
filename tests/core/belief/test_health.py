"""Which sensors are blamed, and what is remembered of it."""

from __future__ import annotations

import pytest

from controller.core.belief.costs import costs
from controller.core.belief.health import above
from controller.core.belief.tracker import Belief
from controller.core.belief.world import Symptom
from controller.core.settings import MS, Timings
from rules.registry import game_by_name
from tests.core.belief.hands import Board

NAMES = ("chess", "xiangqi", "draughts-100", "draughts-russian", "draughts-brazilian", "go")


def board(name: str, seed: int = 1) -> Board:
    return Board(game_by_name(name, {"size": 9} if name == "go" else {}), seed=seed)


def flicker(table: Board, point: int) -> None:
    """A sensor lets go for a moment of a piece that nobody touches."""
    table.change([point], placed=False, every_ms=50)
    table.change([point], placed=True, every_ms=50)
    table.wait(2000)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_sound_board_has_no_sensor_that_is_likelier_bad_than_not(name: str, seed: int) -> None:
    table = board(name, seed)
    for _ in range(12):
        table.play()
        found = table.belief.suspects(table.now_ms * MS)
        assert above(found, costs().suspect_permille) == ()
    assert table.belief.remember() == {}


@pytest.mark.parametrize("name", NAMES)
def test_suspicion_rises_with_contradictions(name: str) -> None:
    table = board(name)
    table.play()
    table.play()
    point = table.pieces(1)[0]
    suspicion = []
    for _ in range(12):
        flicker(table, point)
        suspicion.append(dict(table.belief.suspects(table.now_ms * MS)).get(point, 0))
    assert suspicion == sorted(suspicion)
    assert suspicion[-1] > 900
    assert table.belief.remember().keys() == {point}


@pytest.mark.parametrize("times", [1, 2, 5])
def test_what_is_remembered_is_known_again_after_a_restart(times: int) -> None:
    game = game_by_name("chess", {})
    priors = {3: times, 40: 1}
    again = Belief(game, game.start(), Timings(), priors=priors)
    assert again.remember() == priors
    assert dict(again.suspects(0)) == dict.fromkeys(priors, dict(again.suspects(0))[3])
    assert Belief(game, game.start(), Timings()).remember() == {}


def test_a_known_sensor_needs_less_to_be_blamed_again() -> None:
    told = []
    for priors in ({}, {8: 3}):
        table = board("chess")
        table.belief = Belief(table.game, table.position, Timings(), priors=priors)
        flicker(table, 8)
        told.append(dict(table.belief.suspects(table.now_ms * MS)).get(8, 0))
    assert told[0] < told[1]


def test_when_people_say_what_stands_the_sensors_that_deny_it_are_blamed() -> None:
    table = board("chess")
    silent = table.game.index["a2"]
    table.change([silent], placed=False)
    table.belief.reset(table.belief.told, table.now_ms * MS)
    hyp = table.belief.beam.hypotheses[0]
    assert hyp.felt[silent].symptom is Symptom.SILENT
    assert dict(table.belief.suspects(table.now_ms * MS))[silent] > 900
