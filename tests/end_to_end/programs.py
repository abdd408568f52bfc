"""The program as users start it: in a process of its own."""

from __future__ import annotations

import contextlib
import os
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parent.parent.parent
GAMES = ROOT / "tests" / "data" / "games"
PATIENCE_S = 120.0
"""A program that takes longer has failed, even on a busy machine."""


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "controller.shell.cli", *map(str, arguments)]


def finished(*arguments: object, journal: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Runs a command to its end."""
    return subprocess.run(
        command(*arguments),
        cwd=ROOT,
        env=_environment(journal),
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


@contextlib.contextmanager
def running(*arguments: object, journal: Path | None = None) -> Iterator[subprocess.Popen[str]]:
    """A command that runs while the block does; killed at its end if it still is."""
    with subprocess.Popen(
        command(*arguments),
        cwd=ROOT,
        env=_environment(journal),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def lines_until(process: subprocess.Popen[str], pattern: str) -> re.Match[str]:
    """Reads what a program says up to a line that matches."""
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if match := re.search(pattern, line):
            return match
    raise AssertionError(f"the program ended before it said {pattern!r}: {''.join(said)}")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _environment(journal: Path | None) -> dict[str, str]:
    return os.environ | ({} if journal is None else {"TOUCHMOVE_DEMO_DIR": str(journal)})
