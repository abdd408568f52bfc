"""What the header of a trace cannot say of a live game: its note holds it, as one JSON object.

A trace that the service has recorded is replayed with the timings that the board was judged by, and with
the names of its players. Any other note is free text and means nothing to the program.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields
from typing import TYPE_CHECKING, Any, Literal

import msgspec

from controller.core.settings import Timings
from controller.shell.config import TIMING_BOUNDS

if TYPE_CHECKING:
    from controller.core.settings import Settings

MARK = '{"touchmove":'
"""How a note of ours begins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """What a note says.

    Attributes:
        touchmove: the version of these notes.
        board, game_id, epoch: the game in its journal.
        clock, clock_starts: as in `Settings`.
        continues: after this ply the service was started anew; the trace begins there.
    """

    touchmove: int = 1
    board: str = ""
    game_id: str = ""
    epoch: str = ""
    continues: int | None = None
    clock: Literal["pressed", "moves"] = "pressed"
    clock_starts: Literal["at-once", "arbiter"] = "at-once"
    timings: dict[str, int] = field(default_factory=dict)
    players: dict[str, str | None] = field(default_factory=dict)
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def judged_by(self) -> Timings:
        """The timings that hands were judged by."""
        return Timings(**self.timings)


def recorded_of(
    settings: Settings, *, board: str, game_id: str, epoch: str, continues: int | None
) -> Recorded:
    """What the note of a live game has to say."""
    return Recorded(
        board=board,
        game_id=game_id,
        epoch=epoch,
        continues=continues,
        clock=settings.clock,
        clock_starts=settings.clock_starts,
        timings=asdict(settings.timings),
        players=dict(settings.players),
        headers=dict(settings.headers),
    )


def note_of(recorded: Recorded) -> str:
    """The note as the header of a trace has it."""
    said: dict[str, Any] = asdict(recorded)
    if recorded.continues is None:
        del said["continues"]
    return msgspec.json.encode(said).decode()


def read_note(note: str) -> Recorded:
    """What a note says; nothing where it is free text.

    Raises:
        ValueError: the note begins as one of ours and is not.
    """
    if not note.startswith(MARK):
        return Recorded()
    try:
        found = msgspec.json.decode(note, type=Recorded)
    except msgspec.DecodeError as error:
        raise ValueError(
            f"begins as a note of the recorder, but {error}; write free text"
        ) from None
    known = {each.name for each in fields(Timings)}
    for name, value in found.timings.items():
        if name not in known:
            raise ValueError(f"there is no timing {name[:40]!r} in this version")
        low, high = TIMING_BOUNDS[name]
        if not low <= value <= high:
            raise ValueError(f"{name} must be from {low} to {high}")
    return found
