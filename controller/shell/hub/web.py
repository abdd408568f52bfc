"""What a hub shows and takes: the arbiter's desk, and the feed of the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from controller.shell.hub.faces import DeskFaces
from controller.shell.hub.figures import figures_text
from controller.shell.web.app import WebApp, static_files
from controller.shell.web.events import Viewers
from controller.shell.web.relaying import relay_routes
from controller.shell.web.security import Guard, Rate

if TYPE_CHECKING:
    from collections.abc import Collection

    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

    from controller.shell.hub.hub import Hub
    from controller.shell.web.relaying import Hall
    from controller.shell.web.security import Tokens


def make_hub_app(
    hub: Hub, *, tokens: Tokens, hosts: Collection[str], hall: Hall | None = None
) -> Starlette:
    """The web application of a hub.

    Args:
        tokens: who may see and give orders.
        hosts: the names, without port, by which this machine is reached.
        hall: who sees more than the feed; None for everybody who has a token.
    """
    rate, viewers = Rate(), Viewers()

    async def healthz(_: Request) -> Response:
        unread = sum(each.strange.total() for each in hub.tables.by_board.values())
        return JSONResponse(
            {"broker": hub.words(), "unread": unread}, 200 if hub.link.connected else 503
        )

    async def metrics(_: Request) -> Response:
        text = figures_text(hub, viewers.count)
        return PlainTextResponse(text, media_type="text/plain; version=0.0.4")

    static = static_files(kiosk=False)
    page = static["hall.html"]
    routes = [
        Route("/", page),
        Route("/arbiter", page),
        *(Route(f"/static/{name}", answer) for name, answer in static.items()),
        *DeskFaces(hub, tokens, viewers).routes(),
        *relay_routes(hub.games),
        Route("/healthz", healthz),
        Route("/metrics", metrics),
    ]
    app = WebApp(guard=lambda inner: Guard(inner, hosts=hosts, rate=rate, hall=hall), routes=routes)
    app.state.viewers = viewers
    return app
