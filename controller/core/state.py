"""The state of one board, what may be said about it, and the faces of what works on it.

Messages are the events. A handler is a generator that yields steps; `board.py` folds each step into
every slice before the handler goes on. So a handler sees what its own step has done, live play and
recovery run the same reducers, and nobody writes another's slice.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias, TypeVar

from controller.core.belief.line import Node
from controller.core.belief.world import Hypothesis, Symptom
from controller.core.messages import Irregularity, Message
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import Marks
from controller.core.settings import Settings
from controller.core.slices import Claims, Duty, Line, Penalties, Remedy, Sensing, Timer
from controller.core.stages import Event, Stage
from rules.position import Move, Position
from rules.terms import Point, PointSet, Side

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """Something that changes the state and is told to nobody.

    It is not in the journal: a new start of the program forgets it.
    """


@dataclass(frozen=True, slots=True, kw_only=True)
class AskBack(Fact):
    """The pieces are to be put as the record has them, once all before it is said.

    Attributes:
        event: what takes the board to the stage in which they are; None where it stays in
            its stage.
        why: for the `restore` message.
        position: what should stand, where that is not what the record has.
    """

    event: Event | None
    why: str
    position: Position | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PutRight(Fact):
    """The pieces stand as they should, or need not any more.

    Attributes:
        event: None where the board stays in its stage.
        word: people say so, whatever the sensors show.
    """

    event: Event | None = Event.STANDS
    word: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Landed(Fact):
    """When the piece of the move that is told next was set down, and when all of it was done."""

    landed_ns: int
    made_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Pressed(Fact):
    """A side has pressed its clock; `idle` where the other clock ran already."""

    side: Side
    at_ns: int
    idle: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TimerSet(Fact):
    """The clock is as this one, and is published when the input has been dealt with."""

    timer: Timer


@dataclass(frozen=True, slots=True, kw_only=True)
class FlagSeen(Fact):
    """The fallen flag of a side is being dealt with."""

    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Handled(Fact):
    """Stones were lifted or set down in the count (Go): see `Claims`."""

    taken_up: PointSet
    up: dict[Point, tuple[int, bool]]


@dataclass(frozen=True, slots=True, kw_only=True)
class CrownSaid(Fact):
    """Somebody says that a king is crowned whose move has yet to be published."""

    point: Point
    by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedAfter(Fact):
    """The opponent of the last mover has touched a piece since the game ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged(Fact):
    """What follows from the plies so far by the law has been said."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen(Fact):
    """What the sensors show now, by points of the game.

    Attributes:
        oriented: how the board stands is known by now.
        strengths: by printed points.
    """

    standing: PointSet
    unknown: PointSet
    marks: Marks
    strengths: Mapping[Point, int]
    orientation: Literal["normal", "turned"]
    oriented: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsOff(Fact):
    """Hands do no more for now: what is made counts as at rest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered(Fact):
    """The journal has been read to its end."""


