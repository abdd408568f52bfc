"""What of a board asks for the arbiter. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from controller.core.messages import Status
    from controller.shell.hub.said import SaidClock, SaidHealth, SaidPosition

_AWAY: Final = frozenset({"offline", "stopped"})
ALERTS: Final = (
    "irregularity", "flag", "claim", "question", "offline", "fault", "suspect",
)  # fmt: skip
"""Kinds of alerts, the most urgent first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alert:
    """Something that asks for the arbiter; its kind is one of `ALERTS`."""

    kind: str
    text: str


def alerts_of(
    status: Status | None,
    position: SaidPosition | None,
    clock: SaidClock | None,
    health: SaidHealth | None,
    strange: Mapping[str, int],
) -> Sequence[Alert]:
    """What asks for the arbiter, the most urgent first.

    Args:
        strange: how many messages of the board could not be read, by what was wrong.
    """
    found = [*_of_the_game(position, clock), *_of_the_board(status, health, strange)]
    return sorted(found, key=lambda alert: ALERTS.index(alert.kind))


def _of_the_game(position: SaidPosition | None, clock: SaidClock | None) -> Iterator[Alert]:
    if clock is not None and clock.flag and not (position is not None and position.result):
        yield Alert(kind="flag", text=clock.flag)
    if position is None:
        return
    if (irregularity := position.irregularity) is not None:
        yield Alert(kind="irregularity", text=f"{irregularity.law} {irregularity.kind}")
    if (claim := position.claims.claim) is not None:
        yield Alert(kind="claim", text=str(claim.get("kind") or ""))
    if position.question is not None:
        yield Alert(kind="question", text=" ".join(position.question.candidates))


def _of_the_board(
    status: Status | None, health: SaidHealth | None, strange: Mapping[str, int]
) -> Iterator[Alert]:
    if status is not None and status.state in _AWAY:
        yield Alert(kind="offline", text=status.cause or "")
    faults = [] if health is None else list(health.faults)
    if health is not None and health.disk != "ok":
        faults.append(f"disk: {health.disk}")
    if strange:
        faults.append(unread(strange))
    if faults:
        yield Alert(kind="fault", text="; ".join(faults))
    if health is not None and health.suspects:
        yield Alert(kind="suspect", text=" ".join(each.point for each in health.suspects))


def unread(strange: Mapping[str, int]) -> str:
    """What of a board's messages could not be read, in words; the most frequent kind is named."""
    total, kinds = sum(strange.values()), len(strange)
    more = f" and {kinds - 1} other kinds" if kinds > 1 else ""
    worst = max(strange, key=lambda kind: strange[kind])
    many = "1 message" if total == 1 else f"{total} messages"
    return f"{many} of this board could not be read: {worst}{more}"
