"""What has come from the broker and is not read yet: each board has a place of its own. Pure.

The boards are read in turn, a message each. So one that says too much loses messages of its own, and holds up
nobody.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

WAITING_MAX: Final = 1_000
"""Messages of a board that wait: what it repeats after an outage of half an hour."""
BYTES_MAX: Final = 4 << 20
"""Bytes of them: four of the longest records."""


@dataclass(slots=True)
class _Line:
    waiting: deque[tuple[str, bytes]] = field(default_factory=deque)
    size: int = 0


class Inbox:
    """The messages of these boards, in their order."""

    def __init__(self, boards: Iterable[str]) -> None:
        self._lines = {board: _Line() for board in boards}
        self._turn: deque[str] = deque()

    def __bool__(self) -> bool:
        return bool(self._turn)

    def put(self, board: str, topic: str, payload: bytes) -> bool:
        """Takes in a message of one of the boards; whether there was room for it."""
        line = self._lines[board]
        waiting = line.waiting
        if len(waiting) >= WAITING_MAX or line.size + len(payload) > BYTES_MAX:
            return False
        if not waiting:
            self._turn.append(board)
        waiting.append((topic, payload))
        line.size += len(payload)
        return True

    def take(self) -> tuple[str, bytes]:
        """The next message: its topic and payload. There must be one."""
        board = self._turn.popleft()
        line = self._lines[board]
        topic, payload = line.waiting.popleft()
        line.size -= len(payload)
        if line.waiting:
            self._turn.append(board)
        return topic, payload
