"""What a hub shows and takes: the arbiter's desk, and the feed of the round."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.shell.hub.config import HUB_ROLES
from controller.shell.hub.hub import NoAnswerError
from controller.shell.web.app import WebApp, static_files
from controller.shell.web.bodies import read_command_body
from controller.shell.web.events import Viewers
from controller.shell.web.relaying import relay_routes
from controller.shell.web.security import Guard, Rate, Verdict, refuse

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.types import Receive, Scope, Send

    from controller.shell.hub.hub import Hub
    from controller.shell.web.relaying import Hall
    from controller.shell.web.security import Tokens

HEARTBEAT_S: Final = 15.0
BATCH: Final = 500
"""News that are joined into one write for a viewer who is behind."""
COALESCE_S: Final = 0.05
"""So long after news more are gathered: a viewer is written to at most twenty times a second."""
DESK_ROLE: Final = "arbiter"


def make_hub_app(
    hub: Hub, *, tokens: Tokens, hosts: Collection[str], hall: Hall | None = None
) -> Starlette:
    """The web application of a hub.

    Args:
        tokens: who may see and give orders.
        hosts: the names, without port, by which this machine is reached.
        hall: who sees more than the feed; None for everybody who has a token.
    """
    rate, faces = Rate(), _Faces(hub, tokens)
    app = WebApp(
        guard=lambda inner: Guard(inner, hosts=hosts, rate=rate, hall=hall), routes=faces.routes()
    )
    app.state.viewers = faces.viewers
    return app


class _Faces:
    """What is at each address."""

    def __init__(self, hub: Hub, tokens: Tokens) -> None:
        self._hub = hub
        self._tokens = tokens
        self.viewers = Viewers()

    def routes(self) -> list[Route]:
        static = static_files()
        page = static["hall.html"]
        return [
            Route("/", page),
            Route("/arbiter", page),
            *(Route(f"/static/{name}", answer) for name, answer in static.items()),
            Route("/api/tables", self._tables),
            Route("/api/tables/events", self._events),
            Route("/api/tables/{board}/log", self._log),
            Route("/api/tables/{board}/commands/{role}/{name}", self._command, methods=["POST"]),
            *relay_routes(self._hub.games),
            Route("/healthz", self._healthz),
        ]

    async def _tables(self, request: Request) -> Response:
        if (refusal := self._unless_allowed(DESK_ROLE, request)) is not None:
            return refusal
        body = {
            "newest": self._hub.newest,
            "broker": self._hub.link.words(),
            "tables": self._hub.summaries(),
        }
        return JSONResponse(body)

    async def _events(self, request: Request) -> Response:
        if (refusal := self._unless_allowed(DESK_ROLE, request)) is not None:
            return refusal
        if self.viewers.full:
            return refuse(503, "as many viewers as this hub serves are watching", retry_after="5")
        text = request.query_params.get("after", str(self._hub.newest))
        if not (text.isascii() and text.isdigit() and len(text) <= 16):
            return refuse(400, "after must be the number of a news")
        return NewsStream(self._hub, self.viewers, int(text))

    async def _log(self, request: Request) -> Response:
        if (refusal := self._unless_allowed(DESK_ROLE, request)) is not None:
            return refusal
        table = self._hub.tables.by_board.get(request.path_params["board"])
        if table is None:
            return refuse(404, "there is no such board at this hub")
        return JSONResponse({"board": table.board, "events": list(table.events)})

    async def _command(self, request: Request) -> Response:
        board, role, name = (request.path_params[key] for key in ("board", "role", "name"))
        if role not in HUB_ROLES:
            return refuse(
                404, f"there is no such role at the hub; roles are {', '.join(HUB_ROLES)}"
            )
        if (refusal := self._unless_allowed(role, request)) is not None:
            return refusal
        if board not in self._hub.tables.by_board:
            return refuse(404, "there is no such board at this hub")
        body = await read_command_body(request)
        try:
            reply = await self._hub.command(board, role, name, body)
        except NoAnswerError as error:
            return refuse(504, str(error))
        return JSONResponse(reply, 200 if reply.get("accepted") else 409)

    async def _healthz(self, _: Request) -> Response:
        link = self._hub.link
        return JSONResponse({"broker": link.words()}, 200 if link.connected else 503)

    def _unless_allowed(self, role: str, request: Request) -> Response | None:
        client = request.client.host if request.client else None
        match self._tokens.judge(role, request.headers, client):
            case Verdict.ALLOWED:
                return None
            case Verdict.NEEDS_PROOF:
                return refuse(401, f"acting as {role} needs a token", www_authenticate="Bearer")
            case Verdict.NOT_PROVED:
                return refuse(403, f"this token may not act as {role}")


class NewsStream(Response):
    """One viewer's stream of news.

    Args:
        after: news after this one are sent. Where they are no longer kept, or come from another run of the
            hub, one event `stale` is sent: read all tables again.
    """

    media_type = "text/event-stream"

    def __init__(self, hub: Hub, viewers: Viewers, after: int) -> None:
        super().__init__()
        self._hub = hub
        self._viewers = viewers
        self._after = after

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Sends until the viewer leaves, falls too far behind, or the server stops."""
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
        while not leaving.done():
            news = self._hub.news(self._after)
            if news is None:
                await _write(send, b"event: stale\ndata: {}\n\n")
                return
            if news:
                await _write(send, b"".join(news[:BATCH]))
                self._after += len(news[:BATCH])
                await asyncio.wait({leaving}, timeout=COALESCE_S if len(news) <= BATCH else 0)
                continue
            change = asyncio.create_task(self._hub.wait(self._after))
            try:
                done, _ = await asyncio.wait(
                    {leaving, change}, timeout=HEARTBEAT_S, return_when=asyncio.FIRST_COMPLETED
                )
            finally:
                change.cancel()
            if not done:
                await _write(send, b": still here\n\n")


async def _write(send: Send, body: bytes) -> None:
    await send({"type": "http.response.body", "body": body, "more_body": True})
