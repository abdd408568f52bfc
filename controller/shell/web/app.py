"""The web application: the kiosk page, the state of the board, its events, and commands.

It knows the board only as a `Desk`.
"""

from __future__ import annotations

import asyncio
import dataclasses
import mimetypes
from importlib import resources
from typing import TYPE_CHECKING

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from controller.core.messages import read_message
from controller.shell.export import NoSuchGame
from controller.shell.feeds.feed import Feed
from controller.shell.hub.faces import DeskFaces
from controller.shell.hub.single import OneBoard
from controller.shell.lawpages.serving import law_routes
from controller.shell.played.serving import PlayedFaces
from controller.shell.sheets.facts import sheet_of
from controller.shell.sheets.page import page_of
from controller.shell.sheets.paper import Paper, paper_of
from controller.shell.supervising import Supervisor
from controller.shell.web.answers import tagged
from controller.shell.web.benching import BenchFace, Scope
from controller.shell.web.bodies import BadBodyError, read_command_body
from controller.shell.web.changes import state
from controller.shell.web.events import EventStream, Viewers
from controller.shell.web.metrics import METRICS_TYPE, Tally, metrics_text, told
from controller.shell.web.numbers import sequence_number
from controller.shell.web.packing import Packing
from controller.shell.web.pieces import pieces_svg
from controller.shell.web.preloading import preloading
from controller.shell.web.relaying import Hall, relay_routes
from controller.shell.web.security import (
    LOOPBACK_HOSTS,
    ROLES,
    Guard,
    Rate,
    Tokens,
    refuse,
    unless_allowed,
)
from controller.shell.web.visitor import visitor
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence

    from starlette.requests import Request
    from starlette.types import ASGIApp

    from controller.core.messages import Json
    from controller.shell.desk import Desk, Entry

TECHNICIANS = ("operator", "arbiter")
"""Who may look at the sensors."""
ROOT = b'<html lang="en">'
TO_KIOSK = b'<a id="to-kiosk" href="/" data-text="sensors.kiosk"></a>'
"""The arbiter's desk has this where a board stands alone; a hub has no kiosk."""


class WebApp(Starlette):
    """Starlette with our guard outside everything, its own error pages included."""

    def __init__(self, *, guard: Callable[[ASGIApp], ASGIApp], routes: list[Route]) -> None:
        self._guard = guard
        errors = {HTTPException: _http_error, BadBodyError: _bad_body, Exception: _crash}
        super().__init__(routes=routes, exception_handlers=errors)  # type: ignore[arg-type]

    def build_middleware_stack(self) -> ASGIApp:
        return self._guard(Packing(super().build_middleware_stack()))


def make_app(
    desk: Desk,
    *,
    tokens: Tokens,
    hosts: Collection[str] = LOOPBACK_HOSTS,
    viewers: Viewers | None = None,
    rate: Rate | None = None,
    feed: Feed | None = None,
    hall: Hall | None = None,
    sensors: Callable[[], bytes] | None = None,
    scope: Scope | None = None,
    supervisor: Supervisor | None = None,
    reach: Callable[[], Sequence[str]] = tuple,
    looks: Mapping[str, str] | None = None,
) -> Starlette:
    """The web application of one board.

    Args:
        desk: the board.
        tokens: who may give orders.
        hosts: the names, without port, by which this machine is reached.
        viewers: counts the event streams, and limits them.
        rate: limits orders.
        feed: what relays see; None for the game as it stands.
        hall: who sees the board itself; None for everybody.
        sensors: how they are, as JSON, for technicians; None where nobody knows.
        scope: what is inside a simulated board; None where nobody looks.
        supervisor: of the service's tasks; None where there are none.
        reach: where other machines find the board now, the best first.
        looks: what the pages begin with: "language", "theme", "keyboard".
    """
    guard_rate, supervisor = rate or Rate(), supervisor or Supervisor()
    viewers = viewers or Viewers(supervisor=supervisor)
    faces = _Faces(desk, tokens, viewers, feed or Feed(desk), sensors, scope=scope)
    faces.supervisor, faces.reach, faces.looks = supervisor, reach, looks or {}
    app = WebApp(
        guard=lambda inner: Guard(inner, hosts=hosts, rate=guard_rate, hall=hall),
        routes=faces.routes(),
    )
    app.state.viewers = faces.viewers
    return app


def _paper(entries: Sequence[Entry]) -> Paper:
    return paper_of(*sheet_of([read_message(entry.body) for entry in entries]))


