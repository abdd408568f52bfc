"""The edge of a simulated board: journal first, then whoever listens; and the program's deaths between.

The journal is kept in memory as the bytes that the real one would write, or is the real one on disk.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from controller.core.messages import AnyMessage, Head, Json, Message, read_message
from controller.journal.codec import canonical, genesis, link, parse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.journal.store import Journal

BOARD = "simulated"
EPOCH = "simulation"
GAME_ID = "g1"


class Kept(Protocol):
    """A journal of one game."""

    @property
    def newest_seq(self) -> int: ...

    def append(self, messages: Sequence[Message], at_us: int) -> None: ...

    def bodies(self, after_seq: int) -> list[Json]: ...


class MemoryJournal:
    """Canonical bytes, chained; nothing else survives a death of the program."""

    def __init__(self) -> None:
        self._records: list[bytes] = []
        self._digest = genesis(EPOCH, BOARD)

    @property
    def newest_seq(self) -> int:
        return len(self._records)

    @property
    def digest(self) -> bytes:
        """Of all records: two evenings with the same digest said the same, byte for byte."""
        return self._digest

    def append(self, messages: Sequence[Message], at_us: int) -> None:
        for message in messages:
            head = Head(
                board=BOARD, game_id=GAME_ID, epoch=EPOCH,
                seq=len(self._records) + 1, at_us=at_us,
            )  # fmt: skip
            raw = canonical(head.wrap(message))
            self._digest = link(self._digest, raw)
            self._records.append(raw)

    def bodies(self, after_seq: int) -> list[Json]:
        return [parse(raw) for raw in self._records[after_seq:]]


class DiskJournal:
    """The real journal."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    @property
    def newest_seq(self) -> int:
        return self._journal.newest_seq

    def append(self, messages: Sequence[Message], at_us: int) -> None:
        self._journal.append(messages, game_id=GAME_ID, at_us=at_us)

    def bodies(self, after_seq: int) -> list[Json]:
        return [dict(entry.body) for entry in self._journal.entries(after_seq, 1_000_000)]


class Ledger:
    """Carries out messages in the order of the service: recorded, then told.

    Attributes:
        told: every message that listeners have received, as they received it.
    """

    def __init__(self, journal: Kept) -> None:
        self.journal = journal
        self.told: list[Json] = []
        self._steps = (self._record, self._tell)

    def carry_out(self, messages: Sequence[Message], at_us: int, *, steps_done: int = 2) -> None:
        """Records and tells.

        Args:
            messages: from one input.
            at_us: when.
            steps_done: fewer than both when the program dies on the way.
        """
        for step in self._steps[:steps_done]:
            step(messages, at_us)

    def catch_up(self) -> None:
        """After a start the outbox goes on where the listeners are."""
        self._tell((), 0)

    def messages(self) -> list[AnyMessage]:
        """What a new program reads back."""
        return [read_message(body) for body in self.journal.bodies(0)]

    def times_us(self) -> list[int]:
        """When each of them was recorded."""
        return [int(body["at_us"]) for body in self.journal.bodies(0)]

    def _record(self, messages: Sequence[Message], at_us: int) -> None:
        self.journal.append(messages, at_us)

    def _tell(self, messages: Sequence[Message], at_us: int) -> None:
        """Listeners read the journal behind a cursor of their own."""
        del messages, at_us
        self.told += self.journal.bodies(len(self.told))
