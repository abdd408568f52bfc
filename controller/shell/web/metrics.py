"""Figures for Prometheus."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.core.messages import Json
    from controller.shell.desk import Desk
    from controller.shell.supervising import Supervisor

BATCH = 200
"""Journal entries counted between two breaths of the event loop: about a millisecond."""
BATCHES = 50
"""Batches counted in one answer at most; the next answer goes on from there."""
METRICS_TYPE = "text/plain; version=0.0.4"
CONNECTED = "connected"
"""How the health begins to speak of a broker that is reached."""


class Tally:
    """How many messages of each type the journal holds, counted on from the last time."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._seq = 0
        self._counts: Counter[str] = Counter()

    async def counts(self) -> Counter[str]:
        """Messages by type."""
        for _ in range(BATCHES):
            entries = self._desk.entries(self._seq, BATCH)
            if not entries:
                break
            self._counts.update(entry.type for entry in entries)
            self._seq = entries[-1].seq
            await asyncio.sleep(0)
        return self._counts


def metrics_text(desk: Desk, counts: Counter[str], viewers: int, supervisor: Supervisor) -> str:
    """The figures in Prometheus' text format, version 0.0.4."""
    lines = [*_lines(desk, counts, viewers), *_tasks(supervisor)]
    return "\n".join(lines) + "\n"


def told(supervisor: Supervisor) -> Json:
    """For `/healthz`: each task, and why it is not up."""
    return {
        state.name: "up" if state.up else state.cause or "starting" for state in supervisor.states()
    }


def tasks_text(supervisor: Supervisor) -> str:
    """The figures of the tasks alone, of a hub."""
    return "\n".join(_tasks(supervisor)) + "\n"


def _tasks(supervisor: Supervisor) -> Iterator[str]:
    states = supervisor.states()
    figures = (
        ("task_up", "gauge", "1 while the task runs well", lambda s: int(s.up)),
        (
            "task_restarts_total",
            "counter",
            "Times the task was started again",
            lambda s: s.restarts,
        ),
    )
    for name, kind, text, value in figures if states else ():
        yield f"# HELP {_NAME}{name} {text}"
        yield f"# TYPE {_NAME}{name} {kind}"
        for state in states:
            yield f'{_NAME}{name}{{task="{state.name}"}} {value(state)}'
    yield from _counter(
        "callbacks_failed_total", "Failures that belong to no task", supervisor.unhandled
    )


def _lines(desk: Desk, counts: Counter[str], viewers: int) -> Iterator[str]:
    health, status = desk.health(), desk.status()
    up = status.state in {"online", "degraded"}
    latency = health.latency_ms or {}
    yield from _gauge("up", "1 while the board is followed", int(up))
    yield from _gauge("degraded", "1 while something needs attention", status.state == "degraded")
    yield from _counter("moves_total", "Moves published", counts["move"])
    yield from _counter("questions_total", "Questions asked", counts["question"])
    yield from _counter("irregularities_total", "Irregularities found", counts["irregularity"])
    yield from _counter("corrections_total", "Corrections published", counts["correction"])
    yield from _gauge("journal_seq", "Newest sequence number of the journal", desk.newest_seq())
    yield from _gauge("ply", "Plies of the game on the board", desk.view().ply)
    if health.scan_hz is not None:
        yield from _gauge("scan_hz", "Scans of the board a second", health.scan_hz)
    if latency:
        yield f"# HELP {_NAME}latency_milliseconds From sensor change to published message"
        yield f"# TYPE {_NAME}latency_milliseconds summary"
        for key, quantile in (("p50", "0.5"), ("p99", "0.99")):
            if key in latency:
                value = latency[key]
                yield f'{_NAME}latency_milliseconds{{quantile="{quantile}"}} {value:g}'
    yield from _gauge(
        "mqtt_connected", "1 while the broker is reached", health.broker.split(";")[0] == CONNECTED
    )
    yield from _counter("scan_gaps_total", "Times without scans", health.gaps)
    yield from _gauge("faults", "Faults present", len(health.faults))
    yield from _gauge("suspect_points", "Sensors suspected", len(health.suspects))
    if health.temperature_c is not None:
        yield from _gauge("temperature_celsius", "The machine's temperature", health.temperature_c)
    yield from _gauge("viewers", "Event streams open", viewers)


_NAME = "touchmove_"


def _gauge(name: str, text: str, value: float) -> Iterator[str]:
    return _figure("gauge", name, text, value)


def _counter(name: str, text: str, value: float) -> Iterator[str]:
    return _figure("counter", name, text, value)


def _figure(kind: str, name: str, text: str, value: float) -> Iterator[str]:
    yield f"# HELP {_NAME}{name} {text}"
    yield f"# TYPE {_NAME}{name} {kind}"
    yield f"{_NAME}{name} {float(value):.12g}"
