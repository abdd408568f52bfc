"""What somebody who sets a board up for the first time does wrong, and what he is told: what, where, what to do."""

from __future__ import annotations

import asyncio
import gc
import socket
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from controller.shell import cli
from controller.shell.calibrating import ready_to_save
from controller.shell.config import read_config
from controller.shell.hub.config import read_hub_config
from controller.shell.hub.running import hub_serving
from controller.shell.profile import SHOWN
from controller.shell.toml_section import ConfigError, Mistake

if TYPE_CHECKING:
    from collections.abc import Sequence

HARDWARE = Path(__file__).parents[2] / "hardware"
BOARD = '[board]\nid = "board-1"\n'
HUB = (
    '[hub]\nboards = ["a", "b"]\nfolder = "state"\n[roles.tokens]\narbiter = "sha256:'
    + "0" * 64
    + '"\n'
)


def mistakes_of(text: str | bytes) -> list[Mistake]:
    with pytest.raises(ConfigError) as caught:
        read_config(text.encode() if isinstance(text, str) else text, Path("board.toml"))
    return list(caught.value.mistakes)


@pytest.mark.parametrize(
    ("text", "line", "advice"),
    [
        (BOARD + 'id = "board-2"\n', 3, "the key stands twice"),
        (BOARD + "[board]\n", 3, "the section stands twice"),
        ("[board]\nid = board-1\n", 2, '"quotes"'),
        ('[board]\nid = "board-1\n', 2, '"quote"'),
        ("[board]\nid\n", 2, "write key = value"),
        ("[board]\nid: 1\n", 2, "write key = value"),
        (BOARD + 'game = "chess" size = 9\n', 3, "one key on each line"),
        (BOARD + '[journal]\nfolder = "C:\\games"\n', 4, "for a backslash"),
        (b"\xef\xbb\xbf" + BOARD.encode(), 1, "BOM"),
    ],
)
def test_a_slip_in_the_toml_is_told_with_what_to_write(
    text: str | bytes, line: int, advice: str
) -> None:
    (mistake,) = mistakes_of(text)
    assert mistake.line == line
    assert advice in mistake.text


def test_a_name_that_is_nearly_right_is_proposed() -> None:
    found = mistakes_of(BOARD + '[sensors]\ndriver = "mcp23107"\n')
    assert any('did you mean "mcp23017"?' in mistake.text for mistake in found)


def test_an_address_is_told_as_it_is_written() -> None:
    found = mistakes_of(BOARD + "[sensors]\naddresses = [0x20, 0x21, 0x22, 0x23, 0x28]\n")
    assert any(mistake.text.startswith("0x28 is not a chip address") for mistake in found)


def test_of_many_missing_points_some_are_named() -> None:
    found = mistakes_of(BOARD + '[sensors]\npoints = ["a1"]\n')
    (missing,) = [each.text for each in found if "are missing" in each.text]
    assert missing.endswith(f"and {63 - SHOWN} more")


