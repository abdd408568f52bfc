"""Hands that move men as people do: in human time, now and then clumsily."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence

    from drivers.sim.board import MagnetBoard

_MS: Final = 1_000_000

Span = tuple[float, float]
"""Shortest and longest, in milliseconds."""


class Act(StrEnum):
    """What a hand does."""

    LIFT = "lift"
    """Takes the man (or stack) at `point` into the hand."""
    PLACE = "place"
    """Sets what the hand holds down on `point`."""
    REMOVE = "remove"
    """Takes the man that has stood on `point` for longest into the box."""
    ADD = "add"
    """Sets a man with this `label` from the box down on `point`."""
    SLIDE = "slide"
    """Pushes the man at the first point of `path` along the others, without lifting."""
    PAUSE = "pause"
    """Waits for `ms`, over and above the usual time between acts."""
    BUMP = "bump"
    """Knocks what stands at `point` off its sensor for `ms`; the hand goes on meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandAct:
    """One act. A plan is a sequence of them; a move is usually two to four.

    A plain move is LIFT from, PLACE to. A capture is REMOVE to, LIFT from, PLACE to with one hand, or
    LIFT from, REMOVE to, PLACE to with two; with `quick` in the PLACE it is an exchange in one grip.
    A promotion is REMOVE the pawn, ADD the queen.

    Attributes:
        quick: this act follows the one before within 60 to 200 ms.
    """

    act: Act
    point: int = -1
    path: tuple[int, ...] = ()
    label: str = ""
    ms: float = 0.0
    quick: bool = False

    def __post_init__(self) -> None:
        assert (self.act is Act.SLIDE) == (len(self.path) > 1), (
            "a slide has a path, and only a slide"
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tempo:
    """How fast and how clumsily someone plays.

    Attributes:
        reach_ms: from the decision to the first touch, and from setting down to the next touch.
        carry_ms: from lifting to setting down.
        away_ms: from taking a man off the board to the next touch.
        between_ms: between two lifts.
        cross_ms: for each leg of a slide.
        hover_chance: that a man touches down for a moment, there or beside, before he is set down,
        hover_ms: lying there so long.
        bump_chance: that a neighbour is knocked off its sensor,
        bump_ms: for so long.
    """

    reach_ms: Span
    carry_ms: Span
    away_ms: Span
    between_ms: Span
    cross_ms: Span
    hover_chance: float = 0.0
    hover_ms: Span = (15.0, 78.0)
    bump_chance: float = 0.0
    bump_ms: Span = (10.0, 100.0)


CALM: Final = Tempo(
    reach_ms=(300, 600),
    carry_ms=(400, 900),
    away_ms=(400, 900),
    between_ms=(200, 500),
    cross_ms=(40, 80),
)
CLUB: Final = Tempo(
    reach_ms=(200, 500),
    carry_ms=(200, 700),
    away_ms=(250, 600),
    between_ms=(120, 400),
    cross_ms=(25, 70),
    hover_chance=0.03,
    bump_chance=0.02,
)
BLITZ: Final = Tempo(
    reach_ms=(150, 300),
    carry_ms=(120, 300),
    away_ms=(120, 300),
    between_ms=(60, 200),
    cross_ms=(15, 40),
    hover_chance=0.05,
    bump_chance=0.05,
)

TEMPI: Final[Mapping[str, Tempo]] = {"calm": CALM, "club": CLUB, "blitz": BLITZ}
_QUICK_MS: Final[Span] = (60, 200)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimedAct:
    """An act and when it happens.

    Attributes:
        until_ns: its end; differs from `at_ns` for slides and bumps only.
        slip: belongs to no move; the hands do it by mistake, and without it all else goes the same way.
    """

    act: HandAct
    at_ns: int
    until_ns: int
    slip: bool = False


class Hands:
    """The hands of one player. The same seed and plans give the same motions.

    Args:
        seed: of everything drawn by chance.
        tempo: how fast and how clumsily.
        name: tells these hands from others at the board.
    """

    def __init__(self, seed: int, tempo: Tempo = CLUB, *, name: str = "hand") -> None:
        self._dice = random.Random(seed)  # noqa: S311 - a simulation
        self._tempo = tempo
        self.name = name

    def plan(self, acts: Sequence[HandAct], start_ns: int) -> tuple[TimedAct, ...]:
        """Gives each act its time. Pauses are worked into the times of the acts after them."""
        timed: list[TimedAct] = []
        now_ns = start_ns
        before: HandAct | None = None
        for act in acts:
            if act.act is Act.PAUSE:
                now_ns += int(act.ms * _MS)
                continue
            now_ns += self._span_ns(_QUICK_MS if act.quick else self._usual(before, act))
            until_ns = now_ns
            if act.act is Act.SLIDE:
                until_ns += self._span_ns(self._tempo.cross_ms) * (len(act.path) - 1)
            timed.append(TimedAct(act=act, at_ns=now_ns, until_ns=until_ns))
            now_ns = until_ns
            before = act
        return tuple(timed)

    def schedule(self, board: MagnetBoard, acts: Sequence[HandAct], start_ns: int) -> int:
        """Lets the hands carry out a plan, with the slips of their tempo.

        Returns:
            When the last act is done and the hand is off (or `start_ns` for an empty plan).
        """
        timed = self.clumsy(self.plan(acts, start_ns), board.neighbours, board.standing())
        carry_out(board, timed, self.name)
        return end_ns(timed, start_ns) + _trailing_pause_ns(acts)

    def clumsy(
        self,
        timed: Sequence[TimedAct],
        neighbours: Callable[[int], Sequence[int]],
        standing: Container[int],
    ) -> tuple[TimedAct, ...]:
        """The same acts with the slips of the tempo among them; what comes after one comes later.

        Args:
            timed: from `plan`.
            neighbours: the points around a point.
            standing: points where men stand before the first act.
        """
        ours = {point for entry in timed for point in (entry.act.point, *entry.act.path)}
        found: list[TimedAct] = []
        late_ns = 0
        for entry in timed:
            act = entry.act
            if act.act is Act.PLACE and self._dice.random() < self._tempo.hover_chance:
                empty = [q for q in neighbours(act.point) if q not in standing and q not in ours]
                hover, lasts_ns = self._hover(act.point, empty, entry.at_ns + late_ns)
                found += hover
                late_ns += lasts_ns
            at_ns = entry.at_ns + late_ns
            found.append(replace(entry, at_ns=at_ns, until_ns=entry.until_ns + late_ns))
            if act.act in {Act.LIFT, Act.PLACE} and self._dice.random() < self._tempo.bump_chance:
                found += self._bump([q for q in neighbours(act.point) if q not in ours], at_ns)
        return tuple(found)

    def _hover(
        self, point: int, empty: Sequence[int], at_ns: int
    ) -> tuple[tuple[TimedAct, TimedAct], int]:
        """A man touches down first, there or as often on an empty point beside it; how long it takes."""
        lies_ns = self._span_ns(self._tempo.hover_ms)
        over = self._dice.choice([point, self._dice.choice(empty)]) if empty else point
        down = _at(HandAct(act=Act.PLACE, point=over), at_ns)
        up = _at(HandAct(act=Act.LIFT, point=over), at_ns + lies_ns)
        return (down, up), lies_ns + self._span_ns(self._tempo.between_ms)

    def _bump(self, around: Sequence[int], at_ns: int) -> tuple[TimedAct, ...]:
        if not around:
            return ()
        point, lasts_ns = self._dice.choice(around), self._span_ns(self._tempo.bump_ms)
        act = HandAct(act=Act.BUMP, point=point, ms=lasts_ns / _MS)
        return (TimedAct(act=act, at_ns=at_ns, until_ns=at_ns + lasts_ns, slip=True),)

    def _usual(self, before: HandAct | None, act: HandAct) -> Span:
        """The time that usually lies between two acts."""
        tempo = self._tempo
        if before is None or before.act in {Act.PLACE, Act.ADD, Act.SLIDE}:
            return tempo.reach_ms
        if act.act in {Act.PLACE, Act.SLIDE} and before.act is Act.LIFT:
            return tempo.carry_ms
        return tempo.away_ms if before.act is Act.REMOVE else tempo.between_ms

    def _span_ns(self, span_ms: Span) -> int:
        return int(self._dice.uniform(*span_ms) * _MS)


def carry_out(board: MagnetBoard, timed: Iterable[TimedAct], hand: str = "hand") -> None:
    """Schedules acts on a board."""
    for entry in timed:
        act, at_ns = entry.act, entry.at_ns
        match act.act:
            case Act.LIFT:
                board.lift(act.point, at_ns, hand)
            case Act.PLACE:
                board.place(act.point, at_ns, hand)
            case Act.REMOVE:
                board.remove(act.point, at_ns)
            case Act.ADD:
                board.add(act.point, at_ns, act.label)
            case Act.SLIDE:
                board.slide(act.path, at_ns, (entry.until_ns - at_ns) // (len(act.path) - 1))
            case Act.BUMP:
                board.dip(act.point, at_ns, entry.until_ns - at_ns)
            case Act.PAUSE:
                pass


def end_ns(timed: Sequence[TimedAct], start_ns: int) -> int:
    """When the hand is off; `start_ns` where nothing is done."""
    ends = [entry.until_ns for entry in timed if entry.act.act is not Act.BUMP]
    return max(ends, default=start_ns)


def _at(act: HandAct, at_ns: int) -> TimedAct:
    """An act of no length that belongs to no move."""
    return TimedAct(act=act, at_ns=at_ns, until_ns=at_ns, slip=True)


def _trailing_pause_ns(acts: Sequence[HandAct]) -> int:
    total = 0.0
    for act in reversed(acts):
        if act.act is not Act.PAUSE:
            break
        total += act.ms
    return int(total * _MS)
