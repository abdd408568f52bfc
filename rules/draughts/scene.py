"""What hands left on a draughts board, sorted by sides, and what it is to have gone from one point to another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from rules.deed import Deed, HandStep
from rules.draughts import manner
from rules.draughts.position import DraughtsPosition
from rules.draughts.stopping import Reached, Stop, reached, steps_to, with_move
from rules.draughts.variants import BLACK, WHITE
from rules.position import Move
from rules.terms import LawId, Point, Side

TWO_MOVES, IRREGULAR, TAKEN_BACK, ENEMY_MOVED, NOT_CAPTURED, LIFTED, WRONG_NUMBER = (
    LawId(f"DR-7.4.{n}") for n in (1, 2, 4, 5, 6, 7, 8)
)
STOPPED, TOO_FEW, UNJUMPED, OWN_REMOVED, UNCROWNED = (
    LawId(f"DR-7.4.{n}") for n in (9, 11, 12, 14, 15)
)
DISPLACED = LawId("DR-7.5")
LAWFUL = LawId("")
"""No law: the board stands as after a legal move, made as it should be."""

KNOCKED_MIN = 3
KNOCKED_MS = 150
"""So many men that leave within so long were knocked over, not taken."""


class Removal(StrEnum):
    """The men gone from the board, beside those that were jumped."""

    EXACT = "exact"
    FEWER = "fewer"
    AHEAD = "ahead"
    """Those jumped, and others of the same capture that were not jumped yet."""
    MORE = "more"
    """Those jumped and others."""
    OTHERS = "others"
    """Not all of those jumped, and others."""


BY_JUMPS: Sequence[tuple[Removal, Stop, LawId]] = (
    (Removal.EXACT, Stop.LEGAL, LAWFUL),
    (Removal.EXACT, Stop.HALF_WAY, STOPPED),
    (Removal.EXACT, Stop.SHORT, WRONG_NUMBER),
    (Removal.FEWER, Stop.LEGAL, TOO_FEW),
    (Removal.AHEAD, Stop.HALF_WAY, STOPPED),
    (Removal.FEWER, Stop.HALF_WAY, STOPPED),
    (Removal.MORE, Stop.LEGAL, UNJUMPED),
    (Removal.MORE, Stop.HALF_WAY, UNJUMPED),
    (Removal.OTHERS, Stop.LEGAL, UNJUMPED),
    (Removal.OTHERS, Stop.HALF_WAY, UNJUMPED),
    (Removal.FEWER, Stop.SHORT, WRONG_NUMBER),
    (Removal.MORE, Stop.SHORT, WRONG_NUMBER),
    (Removal.OTHERS, Stop.SHORT, WRONG_NUMBER),
)
"""What it is to stand at the end of jumps with men gone: the first row that holds for any of the ways
of having come there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What stands on the board, sorted by sides.

    Attributes:
        side, other: on move and not.
        own, enemy: points whose men are off them, of the side on move and of the other, in order of
            time.
        came: points where men stand that were empty, in order of time.
        came_sides: whose they are, where the sensors tell; or empty.
        stood: men that left their points and stand there again, perhaps others.
        pressed: the side on move takes it for its move.
        amid, together_ms: see `Deed`.
    """

    position: DraughtsPosition
    before: DraughtsPosition | None
    last: Move | None
    side: Side
    other: Side
    own: tuple[Point, ...]
    enemy: tuple[Point, ...]
    came: tuple[Point, ...]
    came_sides: tuple[Side | None, ...]
    stood: tuple[Point, ...]
    steps: tuple[HandStep, ...]
    pressed: bool
    amid: bool
    together_ms: int

    @property
    def gone(self) -> tuple[Point, ...]:
        """Every point whose man is off it, those of the side on move first."""
        return (*self.own, *self.enemy)

    def may_be(self, point: Point, side: Side) -> bool:
        """Whether the man who came to a point may be one of this side, by what the sensors tell."""
        return dict(zip(self.came, self.came_sides, strict=False)).get(point) in (None, side)


def scene_of(deed: Deed) -> Scene:
    """Sorts a deed. A move that was begun has taken its man along, and what it does not wait for."""
    position, before, move = deed.position, deed.before, deed.under_way
    assert isinstance(position, DraughtsPosition), "a position of another game"
    assert before is None or isinstance(before, DraughtsPosition)
    gone, came, stood = deed.gone, deed.came, deed.exchanged
    if move is not None and move.origin is not None and move.target is not None:
        if deed.nothing:
            gone = tuple(p for p in move.captured if p not in deed.waiting)
            came = (move.target,)
        if move.origin == move.target:
            came, stood = tuple(p for p in came if p != move.target), (move.origin,)
        elif move.target in came and move.origin not in gone:
            gone = (move.origin, *gone)
    last_seen = {step.point: n for n, step in enumerate(deed.steps)}
    gone = tuple(sorted(gone, key=lambda p: (last_seen.get(p, -1), p)))
    side, sides = position.side_to_move, tuple(deed.told(point) for point in came)
    return Scene(
        position=position,
        before=before,
        last=deed.last,
        side=side,
        other=BLACK if side == WHITE else WHITE,
        own=tuple(p for p in gone if deed.side_of(p) == side),
        enemy=tuple(p for p in gone if deed.side_of(p) != side),
        came=came,
        came_sides=sides if any(sides) else (),
        stood=stood,
        steps=deed.steps,
        pressed=deed.pressed,
        amid=deed.amid,
        together_ms=deed.together_ms,
    )


def went(scene: Scene, origin: Point, target: Point, removed: frozenset[Point]) -> LawId:
    """What it is that a man of the side on move went so, with these enemy men gone."""
    position = scene.position
    due = [len(move.captured) for move in position.moves() if move.captured]
    stepped = steps_to(position, origin, target)
    if stepped and not removed and not (due and _set_down_on_the_way(scene, target)):
        return NOT_CAPTURED if due else LAWFUL
    law = by_jumps(position, origin, target, removed)
    if law is not None:
        return law
    if stepped:
        return UNJUMPED if removed else NOT_CAPTURED
    return WRONG_NUMBER if due and len(removed) > max(due) else IRREGULAR


def by_jumps(
    position: DraughtsPosition, origin: Point, target: Point, removed: frozenset[Point]
) -> LawId | None:
    """What it is by the table `BY_JUMPS`; None when no jumps lead there."""
    ways = {(_removal(way, removed), way.stop) for way in reached(position, origin, target)}
    return next((law for removal, stop, law in BY_JUMPS if (removal, stop) in ways), None)


def in_manner(scene: Scene, origin: Point, target: Point) -> LawId:
    """What was irregular about how a legal move was made that stands complete on the board."""
    removed = frozenset(scene.enemy)
    for move in scene.position.moves():
        if (move.origin, move.target, frozenset(move.captured)) == (origin, target, removed):
            finding = manner.wrong_man(scene.position, move, scene.steps) or manner.order(
                move, scene.steps, scene.together_ms
            )
            return LAWFUL if finding is None else finding.law
    return LAWFUL


def moves_out_of_turn(scene: Scene, origin: Point, target: Point) -> bool:
    """Whether a man of the side not on move steps or jumps so."""
    position = with_move(scene.position, scene.other)
    return steps_to(position, origin, target) or bool(reached(position, origin, target))


def captures_out_of_turn(scene: Scene, origin: Point, target: Point) -> bool:
    """Whether a man of the side not on move, going so, has captured just the men that are gone."""
    position, taken = with_move(scene.position, scene.other), frozenset(scene.own)
    return any(way.jumped == taken for way in reached(position, origin, target))


def might_have_gone(scene: Scene, target: Point) -> bool:
    """Whether the man that has just moved might have moved there instead."""
    last, before = scene.last, scene.before
    if last is None or before is None:
        return False
    return any((m.origin, m.target) == (last.origin, target) for m in before.moves())


def back_at_origin(scene: Scene) -> list[Point]:
    """Own men that were lifted and stand on their points again: a capture may end where it began."""
    placed = [step.point for step in scene.steps if step.placed]
    own = scene.position.men_of(scene.side)
    back = dict.fromkeys((*scene.stood, *placed))
    return [point for point in back if point not in scene.gone and own >> point & 1]


def knocked(scene: Scene) -> bool:
    """Whether the men that are gone all left at once (DR-7.5)."""
    at = {step.point: step.at_ms for step in scene.steps if not step.placed}
    times = [at[point] for point in scene.gone if point in at]
    all_seen = len(times) == len(scene.gone) >= KNOCKED_MIN
    return all_seen and max(times) - min(times) <= KNOCKED_MS


def _removal(way: Reached, removed: frozenset[Point]) -> Removal:
    if removed == way.jumped:
        return Removal.EXACT
    if removed < way.jumped:
        return Removal.FEWER
    if removed > way.jumped:
        return Removal.AHEAD if removed <= way.chain else Removal.MORE
    return Removal.OTHERS


def _set_down_on_the_way(scene: Scene, target: Point) -> bool:
    """Whether a man was set down on an empty point that it left again."""
    occupied = scene.position.occupied
    return any(
        step.placed and step.point != target and not occupied >> step.point & 1
        for step in scene.steps
    )
