"""Accounts of what was decided: the readings of a moment, with every price by its name.

Prices are plain numbers where the board is played on, since readings are computed hundreds of times a second.
Within `named_prices` they are numbers that remember of which items they are the sum.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from controller.core.inference import evidence, matching, prices, readings
from controller.core.inference.decisions import Ask, Complete, Decision, Irregular
from controller.core.inference.evidence import Judge, Pair
from controller.core.inference.prices import MARGIN
from controller.core.inference.reading import Reading
from controller.core.sensing.debounce import Edge
from controller.core.session import Session
from controller.core.settings import MS
from controller.core.tracking.branch import Branch
from controller.core.tracking.tracker import Tracker
from rules.game import Move, Position
from rules.terms import Man, Point, PointSet

ACCOUNTS_MAX = 500
"""Decisions remembered; a question is seldom answered later than some plies."""
_PRICED = (evidence, matching, readings)
"""The modules that price things."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One part of a reading's cost.

    Attributes:
        name: of the price in `controller.core.inference.prices`.
        point: where, if that is known.
        ms: how long it lasted, if that is known.
    """

    name: str
    cost: float
    point: Point | None = None
    ms: float | None = None


class Price(float):
    """A number that remembers of which items it is the sum."""

    __slots__ = ("items",)
    items: tuple[Item, ...]

    @classmethod
    def of(cls, value: float, items: tuple[Item, ...]) -> Price:
        price = cls(value)
        price.items = items
        return price

    def __add__(self, other: float) -> Price:
        return Price.of(float(self) + float(other), self.items + items_of(other))

    def __radd__(self, other: float) -> Price:
        return Price.of(float(other) + float(self), items_of(other) + self.items)

    def __mul__(self, number: float) -> Price:
        items = tuple(replace(item, cost=item.cost * number) for item in self.items if number)
        return Price.of(float(self) * number, items)

    __rmul__ = __mul__


def items_of(cost: float) -> tuple[Item, ...]:
    """The items of a cost; none where it has been added up without their names."""
    return cost.items if isinstance(cost, Price) else ()


@contextmanager
def named_prices() -> Iterator[None]:
    """While this lasts, readings cost `Price`s. For programs that do nothing else meanwhile."""
    plain = {
        name: value
        for name, value in vars(prices).items()
        if name.isupper() and isinstance(value, float) and name != "MARGIN"
    }
    known = [(module, name) for module in _PRICED for name in plain if hasattr(module, name)]
    for module, name in known:
        setattr(module, name, Price.of(plain[name], (Item(name=name, cost=plain[name]),)))
    try:
        yield
    finally:
        for module, name in known:
            setattr(module, name, plain[name])


class PlacingJudge(Judge):
    """A judge that says of which point it speaks."""

    def dip(self, pair: Pair, edges: Sequence[Edge], *, own: bool, man: Man | None) -> float:
        return _at(super().dip(pair, edges, own=own, man=man), pair.first.point, pair.ms)

    def crossing(self, pair: Pair) -> float:
        return _at(super().crossing(pair), pair.first.point, pair.ms)

    def hovering(self, edge: Edge, now_ns: int) -> float | None:
        cost = super().hovering(edge, now_ns)
        return None if cost is None else _at(cost, edge.point, (now_ns - edge.at_ns) / MS)

    def jolt(self, point: Point, at_ns: int, now_ns: int, edges: Sequence[Edge]) -> float | None:
        cost = super().jolt(point, at_ns, now_ns, edges)
        return None if cost is None else _at(cost, point, (now_ns - at_ns) / MS)


def _at(cost: float, point: Point, ms: float) -> float:
    if not isinstance(cost, Price):
        return cost
    return Price.of(cost, tuple(replace(item, point=point, ms=ms) for item in cost.items))


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """One branch of the game at one moment.

    Attributes:
        answer: to the open question, if the branch stands for one.
        position: before the evidence.
        edges: the evidence.
        readings: of it, the cheapest first.
        decision: what followed; None where nothing did.
        waits_ms: until time alone may change something; None where nothing is waited for.
        wrong: points whose sensors are taken to be wrong.
        supposed: the same with other sensors taken to be wrong, for each of them that the decision thinks of.
    """

    at_ns: int
    answer: Move | None
    position: Position
    edges: tuple[Edge, ...]
    readings: tuple[Reading, ...]
    decision: Decision | None = None
    waits_ms: float | None = None
    wrong: PointSet = 0
    supposed: tuple[Account, ...] = ()

    @property
    def alive(self) -> tuple[Reading, ...]:
        """The readings within the margin of the cheapest that counts."""
        counted = self.readings
        if self.pressed:  # then a move has been made, and readings without one do not count
            counted = tuple(r for r in counted if r.plies) or counted
        if not counted:
            return ()
        limit = counted[0].cost + MARGIN
        return tuple(r for r in counted if r.cost <= limit)

    @property
    def pressed(self) -> bool:
        """A clock was pressed, and that is why something was decided."""
        match self.decision:
            case Complete(by=by):
                return by == "pressed"
            case Ask(moves=moves):
                return any(made.by == "pressed" for made in moves)
            case Irregular(pressed=pressed):
                return pressed
            case _:
                return False


def account_beside(
    branch: Branch, judge: PlacingJudge, at_ns: int, decision: Decision | None = None
) -> Account:
    """An account of a branch of a game that is being played and goes on with plain numbers.

    Args:
        judge: of its own, so that nothing that is kept between readings remembers names.
    """
    judge.tells, judge.blind = branch.judge.tells, branch.judge.blind
    return replace(_account(branch, judge, decision, at_ns), waits_ms=_waits_ms(branch, at_ns))


class Witness:
    """Keeps an account of every decision of a session. To be fed within `named_prices`."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.accounts: list[Account] = []
        judge = PlacingJudge(session.settings)
        session.judge = judge
        session.tracker = Tracker(session.line.position, judge, strict=session.tracker.strict)
        session.tracker.witness = self._decided

    def now(self, at_ns: int) -> list[Account]:
        """Every branch as it stands."""
        return [
            replace(
                _account(branch, branch.judge, None, at_ns),
                answer=answer,
                waits_ms=_waits_ms(branch, at_ns),
            )
            for answer, branch in self.session.tracker.followed()
        ]

    def _decided(self, branch: Branch, decision: Decision, at_ns: int) -> None:
        self.accounts.append(_account(branch, branch.judge, decision, at_ns))
        del self.accounts[:-ACCOUNTS_MAX]


