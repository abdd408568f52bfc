"""All games of a journal in one archive: a file for each, in the format of its records."""

from __future__ import annotations

import re
import zipfile
from typing import IO, TYPE_CHECKING

from controller.shell.export import NoSuchGame, beginning_of, text_of, told
from controller.shell.recordfiles import target_of_game
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from controller.core.messages import Message
    from controller.shell.recordfiles import Target

NAME_MAX = 80
"""Characters of the players' names in a file's name."""
MADE = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the same games give the same archive."""


def write_bundle(
    file: IO[bytes],
    games: Iterable[str],
    messages_of: Callable[[str], Sequence[Message]],
    wanted: Target | None = None,
) -> list[str]:
    """Writes the archive; games that have not begun are left out.

    Args:
        wanted: the format; None for each game's own.

    Returns:
        What could not be written, or not whole, a sentence for each game.
    """
    remarks = []
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for game_id in games:
            messages = messages_of(game_id)
            try:
                game = told(messages, wanted)
                text = text_of(game, wanted)
            except NoSuchGame:
                continue
            except RulesError as error:
                remarks.append(f"{game_id}: {error}")
                continue
            if game.warning:
                remarks.append(f"{game_id}: {game.warning}")
            archive.writestr(zipfile.ZipInfo(_name(game_id, messages, wanted), MADE), text.encode())
    return remarks


def _name(game_id: str, messages: Sequence[Message], wanted: Target | None) -> str:
    started = beginning_of(messages)
    assert started is not None  # its record was written
    form = (wanted or target_of_game(started.game)).format
    players = "-".join(filter(None, started.players.values()))
    plain = re.sub(r"[^\w]+", "-", players).strip("-")[:NAME_MAX]
    return f"{game_id}{'-' if plain else ''}{plain}{'.jsonl' if form is None else form.suffix}"
