"""Costs that remember what was paid for: sums of them tell which numbers of the table a path has used, and how often.

No deed knows of it. A deed adds up the costs of the table that it is given; where these are `Paid`, so is the sum.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from controller.core.belief.costs import Costs, Curve, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.costs.forced import Step

SUMMED = ("choices", "words", "times", "sensors", "many")
"""The sections of the table that paths are priced with; the others are limits and losses."""


class Part(NamedTuple):
    """One number of the table, paid once.

    Attributes:
        ns: the duration that a curve was asked for; None for a plain number.
    """

    name: str
    ns: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Both:
    """Two sums, the earlier on the left."""

    left: Both | Part | Step
    right: Both | Part | Step


class Paid(int):
    """A cost in millinats that knows its parts. Differences keep the parts of what is taken from."""

    rope: Both | Part | Step | None

    def __new__(cls, value: int, rope: Both | Part | Step | None) -> Self:
        new = super().__new__(cls, value)
        new.rope = rope
        return new

    def __add__(self, other: int) -> Paid:
        return Paid(int(self) + int(other), _joined(self.rope, rope_of(other)))

    def __radd__(self, other: int) -> Paid:
        return Paid(int(self) + int(other), _joined(rope_of(other), self.rope))

    def __sub__(self, other: int) -> Paid:
        return Paid(int(self) - int(other), self.rope)


class PaidCurve(Curve):
    """A curve whose costs are remembered with the duration."""

    __slots__ = ("_name",)

    def __init__(self, name: str, curve: Curve) -> None:
        self._name, self._ms, self._costs = name, curve._ms, curve._costs

    def __call__(self, ns: int) -> Paid:
        return Paid(super().__call__(ns), Part(self._name, ns))


class PaidCosts(Costs):
    """The numbers of the model, each of which remembers its name in every sum."""

    def __init__(self, rows: Mapping[str, Mapping[str, Mapping[str, Any]]]) -> None:
        super().__init__(rows)
        for name in names():
            value = self.__dict__[name]
            self.__dict__[name] = (
                PaidCurve(name, value) if isinstance(value, Curve) else Paid(value, Part(name))
            )


def names() -> list[str]:
    """What can be paid, in the order of the table."""
    return [name for section in SUMMED for name in table()[section]]


def rope_of(cost: int) -> Both | Part | Step | None:
    """What a cost is made of; nothing where it is a plain number."""
    return cost.rope if isinstance(cost, Paid) else None


def noted(cost: int, step: Step) -> Paid:
    """The same cost, with a note of what happened."""
    return Paid(int(cost), _joined(rope_of(cost), step))


def parts_of(cost: int) -> Iterator[Part | Step]:
    """What a cost is made of, in the order in which it was paid."""
    waiting = [rope_of(cost)]
    while waiting:
        rope = waiting.pop()
        if rope is None:
            continue
        if isinstance(rope, Both):
            waiting += (rope.right, rope.left)
        else:
            yield rope


def _joined(
    left: Both | Part | Step | None, right: Both | Part | Step | None
) -> Both | Part | Step | None:
    if left is None or right is None:
        return right if left is None else left
    return Both(left, right)
