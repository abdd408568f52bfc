"""Captures made in the hand: the captor is put in the place of the captured man so deftly that its point never empties.

Where sensors do not tell men apart nothing shows that but the captor leaving. It is dear to a reading, and not strange. And castling
whose rook is in the hand still, or not yet.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.inference.decisions import Ask, Complete, Irregular, likely, oddness
from controller.core.inference.evidence import by_point
from controller.core.inference.plies import Ply
from controller.core.inference.prices import ODD, UNSEEN
from rules.terms import point_set, points_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from controller.core.inference.reading import Reading
    from controller.core.tracking.branch import Branch
    from rules.game import Move
    from rules.terms import Point


def in_a_line(branch: Branch, now_ns: int) -> Ask | None:
    """The question about a line of moves in which captures were made in the hand, nothing else in it being beyond hands.

    The man who was captured never left his point, as it seemed. That is dear, not strange: nobody is accused of it. Nor where
    all stands as after lawful moves.
    """
    hidden = branch.blinded | branch.judge.blind
    moves: dict[str, Complete] = {}
    readings = likely(branch.readings(now_ns))
    if _stand_so(branch, readings):
        moves |= {r.first.text: Complete(ply=r.plies[0]) for r in reversed(readings) if r.first}
    for reading in readings:
        targets = [ply.move.target for ply in reading.plies if ply.unseen]
        dear = sum(UNSEEN for p in targets if p is not None and not hidden >> p & 1)
        if dear and not reading.irregular and oddness(reading, dear) < ODD:
            first = reading.plies[0]
            moves.setdefault(first.move.text, Complete(ply=first))
    return Ask(moves=tuple(moves.values()), reason="capture-or-bump") if moves else None


def _stand_so(branch: Branch, readings: Sequence[Reading]) -> bool:
    """Whether all stands just as after the moves of each of these readings, made in turn and seen whole by sound sensors.

    Then much is strange only because hands were clumsy more than once.
    """
    if branch.judge.blind or branch.blinded or not branch.judge.game.men_move:
        return False
    return all(
        r.plies
        and not (r.irregular or r.in_air or any(ply.unseen for ply in r.plies))
        and all(a.landed_ns < b.first_ns for a, b in pairwise(r.plies))
        for r in readings
    )


def or_another_hand(branch: Branch, found: Irregular) -> Ask | None:
    """The question about captures in the hand by a man who seems to have taken another's place against the law.

    The opponent may have touched his own man after such a capture: all would look the same, and whatever is played on tells nothing.
    Not where that man was off before the captor.
    """
    in_air, points = found.reading.in_air, found.reading.unexplained
    men = points_of(points & branch.position.occupied & ~point_set(in_air))
    if found.reading.came or len(men) != 1 or len(in_air) != 1:
        return None
    ((origin, at_ns),) = in_air.items()
    if (
        next(edge.point for edge in branch.edges if 1 << edge.point & (points | 1 << origin))
        != origin
    ):
        return None
    used = {origin: sum(edge.point == origin for edge in branch.edges)}
    moves = tuple(
        Complete(ply=replace(Ply.at(move, at_ns, unseen=True), cursors=used))
        for move in captures(branch, origin)
        if move.text not in branch.asked
    )
    return Ask(moves=moves, reason="capture-or-bump", people=True) if moves else None


def captures(branch: Branch, origin: Point) -> list[Move]:
    """Captures by the man of this point of which nothing more would be seen: the men are exchanged in the hand."""
    told = ~branch.judge.blind if branch.judge.tells else 0
    takes = branch.judge.lookups.of(branch.position).captures
    return [m for m in takes if m.origin == origin and m.footprint.exchanges & ~told]


def castling_begun(branch: Branch, known: Collection[str]) -> list[Complete]:
    """Castling of which only the king was felt, where he came: his old point has kept silent, and the rook is still to come.

    Args:
        known: moves that are asked about anyhow.
    """
    at = by_point(branch.edges)
    live, ply_ns = point_set(at), branch.edges[-1].at_ns
    cursors = {point: len(edges) for point, edges in at.items()}
    return [
        Complete(
            ply=replace(Ply.at(move, ply_ns, unseen=True), cursors=cursors),
            unseen=move.footprint.changes & ~live,
            wrong=1 << move.origin,
        )
        for move in branch.position.moves()
        if move.partner is not None and move.origin is not None and move.target is not None
        if live & move.footprint.changes == 1 << move.target
        if move.text not in branch.asked and move.text not in known
    ]
