"""Draws what players do at a real board and no law speaks of: take-backs, a lifted board, the kings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.table.claims.gestures import CENTRE
from controller.shell.evening.plan import Mess, Order, Turn
from drivers.sim.hands import Act, HandAct, TimedAct

if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from drivers.sim.hands import Span
    from rules.game import Game
    from rules.position import Move, Position

_MS = 1_000_000
_SEEN_NS = 4000 * _MS
"""After this long the board has said what it makes of it, and people have seen that."""
_HANDS_MS = (150, 900)
"""From one act to the next."""
_AGREED_CHANCE = 0.5


def taken_back(before: Sequence[tuple[Position, Move]], dice: Random, at_ns: int) -> Turn | None:
    """One ply or two are taken back, the last one first; half of the time the arbiter is told so.

    Args:
        before: the last plies, each with the position before it; the newest last.
    """
    plies = dice.choice((1, 2))
    acts: list[TimedAct] = []
    if len(before) < plies:
        return None
    for position, move in reversed(before[-plies:]):
        if not _plain(position, move):
            return None
        for act in _undone(position, move):
            at_ns += _ns(dice, _HANDS_MS)
            acts.append(TimedAct(act=act, at_ns=at_ns, until_ns=at_ns))
    at_ns += _SEEN_NS
    orders = (Order(at_ns=at_ns, role="arbiter", name="accept-irregularity"),)
    agreed = dice.random() < _AGREED_CHANCE
    return Turn(
        mess=Mess.TAKE_BACK,
        acts=tuple(acts),
        orders=orders if agreed else (),
        until_ns=at_ns + 1000 * _MS,
    )


def lifted_board(men: Sequence[int], dice: Random, at_ns: int) -> Turn:
    """The board is lifted off its magnets or carried, and put down as it was."""
    spread_ms, away_ms = dice.choice((0, 30, 200)), dice.uniform(300, 6000)
    acts = []
    for point in men:
        off_ns = at_ns + _ns(dice, (0, spread_ms))
        for_ns = int(away_ms * _MS) + _ns(dice, (0, spread_ms))
        act = HandAct(act=Act.BUMP, point=point, ms=for_ns / _MS)
        acts.append(TimedAct(act=act, at_ns=off_ns, until_ns=off_ns + for_ns))
    acts.sort(key=lambda entry: entry.at_ns)
    end_ns = max((entry.until_ns for entry in acts), default=at_ns)
    return Turn(mess=Mess.LIFTED_BOARD, acts=tuple(acts), until_ns=end_ns + 2500 * _MS)


def kings_in_the_centre(
    game: Game, position: Position, dice: Random, at_ns: int
) -> tuple[TimedAct, ...]:
    """Both kings are set on free squares of the centre, one after the other; nothing where they cannot."""
    free = [game.index[name] for name in CENTRE if not position.occupied >> game.index[name] & 1]
    kings = [p for p in range(len(game.points)) if _letter(position, p) in ("K", "k")]
    if len(free) < len(kings):
        return ()
    dice.shuffle(kings)
    ways = list(zip(kings, dice.sample(free, len(kings)), strict=True))
    if any((move.origin, move.target) in ways for move in position.moves()):
        return ()  # that would be a move
    acts = []
    for king, target in ways:
        for kind, point in ((Act.LIFT, king), (Act.PLACE, target)):
            at_ns += _ns(dice, _HANDS_MS)
            acts.append(TimedAct(act=HandAct(act=kind, point=point), at_ns=at_ns, until_ns=at_ns))
    return tuple(acts)


def _plain(position: Position, move: Move) -> bool:
    """Whether hands take the move back with the same men: no pass, no castling, no new man."""
    if move.target is None or move.choice or move.partner is not None:
        return False
    after = position.play(move).piece_at(move.target)
    return move.origin is None or after == position.piece_at(move.origin)


def _undone(position: Position, move: Move) -> list[HandAct]:
    assert move.target is not None
    if move.origin is None:
        acts = [HandAct(act=Act.REMOVE, point=move.target)]
    elif move.origin == move.target:
        acts = []
    else:
        acts = [
            HandAct(act=Act.LIFT, point=move.target),
            HandAct(act=Act.PLACE, point=move.origin),
        ]
    acts += [
        HandAct(act=Act.ADD, point=point, label=_letter(position, point)) for point in move.captured
    ]
    return acts


def _letter(position: Position, point: int) -> str:
    man = position.piece_at(point)
    return "" if man is None else man.letter


def _ns(dice: Random, span_ms: Span) -> int:
    return int(dice.uniform(*span_ms) * _MS)
