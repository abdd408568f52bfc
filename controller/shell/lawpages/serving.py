"""The addresses of the pages of laws: `/laws`, and `/laws/` with the name of a rulebook. Everybody may read them."""

from __future__ import annotations

import asyncio
import json
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from controller.shell.web.answers import tagged
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from starlette.requests import Request

    Played = tuple[str, Mapping[str, object]]

HTML: Final = "text/html"
PAGES_MAX = 4
"""Pages that are kept: the one of the board's own rulebook, and some that somebody looks up; 200 KB each."""
BOARD: Final = ("Board", "棋盘")
DESK: Final = ("Arbiter's desk", "裁判台")


def law_routes(
    home: tuple[str, str] = BOARD, own: Callable[[], Played | None] = lambda: None
) -> list[Route]:
    """The pages.

    Args:
        home: what stands at `/`, in English and Chinese.
        own: the game on the board and its options: its rulebooks are as the event has them.
    """

    async def listed(request: Request) -> Response:
        return tagged(request, await asyncio.to_thread(_index, home), HTML)

    async def one(request: Request) -> Response:
        name, played = request.path_params["book"], own()
        game, options = played or ("", {})
        asked = name, game, json.dumps(options, sort_keys=True), home
        try:
            return tagged(request, await asyncio.to_thread(_book, *asked), HTML)
        except RulesError as error:
            return HTMLResponse(await asyncio.to_thread(_index, home, str(error)), 404)

    return [Route("/laws", listed), Route("/laws/{book}", one)]


def _index(home: tuple[str, str], missing: str = "") -> bytes:
    from controller.shell.lawpages.page import index_page

    return index_page(home, missing).encode()


@lru_cache(maxsize=PAGES_MAX)
def _book(name: str, game: str, options: str, home: tuple[str, str]) -> bytes:
    from controller.shell.lawpages.page import page_of

    return page_of(name, game, json.loads(options), home).encode()
