"""What values of SGF say: komi, pairs of names and values, and values that contradict each other."""

from __future__ import annotations

import re

from rules.go.sgf_tree import Node, Property
from rules.terms import RulesError

_NUMBER = re.compile(r"[+-]?[0-9]{1,6}(?:\.[0-9]{0,6})?", re.ASCII)
_HUNDREDTHS = (200, 1000)
"""Whole numbers of komi that nobody has ever given as points, and that servers write for hundredths."""
_STEP = 25


def komi_of(text: str) -> tuple[object, str]:
    """Komi in points, or the text where it is no number; and a warning, "" where there is none.

    Chinese servers write hundredths, without saying so: 375 and 650.
    """
    plain = text.replace(",", ".")
    if not _NUMBER.fullmatch(plain):
        return text, ""
    komi = float(plain)
    least, most = _HUNDREDTHS
    if komi % _STEP == 0 and least <= abs(komi) <= most:
        return komi / 100, f"komi {text} is read as {komi / 100:g}, as servers write hundredths"
    return komi, ""


def refuse_clashes(node: Node) -> None:
    """Ends a game, in lenient reading, where a node says two things of which one can be."""
    for found in node.values():
        if found.clash:
            raise RulesError(found.clash)


def pairs(found: Property) -> list[tuple[str, str]]:
    """Names and values of a property whose values are both, parted by a colon."""
    pairs = []
    for value in found.values:
        name, _, _ = value.partition(":")
        whole = Property(found.ident, (value,), found.at).simple
        pairs.append((name, whole[len(name) + 1 :]))
    return pairs
