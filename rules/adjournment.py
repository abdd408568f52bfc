"""Interrupting a game that goes on later: which law says what, as data by rulebook.

What the envelope bears stands in the ruling that adjourns; the sealed move lies closed in it until play goes on.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rules.rulebook import Rulebook
from rules.terms import LawId, RulesError, quoted


@dataclass(frozen=True, slots=True, kw_only=True)
class InterruptionLaw:
    """What the laws of one rulebook say of an interrupted game.

    Attributes:
        seals: the player on move seals a move.
        stands: a move made on the board and not pressed is the one to be sealed.
        again: position and times are set up as at the interruption.
        opened: the envelope is opened in the presence of the player who replies.
        lost: the envelope is lost: play goes on from the position.
        early: sealing before the session ends costs the time that is left of it; None where no law
            says so.
        confirmed: both players confirm the position before the game rests; None where they need not.
        offers: a draw may be offered after sealing; None where it may not.
        away: the clock of who has to reply and is away runs, and the envelope stays closed.
        reply: where who has sealed is away, the other may seal the reply; None where no law says so.
        times: wrong times of a resumed game are corrected before the first move only.
        wrong: a sealed move that is none, or may be several, loses; None where it does not.
        passes: it is a pass then (GO-22.sealed); None where the move is made on the board, as if the
            envelope were lost.
        drawn: that is drawn where the opponent could not win any more (CH-10.5).
    """

    seals: LawId
    again: LawId
    opened: LawId
    lost: LawId
    early: LawId | None = None
    confirmed: LawId | None = None
    offers: LawId | None = None
    away: LawId | None = None
    reply: LawId | None = None
    stands: bool = False
    times: LawId | None = None
    wrong: LawId | None = None
    passes: LawId | None = None
    drawn: LawId | None = None


_CHESS = InterruptionLaw(
    seals=LawId("CH-13.1.1"),
    again=LawId("CH-14.1"),
    opened=LawId("CH-14.2"),
    lost=LawId("CH-14.5"),
    early=LawId("CH-13.1.2"),
    offers=LawId("CH-10.9"),
    away=LawId("CH-14.3"),
    reply=LawId("CH-14.4"),
    stands=True,
    times=LawId("CH-14.6"),
    wrong=LawId("CH-10.16"),
    drawn=LawId("CH-10.5"),
)


def _of_one(law: str) -> InterruptionLaw:
    """A rulebook that says all of it in one article."""
    one = LawId(law)
    return InterruptionLaw(seals=one, again=one, opened=one, lost=one)


_DRAUGHTS = replace(_of_one("DR-11"), confirmed=LawId("DR-11"), wrong=LawId("DR-11"))
INTERRUPTIONS: Mapping[str, InterruptionLaw] = {
    "chess-fide-2023": _CHESS,
    "chess-classic": _CHESS,
    "draughts-100": _DRAUGHTS,
    "draughts-russian": _DRAUGHTS,
    "draughts-russian-national": _DRAUGHTS,
    "draughts-brazilian": _DRAUGHTS,
    "draughts-brazilian-cbd": _DRAUGHTS,
    "go-china": replace(_of_one("GO-22.sealed"), passes=LawId("GO-22.sealed")),
    "go-china-club": replace(_of_one("GO-22.9"), confirmed=LawId("GO-22.9")),
}
"""By rulebook; the others say nothing about interruptions."""


def interruption_law(rulebook: Rulebook) -> InterruptionLaw:
    """What a rulebook says of interrupted games.

    Raises:
        RulesError: it says nothing about interruptions.
    """
    if rulebook.name not in INTERRUPTIONS:
        known = ", ".join(INTERRUPTIONS)
        raise RulesError(
            f"the laws of {quoted(rulebook.name)} name nothing that is noted when a game is interrupted;"
            f" those that do: {known}"
        )
    return INTERRUPTIONS[rulebook.name]
