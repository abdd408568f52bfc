"""Kings that have yet to be crowned (draughts): asked for with a lamp and on the kiosk (DR-5.6).

An uncrowned king is a king (DR-5.7), so that nothing waits for the crown. A presence sensor does
not feel a second piece on top. Then somebody confirms it, before or after the move is published.
"""

from __future__ import annotations

from controller.core.messages import CrowningPending, Placed
from controller.core.stages import Stage
from controller.core.state import CrownSaid, State, Steps
from rules.footprint import Act
from rules.position import Move
from rules.terms import Point


def crowned(move: Move) -> str:
    """The letter of the piece that a move crowns; "" where it crowns none."""
    if move.choice or move.mover is None or move.target is None:
        return ""
    for step in move.footprint.steps:
        if step.act is Act.PLACE and step.point == move.target and step.man != move.mover:
            return step.man.letter
    return ""


def pending(state: State, move: Move) -> Steps[None]:
    """Says of a move just published that its king waits for a crown, or has one.

    It has one where somebody has said so already.
    """
    letter, target = crowned(move), move.target
    if not letter or target is None:
        return
    said_ns, by = state.duty.crown_said.get(target, (-1, ""))
    if 0 <= state.game.landed_ns <= said_ns:
        yield _crowned(state, target, by)
    else:
        yield CrowningPending(
            point=state.game.game.points[target], side=move.side, choices=[letter]
        )


def confirm(state: State, point: Point | None, by: str) -> Steps[str | None]:
    """Somebody says that a king has been crowned; why not, if there is none to be.

    One whose move has yet to be published is crowned with it, if the piece stands there from
    now on.
    """
    waiting = state.duty.uncrowned
    kings = {*waiting, *_landing(state)}
    if point is None and len(kings) != 1:
        return "say which king: give its point" if kings else "no king waits for a crown"
    if point is not None and point not in kings:
        return f"no king waits for a crown on {state.game.game.points[point]}"
    found = next(iter(kings)) if point is None else point
    yield _crowned(state, found, by) if found in waiting else CrownSaid(point=found, by=by)
    return None


def _landing(state: State) -> list[Point]:
    """Where pieces are crowned by what is being played, or by a move that is asked about."""
    moves: list[Move | None] = []
    question, position = state.game.question, state.game.position
    if state.stage is Stage.QUESTION and question is not None:
        moves += map(position.by_text, question.candidates)
    elif state.stage is Stage.PLAY:
        under_way = state.belief.under_way(state.now_ns)
        stands = under_way is not None and under_way.landed_ns is not None
        moves += [under_way.move] if under_way is not None and stands else []
    return [m.target for m in moves if m is not None and m.target is not None and crowned(m)]


def _crowned(state: State, point: Point, by: str) -> Placed:
    """The piece laid on top is published as set down, on somebody's word.

    The journal knows that it is done.
    """
    piece = state.game.position.piece_at(point)
    return Placed(
        point=state.game.game.points[point],
        man=None if piece is None else piece.letter,
        side=None if piece is None else piece.side,
        evidence={"confirmed_by": by},
    )
