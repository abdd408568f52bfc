"""Answers to commands, kept in the journal: a command that comes again is answered again, not obeyed again."""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING

from controller.journal.files import REPLIES_KEPT
from controller.shell.desk import Reply

if TYPE_CHECKING:
    from collections.abc import Iterable

    from controller.core.messages import Json

Start = tuple[str, "Json"]
"""A game that was ordered: its id, and the arguments of `start`."""


class Receipt:
    """One command on its way, and its answer once there is one.

    Attributes:
        key: role and id, which together name a command.
        reply: what is answered.
        start: the game that it begins, if it begins one.
        note: goes with the answer once; the journal never has it.
    """

    def __init__(self, key: str, identity: str) -> None:
        self.key = key
        self.identity = identity
        self.reply = Reply(id=identity, accepted=False)
        self.answered = False
        self.start: Start | None = None
        self.note: str | None = None

    def answer(self, reason: str | None, seq: int) -> None:
        """The command is obeyed (no reason) or refused; a refused one begins no game."""
        accepted = reason is None
        note = self.note if accepted else None
        self.reply = Reply(id=self.identity, accepted=accepted, reason=reason, seq=seq, note=note)
        self.answered = True
        if reason is not None:
            self.start = None

    def row(self) -> tuple[str, Json]:
        """As the journal keeps it."""
        body: Json = {
            "accepted": self.reply.accepted,
            "reason": self.reply.reason,
            "seq": self.reply.seq,
            "start": None if self.start is None else list(self.start),
        }
        return self.key, body


class Receipts:
    """The newest answers, those of the journal first.

    Attributes:
        newest_start: the game that was ordered last, whether its men ever stood or not.
    """

    def __init__(self, rows: Iterable[tuple[str, Json]]) -> None:
        self._replies: OrderedDict[str, Reply] = OrderedDict()
        self.newest_start: Start | None = None
        for key, body in rows:
            identity = key.partition("/")[2]
            self._replies[key] = Reply(
                id=identity, accepted=body["accepted"], reason=body["reason"], seq=body["seq"]
            )
            if body["start"] is not None:
                self.newest_start = (body["start"][0], body["start"][1])

    def known(self, receipt: Receipt) -> Reply | None:
        """What was answered when this command came before."""
        return self._replies.get(receipt.key)

    def keep(self, receipt: Receipt) -> None:
        """Remembers an answer that is in the journal."""
        self._replies[receipt.key] = receipt.reply
        if receipt.start is not None:
            self.newest_start = receipt.start
        while len(self._replies) > REPLIES_KEPT:
            self._replies.popitem(last=False)
