"""Touches of the player on move: remembered, published, and what they oblige to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core import referee
from controller.core.decisions import Touch, surely_his
from controller.core.evidence import MS
from controller.core.messages import Duty, Obligation, Touched
from rules.touch import obligation

if TYPE_CHECKING:
    from controller.core.session import Session
    from rules.terms import Point


def rest(session: Session, touches: tuple[Touch, ...]) -> None:
    """The men stand as before: those that were touched stay touched."""
    if not touches:
        return
    session.touched = list(merged(session.touched, touches))
    tell_touches(session, tuple(session.touched))
    owe(session)


def owe(session: Session) -> None:
    """Says what the touches oblige to, when that binds and has not been said."""
    position = session.line.position
    found = _duty(session, tuple(session.touched))
    if found is None or found == session.due or session.settings.mode == "observer":
        return
    session.due = found
    say_duty(session, found, position.side_to_move, met=None)


def live_touches(session: Session) -> None:
    """Publishes touches while the move is still under way."""
    branch = session.tracker.branch
    if session.tracker.asking or not branch.edges:
        return
    if branch.readings(session.now_ns)[0].plies:
        return
    knock_ns = session.settings.timings.together_ms * MS  # men that leave together were knocked
    fresh = [t for t in branch.touches(session.now_ns) if session.now_ns - t.at_ns >= knock_ns]
    touched = merged(session.touched, surely_his(fresh, branch.position, branch.edges))
    position = session.line.position
    men = [position.man_at(touch.point) for touch in touched]
    if any(man is not None and man.side == position.side_to_move for man in men):
        tell_touches(session, touched)  # an opponent's man alone: it may be his own doing


def tell_touches(session: Session, touched: tuple[Touch, ...]) -> None:
    """Publishes the touches that have not been published."""
    points = [t.point for t in touched if session.line.position.man_at(t.point) is not None]
    fresh = [p for p in points if p not in session.told]
    if not fresh:
        return
    session.told = points
    position = session.line.position
    session.fouls += session.game.touch_fouls(position, fresh, session.rulebook)
    session.touched = list(touched)  # what has been published stays
    session.duty = None if session.settings.mode == "observer" else _duty(session, touched)
    session.say(
        Touched(
            points=[session.name(p) for p in points],
            side=session.line.position.side_to_move,
            obligation=session.duty,
        )
    )


def merged(before: list[Touch], new: tuple[Touch, ...]) -> tuple[Touch, ...]:
    """Touches in order, each man once."""
    found: dict[Point, Touch] = {}
    for touch in sorted([*before, *new], key=lambda t: t.at_ns):
        found.setdefault(touch.point, touch)
    return tuple(found.values())


def _duty(session: Session, touched: tuple[Touch, ...]) -> Duty | None:
    position = session.line.position
    touches = referee.touches(position, touched, session.settings.timings.together_ms)
    found = obligation(position, touches, session.rulebook.touch)
    return None if found is None else referee.duty(session.game, found)


def say_duty(session: Session, found: Duty, side: str, *, met: bool | None) -> None:
    """Publishes an obligation: due (None), met, or released by a move that did not meet it."""
    session.say(
        Obligation(
            side=side,
            law=found.law,
            must_move=found.must_move,
            must_capture=found.must_capture,
            alternatives=found.alternatives,
            met=met is True,
            released=met is False,
        )
    )
