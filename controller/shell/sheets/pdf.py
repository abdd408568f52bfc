"""A score sheet as PDF, A4.

Chinese is written with a font that every PDF viewer brings (Adobe's STSong-Light), so the file stays small and
the board needs no fonts.
"""

from __future__ import annotations

import io
from html import escape
from typing import TYPE_CHECKING

from reportlab.graphics.shapes import Circle, Drawing, Line, String
from reportlab.lib import colors
from reportlab.lib.pagesizes import A4
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table, TableStyle

if TYPE_CHECKING:
    from controller.shell.sheets.diagram import Diagram
    from controller.shell.sheets.paper import Entry, Paper

FONT = "STSong-Light"
_WIDTH = A4[0] - 28 * mm
_GRID = TableStyle(
    [
        ("GRID", (0, 0), (-1, -1), 0.4, colors.grey),
        ("TOPPADDING", (0, 0), (-1, -1), 1),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 1),
    ]
)


def pdf_of(paper: Paper) -> bytes:
    """The file. The same paper gives the same bytes."""
    pdfmetrics.registerFont(UnicodeCIDFont(FONT))
    out = io.BytesIO()
    document = SimpleDocTemplate(
        out,
        pagesize=A4,
        leftMargin=14 * mm,
        rightMargin=14 * mm,
        topMargin=14 * mm,
        bottomMargin=14 * mm,
        title=paper.title,
        invariant=1,
    )
    story: list[Flowable] = [_text(paper.title, size=15), Spacer(1, 3 * mm), _heading(paper)]
    for diagram in paper.diagrams:
        story += [Spacer(1, 4 * mm), _figure(diagram), _text(_caption(diagram), size=9)]
    story += [Spacer(1, 4 * mm), _moves(paper), Spacer(1, 4 * mm)]
    story.append(_text(f"Result 结果: {paper.result}", size=13))
    story += [_text(note, size=9) for note in paper.notes]
    story += [Spacer(1, 12 * mm), _signatures(paper)]
    if paper.missing:
        story.append(_text("Still to be filled in 待补充: " + "; ".join(paper.missing), size=8))
    document.build(story)
    return out.getvalue()


def _text(text: str, *, size: float = 10) -> Paragraph:
    style = ParagraphStyle("", fontName=FONT, fontSize=size, leading=size * 1.35, wordWrap="CJK")
    return Paragraph(escape(text), style)


def _heading(paper: Paper) -> Table:
    rows = [[_text(label, size=9), _text(value, size=10)] for label, value in paper.heading]
    return Table(rows, colWidths=[40 * mm, _WIDTH - 40 * mm], style=_GRID)


def _moves(paper: Paper) -> Table:
    """The moves in stretches side by side, as sheets are printed."""
    width = len(paper.columns)
    stretches = paper.stretches
    high = -(-len(paper.rows) // stretches) or 1
    body = []
    for n in range(high):
        line: list[Paragraph | str] = []
        for row in range(n, n + high * stretches, high):
            if row < len(paper.rows):
                number, entries = paper.rows[row]
                line += [_text(number, size=9), *map(_cell, entries)]
            else:
                line += [""] * width
        body.append(line)
    head = [_text(each, size=9) for each in paper.columns] * stretches
    number_mm = 11 * mm
    each = (_WIDTH / stretches - number_mm) / (width - 1)
    widths = [number_mm, *[each] * (width - 1)] * stretches
    return Table([head, *body], colWidths=widths, repeatRows=1, style=_GRID)


def _cell(entry: Entry | None) -> Paragraph | str:
    if entry is None:
        return ""
    return _text(f"{entry.text}{'·' if entry.excused else ''}  {entry.small}".rstrip(), size=9)


def _signatures(paper: Paper) -> Table:
    names = [_text(name) for _who, name in paper.signatures]
    people = [_text(who, size=9) for who, _name in paper.signatures]
    style = TableStyle([("LINEABOVE", (0, 1), (-1, 1), 0.6, colors.black)])
    return Table([names, people], colWidths=[_WIDTH / len(names)] * len(names), style=style)


def _figure(diagram: Diagram) -> Drawing:
    cell = min(_WIDTH, 150 * mm) / (diagram.size + 1)
    edge, span = cell * (diagram.size + 1), cell * (diagram.size - 1)
    drawing = Drawing(edge, edge)
    for n in range(diagram.size):
        at = cell * (n + 1)
        drawing.add(Line(cell, at, cell + span, at, strokeWidth=0.5))
        drawing.add(Line(at, cell, at, cell + span, strokeWidth=0.5))
    for column, row in diagram.hoshi:
        drawing.add(
            Circle(cell * (column + 1), cell * (row + 1), cell * 0.1, fillColor=colors.black)
        )
    for stone in diagram.stones:
        x, y = cell * (stone.column + 1), cell * (stone.row + 1)
        dark = stone.side == "black"
        fill, ink = (colors.black, colors.white) if dark else (colors.white, colors.black)
        drawing.add(Circle(x, y, cell * 0.46, fillColor=fill, strokeWidth=0.6))
        if stone.number is not None:
            size = cell * 0.42
            drawing.add(
                String(
                    x, y - size * 0.35, str(stone.number),
                    fontSize=size, fillColor=ink, textAnchor="middle",
                )
            )  # fmt: skip
    return drawing


def _caption(diagram: Diagram) -> str:
    below = "; ".join(diagram.below)
    return f"{diagram.first}-{diagram.last}" + (f": {below}" if below else "")
