"""The messages of real games, as the service writes them, for tests that need journals of them."""

from __future__ import annotations

import functools
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.calm import calm_trace
from controller.shell.convert import messages_of_trace
from controller.shell.recordfiles import read_records

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from controller.core.messages import Message
    from rules.record import GameRecord

FILES = (
    "chess-kasparov-deep-blue-1997.pgn",
    "draughts-100-problems.pdn",
    "xiangqi-masters-ucci.pgn",
    "draughts-russian-ussr-1950.pdn",
    "chess-live-round.pgn",
    "draughts-100-nk2009-round12.pdn",
    "go-9handicap.sgf",
    "draughts-100-dutch-1996.pdn",
    "draughts-russian-abatsiev.pdn",
    "xiangqi-masters-wxf.pgn",
    "go-2016-03-10-lee-alphago.sgf",
    "chess-nepomniachtchi-liren-game1.pgn",
    "chess-molinari-bordais-1979.pgn",
)
"""Fifty games."""
_DATA = Path(__file__).parents[1] / "data" / "games"
SHORT = 6
"""The number of the shortest game, of eleven plies."""


@functools.cache
def records() -> tuple[GameRecord, ...]:
    """The games."""
    found: list[GameRecord] = []
    for name in FILES:
        found += read_records((_DATA / name).read_bytes(), name).records
    return tuple(found)


@functools.cache
def messages_of(number: int) -> tuple[Message, ...]:
    """The messages of one game, played by calm hands."""
    record = records()[number % len(records())]
    return tuple(messages_of_trace(calm_trace(record).encode(), "calm"))


def groups(messages: Sequence[Message], dice: Random) -> Iterator[Sequence[Message]]:
    """Messages as they are recorded, one to three at a time."""
    at = 0
    while at < len(messages):
        count = dice.randint(1, 3)
        yield messages[at : at + count]
        at += count


def memory_folder() -> tempfile.TemporaryDirectory[str]:
    """A folder that is quick to write, where the machine has one."""
    shared = Path("/dev/shm")
    return tempfile.TemporaryDirectory(dir=shared if shared.is_dir() else None)
