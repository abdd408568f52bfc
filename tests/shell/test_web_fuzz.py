"""Strangers' requests by the thousand: nothing of the board changes, and nothing falls over.

Request number n is always the same one, so a failure is repeated by its number alone. `REQUESTS`
says how many go through the application; a hundredth part goes over a real socket too.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

import msgspec
import pytest

from controller.core.table.commands import COMMANDS
from controller.shell.web.app import make_app
from controller.shell.web.security import SECURITY_HEADERS, Rate, Tokens, hash_token
from controller.shell.web.server import Line, serve
from tests.samples import sample
from tests.shell.fake_desk import FakeBench, FakeDesk
from tests.shell.strangers import KNOWN, SECRETS, Asked, asked, raw
from tests.shell.test_commands import Hall, hall

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.types import Message

    from controller.shell.web.bodies import Trouble

__all__ = ["hall"]

REQUESTS = sample(3000, 200_000)
TOKENS = Tokens(hashes={role: hash_token(secret) for role, secret in SECRETS.items()})
PLAIN = {200, 206, 304, 307, 400, 401, 403, 404, 405, 408, 413, 415, 416, 429}


async def sent(app: Starlette, request: Asked) -> tuple[int, dict[str, str], int]:
    """Status, headers and length of the answer."""
    path, _, query = request.target.partition("?")
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": "http",
        "path": unquote(path),
        "raw_path": path.encode("utf-8"),
        "query_string": query.encode("utf-8"),
        "root_path": "",
        "headers": request.headers,
        "client": request.client,
        "server": ("127.0.0.1", 8000),
    }
    first, last = request.body
    parts = iter([(first, True), (last, False)])
    told: list[Message] = []

    async def receive() -> Message:
        part, more = next(parts, (None, False))
        if part is None:
            return {"type": "http.disconnect"}
        return {"type": "http.request", "body": part, "more_body": more}

    async def send(message: Message) -> None:
        told.append(message)

    await app(scope, receive, send)
    kinds = [message["type"] for message in told]
    assert kinds[0] == "http.response.start", kinds
    assert set(kinds[1:]) <= {"http.response.body"}, kinds
    headers = {name.decode().lower(): value.decode() for name, value in told[0]["headers"]}
    return told[0]["status"], headers, sum(len(message.get("body", b"")) for message in told[1:])


class FakeScope:
    """What is inside a simulated board, where nobody may look or break anything."""

    def __init__(self) -> None:
        self.asked = 0

    def body(self, after_seq: int) -> bytes:
        self.asked += 1
        return b"{}"

    def strike(self, order: Trouble) -> None:
        self.asked += 1

    async def trace(self) -> tuple[str, bytes] | None:
        self.asked += 1
        return None


@dataclass
class Fortress:
    """The real service with a game under way, a simulated board, and its application."""

    hall: Hall
    bench: FakeBench
    scope: FakeScope
    app: Starlette

    def state(self) -> tuple[object, ...]:
        """All that a request could have changed."""
        service = self.hall.service
        return (
            msgspec.json.encode(service.view()),
            service.game_id,
            service.newest_seq(),
            msgspec.json.encode(service.status()),
            json.dumps(self.bench.state(), sort_keys=True),
            len(self.bench.log),
            self.scope.asked,
        )


@pytest.fixture
def fortress(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> Fortress:
    hall.stand()
    bench, scope = FakeBench({"e2": "P"}), FakeScope()
    monkeypatch.setattr(hall.service, "_bench", bench)
    now = [0.0]

    def clock() -> float:
        now[0] += 0.005
        return now[0]

    app = make_app(
        hall.service, tokens=TOKENS, rate=Rate(clock=clock), sensors=lambda: b"{}", scope=scope
    )
    return Fortress(hall, bench, scope, app)


def test_no_request_of_a_stranger_changes_anything(fortress: Fortress) -> None:
    before = fortress.state()
    statuses: Counter[int] = Counter()

    async def all_of_them() -> None:
        for number in range(REQUESTS):
            request = asked(number)
            status, headers, length = await sent(fortress.app, request)
            statuses[status] += 1
            assert status in PLAIN, (number, status, request)
            assert status != 200 or request.method in {"GET", "HEAD"}, (number, request)
            assert all(headers.get(name) == value for name, value in SECURITY_HEADERS.items()), (
                number
            )
            assert "set-cookie" not in headers
            assert status != 307 or urlsplit(headers["location"]).netloc in KNOWN, (number, headers)
            assert length < 300_000, (number, length)
            if number % 250 == 0:
                assert fortress.state() == before, number

    asyncio.run(all_of_them())
    assert fortress.state() == before
    # The requests come past every gate, and are turned away at each.
    assert {200, 400, 401, 403, 404, 405, 429} <= set(statuses)
    assert statuses[401] + statuses[403] > REQUESTS / 10


def argument(dice: random.Random, depth: int = 2) -> Any:  # noqa: ANN401
    """Some value that a command may be given."""
    plain = [
        "",
        "e2e4",
        "1-0",
        "white",
        "90:00+0:30",
        "\x00",
        "x" * 300,
        -1,
        0,
        2**63,
        1.5,
        True,
        None,
    ]
    match dice.randrange(6 if depth else 4):
        case 4:
            return [argument(dice, depth - 1) for _ in range(dice.randrange(4))]
        case 5:
            return {
                dice.choice(ARGUMENTS): argument(dice, depth - 1) for _ in range(dice.randrange(4))
            }
        case _:
            return dice.choice(plain)


ARGUMENTS = [
    *(
        "result",
        "move",
        "moves",
        "side",
        "kind",
        "why",
        "ms",
        "points",
        "withdraw",
        "id",
        "to_ply",
        "ply",
    ),
    *(
        "position",
        "orientation",
        "players",
        "headers",
        "time_control",
        "rulebook",
        "mode",
        "claims",
        "game",
    ),
    *(
        "game_options",
        "round",
        "board",
        "white",
        "black",
        "code",
        "lost",
        "present",
        "absent",
        "to",
        "point",
    ),
    *(
        "times",
        "late",
        "flag",
        "share",
        "on",
        "none",
        "cause",
        "again",
        "exchange",
        "shared",
        "agreed",
        "size",
    ),
]


def test_commands_with_a_token_and_any_arguments_are_obeyed_or_refused_with_a_reason(
    hall: Hall,
) -> None:
    """Whoever has a token may say anything; what is refused has changed nothing."""
    hall.stand()
    app = make_app(hall.service, tokens=TOKENS, rate=Rate(burst=1e9))
    names = [*COMMANDS]
    outcomes: Counter[int] = Counter()

    async def all_of_them() -> None:
        for number in range(REQUESTS // 10):
            dice = random.Random(number)
            role, name = dice.choice(["white", "black", "arbiter", "operator"]), dice.choice(names)
            args = {dice.choice(ARGUMENTS): argument(dice) for _ in range(dice.randrange(4))}
            body = json.dumps({"id": f"c{number}", "args": args}).encode()
            headers = [
                (b"host", b"localhost"),
                (b"content-type", b"application/json"),
                (b"authorization", f"Bearer {SECRETS[role]}".encode()),
            ]
            target = f"/api/commands/{role}/{name}"
            before = hall.service.view(), hall.service.newest_seq()
            status, *_ = await sent(app, Asked("POST", target, headers, [body, b""], ("::1", 1)))
            outcomes[status] += 1
            assert status in {200, 400, 409, 413}, (number, role, name, args, status)
            if status != 200:
                assert (hall.service.view(), hall.service.newest_seq()) == before, number

    asyncio.run(all_of_them())
    assert outcomes[409] > outcomes[200] > 0, outcomes


class ShortLine(Line):
    """A connection with a tenth of the patience."""

    request_s = 1.0


async def spoken(port: int, data: bytes) -> bytes:
    """What the server says to this, until it hangs up."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        with contextlib.suppress(ConnectionError):
            writer.write(data)
            writer.write_eof()
        with contextlib.suppress(ConnectionError):
            return await reader.read()
    finally:
        writer.close()
    return b""


