"""Who may do what, and what every answer carries."""

from __future__ import annotations

import itertools
import time
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.shell.web.security import (
    ROLES,
    SECURITY_HEADERS,
    Guard,
    Rate,
    Tokens,
    hash_token,
    host_name,
)
from tests.shell.fake_desk import FakeBench, FakeDesk
from tests.shell.web_client import LOCAL, OPEN_ROLES, Client

if TYPE_CHECKING:
    from controller.core.messages import Health

AWAY = ("192.0.2.7", 5000)
HASHES = {"arbiter": hash_token("arbiter-secret"), "white": hash_token("white-secret")}


def expected(role: str, token: str, where: tuple[str, int], *, network: bool) -> int:
    """The policy, written a second time."""
    if role in OPEN_ROLES and (where == LOCAL or network):
        return 200
    if not token:
        return 401
    return 200 if token == f"{role}-secret" and role in HASHES else 403


@pytest.mark.parametrize(
    ("role", "token", "where", "network"),
    list(
        itertools.product(
            sorted(ROLES),
            ["", "white-secret", "arbiter-secret", "guess"],
            [LOCAL, AWAY],
            [False, True],
        )
    ),
)
def test_role_matrix(role: str, token: str, where: tuple[str, int], *, network: bool) -> None:
    desk = FakeDesk()
    tokens = Tokens(hashes=HASHES, open_roles=OPEN_ROLES, open_to_network=network)
    headers = {"authorization": f"Bearer {token}"} if token else {}
    answer = Client(desk, tokens, where).post(
        f"/api/commands/{role}/resign", json={"id": "c1"}, headers=headers
    )
    assert answer.status_code == expected(role, token, where, network=network)
    assert bool(desk.commands) == (answer.status_code == 200)


@pytest.mark.parametrize("header", ["forwarded", "via", "x-forwarded-for", "x-real-ip"])
def test_what_a_proxy_passes_on_is_not_local(header: str) -> None:
    answer = Client(FakeDesk()).post(
        "/api/commands/white/resign", json={"id": "c1"}, headers={header: "192.0.2.7"}
    )
    assert answer.status_code == 401


@pytest.mark.parametrize(
    "authorization", ["Basic d2hpdGU=", "Bearer", "Bearer ", "white-secret", "bearer\twhite-secret"]
)
def test_other_authorizations_are_no_tokens(authorization: str) -> None:
    answer = Client(FakeDesk(), Tokens(hashes=HASHES)).post(
        "/api/commands/white/resign", json={"id": "c1"}, headers={"authorization": authorization}
    )
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == "Bearer"


def test_unknown_roles_are_nobody() -> None:
    answer = Client(FakeDesk()).post("/api/commands/root/resign", json={"id": "c1"})
    assert answer.status_code == 404


@pytest.mark.parametrize(
    ("hashes", "roles"),
    [
        ({"king": hash_token("x")}, frozenset()),
        ({"white": "secret in plain text"}, frozenset()),
        ({}, frozenset({"everybody"})),
    ],
)
def test_wrong_tokens_configuration(hashes: dict[str, str], roles: frozenset[str]) -> None:
    with pytest.raises(ValueError, match=r"role|sha256"):
        Tokens(hashes=hashes, open_roles=roles)


@pytest.mark.parametrize(
    ("host", "code"),
    [
        ("localhost", 200),
        ("localhost:8000", 200),
        ("LOCALHOST:8000", 200),
        ("127.0.0.1:8000", 200),
        ("[::1]:8000", 200),
        ("evil.example", 400),
        ("evil.example:8000", 400),
        ("localhost.evil.example", 400),
        ("localhost@evil.example", 400),
        ("[::1].evil.example", 400),
        ("", 400),
    ],
)
def test_host_names(host: str, code: int) -> None:
    answer = Client(FakeDesk()).get("/api/state", headers={"host": host})
    assert answer.status_code == code


def test_names_from_the_configuration() -> None:
    app = Guard(never_called, hosts=["Board.local:80", "fd00::7", "", "::"], rate=Rate())
    assert app.hosts == {"board.local", "[fd00::7]", "[::]"}


async def never_called(*_: object) -> None:
    raise AssertionError


ORIGINS: list[tuple[dict[str, str], int]] = [
    ({}, 200),
    ({"origin": "http://localhost:8000"}, 200),
    ({"origin": "http://localhost:8000", "sec-fetch-site": "same-origin"}, 200),
    ({"origin": "http://localhost:9000"}, 403),
    ({"origin": "http://evil.example"}, 403),
    ({"origin": "null"}, 403),
    ({"origin": ""}, 403),
    ({"origin": "http://localhost:8000", "sec-fetch-site": "cross-site"}, 403),
    ({"sec-fetch-site": "same-site"}, 403),
]


