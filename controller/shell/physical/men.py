"""How moves of draughts are made: long captures, the men taken off, the crown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.footprint import Act
from rules.terms import Piece

if TYPE_CHECKING:
    from controller.shell.physical.bodies import Body
    from controller.shell.physical.hands import Hand
    from controller.shell.physical.players import Player
    from rules.position import Move, Position
    from rules.terms import Point

STEP_MS = (60.0, 380.0)
"""How long a man stands between two jumps; from half a second on it would count as let go (DR-6.10)."""
HOP_MM = (14.0, 30.0)
"""How high a man jumps over another."""
THICK_MM = 7.0
"""How high a man is."""
LATE_MS = (600.0, 1500.0)
"""How late captured men are taken off, and how long the longest pause between two is: the laws allow two seconds."""
GRAB_MS = (50.0, 200.0)
"""From one captured man to the next in one grab."""
CROWN_MS = (150.0, 1200.0)
"""From the landing in the last row to the crown."""


def make(player: Player, position: Position, move: Move) -> None:
    """Makes a move of draughts; the crown is put on by `crown`, perhaps by the opponent."""
    hand = player.right
    assert move.origin is not None
    assert move.target is not None
    early = len(move.captured) == 1 and hand.chance(0.15)
    if early:
        hand.away(hand.lift_from(move.captured[0]))
    body = player.take(hand, move.origin)
    if not move.captured:
        player.hesitate(hand, body, position, move)
        player.bring(hand, body, move.origin, move.target)
        return
    _jump(player, hand, body, move)
    hand.set_down(body, move.target, player.dice.uniform(*HOP_MM))
    player.landed = hand.at
    player.nudge(move.target, hand.at)
    if not early:
        _take_off(player, move)


def _jump(player: Player, hand: Hand, body: Body, move: Move) -> None:
    """Goes over every point of the path but the last: set down on each, swept low over it, or straight past."""
    swept = hand.chance(player.style.swept)
    straight = swept and hand.chance(0.4)
    for point in () if straight else move.path[1:-1]:
        above = player.dice.uniform(0.2, 1.4) * player.table.board.depth if swept else 0.0
        hand.carry(body, (*hand.spot(point), above), player.dice.uniform(*HOP_MM))
        if not swept:
            hand.at += player.dice.uniform(*STEP_MS)


def _take_off(player: Player, move: Move) -> None:
    """Takes the captured men off, in the order of the jumps or in reverse (DR-6.11)."""
    style, dice = player.style, player.dice
    hand = player.left if style.captures.get("two hands", 0.0) > 1 else player.right
    hand.at = player.right.at
    if hand.chance(style.late):
        hand.at += dice.uniform(*LATE_MS)
    victims = move.captured[:: dice.choice((1, 1, -1))]
    at_once = hand.chance(style.handful)
    palm: list[Body] = []
    for point in victims:
        taken = hand.lift_from(point)
        if at_once:
            _into_palm(player, hand, taken)
            palm.append(taken)
        else:
            hand.away(taken)


def _into_palm(player: Player, hand: Hand, taken: Body) -> None:
    """Takes a man up so that another can be taken with him."""
    begin = hand.at
    hand.at += player.dice.uniform(*GRAB_MS)
    end = begin + max(60.0, (hand.at - begin) * 1.5)
    height = hand.high() + 20.0
    hand.moved(taken, begin, end, (taken.x, taken.y, height), 0.0)


def crowned(move: Move) -> bool:
    """Whether a man becomes a king by this move."""
    placed = [step.man.letter for step in move.footprint.steps if step.act is Act.PLACE]
    return move.mover is not None and placed != [move.mover.letter]


def crown(player: Player, move: Move) -> None:
    """Lays a second man on the one that has reached the last row."""
    hand = player.right
    assert move.mover is not None
    assert move.target is not None
    hand.at += player.dice.uniform(*CROWN_MS)
    king = player.table.standing[move.target]
    top = player.fetch(hand, Piece(move.side, move.mover.letter))
    top.sign = king.sign
    hand.carry(top, (king.x, king.y, THICK_MM), hand.high())
    lay(player, move.target, king, top, hand.at)


def lay(player: Player, point: Point, king: Body, top: Body, at: float) -> None:
    """The crown lies on the man."""
    player.table.crown(king, top, at)
    player.table.engage(point, at)
