"""A journal is opened for reading while the board goes on writing it."""

from __future__ import annotations

from pathlib import Path

import pytest

from controller.journal.store import Journal
from tests.journal.samples import lifted, started


def test_records_that_come_while_it_is_checked_are_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Journal.open(tmp_path, "b") as writer:
        game = writer.new_game_id()
        writer.append([started()], game_id=game, at_us=0)
        asked = Journal.digest_of

        def meanwhile(reader: Journal, seq: int) -> bytes:
            writer.append([lifted()], game_id=game, at_us=1)
            writer.advance_cursor("viewer", writer.newest_seq)
            return asked(reader, seq)

        monkeypatch.setattr(Journal, "digest_of", meanwhile)
        with Journal.read(tmp_path) as reader:
            assert reader.newest_seq == writer.newest_seq
