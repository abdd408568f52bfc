"""What is the same in every file of records, whatever stands in it: lines, signs and results."""

from __future__ import annotations

import re

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
"""Signs that stand for the hyphen."""
_PLAIN = {ord(dash): "-" for dash in DASHES}
_HALF = re.compile(r"½|0[.,]5")
_UNKNOWN = frozenset({"", "?"})

_DASH = f"[-{DASHES}]"
RESULTS = rf"1[ ]?{_DASH}[ ]?0|0[ ]?{_DASH}[ ]?1|\*"
"""A pattern of the results that one side wins, and of the open one."""
DRAWS = rf"1/2[ ]?{_DASH}[ ]?1/2|½[ ]?{_DASH}[ ]?½|0[.,]5[ ]?{_DASH}[ ]?0[.,]5|1/2|½"
"""A pattern of what is written for a draw."""
SIGNS = r"[±∓⩲⩱∞□⟳↑→⇆⊕△∆⌓≥≤○⨀⊙⟫⟪⊥∥…]++|=(?:/\+|\+)|[+\-−]/[=−+\-]|\+[−\-]|[−\-]\+"
"""A pattern of the signs of assessment that stand after a move and say nothing about it."""


def tidy(text: str) -> str:
    """A text with one kind of line ends, without a byte order mark and the end marks of DOS files.

    Every sign keeps its line and column.
    """
    text = text.removeprefix("\ufeff").replace("\x1a", " ")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def plain_result(text: str) -> str:
    """A result in the usual signs: "½-½", "0.5 – 0.5" and "1/2" are "1/2-1/2", what is not known is "*"."""
    bare = _HALF.sub("1/2", "".join(text.split()).translate(_PLAIN))
    if bare in _UNKNOWN:
        return "*"
    return "1/2-1/2" if bare == "1/2" else bare


def tidy_fen(text: str, *, needed: int, usual: tuple[str, ...]) -> str:
    """A FEN with one space between its fields, all of them, and moves counted from 1.

    Args:
        needed: fields that it must have; with fewer it stays as it is.
        usual: the last fields, as they are where nothing is said of them.
    """
    fields = text.split()
    whole = needed + len(usual)
    if not needed <= len(fields) <= whole:
        return text
    fields += usual[len(fields) - needed :]
    if fields[-1] == "0":
        fields[-1] = "1"
    return " ".join(fields)


def left_out_moves(count: int) -> str:
    """What a lenient reader says of the moves behind the first that it cannot follow."""
    return f"{count} more move{'s are' if count > 1 else ' is'} left out"
