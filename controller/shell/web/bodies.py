"""Reading what clients send: small, shallow, strict JSON."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

import msgspec
from starlette.requests import ClientDisconnect, Request

from controller.core.messages import Json
from controller.shell.envelope import COMMAND_BYTES, BadCommandError, read_command

BODY_S = 5.0
"""Seconds in which a body must have arrived."""

Point = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]{1,4}$")]


class BadBodyError(ValueError):
    """A body that cannot be read.

    Attributes:
        status: the HTTP status that says so.
    """

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.status = status


class BenchBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a visitor's hand does on the simulated board."""

    act: Literal["lift", "place", "remove", "add", "auto"]
    point: Point | None = None
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=1)] | None = None
    on: bool | None = None


async def read_command_body(request: Request) -> Json:
    """The command in a request's body.

    Raises:
        BadBodyError: it cannot be read; says why.
    """
    try:
        return read_command(await _read(request))
    except BadCommandError as error:
        raise BadBodyError(str(error)) from None


async def read_bench_body(request: Request) -> BenchBody:
    """The order to the simulated board in a request's body.

    Raises:
        BadBodyError: it cannot be read; says why.
    """
    try:
        return msgspec.json.decode(await _read(request), type=BenchBody)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadBodyError(f"the order cannot be read: {error}") from None


async def _read(request: Request) -> bytes:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise BadBodyError("send the order as content-type application/json", 415)
    raw = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.stream():
                raw += chunk
                if len(raw) > COMMAND_BYTES:
                    raise BadBodyError(f"longer than {COMMAND_BYTES} bytes", 413)
    except TimeoutError:
        raise BadBodyError(f"the body did not arrive within {BODY_S:g} seconds", 408) from None
    except ClientDisconnect:
        raise BadBodyError("the client went away") from None
    return bytes(raw)
