"""The installation under a real systemd: installed, started, watched, killed, updated, taken back, read-only."""

from __future__ import annotations

import json
import os
import shlex
import site
import sys
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.end_to_end.programs import ROOT
from tests.end_to_end.systemd_rig import UNITS, Guest, guest, why_not

if TYPE_CHECKING:
    from collections.abc import Iterator

SERVICE = "touchmove.service"
VERSION = "0.1.0"
CONFIG = """\
[board]
id = "board-1"
[sensors]
driver = "bench"
scan_hz = 50
[mqtt]
username = "board-1"
password_file = "credential:mqtt-password"
[kiosk]
open_roles = ["operator"]
[roles.tokens]
arbiter = "credential:token-arbiter"
"""
QUICK = """\
[Service]
WatchdogSec=2
TimeoutStartSec=20
TimeoutAbortSec=1
RestartSec=100ms
StandardOutput=append:/run/said
StandardError=append:/run/said
"""
"""What the test changes in the unit, so that it need not wait for long."""
SAY = "StandardError=append:/run/said\\n"
ASK = """\
import json, sys, urllib.request
body = None if len(sys.argv) < 3 else sys.argv[2].encode()
url = "http://127.0.0.1:8080/api/" + sys.argv[1]
request = urllib.request.Request(url, body, headers={"content-type": "application/json"})
with urllib.request.urlopen(request, timeout=20) as answer:
    print(answer.read().decode())
"""


def prepare() -> str:
    """The machine's files: Python with the libraries, two versions of the application, configuration, secrets."""
    python = f"/opt/python/bin/python{sys.version_info.major}.{sys.version_info.minor}"
    packages = sysconfig.get_paths()["purelib"]
    assert packages in site.getsitepackages()
    return f"""
mkdir -p /opt/python /opt/packages /opt/touchmove /etc/touchmove/credentials
mount --bind {shlex.quote(sys.base_prefix)} /opt/python
mount --bind {shlex.quote(packages)} /opt/packages
copy() {{ # copy VERSION FOLDER: what the installer's first steps make
    mkdir "$2"
    (cd {shlex.quote(str(ROOT))} && tar -c --exclude=__pycache__ controller drivers rules hardware systemd docs \\
        requirements scripts pyproject.toml README.md LICENSE CHANGELOG.md SECURITY.md demo) | tar -x -C "$2"
    sed -i "s/^version = .*/version = \\"$1\\"/" "$2/pyproject.toml"
    mkdir -p "$2/.venv/bin"
    printf '%s\\n' '#!/bin/sh' 'PYTHONHOME=/opt/python LD_LIBRARY_PATH=/opt/python/lib \\
        PYTHONPATH='/opt/touchmove/$1':/opt/packages exec {python} "$@"' >"$2/.venv/bin/python"
    printf '%s\\n' '#!/bin/sh' \\
        'exec /opt/touchmove/'$1'/.venv/bin/python -m controller.shell.cli "$@"' >"$2/.venv/bin/touchmove"
    chmod +x "$2"/.venv/bin/*
    touch "$2/.venv/touchmove-pi"
}}
copy {VERSION} /opt/touchmove/{VERSION}
copy 2 /opt/touchmove/2
copy 3 /opt/touchmove/3
printf '%s\\n' '#!/bin/sh' '[ "$1" != run ] || exec sleep 1000' >/opt/touchmove/3/.venv/bin/touchmove
cat >/etc/touchmove/board.toml <<'END'
{CONFIG}END
echo word >/etc/touchmove/credentials/mqtt-password
echo sha256:{"0" * 64} >/etc/touchmove/credentials/token-arbiter
chmod 600 /etc/touchmove/credentials/*
mkdir -p {UNITS}/{SERVICE}.d {UNITS}/touchmove-i2c-recover.service.d
printf '[Service]\n{SAY}' >{UNITS}/touchmove-i2c-recover.service.d/99-test.conf
cat >{UNITS}/{SERVICE}.d/99-test.conf <<'END'
{QUICK}END
"""


