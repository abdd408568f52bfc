"""What a score sheet consists of, and the form that each game gives it; `rules.sheet` makes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from rules.terms import LawId, Side
from rules.time_control import TimeControl

ARBITER = "arbiter"
"""Who confirms a sheet besides the two sides."""


class Fact(StrEnum):
    """What a remark is about."""

    DRAW_OFFER = "draw-offer"
    CLAIM = "claim"
    RULING = "ruling"
    IRREGULARITY = "irregularity"
    PENALTY = "penalty"
    """Counted by its `Remark.penalty`: a foul, a warning."""
    NOTE = "note"


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Something that belongs on the sheet beside the moves.

    Attributes:
        ply: how many plies had been made.
        side: whose offer, claim or penalty it is; None where it is nobody's.
        law: the law that it rests on, where it has one.
        penalty: what is counted, as in `PenaltyLaw.kind` ("foul"); only of a penalty.
    """

    ply: int
    fact: Fact
    text: str
    side: Side | None = None
    law: LawId | None = None
    penalty: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What the sheet needs and the record of the moves does not have.

    Attributes:
        rulebook: by name; None for the game's current one.
        players: by side; a side that is missing is taken from the record's headers.
        control: None where there was no clock or nobody knows; then no move is marked as made in
            time trouble.
        used_ms: time used by each side; a side that is missing is added up from the record.
        confirmed: who has confirmed the sheet, by side or `ARBITER`, with the name signed with.
        first_number: of the first move, for a game that does not begin with move 1.
    """

    rulebook: str | None = None
    players: Mapping[Side, str] = field(default_factory=dict)
    control: TimeControl | None = None
    used_ms: Mapping[Side, int] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()
    confirmed: Mapping[str, str] = field(default_factory=dict)
    first_number: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Form:
    """How one game's sheets are kept.

    Attributes:
        notation: which of `Game.notation`.
        number: heading of the numbers.
        columns: heading of each column of moves: one for each side, or one for all plays.
        offer: the sign that a sheet has for a draw offered; "" for none.
        needs_times: the sheet is not whole without the times used.
    """

    notation: str
    number: str = "No."
    columns: tuple[str, ...] = ("White", "Black")
    offer: str = ""
    needs_times: bool = False


FORMS: Mapping[str, Form] = {
    "chess": Form(notation="san", offer="(=)"),
    "draughts-100": Form(notation="sheet"),
    "draughts-russian": Form(notation="sheet"),
    "draughts-brazilian": Form(notation="sheet"),
    "xiangqi": Form(notation="chinese", number="回合", columns=("红方", "黑方"), needs_times=True),
    "go": Form(notation="gtp", columns=("Play",)),
}
"""By game: CH-11.1 and FIDE-8.1, DR-10, XQ-7.5 and XQ-10.1; no law names the form of Go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One move on the sheet.

    Attributes:
        text: the move as this game's sheets write it.
        excused: the sides that were in time trouble and need not have written it when it was made.
        left_ms, used_ms: time left to the mover after it, and taken for it, where the record has it.
        signs: the sign of a draw offered with it, and the numbers of the remarks that belong to it.
        set_up: before it a position was set up that the moves do not lead to.
    """

    ply: int
    side: Side
    text: str
    excused: tuple[Side, ...] = ()
    left_ms: int | None = None
    used_ms: int | None = None
    signs: tuple[str, ...] = ()
    set_up: bool = False

    @property
    def in_time_trouble(self) -> bool:
        """Whether the mover need not have written it (CH-11.1, FIDE-8.1, DR-10, XQ-7.2)."""
        return self.side in self.excused


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One line: its number, and a move in each column or None where there is none.

    A game that is written play by play has one column.
    """

    number: int
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Copy:
    """One copy of the sheet: who kept it, who gets it ("player", "event"), what it need not have.

    Attributes:
        keeper: None for a sheet that a scorer keeps.
        excused: plies that its keeper completes afterwards because time was short.
    """

    keeper: Side | None
    goes_to: str
    law: LawId | None
    excused: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """How often a side got one kind of penalty, and what it comes to.

    Attributes:
        loses: the count has reached the number with which the law has the game lost.
        costs: stones at the count (Go).
    """

    side: Side
    kind: str
    law: LawId
    count: int
    loses: bool
    costs: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Confirmation:
    """One line to be signed; `name` is None until it is."""

    who: str
    name: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A score sheet.

    Attributes:
        names: of the players, by side; "" where nobody has entered it.
        start: the position that the game began with; None for the array.
        options: of the game (Go: size, komi, handicap).
        columns: the headings, that of the numbers first.
        first_number: of the first row, whether or not there is one yet.
        control: of the game; None where there was no clock or nobody knows.
        used_ms: by side, None where it is not known.
        missing: what has still to be filled in, a sentence each; empty for a whole sheet.
    """

    game: str
    rulebook: str
    names: Mapping[Side, str]
    start: str | None
    options: Mapping[str, object]
    columns: tuple[str, ...]
    first_number: int
    rows: tuple[Row, ...]
    remarks: tuple[Remark, ...]
    counts: tuple[Count, ...]
    result: str
    control: TimeControl | None
    used_ms: Mapping[Side, int | None]
    confirmations: tuple[Confirmation, ...]
    copies: tuple[Copy, ...]
    missing: tuple[str, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing

    def next_number(self, column: int) -> int:
        """The number that the next move gets, made by the side with this column."""
        if not self.rows:
            return self.first_number
        last = self.rows[-1]
        return last.number + any(last.cells[column if len(last.cells) > 1 else 0 :])