def _account(branch: Branch, judge: Judge, decision: Decision | None, at_ns: int) -> Account:
    """An account with the readings computed afresh: those that are remembered name older ages."""
    account = Account(
        at_ns=at_ns,
        answer=None,
        position=branch.position,
        edges=tuple(branch.edges),
        readings=(),
        decision=decision,
        wrong=branch.doubted,
    )
    if not branch.edges:
        return account
    # A press ends all hovering, see `Branch`.
    until_ns = at_ns + (branch.judge.timings.settle_ms * MS if account.pressed else 0)

    def read(wrong: PointSet, *, rested: bool) -> Account:
        beside = branch.supposing(wrong, rested=rested)
        beside.judge, beside.upset, beside.calm, beside.known = judge, branch.upset, branch.calm, []
        readings = beside.readings(until_ns, made=account.pressed) if beside.edges else ()
        return replace(account, readings=tuple(readings), wrong=beside.doubted)

    supposed = [read(wrong, rested=rested) for wrong, rested in _suppositions(decision)]
    return replace(read(0, rested=False), supposed=tuple(supposed))


def _suppositions(decision: Decision | None) -> Iterable[tuple[PointSet, bool]]:
    """What sensors a decision takes to be wrong, and whether what came to rest before counts again."""
    match decision:
        case Complete():
            moves: Sequence[Complete] = (decision,)
        case Ask():
            moves = decision.moves
        case _:
            moves = ()
    return dict.fromkeys((m.wrong, m.rested) for m in moves if m.wrong or m.rested)


def _waits_ms(branch: Branch, at_ns: int) -> float | None:
    due_ns = branch.next_deadline(at_ns)
    return None if due_ns is None else (due_ns - at_ns) / MS
