"""A play of Go that waits for points which soon can be read again, and the presses upon it and upon what is played meanwhile."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference import turns
from controller.core.inference.stones import played_one_by_one

if TYPE_CHECKING:
    from controller.core.inference.decisions import Irregular
    from controller.core.inference.plies import Ply
    from controller.core.tracking.branch import Branch
    from rules.terms import Side


def waits(branch: Branch, ply: Ply, now_ns: int) -> bool:
    """Whether a play before this one may lie on points that nobody could read all the while, but soon may again."""
    if branch.judge.game.men_move or branch.judge.silence.since_ns >= ply.landed_ns:
        return False
    return bool(branch.judge.awaited(now_ns) & ~branch.position.occupied)


def between(branch: Branch, found: Irregular, now_ns: int) -> bool:
    """Whether stones that no law allows have been played one by one while others may have been played out of sight."""
    if branch.judge.game.men_move or found.pressed or not found.edges:
        return False
    since_ns = branch.judge.silence.since_ns
    unread = branch.judge.awaited(now_ns) & ~branch.position.occupied
    return bool(unread) and since_ns < found.edges[-1].at_ns and played_one_by_one(branch)


def press(branch: Branch, side: Side, at_ns: int) -> None:
    """A clock was pressed: put off while a play waits that its player has pressed for.

    So is the opponent's press while it is not known yet what that one has completed: it is none upon the same stone.
    """
    relive(branch)
    judge, pressed_ns = branch.judge, None if branch.judge.game.men_move else branch.pressed_ns
    theirs = side != branch.position.side_to_move
    behind = pressed_ns is not None and (
        theirs or (at_ns > pressed_ns + judge.grace_ns and bool(judge.awaited(at_ns)))
    )
    if branch.put_off or behind:
        branch.put_off.append((side, at_ns))
    else:
        _take(branch, side, at_ns)


def relive(branch: Branch) -> None:
    """What was put off happens now, as far as nothing is waited for any more."""
    while branch.put_off and branch.pressed_ns is None:
        _take(branch, *branch.put_off.pop(0))


def hand_on(branch: Branch, after: Branch) -> None:
    """A ply has been made that was waited for: so much is left for the branch after it."""
    after.put_off = list(branch.put_off)
    relive(after)


def _take(branch: Branch, side: Side, at_ns: int) -> None:
    """Evidence only of the move of the side on move."""
    if branch.position.side_to_move == side:
        branch.pressed_ns = at_ns
        branch.wait_for_press = branch.wait_for_press and not turns.upon_his_own(branch)
    else:
        branch.wait_for_press = False  # the opponent takes the turn for over
        branch.astray = turns.astray(branch, at_ns)
        branch.uncleared.press(at_ns)
