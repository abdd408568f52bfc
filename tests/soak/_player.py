"""A board that is killed again and again: it takes its game up, plays on, and says what is recorded."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from controller.core.messages import GameStarted
from controller.core.settings import Settings
from controller.journal.store import Journal
from controller.shell.taking_up import taken_up
from rules.registry import game_by_name
from tests.soak._games import groups

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import TextIO


def play(board: Path, script: Path, out: TextIO) -> None:
    """Plays the games of one journal into another, from where that stands; says "up", then each record."""
    with Journal.read(script) as source, Journal.open(board, "b1") as journal:
        dice = Random(journal.newest_seq)
        for span in source.games():
            told_by = source.messages_of(span.game_id)
            told = journal.messages_of(span.game_id)
            assert told == told_by[: len(told)], "another game"
            if len(told) == len(told_by):
                continue
            if told:
                _take_up(journal, told_by, span.game_id)
            _say(out, "up")
            for group in groups(told_by[len(told) :], dice):
                done = journal.append(group, game_id=span.game_id, at_us=len(told))
                _say(out, done[-1].seq)
                journal.advance_cursor("reader", done[-1].seq)


def _take_up(journal: Journal, script: Sequence[object], name: str) -> None:
    """As the service does after a start."""
    started = next(each for each in script if isinstance(each, GameStarted))
    game = game_by_name(started.game, started.game_options)
    settings = Settings(game=game, rulebook=game.rulebook)
    found, session = taken_up(journal, settings, None, anew=True)
    moves = sum(entry.type == "move" for entry in journal.game_entries(name))
    assert (found, session.line.ply) == (name, moves)


def _say(out: TextIO, text: object) -> None:
    out.write(f"{text}\n")
    out.flush()
