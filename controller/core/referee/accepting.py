"""What was irregular is let stand: by the opponent, by a reply to it, or by the arbiter."""

from __future__ import annotations

from controller.core.belief.costs import costs
from controller.core.belief.line import Kind
from controller.core.messages import Irregularity, Move
from controller.core.referee import duty, posterior, remedies, restoring
from controller.core.stages import Event, Stage
from controller.core.state import AskBack, Landed, PutRight, State, Steps
from controller.core.table import penalties, record
from controller.core.table.claims.claiming import KIND_BROKEN
from controller.core.table.clock import timekeeping
from rules.position import Position
from rules.terms import Side

CONFIRMED = "confirmed"


def let_stand(state: State, found: Irregularity, by: str) -> Steps[str | None]:
    """See `Referee.let_stand`."""
    if state.remedy.offered:
        yield from accept(state, found, by)
        return None
    if state.stage is Stage.RESTORE and (plies := _plies_back(state)):
        return (yield from _agree(state, found, plies, by))
    if (reason := _must_go_back(state, found, by)) is not None:
        return reason
    after = remedies.if_it_stands(state, found)
    if after is None:
        return "it cannot stand: it is no position of the game"
    if not (remedies.is_whole(state, after) or posterior.followed(state, after)):
        return "more than one man was moved; set the men right"
    yield from push(state, found, by)
    yield PutRight(event=Event.ACCEPTED)
    return None


def _must_go_back(state: State, found: Irregularity, by: str) -> str | None:
    """Why an irregularity that is to be put right may not be let stand."""
    if found.kind in ("touch-move", KIND_BROKEN):
        return "the move has been taken back: set the men right"
    if by != remedies.ARBITER:
        return "only the arbiter lets an illegal move stand"
    if state.stage is not Stage.RESTORE:
        return "nothing waits to be restored"
    if found.observed.origin is None or found.observed.to is None:
        return "more than one man was moved; set the men right"
    return None


def _plies_back(state: State) -> int:
    """How many plies are taken back on the board; 0 where all of it tells something else.

    What was played from there counts once that is agreed.
    """
    before = range(1, min(state.game.ply, costs().plies_back) + 1)
    found = next((n for n in before if _stands_as(state, state.game.positions[-1 - n])), 0)
    lines = (hyp.node.line_after(state.belief.told) for _, hyp in posterior.alive(state))
    first = next((line[0] for line in lines if line), None)
    if found or first is None or first.kind is not Kind.TAKEN_BACK:
        return found
    return remedies.plies_since(state, first.position)


def _stands_as(state: State, wanted: Position) -> bool:
    return restoring.difference(state, wanted) == restoring.NOTHING


def _agree(state: State, found: Irregularity, plies: int, by: str) -> Steps[str | None]:
    """The plies that were taken back on the board are retracted, and bind nobody."""
    if by == found.side:
        return "the opponent accepts it, or the arbiter"
    yield remedies.retract(state, plies, duty.AGREED, by)
    yield restoring.restore(state, restoring.NOTHING, done=True)
    yield PutRight(event=Event.ACCEPTED)
    return None


def dropped(state: State, charge: Irregularity, by: str) -> Steps[str | None]:
    """See `Referee.dropped`."""
    line, seen = state.game, charge.observed
    last = line.last
    if last is None or last.target is None or line.game.points[last.target] != seen.origin:
        return "that stone is not the last play any more; put the stones right"
    move = None if seen.to is None else line.positions[-2].by_text(seen.to)
    if seen.to is not None and move is None:
        return f"a stone may not be played on {seen.to}; put the stones right"
    yield penalties.drop(charge, by, None)
    yield remedies.retract(state, 1, duty.AGREED, by)
    if move is not None:
        yield Landed(landed_ns=state.now_ns, made_ns=state.now_ns)
        yield from record.play(state, move, CONFIRMED)
    yield AskBack(event=None, why="correction")
    return None


def push(state: State, found: Irregularity, by: str) -> Steps[None]:
    """What was no legal move stands and becomes part of the game."""
    line, seen = state.game, found.observed
    after = record.if_stands(line, found)
    nobody = seen.origin is None and seen.to is None  # the text names what was taken off
    went = ",".join(seen.removed) if nobody else seen.to or ""
    clocks, handed_over = timekeeping.moved(state, Side(found.side), by)
    yield Move(
        ply=line.ply + 1,
        side=found.side,
        move=line.game.deed_text(seen.origin or "", went, capture=bool(seen.removed)),
        notation={},
        captured=list(seen.removed),
        path=[point for point in (seen.origin, seen.to) if point],
        position=after.value,
        completed_by=by if by in (remedies.ARBITER, "reply") else "confirmed",  # type: ignore[arg-type]
        legal=False,
        clocks=clocks,
        accepted=found.id,
    )
    if handed_over is not None:
        yield handed_over


def accept(state: State, found: Irregularity, by: str) -> Steps[None]:
    """The offered irregularity stands and is part of the game."""
    if found.kind == remedies.TAKEN_BACK:
        yield remedies.retract(state, 1, duty.AGREED, by)
    else:
        yield from push(state, found, by)
    yield Event.ACCEPTED
