"""What comes into the core, and what goes out. Every input carries its time.

`at_ns` is monotonic: nanoseconds since the machine (or the recording) started.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from controller.core.messages import Message
from controller.core.sensing.marks import Marks
from rules.terms import Point, PointSet, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """One scan of the board in which something differs from the scan before.

    Points are the printed labels of the board; a board that stands turned is turned in the core.

    Attributes:
        levels: points where something stands.
        unknown: points that could not be read in this scan; their bits in `levels` mean nothing.
        marks: what is known of the pieces that stand; None from sensors that tell only presence.
        strengths: at occupied points, from sensors that measure it.
        wobbling: points whose piece is touched but has not left (its strength is off its rest).
    """

    at_ns: int
    levels: PointSet
    unknown: PointSet = 0
    marks: Marks | None = None
    strengths: Mapping[Point, int] = field(default_factory=dict)
    wobbling: PointSet = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """Scanning has gone on until now and nothing differs from the last frame."""

    at_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """No scans were made (or their results were lost) from `from_ns` until now."""

    at_ns: int
    from_ns: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """A side's clock button was pressed."""

    at_ns: int
    side: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Command:
    """A command of docs/protocol.md, already authorised for its role."""

    at_ns: int
    role: str
    name: str
    args: Mapping[str, Any] = field(default_factory=dict)


Input = Frame | Tick | Gap | Press | Command


class LampKind(StrEnum):
    """Why a point is lit. Later members win where a board has one lamp a point."""

    END = "end"
    """The game is over: the home row of the side that has won, of both where nobody has."""
    FLAG = "flag"
    """The home row of a side whose flag has fallen."""
    LAST_MOVE = "last-move"
    MAY_GO = "may-go"
    MUST_MOVE = "must-move"
    MUST_CAPTURE = "must-capture"
    PROMOTION = "promotion"
    CROWNING = "crowning"
    REMOVE = "remove"
    """A captured piece still stands here."""
    DEAD = "dead"
    """This stone is marked as dead, for the count (Go)."""
    MISSING = "missing"
    EXTRA = "extra"
    QUESTION = "question"


Lamps = Mapping[int, LampKind]
"""Point to what it shows; dark points are absent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """Why a command was not obeyed."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Effects:
    """What follows from one input.

    The shell writes `messages` to the journal before it tells anyone of them.

    Attributes:
        messages: in order.
        lamps: the new picture, by printed labels as in a `Frame`, or None when it has not changed.
        refusal: for a command that was not obeyed; then nothing else has changed.
    """

    messages: tuple[Message, ...] = ()
    lamps: Lamps | None = None
    refusal: Refusal | None = None
