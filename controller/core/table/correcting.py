"""The arbiter changes the record or the board: moves corrected, plies retracted, a position set up.

What is changed is said first (`Correction`, then the moves that stand instead), and then the
players are guided to the position. Whatever was open, a question or an irregularity, was about what
no longer stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from controller.core.messages import Correction, Json, Move
from controller.core.slices import Line
from controller.core.stages import Event, Stage
from controller.core.state import AskBack, PutRight, State, Steps
from controller.core.table import beginning, crowning
from controller.core.table.clock import timekeeping
from controller.core.table.clock import timer as timers
from controller.core.table.clock.timer import begun, fresh
from rules import position as rules
from rules.entered import entered_move
from rules.position import Position
from rules.terms import RulesError, Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """One ply of the corrected record.

    Attributes:
        clocks: what the clocks showed at its press, where that is known.
    """

    move: rules.Move
    before: Position
    assumed: list[str]
    clocks: Json | None

    @property
    def after(self) -> Position:
        return self.before.play(self.move)


def planned(state: State, first: int, texts: Sequence[str], *, keep: bool) -> list[Ply]:
    """The plies from `first` on as they are to be; nothing has changed yet.

    Args:
        first: the ply that the first text is about.
        keep: the plies of the record that follow stay, if they are still legal.

    Raises:
        RulesError: a move is not legal there, or a later one would not be any more; says which.
    """
    line = state.game
    position = line.positions[first - 1]
    found: list[Ply] = []
    presses = timers.presses(state)
    for ply, text in enumerate(texts, first):
        move = entered_move(line.game, position, text)
        clocks = _clocks(state, ply, move, presses)
        found.append(Ply(move=move, before=position, assumed=[], clocks=clocks))
        position = found[-1].after
    for ply in range(first + len(texts), line.ply + 1) if keep else ():
        old = line.lines[ply - 1]
        kept = None if line.moves[ply - 1] is None else position.by_text(old.move)
        if kept is None:
            raise RulesError(
                f"ply {ply}, {old.move}, would not be legal any more; "
                f"give all moves from ply {first} on"
            )
        found.append(Ply(move=kept, before=position, assumed=old.assumed, clocks=_shown(line, ply)))
        position = found[-1].after
    if [each.move for each in found] == line.moves[first - 1 :]:
        raise RulesError("the record has these moves already")
    return found


def _shown(line: Line, ply: int) -> Json | None:
    """What the clocks showed at the press of a ply; if it was not pressed, when it was told."""
    return line.pressed.get(ply, line.lines[ply - 1].clocks)


def _clocks(
    state: State, ply: int, move: rules.Move, presses: list[tuple[Side, Json]]
) -> Json | None:
    """What the clocks showed when this ply was pressed; None where no press of it is known.

    Args:
        presses: that wait for their moves; the one of this ply is taken out.
    """
    line = state.game
    if ply <= line.ply:
        return _shown(line, ply) if line.lines[ply - 1].side == move.side else None
    for n, (presser, shown) in enumerate(presses):
        if presser == move.side:
            del presses[n]
            return shown
    return None


def correct(state: State, first: int, plies: Sequence[Ply], by: str, why: str) -> Steps[None]:
    """Retracts the plies from `first` on, publishes what stands instead, and guides there."""
    line = state.game
    yield from _begun(state)
    yield from timekeeping.stop(state, "correct", by)
    timer = begun(state)
    before = None if timer is None else fresh(timer)
    yield Correction(
        from_ply=first,
        to_ply=line.ply,
        why=why,
        by=by,
        position=line.positions[first - 1].value,
        cause="correct",
    )
    for ply in plies:
        yield _publish(state, ply)
        yield from crowning.pending(state, ply.move)
    yield from timekeeping.count_anew(state, before)
    yield AskBack(event=Event.SET, why="correction")


def set_position(
    state: State,
    position: Position,
    orientation: Literal["normal", "turned"] | None,
    by: str,
    why: str,
) -> Steps[None]:
    """From now on this position stands, whatever was played; the players are guided to it.

    Args:
        orientation: how the board stands from now on; None where that stays (CH-8.7, FIDE-7.2.2).
    """
    yield from _begun(state)
    yield from timekeeping.stop(state, "set-position", by)
    yield Correction(
        from_ply=state.game.ply + 1,
        to_ply=state.game.ply,
        why=why,
        by=by,
        position=position.value,
        cause="set-position",
        orientation=orientation,
    )
    yield AskBack(event=Event.SET, why="set-position")


def _begun(state: State) -> Steps[None]:
    """Begins a game whose array did not stand yet: who sets a position says that it has begun."""
    if state.stage is Stage.SETUP:
        yield PutRight()
        yield from beginning.watch(state)


def _publish(state: State, ply: Ply) -> Move:
    game, move = state.game.game, ply.move
    return Move(
        ply=state.game.ply + 1,
        side=move.side,
        move=move.text,
        notation=dict(game.notation(ply.before, move)),
        captured=[game.points[p] for p in move.captured],
        path=[game.points[p] for p in move.path],
        position=ply.after.value,
        completed_by="arbiter",
        assumed=ply.assumed,
        clocks=ply.clocks,
    )
