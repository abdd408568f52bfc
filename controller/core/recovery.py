"""Reads the decisions of a game back from its messages.

The board is then compared with the position of the record: a game that was broken off and whose men were
set up wrongly is set right before it goes on (CH-8.4).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from controller.core.claims import adjourning, claims, counting
from controller.core.clock import timekeeping
from controller.core.inference.decisions import Touch
from controller.core.messages import (
    Answered,
    Claim,
    Correction,
    CrowningPending,
    Duty,
    GameStarted,
    Health,
    Irregularity,
    Lifted,
    Message,
    Move,
    Obligation,
    Penalty,
    Placed,
    Question,
    Restore,
    Result,
    Ruling,
    Touched,
)
from controller.core.refereeing import crowning, irregular, recalled, remedies, ruling, touching
from controller.core.restoring import takeback, withdrawing
from controller.core.restoring.guide import Guide
from controller.core.stages import Event, Stage
from controller.core.view import MoveLine
from rules.terms import RulesError, Side

if TYPE_CHECKING:
    from controller.core.session import Session


def replay(session: Session, messages: Sequence[Message], at_us: Sequence[int] = ()) -> None:
    """Brings a new session to where the messages end.

    Args:
        at_us: when each of them was recorded, where that is known.

    Raises:
        RulesError: the messages are not those of a game that can be.
    """
    if not any(isinstance(message, GameStarted) for message in messages):
        return
    begin(session)
    hands = recalled.Hands(session)
    for n, message in enumerate(messages):
        take(session, message)
        if n < len(at_us):
            hands.take(message, at_us[n])
    session.touched_after = _in_hand(session, messages)
    session.adjusting = session.adjusting and not session.touched_after
    if session.result is not None:
        session.stage = Stage.ENDED
        return
    if session.envelope is not None:
        session.stage = Stage.ADJOURNED
        return
    found = session.irregularity
    if found is not None and found.remedy == remedies.CHOICE:
        remedies.reopen(session, found)
        return
    counting.begin_if_over(session)
    session.go(Event.RECOVERED)
    session.tracker.reset(session.line.position)
    for side, words in session.promotion.items():
        for letter, said_ns in words:
            session.tracker.want(side, letter, said_ns)
    if session.stage is Stage.RESTORE:
        session.guide = Guide(session.line.position, "recovery")
        hands.wait(session.guide)


def _in_hand(session: Session, messages: Sequence[Message]) -> bool:
    """Whether the player on move had lifted a man by then, who had not been set down again."""
    lifted: set[str] = set()
    for message in messages:
        match message:
            case Move():
                lifted.clear()
            case Lifted(side=session.line.position.side_to_move):
                lifted.add(message.point)
            case Placed():
                lifted.discard(message.point)
            case _:
                pass
    return bool(lifted)


def begin(session: Session) -> None:
    """A new session, before it hears the first message."""
    session.stage = Stage.PLAY
    session.guide = None


def take(session: Session, message: Message) -> None:
    """One message more of the game.

    Raises:
        RulesError: as `replay`.
    """
    _apply(session, message)
    timekeeping.recall(session, message)


def _apply(session: Session, message: Message) -> None:
    match message:
        case Move():
            _move(session, message)
        case Correction() if message.cause != "players":
            ruling.recall(session, message)
        case Correction():
            while session.line.ply >= message.from_ply:
                crowning.retracted(session, session.line.last)
                session.touched = list(session.line.pop())
            if message.why in (takeback.AGREED, withdrawing.TAKEN_OFF, withdrawing.LEFT_ON):
                session.touched, session.breach, session.due = [], None, None
            session.told = [touch.point for touch in session.touched]
            session.irregularity, session.breach = session.breach, None
            session.result = None
        case Touched():
            index = session.game.index
            session.told = [index[name] for name in message.points]
            session.touched = [
                Touch(point=index[name], at_ns=n, doubtful=name in message.doubtful)
                for n, name in enumerate(message.points)
            ]
            if not message.points:
                session.due = None
        case Result():
            session.result = message
            claims.note_result(session, message)
        case Claim() | Ruling() if claims.note(session, message):
            pass
        case Ruling() if message.kind in adjourning.KINDS:
            adjourning.recall(session, message)
        case _:
            _apply_open(session, message)


def _apply_open(session: Session, message: Message) -> None:
    """What is open until another message closes it."""
    match message:
        case Obligation():
            found = _duty(message)
            over = message.met or (message.released and not touching.frees(found))
            session.due = None if over else found
        case Question():
            session.question = message
            _count(session, message.id)
        case Answered():
            session.question = None
        case Irregularity():
            if message.remedy != "none":
                session.irregularity = message
            _count(session, message.id)
        case Ruling():
            _ruling(session, message)
        case Penalty():
            session.penalties[Side(message.side), message.kind] = message.count
        case Health():
            session.health.recall(session.now_ns, message.suspects)
        case CrowningPending() | Placed():
            crowning.recall(session, message)
        case Restore() if message.done:
            session.irregularity = None
        case Restore() if message.why != "recovery":
            session.adjusting = False
        case _:
            pass


def _ruling(session: Session, message: Ruling) -> None:
    """A finding about the record, or what has become of an irregularity."""
    breach, found = session.breach, session.irregularity
    if message.law is not None:
        if message.plies and message.by is None:  # else it is no finding about the record
            session.ruled.add((message.kind, message.law, message.side, message.plies[0]))
        return
    if breach is not None and (breach.kind, breach.side) == (message.kind, message.side):
        session.breach = None
    if found is not None and found.kind == message.kind:
        session.irregularity = None


def _move(session: Session, message: Move) -> None:
    line = session.line
    touched = tuple(session.touched)
    text = MoveLine(
        ply=message.ply,
        side=message.side,
        move=message.move,
        notation=message.notation,
        assumed=message.assumed,
        legal=message.legal or message.imposed,  # of which older journals say that it is not
        breach=message.breach,
        clocks=message.clocks,
        at_us=0,
    )
    if message.imposed:
        line.push(None, line.position.play_irregular(None, None, ()), text, touched)
    elif message.legal:
        move = line.position.by_text(message.move)
        if move is None:
            raise RulesError(f"the journal has the move {message.move}, which is not legal there")
        crowning.gone(session, move)
        line.push(move, line.position.play(move), text, touched)
    else:
        accepted = session.irregularity
        if accepted is None:
            raise RulesError(f"the journal does not say what the irregular ply {message.ply} was")
        line.push(None, irregular.position_if_stands(session, accepted), text, touched)
    found = session.irregularity
    session.breach = found if found is not None and found.id == message.breach else None
    claims.note_move(session)
    session.promotion.pop(Side(message.side), None)
    session.irregularity = None
    session.touched = []
    session.told = []
    session.due = None


def _duty(message: Obligation) -> Duty:
    return Duty(
        law=message.law,
        must_move=message.must_move,
        must_capture=message.must_capture,
        alternatives=message.alternatives,
    )


def _count(session: Session, name: str) -> None:
    """Ids go on where they ended."""
    session.ids = max(session.ids, int(name.lstrip("abcdefghijklmnopqrstuvwxyz") or 0))
