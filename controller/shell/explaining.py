"""The command `touchmove explain`: replays a trace to a moment and accounts for what was decided there."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from controller.core import viewing
from controller.core.accounts import Account, Witness, named_prices
from controller.core.inference.decisions import Ask, Complete, Irregular
from controller.core.inputs import Command, Gap, Press, Tick
from controller.core.messages import Irregularity, Message, Move, Question
from controller.core.session import Session
from controller.shell.explain_law import Touches, TouchLog
from controller.shell.export import imposed_by
from controller.shell.pump import Pump
from controller.shell.replay import RUN_ON_US, inputs, settings
from controller.shell.sealing import in_replay
from controller.shell.trace import EndLine, Line

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from controller.core.inputs import Input
    from controller.core.view import Restoring
    from controller.shell.trace_header import Header
    from rules.game import Game

_US = 1000
_UNITS = {"us": 1, "ms": 1000, "s": 1_000_000, None: 1_000_000}
_WANTED = re.compile(
    r"(?:(?:(?:(?P<h>\d+):)?(?P<m>\d+):)?(?P<s>\d+(?:\.\d+)?)|(?P<n>\d+(?:\.\d+)?)(?P<unit>us|ms|s)"
    r"|ply:(?P<ply>[1-9]\d*)|(?P<id>[qi][1-9]\d*))"
)


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
        to_move: the side on move.
        touches: what it has touched by then, as far as that was published.
        cause: what was said or pressed just then, if the message follows from that and from no reading.
        lost: the irregularity by which the turn was lost, if the message is a pass that is imposed for it.
        restoring: where men are to be put right, who is missing and who is too much.
    """

    header: Header
    at_us: int
    ply: int
    stage: str
    accounts: tuple[Account, ...]
    message: Message | None = None
    last: Account | None = None
    to_move: str = ""
    touches: Touches | None = None
    cause: str = ""
    lost: str = ""
    restoring: Restoring | None = None


def read_moment(text: str) -> Moment:
    """What `--at TEXT` asks for.

    Raises:
        ValueError: it asks for nothing that a trace has.
    """
    match = _WANTED.fullmatch(text)
    if match is None:
        raise ValueError(
            "must be seconds (12.5), m:ss (1:02.5), microseconds (3865000us), ply:N, "
            "or an id such as q3 or i2"
        )
    if match["s"] is not None:
        minutes = 60 * int(match["h"] or 0) + int(match["m"] or 0)
        return Moment(at_us=round((60 * minutes + float(match["s"])) * 1_000_000))
    if match["n"] is not None:
        return Moment(at_us=round(float(match["n"]) * _UNITS[match["unit"]]))
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
    session, log = witness.session, TouchLog()
    pump, ends_us, seen_us = Pump(session), 0, at_us
    for _, item in _with_end(header, lines):
        ends_us = item.at_ns // _US
        if ends_us > at_us:
            if isinstance(item, Gap):  # nobody looked, and nothing settled meanwhile
                seen_us = max(min(at_us, item.from_ns // _US), session.now_ns // _US)
            break
        for _, effects in pump.advance(item):
            log.take(session, effects.messages)
    if ends_us < at_us:
        raise NoSuchMoment(f"the trace ends at {ends_us / 1e6:.3f} s; give an earlier time")
    for _, effects in pump.advance(Tick(at_ns=seen_us * _US)):
        log.take(session, effects.messages)
    accounts = witness.now(at_us * _US)
    seen = any(each.edges for each in accounts)
    return Explained(
        header=header,
        at_us=at_us,
        ply=session.line.ply,
        stage=str(session.stage),
        accounts=tuple(accounts),
        last=None if seen or not witness.accounts else witness.accounts[-1],
        to_move=session.line.position.side_to_move,
        touches=log.now,
        restoring=viewing.view(session).restore,
    )


def _at_message(
    header: Header, lines: Iterable[Line], witness: Witness, moment: Moment
) -> Explained:
    session, log, found = witness.session, TouchLog(), None
    pump = Pump(session)
    plies, to_move, ids = 0, session.line.position.side_to_move, list[str]()
    said = list[Message]()
    for _, item in _with_end(header, lines):
        for at_ns, effects in pump.advance(item):
            touches = log.take(session, effects.messages)
            said += effects.messages
            for message in effects.messages:
                if isinstance(message, Question | Irregularity):
                    ids.append(message.id)
                if not _wanted(message, moment):
                    continue
                account = _account_of(message, witness.accounts, at_ns, header.game)
                found = Explained(
                    header=header,
                    at_us=at_ns // _US,
                    ply=message.ply - 1 if isinstance(message, Move) else plies,
                    stage=str(session.stage),
                    accounts=(account,) if account else tuple(witness.now(at_ns)),
                    message=message,
                    to_move=to_move,
                    touches=touches,
                    cause="" if account else _cause(item),
                    lost=_lost(said, message),
                )
            plies, to_move = session.line.ply, session.line.position.side_to_move
            if found is not None and moment.ply is None:
                return found
    if found is not None:
        return found
    if moment.ply:
        has = f"its game has {session.line.ply}" if session.line.ply else "no move was made in it"
        raise NoSuchMoment(f"there is no ply {moment.ply} in this trace; {has}")
    has = f"it has {', '.join(ids)}" if ids else "it has no question and no irregularity"
    raise NoSuchMoment(f"there is no {moment.id} in this trace; {has}")


def _lost(said: Sequence[Message], message: Message) -> str:
    found = imposed_by(said, message) if isinstance(message, Move) and message.imposed else None
    return found.id if isinstance(found, Irregularity) else ""


def _cause(item: Input) -> str:
    """What was said or pressed in an input, in words."""
    match item:
        case Command(role=role, name=name):
            return f"the command {name} of {role}"
        case Press(side=side):
            return f"a press of the clock by {side}"
        case _:
            return ""


def _with_end(header: Header, lines: Iterable[Line]) -> Iterator[tuple[int, Input]]:
    """The inputs of a trace; without an `end` time runs on as in a replay."""
    last: list[Line] = []

    def kept() -> Iterator[Line]:
        for line in lines:
            last[:] = [line]
            yield line

    number, at_ns = 1, 0
    for number, item in in_replay(inputs(header, kept())):
        at_ns = item.at_ns
        yield number, item
    if not last or not isinstance(last[0], EndLine):
        yield number, Tick(at_ns=at_ns + RUN_ON_US * _US)


def _wanted(message: Message, moment: Moment) -> bool:
    """Whether a message is asked for. A ply that was corrected has several; the last one counts."""
    match message:
        case Move(ply=ply):
            return ply == moment.ply
        case Question(id=name) | Irregularity(id=name):
            return name == moment.id
        case _:
            return False


def _account_of(
    message: Message, accounts: list[Account], at_ns: int, game: Game
) -> Account | None:
    """The decision that a message tells of: the newest that fits it; None where it follows from none."""
    for account in reversed(accounts):
        match message, account.decision:
            case Move(), Complete(ply=ply) if ply.move.text == message.move:
                return account
            case Question(), Ask(moves=moves):
                if [each.ply.move.text for each in moves] == message.candidates:
                    return account
            case Irregularity(), Irregular(edges=edges):
                felt = {game.points[edge.point] for edge in edges}
                if account.at_ns == at_ns or (message.points and felt.issuperset(message.points)):
                    return account
            case Irregularity(), Complete() if account.at_ns == at_ns:
                return account
            case _:
                continue
    return None
