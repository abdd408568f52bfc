"""Names that SGF has for what records hold, used in reading and in writing."""

from __future__ import annotations

from collections.abc import Mapping

from rules.go.board import BLACK, WHITE
from rules.go.game import GO
from rules.rulebook import Outcome
from rules.terms import Side

HEADER_OF: Mapping[str, str] = {
    "PB": "Black",
    "PW": "White",
    "EV": "Event",
    "PC": "Site",
    "DT": "Date",
    "RO": "Round",
}
"""The headers that every game has, by their SGF names."""
INFO = (
    *HEADER_OF,
    "AN", "BR", "BT", "CP", "GC", "GN", "ON", "OT", "RU", "SO", "TM", "US", "WR", "WT",
)  # fmt: skip
"""Properties of the first node that are headers."""
HANDICAP = "HA"
"""How many handicap stones Black has; a header where the game does not begin with them on the board."""
OVERTIME: Mapping[Side, str] = {BLACK: "OB", WHITE: "OW"}
"""Moves or periods left in overtime."""

# Private properties, which SGF allows; other readers pass over them.
OWN_HEADERS = "TMH"
"""Headers that SGF has no name for, as name:value."""
OWN_OPTIONS = "TMO"
"""Options of the game that SGF has no name for, as name:value."""
ELAPSED = "TMT"
"""Seconds taken for a move."""

_SHORT = {"Resign": "R", "Time": "T", "Forfeit": "F"}


def canonical_result(text: str) -> str:
    """A result in its usual form: "B+Resign" is "B+R", "Draw" is "0", an unknown one "?".

    Raises:
        RulesError: records of Go write no such result.
    """
    outcome = GO.outcome(text)
    if outcome in {Outcome.FIRST_WINS, Outcome.SECOND_WINS}:
        return text[:2] + _SHORT.get(text[2:], text[2:])
    return GO.result_text(outcome)
