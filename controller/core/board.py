"""One board and its game: the only way into the core and out of it.

    raw levels -> frames -> edges -> belief -> decision -> referee -> messages -> every slice

`feed` takes inputs in the order of their times and returns what follows. Handlers yield steps; each
step is folded into every slice before the handler goes on. Same inputs, same effects, byte for
byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from controller.core import showing
from controller.core.frames import TRACKED, Frames
from controller.core.frames import note as note_sensing
from controller.core.inputs import Command, Effects, Gap, Input, Press, Refusal
from controller.core.messages import (
    Answered,
    GameStarted,
    Health,
    Message,
    Question,
    Result,
    Ruling,
)
from controller.core.sensing.health import SensorHealth
from controller.core.settings import Settings
from controller.core.slices import Claims, Duty, Line, Penalties, Remedy, Sensing
from controller.core.stages import Event, Stage, after
from controller.core.state import AskBack, Belief, PutRight, Recovered, Referee, State, Step, Steps
from controller.core.table import adjusting, commands, following, penalties, presses, record
from controller.core.table.claims import adjourning, claims, confirming
from controller.core.table.clock import flags, timekeeping
from controller.core.table.clock import timer as timers
from controller.core.view import View
from rules.go.score import play_over

T = TypeVar("T")
DECIDED = frozenset({Stage.SETUP, Stage.PLAY, Stage.QUESTION, Stage.RESTORE, Stage.CHOICE})
"""Stages in which what the belief decides becomes part of the game."""
CONCLUSIONS_MAX = 250
"""Decisions from one input: what may wait behind a question, and then some.

