"""What the arbiter decides: penalties, corrections of the record, positions."""

from __future__ import annotations

from typing import Literal

from controller.core.inputs import Command, Refusal
from controller.core.messages import Penalty, position_text
from controller.core.stages import Stage
from controller.core.state import State, Steps
from controller.core.table import correcting, ending, penalties
from controller.core.table.clock import flags, timekeeping
from controller.core.table.commands.common import (
    ARBITER,
    EVER,
    OPERATOR,
    Obeying,
    Row,
    Rows,
    number_of,
    text_of,
    why_of,
)
from rules.arbiter_law import Effect, Sanction, sanction
from rules.rulebook import Outcome
from rules.terms import RulesError, Side

TIME_MAX_MS = 24 * 3600 * 1000
MOVES_MAX = 1000
"""Moves in one correction; a command has at most some thousand characters anyway."""
CHANGEABLE = EVER - {Stage.ADJOURNED}
"""Stages in which the record may be changed: not while the game rests with a sealed move."""

CLAIM_OPEN = Refusal(reason="a claim is open: rule on it with accept-draw or decline-draw first")
"""What was claimed is about the record as it is."""


def _penalty(state: State, command: Command) -> Obeying:
    side = text_of(command, "side")
    if side not in state.game.game.sides:
        return Refusal(reason=f'"side" is {" or ".join(state.game.game.sides)}')
    try:
        found = sanction(state.game.rulebook, text_of(command, "kind") or "")
    except RulesError as error:
        return Refusal(reason=str(error))
    offender = Side(side)
    if command.args.get("withdraw"):
        return (yield from _withdraw(state, command, offender, found))
    match found.effect:
        case Effect.COUNTED:
            yield from _count(state, command, offender, found)
        case Effect.TIME:
            return (yield from _time(state, command, offender, found))
        case Effect.POINTS:
            return (yield from _points(state, command, offender, found))
        case Effect.LOSS | Effect.BOTH_LOSE if state.stage is Stage.ENDED:
            return Refusal(reason="the game has ended; change its result with the command result")
        case _:
            if found.effect is Effect.RECORDED:
                yield penalties.announce(state, offender, found)
            yield _recorded(state, command, offender, found)
            yield from _ended_by(state, command, offender, found)
            yield from penalties.offer(state, offender, found.kind)
    return None


def _withdraw(state: State, command: Command, side: Side, found: Sanction) -> Obeying:
    """One of what is counted is taken back.

    A result that it has brought about stands until corrected.
    """
    kind = found.counted or found.kind
    if not state.penalties.counts.get((side, kind), 0):
        return Refusal(reason=f"nothing of the kind {kind} is counted against {side}")
    yield from penalties.withdraw(
        state, side, kind, found.law, by=command.role, why=why_of(command)
    )
    return None


def _count(state: State, command: Command, side: Side, found: Sanction) -> Steps[None]:
    """A breach that people have seen is announced with its law, then counted (XQ-9.2).

    One that the board has named already, and that waits for a word, is this one.
    """
    open_ones = [*reversed(state.penalties.charges.values())]
    waits = next((c.id for c in open_ones if (c.kind, c.side) == (found.kind, side)), None)
    if found.kind != found.counted and waits is None:
        yield penalties.announce(state, side, found)
    yield from penalties.count(
        state, side, found.counted, found.law, by=command.role, why=why_of(command), charge=waits
    )


def _time(state: State, command: Command, side: Side, found: Sanction) -> Obeying:
    ms = number_of(command, "ms")
    if ms is None or not 1 <= ms <= TIME_MAX_MS:
        return Refusal(reason='"ms" is the time in milliseconds, from 1 to a day')
    if state.settings.time_control is None:
        return Refusal(reason="this game has no clock")
    if state.stage is Stage.ENDED:
        return Refusal(reason="the game has ended")
    gives, by = found.kind == "time-to-opponent", command.role
    why = f"penalty:{found.kind}"
    yield _recorded(state, command, side, found, gives_ms=ms * gives, takes_ms=ms * (not gives))
    if gives:
        other = state.game.game.other(side)
        yield from timekeeping.add_time(state, other, ms, why=why, by=by)
    else:
        yield from flags.charge(state, side, ms, why=why, by=by)
    return None


def _points(state: State, command: Command, side: Side, found: Sanction) -> Obeying:
    points = command.args.get("points")
    if not isinstance(points, int | float) or isinstance(points, bool) or not 0 < points <= 100:
        return Refusal(reason='"points" is a number above 0, 100 at most')
    gives = found.kind == "points-to-opponent"
    yield _recorded(
        state,
        command,
        side,
        found,
        gives_points=float(points * gives),
        takes_points=float(points * (not gives)),
    )
    return None


