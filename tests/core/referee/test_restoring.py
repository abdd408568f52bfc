"""Pieces put right: what is told names exactly what differs, and ends when nothing does."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.core.belief.world import Felt, Hypothesis, Stand, Symptom
from controller.core.messages import Restore
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from controller.core.state import AskBack, Step
from rules.registry import GAMES
from rules.terms import Point, points_of
from tests.core.referee.desk import Desk
from tests.core.referee.test_touches import somewhere

if TYPE_CHECKING:
    from collections.abc import Iterator

every_game = pytest.mark.parametrize("name", GAMES)
SEEDS = range(15)


def restoring(name: str, seed: int) -> tuple[Desk, Random]:
    """A board at which pieces are to be put as the record has them."""
    dice = Random(seed)
    desk = Desk(name, somewhere(GAMES[name], dice).text)
    desk.run(iter_of(AskBack(event=Event.IRREGULAR, why="irregularity")))
    return desk, dice


def iter_of(*steps: Step) -> Iterator[Step]:
    """A handler that says these."""
    yield from steps


def put(desk: Desk, tokens: dict[Point, str]) -> None:
    """This stands on these points, and is seen to."""
    hyp = Hypothesis(desk.belief.told, at_ns=desk.state.now_ns)
    for point, token in tokens.items():
        hyp.stand(point, Stand(token, desk.state.now_ns, -1))
    desk.belief.hyps = [(1.0, hyp)]
    desk._show(hyp)


@every_game
@pytest.mark.parametrize("seed", SEEDS)
def test_guidance_names_exactly_the_difference_and_ends_with_it(name: str, seed: int) -> None:
    desk, dice = restoring(name, seed)
    game, position = desk.game, desk.state.game.position
    wanted = {p: getattr(position.piece_at(p), "letter", "") for p in range(len(game.points))}
    other = somewhere(game, dice)
    stands = {p: getattr(other.piece_at(p), "letter", "") for p in range(len(game.points))}
    desk.colours = not game.pieces_move
    for _ in range(400):  # piece by piece, as hands do it
        desk.state.now_ns += 1000 * MS
        put(desk, stands)
        desk.watch()
        off = [p for p in wanted if kind(wanted[p], name) != kind(stands[p], name)]
        missing = {game.points[p] for p in off if wanted[p]}
        extra = {game.points[p] for p in off if stands[p]}
        if not off:
            break
        said = desk.of(Restore)[-1]
        assert ({s.point for s in said.missing}, {s.point for s in said.extra}) == (missing, extra)
        assert all(s.man == wanted[game.index[s.point]] for s in said.missing)
        assert desk.state.stage is Stage.RESTORE
        point = dice.choice(off)
        stands[point] = "" if stands[point] and wanted[point] else wanted[point]
    desk.wait(desk.settings.timings.release_ms)
    assert desk.of(Restore)[-1].done
    assert desk.state.stage is Stage.PLAY
    assert desk.state.remedy.target is None


def kind(letter: str, name: str) -> str:
    """What is told apart: a crown makes no difference."""
    return letter.lower() if name.startswith("draughts") else letter


def test_a_hand_that_is_still_there_is_waited_for() -> None:
    desk, _ = restoring("chess", 0)
    lifted = points_of(desk.state.game.position.occupied)[0]
    put(desk, {lifted: ""})
    desk.watch()
    assert desk.of(Restore)[-1].missing
    desk.state.now_ns += 1000 * MS
    put(desk, {})
    desk.watch()
    assert not desk.of(Restore)[-1].done
    assert desk.state.referee.deadline(desk.state) is not None
    desk.wait(desk.settings.timings.release_ms)
    assert desk.of(Restore)[-1].done


def test_what_a_broken_sensor_shows_is_not_asked_back() -> None:
    """The likeliest world has a piece where its sensor feels none."""
    desk, _ = restoring("chess", 0)
    game = desk.state.game
    silent = points_of(game.position.occupied)[0]
    hyp = Hypothesis(desk.belief.told)
    hyp.feel(silent, Felt(Symptom.SILENT, 0))
    desk.belief.hyps = [(1.0, hyp)]
    shown = Hypothesis(desk.belief.told)
    shown.stand(silent, Stand("", 0, -1))
    desk._show(shown)
    desk.wait(1000)
    assert not any(said.missing for said in desk.of(Restore))
    assert desk.state.stage is Stage.PLAY


def test_what_no_explanation_accounts_for_is_believed_as_it_is_felt() -> None:
    desk, _ = restoring("chess", 0)
    gone = points_of(desk.state.game.position.occupied)[0]
    shown = Hypothesis(desk.belief.told)
    shown.stand(gone, Stand("", 0, -1))
    desk._show(shown)
    desk.wait(1000)
    assert [spot.point for spot in desk.of(Restore)[-1].missing] == [desk.game.points[gone]]
    assert desk.state.stage is Stage.RESTORE


def test_people_say_that_all_stands_right() -> None:
    desk, _ = restoring("chess", 0)
    put(desk, {points_of(desk.state.game.position.occupied)[0]: ""})
    desk.watch()
    assert desk.run(desk.state.referee.stand_right(desk.state, "arbiter")) is None
    assert desk.of(Restore)[-1].done
    assert desk.state.stage is Stage.PLAY
    assert desk.run(desk.state.referee.stand_right(desk.state, "arbiter")) is not None
