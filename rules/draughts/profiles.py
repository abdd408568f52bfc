"""The draws of each rulebook of draughts, as profiles of data; rules/draughts/draws.py counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.draughts.theory import THREE_V_KING, TWO_V_KING, Force, against_king
from rules.rulebook import Termination
from rules.terms import LawId


class Counted(StrEnum):
    """Whose moves a clause counts."""

    EACH = "each"
    """So many moves of each side."""
    STRONGER = "stronger"
    """So many moves of the stronger side; of both where the sides are equal."""


class Road(StrEnum):
    """Where the kings must stand on the main road (the long diagonal) for a clause to count."""

    WEAKER_HOLDS = "weaker-holds"
    """The lone king stands on it."""
    STRONGER_OWNS = "stronger-owns"
    """A king of the stronger side stands on it, and the lone king does not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One draw by a number of moves.

    Attributes:
        text: what is counted, for the arbiter.
        moves: how many moves draw.
        forces: the stronger and the weaker side; empty where the clause is about any.
        pieces: least and greatest number of pieces on the board, of both sides together, where both
            sides must have kings; None where the clause is not about that.
        kings_only: only moves of kings that capture nothing are counted; any other begins afresh.
        same_balance: a capture or a crowning begins afresh.
        unless_winning: no draw without the arbiter while the next capture wins the game.
    """

    law: LawId
    termination: Termination
    text: str
    moves: int
    counted: Counted = Counted.EACH
    forces: frozenset[Force] = frozenset()
    pieces: tuple[int, int] | None = None
    kings_only: bool = False
    same_balance: bool = False
    road: Road | None = None
    unless_winning: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawProfile:
    """The draws of one rulebook.

    Attributes:
        clauses: in the order in which they are named when several decide at once.
        repetitions: the same position with the same side to move so many times (DR-12.3.1).
    """

    clauses: tuple[Clause, ...]
    repetitions: int = 3

    @property
    def terminations(self) -> frozenset[Termination]:
        """Every way in which this profile draws a game."""
        return frozenset({Termination.THREEFOLD_REPETITION, *(c.termination for c in self.clauses)})


KINGS_V_KING = against_king(*((0, kings) for kings in range(3, 13)))

_KINGS_ONLY = "only kings have moved and nothing was captured"
_THREE = "three men, a king among them, against one king"
_TWO = "at most two men, a king among them, against one king"


def _kings_only(moves: int) -> Clause:
    return Clause(
        law=LawId("DR-12.3.2"),
        termination=Termination.KING_MOVES,
        text=_KINGS_ONLY,
        moves=moves,
        kings_only=True,
    )


FMJD_100 = DrawProfile(
    clauses=(
        _kings_only(25),
        Clause(
            law=LawId("DR-12.3.3"),
            termination=Termination.THREE_V_KING,
            text=_THREE,
            moves=16,
            forces=THREE_V_KING,
        ),
        Clause(
            law=LawId("DR-12.3.4"),
            termination=Termination.TWO_V_KING,
            text=_TWO,
            moves=5,
            forces=TWO_V_KING,
        ),
    )
)
"""International draughts: DR-12.3.1 to DR-12.3.4 (FMJD Annex 1, articles 6.1 to 6.4).

