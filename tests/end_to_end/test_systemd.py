"""The installation under a real systemd: installed, started, watched, killed, updated, taken back, read-only."""

from __future__ import annotations

import contextlib
import json
import shlex
import site
import subprocess
import sys
import sysconfig
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.end_to_end.programs import ROOT
from tests.end_to_end.systemd_rig import UNITS, Guest, guest, why_not

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

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
GAME = [("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("g8", "f6"), ("b1", "c3"), ("b8", "c6")]
ASK = """\
import sys, urllib.request
for line in sys.stdin:
    path, _, body = line.strip().partition(" ")
    url = "http://127.0.0.1:8080/api/" + path
    request = urllib.request.Request(url, body.encode() or None, {"content-type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            print(answer.read().decode(), flush=True)
    except OSError as error:
        print("null", flush=True)
"""
"""Asks the kiosk, from inside the machine: a path and a body a line."""


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


@dataclass
class Pi(Guest):
    """A machine whose board can be played on."""

    asker: subprocess.Popen[str]

    def touchmove(self, *arguments: str, check: bool = True) -> str:
        return self.run(f"/opt/touchmove/{VERSION}/.venv/bin/touchmove", *arguments, check=check)

    def ask(self, path: str, **body: str) -> dict[str, Any]:
        """Asks the kiosk of the machine."""
        assert self.asker.stdin is not None
        assert self.asker.stdout is not None
        self.asker.stdin.write(f"{path} {json.dumps(body) if body else ''}\n")
        self.asker.stdin.flush()
        found: dict[str, Any] | None = json.loads(self.asker.stdout.readline())
        assert found is not None, self.words()
        return found

    @property
    def ply(self) -> int:
        return int(self.ask("state")["view"]["ply"])

    def play(self) -> None:
        """The next move of the game."""
        ply = self.ply
        origin, target = GAME[ply]
        self.ask("bench", act="lift", point=origin)
        while origin in self.ask("state")["view"]["standing"]:
            time.sleep(0.02)
        self.ask("bench", act="place", point=target)
        while self.ply == ply:
            time.sleep(0.02)

    @property
    def main_pid(self) -> str:
        return self.show(SERVICE, "MainPID")

    @property
    def version(self) -> str:
        """The folder of the version that runs."""
        words = self.run("cat", f"/proc/{self.main_pid}/environ").split("\0")
        path = next(word for word in words if word.startswith("PYTHONPATH="))
        return path.removeprefix("PYTHONPATH=").partition(":")[0]


@pytest.fixture(scope="module")
def pi() -> Iterator[Pi]:
    """A machine for all tests that leave it as they found it, but for moves that were made."""
    with installed() as found:
        yield found


@contextlib.contextmanager
def installed() -> Iterator[Pi]:
    """A machine on which the board's service is installed and runs."""
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    with guest(prepare()) as machine:
        python = f"/opt/touchmove/{VERSION}/.venv/bin/python"
        with subprocess.Popen(
            ["nsenter", "--target", str(machine.pid), "--all", "--", python, "-c", ASK],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as asker:  # fmt: skip
            found = Pi(machine.pid, machine.log, asker)
            said = found.touchmove("install", f"/opt/touchmove/{VERSION}")
            assert f"version {VERSION}" in said
            yield found
            asker.kill()


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
    for folder in ("/var/lib", "/var", "/etc/touchmove", "/opt/touchmove", "/usr", "/"):
        tried = pi.run(*inside, "touch", f"{folder}/written", check=False)
        assert "Read-only file system" in tried, folder
    for folder in ("/run", "/dev", "/sys", "/proc"):
        assert pi.run(*as_user, "touch", f"{folder}/written", check=False), folder


def test_a_game_goes_on_after_a_kill_and_after_a_watchdog(pi: Pi) -> None:
    pi.play()
    ply = pi.ply
    for signal in ("KILL", "STOP"):  # a program that stands still says nothing to the watchdog
        before, pid = int(pi.show(SERVICE, "NRestarts")), pi.main_pid
        pi.run("kill", f"-{signal}", pid)
        pi.until(SERVICE, "NRestarts", str(before + 1))
        pi.until(SERVICE, "ActiveState", "active")
        assert pi.main_pid != pid
        assert pi.ply == ply
    pi.play()
    assert pi.ply == ply + 1


def test_another_version_goes_on_with_the_game_and_back(pi: Pi) -> None:
    ply = pi.ply
    assert "Version 2" in pi.touchmove("update", "/opt/touchmove/2", "--now")
    assert f"g1 can go on after ply {ply}" in pi.run(
        "/opt/touchmove/2/.venv/bin/touchmove",
        "check-journal",
        "--config",
        "/etc/touchmove/board.toml",
    )
    assert pi.version == "/opt/touchmove/2"
    assert pi.ply == ply
    pi.play()
    assert f"Version {VERSION}" in pi.touchmove("rollback", "--now")
    assert pi.version == f"/opt/touchmove/{VERSION}"
    assert pi.ply == ply + 1


def test_a_version_that_is_never_ready_is_taken_back(pi: Pi) -> None:
    ply, current = pi.ply, pi.at("/opt/touchmove/current").readlink()
    drop_in = pi.at(f"{UNITS}/{SERVICE}.d/99-test.conf")
    drop_in.write_text(QUICK.replace("TimeoutStartSec=20", "TimeoutStartSec=2"))
    failed = pi.touchmove("update", "/opt/touchmove/3", "--now", check=False)
    drop_in.write_text(QUICK)
    pi.run("systemctl", "daemon-reload")
    assert "systemctl restart touchmove.service failed" in failed
    assert pi.at("/opt/touchmove/current").readlink() == current
    pi.until(SERVICE, "ActiveState", "active")
    assert pi.version == str(Path("/opt/touchmove") / current)
    assert pi.ply == ply


def test_a_newer_journal_is_refused_by_the_older_version(pi: Pi) -> None:
    """A version whose journals have another format has written it."""
    older = f"/opt/touchmove/{VERSION}"
    pi.touchmove("update", "/opt/touchmove/2", "--now")
    change = "import sqlite3; sqlite3.connect('/var/lib/touchmove/journal.db').execute('PRAGMA user_version = {}')"
    pi.run(f"{older}/.venv/bin/python", "-c", change.format(3))
    refused = pi.touchmove("rollback", "--now", check=False)
    assert "its format is 3; this program reads formats 1 and 2" in refused
    assert pi.version == "/opt/touchmove/2"
    assert pi.show(SERVICE, "ActiveState") == "active"
    pi.run(f"{older}/.venv/bin/python", "-c", change.format(1))
    pi.touchmove("rollback", "--now")
    assert pi.version == older


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
    for mount in ("/", "/etc", "/opt", "/var"):
        pi.run("mount", "--bind", "/var/lib/touchmove", "/var/lib/touchmove")
        pi.run("mount", "-o", "remount,bind,ro", mount)
    try:
        assert "Read-only" in pi.run("touch", "/etc/x", "/opt/x", "/var/x", check=False)
        pi.run("systemctl", "restart", SERVICE)
        assert pi.ply == ply
        pi.until(SERVICE, "StatusText", "online")
    finally:
        for mount in ("/", "/etc", "/opt", "/var"):
            pi.run("mount", "-o", "remount,bind,rw", mount)
            pi.run("umount", "/var/lib/touchmove", check=False)


def test_a_stuck_bus_is_asked_to_be_freed_and_the_request_is_taken_back(pi: Pi) -> None:
    pi.run("systemctl", "start", "touchmove-i2c-recover.path")
    pi.run("touch", "/run/touchmove/i2c-stuck")
    pi.until("touchmove-i2c-recover.service", "ActiveState", "failed")
    assert pi.show("touchmove-i2c-recover.service", "ExecMainStatus") == "1"
    assert "i2c-1: there is no bus i2c-1" in pi.words()
    assert not pi.at("/run/touchmove/i2c-stuck").exists()
    assert pi.show(SERVICE, "ActiveState") == "active"


def test_everything_can_be_undone() -> None:
    with installed() as pi:
        pi.touchmove("uninstall")
        assert pi.show(SERVICE, "ActiveState") == "inactive"
        assert not pi.at("/opt/touchmove").exists()
        assert pi.at("/var/lib/touchmove/journal.db").exists()
        assert pi.at("/etc/touchmove/board.toml").read_text() == CONFIG
        left = {path.name for path in pi.at(UNITS).rglob("*") if path.is_file()}
        assert {name for name in left if not name.endswith(".target")} == {"99-test.conf"}
