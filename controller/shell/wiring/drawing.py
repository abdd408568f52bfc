"""The drawing of a board's wiring: the Pi's header, the chips leg by leg, and a map of the points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from controller.shell.wiring.header import GROUND, PINS, V33, name_of
from controller.shell.wiring.sheet import (
    FAINT,
    INK,
    NETS,
    OTHER,
    PALE,
    PAPER,
    TONES,
    Sheet,
    width_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.shell.wiring.plan import Box, Crossings, Group, Plan, Rail

WIDTH: Final = 1120.0
"""With a height of 790 the sheet has the shape of A4, lying."""
_LEFT, _GROUPS_X, _MARGIN = 24.0, 400.0, 20.0
_GROUPS_WIDTH = WIDTH - _GROUPS_X - _MARGIN
_PIN_ROW = 17.0
_RAIL = 13.0
_LEG = 11.5
_COMPACT_FROM: Final = 17
"""Boxes of a group from which on each is one row of words."""
_MAP_WIDTH: Final = 350.0
_TIED = ("tie", GROUND, V33)


def drawing(plan: Plan) -> str:
    """The plan as an SVG document."""
    sheet = Sheet()
    sheet.text(_LEFT, 34, plan.title, size=20, bold=True)
    sheet.text(_LEFT, 52, plan.subtitle, size=11, colour=FAINT)
    left = _header(sheet, plan, 78)
    left = _map(sheet, plan, left + 26)
    y = 34.0
    for group in plan.groups:
        y = _group(sheet, group, y) + 20
    height = max(left, y, 790.0 - 10) + 10
    return sheet.svg(
        WIDTH,
        height,
        f"Wiring of {plan.title}",
        "Generated from the board's configuration: which pin of the Raspberry Pi goes to which leg of which chip, "
        "and which point each input watches.",
    )


def _header(sheet: Sheet, plan: Plan, y: float) -> float:
    """The 40 pins, as they lie with the board's edge at the right; where the next thing may begin."""
    sheet.text(_LEFT, y, "Header of the Raspberry Pi", size=12, bold=True)
    y += 10
    middle = _LEFT + 180
    sheet.rectangle(middle - 23, y, 46, 20 * _PIN_ROW + 4, fill="#f2f2f2", stroke=FAINT, round_by=3)
    for pin in PINS:
        row, even = divmod(pin - 1, 2)
        top = y + 2 + row * _PIN_ROW
        use = plan.header.get(pin)
        name = name_of(pin)
        colour = _pin_colour(name, use)
        x = middle + 1 if even else middle - 21
        sheet.rectangle(
            x, top + 1, 20, _PIN_ROW - 2, fill=PAPER if use is None else colour, stroke=colour
        )
        sheet.text(
            x + 10,
            top + 12,
            str(pin),
            size=9,
            anchor="middle",
            colour=FAINT if use is None else PAPER,
        )
        words = name if use is None or use == name else f"{name}  {use}"
        edge = middle + 28 if even else middle - 28
        sheet.text(
            edge,
            top + 12,
            words,
            size=9.5,
            anchor="start" if even else "end",
            colour=FAINT if use is None else INK,
            bold=use is not None,
        )
    return y + 20 * _PIN_ROW + 4


def _pin_colour(name: str, use: str | None) -> str:
    if use is None:
        return PALE
    for net, colour in NETS.items():
        if name == net or use.startswith(net):
            return colour
    return OTHER


def _map(sheet: Sheet, plan: Plan, y: float) -> float:
    """The board: each point in the colour of its chip, and the way of the lamps."""
    if not plan.tones:
        return y
    sheet.text(_LEFT, y, "Board, as the first side sees it", size=12, bold=True)
    y += 10
    columns = max(column for column, _ in plan.tones) + 1
    rows = max(row for _, row in plan.tones) + 1
    cell = min(_MAP_WIDTH / columns, 290 / rows, 36.0)
    size = min(cell * 0.36, 10.0)

    def centre(place: tuple[int, int]) -> tuple[float, float]:
        return _LEFT + (place[0] + 0.5) * cell, y + (rows - place[1] - 0.5) * cell

    for place, tone in plan.tones.items():
        x, middle = centre(place)
        half = cell / 2
        sheet.rectangle(
            x - half, middle - half, cell, cell, fill=TONES[tone % len(TONES)], stroke="#bbbbbb"
        )
    if plan.path:
        sheet.line([centre(place) for place in plan.path], colour="#c00000", width=0.8)
        sheet.dot(*centre(plan.path[0]), colour="#c00000", radius=2.6)
    for place, tone in plan.tones.items():
        x, middle = centre(place)
        sheet.text(
            x, middle + size * 0.35, str(tone + 1), size=size, anchor="middle", halo=bool(plan.path)
        )
    y += rows * cell + 14
    words = (
        "Number and colour: the chip (or row) that watches the point, in the order of the drawing."
    )
    if plan.path:
        words += " Line: the way of the strip from its first lamp, the dot."
    return sheet.paragraph(_LEFT, y, words, _MAP_WIDTH, size=9, colour=FAINT)


