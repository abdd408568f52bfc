"""The addresses of an arbiter's desk, over many boards or over one."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final, Protocol

import msgspec
from starlette.responses import HTMLResponse, JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from controller.core.messages import read_message
from controller.core.stages import Stage
from controller.journal.faults import JournalError
from controller.shell.export import NoSuchGame, moves_of
from controller.shell.hub.pictures import pictures
from controller.shell.hub.standings import Asked, records_of, standings_of
from controller.shell.sheets.facts import sheet_of
from controller.shell.sheets.page import page_of
from controller.shell.sheets.paper import paper_of
from controller.shell.web.bodies import read_command_body
from controller.shell.web.events import ViewerStream
from controller.shell.web.numbers import sequence_number
from controller.shell.web.security import refuse, unless_allowed
from controller.shell.web.visitor import allowed, rulings
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from pathlib import Path

    from starlette.requests import Request
    from starlette.types import Send

    from controller.core.messages import Json
    from controller.shell.hub.logged import Told
    from controller.shell.hub.tables import Table, Tables
    from controller.shell.web.events import Viewers
    from controller.shell.web.security import Tokens

DESK_ROLE: Final = "arbiter"
DESK_ROLES: Final = (DESK_ROLE, "operator")
"""Players give their orders at their own boards."""
HEARTBEAT_S: Final = 15.0
BATCH: Final = 100
"""News that are joined into one write: 2,000 a second for each viewer at most, so that many who are far behind
hold up nobody who is not."""
SLICE: Final = 50
"""Boards that are written out at once: some milliseconds."""
COALESCE_S: Final = 0.05
"""So long after news more are gathered: a viewer is written to at most twenty times a second."""


class NoAnswerError(OSError):
    """A board did not answer a command, or the broker is away. Says which."""


class Boards(Protocol):
    """Where a desk has its boards from."""

    @property
    def tables(self) -> Tables: ...

    @property
    def newest(self) -> int:
        """The number of the newest news."""
        ...

    @property
    def sheet(self) -> str | None:
        """The address of the score sheet, where there is one board."""
        ...

    def now_ms(self) -> int:
        """The time by which `right_at_ms` and `since_ms` of the boards count; it never jumps."""
        ...

    def words(self) -> str:
        """How the link to the boards is."""
        ...

    def news(self, after: int, limit: int) -> tuple[int, bytes] | None:
        """The number of the last news of at most so many after this one, and their text; see `News.after`."""
        ...

    async def wait(self, after: int) -> None:
        """Waits until there are news with a greater number."""
        ...

    async def command(self, board: str, role: str, name: str, body: Json) -> Json:
        """Gives a command to a board and returns its reply.

        Raises:
            NoAnswerError: there is no answer.
        """
        ...


class DeskFaces:
    """What is at each address of a desk.

    Args:
        viewers: counts the streams, and limits them.
        event: files that the table of the event is counted from, beside the games on the boards.
    """

    def __init__(
        self, boards: Boards, tokens: Tokens, viewers: Viewers, event: Sequence[Path] = ()
    ) -> None:
        self._boards = boards
        self._event = event
        self._tokens = tokens
        self._viewers = viewers

    def routes(self) -> list[Route]:
        """Everything under `/api/tables`."""
        one = "/api/tables/{board}"
        return [
            Route("/api/tables", self._tables),
            Route("/api/tables/events", self._events),
            Route("/api/tables/standings", self._standings),
            Route(f"{one}/log", self._log),
            Route(f"{one}/record", self._record),
            Route(f"{one}/sheet", self._sheet),
            Route(f"{one}/desk", self._desk),
            Route(f"{one}/commands/{{role}}/{{name}}", self._command, methods=["POST"]),
        ]

    async def _tables(self, request: Request) -> Response:
        if (refusal := self._unless_allowed(DESK_ROLE, request)) is not None:
            return refusal
        return StreamingResponse(self._all(), media_type="application/json")

    async def _all(self) -> AsyncIterator[bytes]:
        """All boards, written in slices: between them everybody else has his turn."""
        boards = self._boards
        tables = list(boards.tables.by_board.values())
        head = {
            "newest": boards.newest,
            "now_ms": boards.now_ms(),
            "broker": boards.words(),
            "sheet": boards.sheet,
            "allowed": {stage.value: allowed(stage) for stage in Stage},
        }
        yield msgspec.json.encode(head)[:-1] + b',"tables":['
        for first in range(0, len(tables), SLICE):
            between = b"," if first else b""
            yield between + b",".join(each.summary() for each in tables[first : first + SLICE])
            await asyncio.sleep(0)
        yield b"]}"

    async def _events(self, request: Request) -> Response:
        if (refusal := self._unless_allowed(DESK_ROLE, request)) is not None:
            return refusal
        if self._viewers.full:
            return refuse(503, "as many viewers as this desk serves are watching", retry_after="5")
        after = sequence_number(request.query_params.get("after", str(self._boards.newest)))
        if after is None:
            return refuse(400, "after must be the number of a news")
        return NewsStream(self._boards, self._viewers, after)

    async def _standings(self, request: Request) -> Response:
        """The table of the event."""
        if (refusal := self._unless_allowed(DESK_ROLE, request)) is not None:
            return refusal
        query = request.query_params
        asked = Asked(teams=query.get("teams") == "1", tie_breaks=query.get("tie_breaks"))
        records = records_of(self._boards.tables.by_board.values())
        try:
            found = await asyncio.to_thread(standings_of, self._event, records, asked)
        except (RulesError, JournalError, OSError) as error:
            return refuse(409, str(error))
        return JSONResponse(found)

    async def _log(self, request: Request) -> Response:
        found = self._table(request)
        if isinstance(found, Response):
            return found
        text = await asyncio.to_thread(_log_of, found, found.events)
        return Response(text, media_type="application/json")

    async def _record(self, request: Request) -> Response:
        found = self._table(request)
        if isinstance(found, Response):
            return found
        form, text = found.record or (None, "")
        return JSONResponse({"format": form, "text": text})

    async def _sheet(self, request: Request) -> Response:
        """The score sheet, where the desk has followed the game from its beginning."""
        found = self._table(request)
        if isinstance(found, Response):
            return found
        styles = f"{request.url.scheme}://{request.url.netloc}/static/sheet.css"
        page = await asyncio.to_thread(_sheet_of, found.sheet, found.ply, styles)
        text = (
            "this desk has not followed the game from its beginning; its board has the score sheet"
        )
        return HTMLResponse(page) if page else refuse(404, text)

    async def _desk(self, request: Request) -> Response:
        """What may be given in the game of a board."""
        found = self._table(request)
        if isinstance(found, Response):
            return found
        game, book = found.game, found.rulebook
        given: Json = {"results": [], "both_lose": "", "penalties": [], "causes": [], "clock": {}}
        if game is not None and book is not None and book in game.rulebooks:
            given = rulings(game, book)
        roles = [role for role in DESK_ROLES if self._unless_allowed(role, request) is None]
        return JSONResponse({"roles": roles, "told": [], **given})

    async def _command(self, request: Request) -> Response:
        board, role, name = (request.path_params[key] for key in ("board", "role", "name"))
        if role not in DESK_ROLES:
            text = f"there is no such role at the desk; roles are {', '.join(DESK_ROLES)}"
            return refuse(404, text)
        if (refusal := self._unless_allowed(role, request)) is not None:
            return refusal
        if board not in self._boards.tables.by_board:
            return refuse(404, "there is no such board at this desk")
        body = await read_command_body(request)
        try:
            reply = await self._boards.command(board, role, name, body)
        except NoAnswerError as error:
            return refuse(504, str(error))
        return JSONResponse(reply, 200 if reply.get("accepted") else 409)

    def _table(self, request: Request) -> Table | Response:
        """The board of a request, or why not."""
        if (refusal := self._unless_allowed(DESK_ROLE, request)) is not None:
            return refusal
        table = self._boards.tables.by_board.get(request.path_params["board"])
        return table or refuse(404, "there is no such board at this desk")

    def _unless_allowed(self, role: str, request: Request) -> Response | None:
        return unless_allowed(self._tokens, role, request)


def _log_of(table: Table, events: Sequence[Told]) -> bytes:
    """The log of a board as JSON, with what each message has changed on it."""
    told = b",".join(each.text for each in events)
    shown = msgspec.json.encode(pictures(events, table.men_in))
    return b'{"board":"%b","events":[%b],"pictures":%b}' % (table.board.encode(), told, shown)


def _sheet_of(texts: Sequence[bytes], plies: int | None, styles: str) -> str | None:
    """A score sheet to print; None where a move or the start is missing, or cannot be read."""
    try:
        messages = [read_message(msgspec.json.decode(text)) for text in texts]
        if len(moves_of(messages)) != plies:
            return None
        return page_of(paper_of(*sheet_of(messages)), styles=styles)
    except (NoSuchGame, RulesError, msgspec.ValidationError):
        return None


class NewsStream(ViewerStream):
    """One viewer's stream of news.

    Args:
        after: news after this one are sent. Where they are no longer kept, or come from another run of the
            program, one event `stale` is sent: read all tables again.
    """

    def __init__(self, boards: Boards, viewers: Viewers, after: int) -> None:
        super().__init__(viewers)
        self._boards = boards
        self._after = after

    async def _stream(self, leaving: asyncio.Task[None], send: Send) -> None:
        while not leaving.done():
            news = self._boards.news(self._after, BATCH)
            if news is None:
                await self._write(send, b"event: stale\ndata: {}\n\n")
                return
            last, text = news
            if text:
                await self._write(send, text)
                self._after = last
                if last == self._boards.newest:
                    continue
                await asyncio.wait({leaving}, timeout=COALESCE_S)
                continue
            change = asyncio.create_task(self._boards.wait(self._after))
            try:
                done, _ = await asyncio.wait(
                    {leaving, change}, timeout=HEARTBEAT_S, return_when=asyncio.FIRST_COMPLETED
                )
            finally:
                change.cancel()
            if not done:
                await self._write(send, b": still here\n\n")
