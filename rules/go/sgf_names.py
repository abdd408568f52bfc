"""Names that SGF has for what records hold, used in reading and in writing."""

from __future__ import annotations

import re
from collections.abc import Mapping

from rules.go.board import BLACK, WHITE
from rules.go.game import GO
from rules.rulebook import Outcome
from rules.terms import RulesError, Side

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

_WON = re.compile(r"(b|w|black|white)\+(.*)")
_HOW = {
    "r": "R", "res": "R", "resign": "R", "resigns": "R", "resignation": "R",
    "t": "T", "time": "T", "timeout": "T", "f": "F", "forfeit": "F",
}  # fmt: skip
_DRAWN = {"draw": "0", "jigo": "0", "void": "Void"}
_GAMES: Mapping[str, str] = {
    "2": "Othello", "3": "chess", "4": "Gomoku or Renju", "5": "Nine Men's Morris", "6": "backgammon",
    "7": "xiangqi", "8": "shogi", "9": "Lines of Action", "10": "Ataxx", "11": "Hex", "12": "Jungle",
    "13": "Neutron", "14": "Philosopher's Football", "15": "Quadrature", "16": "Trax", "17": "Tantrix",
    "18": "Amazons", "19": "Octi", "20": "Gess", "21": "Twixt", "22": "Zertz", "23": "Plateau",
    "24": "Yinsh", "25": "Punct", "26": "Gobblet", "27": "Hive", "28": "Exxit", "29": "Hnefatal",
    "30": "Kuba", "31": "Tripples", "32": "Chase", "33": "Tumbling Down", "34": "Sahara", "35": "Byte",
    "36": "Focus", "37": "Dvonn", "38": "Tamsk", "39": "Gipf", "40": "Kropki",
}  # fmt: skip


def game_numbered(text: str) -> str:
    """The game of a GM with its name in brackets, as a message says it: " (shogi)", or ""."""
    return f" ({_GAMES[text]})" if text in _GAMES else ""


def canonical_result(text: str) -> str:
    """A result in its usual form: "b+resign" is "B+R", "W+3,5" is "W+3.5", "Draw" is "0", an unknown one "?".

    Raises:
        RulesError: records of Go write no such result.
    """
    bare = "".join(text.split()).lower()
    plain = _DRAWN.get(bare, bare)
    if won := _WON.fullmatch(bare):
        plain = f"{won[1][0].upper()}+{_HOW.get(won[2], won[2].replace(',', '.'))}"
    try:
        outcome = GO.outcome(plain)
    except RulesError:
        outcome = GO.outcome(text)  # raises with what was written
    if outcome in {Outcome.FIRST_WINS, Outcome.SECOND_WINS}:
        return plain
    return GO.result_text(outcome)
