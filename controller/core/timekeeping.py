"""The clock of a session: who may press it and what a press does, flags, stops and corrections.

Without a time control `session.timer` is None: every function here does nothing then, `moved` returns None,
and every side is in time.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from controller.core.inputs import Press
    from controller.core.messages import Json, Message
    from controller.core.session import Session
    from rules.terms import Side


def begin(session: Session) -> None:
    """The game has begun: the clock stands set, and the first side's clock starts."""


def pressed(session: Session, press: Press) -> None:
    """A button or lever was pressed: the presser's clock stops and the other's starts."""


def moved(session: Session, side: Side) -> Json | None:
    """A ply of this side is complete: it counts once the clock is pressed.

    Returns:
        The faces of the clock for `Move.clocks`; None without a time control.
    """
    return None


def stop(session: Session, why: str, by: str) -> None:
    """Stops both clocks: a claim, a pause, men to be set right, a result. Stopped clocks stay so.

    Args:
        why: for the reader of the journal and for viewers ("claim:threefold-repetition").
        by: the role that has stopped them, or "referee".
    """


def go_on(session: Session, *, by: str = "referee", why: str | None = None) -> None:
    """Stopped clocks run on for the side whose turn it is on the clock; no effect while they run."""


def stopped(session: Session) -> bool:
    """Whether there is a clock and it stands."""
    return False


def add_time(
    session: Session, side: Side, ms: int, *, why: str | None = None, by: str = "referee"
) -> None:
    """Adds to a side's remaining time (two minutes for an illegal move of the opponent)."""


def charge(
    session: Session, side: Side, ms: int, *, why: str | None = None, by: str = "referee"
) -> None:
    """Adds to a side's used time; its flag may fall, and then the game ends as the law says."""


def set_times(
    session: Session, times: Mapping[Side, int], *, why: str | None = None, by: str = "arbiter"
) -> None:
    """Sets the remaining milliseconds of sides; a flag that had fallen stands again with time left."""


def watch(session: Session) -> None:
    """Finds what time alone brings about: flags, the last two minutes, half a minute of silence."""


def deadline(session: Session) -> int | None:
    """When `watch` will find something (nanoseconds)."""
    return None


def recall(session: Session, message: Message) -> None:
    """Takes a message of the journal, while a game is recovered."""


def faces(session: Session) -> Json | None:
    """What the clock shows now, a side each, as in the message `clock`; None without one."""
    return None


def in_time(session: Session, side: Side) -> bool:
    """Whether a side has time left; True without a clock."""
    return True


def remaining_ms(session: Session, side: Side) -> int | None:
    """A side's remaining time, without further periods; None without a clock."""
    return None
