"""Who else works on the board's electronics: its own service, or a program that was started by hand."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Final

from controller.shell.install import SERVICE, SYSTEMD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

WAIT_S: Final = 30.0
"""The service itself stops within ten seconds."""
_BUS: Final = "/dev/"


def _run(command: Sequence[str]) -> int:
    """The exit code of a command; 127 where there is none."""
    try:
        done = subprocess.run(command, capture_output=True, timeout=WAIT_S, check=False)  # noqa: S603 - ours
    except (OSError, subprocess.TimeoutExpired):
        return 127
    return done.returncode


class BoardService:
    """The board's service, as systemd keeps it. It is stopped with the operator's consent, and started again.

    Args:
        run: runs a command and gives its exit code; tests pass another.
        there: whether systemd runs this machine.

    Attributes:
        stopped: we have stopped it and not yet started it again.
    """

    def __init__(
        self, run: Callable[[Sequence[str]], int] = _run, *, there: bool | None = None
    ) -> None:
        self._run = run
        self._there = SYSTEMD.is_dir() if there is None else there
        self.stopped = False

    def running(self) -> bool:
        """Whether it runs now."""
        return self._there and self._run(("systemctl", "is-active", "--quiet", SERVICE)) == 0

    def stop(self) -> bool:
        """Stops it; whether it has stopped."""
        self._run(("systemctl", "--no-ask-password", "stop", SERVICE))
        self.stopped = not self.running()
        return self.stopped

    def start(self) -> bool:
        """Starts it again; whether it runs."""
        self._run(("systemctl", "--no-ask-password", "reset-failed", SERVICE))
        self._run(("systemctl", "--no-ask-password", "start", SERVICE))
        if running := self.running():
            self.stopped = False
        return running


def holder(uses: Iterable[str], proc: Path = Path("/proc")) -> str | None:
    """Another process that has one of these devices open, as its number and command; None for nobody, as far as we may see.

    Args:
        uses: what a configuration takes, as its electronics name it ("/dev/i2c-1 chip 0x20").
    """
    wanted = {name.split(" ")[0] for name in uses if name.startswith(_BUS)}
    for folder in proc.glob("[0-9]*"):
        if folder.name == str(os.getpid()):
            continue
        try:
            opened = {str(each.readlink()) for each in (folder / "fd").iterdir()}
            if opened & wanted:
                command = (folder / "cmdline").read_bytes().replace(b"\0", b" ").strip()
                return f"{folder.name} {command.decode(errors='replace')[:80]}"
        except OSError:
            continue  # it has ended, or is another user's
    return None
