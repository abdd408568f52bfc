"""The chess men as one SVG file, made from the drawings that python-chess brings along."""

from __future__ import annotations

import re

import chess.svg

_STYLE = re.compile(r' style="([^"]*)"')
_ID = re.compile(r' id="[^"]*"')


def pieces_svg() -> str:
    """One `<symbol>` a man; its id is `man-` and the FEN letter ("man-N")."""
    symbols = "".join(
        f'<symbol id="man-{letter}" viewBox="0 0 45 45">{_plain(drawing)}</symbol>'
        for letter, drawing in sorted(chess.svg.PIECES.items())
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


def _plain(drawing: str) -> str:
    """The drawing without ids and style attributes, which our content policy forbids."""
    return _STYLE.sub(_as_attributes, _ID.sub("", drawing))


def _as_attributes(match: re.Match[str]) -> str:
    pairs = (rule.split(":") for rule in match[1].split(";") if rule.strip())
    return "".join(f' {name.strip()}="{value.strip()}"' for name, value in pairs)
