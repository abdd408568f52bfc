"""Time alone: the moments at which the age of an edge comes to mean something else.

Between two of them the same evidence says the same, so that nothing need be computed anew.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, TypeVar

from controller.core.inference.prices import GLITCH_MS, HASTE_MS, THOUGHT_MS

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.settings import Timings

Found = TypeVar("Found")

KNOWN_MAX = 256
"""Kept of what follows from one piece of evidence: as it is, and with the sensor of each of some points thought wrong, in a few ways."""


@dataclass(frozen=True, slots=True)
class Ages:
    """Ages in nanoseconds, the smallest first, that matter of a lift and of a placing."""

    lifted: tuple[int, ...]
    placed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Known(Generic[Found]):
    """What was found from some evidence at a time, and until when it stays so; None for ever."""

    evidence: tuple[object, ...]
    from_ns: int
    until_ns: int | None
    found: Found

    def holds(self, now_ns: int, evidence: tuple[object, ...]) -> bool:
        """Whether the same would be found now."""
        over = self.until_ns is not None and now_ns >= self.until_ns
        return self.from_ns <= now_ns and not over and evidence == self.evidence


def recall(
    known: Iterable[Known[Found]], now_ns: int, evidence: tuple[object, ...]
) -> Found | None:
    """What was found from just this evidence, if it still holds."""
    return next((each.found for each in known if each.holds(now_ns, evidence)), None)


def keep(known: list[Known[Found]], new: Known[Found]) -> None:
    """Keeps what was found, in place of what has been kept for longest."""
    known.insert(0, new)
    del known[KNOWN_MAX:]


def of_readings(timings: Timings) -> Ages:
    """The ages by which readings of the evidence differ: of a man in the air, and of one that stands."""
    t = timings
    return Ages(
        lifted=_ages(t.bump_ms, t.settle_ms, t.irregular_ms),
        placed=_ages(GLITCH_MS, t.slide_point_ms, t.settle_ms),
    )


def of_decisions(timings: Timings) -> Ages:
    """The ages by which what follows from the readings may differ."""
    t = timings
    settled = (t.release_ms + GLITCH_MS, t.settle_ms, t.irregular_ms, t.removal_pause_ms, t.ask_ms)
    found = (GLITCH_MS, t.slide_point_ms, t.bump_ms, t.together_ms, *settled, THOUGHT_MS)
    return Ages(_ages(*found, HASTE_MS + GLITCH_MS), _ages(*found))


def next_ns(edges: Sequence[Edge], ages: Ages, now_ns: int) -> int | None:
    """The first moment after now at which an edge comes to an age that matters."""
    found: int | None = None
    for edge in edges:
        matter, at_ns = ages.placed if edge.placed else ages.lifted, edge.at_ns
        n = bisect_right(matter, now_ns - at_ns)
        if n < len(matter) and (found is None or at_ns + matter[n] < found):
            found = at_ns + matter[n]
    return found


def _ages(*ms: int) -> tuple[int, ...]:
    return tuple(sorted({each * 1_000_000 for each in ms}))
