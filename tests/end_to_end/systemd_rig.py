"""A real systemd as the first process of a small machine of its own, made of namespaces.

The machine has the files of this one, but `/etc`, `/var`, `/run` and `/opt` of its own, in memory; or else a clean root of
Debian's with nothing but Python and systemd (scripts/clean_root.sh), whose changes lie in memory too. Processes, network
and control groups are its own. systemd starts a target of the test's and nothing else. It needs root and a control
group that may be written; where these cannot be had the tests are skipped, and say so.
"""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import subprocess
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from tests.end_to_end.programs import PATIENCE_S, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

SYSTEMD = Path("/lib/systemd/systemd")
UNIFIED = (Path("/sys/fs/cgroup/unified"), Path("/sys/fs/cgroup"))
TARGET = "touchmove-test.target"
UNITS = "/etc/systemd/system"
"""All units that there are: none of this machine's are started."""
STUBS = ("sysinit", "basic", "shutdown", "local-fs", "multi-user", "paths", "sockets")
"""Targets that ordinary units hang on to; here they are empty."""

_STUBS = f"""
for name in {" ".join(STUBS)}; do
    printf '[Unit]\\nDefaultDependencies=no\\n' >{UNITS}/$name.target
done
printf '[Unit]\\nDefaultDependencies=no\\n' >{UNITS}/{TARGET}
"""
_SYSTEMD = f"""\
{SYSTEMD} --system --unit={TARGET} --show-status=no --log-target=console --log-level=notice \
    --default-standard-output=inherit </dev/null"""
_BOOT = f"""
set -eu
mount --make-rprivate /
hold=$1
mount -t tmpfs tmpfs "$hold"
mkdir "$hold/etc" "$hold/etc-work"
mount -t overlay overlay -o "lowerdir=/etc,upperdir=$hold/etc,workdir=$hold/etc-work" /etc ||
    {{ cp -a /etc/. "$hold/etc"; mount --bind "$hold/etc" /etc; }}
mount -t tmpfs -o mode=755 tmpfs /run
mount -t tmpfs -o mode=755 tmpfs /var
mount -t tmpfs -o mode=755 tmpfs /opt
mkdir -p /run/lock /var/lib /var/tmp /var/log /run/hold
mount --bind "$hold" /run/hold
mount --bind /proc/sys /proc/sys # what the kernel is told is this machine's affair
mount -o remount,bind,ro /proc/sys
umount -R /sys/fs/cgroup
mount -t cgroup2 cgroup2 /sys/fs/cgroup
ip link set lo up 2>/dev/null || true
rm -rf {UNITS} && mkdir -p {UNITS}
{_STUBS}
sh "$2"
mount --make-rshared / # as systemd makes it where it is not in a container: credentials come in that way
exec env -i container=touchmove-test PATH="$PATH" SYSTEMD_UNIT_PATH={UNITS} {_SYSTEMD}
"""
_BOOT_CLEAN = f"""
set -eu
mount --make-rprivate /
hold=$1 packages=$4
mount -t tmpfs tmpfs "$hold"
mkdir "$hold/upper" "$hold/work" "$hold/root"
mount -t overlay overlay -o "lowerdir=$3,upperdir=$hold/upper,workdir=$hold/work" "$hold/root" ||
    {{ cp -a "$3/." "$hold/root"; mount --bind "$hold/root" "$hold/root"; }}
cp "$2" "$hold/root/files"
cd "$hold/root"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount --rbind /dev dev
mount --rbind /sys sys
umount -R sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs run
mkdir -p run/lock srv/packages
mount --bind "$packages" srv/packages
pivot_root . mnt
cd /
umount -l /mnt
ip link set lo up 2>/dev/null ||
    python3 -c 'import fcntl, socket, struct; fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh", b"lo", 1))'
rm -rf {UNITS} /usr/lib/systemd/system/*.wants && mkdir -p {UNITS} # a test starts what it wants, and nothing else
{_STUBS}
sh /files
mount --make-rshared /
exec env -i container=touchmove-test PATH=/usr/sbin:/usr/bin:/sbin:/bin {_SYSTEMD}
"""
CLEAN = ROOT / ".package"
"""Where scripts/clean_root.sh puts root file systems."""


@cache
def why_not() -> str | None:
    """Why there can be no such machine here; None where there can."""
    if not SYSTEMD.exists() or shutil.which("unshare") is None:
        return "systemd or unshare is not installed"
    if os.geteuid() != 0:
        return "only root may make a machine of namespaces"
    if _group_folder() is None:
        return "there is no control group (version 2) that may be written"
    done = subprocess.run(
        ["unshare", "--mount", "--pid", "--cgroup", "--net", "--uts", "--ipc", "--fork", "true"],
        capture_output=True, check=False,
    )  # fmt: skip
    return None if done.returncode == 0 else f"no namespaces: {done.stderr.decode().strip()}"


