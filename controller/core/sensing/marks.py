"""What sensors tell of a piece beyond its presence: its colour, its letter, a second piece on top.

`LevelReader` makes frames of raw levels of any kind. Strengths of a field become colours and stacks
by thresholds with hysteresis, each point by itself. The numbers stand in docs/trace.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from controller.core.settings import MS
from rules.terms import Piece, Point, PointSet, Side

if TYPE_CHECKING:
    from rules.game import Game
    from rules.position import Move, Position

FIELD_ON = 250
"""Half of what one piece gives: an empty point is occupied from here on."""
FIELD_OFF = 180
"""An occupied point is empty below this. Between the two a badly placed piece does not flicker."""
STACK_ON = 700
"""Nearer to two stacked pieces (850) than to one (500), even to one that stands off its centre."""
STACK_OFF = 640
WOBBLE = 100
"""A fifth of what a piece gives: more than neighbours and warmth change, less than a finger."""
COMING_MS = 300
"""A piece is set down once it has kept still for so long. Until then no touch of it is new."""
SHIFTED_MS = 1500
"""A piece that gives another strength for so long stands elsewhere within its point.

Setting a piece down takes no longer than this either.
"""


class Sensor(StrEnum):
    """What a reading says."""

    PRESENCE = "presence"
    POLARITY = "polarity"
    FIELD = "field"
    IDENTITY = "identity"


class Tone(StrEnum):
    """The colour of a piece, as the pole of its magnet tells it."""

    LIGHT = "light"
    """White; red in xiangqi; in Go the white stones."""
    DARK = "dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What the sensor says of the piece that stands on a point.

    Attributes:
        letter: the piece's letter; None where the sensor cannot tell.
        stacked: another piece lies on top of it; None where the sensor cannot tell.
    """

    tone: Tone
    letter: str | None = None
    stacked: bool | None = None


LIGHT, DARK = Mark(tone=Tone.LIGHT), Mark(tone=Tone.DARK)
_FIELD = {
    (tone, stacked): Mark(tone=tone, stacked=stacked) for tone in Tone for stacked in (False, True)
}
Marks = Mapping[Point, Mark]
"""The mark of each occupied point."""


def tone_of(side: Side) -> Tone:
    """The colour of a side's pieces."""
    return Tone.DARK if side == "black" else Tone.LIGHT


def shows(mark: Mark | None, side: Side) -> bool:
    """Whether the sensor tells that a piece of this side stands on it."""
    return mark is not None and mark.tone is tone_of(side)


def fits(mark: Mark | None, piece: Piece) -> bool:
    """Whether a sensor may give this mark for a piece.

    In draughts a king may lie without its crown, and then gives the letter of a man. A man gives no
    other letter than its own.
    """
    if mark is None:
        return True
    same = mark.letter in (None, piece.letter, piece.letter.lower())
    return same and mark.tone is tone_of(piece.side)


def letter_of(mark: Mark | None, game: Game) -> str | None:
    """The letter of the piece that gave a mark; None where it is not known.

    The colour of a stone of Go is enough to know it.
    """
    if mark is None or mark.letter is not None or game.pieces_move:
        return None if mark is None else mark.letter
    return "w" if mark.tone is Tone.LIGHT else "b"


def differ(mark: Mark | None, other: Mark | None) -> bool:
    """Whether two marks cannot be of one piece. One with another letter is another piece."""
    if mark is None or other is None:
        return False
    if mark.tone is not other.tone:
        return True
    return None not in (mark.letter, other.letter) and mark.letter != other.letter


def weakened(mark: Mark | None, other: Mark | None) -> bool:
    """Whether the second mark is of the same piece without the one on top: its field is weaker."""
    if mark is None or other is None or differ(mark, other):
        return False
    return bool(mark.stacked) and not other.stacked


