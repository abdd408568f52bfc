"""Adjourning a game with a sealed move, and opening the envelope."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import adjourning
from controller.core.commands.common import ARBITER, PLAYER, Row, Rows, side_of, text_of
from controller.core.inputs import Command, Refusal
from controller.core.stages import Stage
from rules.terms import RulesError, Side

if TYPE_CHECKING:
    from controller.core.session import Session

NO_CODE = 'give the code of the sealed move, or "lost": true'


def _seal(session: Session, command: Command) -> Refusal | None:
    side, box = side_of(session, command), text_of(command, "box")
    left_ms = command.args.get("left_of_session_ms", 0)
    if side != session.line.position.side_to_move:
        return Refusal(reason="the player on move seals (CH-13.1)")
    if session.tracker.branch.edges or session.told:
        return Refusal(reason="a man has been touched: make the move on the board")
    if session.claims.open is not None:
        return Refusal(reason="a claim is open: the arbiter has to rule on it first")
    if box is None:
        return Refusal(reason="the sealed move must come as a closed box")
    if not isinstance(left_ms, int) or isinstance(left_ms, bool) or left_ms < 0:
        return Refusal(reason='"left_of_session_ms" is a number of milliseconds, 0 or more')
    try:
        adjourning.seal(session, side, box, left_ms)
    except RulesError as error:
        return Refusal(reason=str(error))
    return None


def set_up_again(session: Session, command: Command) -> Refusal | None:
    """The arbiter has an adjourned game set up again."""
    absent = command.args.get("absent", [])
    sides = session.game.sides
    if not isinstance(absent, list) or any(side not in sides for side in absent):
        return Refusal(
            reason=f'"absent" is a list of the sides that are not there ({", ".join(sides)})'
        )
    if not session.framed:
        return Refusal(reason="the board has not been scanned yet")
    adjourning.set_up_again(session, command.role, [Side(side) for side in absent])
    return None


def stays_closed(session: Session, command: Command) -> str | None:
    """Why the envelope of an adjourned game is not opened now, whatever its code; None where it may be."""
    assert session.envelope is not None
    present = command.args.get("present", [])
    replier = session.game.other(Side(session.envelope.sealed_by))
    if not isinstance(present, list) or replier not in present:
        return f'the envelope is opened when {replier} is there: "present": ["{replier}"]'
    if not isinstance(command.args.get("lost", False), bool):
        return NO_CODE
    if adjourning.differs(session):
        return "first set up the position in which the move was sealed"
    return None


def _open(session: Session, command: Command) -> Refusal | None:
    move = text_of(command, "move")
    reason = stays_closed(session, command)
    if reason is not None:
        return Refusal(reason=reason)
    if command.args.get("lost", False) is (move is not None):
        return Refusal(reason=NO_CODE)
    adjourning.open_envelope(session, move, command.role)
    return None


ROWS: Rows = {
    "seal": Row(obey=_seal, roles=frozenset({PLAYER}), stages=frozenset({Stage.PLAY})),
    "open-sealed": Row(obey=_open, roles=frozenset({ARBITER}), stages=frozenset({Stage.ADJOURNED})),
}
