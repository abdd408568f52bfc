"""Lets Home Assistant find a board by itself (its MQTT discovery): a device with a few entities.

Each entity is a retained JSON object at `<prefix>/<component>/<node>/<object>/config` which says what topic its value
comes from and how it is worked out (https://www.home-assistant.io/integrations/mqtt/#mqtt-discovery).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.core.messages import Json
from controller.journal.codec import canonical
from controller.shell.topics import Packet, base
from rules.registry import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from controller.shell.desk import Desk
    from rules.terms import Side

PREFIX: Final = "homeassistant"
"""Where Home Assistant looks unless it is told otherwise."""
_PLAYED: Final = "['play', 'restore', 'question', 'choice']"
_TROUBLE: Final = (
    "value_json.suspects or value_json.faults or value_json.bus != 'ok' or value_json.disk != 'ok'"
)


def known_board(desk: Desk, prefix: str) -> list[Packet]:
    """What makes the board of a desk known."""
    from importlib.metadata import version

    sides = GAMES[desk.view().game].sides
    return discovery(desk.board, sides, version("touchmove"), prefix)


def discovery(board: str, sides: Sequence[Side], program: str, prefix: str) -> list[Packet]:
    """What makes a board known.

    Args:
        sides: of the game that the board is made for.
        program: its version.
        prefix: `PREFIX` unless Home Assistant is configured otherwise.
    """
    node = f"touchmove_{board}"
    common: Json = {
        "device": {
            "identifiers": [node],
            "name": f"Board {board}",
            "manufacturer": "Touchmove",
            "model": "electronic game board",
            "sw_version": program,
        },
        "origin": {"name": "touchmove", "sw_version": program},
        "availability_topic": f"{base(board)}/status",
        "availability_template": "{{ 'offline' if value_json.state in ['offline', 'stopped'] else 'online' }}",
        "qos": 1,
    }
    return [
        Packet(
            topic=f"{prefix}/{component}/{node}/{name}/config",
            payload=canonical(
                common
                | {
                    "name": words,
                    "unique_id": f"{node}_{name}",
                    "state_topic": f"{base(board)}/{topic}",
                }
                | more
            ),
            qos=1,
            retain=True,
        )
        for component, name, words, topic, more in _entities(sides)
    ]


def _entities(sides: Iterable[Side]) -> Iterator[tuple[str, str, str, str, Json]]:
    """Component, object, name, topic of the value, and what else the entity says."""
    yield (
        "binary_sensor", "playing", "Game under way", "position",
        _when(f"value_json.stage in {_PLAYED}") | {"device_class": "running"},
    )  # fmt: skip
    yield "sensor", "stage", "Stage", "position", _is("value_json.stage")
    yield "sensor", "turn", "To move", "position", _is("value_json.side_to_move")
    yield "sensor", "ply", "Plies", "position", _is("value_json.ply")
    yield (
        "sensor", "last_move", "Last move", "position",
        _is("(value_json.last_move.notation.values() | first) if value_json.last_move else '-'"),
    )  # fmt: skip
    yield (
        "sensor", "result", "Result", "position",
        _is("value_json.result.result if value_json.result else '*'"),
    )  # fmt: skip
    yield (
        "binary_sensor", "attention", "Needs somebody", "position",
        _when("value_json.question or value_json.irregularity") | {"device_class": "problem"},
    )  # fmt: skip
    for side in sides:
        yield (
            "sensor", f"clock_{side}", f"Clock of {side}", "clock",
            _is(f"(value_json.sides['{side}'].remaining_ms / 1000) | round(0) | int")
            | {"unit_of_measurement": "s", "device_class": "duration"},
        )  # fmt: skip
    yield "sensor", "running", "Clock running", "clock", _is("value_json.running or '-'")
    yield (
        "binary_sensor", "trouble", "Trouble", "health",
        _when(_TROUBLE) | {"device_class": "problem", "entity_category": "diagnostic"},
    )  # fmt: skip
    yield (
        "sensor", "scan_rate", "Scans", "health",
        _is("(value_json.scan_hz or 0) | round(0) | int")
        | {"unit_of_measurement": "Hz", "entity_category": "diagnostic"},
    )  # fmt: skip


def _is(value: str) -> Json:
    return {"value_template": f"{{{{ {value} }}}}"}


def _when(condition: str) -> Json:
    return {"value_template": f"{{{{ 'ON' if {condition} else 'OFF' }}}}"}