def _group(sheet: Sheet, group: Group, y: float) -> float:
    sheet.text(_GROUPS_X, y, group.title, size=12, bold=True)
    y += 6
    if len(group.boxes) >= _COMPACT_FROM:
        y = _compact(sheet, group, _rails(sheet, group, y, []))
    else:
        y = _boxes(sheet, group, y)
    if group.crossings is not None:
        y = _crossings(sheet, group.crossings, y + 8)
    y += 4
    for note in ((group.chained + ".",) if group.chained else ()) + group.notes:
        y = sheet.paragraph(_GROUPS_X, y + 8, note, _GROUPS_WIDTH, colour=INK) - 8
    return y


def _rails(sheet: Sheet, group: Group, y: float, taps: Sequence[tuple[float, float]]) -> float:
    """The shared lines, with their names; where the boxes begin.

    Args:
        taps: left and right end of each box that they go to.
    """
    bottom = y + len(group.rails) * _RAIL + 6
    for n, rail in enumerate(group.rails):
        colour = NETS.get(rail.net, OTHER)
        at = y + (n + 1) * _RAIL
        sheet.line([(_GROUPS_X, at), (_GROUPS_X + _GROUPS_WIDTH, at)], colour=colour)
        for _, right in taps:
            x = right - 6 - 6 * n
            sheet.line([(x, at), (x, bottom)], colour=colour)
            sheet.dot(x, at, colour)
    for n, rail in enumerate(group.rails):
        sheet.text(
            _GROUPS_X + 2,
            y + (n + 1) * _RAIL - 2.5,
            _words(rail),
            size=9,
            colour=NETS.get(rail.net, OTHER),
            halo=True,
        )
    return bottom


def _words(rail: Rail) -> str:
    return f"{rail.net}: {rail.source} → {rail.legs}"


