"""The dialogue over a WebSocket. The only module that imports websockets."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from http import HTTPStatus
from typing import TYPE_CHECKING

from websockets.asyncio.server import serve as serve_websockets
from websockets.exceptions import ConnectionClosed
from websockets.typing import Origin

from controller.shell.livechess.dialogue import FRAME_MAX, Dialogue
from controller.shell.livechess.shown import Follower
from controller.shell.web.server import ListenError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Sequence

    from websockets.asyncio.server import Server, ServerConnection
    from websockets.http11 import Request, Response

    from controller.shell.config_types import LiveChessConfig
    from controller.shell.desk import Desk

PATH = "/api/v1.0"
CLIENTS_MAX = 16
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
    server = _Server(desk, settings)
    try:
        listening = await serve_websockets(
            server.talk,
            settings.host,
            settings.port,
            origins=[None, *map(Origin, settings.origins)],
            process_request=server.check,
            max_size=FRAME_MAX * 4,  # bytes; the dialogue looks at characters
            max_queue=16,
            compression=None,
            server_header=None,
        )
    except OSError as error:
        raise ListenError(settings.host, settings.port, error) from error
    async with listening:
        yield listening


class _Server:
    def __init__(self, desk: Desk, settings: LiveChessConfig) -> None:
        self._desk = desk
        self._settings = settings
        self._follower = Follower()
        self._clients = 0

    def check(self, connection: ServerConnection, request: Request) -> Response | None:
        """Refuses other paths, and more clients than a board has any use for."""
        if request.path.partition("?")[0] != PATH:
            return connection.respond(HTTPStatus.NOT_FOUND, f"The dialogue is at {PATH}\n")
        if self._clients >= CLIENTS_MAX:
            return connection.respond(HTTPStatus.SERVICE_UNAVAILABLE, "Too many clients\n")
        return None

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
