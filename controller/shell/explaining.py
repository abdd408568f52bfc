"""The command `touchmove explain`: what the board believed at a moment of a trace.

A trace is replayed to the moment; then the hypotheses are asked, as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from controller.core.belief.account import accounts
from controller.core.messages import Irregularity, Move, Question
from controller.shell.cores import new_board
from controller.shell.replay import effects_of, settings

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from controller.core.belief.account import Accounts
    from controller.core.board import Board
    from controller.core.messages import Message
    from controller.shell.trace import Line
    from controller.shell.trace_header import Header

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
class Believed:
    """A moment of a game.

    Attributes:
        plies: told before it.
        message: that was published just then, if the moment is that of a message.
        names: of the points.
        suspects: sensors that are blamed for something, each with its probability in thousandths.
    """

    at_us: int
    plies: int
    names: Sequence[str]
    accounts: Accounts
    suspects: tuple[tuple[int, int], ...]
    message: Message | None = None


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


def explain(header: Header, lines: Iterable[Line], moment: Moment) -> Believed:
    """What was believed at a moment: of a ply just as it was told.

    Raises:
        NoSuchMoment: the trace has none such.
        BadTrace: from `lines`.
    """
    board = new_board(settings(header))
    found: Believed | None = None
    at_us, ids, ends_us = 0, list[str](), [0]

    def timed() -> Iterator[Line]:
        for line in lines:
            ends_us[0] = line.at_us
            yield line

    for _, fed_us, effects in effects_of(header, timed(), board):
        if moment.at_us is not None and fed_us > moment.at_us:
            return believed(board, moment.at_us)
        at_us = fed_us
        for message in effects.messages:
            ids += [message.id] if isinstance(message, Question | Irregularity) else []
            if _wanted(message, moment):
                then = believed(board, at_us, moment.ply)
                found = replace(then, message=message)
    ends_us[0] = max(ends_us[0], at_us)
    if found is None and moment.at_us is not None and moment.at_us <= ends_us[0]:
        found = believed(board, moment.at_us)
    if found is None:
        raise NoSuchMoment(_instead(moment, board, ends_us[0], ids))
    return found


def _instead(moment: Moment, board: Board, at_us: int, ids: Sequence[str]) -> str:
    """What there is in a trace that has no such moment."""
    if moment.at_us is not None:
        return f"the trace ends at {at_us / 1e6:.3f} s; give an earlier time"
    if moment.ply is not None:
        plies = board.line.ply
        has = f"its game has {plies}" if plies else "no move was made in it"
        return f"there is no ply {moment.ply} in this trace; {has}"
    has = f"it has {', '.join(ids)}" if ids else "it has no question and no irregularity"
    return f"there is no {moment.id} in this trace; {has}"


def believed(board: Board, at_us: int, ply: int | None = None) -> Believed:
    """What a board believes now; of a ply that was just told, as if it were not told yet."""
    belief = board.state.belief
    told = belief.told
    while ply is not None and told.depth >= ply and told.parent is not None:
        told = told.parent
    return Believed(
        at_us=at_us,
        plies=told.depth,
        names=board.line.game.points,
        accounts=accounts(belief.weighed(at_us * _US), told),
        suspects=belief.suspects(at_us * _US),
    )


def _wanted(message: Message, moment: Moment) -> bool:
    match message:
        case Move(ply=ply):
            return ply == moment.ply
        case Question(id=name) | Irregularity(id=name):
            return name == moment.id
        case _:
            return False
