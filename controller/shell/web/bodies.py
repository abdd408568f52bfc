"""Reading what clients send: small, shallow, strict JSON."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from controller.core.messages import Json

BODY_BYTES = 4096
"""The longest body; a command is a few hundred bytes."""
BODY_DEPTH = 4
"""How deeply objects and arrays may be nested; a command needs two."""
BODY_S = 5.0
"""Seconds in which a body must have arrived."""

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Point = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9]{1,4}$")]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]
_Shape = TypeVar("_Shape", bound=msgspec.Struct)


class BadBodyError(ValueError):
    """A body that cannot be read.

    Attributes:
        status: the HTTP status that says so.
    """

    def __init__(self, text: str, status: int = 400) -> None:
        super().__init__(text)
        self.status = status


class CommandBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shape of a command; the desk judges what it means."""

    id: Id
    v: Literal[1] = 1
    game_id: Id | None = None
    expect_seq: Count | None = None
    ttl_ms: Count | None = None
    args: dict[str, Any] = {}


class BenchBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a visitor's hand does on the simulated board."""

    act: Literal["lift", "place", "remove", "add", "auto"]
    point: Point | None = None
    letter: Annotated[str, msgspec.Meta(min_length=1, max_length=1)] | None = None
    on: bool | None = None


async def read_object(request: Request) -> Json:
    """The JSON object in a request's body.

    Raises:
        BadBodyError: too long, too slow, too deep, not JSON, or not an object.
    """
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise BadBodyError("send the order as content-type application/json", 415)
    raw = await _read(request)
    if nesting(raw) > BODY_DEPTH:
        raise BadBodyError(f"nested more than {BODY_DEPTH} levels deep")
    try:
        found = msgspec.json.decode(raw, type=Json)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadBodyError(f"not a JSON object: {error}") from None
    return found


async def _read(request: Request) -> bytes:
    raw = bytearray()
    try:
        async with asyncio.timeout(BODY_S):
            async for chunk in request.stream():
                raw += chunk
                if len(raw) > BODY_BYTES:
                    raise BadBodyError(f"longer than {BODY_BYTES} bytes", 413)
    except TimeoutError:
        raise BadBodyError(f"the body did not arrive within {BODY_S:g} seconds", 408) from None
    except ClientDisconnect:
        raise BadBodyError("the client went away") from None
    return bytes(raw)


def nesting(raw: bytes) -> int:
    """How deeply brackets are nested in JSON text, found without parsing it."""
    depth = deepest = 0
    in_string = escaped = False
    for byte in raw:
        if in_string:
            in_string = escaped or byte != 0x22
            escaped = not escaped and byte == 0x5C
        elif byte == 0x22:
            in_string = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest


def check(body: Json, shape: type[_Shape]) -> _Shape:
    """The body as a message of a known shape.

    Raises:
        BadBodyError: a key is missing, unknown, or its value is not allowed; names the key.
    """
    try:
        return msgspec.convert(body, shape)
    except msgspec.ValidationError as error:
        raise BadBodyError(str(error)) from None
