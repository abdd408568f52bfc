"""The men of every game as one SVG file. The chess men are the drawings that python-chess brings along."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import chess.svg

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_STYLE = re.compile(r' style="([^"]*)"')
_ID = re.compile(r' id="[^"]*"')

_XIANGQI: Mapping[str, str] = {
    "K": "帥", "A": "仕", "B": "相", "N": "傌", "R": "俥", "C": "炮", "P": "兵",
    "k": "將", "a": "士", "b": "象", "n": "馬", "r": "車", "c": "砲", "p": "卒",
}  # fmt: skip
"""What stands on the men, as on most sets: Red's differ in their characters."""


def pieces_svg() -> str:
    """One `<symbol>` a man; its id is the kind of men and the letter ("chess-N", "draughts-W")."""
    symbols = "".join(
        f'<symbol id="{name}" viewBox="0 0 45 45">{drawing}</symbol>' for name, drawing in _men()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


def _men() -> Iterator[tuple[str, str]]:
    for letter, drawing in sorted(chess.svg.PIECES.items()):
        yield f"chess-{letter}", _plain(drawing)
    for letter, ground, edge in (("w", "#f7f0df", "#6b5b3e"), ("b", "#2b2a2e", "#0c0b0d")):
        yield f"draughts-{letter}", _disc(22.5, ground, edge)
        yield (
            f"draughts-{letter.upper()}",
            _disc(27, ground, edge) + _disc(19, ground, edge) + _crown(),
        )
    yield "go-b", _stone("#1c1c1f", "#000")
    yield "go-w", _stone("#f8f7f2", "#8c887d")
    for letter, character in _XIANGQI.items():
        yield f"xiangqi-{letter}", _xiangqi(character, "#b3161b" if letter.isupper() else "#1a1a1a")


def _circle(y: float, r: float, fill: str, stroke: str, width: float) -> str:
    return f'<circle cx="22.5" cy="{y}" r="{r}" fill="{fill}" stroke="{stroke}" stroke-width="{width}"/>'


def _disc(y: float, ground: str, edge: str) -> str:
    """A draughtsman from above; two, one a little higher, are a king."""
    return _circle(y, 16, ground, edge, 1.6) + _circle(y, 10.5, "none", "#8d836f", 1.1)


def _crown() -> str:
    return (
        '<path d="M14.5 23.5l-1.6-8.6 5.2 3.9 4.4-6.8 4.4 6.8 5.2-3.9-1.6 8.6z"'
        ' fill="#d9a520" stroke="#6f5108" stroke-width="1.1" stroke-linejoin="round"/>'
    )


def _stone(ground: str, edge: str) -> str:
    return _circle(22.5, 20.5, ground, edge, 1)


def _xiangqi(character: str, colour: str) -> str:
    return (
        _circle(22.5, 20, "#f6e7c6", "#6b4a1c", 1.2)
        + _circle(22.5, 17, "none", colour, 1.3)
        + f'<text x="22.5" y="31" text-anchor="middle" font-size="24" font-weight="700" fill="{colour}"'
        f' font-family="serif">{character}</text>'
    )


def _plain(drawing: str) -> str:
    """The drawing without ids and style attributes, which our content policy forbids."""
    return _STYLE.sub(_as_attributes, _ID.sub("", drawing))


def _as_attributes(match: re.Match[str]) -> str:
    pairs = (rule.split(":") for rule in match[1].split(";") if rule.strip())
    return "".join(f' {name.strip()}="{value.strip()}"' for name, value in pairs)
