"""What of a board asks for the arbiter. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from controller.core.messages import Status
from controller.shell.hub.said import SaidHealth
from controller.shell.roles import ARBITER
from controller.shell.topics import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

_AWAY: Final = frozenset({"offline", "stopped"})
ALERTS: Final = (
    "irregularity", "flag", "claim", "question", "offline", "fault", "suspect",
)  # fmt: skip
"""Kinds of alerts, the most urgent first."""


class Alert(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Something that asks for the arbiter; its kind is one of `ALERTS`."""

    kind: str
    text: str


def alerts_in(body: object) -> Iterator[Alert]:
    """What a message itself asks for. The flag of a clock depends on the result and is not among it."""
    if isinstance(body, Position):
        yield from _of_the_game(body)
    elif isinstance(body, Status) and body.state in _AWAY:
        yield Alert(kind="offline", text=body.cause or "")
    elif isinstance(body, SaidHealth):
        faults = list(body.faults)
        if body.disk != "ok":
            faults.append(f"disk: {body.disk}")
        if faults:
            yield Alert(kind="fault", text="; ".join(faults))
        if body.suspects:
            yield Alert(kind="suspect", text=" ".join(each.point for each in body.suspects))


def _of_the_game(position: Position) -> Iterator[Alert]:
    if (irregularity := position.irregularity) is not None:
        yield Alert(kind="irregularity", text=f"{irregularity.law} {irregularity.kind}")
    if (claim := position.claims.claim) is not None:
        yield Alert(kind="claim", text=str(claim.get("kind") or ""))
    for loss in position.losses_due:
        yield Alert(kind="claim", text=f"{loss.law} {loss.side}")
    for charge in position.charges:
        if charge.who == [ARBITER]:
            yield Alert(kind="claim", text=f"{charge.law} {charge.side}")
    if position.question is not None:
        yield Alert(kind="question", text=" ".join(position.question.candidates))


def in_order(alerts: Iterable[Alert]) -> Sequence[Alert]:
    """The most urgent first, and one of each kind."""
    texts: dict[str, list[str]] = {}
    for alert in alerts:
        texts.setdefault(alert.kind, []).append(alert.text)
    found = [Alert(kind=kind, text="; ".join(each)) for kind, each in texts.items()]
    return tuple(sorted(found, key=lambda alert: ALERTS.index(alert.kind)))


def unread(strange: Mapping[str, int]) -> Alert:
    """Messages of a board could not be read, by what was wrong; the most frequent is named."""
    total, kinds = sum(strange.values()), len(strange)
    more = f" and {kinds - 1} more kinds" if kinds > 1 else ""
    worst = max(strange, key=lambda kind: strange[kind])
    many = "1 message" if total == 1 else f"{total} messages"
    return Alert(kind="fault", text=f"{many} of this board could not be read: {worst}{more}")
