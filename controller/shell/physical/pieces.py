"""How moves of chess and xiangqi are made: captures, castling, promotion."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rules.footprint import Act
from rules.terms import Piece, points_of

if TYPE_CHECKING:
    from controller.shell.physical.bodies import Body
    from controller.shell.physical.hands import Hand
    from controller.shell.physical.players import Player
    from rules.position import Move, Position
    from rules.terms import Point

GAP_MS = (-40.0, 60.0)
"""From the victim's leaving the sensor to the captor's reaching it in an exchange: testers of real boards found 35 to 60 ms,
or no empty scan at all."""
LANDING = 0.16
"""The last part of a motion, in which the piece is low enough to be felt; its reverse is the first part."""
ASIDE_MS = (300.0, 900.0)
"""How long a victim that was pushed aside lies there."""
SEARCH_MS = (1200.0, 3300.0)
"""How long a player looks for a new queen, the pawn in the hand: with the ways of the hand up to four seconds."""


def make(player: Player, position: Position, move: Move) -> None:
    """Makes a move of chess or xiangqi."""
    if move.partner is not None:
        _castle(player, move)
    elif move.choice:
        _promote(player, move)
    elif move.captured:
        _capture(player, move, player.right.pick(player.style.captures))
    else:
        assert move.origin is not None
        assert move.target is not None
        body = player.take(player.right, move.origin)
        player.hesitate(player.right, body, position, move)
        player.bring(player.right, body, move.origin, move.target)


def _capture(player: Player, move: Move, way: str) -> None:
    """The captor comes to stand on its target, and the victim leaves the board."""
    (victim,), target = move.captured, move.target
    if way in ("exchange", "aside") and victim != target:
        way = "captor first"
    if way == "aside" and not _room(player, move):
        way = "exchange"
    _CAPTURES[way](player, move, victim)


def _victim_first(player: Player, move: Move, victim: Point) -> None:
    hand = player.right
    hand.away(hand.lift_from(victim))
    _bring(player, hand, move)


def _captor_first(player: Player, move: Move, victim: Point) -> None:
    """Both pieces are in one hand, or the captor stands before the pawn that it takes in passing is off."""
    hand = player.right
    assert move.origin is not None
    assert move.target is not None
    captor = player.take(hand, move.origin)
    if victim != move.target:
        player.bring(hand, captor, move.origin, move.target)
        hand.wait(50, 400)
        hand.away(hand.lift_from(victim))
        return
    hand.over(captor, player.table.board.places[move.target])
    hand.wait(0, 250)
    taken = hand.lift_from(victim)
    _aloft(player, hand, taken)
    hand.set_down(captor, move.target, hand.high() / 2)
    player.landed = hand.at
    hand.away(taken)


def _aloft(player: Player, hand: Hand, taken: Body) -> None:
    """Lifts a victim beside its point, into the palm."""
    half = player.table.board.pitch / 2
    side = player.dice.choice((-half, half))
    hand.carry(taken, (taken.x + side, taken.y, max(25.0, hand.high())), 0.0)


def _exchange(player: Player, move: Move, victim: Point) -> None:
    """The captor comes down as the same hand takes the victim away."""
    hand, dice = player.right, player.dice
    taken = player.table.standing[victim]
    comes = _arrive(player, hand, move)
    lasts = max(80.0, dice.uniform(110, 240) * player.style.pace)
    begins = max(hand.coming[0], comes - dice.uniform(*GAP_MS) - lasts / 2)
    half = dice.choice((-0.5, 0.5)) * player.table.board.pitch
    hand.moved(
        taken, begins, begins + lasts, (taken.x + half, taken.y, max(25.0, hand.high())), 0.0
    )
    hand.at = max(hand.at, begins + lasts)
    hand.away(taken)


def _aside(player: Player, move: Move, victim: Point) -> None:
    """The captor pushes the victim to a point beside, from where it is taken off later."""
    hand, dice = player.right, player.dice
    taken = player.table.standing[victim]
    free = dice.choice(_room(player, move))
    comes = _arrive(player, hand, move)
    lasts = dice.uniform(80, 200)
    begins = max(hand.coming[0], comes - dice.uniform(*GAP_MS) - lasts / 2)
    hand.moved(taken, begins, begins + lasts, (*hand.spot(free), 0.0), 0.0)
    hand.at = max(hand.at, begins + lasts + dice.uniform(*ASIDE_MS))
    hand.grip(taken)
    hand.away(taken)


def _two_hands(player: Player, move: Move, victim: Point) -> None:
    """The left hand takes the victim as the right one brings the captor."""
    hand, other, dice = player.right, player.left, player.dice
    taken = player.table.standing[victim]
    other.began = hand.at
    comes = _arrive(player, hand, move)
    leaves = comes - dice.uniform(GAP_MS[0], 250.0)
    other.at = max(other.began, leaves - 40.0)
    other.away(taken)


def _arrive(player: Player, hand: Hand, move: Move) -> float:
    """Brings the captor to a point where the victim still stands, and says when its sensor feels it."""
    assert move.origin is not None
    assert move.target is not None
    player.bring(hand, player.take(hand, move.origin), move.origin, move.target)
    begin, end = hand.coming
    return end - LANDING * (end - begin)


def _room(player: Player, move: Move) -> list[Point]:
    """Free points beside the target."""
    assert move.target is not None
    near = points_of(player.game.neighbours(move.target))
    return [point for point in near if point not in player.table.standing and point != move.origin]


def _bring(player: Player, hand: Hand, move: Move) -> None:
    """Moves the piece of a move."""
    assert move.origin is not None
    assert move.target is not None
    player.bring(hand, player.take(hand, move.origin), move.origin, move.target)


_CAPTURES = {
    "victim first": _victim_first,
    "captor first": _captor_first,
    "exchange": _exchange,
    "aside": _aside,
    "two hands": _two_hands,
}


def _castle(player: Player, move: Move) -> None:
    """King and rook, in an order that the laws allow."""
    right, left = player.right, player.left
    goals = {s.man.letter.upper(): s.point for s in move.footprint.steps if s.act is Act.PLACE}
    assert move.origin is not None
    assert move.target is not None
    assert move.partner is not None
    home = goals.get("R")
    if "K" not in goals or home is None:  # one of them stays (Chess960)
        origin, target = (move.partner, home) if home is not None else (move.origin, move.target)
        player.bring(right, right.lift_from(origin), origin, target)
        player.landed = right.at
        return
    crossed = move.target == move.partner
    way = "both lifted" if crossed else right.pick(player.style.castlings)
    king = right.lift_from(move.origin)
    if way == "king first":
        player.bring(right, king, move.origin, move.target)
        player.bring(right, right.lift_from(move.partner), move.partner, home)
    elif way == "both lifted":
        right.over(king, player.table.board.places[move.target])
        left.at = right.at
        player.bring(left, left.lift_from(move.partner), move.partner, home)
        right.at = max(right.at, left.at + player.dice.uniform(-80, 200))
        right.set_down(king, move.target, 10.0)
    else:
        left.at = right.at + player.dice.uniform(20, 120)
        rook = left.lift_from(move.partner)
        player.bring(right, king, move.origin, move.target)
        left.set_down(rook, home, left.high())
    player.landed = max(right.at, left.at)


def _promote(player: Player, move: Move) -> None:
    """A pawn makes way for another piece of its side."""
    hand = player.right
    assert move.origin is not None
    assert move.target is not None
    assert move.mover is not None
    way = hand.pick(player.style.promotions)
    letter = move.choice.upper() if move.mover.letter.isupper() else move.choice
    new = Piece(move.side, letter)
    if way == "pawn on":
        _on_and_off(player, move)
    elif move.captured:
        hand.away(hand.lift_from(move.captured[0]))
    if way in ("pawn off", "slow"):
        hand.away(player.take(hand, move.origin))
    if way == "slow":
        hand.at += player.dice.uniform(*SEARCH_MS)
    if way == "new first":
        hand.set_down(player.fetch(hand, new), move.target, hand.high())
        hand.wait(50, 500)
        hand.away(hand.lift_from(move.origin))
    else:
        hand.set_down(player.fetch(hand, new), move.target, hand.high())
    player.landed = hand.at
    if move.choice != "q":
        player.said = (hand.at, move.choice)


def _on_and_off(player: Player, move: Move) -> None:
    """The pawn goes to its last row, and off again."""
    hand = player.right
    assert move.origin is not None
    assert move.target is not None
    if move.captured:
        _capture(player, move, player.right.pick(player.style.captures))
    else:
        _bring(player, hand, move)
    hand.at = max(hand.at, player.landed)
    hand.wait(80, 400)
    hand.away(hand.lift_from(move.target))
