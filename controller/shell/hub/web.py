"""What a hub shows and takes: the arbiter's desk, and the feed of the round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Route

from controller.shell.hub.faces import DeskFaces
from controller.shell.hub.figures import figures_text
from controller.shell.hub.standings import public_standings
from controller.shell.lawpages.serving import DESK, law_routes
from controller.shell.supervising import Supervisor
from controller.shell.web.app import WebApp, static_files
from controller.shell.web.events import Viewers
from controller.shell.web.metrics import METRICS_TYPE, tasks_text, told
from controller.shell.web.relaying import relay_routes
from controller.shell.web.security import Guard, Rate

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence
    from pathlib import Path

    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import Response

    from controller.core.messages import Json, Outlet
    from controller.shell.feeds.relay import Relayed
    from controller.shell.hub.hub import Hub
    from controller.shell.web.relaying import Hall
    from controller.shell.web.security import Tokens


def make_hub_app(
    hub: Hub,
    *,
    tokens: Tokens,
    hosts: Collection[str],
    hall: Hall | None = None,
    supervisor: Supervisor | None = None,
    event: Sequence[Path] = (),
    broadcast: Callable[[], Sequence[Outlet]] = tuple,
) -> Starlette:
    """The web application of a hub.

    Args:
        tokens: who may see and give orders.
        hosts: the names, without port, by which this machine is reached.
        hall: who sees more than the feed; None for everybody who has a token.
        supervisor: of the hub's tasks; None where there are none.
        event: files that the table of the event is counted from.
        broadcast: the ways on which the games leave the hub.
    """
    supervisor = supervisor or Supervisor()
    rate, viewers = Rate(), Viewers(supervisor=supervisor)

    async def healthz(_: Request) -> Response:
        well = hub.link.connected and not supervisor.troubles()
        unread = sum(each.strange.total() for each in hub.tables.by_board.values())
        body = {
            "broker": hub.words(),
            "unread": unread,
            "broadcast": msgspec.to_builtins(broadcast()),
            "tasks": told(supervisor),
        }
        return JSONResponse(body, 200 if well else 503)

    async def metrics(_: Request) -> Response:
        text = figures_text(hub, viewers.count) + tasks_text(supervisor)
        return PlainTextResponse(text, media_type=METRICS_TYPE)

    def table(games: Sequence[Relayed]) -> Json | None:
        return public_standings(event, games, delayed=hall is not None)

    static = static_files(kiosk=False)
    public, desk = relay_routes(hub.games, static, table), static["hall.html"]
    routes = [
        Route("/", static["round.html"]),
        Route("/arbiter", desk),
        *(Route(f"/static/{name}", answer) for name, answer in static.items()),
        *DeskFaces(hub, tokens, viewers, event).routes(),
        *public,
        *law_routes(DESK),
        Route("/healthz", healthz),
        Route("/metrics", metrics),
    ]
    app = WebApp(guard=lambda inner: Guard(inner, hosts=hosts, rate=rate, hall=hall), routes=routes)
    app.state.viewers = viewers
    return app