def _group_folder() -> Path | None:
    for folder in UNIFIED:
        if (folder / "cgroup.controllers").exists() and os.access(folder, os.W_OK):
            return folder
    return None


@dataclass
class Beside:
    """A command that runs on the machine meanwhile."""

    process: subprocess.Popen[str]
    said: str = ""

    def until(self, words: str) -> str:
        """Waits until it has said something; returns all that it has said."""
        assert self.process.stdout is not None
        while words not in self.said:
            line = self.process.stdout.readline()
            assert line, f"it ended without {words!r}: {self.said}"
            self.said += line
        return self.said

    def ended(self) -> None:
        """Waits until it has ended well."""
        assert self.process.stdout is not None
        self.said += self.process.stdout.read()
        assert self.process.wait() == 0, self.said


@dataclass
class Guest:
    """The running machine.

    Attributes:
        pid: of its systemd, seen from outside.
    """

    pid: int
    log: Path

    def run(self, *command: str, check: bool = True, patience_s: float = PATIENCE_S) -> str:
        """Runs a command on the machine; returns what it said."""
        done = subprocess.run(
            ["nsenter", "--target", str(self.pid), "--all", "--", *command],
            capture_output=True, text=True, timeout=patience_s, check=False,
        )  # fmt: skip
        said = done.stdout + done.stderr
        assert done.returncode == 0 or not check, f"{command}: {said}\n{self.words()}"
        return said

    @contextlib.contextmanager
    def beside(self, *command: str) -> Iterator[Beside]:
        """Runs a command on the machine meanwhile."""
        with subprocess.Popen(
            ["nsenter", "--target", str(self.pid), "--all", "--", *command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        ) as process:  # fmt: skip
            try:
                yield Beside(process)
            finally:
                process.kill()

    def words(self) -> str:
        """What systemd and the units have said; units say it into /run/said."""
        units = self.at("/run/said")
        return self.log.read_text() + (units.read_text() if units.exists() else "")

    def show(self, unit: str, name: str) -> str:
        """A property of a unit."""
        return self.run("systemctl", "show", "--value", "-p", name, unit).strip()

    def until(self, unit: str, name: str, *wanted: str) -> str:
        """Waits until a property is one of these."""
        end_s = time.monotonic() + PATIENCE_S
        found = self.show(unit, name)
        while found not in wanted:
            assert time.monotonic() < end_s, f"{unit}: {name} is {found}\n{self.words()}"
            time.sleep(0.05)
            found = self.show(unit, name)
        return found

    def at(self, path: str) -> Path:
        """A file of the machine, seen from outside."""
        return Path(f"/proc/{self.pid}/root{path}")


@contextlib.contextmanager
def guest(prepare: str, clean: tuple[Path, Path] | None = None) -> Iterator[Guest]:
    """A machine whose systemd is up.

    Args:
        prepare: shell commands that make its files, units into `UNITS`.
        clean: the root file system that it has, and the folder that it sees as `/srv/packages`; this machine's own
            files where left out.
    """
    group_folder = _group_folder()
    assert group_folder is not None
    with tempfile.TemporaryDirectory(prefix="touchmove-") as folder:
        group = group_folder / Path(folder).name
        group.mkdir()
        hold, boot, files, log = (Path(folder) / name for name in ("hold", "boot", "files", "log"))
        hold.mkdir()
        boot.write_text(_BOOT if clean is None else _BOOT_CLEAN)
        files.write_text(prepare)
        inside = shlex.join(["sh", *map(str, (boot, hold, files, *(clean or ())))])
        outside = (
            f"echo $$ >{group}/cgroup.procs; exec unshare --mount --pid --ipc --uts --net --cgroup "
            f"--fork --kill-child --mount-proc {inside}"
        )
        with log.open("wb") as said:
            process = subprocess.Popen(
                ["sh", "-c", outside], stdout=said, stderr=said, stdin=subprocess.DEVNULL
            )
        try:
            yield _up(process, log)
        finally:
            process.kill()
            process.wait()
            _remove(group)


def _up(process: subprocess.Popen[bytes], log: Path) -> Guest:
    """Waits until the first process of the machine is systemd and answers."""
    end_s = time.monotonic() + PATIENCE_S
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
    found = None
    while found is None:
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < end_s, log.read_text()
        time.sleep(0.02)
        for pid in children.read_text().split():
            machine = Guest(int(pid), log)
            state = machine.run("systemctl", "is-system-running", check=False).strip()
            if state in {"running", "degraded"}:
                found = machine
    return found


def _remove(group: Path) -> None:
    """Removes a control group and those in it, once the kernel has buried their processes."""
    end_s = time.monotonic() + PATIENCE_S
    while group.exists():
        assert time.monotonic() < end_s, f"{group} is still in use"
        for each in sorted(group.rglob("*"), reverse=True):
            if each.is_dir():
                with contextlib.suppress(OSError):
                    each.rmdir()
        with contextlib.suppress(OSError):
            group.rmdir()
        time.sleep(0.02)
