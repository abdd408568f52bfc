"""A press upon no move, or upon a man in the hand: what sensors may have hidden of a move that was made in time."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from controller.core.clock import timekeeping
from controller.core.refereeing import penalties
from rules.deed import Doubt
from rules.naming import UNFINISHED
from rules.terms import point_set

if TYPE_CHECKING:
    from controller.core.inference.decisions import Irregular
    from controller.core.session import Session
    from rules.deed import Deed, Named
    from rules.terms import Side


def weighed(session: Session, found: Irregular, finding: Named) -> Named | None:
    """The finding, with its doubt; None where a whole move may have been made where nothing can be read."""
    if finding.kind == UNFINISHED and found.pressed:
        late = _felt_since(session, finding) or _landing_unfelt(found)
        return replace(finding, doubt=finding.doubt or Doubt.UNFELT_MOVE) if late else finding
    stones = not session.game.men_move
    if stones and finding.law == session.rulebook.completion.released:
        return replace(finding, doubt=finding.doubt or _lost_since(session, finding))
    if finding.kind != timekeeping.NO_MOVE or not (_unread(session) or stones):
        return finding
    changes = [move.footprint.changes for move in session.line.position.moves()]
    hidden = [points & ~session.unknown for points in changes if points & session.unknown]
    if not all(hidden):
        return None
    if stones:  # one silent sensor hides a whole play
        session.vain = finding, session.line.ply
        return replace(finding, doubt=finding.doubt or Doubt.UNFELT_MOVE)
    doubtful = any(
        not points & (points - 1) for points in hidden
    )  # one sensor more has kept silent
    doubt = finding.doubt or (Doubt.UNFELT_MOVE if doubtful else None)
    return replace(finding, penalty="", doubt=doubt)


def _lost_since(session: Session, finding: Named) -> Doubt | None:
    """Who has pressed has done with his stone (Go): where no colours are told, its sensor may have lost it as the opponent played."""
    pressed = session.pressed_ns.get(finding.side, 0) >= session.landed_ns > 0
    return Doubt.LOST_MAN if pressed and not session.judge.tells else None


def unnamed(session: Session, found: Irregular, done: Deed) -> None:
    """A press upon no move ends no turn, though no law of the game calls it irregular."""
    side = session.line.position.side_to_move
    if found.pressed and not (done.steps or _unread(session)):
        timekeeping.irregular(session, timekeeping.NO_MOVE, side)


def _unread(session: Session) -> bool:
    """Whether not all points could be read when the side on move pressed, or can be now."""
    pressed_ns = session.pressed_ns.get(session.line.position.side_to_move, 0)
    return bool(session.unknown or session.judge.silence.at(pressed_ns))


def pressed(session: Session, side: Side) -> None:
    """Counts a press upon no move (Go) once its player has pressed upon the next stone, too.

    Where his opponent has, that stone is the reply to one that was not felt.
    """
    line = session.line
    if session.vain is None or session.vain[1] == line.ply or line.last is None:
        return
    (vain, _), session.vain = session.vain, None
    his = side == vain.side == line.last.side
    if his and vain.penalty and session.settings.mode == "referee":
        penalties.count(session, side, vain.penalty, vain.law)


def _landing_unfelt(found: Irregular) -> bool:
    """Whether all of the move under way was seen but where its last man was set down: he may stand where one sensor feels nothing."""
    move = found.reading.under_way
    if move is None:
        return False
    unfelt = move.footprint.changes & ~point_set(edge.point for edge in found.edges)
    return unfelt != 0 and not unfelt & (unfelt - 1) and unfelt == unfelt & move.footprint.fills


def _felt_since(session: Session, finding: Named) -> bool:
    """Whether the man was felt where he may go only after the press: his sensor may have been late, or he stood off its middle."""
    if finding.target is None and finding.origin is None:
        return False
    side = session.line.position.side_to_move
    pressed_ns = session.pressed_ns.get(side, 0)
    targets = {m.target for m in session.line.position.moves() if m.origin == finding.origin}
    return any(
        edge.placed and edge.point in targets and pressed_ns < edge.at_ns
        for edge in session.tracker.branch.edges
    )
