"""What sensors tell of a man beyond that one stands there: its colour, its letter, a second man on top.

`LevelReader` makes frames of raw levels of any kind. Strengths of a field become colours and stacks by
thresholds with hysteresis, each point by itself; the numbers stand in docs/trace.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from controller.core.settings import MS
from rules.terms import Man, Point, PointSet, Side

if TYPE_CHECKING:
    from rules.game import Game, Move, Position

FIELD_ON = 250
"""Half of what one man gives: an empty point is occupied from here on."""
FIELD_OFF = 180
"""An occupied point is empty below this. A man that stands badly flickers between neither."""
STACK_ON = 700
"""Nearer to two men stacked (850) than to one (500) by more than a man off its centre differs."""
STACK_OFF = 640
WOBBLE = 100
"""A fifth of a man: more than neighbours and warmth make, less than a finger does to a man."""
COMING_MS = 300
"""A man who is set down is still being pushed to his place until he has kept still for so long: that is no new touch."""
SHIFTED_MS = 1500
"""A man that gives another strength for so long stands elsewhere within its point; nor is anybody set down for longer."""


class Sensor(StrEnum):
    """What a reading says."""

    PRESENCE = "presence"
    POLARITY = "polarity"
    FIELD = "field"
    IDENTITY = "identity"


class Tone(StrEnum):
    """The colour of a man, as the pole of its magnet tells it."""

    LIGHT = "light"
    """White; red in xiangqi; in Go the white stones."""
    DARK = "dark"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """What the sensor says of the man that stands on a point.

    Attributes:
        letter: the man's letter; None where the sensor cannot tell.
        stacked: another man lies on top of it; None where the sensor cannot tell.
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
    """The colour of a side's men."""
    return Tone.DARK if side == "black" else Tone.LIGHT


def shows(mark: Mark | None, side: Side) -> bool:
    """Whether the sensor tells that a man of this side stands before it."""
    return mark is not None and mark.tone is tone_of(side)


def fits(mark: Mark | None, man: Man) -> bool:
    """Whether the sensor may have this man before it; a king may be one without his crown, but no man has one."""
    if mark is None:
        return True
    same = mark.letter in (None, man.letter, man.letter.lower())
    return same and mark.tone is tone_of(man.side)


def letter_of(mark: Mark | None, game: Game) -> str | None:
    """The letter of the man before a sensor, where it tells him; of a stone of Go the colour is enough."""
    if mark is None or mark.letter is not None or game.men_move:
        return None if mark is None else mark.letter
    return "w" if mark.tone is Tone.LIGHT else "b"


def differ(mark: Mark | None, other: Mark | None) -> bool:
    """Whether two marks cannot be of one man. A king crowned by another letter is another man."""
    if mark is None or other is None:
        return False
    if mark.tone is not other.tone:
        return True
    return None not in (mark.letter, other.letter) and mark.letter != other.letter


def weakened(mark: Mark | None, other: Mark | None) -> bool:
    """Whether the second mark is that of the same man without the one on top of him, as his field grows weaker."""
    if mark is None or other is None or differ(mark, other):
        return False
    return bool(mark.stacked) and not other.stacked


def exchanged(before: Mark | None, mark: Mark | None, man: Man | None, *, makes_way: bool) -> bool:
    """Whether another man stands on a point than the one that left it.

    Args:
        man: whom the record has there: to set him right is no exchange.
        makes_way: he may be exchanged for another of his side, as the promotion or the crown asks.
    """
    if not differ(before, mark) or mark is None or man is None:
        return differ(before, mark)
    return mark.tone is not tone_of(man.side) if makes_way else not fits(mark, man)


def sensed_choice(move: Move, mark: Mark | None) -> str:
    """What a pawn became by the sensor that felt the new piece last, as `Move.choice`; else "".

    A man of the opponent is no such choice: he has captured there since.
    """
    if not move.choice or mark is None or mark.letter is None or move.mover is None:
        return ""
    other = mark.letter == move.mover.letter or mark.tone is not tone_of(move.side)
    return "" if other else mark.letter.lower()


def contradictions(position: Position, marks: Marks) -> PointSet:
    """The points where another man stands than the position has there.

    A king without his crown is the same man: whether he is crowned is asked elsewhere. Nor is a man another who seems to have
    one on top of him: he may only have been set down off the middle at first.
    """
    found = 0
    for point, mark in marks.items():
        man = position.man_at(point)
        if man is not None and not fits(mark, man):
            found |= 1 << point
    return found


def seems_turned(game: Game, position: Position, marks: Marks) -> bool:
    """Whether the men stand as they would if the board stood the other way round.

    Args:
        marks: by the printed labels.
    """
    if not marks:
        return False
    normal = _agreeing(position, marks)
    return _agreeing(position, {game.turned(p): mark for p, mark in marks.items()}) > normal


def _agreeing(position: Position, marks: Marks) -> int:
    men = ((position.man_at(point), mark) for point, mark in marks.items())
    return sum(man is not None and fits(mark, man) for man, mark in men)


@dataclass(slots=True)
class _Gauge:
    """One point of a field sensor.

    Attributes:
        stacks: men are laid on top of one another (draughts).
        rest: the strength while nobody touches the man.
        came_ns: when he came, or was stacked; `coming` until the hand seems to have left him.
        held, held_ns: while he is coming the strength that he keeps near to, and since when; then a
            strength off `rest`, and since when it has been so.
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
            # Warmth and neighbours change a little what he gives, and no two readings are the same.
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
        """Whether the hand that set him down has left him; it may press him down, push him and let him go."""
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
        wobbling: points whose man is being touched and has not left.
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
        if isinstance(level, str):  # a tag of no man of this game is of something that stands there
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
    """The colour of the men that have this letter."""
    light = letter in "wW" if "w" in game.men else letter.isupper()
    return Tone.LIGHT if light else Tone.DARK


def level_of(man: Man, sensor: Sensor) -> int | str:
    """What a sensor nominally gives for a man."""
    sign = 1 if tone_of(man.side) is Tone.LIGHT else -1
    match sensor:
        case Sensor.PRESENCE:
            return 1
        case Sensor.POLARITY:
            return sign
        case Sensor.FIELD:
            return 500 * sign
        case Sensor.IDENTITY:
            return man.letter


def levels_of(men: Iterable[tuple[Point, Man]], sensor: Sensor) -> dict[Point, int | str]:
    """What a sensor nominally gives for some men."""
    return {point: level_of(man, sensor) for point, man in men}