Sixteen and five moves of each side, counted from the position in which the force arose. A move of a
man, a crowning, or a capture that leads from one force of a clause to another of the same clause, does
not begin afresh. When three become two, the count of sixteen ends and that of five begins. Some national
texts keep the sixteen as an upper limit even then; the page of laws does not say so, and this is the
reading that never draws too early.
"""

_KINGS_V_KING = Clause(
    law=LawId("DR-12.3.3"),
    termination=Termination.THREE_V_KING,
    text="three or more kings against one king",
    moves=15,
    counted=Counted.STRONGER,
    forces=KINGS_V_KING,
    same_balance=True,
)
_MAIN_ROAD = Clause(
    law=LawId("DR-12.3.3"),
    termination=Termination.MAIN_ROAD,
    text=f"{_THREE} on the main road",
    moves=5,
    counted=Counted.STRONGER,
    forces=THREE_V_KING,
    road=Road.WEAKER_HOLDS,
    unless_winning=True,
)
_TWO_64 = Clause(
    law=LawId("DR-12.3.4"),
    termination=Termination.TWO_V_KING,
    text=_TWO,
    moves=5,
    forces=TWO_V_KING,
    unless_winning=True,
)


def _unchanged(least: int, greatest: int, moves: int) -> Clause:
    return Clause(
        law=LawId("DR-12.3.2"),
        termination=Termination.UNCHANGED_BALANCE,
        text=f"{least} or {greatest} pieces, kings on both sides, nothing captured or crowned",
        moves=moves,
        pieces=(least, greatest),
        same_balance=True,
    )


FMJD_64 = DrawProfile(
    clauses=(
        _KINGS_V_KING,
        _MAIN_ROAD,
        _TWO_64,
        _kings_only(15),
        _unchanged(4, 5, 30),
        _unchanged(6, 7, 60),
    )
)
"""Draughts-64: articles 7.2.3 to 7.2.9 of the FMJD section 64.

Read as the lidraughts project quotes them beside its own code; the Ukrainian federation publishes
7.2.3 to 7.2.6 with the same numbers (shashky.in.ua). The page of laws has no rows of its own for
them, so each names the row of the 100-square game that it corresponds to. What the text leaves open:

* 7.2.4, three or more kings against one: the fifteenth move of the stronger side, which the text names;
  "from the time of establishing the correlation of forces" is read as afresh when a king is captured.
* 7.2.5 and 7.2.6 both hold: fifteen moves of kings alone draw a six-piece ending before the sixty do.
* 7.2.6: moves are moves of each side.
* 7.2.7, the main road: when the lone king leaves it, the count ends, and begins afresh when it returns.
* 7.2.8: five moves of each side, as one king against one has no stronger side.
* 7.2.9 excepts an obvious win. Where the next capture of the last king cannot be prevented after 7.2.7
  or 7.2.8 has run out, the arbiter is asked; every other win must have come in time.
"""

RUSSIA_NATIONAL = DrawProfile(
    clauses=(
        Clause(
            law=LawId("DR-12.3.3"),
            termination=Termination.THREE_V_KING,
            text="three or more kings that own the main road against one king",
            moves=15,
            counted=Counted.STRONGER,
            forces=KINGS_V_KING,
            same_balance=True,
            road=Road.STRONGER_OWNS,
        ),
        _MAIN_ROAD,
        _TWO_64,
        _kings_only(32),
    )
)
"""Russian draughts by the national code. UNVERIFIED: no text of the code could be read.

A player's statement in a public forum says that the fifteen moves hold only if the stronger side owns
the main road, and names "32 moves without change". Taken as: a king of the stronger side on the road and
the lone king off it, all the time; and 32 moves of each side of kings only without a capture, in place of
7.2.5 and 7.2.6 (the strictest meaning of "without change", so the latest draw). The rest is as in
`FMJD_64`. Before an event under this code, compare with its text.
"""

BRAZIL_CBD = DrawProfile(
    clauses=(
        _kings_only(20),
        Clause(
            law=LawId("DR-12.3.4"),
            termination=Termination.TWO_V_KING,
            text="at most two kings against at most two, or king and man",
            moves=5,
            forces=TWO_V_KING | {((0, 2), (0, 2)), ((0, 2), (1, 1))},
        ),
    )
)
"""Brazilian draughts by the confederation of Brazil.

Twenty moves of kings: rule 16 of the official rules as the federation of Pernambuco publishes them
(apedamas.blogspot.com), read. The endings of five moves (two kings against two, against one, against king
and man; one king against one; king and man against one) are from memory and UNVERIFIED.
"""

PROFILES: Mapping[str, DrawProfile] = {
    "draughts-100": FMJD_100,
    "draughts-russian": FMJD_64,
    "draughts-russian-national": RUSSIA_NATIONAL,
    "draughts-brazilian": FMJD_64,
    "draughts-brazilian-cbd": BRAZIL_CBD,
}
"""The draws by the name of the rulebook."""
