"""The record of the game.

The slice `Line`, reduced from messages, and the messages that add a ply.
"""

from __future__ import annotations

from controller.core.messages import (
    Answered,
    Claim,
    Clock,
    Correction,
    GameStarted,
    Irregularity,
    Move,
    Observed,
    Question,
    Result,
    Ruling,
    Touched,
    position_text,
)
from controller.core.slices import Line
from controller.core.stages import Event
from controller.core.state import Judged, Landed, Recovered, State, Step, Steps
from controller.core.table import crowning
from controller.core.table.clock import timekeeping
from controller.core.table.clock.timekeeping import ADJOURNED, OPENED
from controller.core.view import MoveLine
from rules import position as rules
from rules.deed import Named
from rules.go.position import GoPosition
from rules.go.score import dispute
from rules.rulebook import Word
from rules.terms import LawId, RulesError, Side

SET_UP_AGAIN = "set-up-again"
SEALED = "sealed"
"""Why a move is no part of the record yet: it stood on the board when it was sealed (CH-13.1.1)."""
BEFORE_REPLY = "opponent-move"
"""Until when the opponent may speak who has to do so before the next own move."""
LETTERS = "abcdefghijklmnopqrstuvwxyz"


def note(line: Line, step: Step, state: State) -> None:
    """Reduces a step.

    Raises:
        RulesError: the messages are not those of a game that can be.
    """
    match step:
        case Move():
            _move(line, step, state)
        case Correction():
            _correction(line, step)
        case Question():
            line.question = step
            _count(line, step.id)
        case Answered():
            line.question = None
        case Irregularity():
            _count(line, step.id)
        case Result():
            line.result, line.ended_ns = step, state.now_ns
        case Ruling():
            _ruling(line, step)
        case Touched() | Claim() if step.side in line.absent:
            line.absent -= {Side(step.side)}  # has come
        case Clock() if step.ply is not None:
            line.pressed[step.ply] = step.sides
        case _:
            _other(line, step, state)


def _other(line: Line, step: Step, state: State) -> None:
    match step:
        case GameStarted():
            line.started = True
        case Landed():
            line.landed_ns, line.made_ns = step.landed_ns, step.made_ns
        case Judged():
            line.judged = line.ply
        case Recovered():
            line.judged, line.landed_ns, line.made_ns = line.ply, 0, 0
        case Claim(kind="dispute"):
            _resume(line)
        case Event.OFFERED if state.remedy.irregularity is not None:
            line.offered = _if_accepted(line, state.remedy.irregularity)
        case _:
            pass


def _if_accepted(line: Line, found: Irregularity) -> rules.Position:
    """What stands if the opponent accepts what was named."""
    return line.positions[-2] if found.kind == "move-taken-back" else if_stands(line, found)


def _resume(line: Line) -> None:
    """The two passes have not ended the game: they are forgotten, the stones stay."""
    position = line.position
    assert isinstance(position, GoPosition), "only the count of Go is disputed"
    line.positions[-1] = dispute(position, position.side_to_move)


def _count(line: Line, name: str) -> None:
    """Ids go on where they ended."""
    line.ids = max(line.ids, int(name.lstrip(LETTERS) or 0))


def _ruling(line: Line, ruling: Ruling) -> None:
    if ruling.kind == ADJOURNED:
        line.envelope, line.resumed = ruling.envelope, line.ply
    elif ruling.kind == SET_UP_AGAIN:
        line.set_up_again = True
    elif ruling.kind == OPENED:
        line.envelope, line.sealed, line.set_up_again = None, None, False
    if ruling.kind in (ADJOURNED, SET_UP_AGAIN, OPENED):
        line.absent = frozenset(Side(side) for side in ruling.absent)
    elif ruling.law is not None and ruling.plies and ruling.by is None:
        line.ruled.add((ruling.kind, ruling.law, ruling.side, ruling.plies[0]))


def _correction(line: Line, correction: Correction) -> None:
    line.sealed = line.lines[-1].move if correction.why == SEALED and line.lines else None
    while line.ply >= correction.from_ply:
        line.moves.pop()
        line.positions.pop()
        line.lines.pop()
    line.judged = min(line.judged, line.ply)
    line.pressed = {ply: shown for ply, shown in line.pressed.items() if ply <= line.ply}
    line.result = None
    if correction.cause == "players":
        return
    line.question = line.envelope = None
    if correction.cause == "set-position":
        position = line.game.start(position_text(correction.position))
        if position.text != line.position.text:
            line.positions[-1] = position
            line.moves[-1:] = [None] * bool(line.moves)  # the ply does not lead to it any more


