"""Which moves the men have: plain moves, captures, and how many lines there are of them.

All of it works on sets of points and knows nothing of footprints or texts, so that counting lines of
moves is quick.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from rules.draughts.board import (
    DIRECTIONS,
    DOWN_LEFT,
    DOWN_RIGHT,
    OPPOSITE,
    TURNS,
    UP_LEFT,
    UP_RIGHT,
    Board,
    Direction,
)
from rules.draughts.variants import Placement, Variant
from rules.terms import Point, PointSet, point_set, points_of


class Capture(NamedTuple):
    """One way of making a capture.

    Attributes:
        victims: the men taken, as a set.
        crowned: whether a man becomes a king by it. The same for all ways that take the same men to
            the same square: a man is crowned in passing by taking one that stands next to the crown
            row, and that cannot be taken in any other way.
        order: the men taken, in the order of the jumps.
        landings: for each jump, where the capturer may be set down after it.
    """

    origin: Point
    target: Point
    victims: PointSet
    crowned: bool
    order: tuple[Point, ...]
    landings: tuple[PointSet, ...]


class _Chain(NamedTuple):
    """Whose capture it is, the same for all of its lines.

    Attributes:
        found: where the lines that have ended are kept.
        occupied: points that cannot be landed on: the victims stay until the end (DR-6.4), the
            capturer has left its origin.
        row: where a man that ends there becomes a king; empty for a king.
        in_passing: whether it becomes one there and goes on as a king.
        crowned: whether it has become one.
    """

    board: Board
    found: list[Capture]
    origin: Point
    occupied: PointSet
    row: PointSet
    in_passing: bool
    crowned: bool = False


class _Line(NamedTuple):
    """The jumps of a capture so far.

    Attributes:
        left: enemy men that have not been jumped.
        landings: one less than `order` until it is known where the capturer goes on.
    """

    left: PointSet
    order: tuple[Point, ...] = ()
    landings: tuple[PointSet, ...] = ()

    def jump(self, victim: Point) -> _Line:
        return _Line(self.left ^ 1 << victim, (*self.order, victim), self.landings)

    def land(self, points: PointSet) -> _Line:
        return _Line(self.left, self.order, (*self.landings, points))


def captures(variant: Variant, placement: Placement) -> list[Capture]:
    """Every way of every legal capture: where one is possible, no other move is legal (DR-6.1).

    Where the greatest number must be taken (DR-6.12), the choice is free among those that take it;
    elsewhere it is free among all (DR-6.13).
    """
    found = unequal_captures(variant, placement)
    if variant.majority and len(found) > 1:
        most = max(len(capture.order) for capture in found)
        found = [capture for capture in found if len(capture.order) == most]
    return found


def unequal_captures(variant: Variant, placement: Placement) -> list[Capture]:
    """Every capture that is carried on as far as it goes, whether or not another takes more."""
    board = variant.board
    white, black, kings, white_to_move = placement
    own, enemy = (white, black) if white_to_move else (black, white)
    row = board.white_crown if white_to_move else board.black_crown
    both = own | enemy
    found: list[Capture] = []
    for origin in points_of(_capturing_men(board, own & ~kings, enemy, board.all & ~both)):
        occupied = both ^ 1 << origin
        chain = _Chain(board, found, origin, occupied, row, variant.promotes_in_passing)
        _jump_on_as_man(chain, _Line(enemy), origin)
    for direction in DIRECTIONS:
        capturing = _capturing_kings(board, direction, own & kings, enemy, both)
        for origin in points_of(capturing):
            chain = _Chain(board, found, origin, both ^ 1 << origin, 0, in_passing=False)
            _jump_as_king(chain, _Line(enemy), 0, origin, direction)
    return found


def stopped_captures(variant: Variant, placement: Placement) -> list[Capture]:
    """Every capture as far as it may be carried on, and each of its beginnings, whether or not that is legal."""
    row = variant.board.white_crown if placement.white_to_move else variant.board.black_crown
    found: dict[tuple[Point, Point, PointSet], Capture] = {}
    for whole in unequal_captures(variant, placement):
        man = not placement.kings >> whole.origin & 1
        for jumps in range(1, len(whole.order) + 1):
            order, landings = whole.order[:jumps], whole.landings[:jumps]
            victims = point_set(order)
            for target in points_of(landings[-1]):
                crowned = man and (whole.crowned or bool(row >> target & 1))
                key = whole.origin, target, victims
                found.setdefault(
                    key, Capture(whole.origin, target, victims, crowned, order, landings)
                )
    return list(found.values())


def plain_moves(variant: Variant, placement: Placement) -> list[tuple[Point, Point]]:
    """Origin and target of every move that takes nothing, whether or not one must take."""
    board = variant.board
    white, black, kings, white_to_move = placement
    own = white if white_to_move else black
    both = white | black
    empty = board.all & ~both
    found = []
    for direction in (UP_LEFT, UP_RIGHT) if white_to_move else (DOWN_LEFT, DOWN_RIGHT):
        # One step forward (DR-5.4): the men that a step back from the empty squares leads to.
        movers = own & ~kings & board.steps[OPPOSITE[direction]](empty)
        found += [
            (origin, board.nearest(direction, board.rays[direction][origin]))
            for origin in points_of(movers)
        ]
    for origin in points_of(own & kings):
        for direction in DIRECTIONS:
            reached = _run(board, origin, direction, both)
            found += [(origin, target) for target in points_of(reached)]
    return found


def after_plain(variant: Variant, placement: Placement, origin: Point, target: Point) -> Placement:
    """The placement after a plain move; a man crowned by it is on move again after the opponent (DR-5.8)."""
    board = variant.board
    white, black, kings, white_to_move = placement
    gone, come = 1 << origin, 1 << target
    row = board.white_crown if white_to_move else board.black_crown
    if kings & gone:
        kings ^= gone | come
    elif row & come:
        kings |= come
    if white_to_move:
        return Placement(white ^ gone ^ come, black, kings, False)
    return Placement(white, black ^ gone ^ come, kings, True)


def after_capture(placement: Placement, capture: Capture) -> Placement:
    """The placement after a capture."""
    white, black, kings, white_to_move = placement
    gone, come = 1 << capture.origin, 1 << capture.target
    king = kings & gone or capture.crowned
    kings &= ~(gone | capture.victims)
    if king:
        kings |= come
    # Two steps, because a capture may end where it began.
    if white_to_move:
        return Placement(white & ~gone | come, black & ~capture.victims, kings, False)
    return Placement(white & ~capture.victims, black & ~gone | come, kings, True)


def perft(variant: Variant, placement: Placement, depth: int, *, paths: bool) -> int:
    """The number of lines of `depth` plies, at least one; see `Game.perft`."""
    taking = captures(variant, placement)
    if not taking:
        if depth == 1:
            return _plain_count(variant, placement)
        return sum(
            perft(variant, after_plain(variant, placement, *move), depth - 1, paths=paths)
            for move in plain_moves(variant, placement)
        )
    if depth == 1 and (paths or len(taking) == 1):
        return len(taking)
    ways = Counter((capture.origin, capture.target, capture.victims) for capture in taking)
    if depth == 1:
        return len(ways)
    first = {(capture.origin, capture.target, capture.victims): capture for capture in taking}
    return sum(
        perft(variant, after_capture(placement, first[move]), depth - 1, paths=paths)
        * (count if paths else 1)
        for move, count in ways.items()
    )


def _capturing_men(board: Board, men: PointSet, enemy: PointSet, empty: PointSet) -> PointSet:
    """The men that can make a first jump, forward or backward (DR-6.2)."""
    return men & (
        board.down_right(enemy & board.down_right(empty))
        | board.down_left(enemy & board.down_left(empty))
        | board.up_right(enemy & board.up_right(empty))
        | board.up_left(enemy & board.up_left(empty))
    )


def _capturing_kings(
    board: Board, direction: Direction, kings: PointSet, enemy: PointSet, occupied: PointSet
) -> PointSet:
    """The kings that can make a first jump in a direction (DR-6.3)."""
    if not kings:
        return 0
    back = board.steps[OPPOSITE[direction]]
    # From every man with an empty square behind it, back over empty squares to the king.
    front = back(enemy & back(board.all & ~occupied))
    found = 0
    while front:
        found |= front & kings
        front = back(front & ~occupied)
    return found


def _reached(board: Board, direction: Direction, kings: PointSet, empty: PointSet) -> PointSet:
    """The empty points that kings, all together, can go to in a direction (DR-5.9)."""
    step = board.steps[direction]
    reached = 0
    front = step(kings) & empty
    while front:
        reached |= front
        front = step(front) & empty
    return reached


def _run(board: Board, point: Point, direction: Direction, occupied: PointSet) -> PointSet:
    """The empty points from a point in a direction, up to the first man."""
    ray = board.rays[direction][point]
    blockers = ray & occupied
    if not blockers:
        return ray
    blocker = board.nearest(direction, blockers)
    return ray & ~(board.rays[direction][blocker] | 1 << blocker)


def _plain_count(variant: Variant, placement: Placement) -> int:
    board = variant.board
    white, black, kings, white_to_move = placement
    own = white if white_to_move else black
    both = white | black
    empty = board.all & ~both
    men = own & ~kings
    if white_to_move:
        left, right = board.up_left(men), board.up_right(men)
    else:
        left, right = board.down_left(men), board.down_right(men)
    count = (left & empty).bit_count() + (right & empty).bit_count()
    # Kings on one line block each other, so none of them is counted twice.
    return count + sum(
        _reached(board, direction, own & kings, empty).bit_count() for direction in DIRECTIONS
    )


def _jump_on_as_man(chain: _Chain, line: _Line, square: Point) -> None:
    """Carries a man's capture on from a square in every way (DR-6.5)."""
    went_on = False
    for victim, landing, direction in chain.board.jumps[square]:
        if line.left >> victim & 1 and not chain.occupied >> landing & 1:
            went_on = True
            run = 1 << landing
            if chain.in_passing and run & chain.row:
                crowned = chain._replace(crowned=True)
                _jump_on_as_king(crowned, line.jump(victim), run, direction)
            else:
                _jump_on_as_man(chain, line.jump(victim).land(run), landing)
    if line.order and not went_on:
        _end(chain, line, square, bool(chain.row >> square & 1))


