"""What a score sheet says beside the moves, from the messages of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.core.messages import (
    Claim,
    Correction,
    GameStarted,
    Irregularity,
    Message,
    Move,
    Penalty,
    Ruling,
)
from controller.core.table.claims.claims import Kind
from controller.shell.export import beginning_of, record_of
from rules.registry import game_by_name
from rules.sheet import score_sheet
from rules.sheet_form import Fact, Facts, Remark, Sheet
from rules.terms import LawId, RulesError, Side
from rules.time_control import TimeControl, read_time_control

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rules.record import GameRecord
    from rules.rulebook import Rulebook

ARBITER = "arbiter"


def sheet_of(messages: Sequence[Message]) -> tuple[Sheet, GameRecord]:
    """The score sheet of a game, over or not, and the record that it is made from.

    Raises:
        NoSuchGame: there is no `game-started` among the messages.
        RulesError: the messages are not those of a game that can be.
    """
    told = record_of(messages)
    started = beginning_of(messages)
    assert started is not None  # it has a record
    book = game_by_name(started.game, started.game_options).rulebooks[started.rulebook]
    facts = _facts(messages, started, book, len(told.record.moves), told.remark)
    return score_sheet(told.record, facts), told.record


def _facts(
    messages: Sequence[Message], started: GameStarted, book: Rulebook, plies: int, remark: str
) -> Facts:
    found: list[Remark] = []
    confirmed: dict[str, str] = {}
    ply = 0
    for message in messages:
        match message:
            case Move():
                ply = message.ply
            case Correction():
                found.append(_corrected(message, min(ply, plies)))
                ply = message.from_ply - 1
            case Claim(kind=Kind.RESULT_CONFIRMED) if message.side in (*started.players, ARBITER):
                confirmed[message.side] = started.players.get(message.side) or message.side
            case Claim(kind=Kind.PROMOTION | Kind.ADJUSTING | Kind.ADJUSTED):
                pass  # said at the board, and nothing that anybody signs for
            case Claim() | Ruling() | Irregularity() | Penalty():
                found.append(_remark(message, min(ply, plies), book, started))
            case _:
                pass
    if remark:
        found.append(Remark(ply=plies, fact=Fact.NOTE, text=remark))
    return Facts(
        rulebook=started.rulebook,
        players={Side(side): name for side, name in started.players.items() if name},
        control=_control(started.time_control),
        remarks=tuple(found),
        confirmed=confirmed,
    )


def _remark(
    message: Claim | Ruling | Irregularity | Penalty, ply: int, book: Rulebook, started: GameStarted
) -> Remark:
    side = Side(message.side) if message.side in started.players else None
    law = None if message.law is None else LawId(message.law)
    match message:
        case Claim():
            offer = message.kind == Kind.DRAW_OFFER
            text = _words(message.kind, message.found, message.move, message.result, message.why)
            fact = Fact.DRAW_OFFER if offer else Fact.CLAIM
            return Remark(ply=ply, fact=fact, text=text, side=side, law=law)
        case Ruling():
            text = _words(message.kind, message.found, message.penalty, message.move, message.why)
            return Remark(ply=ply, fact=Fact.RULING, text=text, side=side, law=law)
        case Irregularity():
            text = _words(message.kind, " ".join(message.points))
            return Remark(ply=ply, fact=Fact.IRREGULARITY, text=text, side=side, law=law)
        case Penalty():
            counted = any(each.kind == message.kind for each in book.penalties)
            text = _words(f"{message.kind} {message.count}", message.why)
            return Remark(
                ply=ply,
                fact=Fact.PENALTY,
                text=text,
                side=side,
                law=law,
                penalty=message.kind if counted else "",
            )


def _corrected(message: Correction, ply: int) -> Remark:
    plies = f"ply {message.from_ply}"
    if message.to_ply != message.from_ply:
        plies = f"plies {message.from_ply} to {message.to_ply}"
    return Remark(ply=ply, fact=Fact.NOTE, text=f"{plies} taken back: {message.why} ({message.by})")


def _words(*parts: str | None) -> str:
    return ", ".join(part for part in parts if part)


def _control(text: str | None) -> TimeControl | None:
    try:
        return None if text is None else read_time_control(text)
    except RulesError:
        return None  # a journal of an older version may hold what this one would refuse
