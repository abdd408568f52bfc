"""The table of roles, commands and stages is what boards do, whatever they are told."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from controller.core.stages import Stage
from controller.core.table.commands import COMMANDS, START, barred
from controller.core.table.commands.common import PLAYER
from controller.shell.commands_page import page, possible
from controller.shell.roles import ARBITER, COMMAND_NAMES, OPERATOR
from rules.registry import GAMES
from tests.core.orders import arguments, state
from tests.core.scenes import SCENES, Scene, fresh
from tests.samples import sample

COUNT = sample(6000, 100_000)
"""How many commands by lot."""
SHARES = 8
NAMES = (*COMMAND_NAMES, "no-such-command")
ROOT = Path(__file__).parents[3]


def test_there_is_a_scene_of_every_stage_and_game() -> None:
    assert {scene.stage for scene in SCENES} == set(Stage)
    assert {scene.game for scene in SCENES if scene.stage is Stage.PLAY} == {
        scene.game for scene in SCENES
    }


def test_every_command_of_version_1_is_there() -> None:
    assert set(COMMANDS) | {START} == set(COMMAND_NAMES)


@pytest.mark.parametrize("share", range(SHARES))
def test_boards_do_what_the_table_says(share: int) -> None:
    """What the table bars is refused with its reason; what is refused changes nothing and has a reason."""
    dice = Random(f"commands {share}")
    rigs = {n: fresh(n) for n in range(share, len(SCENES), SHARES)}
    before = {n: state(rig.session) for n, rig in rigs.items()}
    for _ in range(COUNT // SHARES):
        n = dice.choice(list(rigs))
        rig, stage = rigs[n], rigs[n].session.stage
        role = dice.choice((*rig.game.sides, ARBITER, OPERATOR, "stranger"))
        name = dice.choice(NAMES)
        args = arguments(dice, rig.session, name)
        reason, said = barred(rig.game, stage, role, name), len(rig.said)
        if not rig.command(role, name, **args):
            assert rig.refusals[-1] == (reason or rig.refusals[-1])
            assert rig.refusals[-1]
            assert len(rig.said) == said
            assert state(rig.session) == before[n], f"{SCENES[n]}: {role} {name} {args}"
            continue
        assert reason is None, f"{SCENES[n]}: {role} was obeyed: {name} {args}"
        if dice.random() < 0.5:  # sometimes the board goes on from what the command has made of it
            rigs[n] = fresh(n)
        before[n] = state(rigs[n].session)
        if rigs[n].session.stage is Stage.ENDED and SCENES[n].stage is not Stage.ENDED:
            rigs[n] = fresh(n)
            before[n] = state(rigs[n].session)


TRIES = 6
UNSEEN = {
    # In draughts a draw is offered from move 40 on, and claimed after as long: too long for a scene.
    *(
        (name, role, Stage.CHOICE)
        for name in ("accept-draw", "decline-draw")
        for role in (PLAYER, ARBITER)
    ),
    ("offer-draw", PLAYER, Stage.CHOICE),
    ("claim-repetition", ARBITER, Stage.CHOICE),
    ("claim-move-limit", ARBITER, Stage.CHOICE),
    *(("confirm-crowning", role, Stage.QUESTION) for role in (PLAYER, ARBITER, OPERATOR)),
    # tests/core/claims/test_sealed_moves.py has these.
    *((name, PLAYER, Stage.ADJOURNED) for name in ("accept-draw", "decline-draw")),
    # The arbiter is refused with the law: the choice is the opponent's alone (DR-15.1.3).
    *((name, ARBITER, Stage.CHOICE) for name in ("accept-irregularity", "demand-correction")),
    # tests/core/sensors/test_trusted_again.py has these.
    *(("trust", role, stage) for role in (ARBITER, OPERATOR) for stage in Stage),
    # tests/core/table/test_commands.py has these.
    *((name, ARBITER, Stage.SETUP) for name in ("correct", "set-position")),
}
"""Cells of the table that no scene here has an example of."""


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_what_the_table_allows_happens(name: str) -> None:
    """In each cell there is a board, and arguments, with which the command is obeyed."""
    dice = Random(f"example {name}")
    row = COMMANDS[name]
    cells = {(name, role, stage) for role in row.roles for stage in row.stages_of(role)}
    missing = [cell for cell in sorted(cells - UNSEEN) if not example(dice, *cell)]
    assert not missing


def example(dice: Random, name: str, kind: str, stage: Stage) -> bool:
    """Whether a command is obeyed on some board in this stage."""
    numbers = [n for n, scene in enumerate(SCENES) if scene.stage is stage]
    for _ in range(TRIES):
        dice.shuffle(numbers)
        for n in numbers:
            rig = fresh(n)
            for role in rig.game.sides if kind == PLAYER else (kind,):
                if rig.command(role, name, **arguments(dice, rig.session, name)):
                    return True
    return False


@pytest.mark.parametrize("scene", SCENES, ids=str)
def test_scenes_are_possible(scene: Scene) -> None:
    book = GAMES[scene.game].rulebook
    assert possible(book, scene.stage)


def test_the_page_of_commands_is_current() -> None:
    page_now = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    assert page_now == page()
