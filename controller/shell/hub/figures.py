"""A hub's figures for Prometheus."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from controller.shell.hub.hub import Hub

_NAME = "touchmove_hub_"


def figures_text(hub: Hub, viewers: int) -> str:
    """The figures in Prometheus' text format, version 0.0.4. The longest wait counts anew from here."""
    text = "\n".join(_lines(hub, viewers)) + "\n"
    hub.held_ms_max = hub.busy_ms_max = 0.0
    return text


def _lines(hub: Hub, viewers: int) -> Iterator[str]:
    boards = hub.tables.by_board.values()
    yield from _figure(
        "mqtt_connected", "gauge", "1 while the broker is reached", hub.link.connected
    )
    yield from _figure("boards", "gauge", "Boards that are followed", len(boards))
    yield from _figure("messages_total", "counter", "Messages read", hub.heard)
    yield from _figure("viewers", "gauge", "Event streams open", viewers)
    words = "Longest time the event loop was held, since this was asked"
    yield from _figure("loop_held_ms_max", "gauge", words, round(hub.held_ms_max, 1))
    words = "How much of such a time it computed"
    yield from _figure("loop_busy_ms_max", "gauge", words, round(hub.busy_ms_max, 1))
    yield f"# HELP {_NAME}unread_total Messages of a board that could not be read"
    yield f"# TYPE {_NAME}unread_total counter"
    for table in boards:
        if table.strange:
            yield f'{_NAME}unread_total{{board="{table.board}"}} {table.strange.total()}'


def _figure(name: str, kind: str, words: str, value: float) -> Iterator[str]:
    yield f"# HELP {_NAME}{name} {words}"
    yield f"# TYPE {_NAME}{name} {kind}"
    yield f"{_NAME}{name} {float(value):.12g}"
