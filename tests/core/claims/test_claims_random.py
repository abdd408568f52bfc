"""Random offers, claims, marks and results in all games: nothing is lost, and what is refused changes nothing."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import msgspec
import pytest

from controller.core.messages import Claim, Result
from controller.core.stages import Stage
from rules.go.game import game_of
from rules.registry import GAMES
from tests.core.lines import knows_as_much
from tests.core.rig import Rig

if TYPE_CHECKING:
    from controller.core.view import View
    from rules.game import Game

STEPS = 40
NAMES = (
    "offer-draw", "accept-draw", "decline-draw", "resign", "claim-repetition", "claim-move-limit",
    "adjust", "consent-adjust", "mark-dead", "agree-score", "result", "pass",
)  # fmt: skip
ENDS = ("resign", "accept-draw", "agree-score")
"""Commands that would end every game too soon."""


def arguments(rig: Rig, name: str, dice: Random) -> dict[str, object]:
    moves = rig.session.line.position.moves()
    stones = [rig.game.points[p] for p in range(len(rig.game.points)) if rig.levels >> p & 1]
    match name:
        case "claim-repetition" | "claim-move-limit" if moves and dice.random() < 0.5:
            return {"move": dice.choice(moves).text}
        case "mark-dead":
            return {"points": dice.sample(stones, min(len(stones), dice.randrange(4)))}
        case "agree-score":
            return {"agreed": False} if dice.random() < 0.5 else {}
        case "result":
            return {"result": dice.choice(list(rig.game.results.values()))}
        case _:
            return {}


def move(rig: Rig, dice: Random) -> None:
    """A quiet move by calm hands, if the board takes one."""
    session = rig.session
    if session.stage is not Stage.PLAY or session.standing != session.line.position.occupied:
        return
    due = session.due.alternatives if session.due is not None else []
    quiet = [m for m in session.line.position.moves() if not m.captured and not m.choice]
    wanted = [m for m in quiet if m.text in due and dice.random() < 0.9] or quiet
    if wanted:
        for step in dice.choice(wanted).footprint.steps:
            rig.hands(f"{rig.game.points[step.point]}{'-' if step.act.name == 'LIFT' else '+'} 150")
        rig.wait(1000)


def restore(rig: Rig) -> None:
    """The men go back where they belong."""
    target = rig.session.state.remedy.target
    if target is not None:
        rig.levels = rig.session.turn(target.occupied)
        rig._frame()
        rig.wait(1000)


def still(rig: Rig) -> View:
    """The view but for the clock, which runs."""
    return msgspec.structs.replace(rig.session.view(), clock=None)


def step(rig: Rig, dice: Random) -> None:
    """One thing that players or the arbiter do."""
    if rig.session.stage is Stage.RESTORE and dice.random() < 0.7:
        restore(rig)
    elif dice.random() < 0.5:
        move(rig, dice)
        if dice.random() < 0.7:
            rig.press(rig.game.other(rig.session.line.position.side_to_move))
    else:
        role = dice.choice([*rig.game.sides, *rig.game.sides, "arbiter", "operator"])
        name = dice.choice(NAMES)
        if name in ENDS and dice.random() < 0.8:
            return
        before, said = still(rig), len(rig.said)
        if not rig.command(role, name, **arguments(rig, name, dice)):
            assert rig.refusals[-1]
            assert len(rig.said) == said
            assert still(rig) == before


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", GAMES)
def test_random_claims(name: str, seed: int) -> None:
    dice = Random(f"{name} {seed}")
    game: Game = game_of({"size": 9}) if name == "go" else GAMES[name]
    rig = Rig(
        game=game,
        rulebook=dice.choice(list(game.rulebooks)),
        mode=dice.choice(("referee", "referee", "observer")),
        time_control=dice.choice((None, "60:00", "20:00+0:10")),
    ).hands("1000")
    for _ in range(STEPS):
        step(rig, dice)
        knows_as_much(rig)
        if rig.session.stage is Stage.ENDED:
            break
    assert len(rig.of(Result)) <= 1


def test_the_programs_claim_much() -> None:
    """Or else they would prove nothing."""
    kinds = set()
    for seed in range(6):
        rig, dice = Rig().hands("1000"), Random(f"much {seed}")
        for _ in range(STEPS):
            step(rig, dice)
        kinds |= {claim.kind for claim in rig.of(Claim)}
    assert len(kinds) > 6
