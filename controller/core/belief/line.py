"""Lines of plies: what was played, by a hypothesis. Hypotheses share them."""

from __future__ import annotations

from enum import StrEnum
from functools import cached_property

from controller.core.belief.book import Book, Token, book_of, mistakes_of
from rules.game import Game
from rules.position import Move, Position
from rules.terms import Point, Side


class Kind(StrEnum):
    """How a ply came about."""

    START = "start"
    PLY = "ply"
    UNSEEN = "unseen"
    """No hand was felt to make it."""
    AGAINST = "against the law"
    """What hands did is no legal move, and was played upon."""
    TAKEN_BACK = "taken back"
    """The last plies are taken back on the board: they are retracted if that is agreed."""
    OVER = "over"
    """The game is over, and the next one is set up."""


class Node:
    """A line of plies up to here. Hypotheses that agree on the line share it.

    Attributes:
        depth: plies from the start of the game.
        pressed_ns: when its player pressed the clock upon it; None where it was not.
    """

    __slots__ = (
        "__dict__", "children", "depth", "game", "kind", "move", "parent", "pressed_ns",
    )  # fmt: skip

    def __init__(
        self, game: Game, parent: Node | None, move: Move | None, kind: Kind, depth: int
    ) -> None:
        self.game, self.parent, self.move, self.kind, self.depth = game, parent, move, kind, depth
        self.children: dict[tuple[str, Kind], Node] = {}
        self.pressed_ns: int | None = None

    @classmethod
    def start(cls, game: Game, position: Position, depth: int = 0) -> Node:
        """The line that leads to a position, whatever was before."""
        node = cls(game, None, None, Kind.START, depth)
        node.__dict__["position"] = position
        return node

    @cached_property
    def position(self) -> Position:
        assert self.parent is not None
        assert self.move is not None
        return self.parent.position.play(self.move)

    @cached_property
    def hole(self) -> bool:
        """Whether its ply is unknown: no sensor felt what was played."""
        if self.kind is not Kind.UNSEEN or self.move is None:
            return False
        return not self.move.footprint.steps

    @cached_property
    def turn_lost(self) -> bool:
        """Whether its ply was against the law and changed only whose turn it is (Go)."""
        before = self.parent
        same = before is not None and self.position.occupied == before.position.occupied
        return self.kind is Kind.AGAINST and same

    @property
    def landed(self) -> Point | None:
        """Where the piece of its ply was set down."""
        return None if self.move is None else self.move.target

    @cached_property
    def book(self) -> Book:
        return book_of(self.game, self.position)

    @cached_property
    def mistakes(self) -> Book:
        return mistakes_of(self.game, self.position)

    @cached_property
    def changed(self) -> dict[Point, Token]:
        """Where its ply changed the board, and what stood there before."""
        if self.parent is None:
            return {}
        before, now = self.parent.book.tokens, self.book.tokens
        return {point: old for point, old in enumerate(before) if old != now[point]}

    def child(self, move: Move, kind: Kind = Kind.PLY) -> Node:
        """The line with one ply more."""
        key = move.text, kind
        found = self.children.get(key)
        if found is None:
            found = self.children[key] = Node(self.game, self, move, kind, self.depth + 1)
        return found

    def beyond(self, position: Position, kind: Kind) -> Node:
        """The line that goes on to a position, though no legal move leads there."""
        key = position.text, kind
        found = self.children.get(key)
        if found is None:
            found = self.children[key] = Node(self.game, self, None, kind, self.depth + 1)
            found.__dict__["position"] = position
        return found

    def against_law(
        self, side: Side, origin: Point | None, target: Point, removed: tuple[Point, ...]
    ) -> Node:
        """The line with one ply more that is no legal move: see `Position.play_irregular`.

        A stone of Go that was shifted is no ply: the same side is still to move.

        Raises:
            RulesError: what it leaves would be no position of the game.
        """
        key = f"{origin} {target} {removed}", Kind.AGAINST
        found = self.children.get(key)
        if found is None:
            before = self.position
            if side != before.side_to_move:
                before = before.play_irregular(None, None, ())
            position = before.play_irregular(origin, target, removed)
            if origin is not None and not self.game.pieces_move:
                position = position.play_irregular(None, None, ())
            found = Node(self.game, self, None, Kind.AGAINST, self.depth + 1)
            found.__dict__["position"] = position
            self.children[key] = found
        return found

    @property
    def side(self) -> Side | None:
        """The side that made its ply; None where there was none."""
        if self.kind in (Kind.START, Kind.OVER) or self.parent is None:
            return None
        if self.kind is Kind.AGAINST and self.game.pieces_move:  # it may have been out of turn
            return self.game.other(self.position.side_to_move)
        return self.parent.position.side_to_move

    def line_after(self, root: Node) -> list[Node] | None:
        """The plies of this line after a node, in order; None if it does not lead through it."""
        found: list[Node] = []
        node: Node | None = self
        while node is not None and node.depth > root.depth:
            found.append(node)
            node = node.parent
        return found[::-1] if node is root else None

    def common(self, other: Node) -> Node:
        """The last ply that two lines share."""
        node: Node | None = self
        rest: Node | None = other
        while node is not rest:
            assert node is not None
            assert rest is not None
            if node.depth >= rest.depth:
                node = node.parent
            else:
                rest = rest.parent
        assert node is not None
        return node

    def forget(self) -> None:
        """Forgets the plies before, once nothing doubts them."""
        _ = self.position
        self.parent = None
