"""Adjourning a game with a sealed move, and opening the envelope."""

from __future__ import annotations

from controller.core.inputs import Command, Refusal
from controller.core.stages import Stage
from controller.core.state import State
from controller.core.table.claims import adjourning
from controller.core.table.claims.claiming import OPEN
from controller.core.table.commands.common import (
    ARBITER,
    PLAYER,
    Obeying,
    Row,
    Rows,
    answer,
    player,
    text_of,
)
from rules.adjournment import interruption_law
from rules.terms import RulesError, Side

NO_CODE = 'give the code of the sealed move, or "lost": true'


def _seal(state: State, command: Command) -> Obeying:
    side, box = player(state, command), text_of(command, "box")
    left_ms = command.args.get("left_of_session_ms", 0)
    touched = state.belief.busy(state.now_ns) or bool(state.duty.touched)
    sound = isinstance(left_ms, int) and not isinstance(left_ms, bool) and left_ms >= 0
    bars = (
        (side != state.game.to_move, "the player on move seals (CH-13.1)"),
        (touched, "a man has been touched: make the move on the board"),
        (state.claims.open is not None, OPEN),
        (box is None, "the sealed move must come as a closed box"),
        (not sound, '"left_of_session_ms" is a number of milliseconds, 0 or more'),
    )
    if reason := next((reason for barred, reason in bars if barred), None):
        return Refusal(reason=reason)
    try:
        law = interruption_law(state.game.rulebook.name)
    except RulesError as error:
        return Refusal(reason=str(error))
    yield from adjourning.seal(state, law, side, box or "", left_ms)
    return None


def set_up_again(state: State, command: Command) -> Obeying:
    """The arbiter has an adjourned game set up again."""
    absent, sides = command.args.get("absent", []), state.game.game.sides
    if not isinstance(absent, list) or any(side not in sides for side in absent):
        return Refusal(
            reason=f'"absent" is a list of the sides that are not there ({", ".join(sides)})'
        )
    if not state.sensing.framed:
        return Refusal(reason="the board has not been scanned yet")
    yield from adjourning.set_up_again(state, command.role, [Side(side) for side in absent])
    return None


def stays_closed(state: State, command: Command) -> str | None:
    """Why the envelope of an adjourned game is not opened now, whatever its code.

    None where it may be.
    """
    assert state.game.envelope is not None
    present = command.args.get("present", [])
    replier = state.game.game.other(Side(state.game.envelope.sealed_by))
    if not isinstance(present, list) or replier not in present:
        return f'the envelope is opened when {replier} is there: "present": ["{replier}"]'
    if not isinstance(command.args.get("lost", False), bool):
        return NO_CODE
    if adjourning.differs(state):
        return "first set up the position in which the move was sealed"
    return None


def _open(state: State, command: Command) -> Obeying:
    move, reason = text_of(command, "move"), stays_closed(state, command)
    if reason is None and command.args.get("lost", False) is (move is not None):
        reason = NO_CODE
    if reason is not None:
        return answer(reason)
    yield from adjourning.open_envelope(state, move, command.role)
    return None


ROWS: Rows = {
    "seal": Row(obey=_seal, roles=frozenset({PLAYER}), stages=frozenset({Stage.PLAY})),
    "open-sealed": Row(obey=_open, roles=frozenset({ARBITER}), stages=frozenset({Stage.ADJOURNED})),
}
