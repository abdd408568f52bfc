"""What the legal moves of one position change on the board, arranged for looking up.

A *token* is the letter of a piece, or EMPTY. A *change* is what one move does to the points:
point -> token. Promotions that differ only in the new piece share one change, since hands do not
show that choice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache

from rules.footprint import Act
from rules.game import Game
from rules.go.position import GoPosition
from rules.position import Move, Position
from rules.terms import Point, PointSet, RulesError, Side, point_set, points_of

EMPTY = ""
Token = str
Key = frozenset[tuple[Point, Token]]
"""What differs from a position: every point that does, and what stands there."""
NOTHING: Key = frozenset()


@dataclass(frozen=True, eq=False)
class Change:
    """What a move changes.

    Attributes:
        moves: the moves that share it; several where the law lets the player choose the new piece.
        delta: point -> what stands there afterwards, for the points that change.
        lifts: points whose pieces leave.
        sources: where a piece is set down -> where it stood.
    """

    game: Game
    moves: tuple[Move, ...]
    delta: Mapping[Point, Token]
    lifts: PointSet
    sources: Mapping[Point, Point]

    @property
    def move(self) -> Move:
        return self.moves[0]

    @property
    def resting(self) -> PointSet:
        """Points of the way where the piece may be set down or exchanged, as in a promotion."""
        return self.move.footprint.resting

    @cached_property
    def way(self) -> PointSet:
        """Points where the piece that moves may be felt before it has arrived."""
        move = self.move
        way = point_set(move.path) | self.resting
        for each in move.ways:
            for points in each.landings:
                way |= points
        if move.origin is not None and move.target is not None:
            way |= between(self.game, move.origin, move.target)
        return way

    @cached_property
    def key(self) -> Key:
        return frozenset(self.delta.items())

    def fits(self, key: Key, mover: Token) -> bool:
        """Whether the board may differ from the position like this while the move is being made."""
        for point, token in key:
            if not token:
                if not self.lifts >> point & 1:
                    return False
            elif self.delta.get(point) != token and not (token == mover and self.way >> point & 1):
                return False
        return True


@dataclass(frozen=True, eq=False)
class Live:
    """The changes that fit what differs from the position.

    Attributes:
        count: how many.
        changes: these changes. Where a stone may come anywhere only the captures are listed (Go).
        lifts: points whose pieces may still leave.
        places: what may still be set down where.
        stones: empty points where a stone of this token may be set down (Go); else 0 and EMPTY.
    """

    count: int
    changes: tuple[Change, ...]
    lifts: PointSet
    places: frozenset[tuple[Point, Token]]
    stones: tuple[PointSet, Token] = (0, EMPTY)

    @cached_property
    def sides(self) -> frozenset[Side]:
        """Whose moves they are."""
        return frozenset(change.moves[0].side for change in self.changes)

    @cached_property
    def way(self) -> PointSet:
        """Where the piece that moves may pass."""
        way: PointSet = 0
        for change in self.changes:
            way |= change.way
        return way

    def takes(self, point: Point, token: Token) -> bool:
        """Whether a move that fits sets this piece down here."""
        return (point, token) in self.places or (
            token == self.stones[1] and bool(self.stones[0] >> point & 1)
        )


class Book:
    """The legal moves of one position, built when it is first asked.

    Attributes:
        side: on move.
        tokens: what stands on each point.
        mine, theirs: points of the pieces of the side on move, and of the opponent.
        count: legal moves that hands make, each choice of a new piece counted once.
    """

    def __init__(self, game: Game, position: Position, moves: Iterable[Move] | None = None) -> None:
        self.game, self.position = game, position
        self._moves = moves
        self.side: Side = position.side_to_move
        self.tokens: list[Token] = [EMPTY] * len(game.points)
        self.mine: PointSet = 0
        self.theirs: PointSet = 0
        for point in points_of(position.occupied):
            man = position.piece_at(point)
            assert man is not None
            self.tokens[point] = man.letter
            if man.side == self.side:
                self.mine |= 1 << point
            else:
                self.theirs |= 1 << point
        self._live: dict[Key, Live] = {}

    @property
    def count(self) -> int:
        return max(1, len(self._changes))

    def made(self, key: Key) -> Change | None:
        """The move that changes exactly this; None where none does."""
        return self._by_key.get(key)

    @property
    def stone(self) -> Token:
        """The stone of the side on move (Go)."""
        return EMPTY

    def forced(self, _key: Key) -> PointSet:
        """Points of the stones that a forbidden play with this key would capture (Go)."""
        return 0

    def chains(self, _points: PointSet) -> PointSet:
        """The points of the whole chains to which the stones at some points belong (Go)."""
        return 0

    def changes_to(self, point: Point, token: Token) -> Iterable[Change]:
        """The changes that set this piece down here."""
        return self._by_fill.get((point, token), ())

    def live(self, key: Key) -> Live:
        """The moves that may be under way where the board differs from the position like this."""
        found = self._live.get(key)
        if found is None:
            found = self._live[key] = self._find_live(key)
        return found

    def _find_live(self, key: Key) -> Live:
        gone = point_set(point for point, token in key if not token or self.tokens[point])
        changes = tuple(change for change in self._changes if change.fits(key, self._mover(change)))
        return live_of(changes, gone, key)

    def _mover(self, change: Change) -> Token:
        origin = change.move.origin
        return EMPTY if origin is None else self.tokens[origin]

    @cached_property
    def _changes(self) -> tuple[Change, ...]:
        grouped: dict[Key, tuple[dict[Point, Token], list[Move]]] = {}
        for move in self.position.moves() if self._moves is None else self._moves:
            delta = self._delta(move)
            if delta:  # a pass is said, not made
                grouped.setdefault(frozenset(delta.items()), (delta, []))[1].append(move)
        return tuple(self._change(delta, moves) for delta, moves in grouped.values())

    @cached_property
    def _by_key(self) -> dict[Key, Change]:
        return {change.key: change for change in self._changes}

    @cached_property
    def _by_fill(self) -> dict[tuple[Point, Token], list[Change]]:
        found: dict[tuple[Point, Token], list[Change]] = {}
        for change in self._changes:
            for point, token in change.delta.items():
                if token:
                    found.setdefault((point, token), []).append(change)
        return found

    def _change(self, delta: Mapping[Point, Token], moves: list[Move]) -> Change:
        lifts = point_set(point for point in delta if self.tokens[point])
        origin = moves[0].origin
        round_trip = 0 if origin is None or origin != moves[0].target else 1 << origin
        return Change(
            game=self.game,
            moves=tuple(moves),
            delta=delta,
            lifts=lifts | round_trip,
            sources=_sources(moves[0], delta),
        )

    def _delta(self, move: Move) -> dict[Point, Token]:
        """What the move changes. A promoting pawn stays a pawn: only the law makes it another."""
        delta: dict[Point, Token] = {}
        for step in move.footprint.steps:
            if step.act is Act.LIFT:
                delta.setdefault(step.point, EMPTY)
        for step in move.footprint.steps:
            if step.act is Act.PLACE:
                mover = move.origin is not None and step.point == move.target
                delta[step.point] = (
                    self.tokens[move.origin]
                    if mover and move.origin is not None
                    else step.man.letter
                )
        return {point: token for point, token in delta.items() if token != self.tokens[point]}


class StoneBook(Book):
    """The book of a position of Go. A stone may come anywhere, so plays are looked up singly."""

    @property
    def count(self) -> int:
        return max(1, len(self.tokens) - (self.mine | self.theirs).bit_count())

    @cached_property
    def stone(self) -> Token:
        """The letter of the stones of the side on move."""
        return "b" if self.side == self.game.sides[0] else "w"

    def made(self, key: Key) -> Change | None:
        """The play whose stone stands; some captured stones may still have to be taken off."""
        stones = [point for point, token in key if token]
        if len(stones) != 1:
            return None
        change = self._play(stones[0])
        return change if change is not None and key <= change.key else None

    def forced(self, _key: Key) -> PointSet:
        stones = [point for point, token in _key if token]
        if len(stones) != 1 or (stones[0], self.stone) not in _key:
            return 0
        if self.tokens[stones[0]] or self._play(stones[0]):
            return 0
        position = self.position
        assert isinstance(position, GoPosition)
        return position.occupied & ~position.force(stones[0]).occupied

    def chains(self, points: PointSet) -> PointSet:
        position = self.position
        assert isinstance(position, GoPosition)
        same = self.mine if points & self.mine else self.theirs
        return position.board.group(points, same) if points else 0

    def changes_to(self, point: Point, token: Token) -> Iterable[Change]:
        change = self._play(point) if token == self.stone else None
        return () if change is None else (change,)

    def _find_live(self, key: Key) -> Live:
        stones = [(point, token) for point, token in key if token]
        gone = point_set(point for point, token in key if not token)
        if not stones:
            return self._before_the_stone(gone)
        change = (
            self._play(stones[0][0]) if len(stones) == 1 and stones[0][1] == self.stone else None
        )
        if change is None or gone & ~change.lifts:
            return live_of((), gone, key)
        return live_of((change,), gone, key)

    def _before_the_stone(self, gone: PointSet) -> Live:
        captures = tuple(change for change in self._captures if not gone & ~change.lifts)
        found = live_of(captures, gone, NOTHING)
        if gone:
            return found
        empty = ((1 << len(self.tokens)) - 1) & ~(self.mine | self.theirs)
        return Live(self.count, captures, found.lifts, found.places, (empty, self.stone))

    @cached_property
    def _captures(self) -> tuple[Change, ...]:
        return tuple(
            self._change(self._delta(move), [move])
            for move in self.position.moves()
            if move.captured
        )

    def _play(self, point: Point) -> Change | None:
        if point not in self._plays:
            move = self.position.by_text(self.game.points[point])
            self._plays[point] = None if move is None else self._change(self._delta(move), [move])
        return self._plays[point]

    @cached_property
    def _plays(self) -> dict[Point, Change | None]:
        return {}


def _sources(move: Move, delta: Mapping[Point, Token]) -> dict[Point, Point]:
    """Where the pieces come from that a move sets down."""
    found: dict[Point, Point] = {}
    for point, token in delta.items():
        origin = move.origin if point == move.target else move.partner
        if token and origin is not None:
            found[point] = origin
    return found


def book_of(game: Game, position: Position) -> Book:
    """The book of a position."""
    return Book(game, position) if game.pieces_move else StoneBook(game, position)


def mistakes_of(game: Game, position: Position) -> Book:
    """What players take for a move: a further law forbids it, or it is the other side's turn."""
    moves = [*position.forbidden_moves()]
    with suppress(RulesError):  # it may be no position of the game
        moves += position.play_irregular(None, None, ()).moves()
    return Book(game, position, moves)


def live_of(changes: tuple[Change, ...], gone: PointSet, key: Key) -> Live:
    """What these changes still need, beyond what has been done."""
    lifts: PointSet = 0
    places: set[tuple[Point, Token]] = set()
    for change in changes:
        lifts |= change.lifts
        places.update((point, token) for point, token in change.delta.items() if token)
    return Live(len(changes), changes, lifts & ~gone, frozenset(places - key))


@cache
def between(game: Game, origin: Point, target: Point) -> PointSet:
    """The points between two on a row, column or diagonal."""
    (x, y), (to_x, to_y) = game.place(origin), game.place(target)
    far = max(abs(to_x - x), abs(to_y - y))
    if far < 2 or (to_x - x) % far or (to_y - y) % far:
        return 0
    at = _points_by_place(game)
    found = (at.get((x + (to_x - x) * n // far, y + (to_y - y) * n // far)) for n in range(1, far))
    return point_set(point for point in found if point is not None)


@lru_cache(maxsize=8)
def _points_by_place(game: Game) -> Mapping[tuple[int, int], Point]:
    return {game.place(point): point for point in range(len(game.points))}
