"""Penalties that are counted, and what they lead to.

Time for the opponent, the loss of the game.
"""

from __future__ import annotations

from controller.core.messages import Irregularity, Observed, Penalty, Ruling
from controller.core.slices import Penalties
from controller.core.stages import Stage
from controller.core.state import State, Step, Steps
from controller.core.table import ending
from controller.core.table.clock import timekeeping
from controller.core.table.clock.flags import ASKED
from controller.core.view import PenaltyCount
from rules.arbiter_law import Sanction, counted, sanction, sanctions, time_given_ms
from rules.rulebook import Outcome, PenaltyLaw, Termination
from rules.terms import Side
from rules.time_control import read_time_control

REFEREE = "referee"
"""Who counts what the board has found."""


def note(penalties: Penalties, step: Step) -> None:
    """Reduces a step: the count is that of the message."""
    if isinstance(step, Penalty):
        penalties.counts[Side(step.side), step.kind] = step.count


def count(
    state: State, side: Side, kind: str, law: str, *, by: str = REFEREE, why: str | None = None
) -> Steps[None]:
    """Counts one penalty more against a side, and does what its rulebook makes of the count.

    A game that has ended stays as it ended.

    Args:
        kind: what is counted ("warning", "foul", "illegal-move").
        law: the law that is named where the rulebook has none for the count.
    """
    found = counted(state.game.rulebook, kind)
    number = state.penalties.counts.get((side, kind), 0) + 1
    open_still = state.stage is not Stage.ENDED
    lost = found is not None and found.loses_at is not None and number >= found.loses_at
    gives_ms = 0
    if found is not None and open_still and not lost:
        text = state.settings.time_control
        gives_ms = time_given_ms(found, None if text is None else read_time_control(text))
    named = law if found is None else found.law
    yield Penalty(
        side=side, kind=kind, law=named, count=number, by=by, why=why, gives_ms=gives_ms
    )  # fmt: skip
    if gives_ms:
        other = state.game.game.other(side)
        yield from timekeeping.add_time(state, other, gives_ms, why=f"penalty:{kind}", by=by)
    if found is not None and lost and open_still:
        yield from _lost(state, side, found, by, why)


def withdraw(
    state: State, side: Side, kind: str, law: str, *, by: str = REFEREE, why: str | None = None
) -> Steps[None]:
    """Takes back one of what is counted; a result that it has brought about stands until corrected.

    Args:
        law: see `count`.
    """
    found = counted(state.game.rulebook, kind)
    number = state.penalties.counts.get((side, kind), 0) - 1
    named = law if found is None else found.law
    yield Penalty(
        side=side, kind=kind, law=named, count=number, by=by, why=why, withdrawn=True
    )  # fmt: skip


def _lost(state: State, side: Side, law: PenaltyLaw, by: str, why: str | None) -> Steps[None]:
    """The count loses the game, or draws it where the opponent could not win (FIDE-7.5.5)."""
    decided_by, game = None if by == REFEREE else by, state.game.game
    kind = Termination.PENALTIES
    if law.drawn_if_unwinnable and not game.may_win(state.game.position, game.other(side)):
        yield from ending.decide(
            state, Outcome.DRAW, kind.value, law.law, by=decided_by, why=why
        )  # fmt: skip
        return
    yield from ending.lose(state, side, kind, law.law, by=decided_by, why=why)


def offer(state: State, side: Side, kind: str) -> Steps[None]:
    """Tells the arbiter which penalty is due for what was entered or claimed.

    Nothing is given before the arbiter says so. No effect where nothing is due.
    """
    due = sanctions(state.game.rulebook).get(sanction(state.game.rulebook, kind).offers)
    if due is not None:
        yield Ruling(
            kind=f"{ASKED}:{due.kind}", side=side, law=due.law, penalty=due.kind
        )  # fmt: skip


def announce(state: State, side: Side, found: Sanction) -> Irregularity:
    """A breach that people have seen and entered, with its law (XQ-9.2, DR-7.4.16)."""
    return Irregularity(
        id=state.next_id("i"),
        law=found.law,
        kind=found.kind,
        side=side,
        points=[],
        observed=Observed(),
        remedy="none",
    )


def counts(state: State) -> list[PenaltyCount]:
    """What is counted against each side by now, for both players to see."""
    named = sanctions(state.game.rulebook)
    return [
        PenaltyCount(
            side=side,
            kind=kind,
            count=number,
            english=named[kind].english if kind in named else kind,
            chinese=named[kind].chinese if kind in named else kind,
        )
        for (side, kind), number in state.penalties.counts.items()
        if number
    ]
