"""The HTTP server, in the event loop of the service.

Clients cannot be trusted to be quick or polite: a connection that sends no request, or reads no
answer, is hung up on, and there is a limit on connections. Everything else is uvicorn.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import itertools
import socket
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from controller.shell.web.security import SECURITY_HEADERS

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from starlette.applications import Starlette

    from controller.shell.web.events import Viewers

CONNECTIONS = 768
"""Connections at once: 64 streams, and room for strangers, at about 60 KB each."""
ACCEPTED = 16
"""Connections taken in one turn of the event loop; each costs up to 1 ms on a small machine."""
WAITING = 512
"""Connections that may wait in the kernel to be taken."""
REQUEST_S = 10.0
"""Seconds in which a client must have sent its request's head."""
STALL_S = 10.0
"""Seconds for which a client may leave its answer unread."""


class ListenError(OSError):
    """The web server cannot listen. Says where, why and what to do."""

    def __init__(self, host: str, port: int, error: OSError) -> None:
        reason = {
            errno.EADDRINUSE: "the port is taken; stop the other program or choose another port",
            errno.EACCES: "ports below 1024 need a privilege; choose a port such as 8000",
            errno.EADDRNOTAVAIL: "this machine does not have that address; check [kiosk] host",
        }.get(error.errno or 0, error.strerror or str(error))
        super().__init__(f"cannot listen on {host} port {port}: {reason}")


class Line(H11Protocol):
    """One connection: uvicorn's, with limits on how slow the other end may be."""

    connections_max = CONNECTIONS
    request_s = REQUEST_S
    stall_s = STALL_S
    _request_timer: asyncio.TimerHandle | None = None
    _stall_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if len(self.connections) > self.connections_max:
            transport.abort()
        else:
            self._request_timer = self.loop.call_later(self.request_s, transport.abort)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        busy = self.cycle is not None and not self.cycle.response_complete
        if busy:
            self._stop_request_timer()
        elif self._request_timer is None:
            self._request_timer = self.loop.call_later(self.request_s, self.transport.abort)

    def on_response_complete(self) -> None:
        self._stop_request_timer()
        super().on_response_complete()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._stall_timer = self.loop.call_later(self.stall_s, self.transport.abort)

    def resume_writing(self) -> None:
        self._stop_stall_timer()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_request_timer()
        self._stop_stall_timer()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answers what is not HTTP; the application never sees it.

        Where an answer to something before it has begun, nothing more can be said on this connection;
        where one is only due, it is not said any more.
        """
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state not in {h11.IDLE, h11.SEND_RESPONSE}:
            self.transport.close()
            return
        headers = [(name.encode(), value.encode()) for name, value in SECURITY_HEADERS.items()]
        headers += [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        head = h11.Response(status_code=400, headers=headers, reason=b"Bad Request")
        # The answer to a HEAD has no body, also where it is about what came behind the HEAD.
        bare = self.conn.our_state is h11.SEND_RESPONSE and self.scope["method"] == "HEAD"
        for event in (head, h11.Data(data=b"" if bare else msg.encode()), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _stop_request_timer(self) -> None:
        if self._request_timer is not None:
            self._request_timer.cancel()
            self._request_timer = None

    def _stop_stall_timer(self) -> None:
        if self._stall_timer is not None:
            self._stall_timer.cancel()
            self._stall_timer = None


class _Server(uvicorn.Server):
    """A server that leaves signals to the service and says when it has started."""

    def __init__(self, config: uvicorn.Config, viewers: Viewers) -> None:
        super().__init__(config)
        self.is_up = asyncio.Event()
        self.leaving = asyncio.Event()
        self._viewers = viewers

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_up.set()

    async def main_loop(self) -> None:
        """As uvicorn's, which looks ten times a second whether it is to end; each look wakes the processor up."""
        for second in itertools.count():
            if await self.on_tick(10 * second):
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(1):
                    await self.leaving.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._viewers.close()
        await super().shutdown(sockets)


@contextlib.asynccontextmanager
async def serve(
    app: Starlette, host: str, port: int, *, line: type[Line] = Line
) -> AsyncIterator[int]:
    """Serves an application of `make_app` while the block runs; gives the port it listens on.

    Args:
        app: what to serve.
        host: the address to listen on.
        line: how connections are kept; tests make the limits shorter.
        port: 0 for any free port.

    Raises:
        ListenError: the address cannot be listened on.
    """
    async with _serving(app, host, port, line) as (bound, _):
        yield bound


async def keep_serving(app: Starlette, host: str, port: int, up: Callable[[int], None]) -> None:
    """Serves an application of `make_app` until it is cancelled.

    Args:
        up: is told the port once it is listened on.

    Raises:
        ListenError: the address cannot be listened on.
    """
    async with _serving(app, host, port, Line) as (bound, running):
        up(bound)
        await asyncio.shield(running)


@contextlib.asynccontextmanager
async def _serving(
    app: Starlette, host: str, port: int, line: type[Line]
) -> AsyncIterator[tuple[int, asyncio.Task[None]]]:
    listener = _listen(host, port)
    config = uvicorn.Config(
        app,
        http=line,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        backlog=ACCEPTED,
        timeout_graceful_shutdown=1,
    )
    server = _Server(config, app.state.viewers)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        await _started(server, running)
        # asyncio takes in one turn as many connections as its backlog; the kernel may keep more.
        listener.listen(WAITING)
        bound: tuple[Any, ...] = listener.getsockname()
        yield int(bound[1]), running
    finally:
        server.should_exit = True
        server.leaving.set()
        await running
        listener.close()


async def _started(server: _Server, running: asyncio.Task[None]) -> None:
    """Waits until the server is up, or raises what kept it from starting."""
    waiting = asyncio.create_task(server.is_up.wait())
    await asyncio.wait({waiting, running}, return_when=asyncio.FIRST_COMPLETED)
    waiting.cancel()
    if running.done():
        running.result()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(WAITING)
    except OSError as error:
        listener.close()
        raise ListenError(host, port, error) from error
    listener.setblocking(False)
    return listener
