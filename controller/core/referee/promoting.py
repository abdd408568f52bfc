"""What a piece becomes: a choice that is due, one that was assumed, a crown that was felt.

An uncrowned king is a king (DR-5.7), so that nothing waits for the crown.
"""

from __future__ import annotations

from controller.core.belief.deeds.completing import QUEEN
from controller.core.belief.world import Log
from controller.core.messages import PromotionPending
from controller.core.referee import remedies
from controller.core.sensing.marks import Mark
from controller.core.stages import Stage
from controller.core.state import State, Steps
from controller.core.table import crowning
from rules.deed import Named
from rules.position import Move, Position
from rules.terms import Point

BY_WORTH = "qrbn"


def choices_of(position: Position, move: Move) -> list[str]:
    """What a pawn that makes this move may become, the queen first."""
    found = [
        m.choice for m in position.moves() if (m.origin, m.target) == (move.origin, move.target)
    ]
    return sorted(found, key=BY_WORTH.find)


def watch(state: State) -> Steps[None]:
    """Says that a pawn stands on the last row and its new piece is to be chosen."""
    if state.stage is not Stage.PLAY or state.duty.pending is not None:
        return
    found = state.belief.under_way(state.now_ns)
    if found is None or found.landed_ns is None or not found.move.choice:
        return
    move = found.move
    assert move.target is not None
    yield PromotionPending(
        point=state.game.game.points[move.target],
        side=move.side,
        choices=choices_of(state.game.position, move),
    )


def assumed(state: State, move: Move) -> list[str]:
    """What is taken for granted of a move: a queen that nobody named and no sensor tells."""
    if move.choice != QUEEN or move.target is None:
        return []
    mark = state.sensing.marks.get(move.target)
    told = mark is not None and mark.letter is not None and mark.letter.lower() == QUEEN
    words = state.claims.promotion.get(move.side, ())
    chosen = told or any(letter == QUEEN for letter, _ in words)
    return [] if chosen else [f"promotion:{QUEEN}"]


def pawn_left(state: State) -> Steps[None]:
    """The clock was pressed upon a pawn that should have been exchanged (FIDE-7.5.2).

    Only sensors that tell letters see it, and a choice that was said is one. The pawn is a queen.
    """
    law, line = state.game.rulebook.completion.pawn_left, state.game
    move = line.last
    if law is None or move is None or state.stage is not Stage.PLAY or not line.lines[-1].assumed:
        return
    mark = None if move.target is None else state.sensing.marks.get(move.target)
    pawn = None if move.mover is None else move.mover.letter
    if mark is None or mark.letter != pawn or move.target is None:
        return
    left = Named(
        law=law,
        kind="pawn-left",
        side=move.side,
        points=(move.target,),
        origin=move.origin,
        target=move.target,
    )
    yield from remedies.apply(state, line.game.completed(left))


# Crowns.


def crown_felt(state: State, move: Move, log: Log) -> bool:
    """Whether the second piece of a new king was felt: set down again, or told by the sensor."""
    letter = crowning.crowned(move)
    if not letter or move.target is None:
        return False
    down = 0
    for deed in log:
        if deed.placed:  # what was set down elsewhere meanwhile was no crown
            down = down + 1 if deed.point == move.target else 0
    return down > 1 or _has_crown(state.sensing.marks.get(move.target), letter)


def _has_crown(mark: Mark | None, letter: str) -> bool:
    return mark is not None and (bool(mark.stacked) or mark.letter == letter)


def moved_without(state: State, move: Move) -> tuple[Point, ...]:
    """The king that a move took although it had no crown, where the sensor tells so (DR-7.4.15).

    A presence sensor feels no second piece, and a colour is the same for one piece and two.
    """
    if move.origin not in state.duty.uncrowned or move.target is None:
        return ()
    assert move.origin is not None
    letter, mark = state.duty.uncrowned[move.origin], state.sensing.marks.get(move.target)
    if mark is None or _has_crown(mark, letter):
        return ()
    single = mark.stacked is False or mark.letter not in (None, letter)
    return (move.origin,) if single else ()
