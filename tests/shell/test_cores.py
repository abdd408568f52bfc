"""Cores by name: what replays and scores choose from."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from controller.core.settings import Settings
from controller.shell.cli import main
from controller.shell.cores import CORES, USUAL, core_named
from rules.registry import game_by_name
from rules.terms import RulesError

TRACE = Path(__file__).parents[1] / "data" / "kept" / "2026-11" / "chess-evening.jsonl.gz"
CHESS = game_by_name("chess")


@pytest.mark.parametrize("name", CORES)
def test_every_core_begins_a_game(name: str) -> None:
    settings = Settings(game=CHESS, rulebook=CHESS.rulebook)
    core = core_named(name)(settings)
    assert core.settings is settings
    assert core.health.told(0) == []
    assert core.next_deadline() is None


def test_a_core_that_there_is_not_is_named_with_those_there_are() -> None:
    with pytest.raises(RulesError, match='no core "newest"; known: old, belief'):
        core_named("newest")


def test_a_replay_follows_the_core_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(TRACE)]) == 0
    usual = capsys.readouterr().out
    assert main(["replay", str(TRACE), "--core", USUAL]) == 0
    assert capsys.readouterr().out == usual
    assert len(usual.splitlines()) > len(gzip.decompress(TRACE.read_bytes()).splitlines()) / 2


def test_a_replay_with_an_unknown_core_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(TRACE), "--core", "newest"]) == 2
    assert "known: old" in capsys.readouterr().err
