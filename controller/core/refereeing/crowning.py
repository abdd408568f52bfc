"""Kings that have yet to be crowned (draughts): asked for with a lamp and on the kiosk (DR-5.6).

An uncrowned king is a king (DR-5.7), so that nothing waits for the crown. It is crowned when the man is
seen to be lifted and set down on its square, or when somebody confirms it: a second man that is laid on
top shows on no presence sensor. Who confirms it before the move has been published is taken at his word once it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import CrowningPending, Placed
from controller.core.sensing.marks import fits
from controller.core.stages import Stage
from rules.footprint import Act
from rules.game import Move
from rules.terms import Point, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.sensing.debounce import Edge
    from controller.core.session import Session


def crowned(move: Move) -> str:
    """The letter of the man that a move crowns; "" where it crowns nobody."""
    if move.choice or move.mover is None or move.target is None:
        return ""
    for step in move.footprint.steps:
        if step.act is Act.PLACE and step.point == move.target and step.man != move.mover:
            return step.man.letter
    return ""


def after_move(session: Session, move: Move, edges: Sequence[Edge]) -> None:
    """Takes note of a move that has just been published: who waits for a crown now."""
    gone(session, move)
    letter = crowned(move)
    if not letter or move.target is None:
        return
    down = [edge for edge in edges if edge.point == move.target and edge.placed]
    said_ns, by = session.crown_said.pop(move.target, (0, ""))
    # The crown may have been set on him since he landed, before his move was published.
    marks = (down[-1].mark if down else None, session.marks.get(move.target))
    felt = any(mark is not None and (mark.stacked or mark.letter == letter) for mark in marks)
    if len(down) > 1 or felt:  # the second time was the crown
        return
    if down and down[0].at_ns <= said_ns:
        _say_crowned(session, move.target, letter, move.side, by)
        return
    session.uncrowned[move.target] = letter
    session.say(CrowningPending(point=session.name(move.target), side=move.side, choices=[letter]))


def gone(session: Session, move: Move) -> None:
    """A king that moves on, or is captured, waits for no crown where it stood."""
    for point in (*move.captured, *(() if move.origin is None else (move.origin,))):
        session.uncrowned.pop(point, None)


def retracted(session: Session, move: Move | None) -> None:
    """The move has not been made: nobody waits for a crown because of it."""
    if move is not None and move.target is not None:
        session.uncrowned.pop(move.target, None)


def seen(session: Session, edges: Sequence[Edge]) -> None:
    """A man that is set down again where it was to be crowned has been crowned; after the end none is."""
    if session.stage is Stage.ENDED:
        return
    for edge in edges:
        man = session.line.position.man_at(edge.point)
        if man is not None and not fits(edge.mark, man):
            continue  # a man of the opponent has been set down there
        crowned_now = edge.placed or (edge.mark is not None and edge.mark.stacked)
        if crowned_now and session.uncrowned.pop(edge.point, None):
            session.judge.crowned_ns[edge.point] = edge.at_ns


def moved_without(session: Session, move: Move, edges: Sequence[Edge]) -> tuple[Point, ...]:
    """The king that a move took although it was not crowned, where the sensor told so (DR-7.4.15).

    A presence sensor feels no second man, and a colour is the same for one man and two. Where he is felt crowned as he lands,
    he was: the sensor that he left feels faintly.
    """
    origin = move.origin
    if origin is None or origin not in session.uncrowned:
        return ()
    left = next((edge.mark for edge in edges if edge.point == origin and not edge.placed), None)
    letter = session.uncrowned[origin]
    single = left is not None and (left.stacked is False or left.letter not in (None, letter))
    landed = next(
        (edge.mark for edge in edges if edge.point in move.path[1:] and edge.placed), None
    )
    crowned_there = landed is not None and (landed.stacked or landed.letter == letter)
    return (origin,) if single and not crowned_there else ()


def after_correction(session: Session) -> None:
    """Kings that are no longer there wait for no crown."""
    position = session.line.position
    for point, letter in list(session.uncrowned.items()):
        man = position.man_at(point)
        if man is None or man.letter != letter:
            del session.uncrowned[point]


def recall(session: Session, message: CrowningPending | Placed) -> None:
    """Reads back from the journal which kings waited for a crown."""
    point = session.game.index[message.point]
    if isinstance(message, CrowningPending):
        session.uncrowned[point] = message.choices[0]
    else:
        session.uncrowned.pop(point, None)


def confirm(session: Session, point: Point | None, by: str) -> str | None:
    """Somebody says that a king has been crowned; why not, if there is none to be.

    One whose move has yet to be published is crowned with it, if the man stands there from now on.
    """
    waiting = session.uncrowned
    kings = {*waiting, *_landing(session)}
    if point is None and len(kings) != 1:
        return "say which king: give its point" if kings else "no king waits for a crown"
    if point is not None and point not in kings:
        return f"no king waits for a crown on {session.name(point)}"
    crowned_at = next(iter(kings)) if point is None else point
    if crowned_at not in waiting:
        session.crown_said[crowned_at] = session.now_ns, by
        return None
    man = session.line.position.man_at(crowned_at)
    side = None if man is None else man.side
    _say_crowned(session, crowned_at, waiting.pop(crowned_at), side, by)
    return None


def _landing(session: Session) -> list[Point]:
    """Where men are crowned by what is being played: in the cheapest reading with a move, or by one that is asked about."""
    position = session.line.position
    moves: list[Move | None] = []
    if session.stage is Stage.QUESTION and session.question is not None:
        moves += map(position.by_text, session.question.candidates)
    elif session.stage is Stage.PLAY and session.tracker.branch.edges:
        readings = session.tracker.readings(session.now_ns)
        best = next((r for r in readings if r.plies or r.under_way is not None), None)
        moves += [] if best is None else [*(ply.move for ply in best.plies), best.under_way]
    return [m.target for m in moves if m is not None and m.target is not None and crowned(m)]


def _say_crowned(session: Session, point: Point, letter: str, side: Side | None, by: str) -> None:
    """The man laid on top is published as set down, on somebody's word: the journal knows that it is done."""
    name = session.name(point)
    session.say(Placed(point=name, man=letter, side=side, evidence={"confirmed_by": by}))
