"""What proves a record: its digest, its place, and that its columns say what its text says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from controller.core.messages import AnyMessage, read_message
from controller.journal.codec import genesis, link, read
from controller.journal.entry import Entry
from controller.journal.faults import JournalError

if TYPE_CHECKING:
    from pathlib import Path

Row = tuple[int, str | None, int, str, bytes, bytes]
"""seq, game_id, at_us, type, body, digest."""


class _Head(msgspec.Struct):
    seq: int
    game_id: str | None
    at_us: int
    type: str
    epoch: str
    board: str


_heads = msgspec.json.Decoder(_Head)


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """The chain of one journal. A record is read by nobody before it has been proved here.

    Attributes:
        path: the journal's file, for the words of an error.
    """

    path: Path
    board: str
    epoch: str

    def genesis(self) -> bytes:
        """The digest that the first record is chained to."""
        return genesis(self.epoch, self.board)

    def row(self, raw: bytes, seq: int, previous: bytes) -> Row:
        """The row of a record of which only the text was kept. Its digest follows from the one before.

        Raises:
            JournalError: it is no record, or not this one.
        """
        head = self._head(raw, seq)
        row = (head.seq, head.game_id, head.at_us, head.type, raw, link(previous, raw))
        self.check(row, seq, previous)
        return row

    def check(self, row: Row, expected: int, previous: bytes) -> bytes:
        """Proves a record and returns its digest.

        Args:
            expected: the sequence number that it must have.
            previous: the digest of the record before it.

        Raises:
            JournalError: names the record and what is wrong with it.
        """
        seq, game_id, at_us, kind, raw, digest = row
        if seq != expected:
            raise JournalError(self.path, f"it is missing (the next is {seq})", seq=expected)
        if not isinstance(raw, bytes) or link(previous, raw) != digest:
            raise JournalError(self.path, "its bytes do not fit the chain of digests", seq=seq)
        head = self._head(raw, seq)
        if (head.seq, head.game_id, head.at_us, head.type) != (seq, game_id, at_us, kind):
            raise JournalError(self.path, "its columns differ from its text", seq=seq)
        if (head.epoch, head.board) != (self.epoch, self.board):
            raise JournalError(self.path, "it belongs to another journal", seq=seq)
        return digest

    def entry(self, row: Row) -> Entry:
        """A record that was proved, as everybody reads it."""
        seq, game_id, _, kind, raw, _ = row
        try:
            body = read(raw)
        except ValueError as error:
            raise self._unreadable(seq, error) from error
        return Entry(seq=seq, game_id=game_id, type=kind, body=body)

    def message(self, entry: Entry) -> AnyMessage:
        """A record without its head.

        Raises:
            JournalError: this version knows no such message.
        """
        try:
            return read_message(entry.body)
        except msgspec.ValidationError as error:
            raise JournalError(
                self.path, f"it is no message of this version ({error})", seq=entry.seq
            ) from error

    def _head(self, raw: bytes, seq: int) -> _Head:
        try:
            return _heads.decode(raw)
        except (msgspec.DecodeError, RecursionError, UnicodeDecodeError) as error:
            raise self._unreadable(seq, error) from error

    def _unreadable(self, seq: int, error: Exception) -> JournalError:
        return JournalError(self.path, f"it cannot be read ({error})", seq=seq)
