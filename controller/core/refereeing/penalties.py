"""Penalties that are counted, and what they lead to: time for the opponent, the loss of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import ending
from controller.core.clock import timekeeping
from controller.core.messages import Irregularity, Observed, Penalty
from controller.core.stages import Stage
from controller.core.view import PenaltyCount
from rules.arbiter_law import Sanction, counted, sanctions, time_given_ms
from rules.rulebook import Outcome, PenaltyLaw, Termination
from rules.terms import Side
from rules.time_control import read_time_control

if TYPE_CHECKING:
    from controller.core.session import Session

REFEREE = "referee"
"""Who counts what the board has found."""


def count(
    session: Session,
    side: Side,
    kind: str,
    law: str,
    *,
    by: str = REFEREE,
    why: str | None = None,
) -> None:
    """Counts one penalty more against a side, and does what its rulebook makes of the count.

    A game that has ended stays as it ended.

    Args:
        kind: what is counted ("warning", "foul", "illegal-move").
        law: the law that is named where the rulebook has none for the count.
    """
    found = counted(session.rulebook, kind)
    number = session.penalties.get((side, kind), 0) + 1
    open_still = session.stage is not Stage.ENDED
    lost = found is not None and found.loses_at is not None and number >= found.loses_at
    gives_ms = 0
    if found is not None and open_still and not lost:
        text = session.settings.time_control
        gives_ms = time_given_ms(found, None if text is None else read_time_control(text))
    named = law if found is None else found.law
    say(
        session,
        Penalty(
            side=side, kind=kind, law=named, count=number, by=by, why=why, gives_ms=gives_ms
        ),
    )  # fmt: skip
    if gives_ms:
        other = session.game.other(side)
        timekeeping.add_time(session, other, gives_ms, why=f"penalty:{kind}", by=by)
    if found is not None and lost and open_still:
        _lost(session, side, found, by, why)


def withdraw(
    session: Session, side: Side, kind: str, law: str, *, by: str = REFEREE, why: str | None = None
) -> None:
    """Takes back one of what is counted; a result that it has brought about stands until corrected.

    Args:
        law: see `count`.
    """
    found = counted(session.rulebook, kind)
    number = session.penalties.get((side, kind), 0) - 1
    named = law if found is None else found.law
    say(
        session,
        Penalty(side=side, kind=kind, law=named, count=number, by=by, why=why, withdrawn=True),
    )


def say(session: Session, penalty: Penalty) -> None:
    """Publishes a penalty; the count is that of the message."""
    session.penalties[Side(penalty.side), penalty.kind] = penalty.count
    session.say(penalty)


def _lost(session: Session, side: Side, law: PenaltyLaw, by: str, why: str | None) -> None:
    """The count loses the game, or draws it where the opponent could not win (FIDE-7.5.5)."""
    opponent = session.game.other(side)
    decided_by = None if by == REFEREE else by
    if law.drawn_if_unwinnable and not session.game.may_win(session.line.position, opponent):
        ending.decide(
            session,
            Outcome.DRAW,
            Termination.PENALTIES.value,
            law.law,
            by=decided_by,
            why=why,
        )
        return
    ending.lose(session, side, Termination.PENALTIES, law.law, by=decided_by, why=why)


def announce(session: Session, side: Side, found: Sanction) -> None:
    """Publishes a breach that people have seen and entered, with its law (XQ-9.2, DR-7.4.16)."""
    session.say(
        Irregularity(
            id=session.next_id("i"),
            law=found.law,
            kind=found.kind,
            side=side,
            points=[],
            observed=Observed(),
            remedy="none",
        )
    )


def counts(session: Session) -> list[PenaltyCount]:
    """What is counted against each side by now, for both players to see."""
    named = sanctions(session.rulebook)
    return [
        PenaltyCount(
            side=side,
            kind=kind,
            count=number,
            english=named[kind].english if kind in named else kind,
            chinese=named[kind].chinese if kind in named else kind,
        )
        for (side, kind), number in session.penalties.items()
        if number
    ]
