"""The event stream and the server, over real sockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import logging
import socket
from typing import TYPE_CHECKING, Any

import pytest

from controller.shell.web.app import make_app
from controller.shell.web.events import BATCH, BEAT, EventStream, Viewers
from controller.shell.web.security import SECURITY_HEADERS, Tokens
from controller.shell.web.server import Line, ListenError, serve
from tests.shell.fake_desk import FakeDesk, view_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Coroutine

    from controller.core.view import View
    from controller.shell.desk import Desk

LIMIT_S = 20.0


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    async def limited() -> None:
        async with asyncio.timeout(LIMIT_S):
            await test()

    asyncio.run(limited())


class Stream:
    """A client of `/api/events`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    async def next(self, *, comments: bool = False) -> dict[str, str]:
        """The next event; state is decoded by the test."""
        while True:
            lines = (await self._chunk()).decode().splitlines()
            event = dict(line.split(": ", 1) for line in lines if line and not line.startswith(":"))
            if event or comments:
                return event

    async def _chunk(self) -> bytes:
        return (await self.reader.readuntil(b"\n\n")).split(b"\r\n")[-1]

    async def entries(self, count: int) -> list[int]:
        found: list[int] = []
        while len(found) < count:
            event = await self.next()
            if event["event"] not in {"state", "change"}:
                found.append(int(event["id"]))
        return found


@contextlib.asynccontextmanager
async def watching(port: int, target: str = "/api/events", **headers: str) -> AsyncIterator[Stream]:
    # HTTP/1.0, so that the body comes without chunk heads.
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {target} HTTP/1.0\r\nHost: localhost\r\n{more}\r\n".encode())
    head = await reader.readuntil(b"\r\n\r\n")
    assert b" 200 " in head.splitlines()[0], head
    assert b"text/event-stream" in head
    try:
        yield Stream(reader, writer)
    finally:
        writer.close()


@contextlib.asynccontextmanager
async def served(desk: Desk, *, viewers: Viewers | None = None) -> AsyncIterator[int]:
    app = make_app(desk, tokens=Tokens(), viewers=viewers)
    async with serve(app, "127.0.0.1", 0, line=HastyLine) as port:
        yield port


class HastyLine(Line):
    """A connection with little patience."""

    connections_max = 20
    request_s = 0.2
    stall_s = 0.2


def noted(count: int, body: str = "") -> FakeDesk:
    desk = FakeDesk(view_of(["e4"]))
    for _ in range(count):
        desk.note("move", text=body)
    return desk


async def until(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - the condition has no event
        await asyncio.sleep(0.005)


@pytest.mark.parametrize(
    ("target", "headers", "first"),
    [
        ("/api/events?after=0", {}, 1),
        ("/api/events?after=140", {}, 141),
        ("/api/events", {"last_event_id": "250"}, 251),
        ("/api/events?after=3", {"last_event_id": "299"}, 300),
        ("/api/events", {"last_event_id": "5000"}, 1),
    ],
)
def test_a_stream_resumes_without_a_gap(target: str, headers: dict[str, str], first: int) -> None:
    async def scenario() -> None:
        desk = noted(300)
        async with served(desk) as port, watching(port, target, **headers) as stream:
            assert await stream.entries(301 - first) == list(range(first, 301))
            desk.note("question")
            await desk.change()
            assert await stream.entries(1) == [301]

    run(scenario)


def test_a_new_viewer_gets_the_state_and_what_comes_after() -> None:
    async def scenario() -> None:
        desk = noted(7)
        async with served(desk) as port, watching(port) as stream:
            event = await stream.next()
            assert event["event"] == "state"
            assert "id" not in event
            assert json.loads(event["data"])["seq"] == 7
            entry = desk.note("move", ply=2)
            await desk.change()
            event = await stream.next()
            assert (event["id"], event["event"]) == ("8", "move")
            assert json.loads(event["data"]) == entry.body
            event = await stream.next()
            assert event["event"] == "change"
            assert json.loads(event["data"])["seq"] == 8

    run(scenario)


def test_many_changes_reach_a_viewer_as_one() -> None:
    async def scenario() -> None:
        desk = noted(0)
        async with served(desk) as port, watching(port) as stream:
            await stream.next()
            for _ in range(50):
                await desk.change()
            desk.note("move")
            await desk.change()
            changes = 0
            while True:
                event = await stream.next()
                changes += event["event"] == "change"
                if event["event"] == "change" and json.loads(event["data"]).get("seq") == 1:
                    break
            assert changes <= 2

    run(scenario)


def test_a_silent_stream_says_that_it_is_alive() -> None:
    async def scenario() -> None:
        desk = noted(0)
        sent: asyncio.Queue[bytes] = asyncio.Queue()

        async def send(message: Any) -> None:  # noqa: ANN401
            await sent.put(message.get("body", b""))

        stream = EventStream(desk, Viewers(), 0, heartbeat_s=0.001)
        task = asyncio.create_task(stream({"type": "http"}, never, send))
        said = [await sent.get() for _ in range(5)]
        task.cancel()
        assert BEAT in said

    run(scenario)


@pytest.mark.parametrize("arbiter", [False, True])
def test_an_observing_board_streams_its_findings_to_the_arbiter_alone(*, arbiter: bool) -> None:
    async def scenario() -> None:
        desk = FakeDesk(view_of(mode="observer"))
        for kind in ("move", "irregularity", "restore", "move"):
            desk.note(kind)
        sent: asyncio.Queue[bytes] = asyncio.Queue()

        async def send(message: Any) -> None:  # noqa: ANN401
            await sent.put(message.get("body", b""))

        stream = EventStream(desk, Viewers(), 0, arbiter=arbiter)
        task = asyncio.create_task(stream({"type": "http"}, never, send))
        said = b""
        while said.count(b"event: move") < 2:  # the last of them is the last of all
            said += await sent.get()
        task.cancel()
        assert (b"event: irregularity" in said) is arbiter
        assert (b"event: restore" in said) is arbiter

    run(scenario)


def test_viewers_are_counted_and_limited() -> None:
    async def scenario() -> None:
        viewers = Viewers(limit=2)
        async with served(noted(0), viewers=viewers) as port:
            async with watching(port), watching(port):
                assert viewers.full
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /api/events HTTP/1.0\r\nHost: localhost\r\n\r\n")
                assert b" 503 " in await reader.readline()
                writer.close()
            await until(lambda: viewers.count == 0)
            async with watching(port) as stream:
                assert await stream.next()

    run(scenario)


def test_a_viewer_who_stops_reading_is_dropped_and_delays_nobody() -> None:
    async def scenario() -> None:
        viewers = Viewers()
        desk = noted(0)
        async with served(desk, viewers=viewers) as port, watching(port) as quick:
            slow = socket.create_connection(("127.0.0.1", port))
            slow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            slow.sendall(b"GET /api/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
            await until(lambda: viewers.count == 2)
            for _ in range(2000):
                desk.note("move", text="x" * 10_000)
            await desk.change()
            assert await quick.entries(2000) == list(range(1, 2001))
            await until(lambda: viewers.count == 1)
            slow.close()

    run(scenario)


def test_clients_that_send_nothing_are_hung_up_on() -> None:
    async def scenario() -> None:
        async with served(noted(0)) as port:
            for beginning in (b"", b"GET / HTTP/1.1\r\nHost: loc"):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(beginning)
                with contextlib.suppress(ConnectionResetError):
                    assert await reader.read() == b""
                writer.close()

    run(scenario)


def test_connections_are_limited_and_come_free_again() -> None:
    async def scenario() -> None:
        async with served(noted(0)) as port:
            crowd = [await asyncio.open_connection("127.0.0.1", port) for _ in range(60)]
            for reader, writer in crowd:
                with contextlib.suppress(ConnectionResetError):
                    await reader.read()
                writer.close()
            async with watching(port):
                pass

    run(scenario)


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n",
        b"GET / HTTP/9.9.9\r\n\r\n",
        b"GET  /  HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nno colon\r\n\r\n",
        b"POST /api/bench HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
    ],
)
def test_what_is_not_http_is_refused_with_the_headers(request_bytes: bytes) -> None:
    async def scenario() -> None:
        async with served(noted(0)) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(request_bytes)
            answer = (await reader.read()).decode().lower()
            assert answer.startswith("http/1.1 400")
            assert all(
                f"{name}: {text}".lower() in answer for name, text in SECURITY_HEADERS.items()
            )
            writer.close()

    run(scenario)


