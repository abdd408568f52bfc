"""A score sheet laid out: what stands on the paper, in both languages, before it becomes a page or a PDF."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.shell.sheets.diagram import Diagram, diagrams
from controller.shell.sheets.wording import book_words, control_words, option_words

if TYPE_CHECKING:
    from rules.record import GameRecord
    from rules.sheet_form import Cell, Sheet

TITLES = {
    "chess": "Score sheet  国际象棋记谱纸",
    "draughts-100": "Score sheet  国际跳棋记谱纸",
    "draughts-russian": "Score sheet  俄罗斯跳棋记谱纸",
    "draughts-brazilian": "Score sheet  巴西跳棋记谱纸",
    "xiangqi": "象棋对局记录  Score sheet",
    "go": "围棋棋谱  Game record",
}
SIDES = {"white": "White 白方", "black": "Black 黑方", "red": "Red 红方", "arbiter": "Arbiter 裁判"}
PLAY_BY_PLAY = 2
"""Columns of a sheet that has one for the number and one for all plays."""
FACTS = {
    "draw-offer": "draw offered 提和",
    "claim": "claim 提出",
    "ruling": "ruling 裁决",
    "irregularity": "irregularity 违规",
    "penalty": "penalty 判罚",
    "note": "note 备注",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One move on the paper.

    Attributes:
        small: the time left after it, and the signs of what belongs to it.
        excused: made in time trouble, when nobody had to write.
    """

    text: str
    small: str = ""
    excused: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """What stands on the paper.

    Attributes:
        heading: label and value, as far as known.
        columns: headings of the table of moves.
        rows: number and moves of each line.
        notes: numbered remarks, penalties and times, a line each.
        signatures: who signs, and the name signed with or "".
        missing: what has still to be filled in.
    """

    title: str
    heading: tuple[tuple[str, str], ...]
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Entry | None, ...]], ...]
    diagrams: tuple[Diagram, ...]
    notes: tuple[str, ...]
    result: str
    signatures: tuple[tuple[str, str], ...]
    missing: tuple[str, ...]

    @property
    def stretches(self) -> int:
        """How many stretches of the table of moves stand side by side."""
        return 2 if len(self.columns) > PLAY_BY_PLAY else 4


def paper_of(sheet: Sheet, record: GameRecord) -> Paper:
    """Lays a sheet out.

    Raises:
        RulesError: from `diagrams`.
    """
    heading = [(SIDES.get(side, side), name) for side, name in sheet.names.items()]
    labels = {"Event": "Event 赛事", "Site": "Site 地点", "Round": "Round 轮次", "Board": "Board 台次",
              "Date": "Date 日期"}  # fmt: skip
    heading += [
        (label, record.headers[name])
        for name, label in labels.items()
        if record.headers.get(name, "?") not in ("", "?")
    ]
    control = record.headers.get("TimeControl", "?")
    if sheet.control is not None:
        control = control_words(sheet.control)
    if control not in ("", "?"):
        heading.append(("Time control 用时", control))
    heading.append(("Rules 规则", book_words(sheet.rulebook)))
    if sheet.start is not None:
        heading.append(("Position 起始局面", sheet.start))
    heading += [option_words(name, value) for name, value in sheet.options.items() if value != []]
    return Paper(
        title=TITLES[sheet.game],
        heading=tuple(heading),
        columns=sheet.columns,
        rows=tuple((str(row.number), tuple(map(_entry, row.cells))) for row in sheet.rows),
        diagrams=diagrams(record) if sheet.game == "go" else (),
        notes=tuple(_notes(sheet)),
        result=sheet.result,
        signatures=tuple((SIDES.get(c.who, c.who), c.name or "") for c in sheet.confirmations),
        missing=sheet.missing,
    )


def _entry(cell: Cell | None) -> Entry | None:
    if cell is None:
        return None
    time = "" if cell.left_ms is None else clock_text(cell.left_ms)
    return Entry(
        text=cell.text,
        small=" ".join(filter(None, (time, *cell.signs))),
        excused=cell.in_time_trouble,
    )


def _notes(sheet: Sheet) -> list[str]:
    notes = []
    for number, remark in enumerate(sheet.remarks, 1):
        side = "" if remark.side is None else f"{SIDES.get(remark.side, remark.side)}: "
        law = "" if remark.law is None else f" ({remark.law})"
        fact = FACTS[remark.fact.value]
        notes.append(f"{number}. after ply {remark.ply}: {side}{fact}: {remark.text}{law}")
    for count in sheet.counts:
        if count.count:
            costs = f", costs {count.costs} at the count" if count.costs else ""
            loses = ", with which the loss is due" if count.loses else ""
            side = SIDES.get(count.side, count.side)
            notes.append(f"{side}: {count.kind} × {count.count} ({count.law}){costs}{loses}")
    for side, used_ms in sheet.used_ms.items():
        if used_ms is not None:
            notes.append(f"{SIDES.get(side, side)}: time used 用时 {clock_text(used_ms)}")
    return notes


def clock_text(ms: int) -> str:
    """Hours, minutes and seconds; a started second counts as whole, as clocks show it."""
    minutes, seconds = divmod(-(-ms // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"