def _move(line: Line, message: Move, state: State) -> None:
    move, after = _made(line, message, state)
    line.moves.append(move)
    line.positions.append(after)
    line.lines.append(
        MoveLine(
            ply=message.ply,
            side=message.side,
            move=message.move,
            notation=message.notation,
            assumed=message.assumed,
            legal=message.legal or message.imposed,
            breach=message.breach,
            clocks=message.clocks,
            at_us=state.now_ns // 1000,
        )
    )
    line.answered = message.completed_by == "reply"
    line.confirmed = message.completed_by == "confirmed"


def _made(line: Line, message: Move, state: State) -> tuple[rules.Move | None, rules.Position]:
    position = line.position
    if message.imposed:
        return None, position.play_irregular(None, None, ())
    if not message.legal:
        found = state.remedy.irregularity
        if found is None:
            raise RulesError(f"the journal does not say what the irregular ply {message.ply} was")
        return None, if_stands(line, found)
    move = position.by_text(message.move)
    if move is None:
        raise RulesError(f"the journal has the move {message.move}, which is not legal there")
    return move, position.play(move)


def if_stands(line: Line, found: Irregularity) -> rules.Position:
    """The position that stands if a published irregularity is accepted.

    Raises:
        RulesError: it was no single move, or the result would be no position of the game.
    """
    index, seen, position = line.game.index, found.observed, line.position
    origin = None if seen.origin is None else index[seen.origin]
    target = None if seen.to is None else index[seen.to]
    removed = tuple(index[name] for name in seen.removed)
    if origin is None and target is None and not removed:
        raise RulesError("nothing was moved")
    if Side(found.side) != position.side_to_move:  # out of turn: the opponent is to move still
        position = position.play_irregular(None, None, ())
    after = position.play_irregular(origin, target, removed)
    row = line.rulebook.irregularities.get(LawId(found.law))
    keeps_turn = row is not None and row.keeps_turn
    return after.play_irregular(None, None, ()) if keeps_turn else after


# What is said.


def play(
    state: State,
    move: rules.Move,
    by: str,
    *,
    assumed: list[str] | None = None,
    breach: str | None = None,
    crown_felt: bool = False,
) -> Steps[None]:
    """A legal move becomes part of the game. Say when it was made before (`Landed`).

    What follows from it by law is said by `following.follow`.

    Args:
        by: what completed it, as in `Move.completed_by`.
        breach: the irregularity that is published with it.
        crown_felt: the second piece of a new king was felt already.
    """
    line, names = state.game, state.game.game.points
    clocks, handed_over = timekeeping.moved(state, move.side, by)
    yield Move(
        ply=line.ply + 1,
        side=move.side,
        move=move.text,
        notation=dict(line.game.notation(line.position, move)),
        captured=[names[point] for point in move.captured],
        path=[names[point] for point in move.path],
        position=line.position.play(move).value,
        completed_by=by,  # type: ignore[arg-type]
        assumed=assumed or [],
        clocks=clocks,
        breach=breach,
    )
    if handed_over is not None:
        yield handed_over
    if not crown_felt:
        yield from crowning.pending(state, move)


def impose_pass(state: State, side: Side) -> Steps[None]:
    """The other side is to move, without a move of this one."""
    line = state.game
    said = line.position.by_text("pass")
    clocks, handed_over = timekeeping.moved(state, side, "arbiter")
    yield Move(
        ply=line.ply + 1,
        side=side,
        move="pass",
        notation={} if said is None else dict(line.game.notation(line.position, said)),
        captured=[],
        path=[],
        position=line.position.play_irregular(None, None, ()).value,
        completed_by="arbiter",
        imposed=True,
        clocks=clocks,
    )
    if handed_over is not None:
        yield handed_over


def irregularity(state: State, finding: Named, remedy: str, until: str | None) -> Irregularity:
    """The message of a finding."""
    waits = state.settings.mode == "referee" and finding.waits_for is not Word.NONE
    if waits and finding.waits_for is Word.BEFORE_REPLY:
        until = until or BEFORE_REPLY
    return Irregularity(
        id=state.next_id("i"),
        law=finding.law,
        kind=finding.kind,
        side=finding.side,
        points=[state.game.game.points[point] for point in finding.points],
        observed=observed(state, finding),
        remedy=remedy,
        claimable_until=until,
        doubt=finding.doubt,
        charge=finding.cost if waits else None,
    )


def observed(state: State, finding: Named) -> Observed:
    """What was done, for the message."""
    names = state.game.game.points
    return Observed(
        origin=None if finding.origin is None else names[finding.origin],
        to=None if finding.target is None else names[finding.target],
        removed=[names[point] for point in finding.removed],
    )
