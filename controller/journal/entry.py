"""One journalled message, as everybody reads it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from controller.core.messages import Json


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One journalled message, head and body, as outside programs see it."""

    seq: int
    game_id: str | None
    type: str
    body: Json


class GameSpan(NamedTuple):
    """Where one game stands in the journal."""

    game_id: str
    first_seq: int
    last_seq: int
    finished: bool
    """A result was recorded."""
