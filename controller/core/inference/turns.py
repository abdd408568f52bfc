"""Whose turn it is by the presses of the clock: at Go nothing else tells who has set a stone down.

A stone that a sensor made up, or one that was not felt, shifts the colours of all that follow. Each player
then presses his clock upon what counts as his opponent's stone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.decisions import Ask, Complete
from controller.core.inference.evidence import by_point
from controller.core.inference.prices import IDLE_MS
from controller.core.settings import MS
from rules.rulebook import Remedy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.inference.decisions import Irregular
    from controller.core.inference.plies import Ply
    from controller.core.messages import Irregularity
    from controller.core.restoring.guide import Guide
    from controller.core.session import Session
    from controller.core.tracking.branch import Branch

OUT_OF_TURN = "press-out-of-turn"
"""The reason of a question about a stone upon which the other side has pressed its clock."""
LATE_PRESS_MS = 2000
"""How long after his stone, or after the reply to it, a player may still press for it."""
QUICK_PRESS_MS = 400
"""Who has set a stone down so shortly before presses for it, though the reply may be there already."""
TWICE_MS = 1000
"""Whoever presses again so soon has only pressed twice."""
ASTRAY_MIN = 2
"""Presses in a row of the wrong side; a single one may be late for the move before."""


def astray(branch: Branch, at_ns: int) -> int:
    """How many presses in a row have not come in turn, once the side that is not on move has pressed.

    As long as no stone has come since its own move, that press is for it: one that was only put straight has not. So it is
    where one has come too soon after its capture to be its own once more. And so is one upon the first stone of all, unless
    its player has pressed before it.
    """
    before = branch.since_ns or branch.astray or branch.judge.game.men_move
    if _come(branch, at_ns) and not _soon(branch, at_ns) and before:
        branch.astray_ns = at_ns
        return in_vain(branch, at_ns)
    branch.handed_ns = at_ns
    return 0


def upon_his_own(branch: Branch) -> bool:
    """Whether the opponent has pressed upon a man of his own that he has moved: that is not the doing of the side on move.

    Nobody has been set down since.
    """
    position, by_ns = branch.position, branch.astray_ns
    if not branch.judge.game.men_move or any(e.placed and e.at_ns > by_ns for e in branch.edges):
        return False
    men = (position.man_at(e.point) for e in branch.edges if not e.placed and e.at_ns <= by_ns)
    return any(man is not None and man.side != position.side_to_move for man in men)


def _come(branch: Branch, at_ns: int) -> bool:
    """Whether a stone stood by then where none had."""
    felt = by_point(edge for edge in branch.edges if edge.at_ns <= at_ns)
    return any(
        edges[-1].placed and branch.position.man_at(point) is None for point, edges in felt.items()
    )


def captured_ns(branch: Branch) -> int:
    """When the last stone that the move before has captured was taken off; 0 where it took none, or before its own stone came."""
    off = [edge.at_ns for edge in branch.uncleared.lifted.values()]
    return max([*off, branch.done_ns if branch.done_ns > branch.since_ns else 0])


def _soon(branch: Branch, at_ns: int) -> bool:
    """Whether the stones that have come since a capture came at once, and its player has not pressed since."""
    off_ns = captured_ns(branch)
    came = (edge.at_ns for edge in branch.edges if edge.placed and edge.at_ns <= at_ns)
    soon = off_ns > 0 and all(0 <= ns - off_ns < IDLE_MS * MS for ns in came)
    return soon and not branch.handed_ns and not branch.uncleared.handed_ns


def in_vain(branch: Branch, at_ns: int, *, on_move: bool = False) -> int:
    """The same with a press that is for nothing that was felt: it may be late, or its stone was not felt.

    Who has pressed for his own stone already presses once more at once, or not for it.

    Args:
        on_move: the side on move has pressed, and not the one that has pressed for its own stone.
    """
    since_ns, late_ms = max(branch.since_ns, captured_ns(branch)), LATE_PRESS_MS
    if branch.handed_ns:
        since_ns, late_ms = branch.handed_ns, 0 if on_move else TWICE_MS
    elif branch.since_ns and at_ns - since_ns < QUICK_PRESS_MS * MS:
        return branch.astray  # as hands do that reply in haste
    late = at_ns - since_ns < late_ms * MS
    return branch.astray + (1 if late else ASTRAY_MIN)


def kept(branch: Branch) -> int:
    """The presses astray that still count after the next ply: those that have been asked about do not."""
    return branch.astray if branch.astray < ASTRAY_MIN else 0


def asked_about(branch: Branch) -> int:
    """The presses astray that still count when people have said that the move was not made: one more, and they are asked again."""
    return min(branch.astray, ASTRAY_MIN - 1)


def in_turn(branch: Branch, made: Complete) -> Complete | Ask:
    """The move; the question whether the side on move has made it, where the other one has pressed upon it.

    Nothing that is played on tells that; only people do.
    """
    if branch.judge.game.men_move or branch.astray < ASTRAY_MIN or _upon_reply(branch, made):
        return made
    return Ask(moves=(made,), reason=OUT_OF_TURN, people=True)


def upon_last(branch: Branch, ply: Ply) -> bool:
    """Whether the other side has pressed upon this stone already, out of turn: a press that follows is for a later one."""
    return branch.astray >= ASTRAY_MIN and branch.astray_ns > ply.landed_ns


def _upon_reply(branch: Branch, made: Complete) -> bool:
    """Whether the press was for the reply: its stone was down by then, and only told of afterwards."""
    own = made.ply.move.footprint.places
    return any(
        edge.placed
        and made.ply.landed_ns < edge.at_ns <= branch.astray_ns
        and not own >> edge.point & 1
        and branch.position.man_at(edge.point) is None
        for edge in branch.edges
    )


def amid_a_capture(session: Session, found: Irregular) -> bool:
    """Whether all that is gone left before the last man that the last move took was off: whoever took that one was at it."""
    off_ns = found.reading.in_air.values()
    return bool(off_ns) and max(off_ns) < session.tracker.branch.done_ns


def lost(session: Session, found: Irregularity | None, guide: Guide) -> None:
    """The law has taken a turn away, and all stands right: whose it was has no press to make for it.

    Whatever he presses upon from now on he takes for his own.
    """
    if found is None or found.remedy != Remedy.TURN_LOST or session.game.men_move:
        return
    came = [guide.came.get(session.game.index[name], 0) for name in found.points]
    branch = session.tracker.branch
    branch.since_ns = branch.handed_ns = max(came, default=0) or session.now_ns


def upon_reply(session: Session, guide: Guide, came: Sequence[int]) -> int:
    """The presses astray of stones (Go) that count as replies though others were still asked back.

    Whoever has moved last, and has pressed for that, presses for his own stone, unless all had been put back by then, or
    another stone had come.

    Args:
        came: when they came, in order.
    """
    other = session.game.other(session.line.position.side_to_move)
    if not came or other in session.owed:
        return 0
    until_ns = min([guide.right_ns or session.now_ns, came[0] + LATE_PRESS_MS * MS, *came[1:2]])
    pressed = [*guide.pressed, (other, session.pressed_ns.get(other, 0))]
    upon = any(side == other and came[0] <= at_ns < until_ns for side, at_ns in pressed)
    return ASTRAY_MIN if upon else 0


def still_at_work(session: Session, found: Irregular) -> bool:
    """Whether who has moved last may have taken off what is gone: soon after his move or its last capture, and before he pressed."""
    branch, off_ns = session.tracker.branch, found.reading.in_air.values()
    if not (off_ns and session.landed_ns):
        return False
    taken = (edge.at_ns for edge in branch.uncleared.lifted.values())
    done_ns = max(session.landed_ns, branch.done_ns, *taken)
    other = session.game.other(session.line.position.side_to_move)
    handed = session.landed_ns <= session.pressed_ns.get(other, 0) < min(off_ns)
    pause_ns = session.settings.timings.removal_pause_ms * MS
    return not handed and min(off_ns) - done_ns <= pause_ns
