"""Moves of chess as people and programs spell them, in the spelling of the standard."""

from __future__ import annotations

import re

from rules.records.texts import DASHES

_SIGNS = str.maketrans(
    {
        **dict.fromkeys(DASHES, "-"),
        **dict(zip("♔♕♖♗♘♚♛♜♝♞", "KQRBNKQRBN", strict=True)),
        "♙": "",
        "♟": "",
    }
)
LONGEST = 40
"""Characters that a move can have with all its signs; longer texts are no moves and are not looked at."""
EN_PASSANT = re.compile(r"[ ]?\(?e\.?[ ]?p\.?\)?$")
"""What is written behind a capture en passant."""
# Check, mate and assessment: what a move is does not depend on them.
_TAIL = re.compile(r"(?:[+#=†‡/-]|mate|ch)+$")
_NOVELTY = re.compile(r"((?:[KQRBN].*[1-8])|(?:[a-h].*[2-7]))(?:TN|N|D)")
_CASTLING = re.compile(r"[Oo0]-?[Oo0](-?[Oo0])?")
_POINTS = re.compile(r"[A-H][1-8][-x:]?[A-H]([1-8])=?[QRBN]?", re.IGNORECASE)
_PROMOTION = re.compile(r"(?<=[18])(?:/|\()=?([QRBNqrbn])\)?$")


def spelled(text: str) -> str:
    """A move as the standard spells it; what is no move comes back as it nearly was.

    Read are "exd6 e.p.", "Qh5++", "Nf3+-", "Bb5N" for a novelty, "Pe4", "o-o" and "0–0", "E2-E4", "N:f3",
    "e8(Q)", "e8/Q" and figurines.
    """
    if len(text) > LONGEST:
        return text
    plain = EN_PASSANT.sub("", text.translate(_SIGNS))
    bare = _TAIL.sub("", plain)
    if not bare or plain.startswith("--"):
        return plain
    plain = _PROMOTION.sub(r"=\1", bare)
    points = _POINTS.fullmatch(plain)
    novelty = None if points and points[1] in "18" else _NOVELTY.fullmatch(plain)
    if novelty:
        plain = _TAIL.sub("", novelty[1])
    if castling := _CASTLING.fullmatch(plain):
        return "O-O-O" if castling[1] else "O-O"
    if _POINTS.fullmatch(plain):
        squares, choice = plain[:-1], plain[-1]
        plain = f"{squares.lower()}{choice if choice.isalpha() else choice.lower()}"
    return plain.removeprefix("P").replace(":", "x")