def test_whatever_is_written_to_the_socket_the_server_goes_on(
    fortress: Fortress, caplog: pytest.LogCaptureFixture
) -> None:
    before = fortress.state()
    wrong: list[dict[str, Any]] = []
    answers: Counter[bytes] = Counter()

    async def talk() -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: wrong.append(context))
        async with (
            asyncio.timeout(60 + REQUESTS / 100),
            serve(fortress.app, "127.0.0.1", 0, line=ShortLine) as port,
        ):
            count = max(400, REQUESTS // 50)
            for first in range(0, count, 8):
                datas = [raw(number) for number in range(first, first + 8)]
                for said in await asyncio.gather(*(spoken(port, data) for data in datas)):
                    answers[said[9:12]] += 1
                    assert not said or said.startswith(b"HTTP/1.1 "), said
            good = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            assert (await spoken(port, good)).startswith(b"HTTP/1.1 200")

    asyncio.run(talk())
    assert fortress.state() == before
    assert wrong == []
    assert [record for record in caplog.records if record.levelname in {"ERROR", "CRITICAL"}] == []
    assert answers[b"400"] > 50
    assert answers.keys() <= {b"", *(str(status).encode() for status in PLAIN)}


def test_the_desk_of_plain_values_is_not_reached_either() -> None:
    """The same strangers before a board whose every command would be obeyed."""
    desk = FakeDesk()
    desk.bench = FakeBench({"e2": "P"})
    app = make_app(desk, tokens=TOKENS, rate=Rate(burst=1e9))

    async def all_of_them() -> None:
        for number in range(REQUESTS // 10):
            await sent(app, asked(number))

    asyncio.run(all_of_them())
    assert desk.commands == []
    assert desk.bench.log == []
