"""Recorded evenings of which the truth is known, fed to a core and scored."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

import msgspec

from controller.core.messages import (
    Answered,
    Correction,
    Irregularity,
    Move,
    Penalty,
    Question,
    Restore,
)
from controller.shell.cores import new_board
from controller.shell.evening.oracles import CRASHES
from controller.shell.people import answered_by_people
from controller.shell.replay import effects_of, settings
from controller.shell.scoring import score
from controller.shell.trace import read_trace
from controller.shell.trace_fields import BadTrace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from controller.core.messages import Json
    from controller.core.settings import Settings
    from controller.shell.cores import Core
    from controller.shell.scoring import Score, TrueDeed
    from controller.shell.truth import TruePly

_SCORED = (Answered, Correction, Irregularity, Move, Penalty, Question, Restore)
"""What a score is made of; most messages are others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueEvening:
    """A recording and its truth.

    Attributes:
        trace: plain, as docs/trace.md has it.
        deeds: what was done beside lawful moves.
    """

    name: str
    trace: bytes
    truth: tuple[TruePly, ...]
    deeds: tuple[TrueDeed, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a core has made of an evening.

    Attributes:
        line: the record at the end.
        crash: what ended the program, if anything did; what was told until then is scored.
    """

    score: Score
    line: tuple[str, ...]
    crash: str = ""


def judge(
    evening: TrueEvening, *, answering: bool, making: Callable[[Settings], Core] = new_board
) -> Judged:
    """Feeds an evening to a new board.

    Args:
        answering: whether people answer what the board asks.
        making: makes the board, or what is to be scored instead.

    Raises:
        BadTrace: the recording is none.
    """
    header, lines = read_trace(io.BytesIO(evening.trace), evening.name)
    session = making(settings(header))
    if answering:
        effects = answered_by_people(header, lines, session, evening.truth)
    else:
        effects = ((at_us, found) for _, at_us, found in effects_of(header, lines, session))
    messages: list[Json] = []
    crash = ""
    try:
        for at_us, found in effects:
            told = (message for message in found.messages if isinstance(message, _SCORED))
            messages += ({**msgspec.to_builtins(message), "at_us": at_us} for message in told)
    except BadTrace:
        raise
    except CRASHES as error:
        crash = f"{type(error).__name__}: {error}"
    judged = score(evening.truth, messages, evening.deeds)
    return Judged(score=judged, line=tuple(line_of(messages)), crash=crash)


def line_of(messages: Sequence[Json]) -> list[str]:
    """The moves that stand at the end."""
    line: list[str] = []
    for message in messages:
        if message["type"] == "move":
            line[message["ply"] - 1 :] = [message["move"]]
        elif message["type"] == "correction" and message["cause"] != "set-position":
            del line[message["from_ply"] - 1 :]
    return line
