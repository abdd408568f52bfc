"""The board's state and its messages as server-sent events.

A viewer has no queue of its own: whatever it has not yet read is fetched from the journal when its
connection takes more. So a slow viewer costs no memory and delays nobody; the server hangs up on it
when it stops reading (see `server`).
"""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response

from controller.core.observing import kept_back
from controller.shell import tasks
from controller.shell.signs import awaited
from controller.shell.supervising import Supervisor
from controller.shell.web.changes import Changes
from controller.shell.web.entries import shown
from controller.shell.web.packing import STREAM_HEAD, piece, stored, takes_gzip

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.types import Receive, Scope, Send

    from controller.core.messages import Json
    from controller.shell.desk import Desk, Entry

VIEWERS = 512
"""Streams open at once: a club's screens, and the phones of everybody in the hall. What they cost is measured
by `benchmarks/bench_kiosk.py`."""
BATCH = 25
"""Journal entries sent between two breaths of the event loop: about 15 KB and a fifth of a
millisecond, so that even many viewers who catch up at once hold up nothing."""
AT_ONCE = 16
"""Viewers who are told of a change between two breaths of the event loop: a few milliseconds."""
HEARTBEAT_S = 5.0
"""A silent stream says this often that it is alive: who hears nothing for longer has lost the board, whatever the
network says. Proxies hang up after 30 s or more."""
BEAT = b"event: beat\ndata: {}\n\n"
COALESCE_S = 0.05
"""Changes within this time reach a viewer as one."""
UNHURRIED = 32
"""Where more than so many watch, changes are gathered for longer, in proportion: 0.8 s for 512."""


class Viewers:
    """The open streams, and what they share: news of changes, and what is sent of them.

    What has changed is looked up and written out once, whoever watches. So that many viewers at once do not
    hold up the board, they are told in groups.
    """

    def __init__(self, limit: int = VIEWERS, supervisor: Supervisor | None = None) -> None:
        self._limit = limit
        self._supervisor = supervisor or Supervisor()
        self._telling = False
        self._changes = {arbiter: Changes(arbiter=arbiter) for arbiter in (False, True)}
        self._entries: dict[tuple[int, bool], tuple[int, bytes]] = {}
        self._entries_of = -1
        self._leaving: set[asyncio.Task[None]] = set()
        self._waiting: set[asyncio.Event] = set()
        self.version = -1

    @property
    def count(self) -> int:
        """How many streams are open."""
        return len(self._leaving)

    @property
    def full(self) -> bool:
        """Whether no more viewers are taken."""
        return self.count >= self._limit

    def enter(self, receive: Receive) -> asyncio.Task[None]:
        """Counts a viewer in, until the task that is returned ends: the viewer has left."""
        leaving = asyncio.create_task(_disconnected(receive))
        self._leaving.add(leaving)
        return leaving

    def leave(self, leaving: asyncio.Task[None]) -> None:
        """Counts a viewer out."""
        self._leaving.discard(leaving)
        if not leaving.cancel() and not leaving.cancelled():
            leaving.result()  # raises what has gone wrong with it

    def follow(self, desk: Desk) -> asyncio.Event:
        """An event that is set whenever the desk has changed, from now on until `forget`."""
        news = asyncio.Event()
        self._waiting.add(news)
        if not self._telling:
            self._telling = True
            self._supervisor.start(tasks.VIEWERS, lambda: self._tell(desk))
        elif self.version >= 0:
            news.set()
        return news

    def forget(self, news: asyncio.Event) -> None:
        """That viewer is told no more; nobody is left to be told when it was the last."""
        self._waiting.discard(news)
        if not self._waiting and self._telling:
            self._supervisor.forget(tasks.VIEWERS.name)
            self._telling = False
            self.version = -1

    async def _tell(self, desk: Desk) -> None:
        while True:
            self.version = await awaited(partial(desk.wait_change, self.version))
            for number, news in enumerate(tuple(self._waiting), 1):
                news.set()
                if number % AT_ONCE == 0:
                    await asyncio.sleep(0)
            await asyncio.sleep(COALESCE_S * max(1.0, len(self._waiting) / UNHURRIED))

    def state_event(
        self, desk: Desk, version: int, seen: int = -1, *, arbiter: bool
    ) -> tuple[bytes, bytes]:
        """The event with the newest state, or with what has changed in it since one that the viewer has seen.

        Its end is this viewer's own.
        """
        return self._changes[arbiter].event(desk, version, seen)

    def entry_events(self, desk: Desk, after_seq: int, *, arbiter: bool) -> tuple[int, bytes]:
        """At most `BATCH` entries of the journal as events, and the number of the last; 0 where there are none.

        Viewers who have read as far share them, until something has changed.
        """
        if self._entries_of != self.version:
            self._entries_of = self.version
            self._entries.clear()
        if (found := self._entries.get((after_seq, arbiter))) is None:
            found = _entry_events(desk, desk.entries(after_seq, BATCH), arbiter=arbiter)
            if len(self._entries) < BATCH:  # those who catch up from far behind share nothing
                self._entries[after_seq, arbiter] = found
        return found

    def close(self) -> None:
        """Ends every stream."""
        for leaving in self._leaving:
            leaving.cancel()