@pytest.mark.parametrize(("headers", "code"), ORIGINS)
@pytest.mark.parametrize("path", ["/api/commands/white/resign", "/api/bench"])
def test_other_sites_give_no_orders(path: str, headers: dict[str, str], code: int) -> None:
    desk = FakeDesk()
    desk.bench = FakeBench({"e2": "P"})
    body = {"id": "c1"} if "commands" in path else {"act": "lift", "point": "e2"}
    answer = Client(desk).post(path, json=body, headers=headers)
    assert answer.status_code == code
    assert bool(desk.commands or desk.bench.log) == (code == 200)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "BREW"])
def test_other_methods_are_refused(method: str) -> None:
    answer = Client(FakeDesk()).request(method, "/api/state")
    assert answer.status_code == 405


class BrokenDesk(FakeDesk):
    """A desk whose health is a programming error."""

    def health(self) -> Health:
        raise ZeroDivisionError


EVERY_ANSWER: list[tuple[str, str, dict[str, str], int]] = [
    ("GET", "/", {}, 200),
    ("HEAD", "/", {}, 200),
    ("GET", "/static/kiosk.js", {}, 200),
    ("GET", "/games.pgn", {}, 200),
    ("GET", "/index.json", {}, 200),
    ("GET", "/game-1.json", {}, 200),
    ("GET", "/game-2.pgn", {}, 404),
    ("GET", "/games.exe", {}, 404),
    ("GET", "/healthz", {}, 200),
    ("GET", "/nowhere", {}, 404),
    ("GET", "/static/../app.py", {}, 404),
    ("GET", "/static/%2e%2e/app.py", {}, 404),
    ("GET", "/api/events?after=x", {}, 400),
    ("GET", "/api/events?after=-1", {}, 400),
    ("GET", "/api/events", {"last-event-id": "9" * 17}, 400),
    ("GET", "/api/commands/white/resign", {}, 405),
    ("GET", "/api/state", {"host": "evil.example"}, 400),
    ("POST", "/api/bench", {}, 404),
    ("POST", "/api/commands/white/resign", {"origin": "http://evil.example"}, 403),
    ("POST", "/api/commands/arbiter/resign", {}, 401),
    ("DELETE", "/", {}, 405),
    ("GET", "/api/state", {"x-broken": "yes"}, 500),
]


@pytest.mark.parametrize(("method", "path", "headers", "code"), EVERY_ANSWER)
def test_every_answer_carries_the_headers(
    method: str, path: str, headers: dict[str, str], code: int
) -> None:
    desk = BrokenDesk() if code == 500 else FakeDesk()
    answer = Client(desk).request(method, path, headers=headers)
    assert answer.status_code == code
    for name, value in SECURITY_HEADERS.items():
        assert answer.headers[name] == value
    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] in {"no-store", "no-cache"}


def test_the_content_policy_lets_nothing_in_from_elsewhere() -> None:
    policy = SECURITY_HEADERS["content-security-policy"]
    sources = {word for rule in policy.split(";") for word in rule.split()[1:]}
    assert sources == {"'none'", "'self'"}


def test_orders_are_limited_by_address_and_time() -> None:
    now = [0.0]
    rate = Rate(burst=3, per_s=2, clock=lambda: now[0])
    assert [rate.take("a") for _ in range(4)] == [True, True, True, False]
    assert rate.take("b")
    now[0] = 0.5
    assert [rate.take("a") for _ in range(2)] == [True, False]
    now[0] = 100
    assert [rate.take("a") for _ in range(4)] == [True, True, True, False]


def test_strangers_do_not_fill_the_memory_of_the_limit() -> None:
    rate = Rate(burst=1, per_s=0, clock=lambda: 0.0)
    for n in range(3000):
        rate.take(str(n))
    assert not rate.take("2999")
    assert rate.take("0")


def test_too_many_orders_are_told_to_wait() -> None:
    desk = FakeDesk()
    client = Client(desk, rate=Rate(burst=1, per_s=0, clock=time.monotonic))
    codes = [
        client.post("/api/commands/white/resign", json={"id": "c"}).status_code for _ in range(2)
    ]
    assert codes == [200, 429]
    assert len(desk.commands) == 1


@given(st.from_regex(r"[a-z0-9.-]{1,20}", fullmatch=True), st.integers(0, 65535))
def test_host_name_drops_the_port(name: str, port: int) -> None:
    assert host_name(f"{name}:{port}") == host_name(name.upper()) == name