def _jump_on_as_king(chain: _Chain, line: _Line, run: PointSet, direction: Direction) -> None:
    """Carries a king's capture on in every way from a run of squares behind its last victim (DR-6.6).

    It must land where the capture goes on, if there is such a square (see `Variant`). Where it goes
    straight on, every square of the run is as good, and all are one way.
    """
    any_square = chain.board.nearest(direction, run)
    went_on = _jump_as_king(chain, line, run, any_square, direction)
    for square in points_of(run):
        for turn in TURNS[direction]:
            went_on |= _jump_as_king(chain, line, 1 << square, square, turn)
    if not went_on:
        for square in points_of(run):
            _end(chain, line.land(1 << square), square, chain.crowned)


def _jump_as_king(
    chain: _Chain, line: _Line, stops: PointSet, square: Point, direction: Direction
) -> bool:
    """Makes a king's next jump in a direction, and carries on; whether there is one.

    Args:
        stops: where it may have been set down after the jump before; none before the first.
    """
    board = chain.board
    blockers = board.rays[direction][square] & chain.occupied
    if not blockers:
        return False
    victim = board.nearest(direction, blockers)
    if not line.left >> victim & 1:
        return False  # an own man, or one that was jumped already (DR-6.7, DR-6.8)
    run = _run(board, victim, direction, chain.occupied)
    if not run:
        return False
    if stops:
        line = line.land(stops)
    _jump_on_as_king(chain, line.jump(victim), run, direction)
    return True


def _end(
    chain: _Chain,
    line: _Line,
    target: Point,
    crowned: bool,  # noqa: FBT001 - private
) -> None:
    victims = 0
    for victim in line.order:
        victims |= 1 << victim
    chain.found.append(Capture(chain.origin, target, victims, crowned, line.order, line.landings))
