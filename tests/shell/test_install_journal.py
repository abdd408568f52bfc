"""Another version looks at the journal before it is started: can it go on, and is now a good moment?"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import TYPE_CHECKING, Self, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.core.messages import AnyMessage, Message, Restore
from controller.journal.entry import Entry, GameSpan
from controller.journal.faults import JournalError
from controller.journal.store import Journal
from controller.shell import cli
from controller.shell.config import read_config
from controller.shell.install_take_over import (
    HELD_US,
    MIDDLE,
    WAIT_S,
    _wait,
    check_journal,
    in_the_middle,
)
from tests.journal.samples import lifted, move, result, started

if TYPE_CHECKING:
    from controller.shell.config_types import Config

AT_US = 1_000_000_000


def config_in(folder: Path) -> Config:
    text = '[board]\nid = "b1"\n[journal]\nfolder = "journal"\n[sensors]\ndriver = "bench"\n'
    (folder / "board.toml").write_text(text)
    return read_config(text.encode(), folder / "board.toml")


def write(folder: Path, *messages: Message, game_id: str | None = "g1", board: str = "b1") -> None:
    with Journal.open(folder / "journal", board) as journal:
        journal.append(messages, game_id=game_id, at_us=AT_US)


def test_what_there_is_to_go_on_with(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    assert "holds no journal yet" in check_journal(config)
    write(tmp_path, started())
    assert check_journal(config) == "g1 can go on after ply 0"
    write(tmp_path, move())
    assert check_journal(config) == "g1 can go on after ply 1"
    write(tmp_path, result())
    assert "no game is under way" in check_journal(config)
    write(tmp_path, lifted(), game_id="g2")
    assert check_journal(config) == "g2 has not begun"


def change(folder: Path, statement: str) -> None:
    connection = sqlite3.connect(folder / "journal/journal.db")
    connection.execute(statement)
    connection.commit()
    connection.close()


def test_a_journal_of_a_newer_version_is_refused_and_left_as_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    config = config_in(tmp_path)
    write(tmp_path, started(), move())
    change(tmp_path, "PRAGMA user_version = 3")
    before = (tmp_path / "journal/journal.db").read_bytes()
    with pytest.raises(JournalError, match="its format is 3; this program reads formats 1 and 2"):
        check_journal(config)
    assert cli.main(["check-journal", "--config", str(tmp_path / "board.toml")]) == 1
    assert "Use the version of Touchmove that wrote it, or a newer one" in capsys.readouterr().err
    assert (tmp_path / "journal/journal.db").read_bytes() == before
    change(tmp_path, "PRAGMA user_version = 1")
    assert cli.main(["check-journal", "--config", str(tmp_path / "board.toml")]) == 0
    assert capsys.readouterr().out == "g1 can go on after ply 1\n"


def test_a_journal_of_another_board_or_a_damaged_one_is_refused(tmp_path: Path) -> None:
    config = config_in(tmp_path)
    write(tmp_path, started(), board="b2")
    with pytest.raises(JournalError, match="of board 'b2', not of 'b1'"):
        check_journal(config)
    (tmp_path / "journal/journal.db").write_bytes(b"no journal at all" * 100)
    with pytest.raises(JournalError, match="damaged"):
        check_journal(config)


def test_every_message_in_the_middle_is_one_that_there_is() -> None:
    names = {str(each.__struct_config__.tag) for each in get_args(AnyMessage)}
    assert names >= MIDDLE


@given(
    st.sampled_from([(), (started(),), (started(), lifted()), (started(), lifted(), move())]),
    st.sampled_from([None, lifted(), move(), result()]),
    st.integers(-HELD_US, 3 * HELD_US),
)
def test_a_move_is_in_the_middle_while_a_man_was_just_lifted(
    before: tuple[Message, ...], newest: Message | None, passed_us: int
) -> None:
    messages = (*before, *(() if newest is None else (newest,)))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Path, "is_file", lambda _: bool(messages))
        patch.setattr(Journal, "read", lambda _: Spans(messages))
        found = in_the_middle(Path("journal"), AT_US + passed_us)
    # Where time has gone back the machine was started anew, and nobody holds a man since then.
    held = bool(messages) and messages[-1] == lifted() and 0 <= passed_us < HELD_US
    assert found == ("lifted" if held else None)


class Spans:
    """A journal of one game, in memory."""

    def __init__(self, messages: tuple[Message, ...]) -> None:
        self.messages = messages

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is open."""

    def games(self) -> list[GameSpan]:
        finished = result() in self.messages
        return [GameSpan("g1", 1, len(self.messages), finished)] if self.messages else []

    def entries(self, after_seq: int, limit: int) -> list[Entry]:
        names = [str(each.__struct_config__.tag) for each in self.messages]
        found = [
            Entry(seq=seq, game_id="g1", type=name, body={"at_us": AT_US})
            for seq, name in enumerate(names, 1)
        ]
        return found[after_seq : after_seq + limit]


def test_the_real_journal_answers_as_that_one(tmp_path: Path) -> None:
    folder = tmp_path / "journal"
    assert in_the_middle(folder, AT_US) is None
    write(tmp_path, started(), lifted())
    assert in_the_middle(folder, AT_US + 1) == "lifted"
    write(tmp_path, move())
    assert in_the_middle(folder, AT_US + 1) is None


@pytest.mark.parametrize("done", [False, True])
def test_a_position_that_is_restored_is_waited_for_no_longer(
    done: bool,  # noqa: FBT001
    tmp_path: Path,
) -> None:
    write(tmp_path, started(), Restore(missing=[], extra=[], done=done, why="recovery"))
    found = in_the_middle(tmp_path / "journal", AT_US + 1)
    assert found == (None if done else "restore")


def test_an_upgrade_waits_for_the_end_of_a_move(tmp_path: Path) -> None:
    write(tmp_path, started(), lifted())
    said: list[str] = []
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        if len(pauses) == 3:
            write(tmp_path, move())

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("time.monotonic_ns", lambda: AT_US * 1000)
        _wait(tmp_path / "journal", said.append, pause)
    assert len(pauses) == 3
    assert said == ["  wait       until the move is made (lifted)"]


def test_an_upgrade_does_not_wait_for_ever(tmp_path: Path) -> None:
    """A package manager is waiting; a game goes on after a restart at any moment."""
    write(tmp_path, started(), lifted())
    said: list[str] = []
    pauses: list[float] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("time.monotonic_ns", lambda: AT_US * 1000)
        _wait(tmp_path / "journal", said.append, pauses.append)
    assert sum(pauses) == WAIT_S
    assert "no moment between two moves in 5 minutes" in said[-1]
