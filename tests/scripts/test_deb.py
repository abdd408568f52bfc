"""The Debian packages as they are delivered: what is in them, for which machines, and that they can be made again."""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import struct
import subprocess
import sys
from email.parser import HeaderParser
from functools import cache
from pathlib import Path

import pytest

from scripts.deb import build
from scripts.deb.wheels import Target, locked, place
from tests.end_to_end.packages import QUICK_LEVEL, built

LOCK = (build.ROOT / "requirements/run.txt").read_text(encoding="utf-8")
PACKAGE = "usr/lib/touchmove/package"
MACHINE_OF_ELF = {62: "x86_64", 183: "aarch64"}
"""e_machine of an ELF file (System V ABI, "Machine Information")."""

pytestmark = [pytest.mark.slow, pytest.mark.needs("dpkg-deb")]


@cache
def deb(architecture: str) -> Path:
    return built() / f"touchmove_{build.debian_version()}_{architecture}.deb"


@pytest.fixture(scope="module", params=sorted(build.MACHINES))
def unpacked(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[str, Path]:
    """An architecture, and the files of its package."""
    folder = tmp_path_factory.mktemp("unpacked") / "root"
    subprocess.run(["dpkg-deb", "-R", deb(request.param), folder], check=True)
    return request.param, folder


def test_what_dpkg_is_told(unpacked: tuple[str, Path]) -> None:
    architecture, root = unpacked
    control = HeaderParser().parsestr((root / "DEBIAN/control").read_text(encoding="utf-8"))
    assert control["Package"] == "touchmove"
    assert control["Version"] == build.debian_version()
    assert control["Architecture"] == architecture
    assert "python3 (>= 3.11)" in control["Depends"]
    assert control["Recommends"] == "python3-lgpio, python3-spidev"
    sums = (root / "DEBIAN/md5sums").read_text(encoding="utf-8").splitlines()
    files = {str(path.relative_to(root)) for path in root.rglob("*") if path.is_file()}
    assert {line[34:] for line in sums} == {
        name for name in files if not name.startswith("DEBIAN/") and not (root / name).is_symlink()
    }
    for line in sums:
        data = (root / line[34:]).read_bytes()
        assert line[:32] == hashlib.md5(data, usedforsecurity=False).hexdigest(), line


def test_every_file_lies_where_a_package_may_put_it(unpacked: tuple[str, Path]) -> None:
    """Nothing in /etc: what is there is the administrator's, and dpkg never asks about it."""
    _, root = unpacked
    tops = {
        "/".join(path.relative_to(root).parts[:3]) for path in root.rglob("*") if path.is_file()
    }
    assert {top for top in tops if not top.startswith("DEBIAN")} == {
        "usr/bin/touchmove", "usr/lib/touchmove", "usr/lib/systemd", "usr/lib/sysusers.d",
        "usr/lib/tmpfiles.d", "usr/lib/udev", "usr/share/doc", "usr/share/lintian",
    }  # fmt: skip
    assert not list(root.rglob("__pycache__"))
    for unit in build.UNITS:
        text = (root / "usr/lib/systemd/system" / unit).read_text(encoding="utf-8")
        for path in re.findall(r"/usr/lib/touchmove/current/(\S+)", text):
            assert (root / PACKAGE / path).is_file(), f"{unit}: {path}"
        for path in re.findall(r"file:///(\S+)", text):
            assert (root / path).is_file(), f"{unit}: {path}"


def test_owners_and_modes(tmp_path: Path) -> None:
    listed = subprocess.run(
        ["dpkg-deb", "-c", deb("arm64")], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert {line.split()[1] for line in listed} == {"root/root"}
    modes = {line.split()[0] for line in listed}
    assert modes == {"drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x", "lrwxrwxrwx"}


def test_the_libraries_are_those_of_the_lock(unpacked: tuple[str, Path]) -> None:
    architecture, root = unpacked
    for machine in build.MACHINES[architecture]:
        for python in build.PYTHONS:
            target = Target(machine=machine, python=python)
            wanted = {
                (each.name, str(each.specifier).removeprefix("=="))
                for each, _ in locked(LOCK)
                if each.marker is None or each.marker.evaluate(target.environment)
            }
            tags = ("any", *(f"{tag}-{build.MULTIARCH[machine]}" for tag in (target.tag, "abi3")))
            found = {
                versioned(path)
                for tag in tags
                for path in (root / PACKAGE / "lib" / tag).glob("*.dist-info/METADATA")
            }
            assert found == wanted
    assert (
        versioned(next((root / PACKAGE / "application").glob("*.dist-info/METADATA")))[0]
        == "touchmove"
    )


def versioned(metadata: Path) -> tuple[str, str]:
    told = HeaderParser().parsestr(metadata.read_text(encoding="utf-8", errors="replace"))
    return re.sub(r"[-_.]+", "-", told["Name"]).lower(), told["Version"]


def test_binaries_are_for_the_machine_whose_folder_they_lie_in(unpacked: tuple[str, Path]) -> None:
    architecture, root = unpacked
    seen = set()
    for path in root.rglob("*"):
        if path.is_symlink() or not path.is_file():
            continue
        head = path.read_bytes()[:20]
        if head[:4] == b"\x7fELF":
            machine = MACHINE_OF_ELF[struct.unpack("<H", head[18:20])[0]]
            tag = path.relative_to(root / PACKAGE / "lib").parts[0]
            assert tag.endswith(build.MULTIARCH[machine]), path
            seen.add(tag)
    assert seen == {
        f"{tag}-{build.MULTIARCH[machine]}"
        for machine in build.MACHINES[architecture]
        for tag in ("abi3", *(f"cp{python.replace('.', '')}" for python in build.PYTHONS))
    }


@pytest.mark.needs("readelf")
def test_libraries_ask_for_none_of_the_system_that_the_package_does_not_name(
    unpacked: tuple[str, Path],
) -> None:
    """Names of the C library, of GCC's and of zlib; what else they need they bring along."""
    _, root = unpacked
    libraries = [path for path in root.rglob("*.so*") if path.is_file()]
    told = subprocess.run(
        ["readelf", "--dynamic", *libraries], capture_output=True, text=True, check=True
    ).stdout
    needed = set(re.findall(r"\(NEEDED\).*\[(.*)\]", told))
    system = {
        "libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1", "libutil.so.1",
        "libgcc_s.so.1", "libstdc++.so.6", "libz.so.1", "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1",
    }  # fmt: skip
    assert "libc.so.6" in needed
    assert needed - {path.name for path in libraries} <= system


def test_the_same_sources_give_the_same_bytes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = os.umask(0o077)
    try:
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        again = build.build("arm64", tmp_path / "out", QUICK_LEVEL)
    finally:
        os.umask(before)
    digests = [hashlib.sha256(file.read_bytes()).hexdigest() for file in (again, deb("arm64"))]
    assert digests[0] == digests[1]


@pytest.mark.needs("lintian")
def test_lintian_finds_nothing_that_is_not_explained() -> None:
    done = subprocess.run(
        # The archive of Debian itself takes no zstd, which every dpkg since bookworm reads.
        ["lintian", "--fail-on", "error,warning", "--suppress-tags", "malformed-deb-archive",
         deb("arm64")],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    overrides = (build.HERE / "lintian-overrides").read_text(encoding="utf-8")
    for group in re.findall(r"((?:^touchmove: .*\n)+)", overrides, re.MULTILINE):
        assert overrides.partition(group)[0].splitlines()[-1].startswith("#"), (
            "an override without its reason"
        )


def test_a_package_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        build.main(["riscv64"])
    assert "there is no package for riscv64, but for arm64, all" in capsys.readouterr().err


@pytest.mark.parametrize("name", [*build.SCRIPTS, "command.sh"])
def test_scripts_are_shell(name: str) -> None:
    assert subprocess.run(["sh", "-n", build.HERE / name], check=False).returncode == 0


def test_a_system_without_libraries_is_told(tmp_path: Path) -> None:
    launcher = tmp_path / "bin/touchmove"
    launcher.parent.mkdir()
    shutil.copy(build.HERE / "launcher.py", launcher)
    (tmp_path / "lib/cp39-elsewhere").mkdir(parents=True)
    done = subprocess.run([sys.executable, launcher], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert re.match(
        r"touchmove: this package has no libraries for cp\d+-\S+; it has those for cp39-elsewhere\. Install",
        done.stderr,
    )


def test_wheels_are_placed_by_what_can_load_them() -> None:
    names = {
        "segno-1.6.6-py3-none-any.whl": "any",
        "cryptography-50.0.2-cp311-abi3-manylinux_2_17_aarch64.whl": "abi3-aarch64-linux-gnu",
        "cffi-2.1.1-cp313-cp313-manylinux2014_x86_64.manylinux_2_17_x86_64.whl": "cp313-x86_64-linux-gnu",
    }
    assert {name: place(Path(name), build.MULTIARCH) for name in names} == names
