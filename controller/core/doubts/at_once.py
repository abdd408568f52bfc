"""When a press of the clock is judged."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.decisions import likely
from controller.core.settings import MS

if TYPE_CHECKING:
    from controller.core.inference.reading import Reading
    from controller.core.tracking.branch import Branch


def due(branch: Branch, now_ns: int) -> bool:
    """Whether a press is judged now: once all that was done before it has been seen beyond doubt.

    Two scans in which nothing differs will do where just one whole move stands on the board, and nothing beside it: it
    has been seen. Else the debounce of what may still be seen is waited for.
    """
    pressed_ns, judge = branch.pressed_ns or 0, branch.judge
    if now_ns >= pressed_ns + judge.grace_ns:
        return True
    if not judge.silence.steady or now_ns < pressed_ns + judge.glance_ns:
        return False
    # What is made of it for a moment to come is not to be remembered.
    soon_ns = now_ns + judge.timings.settle_ms * MS
    found = likely(branch.copied().readings(soon_ns, made=True))
    return all(_whole(reading) and reading.first == found[0].first for reading in found)


def _whole(reading: Reading) -> bool:
    nothing_beside = not (reading.in_air or reading.pending or reading.irregular)
    return len(reading.plies) == 1 and nothing_beside