def _entry_events(desk: Desk, entries: Sequence[Entry], *, arbiter: bool) -> tuple[int, bytes]:
    hidden: frozenset[str] = frozenset()
    counts = arbiter or not entries
    if not counts:
        view = desk.view()
        hidden, counts = kept_back(view), view.unsaid is None
    text = b"".join(
        b"id: %d\nevent: %s\ndata: %s\n\n"
        % (e.seq, e.type.encode(), _json(shown(e, counts=counts)))
        for e in entries
        if e.type not in hidden
    )
    return (entries[-1].seq if entries else 0), text


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class ViewerStream(Response):
    """Server-sent events to one viewer, until it leaves or the server stops."""

    media_type = "text/event-stream"

    def __init__(self, viewers: Viewers) -> None:
        super().__init__()
        self._viewers = viewers
        self._packs = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._packs = takes_gzip(scope.get("headers", ()))
        leaving = self._viewers.enter(receive)
        try:
            head = [(b"content-type", b"text/event-stream; charset=utf-8")]
            if self._packs:
                head += [(b"content-encoding", b"gzip"), (b"vary", b"accept-encoding")]
            await send({"type": "http.response.start", "status": 200, "headers": head})
            if self._packs:
                await send({"type": "http.response.body", "body": STREAM_HEAD, "more_body": True})
            await self._stream(leaving, send)
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._viewers.leave(leaving)

    async def _stream(self, leaving: asyncio.Task[None], send: Send) -> None:
        """Writes events; returns when the viewer is leaving or falls too far behind."""
        raise NotImplementedError

    async def _write(self, send: Send, body: bytes, own: bytes = b"") -> None:
        """Sends what viewers share, and what is this viewer's own."""
        if self._packs:
            body, own = piece(body), stored(own) if own else b""
        await send({"type": "http.response.body", "body": body + own, "more_body": True})


class EventStream(ViewerStream):
    """One viewer's stream of a board.

    Args:
        after_seq: journal entries after this one are sent first. A number beyond the journal's
            newest comes from another journal: everything is sent.
        arbiter: whether the viewer is an arbiter, who sees everything.
    """

    def __init__(
        self,
        desk: Desk,
        viewers: Viewers,
        after_seq: int,
        heartbeat_s: float = HEARTBEAT_S,
        *,
        arbiter: bool = False,
    ) -> None:
        super().__init__(viewers)
        self._desk = desk
        self._arbiter = arbiter
        self._seq = after_seq if after_seq <= desk.newest_seq() else 0
        self._heartbeat_s = heartbeat_s

    async def _stream(self, leaving: asyncio.Task[None], send: Send) -> None:
        viewers = self._viewers
        news = viewers.follow(self._desk)
        leaving.add_done_callback(lambda _: news.set())
        seen = -1
        try:
            while True:
                alarm = asyncio.get_running_loop().call_later(self._heartbeat_s, news.set)
                await news.wait()
                alarm.cancel()
                news.clear()
                if leaving.done():
                    return
                if viewers.version == seen:
                    await self._write(send, BEAT)
                    continue
                seen = await self._send_news(seen, leaving, send)
        finally:
            viewers.forget(news)

    async def _send_news(self, seen: int, leaving: asyncio.Task[None], send: Send) -> int:
        """The entries that are new to this viewer, and what has changed in the state; the version then."""
        viewers, desk, arbiter = self._viewers, self._desk, self._arbiter
        while not leaving.done():
            last, body = viewers.entry_events(desk, self._seq, arbiter=arbiter)
            self._seq = last or self._seq
            if self._seq >= desk.newest_seq() or not last:
                version = viewers.version
                changed, own = viewers.state_event(desk, version, seen, arbiter=arbiter)
                await self._write(send, body + changed, own)
                return version
            await self._write(send, body)
            # Sending to a quick viewer does not wait by itself.
            await asyncio.sleep(0)
        return seen


def _json(body: Json) -> bytes:
    return msgspec.json.encode(body)
