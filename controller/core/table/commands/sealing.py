"""Adjourning a game with a sealed move, and opening the envelope."""

from __future__ import annotations

from typing import NamedTuple

from controller.core.inputs import Command, Refusal
from controller.core.stages import Stage
from controller.core.state import State
from controller.core.table import following
from controller.core.table.claims import adjourning
from controller.core.table.claims.claiming import OPEN
from controller.core.table.commands.common import (
    ARBITER,
    PLAYER,
    Obeying,
    Row,
    Rows,
    answer,
    answered,
    side_of,
    text_of,
)
from rules.adjournment import InterruptionLaw, interruption_law
from rules.terms import RulesError, Side

TOUCHED = "a man has been touched: make the move on the board, and seal that one"
APPOINTED_MAX_MS = 24 * 3600 * 1000
NO_TIME = '"appointed_ms_ago" is a number of milliseconds, from 0 to a day'
VOUCHES = 'they give "seal" with "confirms": true, or the arbiter gives "confirmed": true'
NO_CODE = 'give the code of the sealed move, or "lost": true'


def _seal(state: State, command: Command) -> Obeying:
    """A move is sealed; or, with `confirms`, the position of a game that is to rest confirmed."""
    side = side_of(state, command)
    if command.args.get("confirms") is True and side is not None:
        return (yield from answered(adjourning.confirm(state, side)))
    sealed = _sealed(state, command, side)
    if isinstance(sealed, Refusal):
        return sealed
    if _sealed_as_reply(state, sealed):
        yield from adjourning.seal_reply(state, sealed.law, sealed.side, sealed.box)
        return None
    return (yield from _sealed_on_move(state, sealed))


class _Sealed(NamedTuple):
    """What is sealed, by whom, and by which law."""

    side: Side
    box: str
    left_of_session_ms: int
    law: InterruptionLaw


def _sealed(state: State, command: Command, side: Side | None) -> _Sealed | Refusal:
    """What a command seals, where it may be sealed now."""
    box, left_ms = text_of(command, "box"), command.args.get("left_of_session_ms", 0)
    if side is None or state.stage is not Stage.PLAY:
        return Refusal(reason="a move is sealed while it is played")
    if box is None:
        return Refusal(reason="the sealed move must come as a closed box")
    if not isinstance(left_ms, int) or isinstance(left_ms, bool) or left_ms < 0:
        return Refusal(reason='"left_of_session_ms" is a number of milliseconds, 0 or more')
    if state.claims.open is not None:
        return Refusal(reason=OPEN)
    try:
        law = interruption_law(state.game.rulebook)
    except RulesError as error:
        return Refusal(reason=str(error))
    if (reason := why_not(state, law, side, text_of(command, "move"))) is not None:
        return Refusal(reason=reason)
    return _Sealed(side, box, left_ms, law)


def _sealed_as_reply(state: State, sealed: _Sealed) -> bool:
    """Whether the opponent, who has sealed before, is away (CH-14.4)."""
    away = state.game.game.other(sealed.side) in state.game.absent
    return away and sealed.law.reply is not None


def _sealed_on_move(state: State, sealed: _Sealed) -> Obeying:
    """The player on move seals: what stands on the board and is not told yet is told first."""
    if adjourning.landed(state, sealed.side) is not None:
        if not (yield from state.referee.completes(state, sealed.side, own=True)):
            return Refusal(reason=TOUCHED)
        yield from following.follow(state)
    if state.stage is Stage.PLAY:  # else that move has ended the game
        yield from adjourning.seal(
            state, sealed.law, sealed.side, sealed.box, sealed.left_of_session_ms
        )
    return None


def why_not(state: State, law: InterruptionLaw, side: Side, text: str | None) -> str | None:
    """Why a side may not seal a move now; None where it may.

    Args:
        text: the move, where it is known.
    """
    made, landed = adjourning.made(state, side), adjourning.landed(state, side)
    touched = state.belief.busy(state.now_ns) or bool(state.duty.touched)
    if made is not None and touched:
        return "a man has been touched since the move was made"
    if made is not None or landed is not None:
        if state.game.game.other(side) in state.game.absent:
            return "the reply stands on the board: press the clock"
        return None if text is None else adjourning.another(state, side, text)
    before = adjourning.made(state, state.game.game.other(side))  # not pressed yet
    if side != state.game.to_move or before is not None:
        return f"the player on move seals ({law.seals})"
    return TOUCHED if touched else None


def set_up_again(state: State, command: Command) -> Obeying:
    """The arbiter has an adjourned game set up again."""
    absent, sides = command.args.get("absent", []), state.game.game.sides
    ago_ms = appointed_ms_ago(command)
    if ago_ms is None:
        return Refusal(reason=NO_TIME)
    if not isinstance(absent, list) or any(side not in sides for side in absent):
        return Refusal(
            reason=f'"absent" is a list of the sides that are not there ({", ".join(sides)})'
        )
    if not state.sensing.framed:
        return Refusal(reason="the board has not been scanned yet")
    if (reason := _unconfirmed(state, command)) is not None:
        return Refusal(reason=reason)
    away = [Side(side) for side in absent]
    yield from adjourning.set_up_again(state, command.role, away, ago_ms)
    return None


def _unconfirmed(state: State, command: Command) -> str | None:
    """Why an adjourned game does not go on: players have not confirmed the position (DR-11).

    None where they have, or where the arbiter says that it is right.
    """
    waiting = adjourning.unconfirmed(state)
    vouched = command.role == ARBITER and command.args.get("confirmed") is True
    if not waiting or vouched:
        return None
    return f"the position is still to be confirmed by {' and '.join(waiting)}; {VOUCHES}"


def appointed_ms_ago(command: Command) -> int | None:
    """How long ago the game was to begin, or to go on; None for what is no time."""
    ms = command.args.get("appointed_ms_ago", 0)
    sound = isinstance(ms, int) and not isinstance(ms, bool) and 0 <= ms <= APPOINTED_MAX_MS
    return ms if sound else None


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
    return _unconfirmed(state, command)


def _open(state: State, command: Command) -> Obeying:
    """The arbiter, who keeps the envelope, opens it (CH-13.3)."""
    move, reason = text_of(command, "move"), stays_closed(state, command)
    if reason is None and command.args.get("lost", False) is (move is not None):
        reason = NO_CODE
    if reason is not None:
        return answer(reason)
    present = [str(side) for side in command.args["present"]]
    yield from adjourning.open_envelope(state, move, command.role, present)
    return None


ROWS: Rows = {
    "seal": Row(
        obey=_seal, roles=frozenset({PLAYER}), stages=frozenset({Stage.PLAY, Stage.ADJOURNED})
    ),
    "open-sealed": Row(obey=_open, roles=frozenset({ARBITER}), stages=frozenset({Stage.ADJOURNED})),
}
