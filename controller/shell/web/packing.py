"""Answers packed with gzip for clients that take it (RFC 1952, RFC 1951).

A stream is packed piece by piece. No piece refers to the ones before, so that one that many viewers are sent is
packed once; what is a viewer's own is set between them as it is.
"""

from __future__ import annotations

import gzip
import re
import zlib
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

SMALL = 1000
"""Bytes of an answer that is not worth packing."""
LEVEL = 6
STREAM_HEAD = b"\x1f\x8b\x08\0\0\0\0\0\0\xff"
"""What a stream of gzip begins with: deflated, no name, no time, whatever system."""
STORED_MAX = 0xFFFF
_TAKES = re.compile(rb"\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))")


def takes_gzip(headers: Iterable[tuple[bytes, bytes]]) -> bool:
    """Whether a client's headers allow it."""
    return any(name == b"accept-encoding" and _TAKES.search(value) for name, value in headers)


@lru_cache(maxsize=32)
def piece(body: bytes) -> bytes:
    """A piece of a stream, packed."""
    packer = zlib.compressobj(LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(body) + packer.flush(zlib.Z_SYNC_FLUSH)


def stored(body: bytes) -> bytes:
    """A short piece of a stream as it is.

    Raises:
        ValueError: it is longer than `STORED_MAX` bytes.
    """
    if len(body) > STORED_MAX:
        raise ValueError(f"at most {STORED_MAX} bytes can be stored, not {len(body)}")
    size = len(body)
    return b"\0" + size.to_bytes(2, "little") + (STORED_MAX - size).to_bytes(2, "little") + body


@lru_cache(maxsize=64)
def _kept(body: bytes) -> bytes:
    """A file of the pages, packed once."""
    return _packed(body)


def _packed(body: bytes) -> bytes:
    return gzip.compress(body, LEVEL, mtime=0)


class Packing:
    """Packs the whole answers of an application; streams pass."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or not takes_gzip(scope["headers"]):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def pack(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start":
                start = message
                return
            if start is not None:
                head, start = start, None
                if not message.get("more_body"):
                    head, message = _whole(head, message)
                await send(head)
            await send(message)

        await self._app(scope, receive, pack)


def _whole(head: Message, message: Message) -> tuple[Message, Message]:
    """An answer of one piece, packed where that is worth it."""
    headers: dict[bytes, bytes] = dict(head["headers"])
    body: bytes = message.get("body", b"")
    if len(body) < SMALL or b"content-encoding" in headers:
        return head, message
    tag = headers.get(b"etag")
    packed = _packed(body) if tag is None else _kept(body)
    headers |= {
        b"content-encoding": b"gzip",
        b"content-length": b"%d" % len(packed),
        b"vary": b"accept-encoding",
    }
    if tag is not None:
        headers[b"etag"] = b"W/" + tag.removeprefix(b"W/")
    return {**head, "headers": list(headers.items())}, {**message, "body": packed}
