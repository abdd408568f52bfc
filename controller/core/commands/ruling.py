"""What the arbiter decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core import ending
from controller.core.commands.common import (
    ARBITER,
    EVER,
    OPERATOR,
    Row,
    Rows,
    text_of,
)
from controller.core.inputs import Command, Refusal
from controller.core.stages import Stage
from rules.rulebook import Outcome
from rules.terms import RulesError

if TYPE_CHECKING:
    from controller.core.session import Session


def _result(session: Session, command: Command) -> Refusal | None:
    text = text_of(command, "result") or ""
    try:
        outcome = session.game.outcome(text)
    except RulesError as error:
        return Refusal(reason=str(error))
    if outcome is Outcome.OPEN:
        return Refusal(reason=f'"{text}" leaves the game open')
    if session.stage is Stage.ENDED:
        return Refusal(reason="the game has ended")
    ending.decide(session, outcome, text_of(command, "termination") or "arbiter", text=text)
    return None


ROWS: Rows = {
    "result": Row(obey=_result, roles=frozenset({ARBITER, OPERATOR}), stages=EVER),
}
