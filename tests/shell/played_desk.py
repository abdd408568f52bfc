"""A desk whose journal holds games that were played: one of each kind, as an earlier version wrote them."""

from __future__ import annotations

import gzip
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from controller.journal.files import FILE
from controller.journal.store import Journal
from controller.shell.desk import Entry, GameSpan
from rules.registry import GAMES
from tests import kept
from tests.shell.fake_desk import FakeDesk

if TYPE_CHECKING:
    from collections.abc import Sequence


class PlayedDesk(FakeDesk):
    """Six games, `g1` to `g6`, one of each kind.

    Attributes:
        reads: the games whose messages were read, in their order.
    """

    def __init__(self) -> None:
        super().__init__()
        names = [next(f for f in kept.files() if f.name == f"{game}-0{kept.DB}") for game in GAMES]
        self.played = {f"g{n}": _entries(file) for n, file in enumerate(names, 1)}
        self.game_id = None
        self.reads: list[str] = []

    def game_entries(self, game_id: str) -> Sequence[Entry]:
        self.reads.append(game_id)
        return self.played[game_id]

    def games(self) -> Sequence[GameSpan]:
        return [
            GameSpan(name, found[0].seq, found[-1].seq, finished=True)
            for name, found in self.played.items()
        ]


def _entries(file: Path) -> Sequence[Entry]:
    """The messages of the game in a kept journal that has the most."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / FILE).write_bytes(gzip.decompress(file.read_bytes()))
        with Journal.read(Path(folder)) as journal:
            found = [journal.game_entries(span.game_id) for span in journal.games()]
    return max(found, key=len)
