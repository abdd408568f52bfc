"""A game that rests: a move is sealed, the men are put away, and the game goes on another day.

The sealed move comes as a closed box (the shell closes and opens it), so no message, journal or feed tells it
before it is opened. What the envelope must say besides stands in the ruling that adjourns (CH-13.3, DR-11).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.claims import ending
from controller.core.clock import timekeeping
from controller.core.clock.halting import ADJOURNED, OPENED
from controller.core.messages import Envelope, Ruling
from controller.core.refereeing import crowning, irregular, judging
from controller.core.restoring import guiding
from controller.core.restoring.guide import Guide
from controller.core.stages import Event
from rules.adjournment import interruption_law
from rules.deed import Named
from rules.entered import entered_move
from rules.rulebook import Outcome, Termination
from rules.terms import RulesError, Side

if TYPE_CHECKING:
    from collections.abc import Sequence

    from controller.core.session import Session

SET_UP_AGAIN = "set-up-again"
KINDS = frozenset({ADJOURNED, SET_UP_AGAIN, OPENED})
"""The rulings of an adjournment; that which adjourns carries the envelope."""


def seal(session: Session, side: Side, box: str, left_of_session_ms: int) -> None:
    """The player on move has sealed a move: the clocks stop and the game rests.

    Args:
        left_of_session_ms: of the planned session; it is the player's own time (CH-13.2).

    Raises:
        RulesError: the rulebook knows no interruption.
    """
    law = interruption_law(session.rulebook.name)
    line, settings = session.line, session.settings
    sides = session.game.sides
    timekeeping.stop(session, ADJOURNED, side)
    if left_of_session_ms and law.early is not None:
        timekeeping.charge(session, side, left_of_session_ms, why=law.early, by=side)
        if session.result is not None:
            return  # the flag has fallen with it
    envelope = Envelope(
        players={s: settings.players.get(s) for s in sides},
        position=line.position.value,
        remaining_ms={s: timekeeping.remaining_ms(session, s) for s in sides},
        sealed_by=side,
        move_number=line.ply // 2 + 1,
        ply=line.ply + 1,
        box=box,
    )
    session.envelope = envelope
    session.say(Ruling(kind=ADJOURNED, side=side, law=law.law, by=side, envelope=envelope))
    session.go(Event.SEALED)


def set_up_again(session: Session, by: str, absent: Sequence[Side]) -> None:
    """The game is to go on: the board is guided to the position (CH-14.1, CH-8.4).

    The clock of a player who has to reply and is absent starts now; the envelope stays closed until he is
    there. The law gives the player who sealed no such wait: his clock runs once the reply is made.
    """
    envelope = session.envelope
    assert envelope is not None
    sealer = Side(envelope.sealed_by)
    session.guide = Guide(session.line.position, "adjournment")
    session.say(
        Ruling(
            kind=SET_UP_AGAIN,
            side=sealer,
            law=interruption_law(session.rulebook.name).law,
            by=by,
            evidence=[f"{side} is absent" for side in absent],
        )
    )
    if session.game.other(sealer) in absent:
        timekeeping.turn_over(session, sealer)
        timekeeping.go_on(session, by=by, why=SET_UP_AGAIN)
    look(session)


def look(session: Session) -> None:
    """While the men of an adjourned game are set up: what is missing, and when all stands."""
    guide = session.guide
    if guide is None or not session.framed:
        return
    now_ns, timings = session.now_ns, session.settings.timings
    stands = guide.stands(session.standing, session.unknown, now_ns, timings)
    changed = guide.news(session.standing, session.unknown)
    if stands:
        guiding.say_restore(session, done=True)
        session.guide = None
    elif changed and guide.shown != (0, 0):
        guiding.say_restore(session, done=False)


def recall(session: Session, message: Ruling) -> None:
    """Takes a ruling of the journal, while a game is recovered."""
    match message.kind:
        case "adjourned":
            session.envelope = message.envelope
        case "set-up-again":
            session.guide = Guide(session.line.position, "adjournment")
        case _:
            session.envelope = None
            session.guide = None


def differs(session: Session) -> bool:
    """Whether the men do not stand as they did when the move was sealed."""
    return bool((session.standing ^ session.line.position.occupied) & ~session.unknown)


def open_envelope(session: Session, text: str | None, by: str) -> None:
    """The envelope is opened in the opponent's presence, and the sealed move is made (CH-14.1).

    Args:
        text: what is written in it; None where it is lost, and the player makes his move on the board.
    """
    envelope = session.envelope
    assert envelope is not None
    sealer = Side(envelope.sealed_by)
    session.envelope = None
    session.guide = None
    session.say(
        Ruling(
            kind=OPENED,
            side=sealer,
            law=interruption_law(session.rulebook.name).law,
            by=by,
            move=text,
            why="the envelope is lost" if text is None else None,
        )
    )
    if text is None:
        _go_on(session, by)
        return
    try:
        move = entered_move(session.game, session.line.position, text)
    except RulesError as error:
        _wrong(session, sealer, str(error), by)
        return
    session.breach = None  # that of the move before can be claimed no more
    judging.publish_move(session, move, "arbiter", (), [])
    crowning.after_move(session, move, ())
    judging.next_ply(session)
    session.landed_ns = session.made_ns = session.now_ns
    judging.end_if_over(session)
    if session.result is None:
        _go_on(session, by)


def _wrong(session: Session, sealer: Side, why: str, by: str) -> None:
    """What is written is no legal move, or may be several (CH-10.16); in Go a pass (GO-22)."""
    law = interruption_law(session.rulebook.name)
    game = session.game
    if law.wrong is None:
        named = Named(law=law.law, kind="sealed-move-impossible", side=sealer, points=())
        irregular.lose_turn(session, judging.say_irregularity(session, named, "none", None))
        timekeeping.turn_over(session, sealer)
        _go_on(session, by)
    elif law.drawn is None or game.may_win(session.line.position, game.other(sealer)):
        ending.lose(session, sealer, Termination.ILLEGAL_MOVES, law.wrong, by=by, why=why)
    else:
        ending.decide(
            session, Outcome.DRAW, Termination.ILLEGAL_MOVES.value, law.drawn, by=by, why=why
        )


def _go_on(session: Session, by: str) -> None:
    """The board is guided to the position; whose turn it is, his clock runs once the men stand."""
    if timekeeping.stopped(session):
        timekeeping.stop(session, OPENED, by)
    session.go(Event.OPENED)
    guiding.start(session, OPENED)
