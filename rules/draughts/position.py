"""Positions of draughts. Points are numbered as in rules/draughts/board.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.draughts.captures import Capture, after_capture, after_plain
from rules.draughts.fen import flaws_of, read_fen, write_fen
from rules.draughts.moves import forbidden_moves, legal_moves, piece_at
from rules.draughts.variants import BLACK, WHITE, Placement, Variant
from rules.position import Move, Position
from rules.terms import Piece, Point, PointSet, RulesError, Side


class DraughtsPosition(Position):
    """One position of one of the games of draughts. A value: it never changes.

    Two positions are equal when the same men stand on the same squares and the same side is to move
    (DR-12.3.1).
    """

    __slots__ = ("_by_text", "_hash", "_moves", "_placement", "_text", "_variant")

    def __init__(self, variant: Variant, placement: Placement) -> None:
        self._variant = variant
        self._placement = placement
        self._hash = hash((variant.name, placement))
        self._moves: tuple[Move, ...] | None = None
        self._text: str | None = None
        self._by_text: Mapping[str, Move] | None = None

    @classmethod
    def from_fen(cls, variant: Variant, fen: str) -> DraughtsPosition:
        """Reads a position; see `rules.draughts.fen.read_fen`.

        Raises:
            RulesError: it is no FEN, or no position of the game; names every reason.
        """
        return cls(variant, read_fen(variant, fen))

    @property
    def variant(self) -> Variant:
        """The game it is a position of."""
        return self._variant

    @property
    def placement(self) -> Placement:
        """Which men stand where, as sets of points, and who is to move."""
        return self._placement

    @property
    def side_to_move(self) -> Side:
        return WHITE if self._placement.white_to_move else BLACK

    @property
    def occupied(self) -> PointSet:
        return self._placement.white | self._placement.black

    @property
    def kings(self) -> PointSet:
        """The kings of both sides."""
        return self._placement.kings

    @property
    def text(self) -> str:
        """The FEN of PDN: "W:W31-50:B1-20", "W:Wa1,Kc3:Bh8"."""
        if self._text is None:
            self._text = write_fen(self._variant, self._placement)
        return self._text

    def men_of(self, side: Side) -> PointSet:
        """Where the men and kings of a side stand."""
        return self._placement.white if side == WHITE else self._placement.black

    def count(self, side: Side) -> tuple[int, int]:
        """How many men that are no kings, and how many kings, a side has."""
        own = self.men_of(side)
        kings = (own & self.kings).bit_count()
        return own.bit_count() - kings, kings

    def piece_at(self, point: Point) -> Piece | None:
        return piece_at(self._placement, point)

    def moves(self) -> Sequence[Move]:
        """Every legal move, sorted by origin and target. Computed once."""
        if self._moves is None:
            self._moves = legal_moves(self._variant, self._placement)
        return self._moves

    def forbidden_moves(self) -> Sequence[Move]:
        return forbidden_moves(self._variant, self._placement)

    def by_text(self, text: str) -> Move | None:
        if self._by_text is None:
            self._by_text = {move.text: move for move in self.moves()}
        return self._by_text.get(text)

    def play(self, move: Move) -> DraughtsPosition:
        known = self.by_text(move.text)
        if known is None or (known is not move and known != move):
            raise RulesError(f"{move.text} is not a legal move in {self.text}")
        return DraughtsPosition(self._variant, self._after(known))

    def play_irregular(
        self, origin: Point | None, target: Point | None, removed: Sequence[Point]
    ) -> DraughtsPosition:
        """The position after something that is not a legal move, but stands.

        Whatever stands at `target` leaves. A man that ends on its crown row is a king, crowned or not
        (DR-5.7).

        Args:
            origin: where the man that goes stands; None when no man goes.
            target: where it goes; None when no man goes.
            removed: points of men that leave.

        Raises:
            RulesError: no man stands at `origin` or at a removed point, a man comes from nowhere or
                goes nowhere, or no men are left.
        """
        variant = self._variant
        white, black, kings, white_to_move = self._placement
        if (origin is None) != (target is None):
            raise RulesError("a man needs both a square that it comes from and one that it goes to")
        for point in (*removed, *(() if origin is None else (origin,))):
            if not self.occupied >> point & 1:
                raise RulesError(f"no man stands on {variant.names[point]} in {self.text}")
        if origin is not None and origin in removed:
            raise RulesError(f"the man on {variant.names[origin]} cannot both go and leave")
        gone = sum(1 << point for point in {*removed, origin, target} if point is not None)
        after = Placement(white & ~gone, black & ~gone, kings & ~gone, not white_to_move)
        if origin is not None and target is not None:
            come = 1 << target
            mine = bool(white >> origin & 1)
            row = variant.board.white_crown if mine else variant.board.black_crown
            king = kings >> origin & 1 or row >> target & 1
            after = after._replace(
                white=after.white | (come if mine else 0),
                black=after.black | (0 if mine else come),
                kings=after.kings | (come if king else 0),
            )
        flaws = flaws_of(variant, after)
        if flaws:
            raise RulesError(f"this cannot stand: {'; '.join(flaws)}")
        return DraughtsPosition(variant, after)

    def _after(self, move: Move) -> Placement:
        assert move.origin is not None
        assert move.target is not None
        if not move.captured:
            return after_plain(self._variant, self._placement, move.origin, move.target)
        victims = sum(1 << point for point in move.captured)
        crowned = move.footprint.steps[1].man != move.mover
        capture = Capture(move.origin, move.target, victims, crowned, move.captured, ())
        return after_capture(self._placement, capture)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, DraughtsPosition):
            return NotImplemented
        return self._placement == other._placement and self._variant is other._variant

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"DraughtsPosition.from_fen({self._variant.name}, {self.text!r})"
