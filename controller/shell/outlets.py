"""On which ways the game leaves a board, and how each stands: what `health` tells as `broadcast`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.core.messages import Outlet

if TYPE_CHECKING:
    from controller.shell.broker_link import BrokerLink
    from controller.shell.feeds.push import Pusher

FETCHED_US: Final = 120_000_000
"""A relay that has fetched nothing for so long has stopped: those that are known ask every few seconds, the slowest each minute."""


def at_broker(name: str, link: BrokerLink) -> Outlet:
    """A connection to a broker."""
    if link.connected:
        note = link.words().partition("; ")[2] or None
        return Outlet(name=name, state="connected", why=note)
    if link.last_error is None:
        return Outlet(name=name, state="waiting")
    return Outlet(name=name, state="lost", why=link.last_error)


def pushed(pusher: Pusher) -> Outlet:
    """The push to lichess."""
    at_s = pusher.delivered_s
    return Outlet(
        name="lichess",
        state=pusher.state,
        why=pusher.problem,
        delivered_us=None if at_s is None else int(at_s * 1e6),
    )


def fetched(at_us: int | None, now_us: int) -> list[Outlet]:
    """The files of the feed; nothing is said of them before somebody has fetched one.

    Args:
        at_us: when that was last.
    """
    if at_us is None:
        return []
    late = now_us - at_us >= FETCHED_US
    return [Outlet(name="feed", state="waiting" if late else "delivered", delivered_us=at_us)]
