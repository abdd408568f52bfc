"""What the laws find about the game so far, short of its end: warnings, draws to be claimed, questions of law."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import Ruling
from rules.rulebook import Standing

if TYPE_CHECKING:
    from controller.core.session import Session


def rule_on_the_game(session: Session) -> None:
    """Publishes what the laws find about the game so far, once each: warnings, questions of law.

    Players see them in referee mode only. What decides the game is its result.
    """
    if session.settings.mode == "observer":
        return
    positions = session.line.positions
    for verdict in session.game.verdicts(positions, session.rulebook):
        if verdict.standing is Standing.DECIDED:
            continue
        side = verdict.offender or session.line.position.side_to_move
        kind = f"{verdict.standing.value}:{verdict.termination.value}"
        # The evidence of a count grows ply by ply; a cycle that goes on is told again when it is new.
        told = (kind, str(verdict.law), str(side), verdict.plies[0])
        if told not in session.ruled:
            session.ruled.add(told)
            session.say(
                Ruling(
                    kind=kind,
                    side=side,
                    law=verdict.law,
                    evidence=list(verdict.evidence),
                    plies=list(verdict.plies),
                )
            )
