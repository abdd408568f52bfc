"""The board's state and its messages as server-sent events.

A viewer has no queue of its own: whatever it has not yet read is fetched from the journal when its
connection takes more. So a slow viewer costs no memory and delays nobody; the server hangs up on it
when it stops reading (see `server`).
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import msgspec
from starlette.responses import Response

from controller.core.observing import FOR_ARBITER, for_players, keeps_back
from controller.shell.web.visitor import allowed

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from controller.core.messages import Json
    from controller.shell.desk import Desk

VIEWERS = 64
"""Streams open at once: a club's screens and phones round one board, on the smallest machine."""
BATCH = 25
"""Journal entries sent between two breaths of the event loop: about 15 KB and a fifth of a
millisecond, so that even 64 viewers who catch up at once hold up nothing."""
HEARTBEAT_S = 15.0
"""A silent stream says this often that it is alive; proxies hang up after 30 s or more."""
COALESCE_S = 0.05
"""Changes within this time reach a viewer as one state."""


def state(desk: Desk, *, arbiter: bool) -> Json:
    """The answer of `/api/state`.

    Args:
        arbiter: whether it is for an arbiter, who sees everything; players in observer mode do not.
    """
    view = desk.view() if arbiter else for_players(desk.view())
    body: Json = {
        "at_us": desk.at_us(),
        "board": desk.board,
        "game_id": desk.game_id,
        "epoch": desk.epoch,
        "seq": desk.newest_seq(),
        "status": msgspec.to_builtins(desk.status()),
        "health": msgspec.to_builtins(desk.health()),
        "view": msgspec.to_builtins(view),
        "allowed": allowed(view.stage),
        "bench": None if desk.bench is None else desk.bench.state(),
    }
    return body


class Viewers:
    """The open streams, and the newest states that they share: of arbiters and of all others."""

    def __init__(self, limit: int = VIEWERS) -> None:
        self._limit = limit
        self._states: dict[bool, tuple[int, bytes]] = {}
        self._leaving: set[asyncio.Task[None]] = set()

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
        leaving.cancel()
        self._leaving.discard(leaving)

    def state_event(self, desk: Desk, version: int, *, arbiter: bool) -> bytes:
        """The event with the newest state, made once for all viewers of a kind.

        Only `at_us` is new each time: a viewer who comes later counts the clocks down from it.
        """
        known, rest = self._states.get(arbiter, (-1, b""))
        if version != known:
            body = state(desk, arbiter=arbiter)
            del body["at_us"]
            rest = _json(body)[1:]
            self._states[arbiter] = (version, rest)
        return b'event: state\ndata: {"at_us":%d,%b\n\n' % (desk.at_us(), rest)

    def close(self) -> None:
        """Ends every stream."""
        for leaving in self._leaving:
            leaving.cancel()


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


class EventStream(Response):
    """One viewer's stream.

    Args:
        after_seq: journal entries after this one are sent first. A number beyond the journal's
            newest comes from another journal: everything is sent.
        arbiter: whether the viewer is an arbiter, who sees everything.
    """

    media_type = "text/event-stream"

    def __init__(
        self,
        desk: Desk,
        viewers: Viewers,
        after_seq: int,
        heartbeat_s: float = HEARTBEAT_S,
        *,
        arbiter: bool = False,
    ) -> None:
        super().__init__()
        self._desk = desk
        self._viewers = viewers
        self._arbiter = arbiter
        self._seq = after_seq if after_seq <= desk.newest_seq() else 0
        self._heartbeat_s = heartbeat_s

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends until the viewer leaves or the server stops."""
        del scope
        leaving = self._viewers.enter(receive)
        try:
            head = [(b"content-type", b"text/event-stream; charset=utf-8")]
            await send({"type": "http.response.start", "status": 200, "headers": head})
            await self._stream(leaving, send)
            await send({"type": "http.response.body", "body": b""})
        finally:
            self._viewers.leave(leaving)

    async def _stream(self, leaving: asyncio.Task[None], send: Send) -> None:
        version = -1
        while not leaving.done():
            change = asyncio.create_task(self._desk.wait_change(version))
            try:
                await asyncio.wait(
                    {leaving, change},
                    timeout=self._heartbeat_s,
                    return_when=asyncio.FIRST_COMPLETED,
                )
            finally:
                change.cancel()
            if leaving.done():
                return
            if not change.done():
                await self._write(send, b": still here\n\n")
                continue
            version = change.result()
            await self._send_entries(leaving, send)
            await self._write(send, self._state(version))
            await asyncio.wait({leaving}, timeout=COALESCE_S)

    def _state(self, version: int) -> bytes:
        return self._viewers.state_event(self._desk, version, arbiter=self._arbiter)

    async def _send_entries(self, leaving: asyncio.Task[None], send: Send) -> None:
        while not leaving.done() and (entries := self._desk.entries(self._seq, BATCH)):
            await self._write(
                send,
                b"".join(
                    b"id: %d\nevent: %s\ndata: %s\n\n" % (e.seq, e.type.encode(), _json(e.body))
                    for e in entries
                    if self._arbiter
                    or e.type not in FOR_ARBITER
                    or not keeps_back(self._desk.view())
                ),
            )
            self._seq = entries[-1].seq
            # Sending to a quick viewer does not wait by itself.
            await asyncio.sleep(0)

    async def _write(self, send: Send, body: bytes) -> None:
        await send({"type": "http.response.body", "body": body, "more_body": True})


def _json(body: Json) -> bytes:
    return msgspec.json.encode(body)
