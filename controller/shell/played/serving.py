"""The addresses of the games of a journal: `/games`, and what belongs to each of them."""

from __future__ import annotations

import asyncio
import io
from collections import OrderedDict
from typing import TYPE_CHECKING, Final

from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from controller.core.messages import read_message
from controller.journal.faults import DiskFault, JournalError
from controller.shell.addresses import code_svg
from controller.shell.export import NoSuchGame, text_of, told
from controller.shell.played.bundle import write_bundle
from controller.shell.played.telling import fits, replay_of, summary_of
from controller.shell.recordfiles import target_by_name
from controller.shell.sheets.facts import sheet_of
from controller.shell.sheets.page import page_of
from controller.shell.sheets.paper import paper_of
from controller.shell.web.answers import tagged
from controller.shell.web.security import LOOPBACK_HOSTS, host_name, refuse
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from starlette.requests import Request

    from controller.core.messages import Json, Message
    from controller.shell.desk import Desk

PAGE: Final = 40
"""Games that are listed at once."""
LOOKED_MAX: Final = 200
"""Games that one search goes through: a second or two on the smallest machine."""
KEPT_MAX: Final = 2000
"""Summaries that are kept: half a kilobyte each."""
WORDS_MAX: Final = 200
"""Characters that are looked for."""
READERS: Final = 2
"""Games that are read for visitors at once; the board's own work goes before."""


class PlayedFaces:
    """What is at each address of the games.

    Args:
        page: the page that shows them.
        reach: where other machines find this server now, the best first.
    """

    def __init__(
        self,
        desk: Desk,
        page: Callable[[Request], Awaitable[Response]],
        reach: Callable[[], Sequence[str]],
    ) -> None:
        self._desk = desk
        self._page = page
        self._reach = reach
        self._kept: OrderedDict[tuple[str, int], Json | None] = OrderedDict()
        self._busy = asyncio.Semaphore(READERS)

    def routes(self) -> list[Route]:
        """Everything about the games."""
        return [
            Route("/games", self._page),
            Route("/games/all.zip", self._all),
            Route("/games/{game}", self._page),
            Route("/games/{game}/record.{form}", self._record),
            Route("/games/{game}/sheet", self._sheet),
            Route("/games/{game}/sheet.pdf", self._sheet),
            Route("/games/{game}/code.svg", self._code),
            Route("/api/games", self._list),
            Route("/api/games/{game}", self._replay),
        ]

    async def _list(self, request: Request) -> Response:
        """Games, the newest first: those with the words `q`, older than the game `before`."""
        words = request.query_params.get("q", "")[:WORDS_MAX]
        before = request.query_params.get("before")
        async with self._busy:
            return await _answered(lambda: self._listed(words, before))

    def _listed(self, words: str, before: str | None) -> Response:
        spans = list(reversed(self._desk.games()))
        ids = [span.game_id for span in spans]
        first = ids.index(before) + 1 if before in ids else 0
        found: list[Json] = []
        last = None
        for span in spans[first : first + LOOKED_MAX]:
            if len(found) == PAGE:
                break
            last = span.game_id
            summary = self._summary(span.game_id, span.last_seq)
            if summary is not None and fits(summary, words):
                found.append(summary)
        more = last is not None and last != ids[-1]
        return JSONResponse({"games": found, "before": last if more else None, "all": len(ids)})

    def _summary(self, game_id: str, last_seq: int) -> Json | None:
        key = game_id, last_seq
        if key not in self._kept:
            self._kept[key] = summary_of(game_id, self._messages(game_id))
            while len(self._kept) > KEPT_MAX:
                self._kept.popitem(last=False)
        return self._kept[key]

    def _messages(self, game_id: str) -> list[Message]:
        return [read_message(entry.body) for entry in self._desk.game_entries(game_id)]

    async def _of_game(
        self, request: Request, answer: Callable[[str, list[Message]], Response]
    ) -> Response:
        game_id = request.path_params["game"]

        def read() -> Response:
            if all(game_id != each.game_id for each in self._desk.games()):
                return refuse(404, "there is no such game in the journal")
            return answer(game_id, self._messages(game_id))

        async with self._busy:
            return await _answered(read)

    async def _replay(self, request: Request) -> Response:
        def answer(game_id: str, messages: list[Message]) -> Response:
            found = replay_of(game_id, messages)
            if found is None:
                return refuse(404, "this game has not begun")
            return JSONResponse(found)

        return await self._of_game(request, answer)

    async def _record(self, request: Request) -> Response:
        def answer(game_id: str, messages: list[Message]) -> Response:
            form = request.path_params["form"]
            target = None if form in OWN else target_by_name(form)
            text = text_of(told(messages, target), target)
            name = f'attachment; filename="{game_id}.{form}"'
            return PlainTextResponse(text, headers={"content-disposition": name})

        return await self._of_game(request, answer)

    async def _sheet(self, request: Request) -> Response:
        def answer(_: str, messages: list[Message]) -> Response:
            paper = paper_of(*sheet_of(messages))
            if not request.url.path.endswith(".pdf"):
                return HTMLResponse(page_of(paper, styles="/static/sheet.css"))
            from controller.shell.sheets.pdf import pdf_of

            return Response(pdf_of(paper), media_type="application/pdf")

        return await self._of_game(request, answer)

    async def _all(self, _: Request) -> Response:
        """Every game in one archive."""

        def read() -> Response:
            file = io.BytesIO()
            write_bundle(file, [each.game_id for each in self._desk.games()], self._messages)
            headers = {"content-disposition": 'attachment; filename="games.zip"'}
            return Response(file.getvalue(), media_type="application/zip", headers=headers)

        async with self._busy:
            return await _answered(read)

    async def _code(self, request: Request) -> Response:
        """A QR code of the page of a game, for a phone; none where no phone reaches this machine."""
        origin = f"{request.url.scheme}://{request.headers['host']}"
        if host_name(request.headers["host"]) in LOOPBACK_HOSTS:
            origin = next(iter(self._reach()), "")

        def answer(game_id: str, _: list[Message]) -> Response:
            if not origin:
                return Response(status_code=204)  # no mistake of the page that asks: [kiosk] host
            return tagged(request, code_svg(f"{origin}/games/{game_id}"), "image/svg+xml")

        return await self._of_game(request, answer)


OWN: Final = frozenset({"pgn", "pdn", "sgf", "txt"})
"""Ends of the files of a game's own records."""


async def _answered(read: Callable[[], Response]) -> Response:
    try:
        return await asyncio.to_thread(read)
    except NoSuchGame as error:
        return refuse(404, str(error))
    except (RulesError, JournalError, DiskFault) as error:
        return refuse(409, str(error))
