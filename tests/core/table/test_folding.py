"""What a board knows follows from its messages: a journal that is folded again gives the same slices."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, TypeVar, cast

import pytest

from controller.core.inputs import Press
from controller.core.messages import Claim, Clock, Message, Move, Penalty, Result
from controller.core.settings import MS, Settings
from controller.core.slices import Claims, Duty, Line, Penalties, Remedy, Sensing
from controller.core.stages import Event, Stage, after
from controller.core.state import Belief, Landed, Pressed, Recovered, Referee, State, Step, Steps
from controller.core.table import ending, penalties, record
from controller.core.table.claims import claims
from controller.core.table.claims.claims import Kind
from controller.core.table.clock import flags, timekeeping
from controller.core.table.clock import timer as timers
from rules.claim_law import Ground
from rules.registry import GAMES

if TYPE_CHECKING:
    from rules.terms import Side

T = TypeVar("T")
CONTROLS = ("90:00", "1:00+0:02", "3/0:40,0:20", "0:20,2x0:10", "~0:40", "5:00d0:03")


class Calm:
    """A belief and a referee of a board on which everything has been told."""

    def under_way(self, now_ns: int) -> None:
        return None

    def busy(self, now_ns: int) -> bool:
        return False

    def gone_on(self, now_ns: int) -> bool:
        return False

    def as_it_stands(self, state: State) -> Steps[None]:
        return
        yield


class Desk:
    """Folds what handlers say into the slices that `table` owns."""

    def __init__(self, settings: Settings) -> None:
        game, calm = settings.game, Calm()
        self.said: list[Message] = []
        self.state = State(
            settings=settings,
            game=Line(game, settings.rulebook, [game.start(settings.start)]),
            sensing=cast("Sensing", None),
            duty=Duty(),
            remedy=Remedy(),
            clock=timers.new_timer(settings),
            claims=Claims(),
            penalties=Penalties(),
            belief=cast("Belief", calm),
            referee=cast("Referee", calm),
        )

    def fold(self, step: Step) -> None:
        state = self.state
        record.note(state.game, step, state)
        timers.note(state.clock, step)
        claims.note(state.claims, step, state)
        penalties.note(state.penalties, step)
        if isinstance(step, Message):
            self.said.append(step)
        match step:
            case Event():
                state.stage = after(state.stage, step)
            case Result():
                state.stage = after(state.stage, Event.ENDED)
            case Pressed():
                state.duty.pressed_ns[step.side] = step.at_ns
            case _:
                pass

    def run(self, steps: Steps[T]) -> T:
        try:
            while True:
                self.fold(next(steps))
        except StopIteration as over:
            return cast("T", over.value)


def desk(game: str, control: str, mode: str) -> Desk:
    found = GAMES[game]
    made = Desk(
        Settings(
            game=found,
            rulebook=found.rulebook,
            time_control=control,
            clock="moves" if mode == "moves" else "pressed",
            boot="b",
        )
    )
    made.fold(ending.started(made.state))
    made.fold(Event.STANDS)
    made.run(timekeeping.begin(made.state))
    return made


def play(at: Desk, dice: Random) -> None:
    state, now = at.state, at.state.now_ns
    moves = [m for m in state.game.position.moves() if m.text != "pass"]
    if moves:
        has_pressed = state.game.to_move in state.duty.pressed_ns
        by = dice.choice(("settled", "settled", "pressed" if has_pressed else "settled"))
        at.fold(Landed(landed_ns=now, made_ns=now))
        at.run(record.play(state, dice.choice(moves), by))


def press(at: Desk, dice: Random) -> None:
    side = dice.choice(at.state.game.game.sides)
    item = Press(at_ns=at.state.now_ns, side=side)
    at.fold(Pressed(side=side, at_ns=item.at_ns, idle=timekeeping.idles(at.state, side)))
    at.run(timekeeping.pressed(at.state, item))


def say(at: Desk, dice: Random) -> None:
    side: Side = dice.choice(at.state.game.game.sides)
    at.fold(
        dice.choice(
            (
                Claim(kind=Kind.DRAW_OFFER, side=side),
                Claim(kind=Kind.DRAW_DECLINED, side=side),
                Claim(kind=Kind.ADJUSTING, side=side),
                Claim(kind=Kind.ADJUSTED, side=side),
                Claim(kind=Ground.REPETITION, side=side),
                Claim(kind=Kind.RESULT, side=side, result="1-0"),
                Claim(kind=Kind.RESULT_WITHDRAWN, side="both", result="1-0"),
            )
        )
    )


def punish(at: Desk, dice: Random) -> None:
    side = dice.choice(at.state.game.game.sides)
    at.run(penalties.count(at.state, side, "warning", "any"))


def halt(at: Desk, dice: Random) -> None:
    if timers.stands(at.state):
        at.run(timekeeping.go_on(at.state, by="arbiter"))
    else:
        at.run(timekeeping.stop(at.state, "pause", "arbiter"))


ACTS = (play, play, play, press, press, say, punish, halt)


def program(game: str, seed: int, mode: str) -> Desk:
    dice = Random(f"{game} {seed} {mode}")
    at = desk(game, dice.choice(CONTROLS), mode)
    for _ in range(40):
        at.state.now_ns += dice.choice((20, 300, 2000, 9000, 31_000)) * MS
        at.run(flags.watch(at.state))
        if at.state.stage is Stage.ENDED:
            break
        dice.choice(ACTS)(at, dice)
        at.run(flags.watch(at.state))
    return at


def recovered(at: Desk) -> Desk:
    again = Desk(at.state.settings)
    for message in at.said:
        if isinstance(message, Result):
            again.state.stage = Stage.PLAY
        again.fold(message)
    again.fold(Recovered())
    again.state.now_ns = at.state.now_ns
    return again


@pytest.mark.parametrize("mode", ["pressed", "moves"])
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", GAMES)
def test_a_folded_journal_knows_as_much(game: str, seed: int, mode: str) -> None:
    at = program(game, seed, mode)
    again = recovered(at)
    assert again.state.game.positions == at.state.game.positions
    assert [m and m.text for m in again.state.game.moves] == [
        m and m.text for m in at.state.game.moves
    ]
    assert again.state.game.result == at.state.game.result
    assert again.state.claims == at.state.claims
    assert again.state.penalties == at.state.penalties
    assert at.state.clock is not None
    at.run(flags.watch(at.state))
    again.state.stage = at.state.stage
    again.run(flags.watch(again.state))
    if at.state.stage is not Stage.ENDED:
        assert timers.faces(again.state) == timers.faces(at.state)
        assert timers.halted(again.state) == timers.halted(at.state)


def test_the_programs_do_much() -> None:
    """Or else they would prove nothing."""
    said = [m for seed in range(6) for m in program("chess", seed, "pressed").said]
    assert {Clock, Move, Claim, Penalty, Result} <= {type(message) for message in said}
