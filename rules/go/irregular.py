"""What the laws of Go call something that hands did and that is no legal play.

`TABLE` is the decision: its rows are tried in order, the first that fits names the deed. What then
follows is the rulebook's business (`Rulebook.irregularities`).

Where sensors do not tell colours, a stone that may be the opponent's reply is the reply: two stones in
a row (GO-17.two) are only named where the colours are known. Nobody is told to have lost by a guess.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules.deed import Deed, Doubt, Made, Named
from rules.go.board import BLACK, WHITE
from rules.go.facts import MANY, Facts, before_reply, facts_of, may_reply, play_at
from rules.rulebook import Remedy
from rules.terms import LawId, Point, RulesError, Side

if TYPE_CHECKING:
    from rules.rulebook import Rulebook

COLOUR = LawId("GO-17.colour")
TWO = LawId("GO-17.two")
RELEASE = LawId("GO-17.release")
CLOCK = LawId("GO-17.clock")
SHIFT = LawId("GO-17.shift")
SCATTER = LawId("GO-17.scatter")
ALIVE = LawId("GO-18.alive")
DEAD = LawId("GO-18.dead")

ONE_MOMENT_MS = 50
"""Two stones come at least so far apart."""
NO_PRESS = "press-without-move"
"""The clock was pressed and nothing had been played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a row has found; law, remedy and penalty are not its business."""

    side: Side
    points: tuple[Point, ...]
    origin: Point | None = None
    target: Point | None = None
    removed: tuple[Point, ...] = ()
    restore: bool = True
    doubt: Doubt | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """One irregularity: its law, and what shows it.

    Attributes:
        law: where it is None, the law that forbids the play itself (GO-19, GO-20.ko, GO-20.super).
        kind: where the rulebook's own word for the law is not it.
    """

    law: LawId | None
    find: Callable[[Facts], Finding | None]
    kind: str = ""


def name_go_deed(deed: Deed, rulebook: Rulebook) -> Named | None:
    """The law of Go that a deed went against; None when nothing stands otherwise than it may."""
    if (answered := _answered(deed, rulebook)) is not None:
        return answered
    facts = facts_of(deed)
    said = deed.pressed or deed.replied
    if facts is None or not (facts.new or facts.off or facts.lifted or said):
        return None
    for row in TABLE:
        found = row.find(facts) if _has(rulebook, row) else None
        if found is not None:
            return _named(row, found, facts, rulebook)
    return None


def _has(rulebook: Rulebook, row: Row) -> bool:
    return row.law is None or row.law in rulebook.irregularities


def _answered(deed: Deed, rulebook: Rulebook) -> Named | None:
    """A deed of one stone to which the opponent has replied before anybody was told: his stone is no part of it."""
    without = before_reply(deed)
    facts = None if without is None else facts_of(without[0])
    if without is None or facts is None:
        return None
    for row in (*ANSWERED, PLAYED_BESIDE):
        found = row.find(facts) if _has(rulebook, row) else None
        if found is None or _may_be_set_back(row, found, facts):
            continue
        loses = row is not PLAYED_BESIDE
        if may_reply(deed, found.side if loses else None, without[1]):
            return _named(row, found, facts, rulebook)
    return None


def go_flaw(made: Made, rulebook: Rulebook) -> Named | None:
    """A stone was released on one point and then played on another (GO-17.release).

    A stone that stood there for less than `Made.release_ms` dropped, or was never let go. One that left only after the play,
    or that stood there while a stone of the game was off its point, was knocked there. One where the last play has captured
    may be that stone, which slipped from the fingers. And what came in one moment at several points is no stone: a lid, a hand.
    """
    captured = () if made.last is None else made.last.captured
    target = made.move.target
    down: dict[Point, int] = {}
    played_ms = max((s.at_ms for s in made.steps if s.placed and s.point == target), default=None)
    for step in made.steps:
        if made.position.piece_at(step.point) is not None or step.point in (target, *captured):
            continue
        came_ms = down.get(step.point, step.at_ms)
        if step.placed:
            down[step.point] = step.at_ms
        elif step.at_ms - came_ms >= made.release_ms and not (
            _after(made, step.at_ms, played_ms)
            or _rolled(made, came_ms, step.at_ms)
            or _with_others(made, step.point, came_ms)
        ):
            found = Finding(
                side=made.move.side,
                points=tuple(p for p in (step.point, target) if p is not None),
                origin=step.point,
                target=target,
            )
            return _by_book(RELEASE, found, rulebook)
    return None


def _with_others(made: Made, point: Point, came_ms: int) -> bool:
    """Whether something came at another empty point in the same moment, where nothing has been played."""
    return any(
        step.placed
        and step.point not in {point, made.move.target}
        and abs(step.at_ms - came_ms) < ONE_MOMENT_MS
        and made.position.piece_at(step.point) is None
        for step in made.steps
    )


def _after(made: Made, left_ms: int, played_ms: int | None) -> bool:
    """Whether a stone left its point later than the same stone can have been felt at both."""
    return played_ms is not None and left_ms > played_ms + made.together_ms


def _rolled(made: Made, came_ms: int, left_ms: int) -> bool:
    """Whether a stone of the game was off its point for as long as one stood here: it had been knocked and was set right."""
    off: dict[Point, int] = {}
    for step in made.steps:
        if made.position.piece_at(step.point) is None:
            continue
        off_ms = off.pop(step.point, None)
        if not step.placed:
            off[step.point] = step.at_ms
        elif off_ms is None:
            continue
        elif max(off_ms - came_ms, left_ms - step.at_ms) <= made.together_ms:
            return True
    return False


def _named(row: Row, found: Finding, facts: Facts, rulebook: Rulebook) -> Named:
    law = row.law
    if law is None:
        assert found.target is not None
        law = facts.position.forbidden(found.target)
        assert law is not None
    if row.kind:  # nothing was done to the stones; the club's rules warn for any early press
        return Named(
            law=law, kind=row.kind, side=found.side, points=found.points,
            remedy=Remedy.ARBITER, restore=False, penalty=rulebook.irregularities[law].penalty,
            word=rulebook.irregularities[law].word,
        )  # fmt: skip
    return _by_book(law, found, rulebook)


def _by_book(law: LawId, found: Finding, rulebook: Rulebook) -> Named:
    """A finding with what the rulebook says of it."""
    book = rulebook.irregularities[law]
    lost = Doubt.LOST_MAN if len(found.points) == 1 and found.target is None else None
    return Named(
        law=law, kind=book.kind, side=found.side, points=found.points,
        origin=found.origin, target=found.target, removed=found.removed,
        remedy=book.remedy, restore=found.restore, penalty=book.penalty, word=book.word,
        doubt=Doubt.UNFELT_PLAY if book.remedy is Remedy.LOSES else found.doubt or lost,
    )  # fmt: skip


# The rows.


def _stones_on_at_press(facts: Facts) -> Finding | None:
    """The clock was pressed while captured stones were on, or stones off and none played."""
    deed = facts.deed
    if not deed.pressed or facts.new or facts.off or facts.lifted:
        return None
    points = facts.left if facts.play is not None else deed.in_air
    if not points:
        return None
    target = None if facts.play is None else facts.play.target
    return Finding(side=facts.side, points=points, target=target, removed=facts.left, restore=False)


def _nothing_at_press(facts: Facts) -> Finding | None:
    if not facts.deed.pressed or not facts.deed.nothing:
        return None
    return Finding(side=facts.side, points=(), restore=False)


def _same_colour_again(facts: Facts) -> Finding | None:
    """The new stone is of the side that has just played, and the sensors tell so."""
    deed, point = facts.deed, facts.only
    if deed.last is None or point is None or facts.off or deed.last.target is None:
        return None
    who = deed.told(point)
    if who is None or who == facts.side:
        return None
    return Finding(side=who, points=(point,), target=point)


def _colours_exchanged(facts: Facts) -> Finding | None:
    """The first stone of the game is of the side that is not on move, and the sensors tell so."""
    deed, point, position = facts.deed, facts.only, facts.position
    if point is None or facts.off or deed.before is not None:
        return None
    who = deed.told(point)
    if who is None or who == facts.side or (position.black and position.white):
        return None
    return Finding(side=who, points=(point,), target=point)


def _forbidden_point(facts: Facts) -> Finding | None:
    """The side on move played where it may not, and perhaps took off what it thought to take."""
    point = facts.only
    if point is None or facts.play is not None or facts.position.forbidden(point) is None:
        return None
    if facts.off:
        try:
            after = facts.position.force(point)
        except RulesError:  # a stone stands there
            return None
        taken = facts.position.occupied & ~after.occupied
        own = after.occupied >> point & 1 == 0  # its own stones would have to leave
        if any(not taken >> stone & 1 for stone in facts.off):
            return None
        if own and any(facts.carried(stone, point) for stone in facts.off):
            return None
    reply = play_at(facts.position.play_irregular(None, None, ()), point)  # to a play not felt
    # A stone alone may take stones that are still to be taken off; or a sensor has made it up.
    his = not facts.off or (reply is not None and set(reply.captured) == set(facts.off))
    told = facts.deed.pressed or facts.deed.told(point) is not None
    doubt = Doubt.UNFELT_PLAY if his and not told else None
    points = (point, *facts.off)
    return Finding(side=facts.side, points=points, target=point, removed=facts.off, doubt=doubt)


def _released_stone(facts: Facts) -> Finding | None:
    """The stone last played is off its point, alone: in the hand, or on another point."""
    deed, target = facts.deed, facts.only
    if len(facts.new) > 1:
        return None
    if facts.play is not None:
        side, origin = facts.play.side, facts.play.target if facts.lifted else None
    elif deed.last is not None and facts.off == (deed.last.target,):
        side, origin = deed.last.side, deed.last.target
    else:
        return None
    if origin is None or (target is not None and not facts.carried(origin, target)):
        return None
    points = (origin,) if target is None else (origin, target)
    return Finding(side=side, points=points, origin=origin, target=target)


def _captured_stones_left(facts: Facts) -> Finding | None:
    """Play went on while stones of a capture were still on the board."""
    if facts.play is None or not facts.left or not (facts.new or facts.deed.replied) or facts.off:
        return None
    return Finding(
        side=facts.play.side, points=facts.left, target=facts.play.target, removed=facts.left
    )


def _knocked(facts: Facts) -> Finding | None:
    return _displaced(facts) if facts.at_once() else None


def _living_stones_removed(facts: Facts) -> Finding | None:
    """Stones of one colour are off that no play takes; a stone may have been played before.

    The opponent has taken them off who has just played. At any other time it may have been their own player; and so may it
    where no clock is pressed and nobody can think that the play took it. What left together with a stone of the other colour
    was knocked off.
    """
    if facts.colour is None or len(facts.new) > 1:
        return None
    target, knocked = facts.only, facts.with_both()
    if knocked and target is None and facts.play is None:
        return None
    whose = BLACK if facts.colour == WHITE else WHITE
    if target is not None:
        moved = any(facts.carried(stone, target) for stone in facts.off)
        if moved or whose != facts.side or play_at(facts.position, target) is None:
            return None
    elif facts.play is not None:
        target = facts.play.target
    last = None if facts.deed.last is None else facts.deed.last.target
    play = target if whose == facts.side else last if facts.deed.at_work else None
    his = play is not None and (facts.deed.timed or _may_seem_taken(facts, play)) and not knocked
    doubt = None if his else Doubt.WHOSE_HAND
    return Finding(side=whose, points=facts.off, target=target, removed=facts.off, doubt=doubt)


def _may_seem_taken(facts: Facts, play: Point) -> bool:
    """Whether its opponent may think that this play took what is off: a single stone far from it, that breathes, nobody does."""
    played = facts.deed.last if facts.play is None else facts.play
    if len(facts.off) > 1 or (played is not None and played.captured):
        return True
    return facts.touches(play, facts.off) or facts.in_atari(facts.off[0])


def _many_displaced(facts: Facts) -> Finding | None:
    many = len(facts.off) >= MANY or (len(facts.off) > 1 and len(facts.new) > 1)
    return _displaced(facts) if many else None


def _displaced(facts: Facts) -> Finding | None:
    """Stones stand elsewhere or are off; who did it cannot be seen, the side on move was at work, or still the last mover.

    A stone that has only come, of the other colour, is the other side's.
    """
    points = (*facts.off, *facts.new)
    if not points:
        return None
    one = len(facts.off) == 1 and facts.only is not None
    his = None if facts.only is None or facts.off else facts.deed.told(facts.only)
    last = facts.deed.last
    still = last is not None and facts.deed.timed and facts.deed.at_work and not facts.new
    return Finding(
        side=his or (last.side if still and last is not None else facts.side),
        points=points,
        origin=facts.off[0] if one else None,
        target=facts.only if one or not facts.off else None,
        removed=() if one else facts.off,
    )


def _shifted(facts: Facts) -> Finding | None:
    """One stone went from its point to another, and that is all."""
    one = len(facts.off) == 1 and facts.only is not None and facts.carried(facts.off[0], facts.only)
    return _displaced(facts) if one else None


def _may_be_set_back(row: Row, found: Finding, facts: Facts) -> bool:
    """Whether the released stone seems to stand where it had captured: the captured one may have been set back, the play be undone."""
    last, target = facts.deed.last, found.target
    if row.law not in {RELEASE, SHIFT} or last is None or target is None:
        return False
    return target in last.captured and facts.deed.told(target) is None


ANSWERED: tuple[Row, ...] = (
    Row(COLOUR, _colours_exchanged),
    Row(TWO, _same_colour_again),
    Row(None, _forbidden_point),
    Row(RELEASE, _released_stone),
)
"""What a player may do with one stone, and his opponent not notice."""
PLAYED_BESIDE = Row(SHIFT, _shifted)
"""What may be done to one stone while another is played."""
TABLE: tuple[Row, ...] = (
    Row(CLOCK, _stones_on_at_press),
    Row(CLOCK, _nothing_at_press, NO_PRESS),
    *ANSWERED,
    Row(DEAD, _captured_stones_left),
    Row(SCATTER, _knocked),
    Row(ALIVE, _living_stones_removed),
    Row(SCATTER, _many_displaced),
    Row(SHIFT, _displaced),
)
