"""What `touchmove explain` tells beside the readings: who touched what, in which order, and what the law says of it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from controller.core.messages import Correction, Irregularity, Move, Obligation, Touched
from rules.deed import Doubt

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.messages import Duty, Message
    from controller.core.session import Session
    from controller.core.view import Restoring
    from rules.rulebook import Rulebook

MOVES_MAX = 8
"""Moves that meet an obligation named in words; JSON has all."""
_DOUBTS = {
    Doubt.WHOSE_HAND: "nothing tells whose hand it was",
    Doubt.UNFELT_PLAY: "a sensor may not have felt what the opponent played between",
    Doubt.LOST_MAN: "a sensor may have lost the man",
    Doubt.UNFELT_MOVE: "a sensor may not have felt the move, or have told of it late",
    Doubt.TWO_MEN: "the man that left may be another than the one that came",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Touches:
    """What the player on move has touched, and what that obliges to.

    Attributes:
        points: by name, in order.
        at_us: when, by point, where that is known.
        doubtful: those that the opponent may have touched.
    """

    side: str
    points: tuple[str, ...]
    at_us: dict[str, int]
    doubtful: tuple[str, ...] = ()
    duty: Duty | Obligation | None = None

    def lines(self) -> list[str]:
        """In words, a paragraph each; none where nothing counts."""
        if not self.points:
            return []
        told = [f"Touched by {self.side}: {', then '.join(map(self._point, self.points))}."]
        return told if self.duty is None else [*told, _owed(self.duty)]

    def _point(self, point: str) -> str:
        at_us = self.at_us.get(point)
        when = "" if at_us is None else f" at {at_us / 1e6:.3f} s"
        return f"{point}{when}{' (perhaps by the opponent)' if point in self.doubtful else ''}"


def _owed(duty: Duty | Obligation) -> str:
    """What an obligation asks for."""
    mover, victim = " or ".join(duty.must_move), " or ".join(duty.must_capture)
    if not mover and not victim:
        return f"Owed: nothing; no legal move can do what it obliges to, so any may be made ({duty.law})."
    what = f"{mover} captures {victim}" if mover and victim else f"{mover} moves"
    what = what if mover else f"{victim} is captured"
    moves = duty.alternatives[:MOVES_MAX]
    more = len(duty.alternatives) - len(moves)
    return (
        f"Owed: {what} ({duty.law}), by {', '.join(moves)}{f' or {more} other moves' * (more > 0)}."
    )


class TouchLog:
    """Follows what was published of touches.

    Attributes:
        now: of the ply that is under way.
    """

    def __init__(self) -> None:
        self.now: Touches | None = None
        self._at_us: dict[str, int] = {}

    def take(self, session: Session, messages: Sequence[Message]) -> Touches | None:
        """Hears of what was published at one moment; returns what had been touched by then in the ply it is about."""
        for touch in session.touched:
            self._at_us.setdefault(session.name(touch.point), touch.at_ns // 1000)
        before = None
        for message in messages:
            match message:
                case Touched():
                    self.now = Touches(
                        side=message.side,
                        points=tuple(message.points),
                        at_us={p: self._at_us[p] for p in message.points if p in self._at_us},
                        doubtful=tuple(message.doubtful),
                        duty=message.obligation,
                    )
                case Obligation(met=False, released=False) if self.now is not None:
                    self.now = replace(self.now, duty=message)
                case Move() | Correction():
                    before, self.now, self._at_us = before or self.now, None, {}
                case _:
                    pass
        return before or self.now


def by_law(message: Irregularity, rulebook: Rulebook) -> str:
    """What was done, by which law, and what follows, in words."""
    row = next((r for r in rulebook.irregularities.values() if r.kind == message.kind), None)
    done = message.observed
    parts = [] if row is None else [f"{message.law}: {row.english}"]
    acts = []
    if done.to is not None:
        acts.append(
            f"set down at {done.to}" if done.origin is None else f"{done.origin} to {done.to}"
        )
    if done.removed:
        acts.append(f"off {' '.join(done.removed)}")
    if acts:
        parts.append(f"Done: {', '.join(acts)}")
    until = f", until {message.claimable_until}" if message.claimable_until else ""
    parts.append(f"Remedy: {message.remedy}{until}")
    if message.doubt is not None:
        parts.append(f"In doubt ({message.doubt}): {_DOUBTS[Doubt(message.doubt)]}")
    return ". ".join(parts) + "."


def to_put_right(asked: Restoring) -> str:
    """What has to be done with the men before play goes on."""
    put = [f"{spot.man or 'a man'} on {spot.point}" for spot in asked.missing]
    take = [f"{spot.man or 'what stands'} off {spot.point}" for spot in asked.extra]
    acts = ", ".join([*put, *take]) or "they have to stand so for a moment"
    return f"The board waits until the men are put right ({asked.why}): {acts}."