Never an endless loop.
"""
MOVED_BY = {Question: Event.ASKED, Answered: Event.ANSWERED, Result: Event.ENDED}
"""Messages that move the stage by themselves."""


class Board:
    """Follows one game on one board.

    Args:
        belief, referee: of this game, new.

    Attributes:
        state: all that is known; folded here, read by everybody.
    """

    def __init__(self, settings: Settings, belief: Belief, referee: Referee) -> None:
        self.settings = settings
        game, start = settings.game, settings.game.start(settings.start)
        self.state = State(
            settings=settings,
            game=Line(game, settings.rulebook, [start]),
            sensing=Sensing(
                settings.orientation or "normal", oriented=settings.orientation is not None
            ),
            duty=Duty(),
            remedy=Remedy(target=start, why="start"),
            clock=timers.new_timer(settings),
            claims=Claims(),
            penalties=Penalties(),
            belief=belief,
            referee=referee,
        )
        self._frames = Frames(settings)
        self._out: list[Message] = []
        self._picture = showing.Picture()
        self._due: tuple[int | None] | None = None

    @classmethod
    def recover(
        cls,
        settings: Settings,
        belief: Belief,
        referee: Referee,
        messages: Sequence[Message],
        at_us: Sequence[int] = (),
    ) -> Board:
        """A board that goes on where the journal of one game ends.

        Until the physical board stands as recorded, the stage is "restore".

        Args:
            settings: as for a new board, made from the journal's `GameStarted`.
            messages, at_us: of the game, and when each was recorded, where known.

        Raises:
            RulesError: the messages are not those of a game that can be.
        """
        board = cls(settings, belief, referee)
        if any(isinstance(message, GameStarted) for message in messages):
            board.state.stage = Stage.PLAY
            board.state.remedy = Remedy()  # no array is waited for
            board.read(messages, at_us)
            for each in messages:
                if isinstance(each, Health):
                    board._frames.recall(board.state, each)
                elif isinstance(each, Ruling):
                    board._frames.trust(board.state, each)
            board._run(_taken_up(board.state))
            board._out.clear()
        return board

    def read(self, messages: Sequence[Message], at_us: Sequence[int] = ()) -> None:
        """Reads on in the journal of the game; nothing follows from it."""
        for n, message in enumerate(messages):
            self.state.now_ns = at_us[n] * 1000 if n < len(at_us) else 0
            self._reduce(message)
        self.state.now_ns = 0

    def feed(self, item: Input) -> Effects:
        """Takes one input. Inputs must come in the order of their times."""
        state = self.state
        state.now_ns = max(state.now_ns, item.at_ns)
        self._due = None
        refusal: Refusal | None = None
        match item:
            case Command():
                refusal = self._run(commands.obey(state, item))
            case Press():
                self._run(presses.pressed(state, item))
            case _:
                self._run(self._frames.take(state, item))
                if isinstance(item, Gap):
                    self._run(timekeeping.gap(state, item.from_ns))
        if refusal is None:
            self._run(self._conclude())
            self._run(flags.watch(state))
        if refusal is not None:
            assert not self._out, "a refused command changes nothing"
            return Effects(refusal=refusal)
        messages = tuple(self._out)
        for said in messages:
            if isinstance(said, Ruling):
                self._frames.trust(state, said)
        self._out.clear()
        return Effects(messages=messages, lamps=self._picture.changed(state))

    @property
    def stage(self) -> Stage:
        """What the board waits for."""
        return self.state.stage

    @property
    def line(self) -> Line:
        """The record of the game."""
        return self.state.game

    @property
    def health(self) -> SensorHealth:
        """Which sensors (by printed labels) chatter, cannot be read, or show what is not so."""
        self._frames.blame(self.state)
        return self._frames.health

    def view(self) -> View:
        """What viewers see now."""
        return showing.view(self.state)

    def next_deadline(self) -> int | None:
        """When the board wants a `Tick` (nanoseconds), even if nothing changes; None for never."""
        if self._due is None:
            self._due = (self._deadline(),)
        return self._due[0]

    def _deadline(self) -> int | None:
        state = self.state
        due = [*self._frames.deadlines(), flags.deadline(state)]
        if state.sensing.framed:
            due += [state.referee.deadline(state), confirming.deadline(state)]
            due += [adjusting.deadline(state)]
            if state.stage in TRACKED:
                due.append(state.belief.next_deadline(state.now_ns))
        return min((at for at in due if at is not None and at > state.now_ns), default=None)

    # Handlers are run, and their steps folded.

    def _run(self, steps: Steps[T]) -> T:
        """Folds what a handler says; its messages go out."""
        try:
            while True:
                step = next(steps)
                self._reduce(step)
                self._go(step)
                if isinstance(step, Message):
                    self._out.append(step)
        except StopIteration as over:
            found: T = over.value
            return found

    def _reduce(self, step: Step) -> None:
        """Folds a step into every slice. The record is first: the others read it."""
        state = self.state
        if isinstance(step, GameStarted):
            state.settings = replace(
                state.settings, players=dict(step.players), headers=dict(step.headers)
            )
        record.note(state.game, step, state)
        if state.clock is None:
            state.clock = timers.set_going(step, state.settings)
        timers.note(state.clock, step)
        claims.note(state.claims, step, state)
        penalties.note(state.penalties, step)
        note_sensing(state.sensing, step, state)
        state.referee.note(state, step)
        state.belief.note(step, state.game, state.now_ns)

    def _go(self, step: Step) -> None:
        """Moves on to the stage that a step leads to."""
        match step:
            case Event():
                event: Event | None = step
            case AskBack() | PutRight():
                event = step.event
            case _:
                event = MOVED_BY.get(type(step))  # type: ignore[arg-type]
        if event is not None:
            self.state.stage = after(self.state.stage, event)

    def _conclude(self) -> Steps[None]:
        """Draws all conclusions from the evidence that are due now."""
        state = self.state
        if state.now_ns < self._frames.sighted_ns or self._frames.pending:
            return  # what was done is not known yet
        if state.sensing.framed:
            yield from _decided(state)
            yield from state.referee.watch(state)
            yield from confirming.watch(state)
        yield from following.follow(state)


def _decided(state: State) -> Steps[None]:
    """What the belief has decided becomes part of the game."""
    if state.stage in TRACKED:
        state.belief.tick(state.now_ns)
    for _ in range(CONCLUSIONS_MAX):
        if state.stage not in DECIDED or adjusting.goes_on(state) or penalties.turn_waits(state):
            return
        decision = state.belief.decide(state.now_ns)
        if decision is None:
            return
        yield from adjusting.end(state)  # what stands so long is a move
        yield from state.referee.conclude(state, decision)
        yield from following.follow(state)


def _taken_up(state: State) -> Steps[None]:
    """The journal has been read: what the board waits for now."""
    yield Recovered()
    line = state.game
    if line.result is not None:
        yield Event.ENDED
    elif line.envelope is not None:
        yield Event.SEALED
        if line.set_up_again:
            yield AskBack(event=None, why=adjourning.WHY)
    elif state.remedy.offered:
        yield Event.OFFERED
    elif play_over(line.position):
        yield Event.PASSED
    else:
        yield AskBack(event=Event.RECOVERED, why="recovery")
