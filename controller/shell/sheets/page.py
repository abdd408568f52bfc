"""A score sheet as one HTML page that prints well and needs nothing from anywhere else."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.shell.sheets.diagram import Diagram
    from controller.shell.sheets.paper import Entry, Paper

CELL = 24
"""Units between two lines of a diagram."""
_CSS = """
@page { size: A4; margin: 14mm }
body { font: 11pt/1.35 "Noto Sans", "Noto Sans CJK SC", system-ui, sans-serif; margin: 0 auto; max-width: 190mm; padding: 4mm; color: #000; background: #fff }
h1 { font-size: 16pt; margin: 0 0 3mm }
dl { display: grid; grid-template-columns: max-content 1fr max-content 1fr; gap: 1mm 4mm; margin: 0 0 4mm }
dt { color: #444 } dd { margin: 0; border-bottom: 1px solid #999; overflow-wrap: anywhere }
.moves { columns: 2; column-gap: 8mm }
table { border-collapse: collapse; width: 100% }
tr { break-inside: avoid }
th, td { border: 1px solid #999; padding: .6mm 1.6mm; text-align: left; font-weight: normal }
td:first-child { text-align: right; color: #444; width: 9mm }
small { color: #444; margin-left: 1.5mm } .excused { border-bottom: 1px dotted #000 }
.result { font-size: 14pt; margin: 4mm 0 }
.sign { display: grid; grid-template-columns: repeat(3, 1fr); gap: 8mm; margin-top: 10mm; break-inside: avoid }
.sign div { border-top: 1px solid #000; padding-top: 1mm } .sign b { display: block; min-height: 1.4em; margin-top: -7mm }
figure { margin: 0 0 4mm; break-inside: avoid } svg { width: 100%; max-width: 150mm; height: auto }
.missing { color: #444; font-size: 9.5pt }
@media (max-width: 500px) { .moves { columns: 1 } dl { grid-template-columns: max-content 1fr } .sign { grid-template-columns: 1fr; gap: 12mm } }
"""


def page_of(paper: Paper) -> str:
    """The page."""
    heading = "".join(f"<dt>{escape(k)}</dt><dd>{escape(v)}</dd>" for k, v in paper.heading)
    columns = "".join(f'<th scope="col">{escape(each)}</th>' for each in paper.columns)
    rows = "".join(
        f"<tr><td>{escape(number)}</td>{''.join(map(_cell, entries))}</tr>"
        for number, entries in paper.rows
    )
    figures = "".join(map(_figure, paper.diagrams))
    notes = "".join(f"<li>{escape(note)}</li>" for note in paper.notes)
    signs = "".join(
        f"<div><b>{escape(name)}</b>{escape(who)}</div>" for who, name in paper.signatures
    )
    missing = "; ".join(map(escape, paper.missing))
    return (
        '<!doctype html><html lang="en"><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(paper.title)}</title><style>{_CSS}</style>"
        f"<h1>{escape(paper.title)}</h1><dl>{heading}</dl>{figures}"
        f'<div class="moves"><table><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table></div>'
        f'<p class="result">Result 结果: <b>{escape(paper.result)}</b></p>'
        f"<ul>{notes}</ul>"
        f'<div class="sign">{signs}</div>'
        + (f'<p class="missing">Still to be filled in 待补充: {missing}</p>' if missing else "")
        + "</html>"
    )


def _cell(entry: Entry | None) -> str:
    if entry is None:
        return "<td></td>"
    text = escape(entry.text)
    if entry.excused:
        text = f'<span class="excused">{text}</span>'
    small = f"<small>{escape(entry.small)}</small>" if entry.small else ""
    return f"<td>{text}{small}</td>"


def _figure(diagram: Diagram) -> str:
    """A diagram as SVG, with the plays that have no room in it below."""
    size, span = diagram.size, (diagram.size - 1) * CELL
    edge = span + 2 * CELL
    parts = [
        f'<svg viewBox="0 0 {edge} {edge}" role="img" aria-label="{diagram.first}-{diagram.last}">'
    ]
    for n in range(size):
        at = CELL + n * CELL
        parts.append(
            f'<path d="M{CELL} {at}h{span}M{at} {CELL}v{span}" stroke="#000" fill="none"/>'
        )
    for stone in diagram.stones:
        x, y = CELL + stone.column * CELL, CELL + (size - 1 - stone.row) * CELL
        fill, ink = ("#000", "#fff") if stone.side == "black" else ("#fff", "#000")
        parts.append(f'<circle cx="{x}" cy="{y}" r="11" fill="{fill}" stroke="#000"/>')
        if stone.number is not None:
            parts.append(
                f'<text x="{x}" y="{y + 4}" font-size="11" text-anchor="middle" fill="{ink}">'
                f"{stone.number}</text>"
            )
    parts.append("</svg>")
    below = escape("; ".join(diagram.below))
    caption = f"{diagram.first}-{diagram.last}" + (f": {below}" if below else "")
    return f"<figure>{''.join(parts)}<figcaption>{caption}</figcaption></figure>"
