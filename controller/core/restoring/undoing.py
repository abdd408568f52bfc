"""The last move undone by its player, all of it and before his opponent has done anything.

Captured men who are set back, or a rook who returns with his king, are no deed of the opponent's, though his
turn it is by then. Nor is another move that follows so soon that both are seen at once.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.evidence import Pair, by_point
from controller.core.inference.knocked import fallen
from controller.core.inference.prices import THOUGHT_MS
from controller.core.restoring.plies_ago import PLIES_MAX
from controller.core.sensing.marks import contradictions, fits
from controller.core.settings import MS
from controller.core.tracking.branch import Branch
from controller.core.tracking.moved_again import as_before
from rules.terms import point_set

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.game import Move


def since(session: Session) -> list[Edge] | None:
    """What was seen since the last move was undone, all that is there of his player's next one; None where it was not.

    A man who stands again where he was captured may have seemed to be the captor, touched: the board was at rest then,
    and what comes to the captor's old point alone seems to be made up by its sensor.
    """
    branch, last = session.tracker.branch, session.line.last
    if last is None or last.origin is None:
        return None
    fell = fallen(branch.position, branch.edges, session.settings.timings)
    if fell & ~last.footprint.changes:
        return None
    found = _since(session, last, branch.edges)
    if found is not None:
        return found
    later = _later(branch)
    if not (later and branch.rested) or Pair(branch.rested[-1], later[0]).ms > THOUGHT_MS:
        return None
    return _since(session, last, [*branch.rested, *later])


def exchanged_first(session: Session) -> int:
    """How many plies are being undone, slowly, whose last man gave way to the one who had stood there before; else 0.

    That one may have seemed to be the captor, touched, and all to be at rest. Those who are set down since, each where one of
    the plies had taken him from and nobody else, come from the hand and the box, and from nowhere else.
    """
    line, branch, timings = session.line, session.tracker.branch, session.settings.timings
    last, edges = line.last, _later(branch)
    if last is None or last.target is None or not edges or not session.game.men_move:
        return 0
    own = [edge for edge in branch.rested if edge.point == last.target][-2:]
    if len(own) < 2 or Pair(*own).ms < timings.bump_ms or Pair(own[1], edges[0]).ms > THOUGHT_MS:
        return 0
    if session.now_ns - edges[-1].at_ns < timings.irregular_ms * MS:
        return 0
    came = point_set(edge.point for edge in edges if edge.placed)
    if came.bit_count() < len(edges):
        return 0
    for back in range(1, min(PLIES_MAX, line.ply) + 1):
        before = line.positions[-1 - back]
        stood, home = before.man_at(last.target), before.occupied & ~line.position.occupied
        if stood in (None, line.position.man_at(last.target)) or came & ~home:
            continue
        other = contradictions(before, session.marks) & (came | 1 << last.target)
        return 0 if other else back
    return 0


def begun(session: Session) -> bool:
    """Whether the last move is being undone, slowly: its men have left, or one has and one is back; nothing else was touched."""
    last = session.line.last
    if last is None or last.origin is None:
        return False
    before, left, back = session.line.positions[-2], 0, 0
    for point, edges in by_point(session.tracker.branch.edges).items():
        man, other = before.man_at(point), session.line.position.man_at(point)
        if not last.footprint.changes >> point & 1:
            return False
        if man == other:
            continue
        left += other is not None and not edges[-1].placed
        if edges[-1].placed and man is not None and fits(edges[-1].mark, man):
            exchanged = other is not None and not fits(edges[-1].mark, other)
            left += exchanged
            back += exchanged or other is None
    return left > 1 or (left > 0 and back > 0)


def _later(branch: Branch) -> list[Edge]:
    """What was seen since the board was at rest, also at points that are doubted by now."""
    return sorted([*branch.edges, *branch.beside], key=lambda edge: edge.at_ns)


def _since(session: Session, last: Move, edges: Sequence[Edge]) -> list[Edge] | None:
    own: list[Edge] = []
    others: list[Edge] = []
    for n, edge in enumerate(edges):
        (own if last.footprint.changes >> edge.point & 1 else others).append(edge)
        if as_before(session.line.position, session.line.positions[-2], last, own):
            others, later = _not_put_back(others, edges[n + 1 :])
            return [*others, *later] if _his_own(session, last, others, later) else None
    return None


def _not_put_back(others: Sequence[Edge], later: Sequence[Edge]) -> tuple[list[Edge], list[Edge]]:
    """What was seen before all was undone and since, without men who were only touched: put back before another was lifted.

    Args:
        others: before all was undone.
        later: since then.
    """
    lifted = next((n for n, edge in enumerate(later) if not edge.placed), len(later))
    soon = by_point([*others, *later[:lifted]])
    touched = {
        point for point, felt in soon.items() if not felt[0].placed and len(felt) % 2 == 0
    } & by_point(others).keys()
    rest = [edge for edge in later[:lifted] if edge.point not in touched]
    return [e for e in others if e.point not in touched], [*rest, *later[lifted:]]


def _his_own(session: Session, last: Move, others: Sequence[Edge], later: Sequence[Edge]) -> bool:
    """Whether what was done besides is nothing, or the same player's next move, perhaps an illegal one.

    Args:
        others: before all was undone.
        later: since then.
    """
    before, rest = session.line.positions[-2], [*others, *later]
    lifted = min((e for e in rest if not e.placed), key=lambda e: e.at_ns, default=None)
    man = None if lifted is None else before.man_at(lifted.point)
    if not rest or (man is not None and man.side == last.side):
        return True
    again = Branch(before, session.judge, strict=session.tracker.strict)
    again.edges = list(later)
    return not others and not again.readings(session.now_ns)[0].irregular
