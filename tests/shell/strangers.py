"""Requests of strangers, each the same whenever its number is asked for."""

from __future__ import annotations

import random
from dataclasses import dataclass

from controller.core.table.commands import COMMANDS
from controller.shell.web.security import ROLES, hash_token

SECRETS = {role: f"secret-of-{role}-7Yk2vX9q" for role in ROLES}
PATHS = [
    *("/", "/bench", "/sensors", "/arbiter", "/sheet", "/metrics", "/healthz", "/nowhere"),
    *(
        "/static/kiosk.js",
        "/static/texts.zh.json",
        "/static/%2e%2e/app.py",
        "/static/../../../etc/passwd",
    ),
    *("/api/state", "/api/sensors", "/api/desk", "/api/events", "/api/events?after=0"),
    *(
        "/api/events?after=99999999999999999999",
        "/api/events?after=%C2%B2",
        "/api/tables/events?after=0",
    ),
    *(
        "/api/bench",
        "/api/bench/trace",
        "/api/tables",
        "/api/tables/b1/log",
        "/api/tables/b1/record",
    ),
    *("/api/tables/b1/desk", "/api/tables/%00/log", "/api/tables/b1/commands/arbiter/result"),
    *(
        "/games.pgn",
        "/games.exe",
        "/index.json",
        "/game-1.json",
        "/game-1.pgn",
        "/game-999999999999.pgn",
    ),
    *(f"/api/commands/{role}/resign" for role in sorted(ROLES)),
    *(f"/api/commands/arbiter/{name}" for name in COMMANDS),
    *(
        "/api/commands/operator/start",
        "/api/commands/root/start",
        "/api/commands/arbiter/..%2f..%2fstart",
    ),
]
KNOWN = ["localhost", "localhost:8000", "127.0.0.1", "[::1]:80"]
HOSTS = [
    *KNOWN,
    "evil.example",
    "",
    "localhost@evil",
    "[::1",
]
AUTHORIZATIONS = [
    "Bearer ",
    "Basic YXJiaXRlcjo=",
    "Bearer " + "x" * 3000,
    "Bearer " + hash_token(SECRETS["arbiter"]),
    "Bearer " + SECRETS["arbiter"][:-1],
    "Bearer " + SECRETS["arbiter"].upper(),
    "Bearer Bearer",
    "Bearer \xe9\xff",
]
HEADERS = {
    "origin": ["http://localhost", "http://evil.example", "null", ""],
    "sec-fetch-site": ["same-origin", "cross-site", "none", "\xff"],
    "content-type": [
        "application/json",
        "application/json; charset=utf-8",
        "text/plain",
        "",
        "application/\xe9",
    ],
    "content-length": ["0", "-1", "999999999999", "one"],
    "last-event-id": ["0", "-1", "5e3", "9" * 40, "\xb2", ""],
    "if-none-match": ['"x"', "*", "W/", "\xff" * 200],
    "range": ["bytes=0-", "bytes=9-1", "bytes=" + "0-1," * 500],
    "x-forwarded-for": ["127.0.0.1", "::1", "', drop"],
    "accept-encoding": ["gzip", "br;q=nan"],
    "cookie": ["a=b", "=" * 4000],
}
BODIES = [
    b"",
    b"{}",
    b"null",
    b"[]",
    b'{"id":"c1"}',
    b'{"id":"c1","args":{"result":"1-0"}}',
    b'{"id":"c1","args":{"mode":"observer"}}',
    b'{"act":"lift","point":"e2"}',
    b'{"act":"noise","level":"rough"}',
    b'{"act":"auto","on":true}',
    b'{"id":1e999}',
    b'{"id":"\\ud800","args":{}}',
    b'{"id":"c1","args":' + b"[" * 3000 + b"]" * 3000 + b"}",
    b'{"id":"' + b"x" * 5000 + b'"}',
    b"\xef\xbb\xbf{}",
    b"\x00" * 200_000,
]
CHARACTERS = "/.%?&=#\\\x00 \n\r\t:@[]{}\"'<>0aé"


