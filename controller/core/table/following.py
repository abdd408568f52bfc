"""What follows from the record by the law of the game as a whole, said once a handler is through.

What was asked for before a ply lapses with it; the game is over; warnings, draws that may be
claimed, questions of law are told; after two passes the count begins (Go).
"""

from __future__ import annotations

from controller.core.messages import Ruling
from controller.core.stages import Stage
from controller.core.state import Judged, State, Steps
from controller.core.table import adjusting, beginning, ending
from controller.core.table.claims import confirming, counting, offers
from rules.rulebook import Standing, Verdict
from rules.terms import Side


def follow(state: State) -> Steps[None]:
    """Says all that follows by now."""
    line = state.game
    if line.judged < line.ply:
        first = line.judged
        yield Judged()
        if state.stage is not Stage.ENDED:
            for ply in range(first, line.ply):
                yield from _lapse(state, ply)
            yield from _over(state)
    yield from offers.touched(state)
    yield from counting.begin_if_over(state)
    yield from adjusting.watch(state)
    yield from beginning.watch(state)


def _lapse(state: State, ply: int) -> Steps[None]:
    """This side has made a ply, which answers what was asked before it (CH-10.7)."""
    line = state.game
    imposed = line.moves[ply] is None
    if imposed or state.claims.said_ns < line.landed_ns:
        side = Side(line.lines[ply].side)
        yield from offers.decline(state, side, "move")
        yield from confirming.withdraw(state, side, "move")


def _over(state: State) -> Steps[None]:
    line = state.game
    over = yield from ending.if_over(state)
    if not over and state.settings.mode != "observer":
        for verdict in line.game.verdicts(line.positions, line.rulebook):
            yield from _finding(state, verdict)


def _finding(state: State, verdict: Verdict) -> Steps[None]:
    """Publishes what the laws find about the game so far, once.

    The evidence of a count grows ply by ply; a cycle that goes on is told again when it is new.
    """
    if verdict.standing is Standing.DECIDED:
        return
    side = verdict.offender or state.game.to_move
    kind = f"{verdict.standing.value}:{verdict.termination.value}"
    if (kind, str(verdict.law), str(side), verdict.plies[0]) not in state.game.ruled:
        yield Ruling(
            kind=kind,
            side=side,
            law=verdict.law,
            evidence=list(verdict.evidence),
            plies=list(verdict.plies),
        )
