"""How a message becomes bytes, and how records are chained. Pure.

Each record carries the SHA-256 of the digest before it and its own bytes. The first one is chained to
a digest made of the journal's name and its board, so a record can stand in no other place and in no
other journal.
"""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from controller.core.messages import Json

DIGEST_BYTES = 32
_SEED = "touchmove journal 1"


def canonical(body: Json) -> bytes:
    """The one way to write an object: keys sorted, no spaces, UTF-8.

    >>> canonical({"b": 1, "a": "将"}).decode()
    '{"a":"将","b":1}'

    Raises:
        ValueError: not JSON (a NaN, an infinity, a lone surrogate).
        TypeError: a value that JSON has no form for.
    """
    text = json.dumps(
        body, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode()


def parse(raw: bytes) -> Json:
    """The object that `canonical` wrote.

    Raises:
        ValueError: not one JSON object in its canonical form.
    """
    body = read(raw)
    if canonical(body) != raw:
        raise ValueError("not in canonical form")
    return body


def read(raw: bytes) -> Json:
    """The object in bytes that were proved to be those that `canonical` wrote; a third of the work of `parse`.

    Raises:
        ValueError: not one JSON object.
    """
    try:
        body: Any = json.loads(raw)
    except RecursionError as deep:
        raise ValueError("nested too deeply") from deep
    if not isinstance(body, dict):
        raise ValueError("not an object")  # noqa: TRY004 - bad text, whatever its kind
    return body


def genesis(epoch: str, board: str) -> bytes:
    """The digest that the first record is chained to."""
    return hashlib.sha256(canonical({"seed": _SEED, "epoch": epoch, "board": board})).digest()


def link(previous: bytes, raw: bytes) -> bytes:
    """The digest of a record after the record whose digest is `previous`."""
    return hashlib.sha256(previous + raw).digest()
