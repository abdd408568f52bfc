"""What no law allows is named though it was asked about: people have said that no lawful move was made, or hands have undone it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.refereeing import judging
from controller.core.stages import Stage
from rules.rulebook import Remedy
from rules.terms import point_set

if TYPE_CHECKING:
    from controller.core.session import Session
    from rules.deed import Named
    from rules.game import Move

CAPTURE = "illegal-capture"
"""Two points tell of it, and both again when it is undone: it was no touch."""


def named(session: Session) -> bool:
    """Whether what people have said to be none of the moves in question has been named, and the men are asked back for it."""
    found, session.tracker.otherwise = session.tracker.otherwise, None
    if found is None or session.distrusted:
        return False
    finding = session.game.named(judging.deed(session, found), session.rulebook)
    if finding is None or finding.remedy is Remedy.OPPONENT_CHOOSES:
        return False  # nobody lets stand what was done before anybody was told
    judging.irregular(session, found)
    return session.stage is not Stage.PLAY


def answered(session: Session, move: Move | None) -> None:
    """Later evidence has answered the question: names what hands have undone, if it tells that no move was made."""
    finding = _undone(session) if move is None else None
    session.tracker.otherwise = None
    if finding is not None and session.stage is Stage.PLAY:
        judging.say_irregularity(session, finding, "none", None)


def _undone(session: Session) -> Named | None:
    """The capture in question that hands have undone since; None where nothing tells that it had been made.

    Its captor has come back to his point, and his victim to the one where he was felt: he was off it once more.
    """
    found = session.tracker.otherwise
    if found is None or session.distrusted or found.reading.plies:
        return None
    finding = session.game.named(judging.deed(session, found), session.rulebook)
    if finding is None or finding.kind != CAPTURE:
        return None
    branch, last_ns = session.tracker.branch, found.edges[-1].at_ns
    since = [edge for edge in (*branch.rested, *branch.edges) if edge.at_ns > last_ns]
    off = point_set(edge.point for edge in since if not edge.placed)
    back = point_set(edge.point for edge in since if edge.placed)
    origin, target = finding.origin, finding.target
    if origin is None or target is None:
        return None
    return finding if back >> origin & 1 and back & off & 1 << target else None