def exchanged(
    before: Mark | None, mark: Mark | None, piece: Piece | None, *, makes_way: bool
) -> bool:
    """Whether another piece stands on a point than the one that left it.

    Args:
        piece: what the record has there: to set that right is no exchange.
        makes_way: another piece of its side may replace it, by promotion or crowning.
    """
    if not differ(before, mark) or mark is None or piece is None:
        return differ(before, mark)
    return mark.tone is not tone_of(piece.side) if makes_way else not fits(mark, piece)


def sensed_choice(move: Move, mark: Mark | None) -> str:
    """What a pawn became, by what the sensor of its point felt last; as `Move.choice`, else "".

    A piece of the opponent is no such choice: it has captured there since.
    """
    if not move.choice or mark is None or mark.letter is None or move.mover is None:
        return ""
    other = mark.letter == move.mover.letter or mark.tone is not tone_of(move.side)
    return "" if other else mark.letter.lower()


def contradictions(position: Position, marks: Marks) -> PointSet:
    """The points where another piece stands than the position has there.

    A king without its crown is the same piece: whether it is crowned is asked elsewhere. So is a
    piece that seems to have another on top: it may have been set down off its centre at first.
    """
    found = 0
    for point, mark in marks.items():
        piece = position.piece_at(point)
        if piece is not None and not fits(mark, piece):
            found |= 1 << point
    return found


def seems_turned(game: Game, position: Position, marks: Marks) -> bool:
    """Whether the pieces stand as they would if the board stood the other way round.

    Args:
        marks: by the printed labels.
    """
    if not marks:
        return False
    normal = _agreeing(position, marks)
    return _agreeing(position, {game.turned(p): mark for p, mark in marks.items()}) > normal


def _agreeing(position: Position, marks: Marks) -> int:
    pieces = ((position.piece_at(point), mark) for point, mark in marks.items())
    return sum(piece is not None and fits(mark, piece) for piece, mark in pieces)


@dataclass(slots=True)
class _Gauge:
    """One point of a field sensor.

    Attributes:
        stacks: pieces are laid on top of one another (draughts).
        rest: the strength while nobody touches the piece.
        came_ns: when the piece came, or was stacked.
        coming: the hand that set it down has not left it yet.
        held, held_ns: while it is coming, the strength that it keeps near to, and since when; after
            that, a strength off `rest`, and since when. None where the strength is at rest.
        taken_ns: since when the strength is what it is.
    """

    stacks: bool
    mark: Mark | None = None
    strength: int = 0
    rest: float = 0
    came_ns: int = 0
    coming: bool = False
    held: int = 0
    held_ns: int | None = None
    taken_ns: int = 0

    def take(self, at_ns: int, strength: int) -> None:
        """Takes another strength."""
        if self.coming and self._has_come(at_ns):
            self.coming, self.held_ns = False, None
        if self.held_ns is None:
            # Warmth and neighbours change the strength a little, and no two readings are the same.
            share = min(1.0, (at_ns - self.taken_ns) / (SHIFTED_MS * MS))
            self.rest += (self.strength - self.rest) * share
        self.strength, self.taken_ns = strength, at_ns
        mark = self._mark(strength)
        if mark is not self.mark:
            self.mark, self.came_ns, self.coming = mark, at_ns, True
            self.rest, self.held, self.held_ns = strength, strength, at_ns
        elif self.coming:
            self.rest = strength
            if abs(strength - self.held) >= WOBBLE:
                self.held, self.held_ns = strength, at_ns
        elif abs(strength - self.rest) < WOBBLE:
            self.held_ns = None
        elif self.held_ns is None:
            self.held, self.held_ns = strength, at_ns
        elif at_ns - self.held_ns >= SHIFTED_MS * MS and abs(strength - self.held) < WOBBLE:
            self.rest, self.held_ns = strength, None

    def _has_come(self, at_ns: int) -> bool:
        """Whether the hand has let go of the piece. Until then it may press and push it."""
        still = self.held_ns is not None and at_ns - self.held_ns >= COMING_MS * MS
        return still or at_ns - self.came_ns >= SHIFTED_MS * MS

    @property
    def wobbling(self) -> bool:
        return self.mark is not None and self.held_ns is not None and not self.coming

    def _mark(self, strength: int) -> Mark | None:
        size, old = abs(strength), self.mark
        tone = Tone.LIGHT if strength > 0 else Tone.DARK
        same = old is not None and old.tone is tone
        if size < (FIELD_OFF if same else FIELD_ON):
            return None
        was_stacked = same and old is not None and bool(old.stacked)
        return _FIELD[tone, self.stacks and size >= (STACK_OFF if was_stacked else STACK_ON)]


