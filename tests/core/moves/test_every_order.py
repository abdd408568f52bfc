"""Every kind of move, in every order that hands can do it, at every speed and however completed.

The men are lifted or pushed along, on every kind of sensor. Where captures of many men have more than
`ORDERS_MAX` orders: those in which the law has the men removed, and a seeded sample of the others. Sensors
that tell men apart are given one way in `ONE_IN`, or all in a full run.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import chain, combinations, product
from random import Random
from typing import TYPE_CHECKING

import pytest

from controller.core.sensing.marks import Sensor
from controller.core.settings import Timings
from controller.shell import moving
from rules.footprint import Act, Step
from rules.terms import points_of
from tests.core.kinds import KINDS, Kind
from tests.core.rig import Rig
from tests.core.sensed import TELLING, SensedRig
from tests.samples import sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from rules.terms import Piece, Point

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
CROSSED_MS = 35
"""How long a man that is pushed along is felt by the sensor of each point."""
TOLD_APART = 4
"""Orders of each kind that are tried on sensors that tell men apart, where not every one is."""
ONE_IN = sample(24, 1)
FELT_ONE_IN = sample(6, 1)
"""Of presence sensors, before which all the ways of a move were found hardest to tell, more are tried."""
OUT_OF_ORDER = "DR-6.11"


@dataclass(frozen=True)
class Doing:
    """One way of making a move.

    Attributes:
        stops: where the man is set down and lifted again on its way.
        pushed: the man is pushed along the board, not lifted.
        change: when the man at the target makes way for another or is crowned, being lifted and set
            down again: "never", "at once", "last" (when everything else has been done).
    """

    kind: Kind
    order: tuple[Step, ...]
    stops: tuple[Point, ...]
    change: str
    speed_ms: int
    completed: str
    pushed: bool = False
    sensor: Sensor = Sensor.PRESENCE

    def do(self) -> Rig:
        """Makes the move, completes it and waits."""
        kind, move = self.kind, self.kind.move
        rig = SensedRig(self.sensor, kind.start, game=kind.game, rulebook=kind.game.rulebook.name)
        rig.wait(1000)
        for n, step in enumerate(self.order):
            arrives = step.act is Act.PLACE and step.point == move.target
            last = n + 1 == len(self.order)
            if self.pushed and step.act is Act.LIFT and step.point == move.origin:
                self._act(rig, step.point, None, CROSSED_MS)
                self._push(rig)
                continue
            now = (arrives and self.change == "at once") or (last and self.change == "last")
            man = step.man if step.act is Act.PLACE else None
            if arrives:
                self._stop(rig)
                man = man if self.change == "never" else move.mover
            self._act(rig, step.point, man, self.speed_ms)
            if now and move.target is not None:
                self._act(rig, move.target, None, self.speed_ms)
                self._act(rig, move.target, self._arrived, self.speed_ms)
        if move.choice:
            assert rig.command(move.side, "promote", to=move.choice), rig.refusals
        if move.target is None:
            assert rig.command(move.side, move.text), rig.refusals
        elif self.completed == "pressed":
            rig.press(move.side)
        if self.completed == "reply":  # after the same pause as between two acts
            for step in next(kind.answer.footprint.orders()):
                man = step.man if step.act is Act.PLACE else None
                self._act(rig, step.point, man, self.speed_ms)
        rig.wait(REST_MS)
        return rig

    def _stop(self, rig: SensedRig) -> None:
        """Sets the man down and lifts it again on its way."""
        for point in self.stops:
            self._act(rig, point, self.kind.move.mover, min(self.speed_ms, STOOD_MS))
            self._act(rig, point, None, self.speed_ms)

    def _push(self, rig: SensedRig) -> None:
        """Pushes the man over the points between."""
        for point in moving.way(self.kind.game, self.kind.position, self.kind.move)[1:-1]:
            self._act(rig, point, self.kind.move.mover, CROSSED_MS)
            self._act(rig, point, None, 5)

    @property
    def _arrived(self) -> Piece:
        """The man that stands at the target in the end."""
        move = self.kind.move
        return next(
            s.man for s in move.footprint.steps if s.act is Act.PLACE and s.point == move.target
        )

    @staticmethod
    def _act(rig: SensedRig, point: Point, man: Piece | None, ms: int) -> None:
        rig.set(point, man)
        rig.wait(ms)

    @property
    def odd(self) -> bool:
        """Whether the law of the game names the order in which men are removed (DR-6.11)."""
        grab = TIMINGS.together_ms // self.speed_ms
        return bool(self.kind.move.ways) and not in_turn(self.kind, self.order, grab)

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

    @property
    def leaves_pawn(self) -> bool:
        """A pawn is felt on the last rank when the clock is pressed, which is illegal (FIDE-7.5.2)."""
        return (
            self.sensor is Sensor.IDENTITY
            and bool(self.kind.move.choice)
            and self.change == "never"
            and self.completed == "pressed"
        )

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
            f" {self.speed_ms} ms, {self.completed}, {self.sensor}{', pushed' * self.pushed}"
        )


def in_turn(kind: Kind, order: Iterable[Step], grab: int = 0) -> bool:
    """Whether captured men leave in the order of the jumps or in reverse (DR-6.11).

    Args:
        grab: men that leave so few acts apart are taken at once, and have no order.
    """
    taken = [(n, step.point) for n, step in enumerate(order) if step.point in kind.move.captured]
    if kind.move.origin in [point for _, point in taken]:
        return False
    lawful = chain.from_iterable((way.captured, way.captured[::-1]) for way in kind.move.ways)
    return any(
        all(
            way.index(one) < way.index(other) or m - n <= grab
            for (n, one), (m, other) in combinations(taken, 2)
        )
        for way in lawful
    )


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


def can_push(kind: Kind, order: tuple[Step, ...]) -> bool:
    """Whether the man can be pushed to its target, nothing being done between."""
    move = kind.move
    if move.ways or move.choice or move.partner is not None:
        return False
    if move.target is None or not moving.way(kind.game, kind.position, move):
        return False
    acts = [(step.act, step.point) for step in order]
    down = acts.index((Act.PLACE, move.target))
    return down > 0 and acts[down - 1] == (Act.LIFT, move.origin)


def ways(kind: Kind, sensor: Sensor) -> Iterator[Doing]:
    """Every way of making a move."""
    for each in product(
        orders(kind, lawful=True), stops(kind), changes(kind), SPEEDS_MS, COMPLETED
    ):
        for pushed in (False, True) if can_push(kind, each[0]) else (False,):
            doing = Doing(kind, *each, pushed=pushed, sensor=sensor)
            if not doing.leaves_pawn:
                yield doing


def some_ways(
    kind: Kind, sensor: Sensor = Sensor.PRESENCE, *, lawful: bool = True
) -> Iterator[Doing]:
    """Every order at every speed, the rest by lot; of sensors that tell men apart some orders."""
    dice = Random(f"{kind} {sensor}")
    chosen = list(orders(kind, lawful=lawful))
    if sensor is not Sensor.PRESENCE:
        chosen = dice.sample(chosen, min(len(chosen), TOLD_APART))
    for order, speed_ms in product(chosen, SPEEDS_MS):
        doing = Doing(
            kind,
            order,
            dice.choice(stops(kind)),
            dice.choice(changes(kind)),
            speed_ms,
            dice.choice(COMPLETED),
            can_push(kind, order) and dice.random() < 0.5,
            sensor,
        )
        if not doing.leaves_pawn:
            yield doing


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
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, *TELLING])
def test_moves_in_every_order(
    game: str, sensor: Sensor, capsys: pytest.CaptureFixture[str]
) -> None:
    kinds = of_game(game)
    check(
        Counter(each.judge() for kind in kinds for each in some_ways(kind, sensor)), kinds, capsys
    )


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("sensor", [Sensor.PRESENCE, *TELLING])
def test_moves_in_every_way(game: str, sensor: Sensor, capsys: pytest.CaptureFixture[str]) -> None:
    kinds, dice = of_game(game), Random(f"{game} {sensor}")
    every = (each for kind in kinds for each in ways(kind, sensor))
    one_in = FELT_ONE_IN if sensor is Sensor.PRESENCE else ONE_IN
    every = (each for each in every if not dice.randrange(one_in))
    check(Counter(each.judge() for each in every), kinds, capsys)


@pytest.mark.parametrize("kind", [k for k in KINDS if orders(k, lawful=False)], ids=str)
def test_orders_that_the_law_forbids_are_no_other_move(kind: Kind) -> None:
    found = Counter(each.judge_forbidden() for each in some_ways(kind, lawful=False))
    assert set(found) <= {"itself", "not a move"}, "\n".join(found)
