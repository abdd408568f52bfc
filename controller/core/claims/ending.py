"""The end of a game: its result is published once, and what was open is closed.

A question about what was played stays open until people answer it: the record has those moves then, behind the result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import beginning, claims
from controller.core.inference import gestures
from controller.core.inference.decisions import Ask, Complete
from controller.core.inference.prices import HELD_MS
from controller.core.inference.uncleared import LeftOn
from controller.core.messages import Result
from controller.core.refereeing import promoting
from controller.core.restoring import interrupted
from controller.core.settings import MS
from controller.core.stages import Event, Stage
from rules.rulebook import Ending, Outcome, Termination
from rules.terms import Side

if TYPE_CHECKING:
    from controller.core.session import Session


def won_by(session: Session, side: Side) -> Outcome:
    """The outcome in which a side wins."""
    return Outcome.FIRST_WINS if side == session.game.sides[0] else Outcome.SECOND_WINS


def lose(
    session: Session,
    side: Side,
    termination: Termination,
    law: str | None,
    *,
    by: str | None = None,
    why: str | None = None,
) -> None:
    """Ends the game: this side has lost it."""
    outcome = won_by(session, session.game.other(side))
    decide(session, outcome, termination.value, law, by=by, why=why)


def by_law(session: Session, ending: Ending) -> None:
    """Ends the game as its laws have it."""
    _end(
        session,
        Result(
            result=ending.result,
            termination=ending.termination.value,
            law=ending.law,
            winner=ending.winner,
        ),
    )


def decide(
    session: Session,
    outcome: Outcome,
    termination: str,
    law: str | None = None,
    *,
    text: str | None = None,
    by: str | None = None,
    why: str | None = None,
) -> None:
    """Ends the game with an outcome.

    Args:
        text: how the record writes it where that says more than the outcome (Go: "B+3.5").
        by: who decides it, and why; None where the laws do.
    """
    gestures.set_aside(session)
    take_as_it_stands(session)
    if session.stage is Stage.ENDED and by is None and session.result is not None:
        return  # the last move has ended the game before
    first, second = session.game.sides
    winner = {Outcome.FIRST_WINS: first, Outcome.SECOND_WINS: second}.get(outcome)
    _end(
        session,
        Result(
            result=text or session.game.result_text(outcome, termination),
            termination=termination,
            law=law,
            winner=winner,
            by=by,
            why=why,
        ),
    )


def leave(session: Session) -> None:
    """Another game begins: a move that the hands have made by now belongs to this one, which has no result."""
    gestures.set_aside(session)
    take_as_it_stands(session)


def take_as_it_stands(session: Session) -> None:
    """What the hands have done by now is all that they do: nothing more is waited for before the result.

    Men who are being adjusted have made no move. A man who was lifted only just now may be in the hand of who gives up;
    one who has been off for longer may stand where nothing tells of him, and then it is asked.
    """
    interrupted.take(session)
    edges, ask_ns = session.tracker.branch.edges, session.settings.timings.ask_ms * MS
    long_ago = bool(edges) and session.now_ns - edges[-1].at_ns >= ask_ns
    later_ns = session.now_ns + (HELD_MS * MS if long_ago else ask_ns)
    promoting.assume(session)
    while session.stage is Stage.PLAY and not session.adjusting:
        match session.tracker.step(later_ns):
            case Complete() | Ask() as found:
                session.conclude(found)
            case LeftOn():
                continue  # nothing comes of it any more
            case _:
                return


def _end(session: Session, result: Result) -> None:
    if session.stage is Stage.SETUP:
        beginning.say_start(session)
    session.result = result
    session.say(result)
    claims.note_result(session, result)
    session.offer = None
    session.guide = None
    session.adjusting = False
    session.touched_after = False
    if session.stage is not Stage.ENDED:
        session.go(Event.ENDED)
