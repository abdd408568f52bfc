"""Decisions that it is too soon for: hands may be at work still, or points cannot be read just now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.doubts import capturing, in_a_gap, plays, put_off, taken_in_vain
from controller.core.doubts.instead import may_yet_land
from controller.core.doubts.unfelt import may_have_taken
from controller.core.inference.decisions import Complete, oddness
from controller.core.inference.hasty import may_be_a_reply, may_be_swept, may_have_pushed
from controller.core.inference.knocked import lies_beside
from controller.core.inference.prices import ODD
from controller.core.inference.supposing import lawful_lines
from controller.core.inference.unread import may_be_third, may_hide_moves

if TYPE_CHECKING:
    from controller.core.inference.decisions import Irregular
    from controller.core.tracking.branch import Branch


def cannot_be_told(branch: Branch, found: Complete | Irregular, now_ns: int) -> bool:
    """Whether it cannot be told yet what was made, or all may be as it should where points cannot be read just now.

    Nobody is accused until they can.
    """
    if isinstance(found, Complete):
        soon = (
            may_yet_land(branch, found, now_ns)
            or put_off.waits(branch, found.ply, now_ns)
            or plays.between_two(branch, found, now_ns)
            or may_have_taken(branch, found, now_ns)
            or lies_beside(branch, found, now_ns) != 0
            or plays.may_go_on(branch, found, now_ns)
            or plays.awaits_press(branch, found, now_ns)
            or plays.followed_in_vain(branch, found, now_ns)
            or plays.may_have_dropped(branch, found, now_ns)
            or taken_in_vain.hand_may_return(branch, found, now_ns)
            or may_have_pushed(branch, found, now_ns)
            or may_be_a_reply(branch, found, now_ns)
            or may_be_swept(branch, found, now_ns)
            or (found.by != "pressed" and may_be_third(branch, found.ply, now_ns))
        )
        strange = found.unexplained or found.odd
        dear = not found.unexplained and oddness(branch.readings(now_ns)[0]) >= ODD
        hidden = dear and bool(in_a_gap.lines_unread(branch, found, now_ns))
        return soon or hidden or (strange and bool(branch.judge.awaited(now_ns)))
    if found.pressed and not found.edges:
        return False  # that nobody has moved is told, and costs nothing
    if (
        capturing.may_go_on(branch, found, now_ns)
        or capturing.in_the_hand(branch, found, now_ns)
        or put_off.between(branch, found, now_ns)
        or may_hide_moves(branch, found.edges, now_ns)
    ):
        return True
    unread = branch.judge.silence.unread & ~branch.judge.blind
    return bool(unread) and any(lawful_lines(branch, unread, now_ns))
