"""A version that was unpacked takes over, or the one before goes on; whatever fails, and wherever."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import pytest

from controller.shell.install import SERVICE, install
from controller.shell.install_files import BEFORE_COMMAND, BEFORE_FILES, HOME
from controller.shell.install_steps import InstallError
from controller.shell.install_take_over import HUB, take_over
from tests.shell.install_kit import (
    CONFIG,
    Bookkept,
    PowerCut,
    before_the_package,
    machine,
    no_pause,
    packaged,
    ready,
    snapshot,
    unchanged,
    unpacked,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

STARTS = ("systemctl", "restart", SERVICE)


def running(root: Path) -> Bookkept:
    """A machine on which version 1 runs, and version 2 was unpacked."""
    ready(root)
    pi = packaged(root, "1")
    given = root.with_name(f"{root.name}.toml")
    given.write_text(CONFIG)
    install(pi, given)
    unpacked(root, "2")
    pi.books.count = 0
    pi.books.commands.clear()
    assert pi.books.running == "1"
    return pi


def from_before(root: Path) -> Bookkept:
    """A machine from before the package, on which version 0 runs, and version 2 was unpacked."""
    pi = machine(root)
    before_the_package(root)
    (root / "etc/touchmove").mkdir()
    (root / "etc/touchmove/board.toml").write_text(CONFIG)
    unpacked(root, "2")
    pi.books.running = "0"
    return pi


def booted(pi: Bookkept) -> str | None:
    """The version that starts with the machine."""
    pi.books.running = None
    pi.run(("systemctl", "start", SERVICE))
    return pi.books.running


MACHINES: dict[str, Callable[[Path], Bookkept]] = {"package": running, "before": from_before}


def over(pi: Bookkept, name: str = "2") -> None:
    take_over(pi, name, pause=no_pause)


@pytest.mark.parametrize("name", MACHINES)
def test_another_version_takes_over(name: str, tmp_path: Path) -> None:
    pi = MACHINES[name](tmp_path / "pi")
    over(pi)
    assert (pi.books.running, pi.current()) == ("2", "2")
    looked = [command[1] for command in pi.books.commands if command[0].startswith(HOME)]
    assert looked == ["check-config", "check-journal"]


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("name", MACHINES)
def test_a_failure_at_any_step_leaves_the_version_that_ran(
    name: str,
    after: bool,  # noqa: FBT001
    tmp_path: Path,
) -> None:
    whole = MACHINES[name](tmp_path / "whole")
    over(whole)
    assert whole.books.count >= 6
    for number in range(whole.books.count):
        pi = MACHINES[name](tmp_path / f"pi{number}")
        before = pi.books.running
        pi.books.fails_at, pi.books.after = number, after
        assert unchanged(pi.root, partial(over, pi)), pi.books.said
        assert pi.books.running == before, pi.books.said
        # And once the cause is gone it is done.
        pi.books.fails_at = None
        over(pi)
        assert (pi.books.running, pi.current()) == ("2", "2")


@pytest.mark.parametrize("name", MACHINES)
def test_what_was_cut_off_in_the_middle_is_finished_the_next_time(
    name: str, tmp_path: Path
) -> None:
    """The power fails: nothing is undone, and the machine starts with one version or the other."""
    whole = MACHINES[name](tmp_path / "whole")
    over(whole)
    for number in range(whole.books.count):
        pi = MACHINES[name](tmp_path / f"pi{number}")
        pi.books.cut_at = number
        with pytest.raises(PowerCut):
            over(pi)
        pi.books.cut_at = None
        assert booted(pi) in {"0", "1", "2"}
        over(pi)
        assert snapshot(pi.root) == snapshot(whole.root)
        assert pi.books.running == "2"


def test_a_version_that_is_never_ready_is_taken_back(tmp_path: Path) -> None:
    pi = running(tmp_path / "pi")
    pi.books.broken.add("2")
    assert unchanged(pi.root, partial(over, pi))
    assert pi.books.running == "1"


def test_a_version_that_cannot_read_the_journal_is_not_started(tmp_path: Path) -> None:
    pi = running(tmp_path / "pi")
    pi.books.refuses.add("2")
    assert unchanged(pi.root, partial(over, pi))
    assert pi.books.running == "1"
    assert STARTS not in pi.books.commands


def test_a_configuration_that_the_version_refuses_keeps_the_one_that_runs(tmp_path: Path) -> None:
    pi = running(tmp_path / "pi")
    (pi.root / "etc/touchmove/board.toml").write_text('[board]\nid = "UPPER"\n')
    with pytest.raises(ValueError, match=r"board\.id"):
        over(pi)
    assert (pi.books.running, pi.current()) == ("1", "1")


def test_where_nothing_runs_a_bad_configuration_does_not_keep_a_version_out(tmp_path: Path) -> None:
    """It may be what mends it."""
    pi = running(tmp_path / "pi")
    pi.books.running = None
    (pi.root / "etc/touchmove/board.toml").write_text('[board]\nid = "UPPER"\n')
    pi.books.broken.add("2")
    over(pi)
    assert pi.current() == "2"
    assert any("has mistakes" in line for line in pi.books.said)
    assert pi.books.said[-1] == f"{SERVICE} does not run: systemctl status {SERVICE} says why."


def test_the_same_version_again_disturbs_nobody(tmp_path: Path) -> None:
    pi = running(tmp_path / "pi")
    over(pi, "1")
    assert pi.books.running == "1"
    assert STARTS not in pi.books.commands


def test_after_a_removal_the_board_that_is_enabled_starts_again(tmp_path: Path) -> None:
    pi = running(tmp_path / "pi")
    (pi.root / f"{HOME[1:]}/current").unlink()  # as the package's removal does
    pi.books.running = None
    over(pi)
    assert pi.books.running == "2"


def test_without_a_board_nothing_is_started(tmp_path: Path) -> None:
    pi = machine(tmp_path / "pi")
    unpacked(pi.root, "2")
    over(pi)
    assert pi.current() == "2"
    assert pi.books.running is None
    assert not [command for command in pi.books.commands if "restart" in command]


def test_a_hub_that_runs_is_looked_at_and_goes_on_with_the_new_version(tmp_path: Path) -> None:
    pi = packaged(tmp_path / "pi", "1")
    unpacked(pi.root, "2")
    pi.books.others.add(HUB)
    over(pi)
    assert (
        f"{HOME}/versions/2/bin/touchmove",
        "check-config",
        "/etc/touchmove/hub.toml",
    ) in pi.books.commands
    assert ("systemctl", "restart", HUB) in pi.books.commands


def test_what_was_installed_before_makes_room(tmp_path: Path) -> None:
    pi = from_before(tmp_path / "pi")
    wants = pi.root / "etc/systemd/system/multi-user.target.wants"
    kept = pi.root / "etc/systemd/system/touchmove-hub.service"
    kept.write_text("ExecStart=/usr/local/bin/a-hub-of-somebody-else\n")
    over(pi)
    for path in ("/opt/touchmove", BEFORE_COMMAND, *BEFORE_FILES, f"/etc/systemd/system/{SERVICE}"):
        assert not (pi.root / path[1:]).exists(), path
    assert kept.exists()
    assert str((wants / SERVICE).readlink()) == f"/usr/lib/systemd/system/{SERVICE}"
    assert (pi.root / "etc/touchmove/board.toml").read_text() == CONFIG


def test_a_version_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="versions/3: there is no such version"):
        over(running(tmp_path / "pi"), "3")
