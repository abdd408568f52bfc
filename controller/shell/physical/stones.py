"""How moves of Go are made: stones from the bowl, set or slid into place, groups taken off."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.terms import Piece, points_of

if TYPE_CHECKING:
    from controller.shell.physical.bodies import Body
    from controller.shell.physical.hands import Hand
    from controller.shell.physical.players import Player
    from rules.position import Move, Position
    from rules.terms import Point

SHORT = (0.3, 1.0)
"""How far beside its point a stone is set down that is then slid into place, in pitches."""
LOOK_MS = (150.0, 1800.0)
"""From the stone that captures to the first captured stone."""
GRAB_MS = (40.0, 160.0)
"""From one stone to the next in one grab ..."""
GRABBED = 5
"""... which holds so many."""


def make(player: Player, position: Position, move: Move) -> None:
    """Makes a move of Go."""
    del position
    hand = player.right
    assert move.target is not None
    (stone,) = [step.man for step in move.footprint.steps if step.point == move.target]
    body = player.fetch(hand, Piece(stone.side, stone.letter))
    free = _beside(player, move.target)
    lift = max(25.0, hand.high())
    if free and hand.chance(player.style.slid_in):
        hand.carry(body, (*_short_of(player, move.target, player.dice.choice(free)), 0.0), lift)
        hand.wait(20, 250)
        lift = 0.0
    hand.set_down(body, move.target, lift)
    player.landed = hand.at
    player.nudge(move.target, hand.at)
    if move.captured:
        _take_off(player, move)


def _beside(player: Player, target: Point) -> list[Point]:
    """Points next to a target from which a stone can be slid to it: nothing stands there."""
    place, (x, y) = player.game.place, player.game.place(target)
    near = points_of(player.game.neighbours(target))
    return [
        point
        for point in near
        if point not in player.table.standing and (place(point)[0] == x or place(point)[1] == y)
    ]


def _short_of(player: Player, target: Point, beside: Point) -> tuple[float, float]:
    """A place between two points."""
    places, share = player.table.board.places, player.dice.uniform(*SHORT)
    (x0, y0), (x1, y1) = places[target], places[beside]
    return x0 + (x1 - x0) * share, y0 + (y1 - y0) * share


def _take_off(player: Player, move: Move) -> None:
    """Takes the captured stones off in any order, one by one or by the handful."""
    hand, dice = player.right, player.dice
    hand.wait(*LOOK_MS)
    stones = list(move.captured)
    if hand.chance(0.5):
        dice.shuffle(stones)
    while stones:
        count = dice.randint(2, GRABBED) if hand.chance(player.style.handful) else 1
        palm, stones = stones[:count], stones[count:]
        for point in palm[:-1]:
            _into_palm(player, hand, hand.lift_from(point))
        hand.away(hand.lift_from(palm[-1]))


def _into_palm(player: Player, hand: Hand, taken: Body) -> None:
    """Takes a stone up so that another can be taken with it."""
    begin = hand.at
    hand.at += player.dice.uniform(*GRAB_MS)
    end = begin + max(60.0, (hand.at - begin) * 1.5)
    hand.moved(taken, begin, end, (taken.x, taken.y, 30.0), 0.0)


def tidy(player: Player, at: float) -> None:
    """Sets a stone right that stands a little off, between two moves."""
    table, dice = player.table, player.dice
    idle = [point for point in table.standing if table.busy.get(point, 0.0) < at - 300]
    if not idle:
        return
    point = dice.choice(idle)
    body = table.standing[point]
    end = at + dice.uniform(80, 250)
    table.carry(body, at, end, (*player.right.spot(point, 0.02), 0.0), 0.0)
    table.engage(point, end)
