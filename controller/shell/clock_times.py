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
        face = shown.get(move.ply, {}).get(move.side)
        found.append(_time(face, used, move.side) if isinstance(face, dict) else PlyTime())
    return found


def _time(face: Mapping[str, object], used: dict[str, int], side: str) -> PlyTime:
    left, spent = face.get("remaining_ms"), face.get("used_ms")
    elapsed = None
    if isinstance(spent, int):
        elapsed = max(0, spent - used.get(side, 0)) // SECOND_MS * SECOND_MS
        used[side] = spent
    overtime = face.get("byo_yomi_left", face.get("moves_to_go"))
    late = isinstance(overtime, int) and isinstance(face.get("period"), int) and face["period"] != 1
    return PlyTime(
        clock_ms=left // SECOND_MS * SECOND_MS if isinstance(left, int) else None,
        elapsed_ms=elapsed,
        overtime=overtime if late and isinstance(overtime, int) else None,
    )
