"""The state of a board as slices: data only, each written by one owner.

| slice | owner, which alone writes it |
|---|---|
| `Line` | `table/record.py` |
| `Timer` | `table/clock/` |
| `Claims` | `table/claims/` |
| `Penalties` | `table/penalties.py` |
| `Duty`, `Remedy` | `referee/` |
| `Sensing` | `frames.py` |

Whoever wants a slice changed says a message or a fact (`state.py`); the owner reduces it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from controller.core.messages import (
    Claim,
    Envelope,
    Irregularity,
    Json,
    PromotionPending,
    Question,
    Result,
)
from controller.core.messages import (
    Duty as Obliged,
)
from controller.core.sensing.marks import Marks
from controller.core.table.clock.game_clock import GameClock
from controller.core.view import MoveLine
from rules.clock_law import ClockLaw
from rules.game import Game
from rules.position import Move, Position
from rules.rulebook import Rulebook
from rules.terms import Piece, Point, PointSet, Side

Words = tuple[tuple[str, int], ...]
"""Letters of new pieces, and when each was said, in the order of time."""


@dataclass(slots=True)
class Line:
    """The game so far; `positions` is one longer than `moves` and `lines`.

    Attributes:
        moves: None where something that is no legal move was let stand.
        pressed: what the clocks showed at a press that came after its ply was told.
        started: the game has begun.
        answered: the last move was told of by its reply, which had been begun.
        confirmed: people have said that the last move was made.
        envelope: of a game that is adjourned.
        set_up_again: the pieces of an adjourned game are being set up.
        sealed: the move that stood on the board when it was sealed; None for another.
        absent: sides that were not there when the adjourned game went on, and have not come.
        resumed: the ply after which the game was adjourned last; None where it never was.
        ids: the newest number of a question or an irregularity.
        ruled: findings about the game so far that have been published: kind, law, side, first ply.
        judged: plies of which has been said what follows from them by the law.
        offered: what stands if the irregularity that was offered last is accepted.
        landed_ns, made_ns: when the piece of the last move was set down, and when all of that
            move was done; a new start of the program forgets it.
        ended_ns: when the result was told.
    """

    game: Game
    rulebook: Rulebook
    positions: list[Position]
    moves: list[Move | None] = field(default_factory=list)
    lines: list[MoveLine] = field(default_factory=list)
    pressed: dict[int, Json] = field(default_factory=dict)
    started: bool = False
    answered: bool = field(default=False, compare=False)
    confirmed: bool = field(default=False, compare=False)
    result: Result | None = None
    question: Question | None = None
    envelope: Envelope | None = None
    set_up_again: bool = False
    sealed: str | None = None
    absent: frozenset[Side] = frozenset()
    resumed: int | None = None
    ids: int = 0
    ruled: set[tuple[str, str, str, int]] = field(default_factory=set)
    judged: int = field(default=0, compare=False)
    offered: Position | None = field(default=None, compare=False)
    landed_ns: int = field(default=0, compare=False)
    made_ns: int = field(default=0, compare=False)
    ended_ns: int = field(default=0, compare=False)

    @property
    def position(self) -> Position:
        """What stands by the record."""
        return self.positions[-1]

    @property
    def ply(self) -> int:
        """The number of plies made."""
        return len(self.moves)

    @property
    def last(self) -> Move | None:
        """The last move; None where there is none, or what was let stand was none."""
        return self.moves[-1] if self.moves else None

    @property
    def to_move(self) -> Side:
        """The side that is to move by the record."""
        return self.positions[-1].side_to_move


@dataclass(slots=True)
class Sensing:
    """What the sensors have shown, by points of the game unless said otherwise.

    Attributes:
        orientation: how the board stands by what is known.
        framed: the board has been seen.
        oriented: how it stands is known.
        unknown: points that cannot be read now.
        strengths: by printed points.
        in_air: pieces that have been lifted, by the point where they stood; None for one of which
            nobody knows what it is.
        lifted: the letter of the piece that left a point last, where that is known.
        changed: points where something has changed since the last ply.
        rest_ns: when something changed last.
    """

    orientation: Literal["normal", "turned"]
    framed: bool = False
    oriented: bool = False
    standing: PointSet = 0
    unknown: PointSet = 0
    marks: Marks = field(default_factory=dict)
    strengths: Mapping[Point, int] = field(default_factory=dict)
    in_air: dict[Point, Piece | None] = field(default_factory=dict)
    lifted: dict[Point, str | None] = field(default_factory=dict)
    changed: PointSet = 0
    rest_ns: int = 0


@dataclass(slots=True)
class Duty:
    """What the player on move has touched, and what that obliges to.

    Attributes:
        touched: points as published, in order.
        doubtful: those of them that the opponent may have touched instead.
        kept: those of them that were published before the evidence of this ply begins.
        fouled: those of them that have been told as fouls (xiangqi).
        charged: points of all fouls so far, by pieces that have not moved since.
        touches: what each ply's player had touched, for every ply of the record.
        now: what the touches oblige to while the hand is still at work.
        due: what was published as an obligation of its own; it lasts until it is met or released.
        pressed_ns: when each side pressed its clock last.
        owed: sides that have moved and not pressed their clock since.
        late: the newest press was of such a side.
        named_ns: when an irregularity was last named, or all was last put right.
        pending: the promotion that is to be chosen.
        uncrowned: kings that wait for a crown, with their letters.
        crowned: kings that got their crown, and when.
        crown_said: where, when and by whom a crown was confirmed before the move was published.
        touched_after: the opponent of the last mover has touched a piece since the game ended.
    """

    touched: list[Point] = field(default_factory=list)
    doubtful: list[Point] = field(default_factory=list)
    kept: set[Point] = field(default_factory=set, compare=False)
    fouled: set[Point] = field(default_factory=set)
    charged: set[Point] = field(default_factory=set)
    touches: list[tuple[Point, ...]] = field(default_factory=list)
    now: Obliged | None = field(default=None, compare=False)
    due: Obliged | None = None
    pressed_ns: dict[Side, int] = field(default_factory=dict, compare=False)
    owed: set[Side] = field(default_factory=set, compare=False)
    late: bool = field(default=False, compare=False)
    named_ns: int = field(default=0, compare=False)
    pending: PromotionPending | None = field(default=None, compare=False)
    uncrowned: dict[Point, str] = field(default_factory=dict)
    crowned: dict[Point, int] = field(default_factory=dict, compare=False)
    crown_said: dict[Point, tuple[int, str]] = field(default_factory=dict, compare=False)
    touched_after: bool = field(default=False, compare=False)


@dataclass(slots=True)
class Remedy:
    """What is open of an irregularity, and what the pieces are to be put back to.

    Attributes:
        irregularity: what is to be put right, or what the opponent may accept (then `offered`).
        breach: the last move's breach of the touch law; the move stands unless it is claimed.
        counted: a penalty has been counted since the irregularity was named.
        left: a side that left captured stones on the board since its last move, and which (Go).
            It is named for that only once.
        refused: the opponent has said that the offender will not correct it.
        target: what should stand; None where nothing is to be put right.
        why: for the `restore` message.
        shown: the differences that were told last, as missing and extra points. None before the
            first look.
    """

    irregularity: Irregularity | None = None
    breach: Irregularity | None = None
    counted: bool = field(default=False, compare=False)
    left: tuple[str, frozenset[str]] | None = field(default=None, compare=False)
    offered: bool = False
    refused: bool = False
    target: Position | None = field(default=None, compare=False)
    why: str | None = field(default=None, compare=False)
    shown: tuple[PointSet, PointSet] | None = field(default=None, compare=False)


@dataclass(slots=True, kw_only=True)
class Timer:
    """The clock of a game. Its times are of the game: nought is when it was set.

    Attributes:
        mode: "pressed" by the players, or switched by the completed "moves".
        boot: names the stretch in which the machine's time runs on.
        origin_ns: the moment of the machine's time at which the game's time is nought.
        begun: the game has begun.
        adrift: it was read back from a journal, and what time it is now is not known yet.
        plies: of each side that the clock knows of.
        unpressed: moves of each side that are complete and wait for their press.
        early: presses that wait for their move, with what the clock showed then.
        vain: presses since the last ply that were taken for none, likewise: a move may be entered.
        idle_ns: when each side last pressed though the other clock ran: its own lever was down.
        halted: why the clocks were stopped, and by whom; None while one may run.
        arranged: while the clocks stand the arbiter has arranged pieces or moves: then it is the
            turn of the side to move.
        back: whose clock runs again when the other side has put the pieces back.
        flags: sides whose fallen flags have been dealt with; after a new start, all fallen ones.
        appointed_ns: from when coming late counts: the start of the game, or of its resumption;
            None before the clock is started.
        here: sides that have shown a sign of life since then.
        absent: sides that have been reported to have shown none.
        waits: whose fallen flag waits for the ruling on its request for a draw.
        pass_at_flag: who has asked that overstepping be a pass.
        said_ns: when the clock was published last.
        untold: something has changed that is published when the input has been dealt with.
    """

    clock: GameClock
    law: ClockLaw
    mode: Literal["pressed", "moves"]
    boot: str | None
    origin_ns: int = field(default=0, compare=False)
    begun: bool = False
    adrift: bool = field(default=False, compare=False)
    plies: dict[Side, int] = field(default_factory=dict)
    unpressed: dict[Side, int] = field(default_factory=dict)
    early: list[tuple[Side, Json]] = field(default_factory=list)
    vain: list[tuple[Side, Json]] = field(default_factory=list)
    idle_ns: dict[Side, int] = field(default_factory=dict, compare=False)
    halted: tuple[str, str] | None = None
    arranged: bool = False
    back: Side | None = None
    flags: list[Side] = field(default_factory=list, compare=False)
    appointed_ns: int | None = None
    here: frozenset[Side] = field(default=frozenset(), compare=False)
    absent: list[Side] = field(default_factory=list)
    waits: Side | None = None
    pass_at_flag: Side | None = None
    said_ns: int = 0
    untold: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Announced:
    """A move that was announced with a wrong claim and must be played.

    Attributes:
        ply: the number that it will have.
    """

    ply: int
    move: str
    law: str


@dataclass(slots=True)
class Claims:
    """What is open between the players.

    Attributes:
        offer: who offers a draw.
        in_a_row: how many draws each side has offered since the other offered one.
        offered_ply: the number of plies when a draw was offered last.
        open: a claim that waits for the arbiter, or for the opponent to concede it.
        announced: a move that was announced with a wrong claim.
        adjust: who has asked to adjust pieces.
        adjusting: who adjusts: what is lifted binds nobody.
        lifted: something has been lifted since.
        confirmed: sides that have confirmed the position of a game that is to rest.
        promotion: what each side has said that its pawns are to become.
        proposed: a result that somebody claims while the game goes on.
        shown: it was the kings in the centre that have claimed it.
        results: what each role has said the result is.
        dead, shared: as the stones are marked in the count (Go).
        agreed: who agrees to that count.
        counting: both have passed: the score is to be agreed (Go).
        taken_up: stones lifted from dead groups that stood whole: put back, they take the
            mark back.
        up: when each stone was lifted last in the count, and whether its group was dead then.
        said_ns: when the draw was offered or the result claimed; 0 where nobody remembers.
        touched: pieces that the player on move has touched beyond doubt.
        touched_since: some of them since a draw was offered.
    """

    offer: Side | None = None
    in_a_row: dict[str, int] = field(default_factory=dict)
    offered_ply: int = 0
    open: Claim | None = None
    announced: Announced | None = None
    adjust: Side | None = None
    adjusting: str | None = None
    lifted: bool = field(default=False, compare=False)
    confirmed: frozenset[Side] = frozenset()
    promotion: dict[Side, Words] = field(default_factory=dict)
    proposed: str | None = None
    shown: bool = False
    results: dict[str, str] = field(default_factory=dict)
    dead: PointSet = 0
    shared: PointSet = 0
    agreed: set[str] = field(default_factory=set)
    counting: bool = field(default=False, compare=False)
    taken_up: PointSet = field(default=0, compare=False)
    up: dict[Point, tuple[int, bool]] = field(default_factory=dict, compare=False)
    said_ns: int = field(default=0, compare=False)
    touched: frozenset[str] = frozenset()
    touched_since: bool = False


@dataclass(slots=True)
class Penalties:
    """What is counted against each side, by kind, and what waits for a word.

    Attributes:
        charges: irregularities that cost something once the opponent or the arbiter says that they
            were no accident, by id, in the order in which they were named.
    """

    counts: dict[tuple[Side, str], int] = field(default_factory=dict)
    charges: dict[str, Irregularity] = field(default_factory=dict)
