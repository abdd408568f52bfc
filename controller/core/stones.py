"""Stones that sensors tell of and that no hand set down so: at Go one point alone shows a play."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.evidence import MS, point_set
from controller.core.prices import GLITCH_MS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.branch import Branch
    from controller.core.debounce import Edge
    from controller.core.decisions import Complete
    from rules.terms import PointSet


def ghost(branch: Branch) -> PointSet:
    """The point where a stone alone was felt that no hand can have set down: in one moment with the play before it."""
    if branch.judge.game.men_move or len(branch.edges) != 1 or not branch.since_ns:
        return 0
    (edge,) = branch.edges
    together = edge.placed and abs(edge.at_ns - branch.since_ns) < GLITCH_MS * MS
    return 1 << edge.point if together else 0


def hardly_felt(branch: Branch, found: Complete) -> bool:
    """Whether a stone was felt by a flickering sensor only, or in one moment with the stone before it."""
    ply = found.ply
    if ply.move.mover is not None or ply.move.footprint.places & found.unseen:
        return False
    together = abs(ply.landed_ns - branch.since_ns) < GLITCH_MS * MS and branch.since_ns > 0
    return together or bool(ply.move.footprint.places & branch.judge.blind)


def felt_at_once(edges: Sequence[Edge]) -> PointSet:
    """Points where stones were felt in one moment with others, as no hand sets them down."""
    came = sorted((edge for edge in edges if edge.placed), key=lambda edge: edge.at_ns)
    pairs = [(a, b) for a, b in pairwise(came) if b.at_ns - a.at_ns < GLITCH_MS * MS]
    return point_set(edge.point for pair in pairs for edge in pair)