def _recorded(
    state: State,
    command: Command,
    side: Side,
    found: Sanction,
    *,
    gives_ms: int = 0,
    takes_ms: int = 0,
    gives_points: float = 0.0,
    takes_points: float = 0.0,
) -> Penalty:
    return Penalty(
        side=side,
        kind=found.kind,
        law=found.law,
        count=state.penalties.counts.get((side, found.kind), 0) + 1,
        by=command.role,
        why=why_of(command),
        gives_ms=gives_ms,
        takes_ms=takes_ms,
        gives_points=gives_points,
        takes_points=takes_points,
    )


def _ended_by(state: State, command: Command, side: Side, found: Sanction) -> Steps[None]:
    """Ends the game where a penalty does that."""
    if state.stage is Stage.ENDED:
        return
    kind, by, why = found.ends_by, command.role, why_of(command)
    if found.effect in (Effect.LOSS, Effect.EXCLUSION):
        yield from ending.lose(state, side, kind, found.law, by=by, why=why)
    elif found.effect is Effect.BOTH_LOSE:
        yield from ending.decide(
            state, Outcome.BOTH_LOSE, kind.value, found.law, by=by, why=why
        )  # fmt: skip


def _correct(state: State, command: Command) -> Obeying:
    """Plies are retracted (`to_ply`), or put right from a ply on (`ply` with `move` or `moves`)."""
    if state.claims.open is not None:
        return CLAIM_OPEN
    try:
        first, plies = _planned(state, command)
    except RulesError as error:
        return Refusal(reason=str(error))
    why = why_of(command) or command.role
    yield from correcting.correct(state, first, plies, command.role, why)
    return None


def _planned(state: State, command: Command) -> tuple[int, list[correcting.Ply]]:
    """From which ply on what is to stand.

    Raises:
        RulesError: what is wrong with the command.
    """
    played, over = state.game.ply, state.stage is Stage.ENDED
    to_ply, first = number_of(command, "to_ply"), number_of(command, "ply")
    move, moves = text_of(command, "move"), command.args.get("moves")
    if not (played or over) and (move is not None or to_ply is not None):
        raise RulesError("no ply has been made that could be corrected")
    if to_ply is not None:
        least = played - (not over)
        if not 0 <= to_ply <= least:
            raise RulesError(f"the record has {played} plies; to_ply is from 0 to {least}")
        return to_ply + 1, []
    texts = _texts(moves if move is None else [move])
    if texts is None:
        raise RulesError('give "to_ply", or "ply" with "move" or a list of "moves"')
    last = played + (move is None)
    if first is None or not 1 <= first <= last:
        raise RulesError(f'"ply" is from 1 to {last}')
    return first, correcting.planned(state, first, texts, keep=move is not None)


def _texts(value: object) -> list[str] | None:
    """A list of moves, or None where it is none."""
    if not isinstance(value, list) or not 0 < len(value) <= MOVES_MAX:
        return None
    return value if all(isinstance(each, str) for each in value) else None


def _set_position(state: State, command: Command) -> Obeying:
    if state.claims.open is not None:
        return CLAIM_OPEN
    orientation, wanted = command.args.get("orientation"), command.args.get("position")
    if orientation not in (None, "normal", "turned"):
        return Refusal(reason='"orientation" is normal or turned')
    if not isinstance(wanted, str | dict | None):
        return Refusal(reason='"position" is a text, or in Go an object')
    if wanted is None and orientation is None:
        return Refusal(reason='give "position", or how the board stands now: "orientation"')
    line = state.game
    try:
        position = line.position if wanted is None else line.game.start(position_text(wanted))
    except RulesError as error:
        return Refusal(reason=str(error))
    turned: Literal["normal", "turned"] | None = orientation
    why = why_of(command) or command.role
    yield from correcting.set_position(state, position, turned, command.role, why)
    return None


def _start(state: State, command: Command) -> Obeying:
    """Another game is begun, by the shell.

    A move that the hands have made by now belongs to this one.
    """
    del command
    yield from state.referee.as_it_stands(state)
    return None


_ARBITER = frozenset({ARBITER})
ROWS: Rows = {
    "start": Row(obey=_start, roles=frozenset({ARBITER, OPERATOR}), stages=EVER),
    "penalty": Row(obey=_penalty, roles=_ARBITER, stages=EVER - {Stage.SETUP}),
    "correct": Row(obey=_correct, roles=_ARBITER, stages=CHANGEABLE),
    "set-position": Row(obey=_set_position, roles=_ARBITER, stages=CHANGEABLE),
}
