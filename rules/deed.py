"""What hands did that is no legal move, and the name that the laws have for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from rules.rulebook import TURN, Remedy, Word
from rules.terms import LawId, Point, Side

if TYPE_CHECKING:
    from rules.position import Move, Position


@dataclass(frozen=True, slots=True)
class HandStep:
    """One thing seen at one point since the position last stood.

    Attributes:
        placed: a man was set down; otherwise lifted.
        at_ms: since the first of them.
    """

    point: Point
    placed: bool
    at_ms: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """What stands on the board now, beside what should, and how it came about.

    Attributes:
        position: what should stand, with the side on move.
        before, last: the position before that and the move that led here; None at the start, and
            `last` is None where no legal move did.
        own_before, own_last: the previous move of the side on move and the position before it, likewise.
        gone: points whose men are off them.
        came: points where men stand that were empty, in order of time.
        came_sides: whose the men at `came` are, one for each, where the sensors tell colours; or empty.
        exchanged: points where a man stands as before, but another one, or the same after a while off.
        steps: everything seen since the position stood, in order of time.
        under_way: a legal move that was begun, its man set down and released.
        in_air: points whose men are still in the air (`gone` and nowhere set down).
        waiting: points of the steps that a move under way still needs.
        pressed: the clock was pressed upon it.
        replied: the opponent has replied to the move under way, perhaps with nothing on the board (a pass).
        at_work: all of it began so soon after the last move that who made that may have been at it still.
        amid: all of it began before the last man that the last move took was off.
        timed: clocks are pressed, so that until the press all is done by who is on move.
        together_ms: two men that leave within this time were taken at once.
        bump_ms: a man who is off for less was jolted, and not taken.
    """

    position: Position
    before: Position | None = None
    last: Move | None = None
    own_before: Position | None = None
    own_last: Move | None = None
    gone: tuple[Point, ...] = ()
    came: tuple[Point, ...] = ()
    came_sides: tuple[Side | None, ...] = ()
    exchanged: tuple[Point, ...] = ()
    steps: tuple[HandStep, ...] = ()
    under_way: Move | None = None
    in_air: tuple[Point, ...] = ()
    waiting: tuple[Point, ...] = ()
    pressed: bool = False
    replied: bool = False
    at_work: bool = False
    amid: bool = False
    timed: bool = False
    together_ms: int = 150
    bump_ms: int = 120

    @property
    def nothing(self) -> bool:
        """Nothing on the board is other than it should be, or only not finished yet."""
        return not (self.gone or self.came or self.exchanged)

    def side_of(self, point: Point) -> Side | None:
        """Whose man stands at a point in the position that should stand."""
        man = self.position.piece_at(point)
        return None if man is None else man.side

    def told(self, point: Point) -> Side | None:
        """Whose the man is that came to a point, where the sensors tell."""
        return dict(zip(self.came, self.came_sides, strict=False)).get(point)


@dataclass(frozen=True, slots=True, kw_only=True)
class Made:
    """A legal move as the hands made it.

    Attributes:
        position: before the move.
        before, last: the position before that and the move that led here, as in `Deed`.
        steps: everything seen that belongs to it, in order of time; also men set down on the way.
        uncrowned: kings on the board without their second man, where the sensors tell.
        removal_pause_ms: a longer time between two captured men is a pause.
        release_ms: a man that stood so long on the way was released there.
        together_ms: two captured men that leave within this time were taken at once.
    """

    position: Position
    move: Move
    before: Position | None = None
    last: Move | None = None
    steps: tuple[HandStep, ...] = ()
    uncrowned: tuple[Point, ...] = ()
    removal_pause_ms: int = 2000
    release_ms: int = 500
    together_ms: int = 150


class Doubt(StrEnum):
    """Why what was done may be another's doing."""

    WHOSE_HAND = "whose-hand"
    """The opponent may have touched his own man: he had moved and not pressed his clock since. At Go a stone off its point tells of no hand."""
    UNFELT_PLAY = "unfelt-play"
    """The opponent may have played between, on a point whose sensor felt nothing."""
    LOST_MAN = "lost-man"
    """The sensor of the man's point may have lost him: nothing else has changed. Told once he is felt there again."""
    UNFELT_MOVE = "unfelt-move"
    """The clock was pressed upon no move, or one not done: a sensor may not have felt it, or have told of it too late."""
    TWO_MEN = "two-men"
    """The man that left may be another than the one that came: no man goes so, and sensors may hide the rest of both."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A deed by its law.

    Attributes:
        kind: as messages name it ("illegal-move").
        side: who did it.
        points: everything that it is about.
        origin, target: the man that went, where one did.
        removed: men that left.
        remedy: what the law does about it.
        restore: the men must be put back; otherwise it is only reported.
        penalty: what it costs the side ("warning", "foul", "loss"), or "" for nothing.
        word: whose word the penalty waits for, by the rulebook.
        doubt: why the evidence does not tell that it was this side; None where it does. Then nothing is
            counted or claimed but by people.
    """

    law: LawId
    kind: str
    side: Side
    points: tuple[Point, ...]
    origin: Point | None = None
    target: Point | None = None
    removed: tuple[Point, ...] = ()
    remedy: Remedy = Remedy.RESTORE
    restore: bool = True
    penalty: str = ""
    word: Word = Word.NONE
    doubt: Doubt | None = None

    @property
    def cost(self) -> str:
        """The penalty; or the turn, where that is in doubt and is all that it costs; or ""."""
        doubtful = self.doubt is not None and self.remedy is Remedy.TURN_LOST
        return self.penalty or (TURN if doubtful else "")

    @property
    def waits_for(self) -> Word:
        """Whose word the cost waits for; what is in doubt, or may be an accident, waits."""
        if not self.cost:
            return Word.NONE
        in_doubt = self.doubt is not None and self.word is Word.NONE
        return Word.SAID if in_doubt else self.word
