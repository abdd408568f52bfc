"""Reading a command that came over the network: small, shallow, strict JSON."""

from __future__ import annotations

import re
from typing import Annotated, Any, Literal

import msgspec

from controller.core.messages import Json

COMMAND_BYTES = 4096
"""The longest command; a usual one is 200 bytes."""
COMMAND_DEPTH = 4
"""How deeply objects and arrays may be nested; a usual command needs two levels."""

_STRINGS = re.compile(rb'"(?:[^"\\]|\\.)*"', re.DOTALL)

Id = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Count = Annotated[int, msgspec.Meta(ge=0, le=2**53)]


class BadCommandError(ValueError):
    """A command that cannot be read. Its text says why, for the sender."""


class Envelope(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The shape of every command; what it asks for is judged behind.

    Attributes:
        id: chosen by the sender; the reply repeats it, and it is obeyed once.
        game_id: the game that is meant.
        expect_seq: the newest sequence number that the sender has seen.
        ttl_ms: how long the command is worth obeying.
        args: what the command needs.
    """

    id: Id
    v: Literal[1] = 1
    game_id: Id | None = None
    expect_seq: Count | None = None
    ttl_ms: Count | None = None
    args: dict[str, Any] = {}


def read_command(raw: bytes) -> Json:
    """The object in a command's payload, with every key that an `Envelope` may have checked.

    Raises:
        BadCommandError: too long, too deep, not JSON, not an object, or a key that is wrong.
    """
    if len(raw) > COMMAND_BYTES:
        raise BadCommandError(f"the command is longer than {COMMAND_BYTES} bytes")
    if _nesting(raw) > COMMAND_DEPTH:
        raise BadCommandError(f"the command is nested more than {COMMAND_DEPTH} levels deep")
    try:
        body: Json = msgspec.json.decode(raw, type=Json)
        msgspec.convert(body, Envelope)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadCommandError(f"the command cannot be read: {error}") from None
    return body


def _nesting(raw: bytes) -> int:
    """How deeply brackets are nested in JSON text outside its strings, without parsing it."""
    depth = deepest = 0
    for byte in _STRINGS.sub(b"", raw):
        if byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest
