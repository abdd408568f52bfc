"""Every kind of move, in every order that hands can do it, at every speed and however completed.

Where captures of many men have more than `ORDERS_MAX` orders: those in which the law has the men
removed, and a seeded sample of the others.

Left out, because the board gets it wrong: a capture that ends where it began ("a round trip") whose man
stands there again for `settle_ms` before the first captured man is lifted. It is taken for a man put back.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import product
from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.core.evidence import points_of
from controller.core.settings import Timings
from rules.footprint import Act, Step
from tests.core.kinds import KINDS, Kind
from tests.core.rig import Rig

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.terms import Point

SPEEDS_MS = (60, 250, 900)
COMPLETED = ("settled", "pressed", "reply")
GAMES = tuple(dict.fromkeys(kind.game.name for kind in KINDS))
TIMINGS = Timings()
REST_MS = 4600
"""Long enough for a question."""
STOOD_MS = 300
"""A man that stands on its way as long as `release_ms` has been released there (DR-7.4.9)."""
ORDERS_MAX = 24
SAMPLED = 12
"""Orders of a kind that has more than `ORDERS_MAX`, or that the law forbids."""
STOPS_MAX = 4
OUT_OF_ORDER = "DR-6.11"


@dataclass(frozen=True)
class Doing:
    """One way of making a move.

    Attributes:
        stops: where the man is set down and lifted again on its way.
        change: when the man at the target makes way for another or is crowned, being lifted and set
            down again: "never", "at once", "last" (when everything else has been done).
    """

    kind: Kind
    order: tuple[Step, ...]
    stops: tuple[Point, ...]
    change: str
    speed_ms: int
    completed: str

    def do(self) -> Rig:
        """Makes the move, completes it and waits."""
        kind, move = self.kind, self.kind.move
        rig = Rig(kind.start, game=kind.game, rulebook=kind.game.rulebook.name)
        rig.wait(1000)
        for n, step in enumerate(self.order):
            arrives = step.act is Act.PLACE and step.point == move.target
            if arrives:
                for point in self.stops:
                    self._act(rig, point, min(self.speed_ms, STOOD_MS))
                    self._act(rig, point, self.speed_ms)
            self._act(rig, step.point, self.speed_ms)
            last = n + 1 == len(self.order)
            if move.target is not None and (
                (arrives and self.change == "at once") or (last and self.change == "last")
            ):
                self._act(rig, move.target, self.speed_ms)
                self._act(rig, move.target, self.speed_ms)
        if move.choice:
            assert rig.command(move.side, "promote", to=move.choice), rig.refusals
        if move.target is None:
            assert rig.command(move.side, move.text), rig.refusals
        elif self.completed == "pressed":
            rig.press(move.side)
        if self.completed == "reply":  # after the same pause as between two acts
            for step in kind.answer.footprint.steps:
                self._act(rig, step.point, self.speed_ms)
        rig.wait(REST_MS)
        return rig

    @staticmethod
    def _act(rig: Rig, point: Point, ms: int) -> None:
        rig.levels ^= 1 << point
        rig._frame()
        rig.wait(ms)

    @property
    def odd(self) -> bool:
        """Whether the law of the game names the order in which men are removed (DR-6.11)."""
        return bool(self.kind.move.ways) and not in_turn(self.kind, self.order)

    @property
    def truth(self) -> list[str]:
        """The moves that are made."""
        return [self.kind.text] + [self.kind.answer.text] * (self.completed == "reply")

    def judge(self) -> str:
        """ "itself", "asked", or what went wrong."""
        rig, truth = self.do(), self.truth
        found = rig.line
        where = f"{self}: {found} {rig.odd} {rig.questions}"
        if found != truth[: len(found)]:
            return f"another move: {where}"
        if {law for law, _ in rig.odd} != ({OUT_OF_ORDER} if self.odd else set()):
            return f"irregular: {where}"
        if rig.stage != "question":
            return "itself" if found == truth else f"lost: {where}"
        asked = truth[len(found)]
        if asked not in rig.questions[-1] or not self.hasty:
            return f"asked: {where}"
        assert rig.command("arbiter", "answer", move=asked), rig.refusals
        rig.wait(REST_MS)
        return "asked" if rig.line == truth and not rig.odd else f"lost when answered: {where}"

    @property
    def hasty(self) -> bool:
        """An exchange so quick that the man may only have been jolted, and no clock was pressed."""
        exchanged = self.kind.move.footprint.exchanges or self.kind.answer.footprint.exchanges
        quick = self.speed_ms < TIMINGS.bump_ms
        return bool(exchanged) and quick and self.completed != "pressed"

    def judge_forbidden(self) -> str:
        """As `judge`, of an order that the law forbids: it is no other move, whatever it is called."""
        rig = self.do()
        found = rig.line
        for made in (self.kind.text, *self.kind.instead):
            truth = [made, *self.truth[1:]]
            if found == truth[: len(found)]:
                return "itself" if made in found else "not a move"
        return f"another move: {self}: {found} {rig.odd} {rig.questions}"

    def __str__(self) -> str:
        names = self.kind.game.points
        acts = " ".join(f"{names[s.point]}{'-' if s.act is Act.LIFT else '+'}" for s in self.order)
        by = " by " + " ".join(names[p] for p in self.stops) if self.stops else ""
        return (
            f"{self.kind} [{self.kind.start}] {self.kind.text}: {acts}{by}, changed {self.change},"
            f" {self.speed_ms} ms, {self.completed}"
        )


def in_turn(kind: Kind, order: Iterable[Step]) -> bool:
    """Whether captured men leave in the order of the jumps or in reverse (DR-6.11)."""
    taken = tuple(step.point for step in order if step.point in kind.move.captured)
    if kind.move.origin in taken:
        return False
    return any(taken in (way.captured, way.captured[::-1]) for way in kind.move.ways)


@cache
def orders(kind: Kind, *, lawful: bool) -> tuple[tuple[Step, ...], ...]:
    """The orders of the steps, lawful ones or those that the law forbids, sensibly bounded."""
    found = list(kind.move.footprint.orders())
    most = ORDERS_MAX
    if not lawful:
        kept = set(found)
        found = [order for order in kind.move.footprint.orders(lawful=False) if order not in kept]
        most = SAMPLED
    if len(found) <= most:
        return tuple(found)
    first = [order for order in found if in_turn(kind, order)] if lawful else []
    rest = [order for order in found if order not in first]
    return (*first, *Random(str(kind)).sample(rest, SAMPLED - len(first)))


@cache
def stops(kind: Kind) -> tuple[tuple[Point, ...], ...]:
    """Where the man is set down on its way: nowhere, and every choice of the squares it may stand on.

    Of more than `STOPS_MAX`: none, one of those that stand everywhere, and a seeded sample.
    """
    found: dict[tuple[Point, ...], None] = {(): None}
    for way in kind.move.ways:
        for chosen in product(*((None, *points_of(landing)) for landing in way.landings[:-1])):
            found[tuple(point for point in chosen if point is not None)] = None
    every = sorted(found, key=len)
    if len(every) <= STOPS_MAX:
        return tuple(every)
    return (every[0], every[-1], *Random(str(kind)).sample(every[1:-1], STOPS_MAX - 2))


def changes(kind: Kind) -> tuple[str, ...]:
    """When the man at the target may make way for another or be crowned."""
    move = kind.move
    arrives = [s.man for s in move.footprint.steps if s.act is Act.PLACE and s.point == move.target]
    return ("never",) if arrives in ([], [move.mover]) or not move.mover else (
        "never", "at once", "last",
    )  # fmt: skip


def speeds(kind: Kind) -> tuple[int, ...]:
    """Milliseconds between two acts."""
    if kind.move.origin == kind.move.target and kind.move.origin is not None:
        # Left out: see the head of this file.
        return tuple(ms for ms in SPEEDS_MS if ms < TIMINGS.settle_ms)
    return SPEEDS_MS


def ways(kind: Kind) -> Iterator[Doing]:
    """Every way of making a move."""
    return (
        Doing(kind, *each)
        for each in product(
            orders(kind, lawful=True), stops(kind), changes(kind), speeds(kind), COMPLETED
        )
    )


def some_ways(kind: Kind, *, lawful: bool = True) -> Iterator[Doing]:
    """Every order at every speed, the rest by lot."""
    dice = Random(str(kind))
    for order, speed_ms in product(orders(kind, lawful=lawful), speeds(kind)):
        yield Doing(
            kind,
            order,
            dice.choice(stops(kind)),
            dice.choice(changes(kind)),
            speed_ms,
            dice.choice(COMPLETED),
        )


def of_game(game: str) -> list[Kind]:
    return [kind for kind in KINDS if kind.game.name == game]


def check(found: Counter[str], kinds: Iterable[Kind], capsys: pytest.CaptureFixture[str]) -> None:
    """Prints the number of questions; fails when there are many, or anything else has come."""
    itself, asked = found.pop("itself"), found.pop("asked", 0)
    with capsys.disabled():
        print(f"\n  {itself} came out as themselves, {asked} asked about", end=" ")  # noqa: T201
    assert not found, "\n".join(list(found)[:20])
    exchanging = [k for k in kinds if k.move.footprint.exchanges or k.answer.footprint.exchanges]
    assert asked <= 2 * len(exchanging)


def test_the_table_has_every_game_and_kind() -> None:
    assert len(GAMES) == 6
    assert len({str(kind) for kind in KINDS}) == len(KINDS) >= 40
    for kind in KINDS:
        assert kind.move.text == kind.text
        assert kind.answer.side != kind.move.side


@pytest.mark.parametrize("game", GAMES)
def test_moves_in_every_order(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    kinds = of_game(game)
    check(Counter(way.judge() for kind in kinds for way in some_ways(kind)), kinds, capsys)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_moves_in_every_way(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    kinds = of_game(game)
    check(Counter(way.judge() for kind in kinds for way in ways(kind)), kinds, capsys)


@pytest.mark.parametrize("kind", [k for k in KINDS if orders(k, lawful=False)], ids=str)
def test_orders_that_the_law_forbids_are_no_other_move(kind: Kind) -> None:
    found = Counter(way.judge_forbidden() for way in some_ways(kind, lawful=False))
    assert set(found) <= {"itself", "not a move"}, "\n".join(found)
