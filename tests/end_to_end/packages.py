"""The Debian package as tests need it: built once for the sources as they are, and versions of it that behave badly."""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import re
import shutil
import subprocess
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from scripts.deb import build
from tests.end_to_end.systemd_rig import CLEAN, UNITS, Guest, guest, why_not
from tests.test_architecture import tracked

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT = build.ROOT
SERVICE = "touchmove.service"
VERSION = build.debian_version()
HOME = "/usr/lib/touchmove"
APT_S = 400.0
"""How long a package may take on a machine that has other things to do."""
UNUSED = ("reportlab", "pygments", "setuptools")
"""Large libraries that the service itself does not load; without them the variants are installed sooner."""
QUICK_LEVEL = 1
"""Of compression: what is installed once is not made small at leisure."""
KEPT_S = 1800
INPUTS = (
    "controller/",
    "drivers/",
    "rules/",
    "hardware/",
    "docs/",
    "systemd/",
    "scripts/deb/",
    "requirements/run.txt",
    "tests/end_to_end/packages.py",
)
GAME = [("e2", "e4"), ("e7", "e5"), ("g1", "f3"), ("g8", "f6"), ("b1", "c3"), ("b8", "c6")]
GAME += [("f1", "c4"), ("f8", "c5"), ("d2", "d3"), ("d7", "d6"), ("h2", "h3"), ("h7", "h6")]
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
PREPARE = f"""
mkdir -p /etc/touchmove/credentials {UNITS}/{SERVICE}.d {UNITS}/touchmove-i2c-recover.service.d
cat >/srv/board.toml <<'END'
{CONFIG}END
echo word >/etc/touchmove/credentials/mqtt-password
echo sha256:{"0" * 64} >/etc/touchmove/credentials/token-arbiter
chmod 600 /etc/touchmove/credentials/*
printf '[Service]\\nStandardError=append:/run/said\\n' >{UNITS}/touchmove-i2c-recover.service.d/99-test.conf
cat >{UNITS}/{SERVICE}.d/99-test.conf <<'END'
{QUICK}END
"""
"""A board's configuration, its secrets, and what the test changes in the units."""


def _rewrite(file: Path, text: str) -> None:
    """Gives a file another text; what it was linked with keeps its own."""
    mode = file.stat().st_mode
    file.unlink()
    file.write_text(text, encoding="utf-8")
    file.chmod(mode)


def _no_start(root: Path) -> None:
    launcher = root / f"{HOME[1:]}/package/bin/touchmove"
    here = "use_libraries()\nif"
    text = launcher.read_text(encoding="utf-8")
    assert here in text
    _rewrite(launcher, text.replace(here, f'if "run" in sys.argv:\n    sys.exit(1)\n{here}'))


def _broken(root: Path) -> None:
    _rewrite(root / f"{HOME[1:]}/package/application/controller/shell/cli.py", "def\n")


def _not_unpacked(root: Path) -> None:
    script = root / "DEBIAN/preinst"
    script.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    script.chmod(0o755)


VARIANTS: dict[str, Callable[[Path], None]] = {
    VERSION: lambda _: None,
    "2": lambda _: None,
    "3": _no_start,
    "4": _broken,
    "5": _not_unpacked,
}
"""Versions of the package that the tests install: two sound ones, one whose service does not start, one that is no program,
one that dpkg cannot unpack."""


def built() -> Path:
    """A folder with the packages and their variants for this machine alone in `variants`.

    Skips the test where they cannot be made; in CI that is a failure.
    """
    try:
        return make()
    except SystemExit as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(str(error))


