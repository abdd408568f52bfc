"""The command `touchmove explain`: replays a trace to a moment and accounts for what was decided there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core.accounts import Account, Witness, named_prices
from controller.core.inference.decisions import Ask, Complete, Irregular
from controller.core.inputs import Tick
from controller.core.messages import Irregularity, Message, Move, Question
from controller.core.session import Session
from controller.shell.pump import Pump
from controller.shell.replay import RUN_ON_US, inputs, settings
from controller.shell.trace import EndLine, Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from controller.core.inputs import Effects, Input
    from controller.shell.trace_header import Header

_US = 1000
_WANTED = re.compile(r"(?:(?P<s>\d+(?:\.\d+)?)s?|ply:(?P<ply>[1-9]\d*)|(?P<id>[qi][1-9]\d*))")


class NoSuchMoment(ValueError):  # noqa: N818 - reads as what it says
    """The trace has no such moment."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """What `--at` asks for: a time, a ply, or the id of a question or an irregularity."""

    at_us: int | None = None
    ply: int | None = None
    id: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Explained:
    """A moment of a game.

    Attributes:
        ply: plies made before it.
        stage: of the board.
        accounts: of what was decided, or of every branch as it stands.
        message: that was published, if the moment is that of a message.
        last: what was decided last, where nothing has been seen since.
    """

    header: Header
    at_us: int
    ply: int
    stage: str
    accounts: tuple[Account, ...]
    message: Message | None = None
    last: Account | None = None


def read_moment(text: str) -> Moment:
    """What `--at TEXT` asks for.

    Raises:
        ValueError: it asks for nothing that a trace has.
    """
    match = _WANTED.fullmatch(text)
    if match is None:
        raise ValueError("must be seconds (12.5), ply:N, or an id such as q3 or i2")
    if match["s"] is not None:
        return Moment(at_us=round(float(match["s"]) * 1_000_000))
    return Moment(ply=int(match["ply"]) if match["ply"] else None, id=match["id"])


def explain(header: Header, lines: Iterable[Line], moment: Moment) -> Explained:
    """The readings that were alive at a moment, and what was decided.

    Raises:
        BadTrace: from `lines`.
        NoSuchMoment: the trace ends before it, or nothing of that name was published.
    """
    with named_prices():
        session = Session(settings(header))
        witness = Witness(session)
        if moment.at_us is not None:
            return _at_time(header, lines, witness, moment.at_us)
        return _at_message(header, lines, witness, moment)


def _at_time(header: Header, lines: Iterable[Line], witness: Witness, at_us: int) -> Explained:
    session = witness.session
    pump, ends_us = Pump(session), 0
    for _, item in _with_end(header, lines):
        ends_us = item.at_ns // _US
        if ends_us > at_us:
            break
        for _ in pump.advance(item):
            pass
    if ends_us < at_us:
        raise NoSuchMoment(f"the trace ends at {ends_us / 1e6:.3f} s; give an earlier time")
    for _ in pump.advance(Tick(at_ns=at_us * _US)):
        pass
    accounts = witness.now(at_us * _US)
    seen = any(each.edges for each in accounts)
    return Explained(
        header=header,
        at_us=at_us,
        ply=session.line.ply,
        stage=str(session.stage),
        accounts=tuple(accounts),
        last=None if seen or not witness.accounts else witness.accounts[-1],
    )


def _at_message(
    header: Header, lines: Iterable[Line], witness: Witness, moment: Moment
) -> Explained:
    session, found = witness.session, None
    pump = Pump(session)
    plies = 0
    for _, item in _with_end(header, lines):
        for at_ns, effects in pump.advance(item):
            for message in _wanted(effects, moment):
                account = _account_of(message, witness.accounts)
                found = Explained(
                    header=header,
                    at_us=at_ns // _US,
                    ply=message.ply - 1 if isinstance(message, Move) else plies,
                    stage=str(session.stage),
                    accounts=(account,) if account else tuple(witness.now(at_ns)),
                    message=message,
                )
            plies = session.line.ply
            if found is not None and moment.ply is None:
                return found
    if found is None:
        what = f"ply {moment.ply} was made" if moment.ply else f"{moment.id} was published"
        raise NoSuchMoment(
            f"no {what} in this trace; its game has {session.line.ply} of them, and replay lists the ids"
        )
    return found


def _with_end(header: Header, lines: Iterable[Line]) -> Iterator[tuple[int, Input]]:
    """The inputs of a trace; without an `end` time runs on as in a replay."""
    last: list[Line] = []

    def kept() -> Iterator[Line]:
        for line in lines:
            last[:] = [line]
            yield line

    number, at_ns = 1, 0
    for number, item in inputs(header, kept()):
        at_ns = item.at_ns
        yield number, item
    if not last or not isinstance(last[0], EndLine):
        yield number, Tick(at_ns=at_ns + RUN_ON_US * _US)


def _wanted(effects: Effects, moment: Moment) -> list[Message]:
    """The messages that are asked for. A ply that was corrected has several; the last one counts."""
    return [
        each
        for each in effects.messages
        if (isinstance(each, Move) and each.ply == moment.ply)
        or (isinstance(each, Question | Irregularity) and each.id == moment.id)
    ]


def _account_of(message: Message, accounts: list[Account]) -> Account | None:
    """The decision that a message tells of: the newest that fits it."""
    for account in reversed(accounts):
        match message, account.decision:
            case Move(), Complete(ply=ply) if ply.move.text == message.move:
                return account
            case Question(), Ask(moves=moves):
                if [each.ply.move.text for each in moves] == message.candidates:
                    return account
            case Irregularity(), Irregular():
                return account
            case Irregularity(), Complete():
                return account
            case _:
                continue
    return None