class LevelReader:
    """One board's raw levels, as they change, made into what frames hold.

    Attributes:
        levels: points where something stands.
        marks: what is known of it; None on presence sensors, which cannot tell.
        wobbling: points whose piece is being touched and has not left.
    """

    def __init__(self, game: Game, sensor: Sensor) -> None:
        self._sensor = sensor
        self._letters = {letter: _by_letter(letter, game) for letter in game.men}
        self._stacks = "W" in game.men
        self._gauges: dict[Point, _Gauge] = {}
        self.levels: PointSet = 0
        self.marks: dict[Point, Mark] | None = None if sensor is Sensor.PRESENCE else {}
        self.wobbling: PointSet = 0

    @property
    def strengths(self) -> dict[Point, int]:
        """The strength at each occupied point of a field sensor."""
        return {p: gauge.strength for p, gauge in self._gauges.items() if gauge.mark is not None}

    def take(self, at_ns: int, changes: Mapping[Point, int | str]) -> None:
        """Takes the raw levels of the points where they differ from before."""
        marks = None if self.marks is None else dict(self.marks)
        for point, level in changes.items():
            bit = 1 << point
            mark = self._mark(at_ns, point, level)
            stands = bool(level) if self._sensor is not Sensor.FIELD else mark is not None
            self.levels = self.levels | bit if stands else self.levels & ~bit
            if marks is not None and mark is not None:
                marks[point] = mark
            elif marks is not None:
                marks.pop(point, None)
        self.marks = marks

    def _mark(self, at_ns: int, point: Point, level: int | str) -> Mark | None:
        if isinstance(level, str):  # a tag; one that is not of this game tells nothing more
            return self._letters.get(level)
        if self._sensor is Sensor.FIELD:
            gauge = self._gauges.setdefault(point, _Gauge(stacks=self._stacks))
            gauge.take(at_ns, level)
            bit = 1 << point
            self.wobbling = self.wobbling | bit if gauge.wobbling else self.wobbling & ~bit
            return gauge.mark
        if self._sensor is Sensor.PRESENCE or not level:
            return None
        return LIGHT if level > 0 else DARK


def _by_letter(letter: str, game: Game) -> Mark:
    return Mark(tone=tone_of_letter(letter, game), letter=letter)


def tone_of_letter(letter: str, game: Game) -> Tone:
    """The colour of the pieces that have this letter."""
    light = letter in "wW" if "w" in game.men else letter.isupper()
    return Tone.LIGHT if light else Tone.DARK


def level_of(piece: Piece, sensor: Sensor) -> int | str:
    """What a sensor nominally gives for a piece."""
    sign = 1 if tone_of(piece.side) is Tone.LIGHT else -1
    match sensor:
        case Sensor.PRESENCE:
            return 1
        case Sensor.POLARITY:
            return sign
        case Sensor.FIELD:
            return 500 * sign
        case Sensor.IDENTITY:
            return piece.letter


def levels_of(pieces: Iterable[tuple[Point, Piece]], sensor: Sensor) -> dict[Point, int | str]:
    """What a sensor nominally gives for some pieces."""
    return {point: level_of(piece, sensor) for point, piece in pieces}
