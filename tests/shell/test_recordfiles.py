"""Files of records: what they are called, how they are read, and that they are written whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.shell.recordfiles import (
    Target,
    fitting,
    target_by_name,
    target_by_suffix,
    targets,
    write_whole,
)
from rules.formats import FORMATS
from rules.registry import GAMES
from rules.terms import RulesError

if TYPE_CHECKING:
    from pathlib import Path


def test_games_go_only_into_formats_that_keep_them() -> None:
    for target in targets().values():
        for game in GAMES:
            if target.format is None or game in target.format.games:
                assert fitting(target, game) == target
            elif game == "xiangqi" and target == target_by_name("pgn"):
                assert fitting(target, game).format == FORMATS["xqpgn"]
            else:
                with pytest.raises(RulesError, match=f"this is a game of {game}; its format is"):
                    fitting(target, game)


def test_names_of_targets() -> None:
    assert target_by_name("trace") == Target(format=None)
    assert target_by_name("pdn-full") == target_by_name("full") != target_by_name("pdn")
    assert target_by_name("pdn-short") == target_by_name("pdn")
    for alone in ("sgf-sgf", "pgn-san", "san"):
        with pytest.raises(RulesError, match=r"known: pgn, pdn \(short, full, numeric\), xqpgn \("):
            target_by_name(alone)
    assert len(set(targets())) == len(targets())
    assert target_by_suffix("a/b.JSONL") == Target(format=None)
    assert target_by_suffix("a/b.txt") is None
    for each in FORMATS.values():
        found = target_by_suffix(f"x{each.suffix}")
        assert found is not None
        assert found.format is not None
        assert found.format.suffix == each.suffix


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    file = tmp_path / "out.pgn"
    file.write_text("before", encoding="utf-8")
    file.chmod(0o640)
    with pytest.raises(UnicodeEncodeError):
        write_whole(file, "after\ud800")
    assert file.read_text(encoding="utf-8") == "before"
    link = tmp_path / "link.pgn"
    link.symlink_to(file)
    write_whole(link, "after")
    assert (link.is_symlink(), file.read_text(encoding="utf-8")) == (True, "after")
    assert file.stat().st_mode & 0o777 == 0o640
    assert sorted(tmp_path.iterdir()) == [link, file]
