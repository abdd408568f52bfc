"""An irregularity that the opponent may accept or have corrected, and what was known when it was named."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING

from controller.core.settings import MS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.core.inference.decisions import Complete
    from controller.core.messages import Irregularity
    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session
    from rules.game import Position

TAKEN_BACK = "move-taken-back"
NOTICED_MS = 300
"""Nobody sees what the board says, and answers it, in less."""


@dataclass(slots=True)
class Offer:
    """An irregularity that the opponent may accept or have corrected.

    Attributes:
        before, after: what stands if it is corrected, and if it is accepted.
        at_ns: when it was made.
        edges: what was seen of it.
        last_ns: when the man of the move before was set down, and when the last that it took was off.
        plain: see `_is_plain`.
        right_ns: since when the board has stood as before.
        own: what the offender has moved since, who has taken a move back: it counts if that is accepted.
        in_doubt: the move that explains all of it may as well be the reply: only people know.
    """

    found: Irregularity
    before: Position
    after: Position
    at_ns: int
    edges: tuple[Edge, ...] = ()
    last_ns: tuple[int, int] = (0, 0)
    plain: bool = False
    right_ns: int | None = None
    own: list[Complete] = field(default_factory=list)
    in_doubt: bool = False


def offered(session: Session, found: Irregularity, after: Position) -> Offer:
    """An offer of what has just been named."""
    branch, before = session.tracker.branch, session.line.position
    edges, last_ns = tuple(branch.edges), (branch.since_ns, branch.done_ns)
    plain = _is_plain(session, found)
    return Offer(found, before, after, session.now_ns, edges, last_ns, plain)


def was_told(offer: Offer, edges: Iterable[Edge]) -> bool:
    """Whether anything of this was done once the irregularity had been named, and nothing before anybody could see that.

    What was seen late may have been done since its point was read last.
    """
    times = [edge.unread_ns if edge.blind else edge.at_ns for edge in edges]
    return bool(times) and min(times) > offer.at_ns + NOTICED_MS * MS


def _is_plain(session: Session, found: Irregularity) -> bool:
    """Whether the men of it have only gone, come or been removed, each once and without a pause, before anything else was felt.

    Where one came long before another had gone, he may be a third.
    """
    own, timings = session.tracker.branch.edges[: len(found.points)], session.settings.timings
    at_once = all(b.at_ns - a.at_ns < timings.removal_pause_ms * MS for a, b in pairwise(own))
    lifted_ns = next((edge.at_ns for edge in own if not edge.placed), 0)
    early = any(e.placed and e.at_ns < lifted_ns - timings.together_ms * MS for e in own)
    only = sorted(session.name(edge.point) for edge in own) == sorted(found.points)
    return at_once and only and not early
