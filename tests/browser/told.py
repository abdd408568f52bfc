"""States of the page that the core itself told, recorded from the frozen evenings (`tests.corpora`).

    python -m tests.browser.told        # plays some of them again, and writes tests/data/told-states.json.gz

Of what asks for people, the first of each kind of state is kept, by game.
"""

from __future__ import annotations

import gzip
import io
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

import msgspec

from controller.core.view import View
from controller.shell.cores import new_board
from controller.shell.replay import effects_of, settings
from controller.shell.trace import read_trace
from tests.browser.games import PLIES

if TYPE_CHECKING:
    from collections.abc import Iterator

DATA = Path(__file__).resolve().parents[1] / "data"
FILE = DATA / "told-states.json.gz"
EACH = 10
"""Evenings of each kind of hands and game that are played again."""


def told() -> dict[str, list[View]]:
    """The recorded states, by game."""
    return msgspec.json.decode(gzip.decompress(FILE.read_bytes()), type=dict[str, list[View]])


def kind_of(view: View) -> tuple[object, ...] | None:
    """What kind of state it is; None where nobody is asked for anything."""
    found, asked, back, pending = view.irregularity, view.question, view.restore, view.pending
    if not (found or asked or back or pending or view.result):
        return None
    return (
        view.stage,
        found and (found.kind, found.doubt, found.remedy),
        asked and (asked.reason, len(asked.candidates)),
        back and back.why,
        pending and pending.kind,
        view.obligation is not None,
        view.result and view.result["termination"],
    )


def _views(game: str) -> Iterator[View]:
    for hands in ("physical", "other", "simulate"):
        with ZipFile(DATA / "corpora" / f"{hands}-{game}.zip") as archive:
            names = [name for name in archive.namelist() if name.endswith(".jsonl")]
            for name in names[:: max(1, len(names) // EACH)][:EACH]:
                header, lines = read_trace(io.BytesIO(archive.read(name)), name)
                board = new_board(settings(header))
                for _, _, effects in effects_of(header, lines, board):
                    if effects.messages:
                        yield board.view()


def main() -> None:
    """Writes the file."""
    found: dict[str, list[View]] = {}
    for game in PLIES:
        first: dict[tuple[object, ...], View] = {}
        for view in _views(game):
            if (kind := kind_of(view)) is not None:
                first.setdefault(kind, view)
        found[game] = list(first.values())
    FILE.write_bytes(gzip.compress(msgspec.json.encode(found), mtime=0))


if __name__ == "__main__":
    main()