@dataclass(frozen=True, slots=True)
class Asked:
    """One request of a stranger."""

    method: str
    target: str
    headers: list[tuple[bytes, bytes]]
    body: list[bytes]
    client: tuple[str, int]


def mutated(text: str, dice: random.Random) -> str:
    """A text with one place of it changed, doubled or lost."""
    at = dice.randrange(len(text) + 1)
    match dice.randrange(4):
        case 0:
            return text[:at] + dice.choice(CHARACTERS) + text[at:]
        case 1:
            return text[:at] + text[at + 1 :]
        case 2:
            return text[:at] + f"%{dice.randrange(256):02x}" + text[at:]
        case _:
            return text[:at] + text * dice.choice([1, 2, 30])


def asked(number: int, secret: str = "") -> Asked:
    """Request of this number; with a secret it may do what its role may."""
    dice = random.Random(number)
    target = dice.choice(PATHS)
    if dice.random() < 0.3:
        target = mutated(target, dice)
    method = dice.choice(
        ["GET", "GET", "HEAD", "POST", "POST", "POST", "PUT", "OPTIONS", "\xe9", ""]
    )
    host = HOSTS[0] if dice.random() < 0.8 else dice.choice(HOSTS)
    headers = [(b"host", host.encode("latin-1"))]
    wanted = ["content-type"] if dice.random() < 0.7 else []
    wanted += dice.sample(sorted(HEADERS), dice.choice([0, 0, 0, 1, 2]))
    for name in wanted:
        value = HEADERS[name][0] if dice.random() < 0.6 else dice.choice(HEADERS[name])
        headers.append((name.encode(), value.encode("latin-1")))
    if secret:
        headers.append((b"authorization", f"Bearer {secret}".encode()))
    elif dice.random() < 0.5:
        headers.append((b"authorization", dice.choice(AUTHORIZATIONS).encode("latin-1")))
    body = dice.choice(BODIES)
    if body and dice.random() < 0.4:
        at = dice.randrange(len(body))
        body = body[:at] + bytes([dice.randrange(256)]) * dice.randrange(3) + body[at + 1 :]
    cut = dice.randrange(len(body) + 1)
    address = "203.0.113.1" if dice.random() < 0.2 else f"198.51.100.{dice.randrange(50)}"
    return Asked(method, target, headers, [body[:cut], body[cut:]], (address, number % 65536))


def raw(number: int) -> bytes:
    """What somebody writes to the socket: nearly HTTP, or nothing like it."""
    dice = random.Random(number)
    request = asked(number)
    head = f"{request.method or 'GET'} {request.target.replace(' ', '%20')} HTTP/1.1\r\n".encode()
    head += b"".join(name + b": " + value + b"\r\n" for name, value in request.headers)
    whole = b"".join(request.body)[:9000]
    data = head + b"content-length: %d\r\n\r\n" % len(whole) + whole
    match dice.randrange(8):
        case 0:
            return dice.randbytes(dice.randrange(1, 400))
        case 1:
            return data[: dice.randrange(1, len(data))]
        case 2:
            return b"GET / HTTP/1.1\r\n" + b"x-" + b"a" * 70_000 + b": 1\r\n\r\n"
        case 3:
            return (
                head + b"transfer-encoding: chunked\r\n\r\n" + dice.randbytes(20) + b"\r\n0\r\n\r\n"
            )
        case 4:
            return b"\x16\x03\x01\x02\x00" + dice.randbytes(100)  # TLS
        case 5:
            return head + b"upgrade: websocket\r\nconnection: upgrade\r\n\r\n"
        case 6:
            at = dice.randrange(len(data))
            return data[:at] + dice.randbytes(3) + data[at:]
        case _:
            return data * dice.randrange(1, 4)