@cache
def make() -> Path:
    """Makes the folder, once for the sources as they are.

    Raises:
        SystemExit: the libraries could not be fetched.
    """
    build.WORK.mkdir(exist_ok=True)
    digest = hashlib.sha256(str(build.moment()).encode())
    for name in sorted(tracked()):
        if name.startswith(INPUTS) or "/" not in name:
            digest.update(name.encode() + (ROOT / name).read_bytes())
    folder = build.WORK / f"built-{digest.hexdigest()[:16]}"
    with (build.WORK / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # the other workers wait for the one that builds
        if not folder.exists():
            for old in build.WORK.glob("built-*"):
                if time.time() - old.stat().st_mtime > KEPT_S:  # nobody's tests use it any more
                    shutil.rmtree(old)
            new = build.WORK / "building"
            shutil.rmtree(new, ignore_errors=True)
            for architecture in build.MACHINES:
                build.build(architecture, new, QUICK_LEVEL)
            _make_variants(new / f"touchmove_{VERSION}_all.deb", new / "variants")
            new.rename(folder)
    return folder


def _make_variants(deb: Path, folder: Path) -> None:
    folder.mkdir()
    base, root = folder / "base", folder / "root"
    subprocess.run(["dpkg-deb", "-R", deb, base], check=True)
    libraries = base / f"{HOME[1:]}/package/lib"
    ours = f"{os.uname().machine}-linux-gnu"
    for each in [
        path for path in libraries.iterdir() if path.name != "any" and ours not in path.name
    ]:
        shutil.rmtree(each)
    for name in UNUSED:
        shutil.rmtree(libraries / "any" / name)
    (base / "DEBIAN/md5sums").unlink()
    script = base / "DEBIAN/postinst"  # polite to a game; here others are meant to wait
    script.write_text(
        script.read_text(encoding="utf-8").replace("nice -n 10 ", ""), encoding="utf-8"
    )
    control = (base / "DEBIAN/control").read_text(encoding="utf-8")
    for version, change in VARIANTS.items():
        subprocess.run(["cp", "-al", base, root], check=True)
        text = re.sub(r"(?m)^Version: .*", f"Version: {version}", control)
        _rewrite(root / "DEBIAN/control", text)
        if version != VERSION:
            _rewrite(root / f"{HOME[1:]}/package/NAME", f"{version}-test\n")
        change(root)
        build.pack(root, folder / f"touchmove_{version}_all.deb", build.moment(), QUICK_LEVEL)
        shutil.rmtree(root)
    shutil.rmtree(base)
    with (folder / "Packages").open("w", encoding="utf-8") as listed:
        subprocess.run(["dpkg-scanpackages", "--multiversion", "."], cwd=folder, stdout=listed,
                       stderr=subprocess.DEVNULL, check=True)  # fmt: skip


@dataclass
class Pi(Guest):
    """A machine whose board can be played on."""

    asker: subprocess.Popen[str]

    def apt(self, *arguments: str, check: bool = True) -> str:
        """Runs apt-get without a question; returns what it and the package have said."""
        quiet = (
            "-y",
            "-q",
            "-o",
            "Dpkg::Use-Pty=0",
            "--no-install-recommends",
            "--allow-downgrades",
        )
        return self.run("env", "DEBIAN_FRONTEND=noninteractive", "LC_ALL=C", "apt-get", *arguments, *quiet,
                        check=check, patience_s=APT_S)  # fmt: skip

    def status(self) -> str:
        """What dpkg says of the package: wanted, state, and version."""
        wanted = "${db:Status-Abbrev}${Version}"
        return self.run("dpkg-query", "-W", "-f", wanted, "touchmove", check=False).strip()

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

    def lift(self) -> tuple[str, str]:
        """The next move of the game is begun: its man is in a hand."""
        origin, target = GAME[self.ply]
        self.ask("bench", act="lift", point=origin)
        while origin in self.ask("state")["view"]["standing"]:
            time.sleep(0.02)
        return origin, target

    def place(self, target: str) -> None:
        ply = self.ply
        self.ask("bench", act="place", point=target)
        while self.ply == ply:
            time.sleep(0.02)

    def play(self) -> None:
        """The next move of the game."""
        self.place(self.lift()[1])

    @property
    def main_pid(self) -> str:
        return self.show(SERVICE, "MainPID")

    def signal(self, name: str) -> None:
        """Sends a signal to the service."""
        self.run("sh", "-c", f"kill -{name} {self.main_pid}")

    @property
    def version(self) -> str:
        """The version that runs the board."""
        return self.version_of(SERVICE)

    def version_of(self, unit: str) -> str:
        """The version that a service runs, by the folder of the libraries that it has loaded."""
        maps = self.run("cat", f"/proc/{self.show(unit, 'MainPID')}/maps")
        (found,) = {str(each) for each in re.findall(rf"{HOME}/versions/([^/]+)-[^-/]+/", maps)}
        return found


@contextlib.contextmanager
def machine(suite: str = "bookworm", prepare: str = PREPARE) -> Iterator[Pi]:
    """A clean machine that sees the packages in /srv/packages, and has them in a repository of its own.

    Args:
        suite: of Debian.
        prepare: more of its files.
    """
    root, reason = CLEAN / f"root-{suite}", why_not()
    if reason is None and not root.is_dir():
        reason = f"there is no clean root: scripts/clean_root.sh {suite}"
    if reason is not None:
        pytest.skip(reason)
    source = "echo 'deb [trusted=yes] file:/srv/packages/variants ./' >/etc/apt/sources.list\n"
    with guest(source + prepare, (root, built())) as found:
        found.run("apt-get", "update", "-q", patience_s=APT_S)
        with subprocess.Popen(
            ["nsenter", "--target", str(found.pid), "--all", "--", "/usr/bin/python3", "-c", ASK],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        ) as asker:  # fmt: skip
            yield Pi(found.pid, found.log, asker)
            asker.kill()


@contextlib.contextmanager
def installed(version: str = VERSION) -> Iterator[Pi]:
    """A machine on which the package is installed and its board runs."""
    with machine() as pi:
        said = pi.apt("install", f"touchmove={version}")
        assert "waits to be told which board this is" in said
        pi.run("touchmove", "install", "--config", "/srv/board.toml")
        yield pi


if __name__ == "__main__":  # ./check makes them before the tests begin: it may take a minute or two
    make()
