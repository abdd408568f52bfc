"""What ends the putting right of men, other than that they all stand as they are asked to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.refereeing import corrected, set_straight
from controller.core.restoring import interrupted, played_soon, takeback, withdrawing
from controller.core.stages import Stage

if TYPE_CHECKING:
    from controller.core.session import Session

WAYS = (
    played_soon.watch,
    set_straight.watch,
    interrupted.watch,
    withdrawing.claimed,
    corrected.as_demanded,
    takeback.watch,
    withdrawing.lost_by_his_sensor,
)
"""Each looks whether the hands have gone its way; the first that they have gone ends it."""


def watch(session: Session) -> None:
    """Looks at every way, as long as men are still to be put right."""
    for way in WAYS:
        if session.stage is Stage.RESTORE:
            way(session)
