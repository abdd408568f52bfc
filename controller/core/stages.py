"""The stages of a game on a board, as one table."""

from __future__ import annotations

from enum import StrEnum


class Stage(StrEnum):
    """What the board is waiting for."""

    SETUP = "setup"
    """The array is being set up."""
    PLAY = "play"
    QUESTION = "question"
    """Play goes on; messages wait until somebody or something answers."""
    RESTORE = "restore"
    """The pieces must be put back before play goes on."""
    CHOICE = "choice"
    """The opponent accepts an irregularity or has it corrected; playing on accepts."""
    COUNT = "count"
    """Both have passed (Go): what is dead is to be agreed, and the score."""
    ADJOURNED = "adjourned"
    """The game rests with a sealed move; the pieces may be put away."""
    ENDED = "ended"


class Event(StrEnum):
    """What takes a board from one stage to another."""

    STANDS = "the men stand as they should"
    ASKED = "the evidence fits several moves"
    ANSWERED = "the question is answered"
    IRREGULAR = "no legal move explains the board"
    CORRECTED = "a move is taken back"
    OFFERED = "the opponent may accept or correct"
    ACCEPTED = "the irregularity is let stand"
    DEMANDED = "the opponent wants it corrected"
    ENDED = "the game is over"
    RECOVERED = "the program was started again"
    PASSED = "both have passed"
    DISPUTED = "what is dead is not agreed: play goes on"
    SEALED = "a move is sealed"
    OPENED = "the game goes on where it was adjourned"
    SET = "the arbiter sets another position"


S, E = Stage, Event
TRANSITIONS: dict[tuple[Stage, Event], Stage] = {
    (S.SETUP, E.STANDS): S.PLAY,
    (S.SETUP, E.ENDED): S.ENDED,
    (S.PLAY, E.ASKED): S.QUESTION,
    (S.PLAY, E.IRREGULAR): S.RESTORE,
    (S.PLAY, E.CORRECTED): S.RESTORE,
    (S.PLAY, E.ENDED): S.ENDED,
    (S.PLAY, E.RECOVERED): S.RESTORE,
    (S.QUESTION, E.ANSWERED): S.PLAY,
    (S.QUESTION, E.ENDED): S.ENDED,
    (S.QUESTION, E.RECOVERED): S.RESTORE,
    (S.RESTORE, E.STANDS): S.PLAY,
    (S.RESTORE, E.ANSWERED): S.RESTORE,
    (S.RESTORE, E.ACCEPTED): S.PLAY,
    (S.RESTORE, E.ENDED): S.ENDED,
    (S.RESTORE, E.RECOVERED): S.RESTORE,
    (S.PLAY, E.OFFERED): S.CHOICE,
    (S.CHOICE, E.ACCEPTED): S.PLAY,
    (S.CHOICE, E.STANDS): S.PLAY,
    (S.CHOICE, E.DEMANDED): S.RESTORE,
    (S.CHOICE, E.IRREGULAR): S.RESTORE,
    (S.CHOICE, E.ENDED): S.ENDED,
    (S.CHOICE, E.RECOVERED): S.CHOICE,
    (S.PLAY, E.PASSED): S.COUNT,
    (S.COUNT, E.DISPUTED): S.RESTORE,
    (S.COUNT, E.ENDED): S.ENDED,
    (S.COUNT, E.RECOVERED): S.COUNT,
    (S.PLAY, E.SEALED): S.ADJOURNED,
    (S.ADJOURNED, E.OPENED): S.RESTORE,
    (S.ADJOURNED, E.ENDED): S.ENDED,
    (S.ADJOURNED, E.RECOVERED): S.ADJOURNED,
    (S.PLAY, E.SET): S.RESTORE,
    (S.QUESTION, E.SET): S.RESTORE,
    (S.RESTORE, E.SET): S.RESTORE,
    (S.CHOICE, E.SET): S.RESTORE,
    (S.COUNT, E.SET): S.RESTORE,
    (S.ENDED, E.ASKED): S.ENDED,
    (S.ENDED, E.ANSWERED): S.ENDED,
    (S.ENDED, E.SET): S.RESTORE,
    (S.ENDED, E.CORRECTED): S.RESTORE,
    (S.ENDED, E.ENDED): S.ENDED,
    (S.ENDED, E.RECOVERED): S.ENDED,
}
"""A pair that is not here cannot happen; reaching one is a bug of ours and stops the program."""


def after(stage: Stage, event: Event) -> Stage:
    """The stage that follows.

    Raises:
        KeyError: a bug: the event cannot happen in that stage.
    """
    return TRANSITIONS[stage, event]
