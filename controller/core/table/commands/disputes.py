"""What is done about an irregularity: let stand, corrected, or said to be an accident."""

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
    why_of,
)
from rules.rulebook import Remedy
from rules.terms import LawId, Side


def _accept(state: State, command: Command) -> Obeying:
    """An irregularity stands, or was an accident.

    The opponent chooses so, the arbiter decides so, or nobody claims a breach (DR-7.4).
    """
    charge = _charge(state, command)
    if charge is not None:
        return (yield from _deny(state, command, charge))
    return (yield from _let_be(state, command))


def _charge(state: State, command: Command) -> Irregularity | None:
    """What waits for a word and this command is about: the one with its id, else the newest.

    Not what is offered or may be claimed besides: that is dealt with as such, and so is what waits
    for the same command where no id is given.
    """
    remedy, open_ones = state.remedy, state.penalties.charges
    wanted = command.args.get("id")
    if remedy.offered or (remedy.breach is not None and wanted in (None, remedy.breach.id)):
        return None
    if wanted is None and remedy.irregularity is not None:
        wanted = remedy.irregularity.id
    if wanted is None:
        return next(reversed(open_ones.values()), None)
    return open_ones.get(wanted) if isinstance(wanted, str) else None


def _barred(state: State, command: Command, charge: Irregularity) -> Refusal | None:
    """Why this role may not speak about a charge; None where it may."""
    who = penalties.speakers(state, charge)
    if command.role in who:
        return None
    if command.role == charge.side:
        return Refusal(reason="the opponent or the arbiter says so, not the offender")
    return Refusal(reason=f"only {' or '.join(who)} may say so ({charge.law})")


def _deny(state: State, command: Command, charge: Irregularity) -> Obeying:
    """It was an accident and costs nothing.

    What dropped may be played where it lies (GO-17.release). For the arbiter it stands besides,
    where it is still to be put right; but a play that is void (GO-19) never does.
    """
    if (barred := _barred(state, command, charge)) is not None:
        return barred
    waits = state.stage is Stage.RESTORE and state.remedy.irregularity == charge
    if waits and charge.law == state.game.rulebook.completion.released:
        return (yield from answered(state.referee.dropped(state, charge, command.role)))
    if waits and command.role == ARBITER and charge.remedy != Remedy.TURN_LOST:
        return (yield from answered(state.referee.let_stand(state, charge, command.role)))
    yield penalties.drop(charge, command.role, why_of(command))
    return None


def _let_be(state: State, command: Command) -> Obeying:
    remedy = state.remedy
    found = _named(command, (remedy.irregularity, remedy.breach))
    if remedy.offered:
        return (yield from _choose(state, command))
    if found is None:
        return Refusal(reason="there is no such open irregularity")
    if (reason := _opponents_alone(state, command, found)) is not None:
        return Refusal(reason=reason)
    if found == remedy.breach and state.stage is not Stage.RESTORE:
        if command.role == found.side:
            return Refusal(reason="the opponent accepts, not the offender")
        yield Ruling(kind=found.kind, side=found.side)
        if found.id in state.penalties.charges:
            yield penalties.drop(found, command.role, why_of(command))
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
    if (reason := _opponents_alone(state, command, found)) is not None:
        return Refusal(reason=reason)
    do = state.referee.demand if demands else state.referee.let_stand
    return (yield from answered(do(state, found, command.role)))


def _demand(state: State, command: Command) -> Obeying:
    """It is corrected, or was no accident: what it costs is counted."""
    charge = _charge(state, command)
    if charge is None:
        return (yield from _claim(state, command))
    if (barred := _barred(state, command, charge)) is not None:
        return barred
    yield from penalties.uphold(state, charge, command.role, why_of(command))
    return None


def _claim(state: State, command: Command) -> Obeying:
    found = _named(command, (state.remedy.breach,))
    if state.remedy.offered:
        return (yield from _choose(state, command))
    if state.stage is Stage.RESTORE and (law := state.game.rulebook.refused) is not None:
        return (yield from _refused(state, command, law))
    if found is None:
        return Refusal(reason=_nothing_open(state, command))
    if (reason := _may_not_claim(state, command, found)) is not None:
        return Refusal(reason=reason)
    return (yield from answered(state.referee.demand(state, found, command.role)))


def _may_not_claim(state: State, command: Command, found: Irregularity) -> str | None:
    """Why a breach is not claimed now, or not by this role; None where it is."""
    if state.stage is Stage.RESTORE:
        return "set the men right first"
    if command.role == found.side:
        return "the opponent claims, not the offender"
    if (reason := _opponents_alone(state, command, found)) is not None:
        return reason
    if state.game.result is not None and not promoting.ended_by_move(state):
        return "the game has ended otherwise than by that move"
    ends = state.game.rulebook.touch.claim_ends
    if ends is not None and command.role != ARBITER and state.referee.has_touched(state):
        return f"touching a man has ended the right to claim ({ends})"
    return None


def _opponents_alone(state: State, command: Command, found: Irregularity) -> str | None:
    """Why the arbiter may not have this corrected, or let it stand; None where it may be.

    See DR-15.1.3.
    """
    law = state.game.rulebook.opponents_alone
    if law is None or command.role != ARBITER or found.remedy != CHOICE:
        return None
    return f"the opponent alone has it corrected, or lets it stand ({law})"


def _refused(state: State, command: Command, law: LawId) -> Obeying:
    """The opponent says that the offender will not correct: the arbiter is called (DR-7.6).

    The law gives the game to the opponent; the arbiter, who sees the board, decides (DR-14.4).
    """
    found = state.remedy.irregularity
    if found is None or found.remedy != CHOICE:
        return Refusal(reason=_nothing_open(state, command))
    if command.role != state.game.game.other(Side(found.side)):
        return Refusal(reason="the opponent says that it is not corrected; the arbiter decides")
    if state.remedy.refused:
        return Refusal(reason="the arbiter has been called already")
    yield Claim(kind=REFUSED, side=command.role, law=law)
    yield from penalties.offer(state, Side(found.side), REFUSED)
    return None


def _nothing_open(state: State, command: Command) -> str:
    """Why nothing can be demanded, in words for the player who asked in vain."""
    if command.args.get("id") is None or state.game.ply == 0:
        return "no breach of the touch law is open"
    return "nothing with that id is open: it was put right, ruled on, or answered by a move"


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
