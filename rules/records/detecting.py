"""Which file format a text looks like: by its headers, or else by its first moves."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import islice, pairwise

from rules.records.tokens import Kind, grammar, tokens

_SGF = re.compile(r"\ufeff?\s*+\(\s*+;")
_ANY = grammar(skip=r"[0-9]++\.++ | \.++", result=r"(?!)", move=r"[^\s{}()\[\];$]++")
_PIECES = 400
"""As many pieces of a record as are looked at: all headers and the opening."""

_ONLY_DRAUGHTS = re.compile(r"2-0|0-2|1-1|[0-9]{1,2}[-x:][0-9]{1,2}(?:[x:][0-9]{1,2})*+|[0-9]{4}")
_RESULTS = ("1-0", "0-1", "1/2-1/2", "0-0", "*")
_SQUARES = re.compile(r"[a-h][1-8](?:[-x:]?[a-h][1-8])++")
_POINTS = re.compile(r"([a-i])([0-9])-?([a-i])([0-9])", re.IGNORECASE)
_WXF = re.compile(
    r"[+-]?[KABEHNRCP][1-9+-]?[+=.-][1-9]|[1-9]{1,2}[+=][1-9]|[+-]{2}[+=.-][1-9]", re.IGNORECASE
)
_CHESS = re.compile(
    r"(?:[O0]-[O0](?:-[O0])?|[KQRBN]?[a-h]?[1-8]?[-x]?[a-h][1-8](?:=?[QRBNqrbn])?)[+#]?[!?]*+"
)


def looks_like(text: str) -> str | None:
    """The name of the format ("pgn", "pdn", "xqpgn", "sgf"), or None where it looks like none."""
    if _SGF.match(text):
        return "sgf"
    headers: dict[str, str] = {}
    words: list[str] = []
    for token in islice(tokens(text.removeprefix("\ufeff"), _ANY), _PIECES):
        if token.kind is Kind.HEADER:
            if words:
                break
            headers[token.tag] = token.value
        elif token.kind is Kind.MOVE and token.text not in _RESULTS:
            words.append(token.text)
    found = _by_headers(headers) or _by_moves(words)
    if found is None and (headers or text.strip() in _RESULTS):
        # Headers without moves: names and results look alike everywhere.
        return None if words else "pgn"
    return found


def _by_headers(headers: Mapping[str, str]) -> str | None:
    fen = headers.get("FEN", "")
    if headers.get("Game", "").lower() == "chinese chess" or "Red" in headers:
        return "xqpgn"
    if "GameType" in headers or ":" in fen or headers.get("Result") in {"2-0", "0-2", "1-1"}:
        return "pdn"
    return {7: "pgn", 9: "xqpgn"}.get(fen.count("/"))


def _by_moves(words: Sequence[str]) -> str | None:
    if any(_xiangqi(word) for word in words):
        return "xqpgn"
    if any(_ONLY_DRAUGHTS.fullmatch(word) or _on_diagonals(word) for word in words):
        return "pdn"
    return "pgn" if any(map(_CHESS.fullmatch, words)) else None


def _xiangqi(word: str) -> bool:
    """Whether no other game has such a move."""
    if any(ord(letter) >= 0x2E80 for letter in word):
        return True  # Chinese characters and full-width letters
    points = _POINTS.fullmatch(word)
    if points:
        outside = {"0", "9", "i"} & {part.lower() for part in points.groups()}
        return bool(outside) or word == word.upper()
    return bool(_WXF.fullmatch(word))


def _on_diagonals(word: str) -> bool:
    """Whether a word names squares as draughts does: all on one diagonal with the next."""
    if not _SQUARES.fullmatch(word.rstrip("!?")):
        return False
    squares = re.findall(r"[a-h][1-8]", word)
    steps = [(abs(ord(a[0]) - ord(b[0])), abs(int(a[1]) - int(b[1]))) for a, b in pairwise(squares)]
    takes = "x" in word or ":" in word
    return all(across == up and (up > 1 or not takes) for across, up in steps)
