"""What has come from the broker and is not read yet: each board has a place of its own. Pure.

The boards are read in turn, a message each. So one that says too much loses messages of its own, and holds up
nobody.
"""

from __future__ import annotations

from collections import deque
from typing import Final

WAITING_MAX: Final = 1_000
"""Messages of a board that wait: what it repeats after an outage of half an hour."""
BYTES_MAX: Final = 4 << 20
"""Bytes of them: four of the longest records."""


class Inbox:
    """The messages that wait, in their order."""

    def __init__(self) -> None:
        self._lines: dict[str, deque[tuple[str, bytes]]] = {}
        self._sizes: dict[str, int] = {}
        self._turn: deque[str] = deque()

    def __bool__(self) -> bool:
        return bool(self._turn)

    def put(self, board: str, topic: str, payload: bytes) -> bool:
        """Takes in a message of a board; whether there was room for it."""
        line = self._lines.get(board)
        if line is None:
            line = self._lines[board] = deque()
            self._sizes[board] = 0
            self._turn.append(board)
        size = self._sizes[board] + len(payload)
        if len(line) >= WAITING_MAX or size > BYTES_MAX:
            return False
        line.append((topic, payload))
        self._sizes[board] = size
        return True

    def take(self) -> tuple[str, bytes]:
        """The next message: its topic and payload. There must be one."""
        board = self._turn.popleft()
        topic, payload = self._lines[board].popleft()
        if self._lines[board]:
            self._turn.append(board)
            self._sizes[board] -= len(payload)
        else:
            del self._lines[board], self._sizes[board]
        return topic, payload