@pytest.mark.parametrize(
    ("name", "says"),
    [("none.toml", "there is no such file"), (".", "is a folder"), ("shut.toml", "with sudo")],
)
def test_a_file_that_cannot_be_read_has_no_line(
    name: str,
    says: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if name == "shut.toml":  # the tests may be run by root, who may read everything

        def refuse(*_: object) -> None:
            raise PermissionError(13, "Permission denied")

        monkeypatch.setattr(Path, "open", refuse)
    assert cli.main(["check-config", str(tmp_path / name)]) == cli.BAD_INPUT
    told = capsys.readouterr().err.splitlines()[0]
    assert told.startswith(f"{tmp_path / name}: cannot be read: ")
    assert says in told


def test_a_hubs_configuration_is_checked_as_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "hub.toml"
    file.write_text(HUB)
    assert cli.main(["check-config", str(file)]) == 0
    assert "no mistakes (a hub of 2 boards)" in capsys.readouterr().out
    file.write_text(HUB.replace("folder", "fodler"))
    assert cli.main(["check-config", str(file)]) == cli.BAD_INPUT
    assert "did you mean folder?" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "remedy"),
    [
        (("wiring", "CHESS", "--svg", "no/such/folder/board.svg"), "folders are not made"),
        (("wiring", "CHESS", "--svg", "."), "not a folder"),
    ],
)
def test_a_file_that_cannot_be_written_is_told_with_a_remedy(
    arguments: Sequence[str],
    remedy: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    profile = str(HARDWARE / "chess-reed-14.toml")
    given = [profile if argument == "CHESS" else argument for argument in arguments]
    assert cli.main(given) == cli.WORLD_FAILED
    told = capsys.readouterr().err
    assert "Errno" not in told
    assert told.startswith(f"touchmove: {arguments[-1]}: ")
    assert remedy in told


def test_an_error_of_the_system_without_a_file_is_told_as_it_is() -> None:
    assert cli.in_words(OSError("no room at all")) == "no room at all"
    assert cli.in_words(ConnectionRefusedError(111, "refused")) == "[Errno 111] refused"
    assert (
        cli.in_words(OSError(28, "No space", "/x")) == "/x: No space. Check the disk and the path"
    )


def test_calibrating_asks_nobody_for_anything_where_the_result_could_not_be_saved(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile, out = str(HARDWARE / "chess-field.toml"), str(tmp_path / "none" / "learnt.json")
    given = ["calibrate", "--config", profile, "--simulated", "--out", out]
    assert cli.main(given) == cli.WORLD_FAILED
    told = capsys.readouterr()
    assert told.out == ""
    assert out in told.err
    assert "the board's service once" in told.err


def test_trying_whether_the_result_can_be_saved_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "learnt.json"
    file.write_text("the one before")
    ready_to_save(file)
    assert [path.read_text() for path in tmp_path.iterdir()] == ["the one before"]
    with pytest.raises(OSError, match=r"cannot be written: .*; try it with sudo"):
        ready_to_save(file / "learnt.json")


def test_a_lamp_cannot_die_on_a_board_without_lamps(capsys: pytest.CaptureFixture[str]) -> None:
    profile = str(HARDWARE / "chess-clock-14.toml")
    given = ["doctor", "--config", profile, "--simulated", "--plant", "dead-lamp"]
    assert cli.main(given) == cli.BAD_INPUT
    assert "the board has no lamps" in capsys.readouterr().err


@pytest.mark.parametrize("command", [("install",), ("take-over", "1")])
def test_an_image_that_is_not_mounted_is_not_made(
    command: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    root = tmp_path / "mnt"
    config = ["--config", str(HARDWARE / "chess-reed-14.toml")] if command == ("install",) else []
    assert cli.main([*command, *config, "--root", str(root)]) == cli.WORLD_FAILED
    assert "mount the image there" in capsys.readouterr().err
    assert not root.exists()


def test_without_the_package_it_is_said_what_comes_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--config", str(HARDWARE / "chess-reed-14.toml"), "--root", str(tmp_path)]
    assert cli.main(["install", *given]) == cli.WORLD_FAILED
    assert "first: sudo apt install ./touchmove_" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_a_hub_whose_port_is_taken_leaves_nothing_half_begun(tmp_path: Path) -> None:
    async def begin(port: int) -> None:
        text = f'{HUB}[kiosk]\nport = {port}\n[mqtt]\nhost = "127.0.0.1"\n'
        config = read_hub_config(text.encode(), tmp_path / "hub.toml")
        with pytest.raises(OSError, match="the port is taken"):
            async with hub_serving(config):
                pass
        gc.collect()  # a coroutine that was never awaited would warn here, and a warning is an error

    with socket.create_server(("127.0.0.1", 0)) as taken:
        asyncio.run(begin(taken.getsockname()[1]))
