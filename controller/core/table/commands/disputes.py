"""What is done about an irregularity: let stand, or corrected."""

from __future__ import annotations

from controller.core.inputs import Command, Refusal
from controller.core.messages import Claim, Irregularity, Ruling
from controller.core.stages import Stage
from controller.core.state import State
from controller.core.table import penalties, promoting
from controller.core.table.commands.common import (
    ARBITER,
    PLAYED,
    PLAYER,
    Obeying,
    Row,
    Rows,
    answered,
)
from rules.terms import Side


def _accept(state: State, command: Command) -> Obeying:
    """An irregularity stands.

    The opponent chooses so, the arbiter decides so, or nobody claims a breach (DR-7.4).
    """
    remedy = state.remedy
    found = _named(command, (remedy.irregularity, remedy.breach))
    if remedy.offered:
        return (yield from _choose(state, command))
    if found is None:
        return Refusal(reason="there is no such open irregularity")
    if found == remedy.breach and state.stage is not Stage.RESTORE:
        if command.role == found.side:
            return Refusal(reason="the opponent accepts, not the offender")
        yield Ruling(kind=found.kind, side=found.side)
        return None
    return (yield from answered(state.referee.let_stand(state, found, command.role)))


def _choose(state: State, command: Command) -> Obeying:
    """The opponent's choice about an irregularity: it stands, or it is put right (DR-7.4)."""
    found = state.remedy.irregularity
    assert found is not None
    if command.args.get("id") not in (None, found.id):
        return Refusal(reason=f"the open irregularity is {found.id}")
    if command.role == found.side:
        return Refusal(reason="the opponent chooses, not the offender")
    demands = command.name == "demand-correction"
    if demands and (reason := _opponents_alone(state, command, found)) is not None:
        return Refusal(reason=reason)
    do = state.referee.demand if demands else state.referee.let_stand
    return (yield from answered(do(state, found, command.role)))


def _demand(state: State, command: Command) -> Obeying:
    found = _named(command, (state.remedy.breach,))
    if state.remedy.offered:
        return (yield from _choose(state, command))
    if state.stage is Stage.RESTORE:
        return (yield from _refused(state, command))
    if found is None:
        return Refusal(reason="no breach of the touch law is open")
    if command.role == found.side:
        return Refusal(reason="the opponent claims, not the offender")
    if (reason := _opponents_alone(state, command, found)) is not None:
        return Refusal(reason=reason)
    if state.game.result is not None and not promoting.ended_by_move(state):
        return Refusal(reason="the game has ended otherwise than by that move")
    law = state.game.rulebook.touch.claim_ends
    if law is not None and command.role != ARBITER and state.referee.has_touched(state):
        return Refusal(reason=f"touching a man has ended the right to claim ({law})")
    return (yield from answered(state.referee.demand(state, found, command.role)))


def _opponents_alone(state: State, command: Command, found: Irregularity) -> str | None:
    """Why the arbiter may not have this corrected; None where it may be (DR-15.1.3)."""
    law = state.game.rulebook.opponents_alone
    if law is None or command.role != ARBITER or found.remedy != CHOICE:
        return None
    return f"the opponent alone has it corrected ({law})"


def _refused(state: State, command: Command) -> Obeying:
    """The opponent says that the offender will not correct: the arbiter is called (DR-7.6).

    The law gives the game to the opponent; the arbiter, who sees the board, decides (DR-14.4).
    """
    found, law = state.remedy.irregularity, state.game.rulebook.refused
    if found is None or law is None or found.remedy != CHOICE:
        return Refusal(reason="no breach of the touch law is open")
    if command.role != state.game.game.other(Side(found.side)):
        return Refusal(reason="the opponent says that it is not corrected; the arbiter decides")
    if state.remedy.refused:
        return Refusal(reason="the arbiter has been called already")
    yield Claim(kind=REFUSED, side=command.role, law=law)
    yield from penalties.offer(state, Side(found.side), REFUSED)
    return None


def _named(command: Command, of: tuple[Irregularity | None, ...]) -> Irregularity | None:
    """The open irregularity that a command is about."""
    wanted = command.args.get("id")
    return next((each for each in of if each is not None and wanted in (None, each.id)), None)


REFUSED = "refuses-correction"
"""The claim that the offender will not correct, and the penalty for it."""
CHOICE = "accept-or-correct"
"""The remedy of an irregularity that is the opponent's to accept."""
_BOTH = frozenset({PLAYER, ARBITER})
ROWS: Rows = {
    "accept-irregularity": Row(
        obey=_accept, roles=_BOTH, stages=PLAYED - {Stage.QUESTION} | {Stage.ENDED}
    ),
    "demand-correction": Row(
        obey=_demand, roles=_BOTH, stages=PLAYED - {Stage.QUESTION} | {Stage.ENDED}
    ),
}
