"""The arbiter changes the record or the board: moves corrected, plies retracted, a position set up.

What is changed is said first (`Correction`, then the moves that stand instead), and then the players are
guided to the position. Whatever was open, a question or an irregularity, was about what no longer stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from controller.core.claims import claims
from controller.core.clock import timekeeping
from controller.core.messages import Correction, Json, Move, position_text
from controller.core.refereeing import crowning, judging
from controller.core.restoring import guiding
from controller.core.stages import Event
from rules import game as rules
from rules.entered import entered_move
from rules.game import Position
from rules.terms import RulesError

if TYPE_CHECKING:
    from controller.core.session import Session


@dataclass(frozen=True, slots=True, kw_only=True)
class Ply:
    """One ply of the corrected record.

    Attributes:
        clocks: what the clocks showed, of a ply that the record had already.
    """

    move: rules.Move
    before: Position
    after: Position
    assumed: list[str]
    clocks: Json | None


def planned(session: Session, first: int, texts: Sequence[str], *, keep: bool) -> list[Ply]:
    """The plies from `first` on as they are to be; nothing has changed yet.

    Args:
        first: the ply that the first text is about.
        keep: the plies of the record that follow stay, if they are still legal.

    Raises:
        RulesError: a move is not legal there, or a later one would not be any more; says which.
    """
    line, game = session.line, session.game
    position = line.positions[first - 1]
    found: list[Ply] = []
    for text in texts:
        move = entered_move(game, position, text)
        after = position.play(move)
        found.append(Ply(move=move, before=position, after=after, assumed=[], clocks=None))
        position = after
    for ply in range(first + len(texts), line.ply + 1) if keep else ():
        old = line.lines[ply - 1]
        kept = None if line.moves[ply - 1] is None else position.by_text(old.move)
        if kept is None:
            raise RulesError(
                f"ply {ply}, {old.move}, would not be legal any more; give all moves from ply {first} on"
            )
        after = position.play(kept)
        found.append(
            Ply(move=kept, before=position, after=after, assumed=old.assumed, clocks=old.clocks)
        )
        position = after
    if [each.move for each in found] == line.moves[first - 1 :]:
        raise RulesError("the record has these moves already")
    return found


def correct(session: Session, first: int, plies: Sequence[Ply], by: str, why: str) -> None:
    """Retracts the plies from `first` on, publishes those that stand instead, and guides to the position."""
    line = session.line
    timekeeping.stop(session, "correct", by)
    last = line.ply
    while line.ply >= first:
        line.pop()
    session.say(
        Correction(
            from_ply=first,
            to_ply=last,
            why=why,
            by=by,
            position=line.position.value,
            cause="correct",
        )
    )
    forget(session)
    for ply in plies:
        _publish(session, ply)
    timekeeping.tell_after(session)
    session.go(Event.SET)
    judging.end_if_over(session)
    if session.result is None:
        guiding.start(session, "correction")


def set_position(
    session: Session,
    position: Position,
    orientation: Literal["normal", "turned"] | None,
    by: str,
    why: str,
) -> None:
    """From now on this position stands, whatever was played; the players are guided to it.

    Args:
        orientation: how the board stands from now on; None where that stays (CH-8.7, FIDE-7.2.2).
    """
    timekeeping.stop(session, "set-position", by)
    put(session, position, orientation)
    session.say(
        Correction(
            from_ply=session.line.ply + 1,
            to_ply=session.line.ply,
            why=why,
            by=by,
            position=position.value,
            cause="set-position",
            orientation=orientation,
        )
    )
    forget(session)
    session.go(Event.SET)
    guiding.start(session, "set-position")


def put(
    session: Session, position: Position, orientation: Literal["normal", "turned"] | None
) -> None:
    """The position after the last ply is this one; the ply itself does not lead to it any more."""
    line = session.line
    if position.text != line.position.text:
        line.positions[-1] = position
        if line.moves:
            line.moves[-1] = None
    if orientation is not None and orientation != session.orientation:
        session.orientation = orientation
        session.standing = session.turn(session.debounce.stable)


def forget(session: Session) -> None:
    """What was open was about what no longer stands."""
    session.result = session.envelope = None
    claims.note_correction(session)
    session.question = session.offer = session.pending = None
    session.breach = session.irregularity = session.correctable = None
    session.touched, session.told, session.fouls, session.promotion = [], [], [], {}
    session.due = session.duty = None
    session.adjusting = False
    session.owed.clear()
    session.in_air.clear()
    crowning.after_correction(session)


def recall(session: Session, message: Correction) -> None:
    """Reads a correction of the arbiter back from the journal.

    Raises:
        RulesError: the position is none of the game.
    """
    line = session.line
    while line.ply >= message.from_ply:
        line.pop()
    if message.cause == "set-position":
        position = session.game.start(position_text(message.position))
        put(session, position, message.orientation)
    forget(session)


def _publish(session: Session, ply: Ply) -> None:
    line, move, names = session.line, ply.move, session.game.points
    message = Move(
        ply=line.ply + 1,
        side=move.side,
        move=move.text,
        notation=dict(session.game.notation(ply.before, move)),
        captured=[names[p] for p in move.captured],
        path=[names[p] for p in move.path],
        position=ply.after.value,
        completed_by="arbiter",
        assumed=ply.assumed,
        clocks=ply.clocks,
    )
    line.push(move, ply.after, judging.line_of(session, message), ())
    session.say(message)
    crowning.after_move(session, move, ())