def test_a_taken_port_is_a_clear_error() -> None:
    async def scenario() -> None:
        async with served(noted(0)) as port:
            with pytest.raises(ListenError, match=f"127.0.0.1 port {port}: the port is taken"):
                async with serve(make_app(noted(0), tokens=Tokens()), "127.0.0.1", port):
                    pass

    run(scenario)


def test_the_server_stops_at_once_with_viewers_watching(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)

    async def scenario() -> None:
        async with contextlib.AsyncExitStack() as stack:
            async with served(noted(3)) as port:
                stream = await stack.enter_async_context(watching(port, "/api/events?after=0"))
                await stream.entries(3)
            await stream.reader.read()
            assert stream.reader.at_eof()

    run(scenario)
    assert caplog.records == []


async def never() -> Any:  # noqa: ANN401
    await asyncio.Event().wait()


def test_catching_up_leaves_room_for_others() -> None:
    async def scenario() -> None:
        turns = 0
        caught_up = asyncio.Event()

        async def send(message: Any) -> None:  # noqa: ANN401
            if b"event: state" in message.get("body", b""):
                caught_up.set()

        stream = EventStream(noted(1000), Viewers(), 0)
        task = asyncio.create_task(stream({"type": "http"}, never, send))
        while not caught_up.is_set():
            turns += 1
            await asyncio.sleep(0)
        task.cancel()
        assert turns >= 1000 / BATCH

    run(scenario)


def test_a_state_is_made_once_for_all_viewers() -> None:
    class CountingDesk(FakeDesk):
        made = 0

        def view(self) -> View:
            self.made += 1
            return super().view()

    async def scenario() -> None:
        desk = CountingDesk()
        async with served(desk) as port, contextlib.AsyncExitStack() as stack:
            desk.made = 0
            streams = [await stack.enter_async_context(watching(port)) for _ in range(10)]
            events = [await stream.next() for stream in streams]
            assert len({event["data"] for event in events}) == 1
            assert {event["event"] for event in events} == {"state"}
        assert desk.made == 1

    run(scenario)


def test_a_viewer_who_comes_later_is_told_what_time_it_is_now() -> None:
    class LaterDesk(FakeDesk):
        now_us = 5_000_000

        def at_us(self) -> int:
            return self.now_us

    desk, viewers = LaterDesk(), Viewers()
    first = b"".join(viewers.state_event(desk, 1, arbiter=False))
    desk.now_us = 65_000_000
    later = b"".join(viewers.state_event(desk, 1, arbiter=False))
    found = [json.loads(event.partition(b"data: ")[2]) for event in (first, later)]
    assert [each.pop("at_us") for each in found] == [5_000_000, 65_000_000]
    assert found[0] == found[1]
