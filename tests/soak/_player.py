"""A board that is killed again and again: it takes its game up, plays on, and says what is recorded.

Arguments: the folder of its journal, the folder of a journal with the games to be played.
"""

from __future__ import annotations

import sys
from pathlib import Path
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


def main() -> None:
    with (
        Journal.read(Path(sys.argv[2])) as source,
        Journal.open(Path(sys.argv[1]), "b1") as journal,
    ):
        dice = Random(journal.newest_seq)
        for span in source.games():
            script = source.messages_of(span.game_id)
            told = journal.messages_of(span.game_id)
            assert told == script[: len(told)], "another game"
            if len(told) == len(script):
                continue
            _take_up(journal, script, span.game_id)
            for group in groups(script[len(told) :], dice):
                done = journal.append(group, game_id=span.game_id, at_us=len(told))
                _say(done[-1].seq)
                journal.advance_cursor("reader", done[-1].seq)


def _take_up(journal: Journal, script: Sequence[object], name: str) -> None:
    """As the service does after a start."""
    started = next(each for each in script if isinstance(each, GameStarted))
    game = game_by_name(started.game, started.game_options)
    settings = Settings(game=game, rulebook=game.rulebook)
    found, session = taken_up(journal, settings, None, anew=True)
    moves = sum(entry.type == "move" for entry in journal.game_entries(name))
    assert (found, session.line.ply) == (name, moves)
    _say("up")


def _say(text: object) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
