"""The messages of a board that a hub keeps: in their order, and not more than so many. Pure."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from controller.core.messages import Json, Text


class Told(msgspec.Struct, frozen=True, gc=False):
    """A message of a board.

    Attributes:
        kind: its type.
        text: all of it, as JSON.
        before: the position that stood in the record before it; None where that is not known.
        after: the same after it, where it says so.
    """

    seq: int
    kind: str
    text: bytes
    before: Text | None = None
    after: Text | None = None

    @property
    def body(self) -> Json:
        """The message."""
        found: Json = msgspec.json.decode(self.text)
        return found


class Kept:
    """Messages in the order of their numbers, the newest of them."""

    __slots__ = ("_limit", "all")

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self.all: deque[Told] = deque()

    def put(self, new: Told) -> bool:
        """Puts a message in its place: a broker lets some overtake others, and repeats some.

        Returns:
            Whether it is new; not where it is known, or older than all that are kept.
        """
        kept, place = self.all, len(self.all)
        while place and kept[place - 1].seq > new.seq:
            place -= 1
        if (place and kept[place - 1].seq == new.seq) or (not place and len(kept) >= self._limit):
            return False
        kept.insert(place, new)
        if len(kept) > self._limit:
            kept.popleft()
        return True

    def before(self, seq: int) -> Text | None:
        """The position before a message with this number, where these tell it."""
        for told in reversed(self.all):
            if told.seq < seq:
                return told.before if told.after is None else told.after
        return None
