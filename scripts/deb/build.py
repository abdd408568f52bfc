"""The Debian package: a tree of files, and what dpkg must know of it. The same sources give the same bytes.

    scripts/package.sh            both packages into dist/
    scripts/package.sh arm64      one of them

Nothing is fetched when the package is installed: the libraries of the lock lie in it (`scripts.deb.wheels`). What
lies where, and why: docs/decisions/0026-a-debian-package.md.
"""

from __future__ import annotations

import argparse
import email.parser
import gzip
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

from scripts.deb.wheels import Target, fetch, place, unpack

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
WORK = ROOT / ".package"
"""What was fetched; git passes over it."""
PYTHONS = ("3.11", "3.13")
"""Of Debian and Raspberry Pi OS: bookworm, trixie. `control` asks for these."""
MULTIARCH = {"aarch64": "aarch64-linux-gnu", "x86_64": "x86_64-linux-gnu"}
"""Machines that the lock has libraries for, and Debian's names of them."""
MACHINES = {"arm64": ("aarch64",), "all": tuple(MULTIARCH)}
"""The packages there are, and the machines that each is for."""
UNITS = (
    "touchmove.service", "touchmove-hub.service", "touchmove-kiosk.service",
    "touchmove-i2c-recover.service", "touchmove-i2c-recover.path",
)  # fmt: skip
PLACES = {
    **{f"systemd/{name}": f"usr/lib/systemd/system/{name}" for name in UNITS},
    "systemd/sysusers.conf": "usr/lib/sysusers.d/touchmove.conf",
    "systemd/tmpfiles.conf": "usr/lib/tmpfiles.d/touchmove.conf",
    "systemd/udev.rules": "usr/lib/udev/rules.d/70-touchmove.rules",
    "systemd/kiosk.sh": "usr/lib/touchmove/package/systemd/kiosk.sh",
    "scripts/deb/launcher.py": "usr/lib/touchmove/package/bin/touchmove",
    "scripts/deb/command.sh": "usr/bin/touchmove",
    "scripts/deb/lintian-overrides": "usr/share/lintian/overrides/touchmove",
}
"""Single files of the sources, and where they lie on a machine."""
PROGRAMS = "usr/lib/touchmove/package/bin"
TREES = {
    "hardware": "usr/lib/touchmove/package/application/hardware",
    "docs": "usr/share/doc/touchmove/docs",
    "systemd": "usr/share/doc/touchmove/systemd",
}
"""Folders, and where they lie; of `systemd` only the instructions and a broker's files, the rest has its own place."""
DOCUMENTS = ("README.md", "CHANGELOG.md", "SECURITY.md")
SCRIPTS = ("postinst", "prerm", "postrm")
LEVEL = 9
"""Of zstd, which every dpkg since bookworm reads. Much sooner made and unpacked than xz, for a file a quarter larger."""
EXECUTABLE = re.compile(r"usr/bin/|usr/lib/touchmove/package/bin/|.*\.sh$")


def debian_version() -> str:
    """The version of pyproject.toml as Debian spells it: what comes before a release sorts before it."""
    found = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return re.sub(r"\.?(a|b|rc|dev)(?=\d)", r"~\1", found["project"]["version"])


def moment() -> int:
    """The time that all files have: of the newest commit, so that a package can be made again.

    Raises:
        SystemExit: there is no commit, and nobody has said another.
    """
    given = os.environ.get("SOURCE_DATE_EPOCH")
    if given is None:
        done = subprocess.run(
            ["git", "log", "-1", "--format=%ct"],  # noqa: S607 - the git that there is
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        given = done.stdout.strip()
    if not given:
        raise SystemExit(f"{ROOT} is no clone of the repository; give SOURCE_DATE_EPOCH")
    return int(given)


def tracked(folder: str) -> Iterator[str]:
    """The files of a folder of the sources, without what lies there by chance."""
    done = subprocess.run(  # noqa: S603 - our own command
        ["git", "ls-files", "--cached", "--others", "--exclude-standard", folder],  # noqa: S607
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    return (name for name in sorted(done.stdout.splitlines()) if (ROOT / name).is_file())


def application(into: Path, work: Path) -> None:
    """Our own code, as a wheel would install it: with the version that it says."""
    shutil.rmtree(work, ignore_errors=True)
    subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation",
         f"--wheel-dir={work}", str(ROOT)],
        env=os.environ | {"PIP_DISABLE_PIP_VERSION_CHECK": "1"}, check=True,
    )  # fmt: skip
    (wheel,) = work.glob("touchmove-*.whl")
    unpack(wheel, into)


def copyright_of(library: Path) -> str:
    """The words of one library's licence, as its own metadata give them."""
    told = email.parser.HeaderParser().parsestr(
        (library / "METADATA").read_text(encoding="utf-8", errors="replace")
    )
    licences = [
        told.get("License-Expression"),
        *(
            value.rpartition(" :: ")[2]
            for key, value in told.items()
            if key == "Classifier" and value.startswith("License :: ")
        ),
        (told.get("License") or "").partition("\n")[0] or None,
    ]
    return f"{told['Name']} {told['Version']}: {next(filter(None, licences), 'see its files')}"


