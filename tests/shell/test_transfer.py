"""A game that goes to another board: with its plies, its times and its penalties."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from controller.core.table.clock import timer
from controller.journal.store import Journal
from controller.shell.cli import main
from controller.shell.cores import recovered_board
from tests.core.rig import WHITE, Rig

if TYPE_CHECKING:
    from pathlib import Path

CONFIG = """\
[board]
id = "board-2"
orientation = "{orientation}"
{more}

[sensors]
driver = "bench"

[journal]
folder = "other"
"""
HANDS = "1000 e2- 300 e4+ 300 w! 5000 e7- 300 e5+ 300 b! 1000"


@pytest.fixture
def played(tmp_path: Path) -> Rig:
    """A game with a clock and a warning, in the journal `own`."""
    rig = Rig(time_control="90:00+0:30").hands(HANDS)
    assert rig.command("arbiter", "penalty", side="white", kind="warning")
    keep(tmp_path, rig)
    return rig


def keep(folder: Path, rig: Rig) -> None:
    with Journal.open(folder / "own", "board-1") as journal:
        journal.append(rig.said, game_id="g1", at_us=0)


def config(folder: Path, orientation: str = "normal", more: str = "") -> list[str]:
    file = folder / "board.toml"
    file.write_text(CONFIG.format(orientation=orientation, more=more), encoding="utf-8")
    return ["transfer", "last", "--journal", str(folder / "own"), "--config", str(file)]


@pytest.mark.law("CH-8.7", "FIDE-7.2.2")
@pytest.mark.parametrize("orientation", ["normal", "turned"])
def test_a_game_goes_on_at_another_board(
    tmp_path: Path, played: Rig, orientation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(config(tmp_path, orientation)) == 0
    assert capsys.readouterr().out == "g1 of board-1 is g1 of board-2, 2 plies\n"
    with Journal.read(tmp_path / "other") as journal:
        read = recovered_board(played.settings, journal.messages_of("g1"))
        last = journal.entries(0, 10_000)[-1].body
    assert (last["kind"], last["why"]) == ("transferred", "from board board-1, g1")
    assert [line.move for line in read.line.lines] == ["e2e4", "e7e5"]
    assert read.state.penalties.counts == played.session.penalties
    spent_ms = 5400_000 + 30_000 - (timer.remaining_ms(read.state, WHITE) or 0)
    assert abs(spent_ms) < 60_000
    assert read.stage.value == "restore"


def test_a_game_that_is_over_stays_where_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rig = Rig().hands(HANDS)
    rig.command("arbiter", "result", result="1-0")
    keep(tmp_path, rig)
    assert main(config(tmp_path)) == 2
    assert "g1 is over" in capsys.readouterr().err


def test_a_game_that_the_other_board_cannot_show(
    tmp_path: Path, played: Rig, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played.moves
    assert main(config(tmp_path, more='game = "xiangqi"')) == 2
    assert "set up for xiangqi on 90" in capsys.readouterr().err


def test_the_other_board_must_not_be_running(
    tmp_path: Path, played: Rig, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played.moves
    with Journal.open(tmp_path / "other", "board-2"):
        assert main(config(tmp_path)) == 1
    assert "another process is writing this journal" in capsys.readouterr().err


def test_a_game_with_a_sealed_move_stays_until_it_is_opened(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rig = Rig().hands("1000 e2- 300 e4+ 1500")
    assert rig.command("black", "seal", box="box 1")
    keep(tmp_path, rig)
    assert main(config(tmp_path)) == 2
    assert "sealed move" in capsys.readouterr().err