Step: TypeAlias = Message | Fact | Event
"""What a handler yields: a message is published and kept; a fact or an event is only folded.

`Question`, `Answered` and `Result` move the stage by themselves, and so do `AskBack` and
`PutRight`.
"""
Steps: TypeAlias = Generator[Step, None, T]
"""A handler. What it returns is for its caller: nothing, or why it was refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnderWay:
    """The first ply that is not told yet, by the likeliest explanation.

    Attributes:
        move: the move that is being made, or is made and not told.
        landed_ns: when its piece was set down for good; None while it is in the hand.
        done_ns: when all of the move was done; None while something is still to come.
        left: points that are still to be emptied or filled.
        partner: the rook of a castling that is still to be moved.
    """

    move: Move
    landed_ns: int | None = None
    done_ns: int | None = None
    left: PointSet = 0
    partner: Point | None = None


Decision: TypeAlias = object
"""What the belief has decided. Only `referee` looks into it; `board` carries it there."""


class Belief(Protocol):
    """What is believed of the pieces: takes evidence, decides, and answers a few questions.

    It is told of every step by `note`, as all slices are. A `Move` that it did not decide is a word
    that the move was made. `Correction`, `AskBack` and `PutRight` say what stands, and so does the
    first `Seen`, before any edge. `Answered` answers. A `Claim` of a promotion is such a word, one
    of adjusting says that hands play nothing; once all is adjusted, what was lifted binds nobody.
    `Result` says that nothing is expected.
    """

    def edge(self, edge: Edge) -> None: ...
    def press(self, side: Side, at_ns: int) -> None: ...
    def blind(self, points: PointSet, now_ns: int) -> None: ...
    def flash(self, points: PointSet, at_ns: int) -> None: ...
    def tick(self, now_ns: int) -> None: ...
    def note(self, step: Step, line: Line, now_ns: int) -> None:
        """A step has been folded into the other slices; `line` is the record after it."""

    @property
    def told(self) -> Node:
        """The line that ends with the last ply of the record."""

    def weighed(self, now_ns: int) -> Sequence[tuple[float, Hypothesis]]:
        """The hypotheses with their probabilities, the likeliest first.

        The rest of the probability is that of the unknown: that none of them is right.
        """

    def suspects(self, now_ns: int) -> tuple[tuple[Point, int], ...]:
        """Points whose sensors are blamed for something, with the probability in thousandths."""

    def trust(self, points: Iterable[Point]) -> None:
        """The sensors of these points are believed again."""

    def decide(self, now_ns: int) -> Decision | None:
        """What is beyond doubt, or is to be asked, now; called again until there is nothing."""

    def next_deadline(self, now_ns: int) -> int | None:
        """When time alone may change something."""

    def under_way(self, now_ns: int) -> UnderWay | None:
        """The ply that is being made; None where no piece has been moved or touched for a move."""

    def busy(self, now_ns: int) -> bool:
        """Something has been touched since the last ply that is told; a jolt is no touch."""

    def gone_on(self, now_ns: int) -> bool:
        """Something has been touched since a ply that is made and not told yet."""

    def at_rest(self, now_ns: int) -> bool:
        """Every piece stands where the record has it, whatever was lifted meanwhile."""

    def symptoms(self, now_ns: int) -> Mapping[Point, Symptom | None]:
        """Points whose sensors are more likely bad than good, and what is wrong there now.

        None for a sensor that shows what stands at this moment.
        """

    def recall(self, points: Iterable[Point]) -> None:
        """The sensors of these points were bad before this program was started."""

    def may_become(self, side: Side, letter: str, now_ns: int) -> bool:
        """A pawn of this side may have been moved, or be about to, that can become this."""


class Referee(Protocol):
    """The law applied to what hands did. Its methods are handlers (`Steps`) but for the questions.

    What follows from a ply for the game as a whole is said by `table` once a handler is through:
    the end, rulings, offers that lapse.
    """

    def note(self, state: State, step: Step) -> None:
        """Reduces a step into `Duty` and `Remedy`; the record and the claims have it already."""

    def conclude(self, state: State, decision: Decision) -> Steps[None]:
        """What the belief has decided becomes moves, questions, irregularities, corrections."""

    def as_it_stands(self, state: State) -> Steps[None]:
        """What the hands have done by now is all that they do: told or asked about at once."""

    def completes(self, state: State, side: Side, *, own: bool = False) -> Steps[bool]:
        """By speaking, a side completes what the other has just played, if that is beyond doubt.

        Else nothing is said: the command is refused then.

        Args:
            own: it completes what it has itself played.
        """

    def answered(self, state: State, move: Move | None) -> Steps[None]:
        """The question that was open is answered (`Answered` has been said).

        Args:
            move: the answer; None where none of the candidates was played.
        """

    def let_stand(self, state: State, found: Irregularity, by: str) -> Steps[str | None]:
        """An irregularity that is offered or to be put right stands; why not, if it cannot."""

    def dropped(self, state: State, charge: Irregularity, by: str) -> Steps[str | None]:
        """The stone played last had dropped: it is played where it lies, or again (GO-17.release).

        Returns why it cannot be.
        """

    def demand(self, state: State, found: Irregularity, by: str) -> Steps[str | None]:
        """An offered irregularity, or a breach, is to be put right; why not, if it cannot."""

    def stand_right(self, state: State, by: str) -> Steps[str | None]:
        """Somebody says that the pieces stand right, whatever the sensors say.

        Returns why that is refused; None where it is not.
        """

    def owe(self, state: State) -> Steps[None]:
        """Says what touches, or an announced move, oblige to now, where that is not said yet."""

    def pressed(self, state: State, side: Side) -> Steps[bool]:
        """A clock was pressed.

        Returns whether that tells something of what is being played; the belief is told then.
        """

    def watch(self, state: State) -> Steps[None]:
        """Guidance, touches, choices: what follows from the state, after the decisions.

        Pieces are guided to `Remedy.target` in every stage, an adjourned game's too, where
        `PutRight(event=None)` says that they stand.
        """

    def deadline(self, state: State) -> int | None:
        """When `watch` may find something by time alone."""

    def has_touched(self, state: State, *, early: bool = False) -> bool:
        """Whether the player on move has touched a piece since the last move, or since the end.

        Args:
            early: also where that was taken for the reply.
        """


@dataclass(slots=True)
class State:
    """All of one board. Handlers read it; only owners write, each its slice.

    Attributes:
        settings: as the game was begun; its names and headers may be mended.
        clock: None without a time control.
        settings, now_ns, stage: written by `board.py`.
    """

    settings: Settings
    game: Line
    sensing: Sensing
    duty: Duty
    remedy: Remedy
    clock: Timer | None
    claims: Claims
    penalties: Penalties
    belief: Belief
    referee: Referee
    stage: Stage = Stage.SETUP
    now_ns: int = 0

    def next_id(self, prefix: str) -> str:
        """The id of the next question or irregularity; it counts once its message is said."""
        return f"{prefix}{self.game.ids + 1}"
