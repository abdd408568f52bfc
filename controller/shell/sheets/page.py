"""A score sheet as one HTML page that prints well and needs nothing from anywhere else."""

from __future__ import annotations

from html import escape
from importlib import resources
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from controller.shell.sheets.diagram import Diagram
    from controller.shell.sheets.paper import Entry, Paper

CELL = 24
"""Units between two lines of a diagram."""


def page_of(paper: Paper, *, styles: str | None = None) -> str:
    """The page.

    Args:
        styles: address of the style sheet; None writes the styles into the page.
    """
    look = f'<link rel="stylesheet" href="{styles}">' if styles else f"<style>{_css()}</style>"
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
        f"<title>{escape(paper.title)}</title>{look}"
        f"<h1>{escape(paper.title)}</h1><dl>{heading}</dl>{figures}"
        f'<div class="moves by-{paper.stretches}"><table><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table></div>'
        f'<p class="result">Result 结果: <b>{escape(paper.result)}</b></p>'
        f"<ul>{notes}</ul>"
        f'<div class="sign">{signs}</div>'
        + (f'<p class="missing">Still to be filled in 待补充: {missing}</p>' if missing else "")
        + "</html>"
    )


def _css() -> str:
    return resources.files("controller.shell.web").joinpath("static/sheet.css").read_text("utf-8")


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
    for column, row in diagram.hoshi:
        x, y = CELL + column * CELL, CELL + (size - 1 - row) * CELL
        parts.append(f'<circle cx="{x}" cy="{y}" r="2.5"/>')
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
