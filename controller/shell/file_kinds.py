"""What a file is, told from how it begins: for words to somebody who has given the wrong one."""

from __future__ import annotations

import re
from typing import Final

LOOKED_AT: Final = 4096
"""Bytes of a file that are looked at."""
BOARD = "the configuration of a board"
HUB = "the configuration of a hub"

_SECTION = rb"(?m)^[ \t]*\[[ \t]*%b[ \t]*\]"
_KINDS: Final = (
    (rb"\ASQLite format 3\0", "the file of a journal; give the folder that it is in"),
    (rb"\A%PDF", "a PDF"),
    (rb"\A\x89PNG|\A\xff\xd8\xff|\AGIF8", "a picture"),
    (rb"\APK\x03\x04", "an archive (ZIP); take the files out of it first"),
    (rb"\A\x1f\x8b", "a file compressed with gzip"),
    (rb'\A\s*\{\s*"trace"\s*:', "a sensor trace; touchmove convert makes a record of it"),
    (_SECTION % b"hub", HUB),
    (_SECTION % b"board", BOARD),
    (rb'\A(?:\xef\xbb\xbf)?\s*\[[A-Z]\w* "', "a record of games (PGN or PDN)"),
    (rb"\A(?:\xef\xbb\xbf)?\s*\(\s*;", "a record of games (SGF)"),
    (rb"\A(?:\xef\xbb\xbf)?012 ", "a report of an event (TRF)"),
    (rb"(?i)\A\s*(?:<!doctype html|<html|<svg|<\?xml)", "a page or a drawing"),
)
RECORDS: Final = ("a record of games", "a report of an event")
"""How the kinds begin that an event is read from."""


def kind_of(data: bytes) -> str | None:
    """What a file is, in words behind "this is"; None where nothing tells."""
    head = data[:LOOKED_AT]
    return next((kind for pattern, kind in _KINDS if re.search(pattern, head)), None)