def write(root: Path, version: str, made_at: int) -> None:
    """The files that are made from others: the copyright and the changelog."""
    libraries = sorted({copyright_of(each) for each in root.glob("usr/lib/**/lib/*/*.dist-info")})
    documents = root / "usr/share/doc/touchmove"
    text = (HERE / "copyright").read_text(encoding="utf-8")
    (documents / "copyright").write_text(
        text.replace("@LIBRARIES@", "\n".join(f"  {each}" for each in libraries)), encoding="utf-8"
    )
    date = time.strftime("%a, %d %b %Y %H:%M:%S +0000", time.gmtime(made_at))
    maintainer = re.search(
        r"(?m)^Maintainer: (.*)$", (HERE / "control").read_text(encoding="utf-8")
    )
    assert maintainer is not None
    entry = (
        f"touchmove ({version}) stable; urgency=medium\n\n  * What has changed: CHANGELOG.md.gz.\n\n"
        f" -- {maintainer[1]}  {date}\n"
    )
    (documents / "changelog.gz").write_bytes(gzip.compress(entry.encode(), mtime=0))
    changes = documents / "CHANGELOG.md"
    (documents / "CHANGELOG.md.gz").write_bytes(gzip.compress(changes.read_bytes(), mtime=0))
    changes.unlink()


def tree(root: Path, architecture: str) -> None:
    """Every file of the package but those that are made from others."""
    lock = (ROOT / "requirements/run.txt").read_text(encoding="utf-8")
    ours = root / "usr/lib/touchmove/package"
    for machine in MACHINES[architecture]:
        for python in PYTHONS:
            for wheel in fetch(Target(machine=machine, python=python), lock, WORK / "wheels"):
                unpack(wheel, ours / "lib" / place(wheel, MULTIARCH))
    application(ours / "application", WORK / f"own-{architecture}")
    single = {source: root / place for source, place in PLACES.items()}
    for folder, target in TREES.items():
        for name in tracked(folder):
            if folder != "systemd" or name.endswith(".md") or "/mosquitto/" in name:
                single.setdefault(name, root / target / name.removeprefix(f"{folder}/"))
    single |= {name: root / "usr/share/doc/touchmove" / name for name in DOCUMENTS}
    for source, file in single.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / source, file)
    (root / PROGRAMS / "touchmove-i2c-recover").symlink_to("touchmove")


def finish(root: Path, version: str, architecture: str, made_at: int) -> None:
    """Modes, times, sums, and what dpkg is told."""
    files = sorted(path for path in root.rglob("*") if path.is_file() and not path.is_symlink())
    for file in files:
        name = str(file.relative_to(root))
        file.chmod(0o755 if EXECUTABLE.match(name) else 0o644)
    sums = "".join(
        f"{hashlib.md5(file.read_bytes(), usedforsecurity=False).hexdigest()}  {file.relative_to(root)}\n"
        for file in files
    )
    # Two builds of one version differ in their names; that is how the one that runs is told from the one that comes.
    named = root / "usr/lib/touchmove/package/NAME"
    named.write_text(f"{version}-{hashlib.sha256(sums.encode()).hexdigest()[:8]}\n")
    named.chmod(0o644)
    whole = {*files, named}
    sums += f"{hashlib.md5(named.read_bytes(), usedforsecurity=False).hexdigest()}  {named.relative_to(root)}\n"
    # By Debian Policy, 5.6.20, and the same on every file system: what is no file counts as one kilobyte.
    size = sum(
        1 if path not in whole else -(-path.stat().st_size // 1024) for path in root.rglob("*")
    )
    told = root / "DEBIAN"
    told.mkdir()
    control = (HERE / "control").read_text(encoding="utf-8")
    for key, value in {"VERSION": version, "ARCHITECTURE": architecture, "SIZE": str(size)}.items():
        control = control.replace(f"@{key}@", value)
    (told / "control").write_text(control, encoding="utf-8")
    (told / "md5sums").write_text(sums, encoding="utf-8")
    for script in SCRIPTS:
        shutil.copyfile(HERE / script, told / script)
        (told / script).chmod(0o755)
    for path in sorted(root.rglob("*"), reverse=True):
        if path.is_dir():
            path.chmod(0o755)
        os.utime(path, (made_at, made_at), follow_symlinks=False)
    root.chmod(0o755)
    os.utime(root, (made_at, made_at))


def pack(root: Path, file: Path, made_at: int, level: int = LEVEL) -> Path:
    """A tree as a package."""
    file.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(  # noqa: S603 - our own command
        ["dpkg-deb", "--root-owner-group", "--threads-max=1", "-Zzstd", f"-z{level}", "--build",  # noqa: S607
         str(root), str(file)],
        env=os.environ | {"SOURCE_DATE_EPOCH": str(made_at)},
        stdout=subprocess.DEVNULL, check=True,
    )  # fmt: skip
    return file


def build(architecture: str, folder: Path, level: int = LEVEL) -> Path:
    """Makes a package; returns its file."""
    version = debian_version()
    made_at = moment()
    with tempfile.TemporaryDirectory(dir=WORK) as work:
        root = Path(work) / "root"
        tree(root, architecture)
        write(root, version, made_at)
        finish(root, version, architecture, made_at)
        return pack(root, folder / f"touchmove_{version}_{architecture}.deb", made_at, level)


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(prog="scripts/package.sh", description="makes Debian packages")
    parser.add_argument(
        "architectures",
        nargs="*",
        metavar="ARCH",
        help=f"{' or '.join(MACHINES)}; both if left out",
    )
    parser.add_argument(
        "--out", metavar="DIR", default=ROOT / "dist", type=Path, help="dist if left out"
    )
    given = parser.parse_args(arguments)
    wanted = given.architectures or list(MACHINES)
    unknown = [each for each in wanted if each not in MACHINES]
    if unknown:
        parser.error(f"there is no package for {', '.join(unknown)}, but for {', '.join(MACHINES)}")
    WORK.mkdir(exist_ok=True)
    for each in wanted:
        file = build(each, given.out)
        sys.stdout.write(f"{file} {file.stat().st_size / 1e6:.1f} MB\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
