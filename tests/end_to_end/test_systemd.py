"""The service under a real systemd, as the package installs it: started, watched, killed, shut in, read-only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.end_to_end.packages import CONFIG, HOME, SERVICE, Pi, installed

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.slow, pytest.mark.needs("dpkg-deb", "dpkg-scanpackages")]


@pytest.fixture(scope="module")
def pi() -> Iterator[Pi]:
    """A machine for all tests that leave it as they found it, but for moves that were made."""
    with installed() as found:
        yield found


def test_the_service_is_ready_and_its_own_user(pi: Pi) -> None:
    assert pi.show(SERVICE, "ActiveState") == "active", pi.words()
    assert pi.show(SERVICE, "StatusText") in {"online", ""}
    pi.until(SERVICE, "StatusText", "online")
    user = pi.run("stat", "-c", "%U %G %a", "/var/lib/touchmove/journal.db").strip()
    assert user == "touchmove touchmove 640"
    status = pi.run("cat", f"/proc/{pi.main_pid}/status")
    uid = pi.run("id", "-u", "touchmove").strip()
    assert f"Uid:\t{uid}\t{uid}\t{uid}\t{uid}" in status
    assert "CapEff:\t0000000000000000" in status
    assert "Seccomp:\t2" in status
    assert "Traceback" not in pi.words()


def test_secrets_are_seen_by_the_service_alone(pi: Pi) -> None:
    pid = pi.main_pid
    folder = f"/run/credentials/{SERVICE}"
    assert pi.run("cat", f"/proc/{pid}/root{folder}/mqtt-password") == "word\n"
    as_user = ("setpriv", "--reuid=touchmove", "--regid=touchmove", "--clear-groups")
    refused = pi.run(*as_user, "cat", "/etc/touchmove/credentials/mqtt-password", check=False)
    assert "Permission denied" in refused


def test_only_two_folders_can_be_written(pi: Pi) -> None:
    inside = ("nsenter", "--target", pi.main_pid, "--mount", "--")
    as_user = (*inside, "setpriv", "--reuid=touchmove", "--regid=touchmove", "--clear-groups")
    for folder in ("/var/lib/touchmove", "/run/touchmove"):
        pi.run(*as_user, "touch", f"{folder}/written")
    for folder in ("/var/lib", "/var", "/etc/touchmove", HOME, "/usr", "/"):
        tried = pi.run(*inside, "touch", f"{folder}/written", check=False)
        assert "Read-only file system" in tried, folder
    for folder in ("/run", "/dev", "/sys", "/proc"):
        assert pi.run(*as_user, "touch", f"{folder}/written", check=False), folder


def test_a_game_goes_on_after_a_kill_and_after_a_watchdog(pi: Pi) -> None:
    pi.play()
    ply = pi.ply
    for signal in ("KILL", "STOP"):  # a program that stands still says nothing to the watchdog
        before, pid = int(pi.show(SERVICE, "NRestarts")), pi.main_pid
        pi.signal(signal)
        pi.until(SERVICE, "NRestarts", str(before + 1))
        pi.until(SERVICE, "ActiveState", "active")
        assert pi.main_pid != pid
        assert pi.ply == ply
    pi.play()
    assert pi.ply == ply + 1


def test_bad_input_is_not_tried_again_and_again(pi: Pi) -> None:
    config = pi.at("/etc/touchmove/board.toml")
    config.write_text(CONFIG.replace("bench", "wrench"))
    pi.run("systemctl", "restart", SERVICE, check=False)
    assert pi.until(SERVICE, "ActiveState", "failed", "active") == "failed"
    assert pi.show(SERVICE, "ExecMainStatus") == "2"
    assert pi.show(SERVICE, "NRestarts") == "0"
    assert "sensors.driver" in pi.words()
    config.write_text(CONFIG)
    pi.run("systemctl", "start", SERVICE)
    assert pi.show(SERVICE, "ActiveState") == "active"


def test_a_root_file_system_that_is_read_only(pi: Pi) -> None:
    ply = pi.ply
    pi.run("systemctl", "stop", SERVICE)
    pi.run("mount", "--bind", "/var/lib/touchmove", "/var/lib/touchmove")
    pi.run("mount", "-o", "remount,bind,ro", "/")
    try:
        assert "Read-only" in pi.run("touch", "/etc/x", "/usr/x", "/var/x", check=False)
        pi.run("systemctl", "start", SERVICE)
        assert pi.ply == ply
        pi.until(SERVICE, "StatusText", "online")
    finally:
        pi.run("systemctl", "stop", SERVICE)
        pi.run("mount", "-o", "remount,bind,rw", "/")
        pi.run("umount", "/var/lib/touchmove", check=False)
        pi.run("systemctl", "start", SERVICE)


def test_a_stuck_bus_is_asked_to_be_freed_and_the_request_is_taken_back(pi: Pi) -> None:
    pi.run("systemctl", "start", "touchmove-i2c-recover.path")
    pi.run("touch", "/run/touchmove/i2c-stuck")
    pi.until("touchmove-i2c-recover.service", "ActiveState", "failed")
    assert pi.show("touchmove-i2c-recover.service", "ExecMainStatus") == "1"
    assert "i2c-1: there is no bus i2c-1" in pi.words()
    assert not pi.at("/run/touchmove/i2c-stuck").exists()
    assert pi.show(SERVICE, "ActiveState") == "active"
