"""Who may ask what of the web server, and what every answer carries.

The server stands in a club's network among phones and strangers' pages. So it answers only to its
own host names (a foreign page cannot reach it by rebinding a name), takes orders only from its own
pages or with a token, and every answer, errors included, tells browsers to load nothing from
elsewhere.
"""

from __future__ import annotations

import hmac
import ipaddress
import re
import time
from collections import OrderedDict
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import JSONResponse

from controller.shell.roles import ROLES, hash_token

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping

    from starlette.requests import Request
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from controller.shell.web.relaying import Hall

__all__ = ["ROLES", "hash_token"]
LOOPBACK_HOSTS = frozenset({"localhost", "127.0.0.1", "[::1]"})

SECURITY_HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}

_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:@/\[\]]+)(?::\d{1,5})?")
_PROXY_HEADERS = ("forwarded", "via", "x-forwarded-for", "x-real-ip")
_READ_METHODS = frozenset({"GET", "HEAD"})


class Verdict(StrEnum):
    """Whether a request may act for a role."""

    ALLOWED = "allowed"
    NEEDS_PROOF = "needs-proof"
    NOT_PROVED = "not-proved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """Which bearer token each role needs, and which roles need none.

    Attributes:
        hashes: role to `hash_token` of its token.
        open_roles: roles that this machine's own kiosk may act for without a token.
        open_to_network: whether `open_roles` are open to other machines too.

    Raises:
        ValueError: a role is unknown or a hash is not one of `hash_token`.
    """

    hashes: Mapping[str, str] = field(default_factory=dict)
    open_roles: frozenset[str] = frozenset()
    open_to_network: bool = False

    def __post_init__(self) -> None:
        for role in {*self.hashes, *self.open_roles} - ROLES:
            raise ValueError(f"there is no role {role!r}; roles are {', '.join(sorted(ROLES))}")
        for role, digest in self.hashes.items():
            if not _DIGEST.fullmatch(digest):
                raise ValueError(f"the token of {role} must be 'sha256:' and 64 hexadecimal digits")

    def judge(self, role: str, headers: Headers, client: str | None) -> Verdict:
        """Whether a request may act for a role."""
        if role in self.open_roles and (self.open_to_network or _is_local(headers, client)):
            return Verdict.ALLOWED
        scheme, _, token = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "bearer" or not token:
            return Verdict.NEEDS_PROOF
        # An unknown role is compared too, so that its answer takes as long as a known one's.
        kept = self.hashes.get(role, "")
        found = hmac.compare_digest(hash_token(token.strip()).encode(), kept.encode())
        return Verdict.ALLOWED if found else Verdict.NOT_PROVED


def unless_allowed(tokens: Tokens, role: str, request: Request) -> JSONResponse | None:
    """None where a request may act for a role, else the answer that says why not."""
    client = request.client.host if request.client else None
    match tokens.judge(role, request.headers, client):
        case Verdict.ALLOWED:
            return None
        case Verdict.NEEDS_PROOF:
            return refuse(401, f"acting as {role} needs a token", www_authenticate="Bearer")
        case Verdict.NOT_PROVED:
            return refuse(403, f"this token may not act as {role}")


def _is_local(headers: Headers, client: str | None) -> bool:
    """Whether the request comes from this machine itself, not through a proxy on it."""
    if client is None or _proxied(headers):
        return False
    try:
        return ipaddress.ip_address(client).is_loopback
    except ValueError:
        return False


def _proxied(headers: Headers) -> bool:
    return any(name in headers for name in _PROXY_HEADERS)


class Rate:
    """How often each address may send orders: a bucket of `burst`, filled by `per_s`.

    The newest 1,024 addresses are remembered, so that strangers cannot fill the memory.
    """

    def __init__(
        self,
        *,
        burst: float = 40,
        per_s: float = 20,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._burst = burst
        self._per_s = per_s
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, address: str) -> bool:
        """Counts one order; False when the address must wait."""
        now = self._clock()
        left, then = self._left.pop(address, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._per_s)
        allowed = left >= 1
        self._left[address] = (left - 1 if allowed else left, now)
        if len(self._left) > 1024:
            self._left.popitem(last=False)
        return allowed


def host_name(host: str) -> str:
    """The name in a Host header, without its port: ``[::1]:8000`` gives ``[::1]``; "" if it is none."""
    match = _HOST.fullmatch(host.strip().lower())
    return match[1] if match else ""


class Guard:
    """Stands around the whole application and turns away what must not come in.

    Attributes:
        hosts: the names it answers to, without ports. It answers to the address that a connection came to as well.
    """

    def __init__(
        self, app: ASGIApp, *, hosts: Collection[str], rate: Rate, hall: Hall | None = None
    ) -> None:
        self._app = app
        self._hall = hall
        bracketed = (
            f"[{host}]" if host.count(":") > 1 and host[0] != "[" else host for host in hosts
        )
        self.hosts = frozenset(map(host_name, bracketed)) - {""}
        self._rate = rate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
        elif scope["type"] == "http":
            headers = Headers(scope=scope)
            refusal = self._refusal(scope, headers)
            app = self._app if refusal is None else refusal
            await app(scope, receive, _adding_headers(send))
        else:
            await send({"type": "websocket.close", "code": 1008})

    def _refusal(self, scope: Scope, headers: Headers) -> JSONResponse | None:
        host = headers.get("host", "")
        if host_name(host) not in self.hosts and host_name(host) != _reached_at(scope):
            return refuse(400, "this board does not answer to that host name; see [kiosk] hosts")
        if self._hall is not None:
            client = scope["client"][0] if scope.get("client") else None
            if _proxied(headers):
                client = None  # a proxy's own address says nothing of who asks
            if not self._hall.admits(scope["path"], client, local=_is_local(headers, client)):
                return refuse(403, "the board itself is for the hall; its games are at /games.pgn")
        if scope["method"] in _READ_METHODS:
            return None
        if scope["method"] != "POST":
            return refuse(405, "only GET, HEAD and POST are known here", allow="GET, HEAD, POST")
        if not _same_origin(headers, host):
            return refuse(403, "orders come from this board's own pages, not from other sites")
        address = scope["client"][0] if scope.get("client") else ""
        if not self._rate.take(address):
            return refuse(429, "too many orders at once; wait a second")
        return None


def _reached_at(scope: Scope) -> str | None:
    """The address of this machine at which a connection arrived, as a Host header has it.

    A page of another site can bring its own name to point here, but never an address in place of its name.
    """
    try:
        address = ipaddress.ip_address((scope.get("server") or ("",))[0])
    except ValueError:
        return None
    if address.version == 6:
        return str(address.ipv4_mapped or f"[{address}]")
    return str(address)


def _same_origin(headers: Headers, host: str) -> bool:
    if headers.get("sec-fetch-site", "same-origin") not in {"same-origin", "none"}:
        return False
    origin = headers.get("origin")
    return origin is None or origin.lower() in _origins(host.strip().lower())


def _origins(host: str) -> Iterable[str]:
    return (f"http://{host}", f"https://{host}")


def refuse(status: int, text: str, **headers: str) -> JSONResponse:
    """An answer that says what is wrong."""
    more = {name.replace("_", "-"): value for name, value in headers.items()}
    return JSONResponse({"error": text}, status_code=status, headers=more)


def _adding_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message.setdefault("headers", []))
            for name, value in SECURITY_HEADERS.items():
                headers[name] = value
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return send_with_headers
