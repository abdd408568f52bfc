"""The libraries of the lock for a machine and a Python other than those that build: fetched, proved, unpacked."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from packaging.requirements import Requirement
from packaging.utils import parse_wheel_filename

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

GLIBC = range(17, 35)
"""Minor numbers of the C libraries that libraries may be built for; `control` asks for the newest of them."""
PURE = ("chess",)
"""Libraries that come as source and are pure Python; each is made into a wheel here, once."""


@dataclass(frozen=True, kw_only=True)
class Target:
    """A machine and a Python that the package is for.

    Attributes:
        machine: as the kernel calls it.
        python: as in `3.11`.
    """

    machine: str
    python: str

    @property
    def tag(self) -> str:
        return f"cp{self.python.replace('.', '')}"

    @property
    def platforms(self) -> list[str]:
        return [f"manylinux_2_{minor}_{self.machine}" for minor in GLIBC] + [
            f"manylinux2014_{self.machine}"
        ]

    @property
    def environment(self) -> dict[str, str]:
        """What the markers of the lock ask."""
        return {
            "implementation_name": "cpython",
            "platform_machine": self.machine,
            "platform_python_implementation": "CPython",
            "python_full_version": f"{self.python}.0",
            "python_version": self.python,
            "sys_platform": "linux",
        }


def locked(lock: str) -> list[tuple[Requirement, list[str]]]:
    """The libraries of a lock, each with the options that name its hashes."""
    found: list[tuple[Requirement, list[str]]] = []
    for line in lock.replace("\\\n", " ").splitlines():
        text = line.partition("#")[0].strip()
        if text:
            name, *hashes = re.split(r"\s+(?=--hash=)", text)
            found.append((Requirement(name), hashes))
    return found


def fetch(target: Target, lock: str, folder: Path) -> list[Path]:
    """The wheels of a target, each with a hash that the lock names.

    Raises:
        SystemExit: one could not be had; the message is pip's.
    """
    wanted = [
        (each, hashes)
        for each, hashes in locked(lock)
        if each.marker is None or each.marker.evaluate(target.environment)
    ]
    wheels = sorted(
        _wheels("wheel", [each for each in wanted if each[0].name in PURE], folder / "built",
                ["--no-build-isolation", *(f"--no-binary={name}" for name in PURE)])
        + _wheels("download", [each for each in wanted if each[0].name not in PURE],
                  folder / f"{target.tag}-{target.machine}",
                  ["--only-binary=:all:", "--implementation=cp",
                   f"--python-version={target.python}",
                   *(f"--platform={each}" for each in target.platforms)])
    )  # fmt: skip
    have = {(str(name), str(version)) for name, version, *_ in map(_parsed, wheels)}
    assert len(have) == len(wheels) == len(wanted), (have, wanted)
    return wheels


def _parsed(wheel: Path) -> tuple[object, ...]:
    return parse_wheel_filename(wheel.name)


def _wheels(
    verb: str,
    wanted: Iterable[tuple[Requirement, list[str]]],
    folder: Path,
    options: Iterable[str],
) -> list[Path]:
    """What pip gives for these, kept in a folder until the lock asks for others."""
    lines = [f"{each.name}{each.specifier} {' '.join(hashes)}" for each, hashes in wanted]
    text = "\n".join(lines) + "\n"
    listed = folder / "ready.txt"
    if not listed.exists() or listed.read_text(encoding="utf-8") != text:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        listed = folder / "wanted.txt"
        listed.write_text(text, encoding="utf-8")
        _pip(verb, folder, listed, options)
        listed.rename(folder / "ready.txt")
    return list(folder.glob("*.whl"))


def _pip(verb: str, folder: Path, listed: Path, options: Iterable[str]) -> None:
    into = f"--{'dest' if verb == 'download' else 'wheel-dir'}={folder}"
    done = subprocess.run(  # noqa: S603 - our own command
        [sys.executable, "-m", "pip", verb, "--quiet", "--no-deps", "--require-hashes",
         into, f"--requirement={listed}", *options],
        env=os.environ | {"PIP_NO_INPUT": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise SystemExit(
            f"{done.stderr.strip()}\nThe libraries of requirements/run.txt could not be fetched; "
            "check the network, and the index that pip is set to"
        )


def place(wheel: Path, multiarch: Mapping[str, str]) -> str:
    """In which folder of the package's `lib` a wheel belongs: by the Pythons and the machines that can load it."""
    _, _, _, tags = parse_wheel_filename(wheel.name)
    tag = next(iter(tags))
    if tag.platform == "any":
        return "any"
    machine = next(name for name in multiarch if tag.platform.endswith(name))
    python = "abi3" if tag.abi == "abi3" else tag.interpreter
    return f"{python}-{multiarch[machine]}"


def unpack(wheel: Path, folder: Path) -> None:
    """Puts the files of a wheel into a folder; commands that it brings stay out.

    Raises:
        SystemExit: another wheel has put another file there.
    """
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            first, *rest = PurePosixPath(name).parts
            if name.endswith("/") or (
                first.endswith(".data") and rest[0] not in {"purelib", "platlib"}
            ):
                continue
            file = folder.joinpath(*(rest[1:] if first.endswith(".data") else (first, *rest)))
            data = archive.read(name)
            if file.exists() and file.read_bytes() != data:
                raise SystemExit(f"{wheel.name}: {file} is there already with other contents")
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