@pytest.fixture(scope="module")
def pi() -> Iterator[Guest]:
    """A machine on which the board's service is installed and runs."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    with guest(prepare()) as machine:
        said = touchmove(machine, "install", f"/opt/touchmove/{VERSION}")
        assert f"version {VERSION}" in said
        yield machine


def touchmove(pi: Guest, *arguments: str, check: bool = True) -> str:
    program = f"/opt/touchmove/{VERSION}/.venv/bin/touchmove"
    return pi.run(program, *arguments, check=check)


def ask(pi: Guest, path: str, **body: str) -> dict[str, Any]:
    """Asks the kiosk of the machine."""
    data = [json.dumps(body)] if body else []
    python = f"/opt/touchmove/{VERSION}/.venv/bin/python"
    found: dict[str, Any] = json.loads(pi.run(python, "-c", ASK, path, *data))
    return found


def move(pi: Guest, origin: str, target: str) -> None:
    """A man goes from point to point."""
    ask(pi, "bench", act="lift", point=origin)
    while origin in ask(pi, "state")["view"]["standing"]:
        pass
    ask(pi, "bench", act="place", point=target)
    ply = ply_of(pi)
    while ply_of(pi) == ply:
        pass


def ply_of(pi: Guest) -> int:
    return int(ask(pi, "state")["view"]["ply"])


def main_pid(pi: Guest) -> str:
    return pi.show(SERVICE, "MainPID")


def said(pi: Guest) -> str:
    return pi.at("/run/said").read_text()


def test_the_service_is_ready_and_its_own_user(pi: Guest) -> None:
    assert pi.show(SERVICE, "ActiveState") == "active", said(pi)
    assert pi.show(SERVICE, "StatusText") in {"online", ""}
    pi.until(SERVICE, "StatusText", "online")
    user = pi.run("stat", "-c", "%U %G %a", "/var/lib/touchmove/journal.db").strip()
    assert user == "touchmove touchmove 640"
    status = pi.run("cat", f"/proc/{main_pid(pi)}/status")
    uid = pi.run("id", "-u", "touchmove").strip()
    assert f"Uid:\t{uid}\t{uid}\t{uid}\t{uid}" in status
    assert "CapEff:\t0000000000000000" in status
    assert "Seccomp:\t2" in status
    assert "Traceback" not in said(pi)


def test_secrets_are_seen_by_the_service_alone(pi: Guest) -> None:
    pid = main_pid(pi)
    folder = f"/run/credentials/{SERVICE}"
    assert pi.run("cat", f"/proc/{pid}/root{folder}/mqtt-password") == "word\n"
    as_user = ("setpriv", "--reuid=touchmove", "--regid=touchmove", "--clear-groups")
    refused = pi.run(*as_user, "cat", "/etc/touchmove/credentials/mqtt-password", check=False)
    assert "Permission denied" in refused


def test_only_two_folders_can_be_written(pi: Guest) -> None:
    inside = ("nsenter", "--target", main_pid(pi), "--mount", "--")
    as_user = (*inside, "setpriv", "--reuid=touchmove", "--regid=touchmove", "--clear-groups")
    for folder in ("/var/lib/touchmove", "/run/touchmove"):
        pi.run(*as_user, "touch", f"{folder}/written")
    for folder in ("/var/lib", "/var", "/etc/touchmove", "/opt/touchmove", "/usr", "/"):
        tried = pi.run(*inside, "touch", f"{folder}/written", check=False)
        assert "Read-only file system" in tried, folder
    for folder in ("/run", "/dev", "/sys", "/proc"):
        assert pi.run(*as_user, "touch", f"{folder}/written", check=False), folder


def test_a_game_goes_on_after_a_kill_and_after_a_watchdog(pi: Guest) -> None:
    move(pi, "e2", "e4")
    assert ply_of(pi) == 1
    for signal in ("KILL", "STOP"):  # a program that stands still says nothing to the watchdog
        before, pid = int(pi.show(SERVICE, "NRestarts")), main_pid(pi)
        pi.run("kill", f"-{signal}", pid)
        pi.until(SERVICE, "NRestarts", str(before + 1))
        pi.until(SERVICE, "ActiveState", "active")
        assert main_pid(pi) != pid
        assert ply_of(pi) == 1
    move(pi, "e7", "e5")
    assert ply_of(pi) == 2


def test_another_version_goes_on_with_the_game_and_back(pi: Guest) -> None:
    ply = ply_of(pi)
    assert "Version 2" in touchmove(pi, "update", "/opt/touchmove/2", "--now")
    assert f"g1 can go on after ply {ply}" in pi.run(
        "/opt/touchmove/2/.venv/bin/touchmove",
        "check-journal",
        "--config",
        "/etc/touchmove/board.toml",
    )
    assert "/opt/touchmove/2" in environment(pi)
    assert ply_of(pi) == ply
    move(pi, *(("g1", "f3") if ply % 2 == 0 else ("g8", "f6")))
    assert f"Version {VERSION}" in touchmove(pi, "rollback", "--now")
    assert f"/opt/touchmove/{VERSION}" in environment(pi)
    assert ply_of(pi) == ply + 1


def test_a_version_that_is_never_ready_is_taken_back(pi: Guest) -> None:
    ply, current = ply_of(pi), pi.at("/opt/touchmove/current").readlink()
    drop_in = pi.at(f"{UNITS}/{SERVICE}.d/99-test.conf")
    drop_in.write_text(QUICK.replace("TimeoutStartSec=20", "TimeoutStartSec=2"))
    failed = touchmove(pi, "update", "/opt/touchmove/3", "--now", check=False)
    drop_in.write_text(QUICK)
    pi.run("systemctl", "daemon-reload")
    assert "systemctl restart touchmove.service failed" in failed
    assert pi.at("/opt/touchmove/current").readlink() == current
    pi.until(SERVICE, "ActiveState", "active")
    assert str(Path("/opt/touchmove") / current) in environment(pi)
    assert ply_of(pi) == ply


def test_a_newer_journal_is_refused_by_the_older_version(pi: Guest) -> None:
    """A version whose journals have another format has written it."""
    older = f"/opt/touchmove/{VERSION}"
    touchmove(pi, "update", "/opt/touchmove/2", "--now")
    change = "import sqlite3; sqlite3.connect('/var/lib/touchmove/journal.db').execute('PRAGMA user_version = {}')"
    pi.run(f"{older}/.venv/bin/python", "-c", change.format(2))
    refused = touchmove(pi, "rollback", "--now", check=False)
    assert "its format is 2; this program reads format 1" in refused
    assert "/opt/touchmove/2" in environment(pi)
    assert pi.show(SERVICE, "ActiveState") == "active"
    pi.run(f"{older}/.venv/bin/python", "-c", change.format(1))
    touchmove(pi, "rollback", "--now")
    assert older in environment(pi)


def test_bad_input_is_not_tried_again_and_again(pi: Guest) -> None:
    config = pi.at("/etc/touchmove/board.toml")
    config.write_text(CONFIG.replace("bench", "wrench"))
    pi.run("systemctl", "restart", SERVICE, check=False)
    assert pi.until(SERVICE, "ActiveState", "failed", "active") == "failed"
    assert pi.show(SERVICE, "ExecMainStatus") == "2"
    assert pi.show(SERVICE, "NRestarts") == "0"
    assert "sensors.driver" in said(pi)
    config.write_text(CONFIG)
    pi.run("systemctl", "start", SERVICE)
    assert pi.show(SERVICE, "ActiveState") == "active"


def test_a_root_file_system_that_is_read_only(pi: Guest) -> None:
    ply = ply_of(pi)
    for mount in ("/", "/etc", "/opt", "/var"):
        pi.run("mount", "--bind", "/var/lib/touchmove", "/var/lib/touchmove")
        pi.run("mount", "-o", "remount,bind,ro", mount)
    try:
        assert "Read-only" in pi.run("touch", "/etc/x", "/opt/x", "/var/x", check=False)
        pi.run("systemctl", "restart", SERVICE)
        assert ply_of(pi) == ply
        pi.until(SERVICE, "StatusText", "online")
    finally:
        for mount in ("/", "/etc", "/opt", "/var"):
            pi.run("mount", "-o", "remount,bind,rw", mount)
            pi.run("umount", "/var/lib/touchmove", check=False)


def test_a_stuck_bus_is_asked_to_be_freed_and_the_request_is_taken_back(pi: Guest) -> None:
    pi.run("systemctl", "start", "touchmove-i2c-recover.path")
    pi.run("touch", "/run/touchmove/i2c-stuck")
    pi.until("touchmove-i2c-recover.service", "ActiveState", "failed")
    assert pi.show("touchmove-i2c-recover.service", "ExecMainStatus") == "1"
    assert "i2c-1: there is no bus i2c-1" in said(pi)
    assert not pi.at("/run/touchmove/i2c-stuck").exists()
    assert pi.show(SERVICE, "ActiveState") == "active"


def test_everything_can_be_undone(pi: Guest) -> None:
    touchmove(pi, "uninstall")
    assert pi.show(SERVICE, "ActiveState") == "inactive"
    assert not pi.at("/opt/touchmove").exists()
    assert pi.at("/var/lib/touchmove/journal.db").exists()
    assert pi.at("/etc/touchmove/board.toml").read_text() == CONFIG
    left = {path.name for path in pi.at(UNITS).rglob("*") if path.is_file()}
    assert {name for name in left if not name.endswith(".target")} == {"99-test.conf"}


def environment(pi: Guest) -> str:
    return pi.run("cat", f"/proc/{main_pid(pi)}/environ").replace("\0", os.linesep)
