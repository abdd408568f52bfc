"""What distinguishes one game of draughts from another, as data."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rules.draughts.board import BOARD_64, BOARD_100, Board
from rules.terms import Piece, PointSet, Side

WHITE = Side("white")
BLACK = Side("black")
MEN = {letter: Piece(WHITE if letter in "wW" else BLACK, letter) for letter in ("w", "b", "W", "B")}
"""Every man by its letter; a king's is a capital."""


class Placement(NamedTuple):
    """Which men stand where, and who is to move: all that the moves depend on."""

    white: PointSet
    black: PointSet
    kings: PointSet
    white_to_move: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Variant:
    """One game of draughts. Compared by identity.

    That a capturing king must land where the capture goes on, if it can go on anywhere, holds in all
    of them: in the Russian game by its own law, in the others because the greatest number must be
    taken.

    Attributes:
        name: as contracts write it ("draughts-100").
        men_each: how many men a side begins with.
        majority: the greatest number must be taken (DR-6.12).
        promotes_in_passing: a man that reaches the crown row in the middle of a capture goes on as a
            king at once; elsewhere it stays a man (DR-6.14).
        separator: between the squares of a capture.
        algebraic: whether squares are called "a1" or by their numbers.
    """

    name: str
    board: Board
    men_each: int
    majority: bool
    promotes_in_passing: bool
    separator: str
    algebraic: bool

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the points."""
        return self.board.squares if self.algebraic else self.board.numbers

    @property
    def array(self) -> Placement:
        """The position at the start (DR-2)."""
        black = (1 << self.men_each) - 1
        return Placement(black << self.board.all.bit_length() - self.men_each, black, 0, True)


HUNDRED = Variant(
    name="draughts-100",
    board=BOARD_100,
    men_each=20,
    majority=True,
    promotes_in_passing=False,
    separator="x",
    algebraic=False,
)
RUSSIAN = Variant(
    name="draughts-russian",
    board=BOARD_64,
    men_each=12,
    majority=False,
    promotes_in_passing=True,
    separator=":",
    algebraic=True,
)
BRAZILIAN = Variant(
    name="draughts-brazilian",
    board=BOARD_64,
    men_each=12,
    majority=True,
    promotes_in_passing=False,
    separator="x",
    algebraic=True,
)
VARIANTS = (HUNDRED, RUSSIAN, BRAZILIAN)
