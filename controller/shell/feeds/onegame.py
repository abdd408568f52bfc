"""Whether a text is the record of one game, and of one only. Pure.

Records of several boards are joined into one file. A text with a second game in it would stand there as the game of
another board.
"""

from __future__ import annotations

import re
from typing import Final

_ENDS_A_LINE: Final = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
"""Characters that no writer of ours puts into a record; some readers take them for the end of a line."""
_HEADERS: Final = re.compile(r"(?:\[[A-Za-z0-9_]+ \"[^\n]*\"\]\n)+")
_BEGINS_A_GAME: Final = re.compile(r"\n\s*(?:\n|\[[A-Za-z])")
_TREE: Final = re.compile(r"\(;(?:[^()\[\]]|\[(?:[^\]\\]|\\.)*+\])*+\)\s*+", re.DOTALL)
"""Possessive, so that a text that is none is given up where it goes wrong, whatever its length."""


def why_not_one(form: str, text: str) -> str | None:
    """Why a text is not one game; None where it is, or where it is empty."""
    if not text:
        return None
    if _ENDS_A_LINE.search(text):
        return "`text` has characters that no record has"
    if form == "sgf":
        return None if _TREE.fullmatch(text) else "`text` is not one game"
    headers = _HEADERS.match(text)
    if headers is None or text[headers.end() : headers.end() + 1] != "\n":
        return "`text` does not begin with headers"
    if _BEGINS_A_GAME.search(text.rstrip("\n"), headers.end() + 1):
        return "`text` is more than one game"
    return None
