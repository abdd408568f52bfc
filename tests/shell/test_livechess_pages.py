"""Plain requests on the port of the dialogue, and clients that fail: answered, and no error in the log."""

from __future__ import annotations

import asyncio
import json
import logging
import random
import re
import socket
import struct
from typing import TYPE_CHECKING, Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Origin

from controller.shell.config_types import LiveChessConfig
from controller.shell.livechess import pages, serving
from controller.shell.livechess.dialogue import Dialogue
from controller.shell.livechess.pages import EBOARDS, PATH, TOURNAMENTS
from controller.shell.livechess.serving import livechess
from tests.shell.fake_desk import FakeDesk, view_of
from tests.shell.test_livechess import news, say, shown_of, subscribed

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

HOST = "127.0.0.1"
PATIENCE_S = 20.0
LICHESS, OTHER = "https://lichess.org", "https://example.org"
SHAKE = (
    f"GET {PATH} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
).encode()


def serve(test: Callable[[int], Awaitable[None]], desk: FakeDesk | None = None) -> None:
    async def run() -> None:
        async with livechess(desk or FakeDesk(view_of(["e4"])), LiveChessConfig(port=0)) as port:
            await test(port)
            async with connect(f"ws://{HOST}:{port}{PATH}") as client:  # whatever was done to it
                await client.send('{"id":1,"call":"eboards"}')
                assert json.loads(await client.recv())["id"] == 1

    asyncio.run(run())


