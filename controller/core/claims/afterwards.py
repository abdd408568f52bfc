"""Answers that people give when the game is over: what waited behind the question belongs to the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.inference.decisions import Ask, Complete
from controller.core.refereeing import judging

if TYPE_CHECKING:
    from controller.core.session import Session


def add(session: Session, made: Complete) -> None:
    """Adds a move to the record, behind the result: it ends no game that has ended, and nobody claims anything of it."""
    judging.record(session, made)
    judging.next_ply(session)


def add_what_waited(session: Session) -> None:
    """Adds the moves that the tracker holds; what it doubts of them is asked about."""
    while session.question is None:
        match session.tracker.step(session.now_ns):
            case Complete() as made:
                add(session, made)
            case Ask() as found:
                judging.ask(session, found)
            case _:
                return