def _size(box: Box) -> tuple[float, float, float]:
    """Width of a box, of one of its columns of legs, and its height."""
    texts = [width_of(leg.name, 9) + width_of(leg.to, 9) * 1.1 + 26 for leg in box.legs]
    column = max(texts, default=0.0)
    columns = min(box.columns, max(1, len(box.legs)))
    width = max(
        column * columns + 8, width_of(box.title, 10.5) * 1.1 + 12, width_of(box.note, 9) + 12
    )
    rows = -(-len(box.legs) // columns)
    return width, (width - 8) / columns, 18 + (11 if box.note else 0) + rows * _LEG + 4


def _boxes(sheet: Sheet, group: Group, y: float) -> float:
    """Boxes in as many rows as they need, the shared lines above each row."""
    if not group.boxes:
        return y
    sizes = [_size(box) for box in group.boxes]
    width = max(each[0] for each in sizes)
    gap = 8.0
    start = _GROUPS_X
    if group.rails:  # the lines go down where their names do not stand
        words = max(width_of(_words(rail), 9) for rail in group.rails)
        start += max(0.0, words + 8 + 6 * len(group.rails) - width)
    per_row = max(1, int((_GROUPS_X + _GROUPS_WIDTH - start + gap) // (width + gap)))
    for first in range(0, len(group.boxes), per_row):
        row = group.boxes[first : first + per_row]
        places = [start + n * (width + gap) for n in range(len(row))]
        if group.rails:
            y = _rails(sheet, group, y, [(x, x + width) for x in places])
        height = max(each[2] for each in sizes[first : first + per_row])
        for x, box in zip(places, row, strict=True):
            _box(sheet, box, (x, y), (width, height))
        if group.chained:
            for x in places[1:]:
                at = y + 9
                sheet.line([(x, at), (x - gap, at)], colour=NETS["MISO"])
                sheet.shape(
                    [(x - gap, at), (x - gap + 5, at - 3), (x - gap + 5, at + 3)], NETS["MISO"]
                )
        y += height + 6
    return y


def _box(sheet: Sheet, box: Box, place: tuple[float, float], size: tuple[float, float]) -> None:
    (x, y), (width, height) = place, size
    fill = "#fafafa" if box.tone is None else TONES[box.tone % len(TONES)]
    sheet.rectangle(x, y, width, height, fill=fill, round_by=3)
    sheet.text(x + 6, y + 13, box.title, size=10.5, bold=True)
    top = y + 18
    if box.note:
        sheet.text(x + 6, top + 6, box.note, size=9, colour=OTHER)
        top += 11
    columns = min(box.columns, max(1, len(box.legs)))
    rows = -(-len(box.legs) // columns)
    column_width = (width - 8) / columns
    for n, leg in enumerate(box.legs):
        column, row = divmod(n, rows)
        at_x, at_y = x + 6 + column * column_width, top + (row + 1) * _LEG - 3
        number = leg.pin.removeprefix("pin ")
        sheet.text(at_x + 11, at_y, number, size=8, colour=OTHER, anchor="end")
        sheet.text(at_x + 14, at_y, leg.name, size=9)
        used = leg.to or "–"
        sheet.text(at_x + 18 + width_of(leg.name, 9), at_y, used, size=9, bold=bool(leg.to))


def _compact(sheet: Sheet, group: Group, y: float) -> float:
    """Many chips: each with its first and last leg."""
    width, height, gap = 132.0, 27.0, 6.0
    per_row = int((_GROUPS_WIDTH + gap) // (width + gap))
    for n, box in enumerate(group.boxes):
        row, column = divmod(n, per_row)
        x, top = _GROUPS_X + column * (width + gap), y + row * (height + gap)
        tone = TONES[(box.tone or 0) % len(TONES)]
        words = _span(box)
        wide = max(width, width_of(words, 9) + 10)  # the last one, with what is tied
        sheet.rectangle(x, top, wide, height, fill=tone, round_by=3)
        sheet.text(x + 5, top + 11, box.title, size=9.5, bold=True)
        sheet.text(x + 5, top + 22, words, size=9)
        if group.chained and column:
            at = top + height / 2
            sheet.line([(x, at), (x - gap, at)], colour=NETS["MISO"])
    return y + -(-len(group.boxes) // per_row) * (height + gap)


def _span(box: Box) -> str:
    """The legs of a chip in few words: "D0 … D7: A1 … H1"; legs that are tied by themselves."""
    points = [leg for leg in box.legs if leg.to not in _TIED]
    first, last = points[0], points[-1]
    words = f"{first.name} {first.to}"
    if len(points) > 1:
        words += f" … {last.name} {last.to}"
    for to in _TIED:
        tied = [leg.name for leg in box.legs if leg.to == to]
        if tied:
            words += f"; {' '.join(tied)} {to}"
    return words


def _crossings(sheet: Sheet, grid: Crossings, y: float) -> float:
    """Rows and columns as lines, each crossing with its point; beside them one crossing in large."""
    left = _GROUPS_X + max(width_of(each, 9) for each in grid.rows) + 14
    detail = 130.0
    cell = min((_GROUPS_WIDTH - (left - _GROUPS_X) - detail - 20) / len(grid.columns), 56.0)
    pitch = 26.0
    y += 22
    red, blue = NETS["5 V"], NETS["SDA"]
    bottom = y + len(grid.rows) * pitch
    for n, name in enumerate(grid.columns):
        x = left + (n + 0.5) * cell
        sheet.line([(x, y), (x, bottom)], colour=blue)
        kind, _, pin = name.partition(" pin ")
        sheet.text(x, y - 14, kind, size=8.5, anchor="middle", colour=blue)
        sheet.text(x, y - 4, f"pin {pin}" if pin else "", size=8.5, anchor="middle", colour=blue)
    for row, name in enumerate(grid.rows):
        at = y + (row + 0.5) * pitch
        sheet.line([(left, at), (left + len(grid.columns) * cell, at)], colour=red)
        sheet.text(left - 5, at + 3, name, size=9, anchor="end", colour=red)
        for column, point in enumerate(grid.points[row]):
            x = left + (column + 0.5) * cell
            if not point:
                continue
            sheet.line([(x, at - 9), (x + 11, at - 1)], colour=INK)
            words = "◁" if point == "guard" else point
            sheet.text(x + 9, at - 4, words, size=9, bold=True, halo=True)
    _crossing(sheet, grid, (left + len(grid.columns) * cell + 30, y + 4))
    return max(bottom + 6, y + 150)


def _crossing(sheet: Sheet, grid: Crossings, place: tuple[float, float]) -> None:
    x, y = place
    red, blue = NETS["5 V"], NETS["SDA"]
    sheet.text(x, y, "Each crossing", size=10, bold=True)
    sheet.line([(x + 10, y + 12), (x + 10, y + 120)], colour=blue)
    sheet.text(x + 14, y + 22, "column", size=9, colour=blue)
    sheet.line([(x, y + 110), (x + 105, y + 110)], colour=red)
    sheet.text(x + 105, y + 121, "row", size=9, colour=red, anchor="end")
    sheet.dot(x + 10, y + 34, blue)
    sheet.line([(x + 10, y + 34), (x + 30, y + 34), (x + 46, y + 26)])
    sheet.text(x + 30, y + 48, "switch", size=9)
    end = x + 84
    sheet.line([(x + 46, y + 34), (end, y + 34), (end, y + 62)])
    if grid.diodes:
        sheet.shape([(end - 7, y + 62), (end + 7, y + 62), (end, y + 76)], INK)
        sheet.line([(end - 7, y + 76), (end + 7, y + 76)], width=2)
        sheet.text(end - 11, y + 72, "diode", size=9, anchor="end")
    sheet.line([(end, y + 62), (end, y + 110)])
    sheet.dot(end, y + 110, red)
    if grid.guards:
        sheet.paragraph(x, y + 138, "◁: guard, a diode without a switch", 125, size=9, colour=FAINT)
