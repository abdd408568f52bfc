"""Publishes what was lifted and set down, with the man as far as record and sensors know him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core import commands
from controller.core.inputs import Command
from controller.core.messages import Json, Lifted, Placed
from controller.core.refereeing import promoting
from controller.core.sensing.marks import Tone, fits, letter_of, sensed_choice, tone_of
from controller.core.stages import Stage

if TYPE_CHECKING:
    from controller.core.sensing.debounce import Edge
    from controller.core.sensing.marks import Mark
    from controller.core.session import Session
    from rules.terms import Man


def tell(session: Session, edge: Edge) -> None:
    """Publishes a lift or a placing, with the man if it is beyond doubt.

    A man that was only touched has not been lifted; one set on top of another has been placed.
    """
    if session.stage is Stage.ENDED:
        if not edge.placed:
            promoting.touched_after(session, edge)
        return
    stacked = edge.mark is not None and bool(edge.mark.stacked)
    if edge.soft and not (edge.placed and stacked):
        return
    evidence = _evidence(session, edge)
    point = session.name(edge.point)
    if edge.soft:
        session.say(Placed(point=point, evidence=evidence, **_who(session, None, edge.mark)))
    elif edge.placed:
        held = {p: man for p, man in session.in_air.items() if man is None or fits(edge.mark, man)}
        origin = next(iter(held)) if len(held) == 1 else edge.point
        man = held.get(origin) if len(held) == 1 else None
        session.in_air.pop(origin, None)
        session.say(Placed(point=point, evidence=evidence, **_who(session, man, edge.mark)))
        _change_choice(session, edge)
    else:
        moved = any(e.point == edge.point for e in session.tracker.branch.edges)
        man = None if moved else session.line.position.man_at(edge.point)
        session.in_air[edge.point] = man
        session.say(Lifted(point=point, evidence=evidence, **_who(session, man, edge.mark)))


def _change_choice(session: Session, edge: Edge) -> None:
    """A man other than the assumed one is set in the place of a promoted pawn."""
    last = session.line.last
    if last is None or last.target != edge.point or session.stage is not Stage.PLAY:
        return
    if not session.line.lines[-1].assumed:
        return  # the choice is final (FIDE-4.4.4)
    choice = sensed_choice(last, [edge])
    if choice and choice != last.choice:
        args = {"to": choice}
        commands.obey(session, Command(at_ns=edge.at_ns, role=last.side, name="promote", args=args))


def _evidence(session: Session, edge: Edge) -> Json:
    """What the sensor gave: the level of the trace."""
    if edge.mark is None:
        return {"level": int(edge.placed)}
    mark = edge.mark
    if not edge.placed:
        return {"level": "" if mark.letter else 0}
    printed = session.turn(1 << edge.point).bit_length() - 1
    if printed in session.strengths:
        found: Json = {"level": session.strengths[printed]}
        return {**found, "stacked": True} if mark.stacked else found
    if mark.letter:
        return {"level": mark.letter}
    return {"level": 1 if mark.tone is Tone.LIGHT else -1}


def _who(session: Session, man: Man | None, mark: Mark | None) -> dict[str, str | None]:
    if mark is not None:
        side = next(side for side in session.game.sides if tone_of(side) is mark.tone)
        letter = letter_of(mark, session.game)
        if letter is not None:
            return {"man": letter, "side": side}
        # The record's man, unless the sensor tells that it is another.
        return {"man": man.letter if man is not None and man.side == side else None, "side": side}
    if man is None:
        return {"man": None, "side": None}
    return {"man": man.letter, "side": man.side}