async def fetched(port: int, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers and body of a plain request, as a program asks or a page by `fetch`."""
    lines = [f"GET {path} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    if "Host" not in headers:
        lines.append(f"Host: localhost:{port}")
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write("\r\n".join([*lines, "", ""]).encode())
    async with asyncio.timeout(PATIENCE_S):
        raw = await reader.read()
    writer.close()
    head, _, body = raw.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    found = dict(line.lower().split(": ", 1) for line in rest)
    assert len(found) == len(rest), rest
    assert int(found["content-length"]) == len(body)
    return int(first.split()[1]), found, body


@pytest.mark.parametrize("path", [EBOARDS, f"{EBOARDS}/", f"{EBOARDS}?t=1", TOURNAMENTS])
def test_a_program_fetches_what_the_call_lists(path: str) -> None:
    desk = FakeDesk(view_of(["e4"]))
    (listed,) = say(Dialogue(serial=desk.board), shown_of("e4"), id=1, call="eboards")

    async def test(port: int) -> None:
        status, headers, body = await fetched(port, path)
        assert (status, headers["content-type"]) == (200, "application/json; charset=utf-8")
        assert headers["cache-control"] == "no-store"
        assert json.loads(body) == (listed["param"] if path != TOURNAMENTS else [])

    serve(test, desk)


def test_a_client_that_reads_no_json_finds_the_board() -> None:
    boards = [{"serialnr": "b1", "board": shown_of("e4").placement}]
    text = (pages.body_of(EBOARDS, boards) or b"").decode()
    assert re.findall('"board" : "([A-Za-z0-9/ -]*)"', text) == [shown_of("e4").placement]


@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 404), ("/api", 404), (f"{PATH}/boards", 404), (f"{PATH}/game/1", 404), (PATH, 426)],
)
def test_nothing_else_is_there(path: str, status: int) -> None:
    async def test(port: int) -> None:
        assert (await fetched(port, path))[0] == status

    serve(test)


def test_a_page_reads_it_where_it_may_have_the_dialogue() -> None:
    async def test(port: int) -> None:
        status, headers, _ = await fetched(port, EBOARDS, Origin=LICHESS)
        assert (status, headers["access-control-allow-origin"]) == (200, LICHESS)
        assert headers["vary"] == "origin"
        for origin in (OTHER, "null", LICHESS + ".example.org", "http://lichess.org", ""):
            status, headers, body = await fetched(port, EBOARDS, Origin=origin)
            assert (status, "access-control-allow-origin" in headers) == (403, False), origin
            assert b"serialnr" not in body

    serve(test)


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("localhost:1982", 200), ("127.0.0.1:1982", 200), ("[::1]:1982", 200), ("192.168.1.7", 200), ("hall-7", 200),
        ("hall-7.local:1982", 200), ("rebound.example.org:1982", 403), ("127.0.0.1.example.org", 403), ("a.local.org", 403),
    ],
)  # fmt: skip
def test_no_site_reads_it_by_pointing_its_own_name_here(host: str, status: int) -> None:
    async def test(port: int) -> None:
        assert (await fetched(port, EBOARDS, Host=host))[0] == status

    serve(test)


def test_a_refused_site_is_told_once_and_not_as_an_error(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    async def test(port: int) -> None:
        for number in range(3 * serving.STRANGERS_MAX):
            for _ in range(2):
                with pytest.raises(InvalidStatus) as caught:
                    async with connect(
                        f"ws://{HOST}:{port}{PATH}", origin=Origin(f"https://s{number}.example")
                    ):
                        pass
                assert caught.value.response.status_code == 403

    serve(test)
    told = [record for record in caplog.records if record.name == "touchmove.livechess"]
    assert len(told) == serving.STRANGERS_MAX
    assert "https://s0.example" in told[0].getMessage()
    assert all(
        record.exc_info is None and record.levelno < logging.WARNING for record in caplog.records
    )


async def hang_up(port: int, sent: bytes, *, rudely: bool) -> None:
    """Sends some bytes and goes, at once or after saying so."""
    reader, writer = await asyncio.open_connection(HOST, port)
    writer.write(sent)
    if rudely:
        line: socket.socket = writer.get_extra_info("socket")
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    else:
        writer.write_eof()
        async with asyncio.timeout(PATIENCE_S):
            await reader.read()
    writer.close()


@pytest.mark.parametrize("rudely", [False, True])
def test_a_client_may_hang_up_after_any_byte(
    *, rudely: bool, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    frame = b"\x81\x85\0\0\0\0hello"

    async def test(port: int) -> None:
        whole = SHAKE + frame
        for end in range(len(whole) + 1):
            await hang_up(port, whole[:end], rudely=rudely)

    serve(test)
    assert [
        record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING
    ] == []


def test_what_is_no_handshake_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    chance = random.Random(5)
    odd = [
        b"\r\n\r\n", b"\x16\x03\x01\x02\0\1\0", b"OPTIONS /api/v1.0/eboards HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"HEAD / HTTP/1.1\r\n\r\n", b"GET /api/v1.0 HTTP/1.0\r\n\r\n", SHAKE.replace(b": 13", b": 8"),
        SHAKE.replace(b"dGhl", b"????"), SHAKE.replace(b"GET", b"POST"), SHAKE + b"\xff" * 20,
        SHAKE + b"\x81\xfe\xff\xff", SHAKE.replace(b"\r\n\r\n", b"\r\nOrigin: a\r\nOrigin: b\r\n\r\n"),
    ]  # fmt: skip

    async def test(port: int) -> None:
        for sent in (*odd, *(chance.randbytes(chance.randint(1, 80)) for _ in range(100))):
            await hang_up(port, sent, rudely=False)

    serve(test)
    assert [
        record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING
    ] == []


@pytest.mark.parametrize("number", [0, 7, 83, -1, "7", "a feed"])
@pytest.mark.parametrize("form", ["number", "reference", "method"])
def test_a_feed_ends_in_each_form_in_which_clients_ask(number: object, form: str) -> None:
    dialogue, shown = subscribed(shown_of()), shown_of("e4")
    asked: dict[str, Any] = {"feed": "eboardevent", "id": number}
    answer, first = say(dialogue, shown_of(), id="c1", call="subscribe", param=asked)
    assert (answer["id"], first["id"], len(news(dialogue, shown))) == ("c1", number, 2)
    forms: dict[str, dict[str, Any]] = {
        "number": {"call": "unsubscribe", "param": number},
        "reference": {"call": "unsubscribe", "param": {"id": number}},
        "method": {"call": "call", "param": {"id": number, "method": "unsubscribe"}},
    }
    (answer,) = say(dialogue, shown, id=9, **forms[form])
    assert answer == {"response": "call", "id": 9, "param": None, "time": 1}
    assert len(news(dialogue, shown_of("d4"))) == 1
