"""Answers that clients may keep and ask for again."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from starlette.responses import Response

if TYPE_CHECKING:
    from starlette.requests import Request


def tagged(request: Request, content: bytes, kind: str) -> Response:
    """The content, or 304 when the client has it already."""
    tag = f'"{hashlib.sha256(content).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "no-cache"}
    asked = request.headers.get("if-none-match", "")
    known = {item.strip().removeprefix("W/") for item in asked.split(",")}
    if tag in known or "*" in known:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=kind, headers=headers)
