"""The dialogue over a WebSocket. The only module that imports websockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from http import HTTPStatus
from typing import TYPE_CHECKING, ParamSpec

from websockets.asyncio.server import ServerConnection
from websockets.asyncio.server import serve as serve_websockets
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from controller.shell.livechess import pages
from controller.shell.livechess.dialogue import FRAME_MAX, Dialogue
from controller.shell.livechess.pages import PATH
from controller.shell.livechess.shown import Follower
from controller.shell.web.server import ListenError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

    from websockets.asyncio.server import Server
    from websockets.http11 import Request, Response

    from controller.shell.config_types import LiveChessConfig
    from controller.shell.desk import Desk

    _Asked = ParamSpec("_Asked")
    _Answering = Callable[_Asked, Awaitable[Response | None] | Response | None]

CLIENTS_MAX = 16
STRANGERS_MAX = 16
"""Sites that were refused whose names are kept and told."""
_log = logging.getLogger("touchmove.livechess")


async def keep_livechess(desk: Desk, settings: LiveChessConfig, up: Callable[[int], None]) -> None:
    """Serves the dialogue until it is cancelled.

    Args:
        up: is told the port once it is listened on.

    Raises:
        ListenError: the address cannot be listened on.
    """
    async with _listening(desk, settings) as listening:
        up(_port(listening))
        await listening.wait_closed()


@contextlib.asynccontextmanager
async def livechess(desk: Desk, settings: LiveChessConfig) -> AsyncIterator[int]:
    """Serves the dialogue while the block runs; gives the port it listens on.

    Raises:
        ListenError: the address cannot be listened on.
    """
    async with _listening(desk, settings) as listening:
        yield _port(listening)


def _port(listening: Server) -> int:
    return int(next(iter(listening.sockets)).getsockname()[1])


@contextlib.asynccontextmanager
async def _listening(desk: Desk, settings: LiveChessConfig) -> AsyncIterator[Server]:
    # What clients do wrong is no error here; each that comes and goes would fill the disk.
    logging.getLogger("websockets.server").setLevel(logging.WARNING)
    server = _Server(desk, settings)
    try:
        listening = await serve_websockets(
            server.talk,
            settings.host,
            settings.port,
            process_request=server.check,
            create_connection=_Connection,
            max_size=FRAME_MAX * 4,  # bytes; the dialogue looks at characters
            max_queue=16,
            compression=None,
            server_header=None,
        )
    except OSError as error:
        raise ListenError(settings.host, settings.port, error) from error
    async with listening:
        yield listening


class _Connection(ServerConnection):
    async def handshake(
        self,
        process_request: _Answering[[ServerConnection, Request]] | None = None,
        process_response: _Answering[[ServerConnection, Request, Response]] | None = None,
        server_header: str | None = None,
    ) -> None:
        """Where a client asks for what is none of ours, or hangs up, the connection ends, and no more."""
        with contextlib.suppress(InvalidHandshake, ConnectionClosed, OSError):
            await super().handshake(process_request, process_response, server_header)


class _Server:
    def __init__(self, desk: Desk, settings: LiveChessConfig) -> None:
        self._desk = desk
        self._settings = settings
        self._follower = Follower()
        self._clients = 0
        self._strangers: set[str] = set()

    def check(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answers plain requests, and refuses other sites and more clients than a board has any use for."""
        origins = request.headers.get_all("Origin")
        if (site := pages.stranger(origins, self._settings.origins)) is not None:
            self._refused(site)
            return connection.respond(HTTPStatus.FORBIDDEN, "This site may not read the board\n")
        path = pages.path_of(request.path)
        if path != PATH:
            return self._page(connection, request, path)
        if self._clients >= CLIENTS_MAX:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "Too many clients\n")
        return None

    def _page(self, connection: ServerConnection, request: Request, path: str) -> Response:
        if not pages.is_own_name(request.headers.get_all("Host"), self._settings.host):
            return connection.respond(HTTPStatus.FORBIDDEN, "The board has no such name\n")
        shown = self._follower.shown(self._desk.view())
        body = pages.body_of(path, [Dialogue(serial=self._desk.board).described(shown)])
        if body is None:
            known = f"The dialogue is at {PATH}, the list of boards at {pages.EBOARDS}\n"
            return connection.respond(HTTPStatus.NOT_FOUND, known)
        answer = connection.respond(HTTPStatus.OK, body.decode())
        for name, value in pages.headers_for(request.headers.get_all("Origin")).items():
            answer.headers.pop(name, None)
            answer.headers[name] = value
        return answer

    def _refused(self, site: str) -> None:
        """Says once of a site that it was refused: perhaps it is to be let in."""
        site = site[:100]
        if site not in self._strangers and len(self._strangers) < STRANGERS_MAX:
            self._strangers.add(site)
            _log.info("a page of %r may not read the board; see `origins` in [livechess]", site)

    async def talk(self, connection: ServerConnection) -> None:
        """One client, until it goes."""
        self._clients += 1
        dialogue = Dialogue(serial=self._desk.board)
        try:
            async with asyncio.TaskGroup() as group:
                following = group.create_task(self._follow(connection, dialogue))
                await self._hear(connection, dialogue)
                following.cancel()
        except* ConnectionClosed:
            pass
        finally:
            self._clients -= 1

    async def _hear(self, connection: ServerConnection, dialogue: Dialogue) -> None:
        async for text in connection:
            if not isinstance(text, str):
                continue
            shown = self._follower.shown(self._desk.view())
            await _send(connection, dialogue.heard(text, shown, _now_ms()))
            if dialogue.wanted is not None:
                fen, dialogue.wanted = dialogue.wanted, None
                await self._begin(fen)

    async def _follow(self, connection: ServerConnection, dialogue: Dialogue) -> None:
        version = 0
        while True:
            version = await self._desk.wait_change(version)
            shown = self._follower.shown(self._desk.view())
            await _send(connection, dialogue.changed(shown, _now_ms()))

    async def _begin(self, fen: str) -> None:
        """Begins the game that a page has set up, unless one is being played."""
        view = self._desk.view()
        if not self._settings.starts_games or (view.moves and view.result is None):
            _log.info("a page set up another position than the game's; it is not begun")
            return
        body = {"id": f"livechess-{_now_ms()}", "args": {"position": fen, "time_control": None}}
        reply = await self._desk.command("operator", "start", body, "http")
        if not reply.accepted:
            _log.warning("a game that a page has set up cannot begin: %s", reply.reason)


async def _send(connection: ServerConnection, frames: Sequence[str]) -> None:
    for frame in frames:
        await connection.send(frame)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
