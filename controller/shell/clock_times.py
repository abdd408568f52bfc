"""What the clocks showed after each ply, from the messages of a game, as records keep it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.messages import Clock, Correction, Move

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from controller.core.messages import Json, Message

SECOND_MS = 1000
"""Records have whole seconds, as a clock shows them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlyTime:
    """One ply of a record.

    Attributes:
        clock_ms: what the mover had left; None where there was no clock.
        elapsed_ms: what the ply took of the mover's time.
        overtime: periods of byo-yomi, or moves of a Canadian period, that the mover had left; None
            before overtime.
    """

    clock_ms: int | None = None
    elapsed_ms: int | None = None
    overtime: int | None = None


def times_of(messages: Sequence[Message], moves: Sequence[Move]) -> list[PlyTime]:
    """The times of the moves that stand, in their order.

    A ply's time is what the clock showed at its press; where it was never pressed, when it was published.
    """
    shown: dict[int, Json] = {}
    for message in messages:
        match message:
            case Move():
                shown[message.ply] = message.clocks or {}
            case Clock() if message.ply is not None and message.ply in shown:
                shown[message.ply] = message.sides
            case Correction():
                for ply in range(message.from_ply, message.to_ply + 1):
                    shown.pop(ply, None)
            case _:
                pass
    used: dict[str, int] = {}
    found = []
    for move in moves:
        face = face_of(shown.get(move.ply), move.side)
        found.append(time_of(face, used.get(move.side, 0)))
        if face.used_ms is not None:
            used[move.side] = face.used_ms
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """What the mover's clock showed at a ply; None where it did not say it.

    Attributes:
        used_ms: in the whole game.
        overtime: as in `PlyTime`.
    """

    left_ms: int | None = None
    used_ms: int | None = None
    overtime: int | None = None


def face_of(sides: Mapping[str, object] | None, side: str) -> Face:
    """A side's clock, from the clocks of a message."""
    face = (sides or {}).get(side)
    if not isinstance(face, dict):
        return Face()
    overtime = face.get("byo_yomi_left", face.get("moves_to_go"))
    late = isinstance(face.get("period"), int) and face["period"] != 1
    return Face(
        left_ms=_number(face.get("remaining_ms")),
        used_ms=_number(face.get("used_ms")),
        overtime=_number(overtime) if late else None,
    )


def time_of(face: Face, used_ms: int) -> PlyTime:
    """The time of a ply, where its mover had used so much before it."""
    left, spent = face.left_ms, face.used_ms
    return PlyTime(
        clock_ms=None if left is None else left // SECOND_MS * SECOND_MS,
        elapsed_ms=None if spent is None else max(0, spent - used_ms) // SECOND_MS * SECOND_MS,
        overtime=face.overtime,
    )


def _number(value: object) -> int | None:
    return value if isinstance(value, int) else None
