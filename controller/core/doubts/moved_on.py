"""A capture that stood, and the same player has moved another of his men since: his second move is out of turn, not the first.

What is seen of it is also a man who was lifted and is gone, and another who was off his point for a while.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.doubts.swept import ordinary
from controller.core.inference.completing import complete
from controller.core.inference.decisions import Ask, Complete
from controller.core.inference.supposing import MESS_EDGES_MAX
from controller.core.settings import MS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.decisions import Decision
    from controller.core.inference.reading import Reading
    from controller.core.tracking.branch import Branch

STOOD_MS = 50
"""A hand that has let go of one man needs longer to lift the next."""


def captured_first(branch: Branch, found: Decision | None) -> Complete | Ask | None:
    """The capture that explained everything until its player lifted another of his men; a question, where a jolt would as well.

    Since then nothing was felt where it began and ended; the captor is not back, nor in anybody's hand.
    """
    if found is None:
        return None
    strange = not isinstance(found, Complete) or found.odd or found.unexplained
    if not (strange and branch.judge.game.men_move) or len(branch.edges) > MESS_EDGES_MAX:
        return None
    if branch.judge.blind or branch.blinded:
        return None
    for n, edge in enumerate(branch.edges):
        man = branch.position.man_at(edge.point)
        if n < 3 or edge.placed or man is None or man.side != branch.position.side_to_move:
            continue
        readings = ordinary(branch, branch.edges[:n], edge.at_ns)
        ply = next((p for r in readings for p in r.plies[:1] if p.move.captured), None)
        if ply is None or edge.at_ns - ply.done_ns < STOOD_MS * MS:
            continue
        if any(ply.move.footprint.changes >> e.point & 1 for e in branch.edges[n:]):
            return None
        return _one_of(complete(branch, ply, "settled"), readings, found)
    return None


def _one_of(
    capture: Complete, readings: Sequence[Reading], found: Decision
) -> Complete | Ask | None:
    if all(reading.first == capture.ply.move for reading in readings):
        return capture
    if not isinstance(found, Complete) or found.ply.move == capture.ply.move:
        return None
    return Ask(moves=(capture, found), reason="capture-or-bump")
