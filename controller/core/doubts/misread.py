"""A man whose sensor tells of another: what was done is lawful, but for the colour or the letter at one point."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference.decisions import DOUBT, Ask, Complete
from controller.core.settings import MS

if TYPE_CHECKING:
    from controller.core.inference.decisions import Irregular
    from controller.core.tracking.branch import Branch
    from rules.terms import Point

SETTING_DOWN_MAX = 2
"""More men who stand where they should not are no single misreading."""


def of_one(branch: Branch, found: Irregular, now_ns: int) -> Ask | None:
    """The question about the move that was made if one point tells nothing of who stands there; all else of it was seen.

    It is a capture, and the men it takes are off: who has taken them off has set down his own. Only people know whether another man
    was set down there, against the law. A man of the wrong colour alone is another one, who is asked back (FIDE-7.4).
    """
    came = found.reading.came
    if not branch.judge.tells or branch.upset or not 0 < len(came) <= SETTING_DOWN_MAX:
        return None
    if found.pressed:  # that ends all hovering
        now_ns += branch.judge.timings.settle_ms * MS
    made = [move for point in came if (move := _made(branch, point, now_ns)) is not None]
    return Ask(moves=tuple(made), reason=DOUBT) if made else None


def _made(branch: Branch, point: Point, now_ns: int) -> Complete | None:
    other = branch.copied()
    other.known = []
    other.edges = [replace(e, mark=None) if e.point == point else e for e in branch.edges]
    made = other.decide(now_ns)
    if not isinstance(made, Complete) or made.odd or made.unexplained or made.unseen:
        return None
    move = made.ply.move
    if move.target != point or move.text in branch.asked:
        return None
    if not move.captured or point in move.captured:
        return None
    return replace(made, wrong=made.wrong | 1 << point)
