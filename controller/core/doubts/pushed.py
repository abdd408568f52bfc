"""A man pushed to the next point by his captor, felt there as if the captor had been set down, and taken off since."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference.decisions import Complete
from controller.core.inference.evidence import by_point
from controller.core.inference.hasty import captures_that_push

if TYPE_CHECKING:
    from controller.core.tracking.branch import Branch


def pushed_and_taken_off(branch: Branch, found: Complete, _now_ns: int) -> list[Complete]:
    """Captures beside where a man was felt who has been taken up from there again, and is off: he may be the captured one."""
    target, at = found.ply.move.target, by_point(branch.edges)
    if target is None or len(at.get(target, ())) % 2:
        return []
    made = []
    for rival in captures_that_push(branch, found.ply):
        used = {
            point: len(at[point]) for point in (rival.origin, rival.target, target) if point in at
        }
        ply = replace(found.ply, move=rival, cursors=used, done_ns=at[target][-1].at_ns)
        made.append(Complete(ply=ply))
    return made
