"""The new piece of a pawn.

What was said of it, and a choice that is made after the move was told.
"""

from __future__ import annotations

from controller.core.messages import Correction
from controller.core.sensing.debounce import Edge
from controller.core.sensing.marks import sensed_choice
from controller.core.stages import Event, Stage
from controller.core.state import AskBack, Landed, State, Steps
from controller.core.table import following, record
from rules.position import Move
from rules.terms import Side


def assumed(state: State, side: Side) -> bool:
    """Whether the last move was this side's, and what its pawn became was assumed."""
    last = state.game.last
    return last is not None and last.side == side and bool(state.game.lines[-1].assumed)


def choose_again(state: State, side: Side, letter: str) -> Steps[str | None]:
    """A choice that is said after the move was made with another piece; why not, where it stands.

    It may be said until the opponent touches a piece. A result that rests on what was assumed
    goes with it: the game goes on, unless what was chosen ends it as well.
    """
    last = state.game.last
    if last is None or not last.choice or last.side != side:
        return f"no pawn of yours can become {letter!r} now"
    if (reason := _is_final(state, last)) is not None:
        return reason
    again = state.game.positions[-2].by_text(last.text[: -len(last.choice)] + letter)
    if again is None:
        return f"a pawn cannot become {letter!r}"
    if again != last:
        yield from _choose(state, again, by=side)
    return None


def _is_final(state: State, last: Move) -> str | None:
    if state.referee.has_touched(state, early=True):
        return "the opponent has touched a man: the choice stands"
    mark = None if last.target is None else state.sensing.marks.get(last.target)
    told = None if mark is None or mark.letter is None else mark.letter.lower()
    due = assumed(state, last.side)
    if not due and told == last.choice:
        return "the new man stands: the choice is final"
    over = state.stage is Stage.ENDED and not due
    return "the game has ended" if over or not may_choose_again(state) else None


def may_choose_again(state: State) -> bool:
    """Whether no result, or only that of the last move alone, stands against another choice."""
    if state.game.result is None:
        return True
    return not state.duty.touched_after and ended_by_move(state)


def ended_by_move(state: State) -> bool:
    """Whether the last move alone has ended the game."""
    line = state.game
    found, result = line.game.ending(line.positions, line.rulebook), line.result
    if found is None or result is None or result.by is not None:
        return False
    return (result.result, result.termination) == (found.result, found.termination.value)


def _choose(state: State, again: Move, *, by: Side) -> Steps[None]:
    """Replaces the last move in the record by this one, with another new piece."""
    line = state.game
    ply, was_over = line.ply, state.stage is Stage.ENDED
    landed = Landed(landed_ns=line.landed_ns, made_ns=line.made_ns)
    yield Correction(
        from_ply=ply, to_ply=ply, why="promotion", by=by, position=line.positions[-2].value
    )
    if was_over:
        yield Event.CORRECTED
    yield landed
    yield from record.play(state, again, "confirmed")
    yield from following.follow(state)
    if state.stage is Stage.RESTORE:
        yield AskBack(event=None, why="correction")


def seen(state: State, edge: Edge) -> Steps[None]:
    """Another new piece is set in the place of a promoted pawn.

    Who touches the square counts (FIDE-4.4.4).
    """
    last = state.game.last
    if last is None or last.target != edge.point or state.stage is not Stage.PLAY:
        return
    choice = sensed_choice(last, edge.mark if edge.placed else None)
    pawn = None if last.mover is None else last.mover.letter
    makes_way = state.sensing.lifted.get(edge.point) == pawn
    if choice and choice != last.choice and (assumed(state, last.side) or makes_way):
        yield from choose_again(state, last.side, choice)


def may_come(state: State, side: Side, letter: str) -> bool:
    """Whether a pawn of this side is about to become this, or has just landed and may."""
    moves = [*state.game.position.moves()]
    under_way = state.belief.under_way(state.now_ns)
    if under_way is not None and under_way.move in moves:
        moves += state.game.position.play(under_way.move).moves()
    known = any(move.side == side and move.choice == letter for move in moves)
    return known or state.belief.may_become(side, letter, state.now_ns)
