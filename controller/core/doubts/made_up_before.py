"""A stone (Go) that nobody has played, and behind it a capture that no law allows after it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.inference.decisions import DOUBT, Ask, Complete, Irregular
from controller.core.inference.evidence import by_point
from controller.core.inference.plies import Ply
from controller.core.inference.supposing import STRANGE, is_seen, made_if_wrong
from rules.terms import point_set

if TYPE_CHECKING:
    from controller.core.tracking.branch import Branch


def made_up_before(branch: Branch, found: Complete | Irregular, now_ns: int) -> Ask | None:
    """The question whether the first stone was played, or the capture that was made behind it.

    Just the stones that the capture takes were taken off once its own stone had come. After the first one it is against the
    law; so the sensor of that one may have made it up.
    """
    if isinstance(found, Complete):
        strange = (found.odd or found.unexplained) and found.by != "pressed"
    else:
        strange = not found.pressed
    if branch.judge.game.men_move or branch.upset or not (strange and branch.edges):
        return None
    at, first = by_point(branch.edges), branch.edges[0]
    off = point_set(p for p, edges in at.items() if len(edges) == 1 and not edges[0].placed)
    move = branch.position.by_text(branch.judge.game.points[first.point])
    if not off or move is None or not first.placed or len(at[first.point]) > 1:
        return None
    places = move.footprint.places
    rivals = [
        made
        for made, _ in made_if_wrong(branch, places, now_ns, rested=False, strange=STRANGE)
        if point_set(made.ply.move.captured) == off and is_seen(made)
        if all(at[point][0].at_ns > made.ply.landed_ns for point in made.ply.move.captured)
    ]
    ply = replace(Ply.at(move, first.at_ns), cursors={first.point: 1})
    return Ask(moves=(Complete(ply=ply), *rivals), reason=DOUBT) if rivals else None
