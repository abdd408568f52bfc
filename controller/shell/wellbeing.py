"""How a board is: its health in figures for the technician, and its status in a sentence for everybody."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.messages import Health, Status
from controller.journal.faults import DAMAGE_REMEDY
from controller.shell.desk import news_of
from controller.shell.signs import alive

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator, Sequence

    from controller.core.messages import Json, Message, Outlet
    from controller.shell.broker_link import BrokerLink
    from controller.shell.desk import Desk
    from controller.shell.scanner import Scans
    from controller.shell.supervising import Supervisor

WELL = "ok"
SLOW = "a write takes long"
"""Of a disk that has taken nothing yet, and has not failed either."""
LOOK_S = 1.0
"""How often a board looks how it is, where nobody tells of a change."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """Something that is wrong, in words for people. The game goes on.

    Attributes:
        cause: a sentence without its end.
        next_step: what to do.
        urgent: it will stop the game if nothing is done.
    """

    cause: str
    next_step: str
    urgent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Parts:
    """What a board consists of, as it is now.

    Attributes:
        scans: None before the first scan.
        link: None without MQTT.
        disk: "ok", or what is wrong with it.
        evidence: what is wrong with the recording of evidence; None where nothing is.
        supervisor: keeps the tasks.
        upkeep: what is wrong with the journal and its disk beside that, the worst first.
        broadcast: the ways on which the game leaves the board.
    """

    scans: Scans | None
    link: BrokerLink | None
    disk: str
    evidence: str | None
    supervisor: Supervisor
    upkeep: tuple[Trouble, ...] = ()
    broadcast: tuple[Outlet, ...] = ()


async def watch(
    desk: Desk, say: Callable[[Message, Message], Awaitable[None]], stirred: asyncio.Event
) -> None:
    """Publishes the health and the status whenever they have changed in kind.

    Args:
        say: publishes them.
        stirred: is set by who knows of a change: a link that was lost is told at once.
    """
    told: tuple[object, ...] = ()
    while True:
        alive()
        stirred.clear()
        health, status = desk.health(), desk.status()
        now = (status.state, status.cause, news_of(health))
        if now != told:
            told = now
            await say(health, status)
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_S):
                await stirred.wait()


def health(
    parts: Parts, suspects: Sequence[Json], latencies_ms: Sequence[float], more: Sequence[str]
) -> Health:
    """The figures.

    Args:
        suspects: sensors that are not believed.
        latencies_ms: from a change on the board to the disk, of the newest messages.
        more: other faults, a sentence each.
    """
    scans = parts.scans
    met = scans.met if scans is not None else ()
    faults = [f"{f.where}: {f.symptom.value}. {f.remedy}" for f in met]
    if scans is not None and scans.lamp_fault is not None:
        faults.append(scans.lamp_fault)
    if parts.evidence is not None:
        faults.append(parts.evidence)
    faults += [f"{each.cause}. {each.next_step}" for each in parts.supervisor.troubles()]
    faults += [f"{trouble.cause}. {trouble.next_step}" for trouble in parts.upkeep]
    faults += [way.why for way in parts.broadcast if way.state == "refused" and way.why]
    return Health(
        suspects=list(suspects),
        bus="ok" if not (scans and scans.faults) else scans.faults[0].symptom.value,
        broker="none" if parts.link is None else parts.link.words(),
        disk=parts.disk,
        scan_hz=None if scans is None or scans.scan_hz is None else round(scans.scan_hz, 1),
        latency_ms=_percentiles(latencies_ms),
        gaps=0 if scans is None else scans.gaps,
        faults=[*faults, *more],
        broadcast=list(parts.broadcast),
    )


STOPPED = Status(
    state="stopped",
    cause="the service was stopped",
    next_step="Start it again: the game goes on from where the board stands.",
)
"""The last that a service says."""


def failed(cause: str) -> Status:
    """The last that a service says which cannot go on."""
    return Status(
        state="stopped",
        cause=cause,
        next_step="It is started again by itself, and goes on from where the board stands. See its log.",
    )


def status(parts: Parts) -> Status:
    """The worst of what is wrong, and what to do about it."""
    if parts.supervisor.stopped_by is not None:
        return failed(parts.supervisor.stopped_by)
    if parts.disk not in {WELL, SLOW}:
        return Status(
            state="stopped",
            cause=f"the journal cannot be written: {parts.disk}",
            next_step=DAMAGE_REMEDY
            if DAMAGE_REMEDY in parts.disk
            else "Make room on the disk, or replace it. The board goes on by itself.",
        )
    worst = next(_troubles(parts), None)
    if worst is None:
        return Status(state="online")
    return Status(state="degraded", cause=worst.cause, next_step=worst.next_step)


def _troubles(parts: Parts) -> Iterator[Trouble]:
    """What is wrong while the game goes on, the worst first."""
    if parts.disk == SLOW:
        yield Trouble(
            cause=f"the journal waits for its disk: {SLOW}",
            next_step="Nothing is lost, it is published once it is written. If it stays so, look "
            "whether the card or disk is worn or loose.",
        )
    yield from (trouble for trouble in parts.upkeep if trouble.urgent)
    for fault in () if parts.scans is None else parts.scans.met:
        yield Trouble(cause=f"{fault.where}: {fault.symptom.value}", next_step=fault.remedy)
    for task in parts.supervisor.troubles():
        yield Trouble(cause=task.cause or "", next_step=task.next_step)
    link = parts.link
    if link is not None and link.crowded is not None:
        yield Trouble(
            cause=link.crowded,
            next_step="Give each board an id of its own in [board] id, and look at the broker's log.",
        )
    if link is not None and not link.connected and link.last_error is not None:
        yield Trouble(
            cause=f"the broker is not reached ({link.words()})",
            next_step="Look at the broker and the network. Nothing is lost meanwhile.",
        )
    if parts.evidence is not None:
        cause, _, step = parts.evidence.partition(". ")
        yield Trouble(cause=cause, next_step=f"{step} The game goes on.")
    yield from parts.upkeep


def _percentiles(values: Sequence[float]) -> dict[str, float] | None:
    if not values:
        return None
    ordered = sorted(values)
    last = len(ordered) - 1
    return {"p50": round(ordered[last // 2], 3), "p99": round(ordered[int(last * 0.99)], 3)}
