"""The slice `Duty`: what was touched, and what that obliges to, reduced from messages."""

from __future__ import annotations

from collections.abc import Sequence

from controller.core.messages import (
    Claim,
    Correction,
    CrowningPending,
    Irregularity,
    Move,
    Obligation,
    Placed,
    PromotionPending,
    Touched,
)
from controller.core.messages import Duty as Obliged
from controller.core.referee.duty import AGREED, EVIDENCE, frees, sure_points
from controller.core.slices import Duty
from controller.core.stages import Event
from controller.core.state import (
    AskBack,
    CrownSaid,
    Pressed,
    PutRight,
    Recovered,
    State,
    Step,
    TouchedAfter,
)
from controller.core.table.record import SEALED
from rules.rulebook import Remedy
from rules.terms import LawId, Point, Side, points_of


def note(duty: Duty, step: Step, state: State) -> None:
    """Reduces a step; the record has it already."""
    match step:
        case Touched():
            _touched(duty, step, state)
        case Obligation():
            over = step.met or (step.released and not frees(step))
            duty.due = None if over else Obliged(
                law=step.law,
                must_move=step.must_move,
                must_capture=step.must_capture,
                alternatives=step.alternatives,
            )  # fmt: skip
        case Move():
            _move(duty, step, state)
        case Correction():
            _correction(duty, step, state)
        case PromotionPending():
            duty.pending = step
        case CrowningPending() | Placed():
            _crown(duty, step, state)
        case Irregularity():
            _irregularity(duty, step, state)
        case _:
            _fact(duty, step, state)


def _fact(duty: Duty, step: Step, state: State) -> None:
    match step:
        case Pressed():
            duty.pressed_ns[step.side] = step.at_ns
            duty.late = step.side in duty.owed
            duty.owed.discard(step.side)
        case CrownSaid():
            duty.crown_said[step.point] = state.now_ns, step.by
        case TouchedAfter():
            duty.touched_after = True
        case PutRight() | AskBack() | Event.STANDS | Claim(kind="adjusted"):
            duty.kept = sure_points(state) | duty.kept & {*duty.touched}
            if isinstance(step, PutRight):
                duty.named_ns = state.now_ns  # a press before that says nothing of the next ply
        case Recovered():
            duty.kept = {*duty.touched}
            duty.pressed_ns.clear()
        case _:
            pass


def _touched(duty: Duty, step: Touched, state: State) -> None:
    index = state.game.game.index
    duty.touched = [index[name] for name in step.points]
    duty.doubtful = [index[name] for name in step.doubtful]
    duty.now = step.obligation
    if not step.points:
        duty.due = None


def _move(duty: Duty, step: Move, state: State) -> None:
    side, made = Side(step.side), state.game.last
    if step.completed_by == "pressed":
        duty.owed.discard(side)
    else:
        duty.owed.add(side)
    duty.touches.append(tuple(duty.touched))
    if made is not None:
        duty.charged &= set(points_of(state.game.position.occupied & ~made.footprint.changes))
        for point in (*made.captured, *(() if made.origin is None else (made.origin,))):
            duty.uncrowned.pop(point, None)
            duty.crowned.pop(point, None)
        said = None if made.target is None else duty.crown_said.get(made.target)
        duty.crown_said.clear()
        if said is not None and made.target is not None:
            duty.crown_said[made.target] = said
    _next_ply(duty, ())


def _next_ply(duty: Duty, points: Sequence[Point]) -> None:
    duty.touched, duty.doubtful, duty.fouled = [*points], [], set()
    duty.kept = {*points}
    duty.now = duty.due = duty.pending = None
    duty.touched_after = False


def _correction(duty: Duty, step: Correction, state: State) -> None:
    """What was touched in the first ply that is retracted stays touched, unless that was agreed.

    Where that ply was never made, the evidence tells anew what was touched.
    """
    points: tuple[Point, ...] = ()
    while len(duty.touches) > state.game.ply:
        points = duty.touches.pop()
    stays = step.cause == "players" and step.why not in (AGREED, EVIDENCE, SEALED)
    _next_ply(duty, points if stays else ())
    duty.owed.clear()
    duty.crown_said.clear()
    for point, letter in list(duty.uncrowned.items()):
        man = state.game.position.piece_at(point)
        if man is None or man.letter != letter:
            del duty.uncrowned[point]


def _crown(duty: Duty, step: CrowningPending | Placed, state: State) -> None:
    point = state.game.game.index[step.point]
    if isinstance(step, CrowningPending):
        duty.uncrowned[point] = step.choices[0]
        return
    man = state.game.position.piece_at(point)
    his = step.side is None or man is None or man.side == step.side
    if his and point in duty.uncrowned:
        del duty.uncrowned[point]
        duty.crowned[point] = state.now_ns


def _irregularity(duty: Duty, step: Irregularity, state: State) -> None:
    duty.named_ns = state.now_ns
    row = state.game.rulebook.irregularities.get(LawId(step.law))
    foul = row is not None and row.remedy is Remedy.FOUL
    if foul and step.side == state.game.to_move:  # else the ply in which it was done is over
        duty.fouled |= {state.game.game.index[name] for name in step.points}
        duty.charged |= duty.fouled
