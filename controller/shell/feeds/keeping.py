"""What the public waits for, on disk: what has come in is appended, so that a restart does not shorten the wait.

A file begins with a line that says by which time its lines count; each further line is a `Step`. Where more of it is
over than waits still, it is written anew. A line that is not whole ends it: what stood behind it waits anew.
"""

from __future__ import annotations

import asyncio
import logging
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import structs

from controller.shell.feeds.delay import Step, entered_of
from controller.shell.feeds.steady import Kept, later_s, resumed
from controller.shell.recordfiles import write_whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path

    from controller.shell.feeds.delay import DelayLine, Entered
    from controller.shell.feeds.steady import SteadyTime

SPARE: Final = 1 << 20
"""Bytes that may be over before a file is written anew."""
_encode: Final = msgspec.json.Encoder().encode
_step: Final = msgspec.json.Decoder(Step)
_log = logging.getLogger("touchmove.feed")


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """By which time the lines of a file count."""

    feed: int = 1
    boot: str | None
    ahead_s: float


class FeedFile:
    """The file of one delay line.

    Args:
        path: its place. A file of an earlier version, `.json`, is read where there is none yet, and removed.
        now: the time by which things wait.
    """

    def __init__(self, path: Path, now: SteadyTime) -> None:
        self.path = path
        self._old = path.with_suffix(".json")
        self._now = now
        self._size = self._whole = 0

    def read(self) -> Iterable[Entered]:
        """What an earlier run has left, as far as it can be read; of each board in the order of time."""
        try:
            if self.path.exists():
                return self._left(self.path.read_bytes())
            if self._old.exists():
                return resumed(msgspec.json.decode(self._old.read_bytes(), type=Kept), self._now)
        except (OSError, ValueError, RecursionError) as error:
            _log.warning("%s cannot be read (%s); the feed waits anew", self.path, error)
        return ()

    def _left(self, data: bytes) -> Iterable[Entered]:
        lines = data.split(b"\n")
        head, steps = msgspec.json.decode(lines[0], type=Head), list[Step]()
        lengths: dict[tuple[int, str], int] = {}
        try:
            for line in lines[1:-1]:
                step = _step.decode(line)
                if not 0 <= step.keep <= lengths.get((step.board, step.game), 0):
                    raise ValueError("what a line goes on from is missing")  # noqa: TRY301 - as what cannot be read
                lengths[step.board, step.game] = step.keep + len(step.tail)
                steps.append(step)
        except (ValueError, RecursionError) as error:
            _log.warning("%s is not whole (%s); what is missing waits anew", self.path, error)
        newest_s = max((step.at_s for step in steps), default=0.0)
        more_s = later_s(head.boot, head.ahead_s, newest_s, self._now)
        return entered_of(structs.replace(step, at_s=step.at_s + more_s) for step in steps)

    async def keep(self, line: DelayLine) -> None:
        """Writes what has come in since the last time. Where that fails, a restart only makes it wait again."""
        steps: Sequence[Step] = line.unwritten()
        anew = not self._size or self._size >= 2 * self._whole + SPARE
        if anew:
            steps = line.steps()
        elif not steps:
            return
        try:
            await asyncio.to_thread(self._write if anew else self._append, steps)
        except OSError as error:
            if self._size:
                _log.warning(
                    "%s cannot be written (%s); the feed would wait anew", self.path, error
                )
            self._size = 0

    def _write(self, steps: Sequence[Step]) -> None:
        head = Head(boot=self._now.boot, ahead_s=self._now.ahead_s)
        text = "".join(map(_line, (head, *steps)))
        write_whole(self.path, text)
        self._old.unlink(missing_ok=True)
        self._size = self._whole = len(text)

    def _append(self, steps: Sequence[Step]) -> None:
        text = "".join(map(_line, steps))
        with self.path.open("a", encoding="utf-8") as stream:
            stream.write(text)
        self._size += len(text)


def _line(each: msgspec.Struct) -> str:
    return _encode(each).decode() + "\n"
