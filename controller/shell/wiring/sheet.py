"""Paper to draw on: lines, boxes and words, as SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Sequence

INK: Final = "#1a1a1a"
FAINT: Final = "#767676"
PALE: Final = "#d8d8d8"
PAPER: Final = "#ffffff"
_NARROW: Final = frozenset("iljtfrI.,;:'|!()[] ")
_LETTER, _CAPITAL, _THIN = 0.56, 0.70, 0.34
"""Of the size of a font: how wide letters are (estimates, on the safe side)."""
NETS: Final = {
    "3.3 V": "#b35900",
    "5 V": "#c00000",
    "GND": "#000000",
    "SDA": "#0055cc",
    "SCL": "#00796b",
    "MOSI": "#7b1fa2",
    "MISO": "#ad1457",
    "SCLK": "#00796b",
}
"""Colours of lines; of all others `OTHER`."""
OTHER: Final = "#4b5563"
TONES: Final = (
    "#ffd9b3", "#cfe8cf", "#cfe0ff", "#f6d0e6", "#fff2a8", "#d7ccf2", "#c5eef0", "#e6d3bd",
)  # fmt: skip
"""Of points on the map, by the chip that watches them."""


def width_of(text: str, size: float) -> float:
    """About how wide a text is."""
    return size * sum(
        _THIN if each in _NARROW else _CAPITAL if each.isupper() or ord(each) > 0xFF else _LETTER
        for each in text
    )


class Sheet:
    """One drawing; places in pixels of 1/96 inch from the upper left corner."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        words: str,
        *,
        size: float = 10,
        colour: str = INK,
        anchor: str = "start",
        bold: bool = False,
        halo: bool = False,
    ) -> None:
        """Words on a base line.

        Args:
            anchor: "start", "middle" or "end": which part of them is at x.
            halo: keeps lines behind them off.
        """
        more = ' font-weight="bold"' if bold else ""
        if halo:
            more += f' stroke="{PAPER}" stroke-width="3" paint-order="stroke"'
        if anchor != "start":
            more += f' text-anchor="{anchor}"'
        self._parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size:g}" fill="{colour}"{more}>'
            f"{escape(words)}</text>"
        )

    def line(
        self, places: Sequence[tuple[float, float]], colour: str = INK, width: float = 1.2
    ) -> None:
        """A line along these places."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        self._parts.append(
            f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'
        )

    def dot(self, x: float, y: float, colour: str, radius: float = 2.2) -> None:
        self._parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" fill="{colour}"/>')

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str = PAPER,
        stroke: str = INK,
        round_by: float = 0,
    ) -> None:
        self._parts.append(
            f'<rect x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}" rx="{round_by:g}" '
            f'fill="{fill}" stroke="{stroke}"/>'
        )

    def shape(self, places: Sequence[tuple[float, float]], fill: str) -> None:
        """A filled shape with these corners."""
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
        self._parts.append(f'<polygon points="{points}" fill="{fill}"/>')

    def paragraph(
        self, x: float, y: float, words: str, width: float, *, size: float = 9.5, colour: str = INK
    ) -> float:
        """Words in lines as long as fit; the base line that comes next."""
        row = ""
        for word in words.split(" "):
            longer = f"{row} {word}" if row else word
            if row and width_of(longer, size) > width:
                self.text(x, y, row, size=size, colour=colour)
                y += size * 1.3
                row = word
            else:
                row = longer
        self.text(x, y, row, size=size, colour=colour)
        return y + size * 1.3

    def svg(self, width: float, height: float, title: str, description: str) -> str:
        """The drawing as a document."""
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
            f'width="{width:.0f}" height="{height:.0f}" role="img" '
            'font-family="Helvetica, Arial, sans-serif">\n'
            f"<title>{escape(title)}</title>\n<desc>{escape(description)}</desc>\n"
            f'<rect width="{width:.0f}" height="{height:.0f}" fill="{PAPER}"/>\n'
            + "\n".join(self._parts)
            + "\n</svg>\n"
        )
