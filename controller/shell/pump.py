"""Feeds a session: before each input, the ticks that the session asked for and that are due.

A tick that is due at the very moment of an input is left out: the input does for it, except a command, which
may be refused and must leave no trace then. The session hears of
the time at those moments only: a `Tick` from outside makes the ticks due up to it and is not fed itself. So
what follows does not depend on when scans happened to be made in which nothing changed, and a trace,
which leaves them out, gives what the live board gave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from controller.core.inputs import Command, Effects, Gap, Input, Tick

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_TICKS_AT_ONCE = 1000
"""Ticks at one and the same moment; a session that asks for more would ask for ever."""


SHORTEST_GAP_NS = 1000
"""No trace can tell of a shorter one."""


class Fed(Protocol):
    """The side of a session that the pump needs."""

    def feed(self, item: Input) -> Effects: ...

    def next_deadline(self) -> int | None: ...


class Pump:
    """Keeps a session's time. The live service and the replay of traces feed through it alike."""

    def __init__(self, session: Fed, at_ns: int = 0) -> None:
        self._session = session
        self._now_ns = at_ns

    def advance(self, item: Input) -> Iterator[tuple[int, Effects]]:
        """Feeds the ticks due before the item's time, then the item.

        The effects of each must be carried out before the next is asked for.

        Yields:
            The time of each input that was fed, in nanoseconds, and its effects.
        """
        assert item.at_ns >= self._now_ns, "inputs come in the order of their times"
        if isinstance(item, Tick):
            yield from self._ticks(item.at_ns + 1)
            self._now_ns = item.at_ns
            return
        yield from self._ticks(self._seen_ns(item))
        self._now_ns = item.at_ns
        yield item.at_ns, self._session.feed(item)

    def _seen_ns(self, item: Input) -> int:
        """Ticks earlier than this come before the item. Where no scans were made, nobody has seen that nothing differs."""
        if isinstance(item, Gap):
            return max(min(item.from_ns, item.at_ns - SHORTEST_GAP_NS), self._now_ns) + 1
        return item.at_ns + isinstance(item, Command)

    def _ticks(self, until_ns: int) -> Iterator[tuple[int, Effects]]:
        at_once = 0
        while (deadline := self._session.next_deadline()) is not None and deadline < until_ns:
            at_once = at_once + 1 if deadline <= self._now_ns else 0
            assert at_once < MOST_TICKS_AT_ONCE, f"the session's deadline stays at {deadline}"
            self._now_ns = max(self._now_ns, deadline)
            yield self._now_ns, self._session.feed(Tick(at_ns=self._now_ns))
