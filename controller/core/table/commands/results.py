"""Results that are said: by players, by the arbiter; and games that count for nothing."""

from __future__ import annotations

from controller.core.inputs import Command, Refusal
from controller.core.stages import Stage
from controller.core.state import State
from controller.core.table import ending
from controller.core.table.claims import confirming
from controller.core.table.clock import timer as timers
from controller.core.table.commands.common import (
    ARBITER,
    EVER,
    OPERATOR,
    PLAYER,
    Obeying,
    Row,
    Rows,
    answered,
    side_of,
    text_of,
    why_of,
)
from rules.arbiter_law import VoidCause, colours_stand, void_law
from rules.rulebook import Outcome, Termination
from rules.terms import RulesError, Side, quoted
from rules.time_control import Period, read_time_control


def _result(state: State, command: Command) -> Obeying:
    side, text = side_of(state, command), text_of(command, "result")
    if side is not None:
        return (yield from _said(state, side, text))
    ended = state.game.result if state.stage is Stage.ENDED else None
    same = ended is not None and text in (None, "", ended.result)
    if same and "termination" not in command.args and command.role == ARBITER:
        return (yield from answered(confirming.confirm(state, ARBITER, None)))
    try:
        outcome, termination = _decided(state, command, text or "")
    except RulesError as error:
        return Refusal(reason=str(error))
    yield from ending.decide(
        state, outcome, termination, text=text or "", by=command.role, why=why_of(command)
    )
    return None


def _said(state: State, side: Side, text: str | None) -> Obeying:
    """A player says the result: confirms it after the end, claims it before."""
    if state.stage is Stage.ENDED:
        return (yield from answered(confirming.confirm(state, side, text)))
    if text is None:
        return Refusal(reason='"result" is the result as records write it')
    return (yield from answered(confirming.claim(state, side, text)))


def _decided(state: State, command: Command, text: str) -> tuple[Outcome, str]:
    """What the arbiter decides.

    Raises:
        RulesError: that may not be decided; why.
    """
    outcome = state.game.game.outcome(text)
    if outcome is Outcome.OPEN:
        raise RulesError(f'"{text}" leaves the game open')
    name = command.args.get("termination") or Termination.ARBITER.value
    if not isinstance(name, str) or name not in set(Termination):
        raise RulesError(f"there is no termination {quoted(name)}")
    _may_change(state, command)
    return outcome, name


def _may_change(state: State, command: Command) -> None:
    """The result of a game that has ended is changed by the arbiter only, who says why.

    Raises:
        RulesError: it may not be changed by this command.
    """
    if state.stage is Stage.ENDED and (command.role != ARBITER or why_of(command) is None):
        raise RulesError('the game has ended; the arbiter may change its result and says "why"')


def _void(state: State, command: Command) -> Obeying:
    """The game counts for nothing. With `again` the shell begins another with the same players."""
    if not isinstance(command.args.get("again", False), bool):
        return Refusal(reason='"again" is true or false')
    try:
        _may_change(state, command)
        law = _law_of(state, text_of(command, "cause"))
    except RulesError as error:
        return Refusal(reason=str(error))
    kind, why = Termination.VOID.value, why_of(command)
    yield from ending.decide(state, Outcome.VOID, kind, law, by=command.role, why=why)
    return None


def _law_of(state: State, name: str | None) -> str | None:
    """The law by which the game is void for this cause.

    Raises:
        RulesError: it is not.
    """
    if name is None:
        return None
    if name not in set(VoidCause):
        raise RulesError(f"{quoted(name)} is no cause; known: {', '.join(VoidCause)}")
    cause, line = VoidCause(name), state.game
    law = void_law(line.rulebook, cause)
    if cause is VoidCause.COLOURS_REVERSED:
        stand = colours_stand(line.rulebook, line.ply, _used_share(state))
        if stand is not None:
            raise RulesError(stand)
    return law


def _used_share(state: State) -> float | None:
    """The part of the first control that the side has used that has used more (CH-8.6)."""
    text, faces = state.settings.time_control, timers.faces(state)
    if text is None or faces is None:
        return None
    first = read_time_control(text).stages[0]
    if not isinstance(first, Period):
        return None
    if any(face["period"] > 1 for face in faces.values()):
        return 1.0
    whole_ms = first.time_s * 1000
    return float(max(1 - face["remaining_ms"] / whole_ms for face in faces.values()))


ROWS: Rows = {
    "result": Row(
        obey=_result,
        roles=frozenset({PLAYER, ARBITER, OPERATOR}),
        stages=EVER,
        less={
            PLAYER: frozenset({Stage.SETUP, Stage.COUNT, Stage.ADJOURNED}),
            OPERATOR: frozenset({Stage.ENDED}),
        },
    ),
    "void": Row(obey=_void, roles=frozenset({ARBITER}), stages=EVER - {Stage.SETUP}),
}
