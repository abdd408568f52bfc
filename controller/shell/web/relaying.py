"""What live relays poll, and who may look at the board itself while the public waits."""

from __future__ import annotations

import asyncio
import ipaddress
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route

from controller.shell.feeds.overlay import overlay
from controller.shell.feeds.reading import format_in
from controller.shell.feeds.relay import Relayed, game, game_on, games_text, index
from controller.shell.web.answers import tagged
from controller.shell.web.numbers import NUMBER

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, Sequence

    from starlette.requests import Request

    from controller.core.messages import Json

    Endpoint = Callable[[Request], Awaitable[Response]]

PUBLIC = (
    "/games.",
    "/index.json",
    "/game-",
    "/overlay/",
    "/round",
    "/static/",
    "/laws",
    "/healthz",
)
"""What the public may ask for while it is kept waiting, the pages' own files and the laws among it; everything else shows the
board as it is."""
_FORMS = {"pgn": "application/x-chess-pgn", "pdn": "text/plain", "sgf": "application/x-go-sgf"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Hall:
    """Who is in the hall, and may see the board without a delay.

    Attributes:
        networks: addresses beside this machine itself.
        front: whether what is at `/` is for the public: a hub has the page of the round there, a board its kiosk.
    """

    networks: tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...] = ()
    front: bool = False

    def admits(self, path: str, client: str | None, *, local: bool) -> bool:
        """Whether a request may be answered.

        Args:
            local: it comes from this machine itself and through no proxy.
        """
        if local or path.startswith(PUBLIC) or (self.front and path == "/"):
            return True
        try:
            address = ipaddress.ip_address(client or "")
        except ValueError:
            return False
        return any(address in network for network in self.networks)


def relay_routes(
    games: Callable[[], Sequence[Relayed]],
    pages: Mapping[str, Endpoint],
    table: Callable[[Sequence[Relayed]], Json | None] = lambda _: None,
    fetched: Callable[[], Sequence[Relayed]] | None = None,
) -> list[Route]:
    """The files of one round, and its page for the public.

    Args:
        games: what may be seen now.
        pages: the static files by name, of which these pages are two.
        table: the standings, as far as these games tell them; None where there are none.
        fetched: the same as `games`, for who fetches the files of the feed; None for no difference.
    """
    files = fetched or games

    async def listed(request: Request) -> Response:
        return _json(request, await asyncio.to_thread(index, files()))

    async def one(request: Request) -> Response:
        number = int(request.path_params["number"])
        found = game_on(files(), number)
        if found is None:
            raise HTTPException(404, f"there is no game on board {number} to be seen yet")
        if request.path_params["form"] == "json":
            return _json(request, game(found))
        return tagged(request, found.text.encode(), _FORMS["pgn"])

    async def shown(request: Request) -> Response:
        number = int(request.path_params["number"])
        found = game_on(games(), number)
        # Where there is none yet, there will be: a page that asks every second is not to be told of a mistake.
        return _json(request, None if found is None else overlay(found))

    async def every(request: Request) -> Response:
        form = request.path_params["form"]
        if form not in _FORMS:
            raise HTTPException(404, f"games are given as {', '.join(_FORMS)}")
        wanted = {"pgn": ("pgn", "xqpgn")}.get(form, (form,))
        shown = files()
        texts = [await asyncio.to_thread(games_text, shown, each) for each in wanted]
        text = "\n".join(filter(None, texts))
        return tagged(request, text.encode(), _FORMS[form])

    return [
        Route("/index.json", listed),
        Route(f"/game-{NUMBER}.{{form}}", one),
        Route("/games.{form}", every),
        Route("/round", pages["round.html"]),
        _round(games, table),
        Route(f"/overlay/{NUMBER}", pages["overlay.html"]),
        Route(f"/overlay/{NUMBER}.json", shown),
    ]


def _round(
    games: Callable[[], Sequence[Relayed]], table: Callable[[Sequence[Relayed]], Json | None]
) -> Route:
    """What the page of the round shows."""

    async def told(request: Request) -> Response:
        now = games()

        def read() -> Json:
            return {"boards": boards_of(now), "standings": table(now)}

        return _json(request, await asyncio.to_thread(read))

    return Route("/round.json", told)


def boards_of(games: Sequence[Relayed]) -> list[Json]:
    """Each board of a round as an overlay shows it, with the end of its record's file, in the order of the boards."""
    now = sorted((each for each in games if each.place == "now"), key=lambda each: each.board)
    found = []
    for each in now:
        if (shown := overlay(each)) is not None:
            form = format_in(each.text) or "pgn"
            found.append({**shown, "form": "pgn" if form == "xqpgn" else form})
    return found


def _json(request: Request, body: object) -> Response:
    return tagged(request, json.dumps(body, ensure_ascii=False).encode(), "application/json")