class _Faces:
    """What is at each address."""

    def __init__(
        self,
        desk: Desk,
        tokens: Tokens,
        viewers: Viewers,
        feed: Feed,
        sensors: Callable[[], bytes] | None,
        *,
        scope: Scope | None,
    ) -> None:
        self._desk = desk
        self._bench = BenchFace(desk, self._unless_allowed, scope)
        self._feed = feed
        self._live = sensors
        self._tokens = tokens
        self._tally = Tally(desk)
        self.viewers = viewers
        self.supervisor = Supervisor()
        self.reach: Callable[[], Sequence[str]] = tuple
        self.looks: Mapping[str, str] = {}

    def routes(self) -> list[Route]:
        static = static_files(looks=self.looks)
        page, sensors = static.pop("index.html"), static.pop("sensors.html")
        games = static.pop("games.html")
        return [
            Route("/", page),
            Route("/bench", page),
            Route("/sensors", sensors),
            Route("/arbiter", static.pop("hall.html")),
            *(Route(f"/static/{name}", answer) for name, answer in static.items()),
            Route("/api/state", self._state),
            Route("/api/sensors", self._sensors),
            Route("/api/desk", self._visitor),
            Route("/api/events", self._events),
            Route("/api/commands/{role}/{name}", self._command, methods=["POST"]),
            *self._bench.routes(),
            *DeskFaces(OneBoard(self._desk), self._tokens, self.viewers).routes(),
            *relay_routes(self._feed.games, static, fetched=self._feed.fetched),
            *law_routes(own=self._played),
            *PlayedFaces(self._desk, games, self.reach).routes(),
            Route("/sheet", self._sheet),
            Route("/sheet.pdf", self._sheet),
            Route("/metrics", self._metrics),
            Route("/healthz", self._healthz),
        ]

    def _played(self) -> tuple[str, Mapping[str, object]]:
        """The game on the board, and its options."""
        view = self._desk.view()
        return view.game, view.game_options

    async def _sheet(self, request: Request) -> Response:
        """The score sheet of the game on the board, to print."""
        game_id = self._desk.game_id
        entries = [] if game_id is None else self._desk.game_entries(game_id)
        try:
            paper = await asyncio.to_thread(_paper, entries)
        except (NoSuchGame, RulesError) as error:
            return PlainTextResponse(f"There is no score sheet yet: {error}\n", status_code=404)
        if request.url.path.endswith(".pdf"):
            from controller.shell.sheets.pdf import pdf_of

            return Response(await asyncio.to_thread(pdf_of, paper), media_type="application/pdf")
        return HTMLResponse(page_of(paper, styles="/static/sheet.css"))

    async def _state(self, request: Request) -> Response:
        body = msgspec.json.encode(state(self._desk, arbiter=self._arbiter(request)))
        return Response(body, media_type="application/json")

    async def _sensors(self, request: Request) -> Response:
        """The sensors show where every man stands, so they are for those who may see everything."""
        refusals = [self._unless_allowed(role, request) for role in TECHNICIANS]
        if None not in refusals:
            return refusals[0] or refuse(401, "the sensors are for operators and arbiters")
        if self._live is None:
            return refuse(404, "nobody knows how the sensors of this board are")
        headers = {"cache-control": "no-store"}
        return Response(self._live(), media_type="application/json", headers=headers)

    async def _visitor(self, request: Request) -> Response:
        return JSONResponse(
            visitor(self._desk, lambda role: self._unless_allowed(role, request) is None)
        )

    def _arbiter(self, request: Request) -> bool:
        return self._unless_allowed("arbiter", request) is None

    async def _events(self, request: Request) -> Response:
        if self.viewers.full:
            return refuse(503, "as many viewers as this board serves are watching", retry_after="5")
        text = request.headers.get("last-event-id") or request.query_params.get("after")
        arbiter = self._arbiter(request)
        if text is None:
            newest = self._desk.newest_seq()
            return EventStream(self._desk, self.viewers, newest, arbiter=arbiter)
        after = sequence_number(text)
        if after is None:
            return refuse(400, "Last-Event-ID and after must be a sequence number")
        return EventStream(self._desk, self.viewers, after, arbiter=arbiter)

    async def _command(self, request: Request) -> Response:
        role, name = request.path_params["role"], request.path_params["name"]
        if role not in ROLES:
            return refuse(404, f"there is no such role; roles are {', '.join(sorted(ROLES))}")
        if (refusal := self._unless_allowed(role, request)) is not None:
            return refusal
        body = await read_command_body(request)
        reply = await self._desk.command(role, name, body, "http")
        return JSONResponse(dataclasses.asdict(reply), 200 if reply.accepted else 409)

    def _unless_allowed(self, role: str, request: Request) -> Response | None:
        return unless_allowed(self._tokens, role, request)

    async def _metrics(self, _: Request) -> Response:
        text = metrics_text(
            self._desk, await self._tally.counts(), self.viewers.count, self.supervisor
        )
        return PlainTextResponse(text, media_type=METRICS_TYPE)

    async def _healthz(self, _: Request) -> Response:
        status = self._desk.status()
        body: Json = {
            "status": status.state,
            "cause": status.cause,
            "next_step": status.next_step,
            "tasks": told(self.supervisor),
        }
        return JSONResponse(body, 200 if status.state in {"online", "degraded"} else 503)


def static_files(
    *, kiosk: bool = True, looks: Mapping[str, str] | None = None
) -> dict[str, Callable[[Request], Awaitable[Response]]]:
    """An endpoint for each file of the pages, by name, read once.

    Args:
        kiosk: whether there is one, to which the arbiter's desk leads back.
        looks: what the pages begin with, as `KioskConfig.looks` gives it.
    """
    folder = resources.files("controller.shell.web") / "static"
    files = {file.name: file.read_bytes() for file in folder.iterdir() if file.is_file()}
    files["pieces.svg"] = pieces_svg().encode()
    if not kiosk:
        files["hall.html"] = files["hall.html"].replace(TO_KIOSK, b"")
    given = "".join(f' data-{name}="{value}"' for name, value in (looks or {}).items())
    root = ROOT[:-1] + given.encode() + b">"
    for name in [each for each in files if each.endswith(".html")]:
        files[name] = preloading(files[name].replace(ROOT, root, 1), files)
    return {name: _file(name, content) for name, content in files.items()}


def _file(name: str, content: bytes) -> Callable[[Request], Awaitable[Response]]:
    kind = mimetypes.types_map.get(name[name.rfind(".") :], "application/octet-stream")

    async def answer(request: Request) -> Response:
        return tagged(request, content, kind)

    return answer


async def _http_error(_: Request, error: HTTPException) -> Response:
    return JSONResponse({"error": error.detail}, error.status_code, headers=error.headers)


async def _bad_body(_: Request, error: BadBodyError) -> Response:
    return refuse(error.status, str(error))


async def _crash(_: Request, __: Exception) -> Response:
    return refuse(500, "the board's program has a fault; its log says more")
