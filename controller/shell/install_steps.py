"""Steps of an installation: each can be told without being done, done again without harm, and undone.

A list of steps is carried out from the first to the last. When one fails, those before it are undone in
reverse order, so that what worked before works again. What is replaced or removed is kept aside until all
steps have succeeded.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

NEW = ".touchmove-new"
OLD = ".touchmove-old"
"""Ends of the names of what is being made, and of what was there before."""
COMMAND_S = 300
"""The longest command waits for a service that is never ready and is then stopped: 90 seconds and 15 by its unit."""


class InstallError(RuntimeError):
    """A step failed; the message says which, why, and what to do. What was done before it was undone."""


class Step(Protocol):
    """One thing that is to be so.

    Attributes:
        what: in words, for people.
    """

    @property
    def what(self) -> str: ...

    def is_done(self) -> bool:
        """Whether it is so already; then nothing is done."""

    def do(self) -> None:
        """Makes it so.

        Raises:
            OSError, InstallError: it could not be; `undo` restores what it has begun.
        """

    def undo(self) -> None:
        """Makes it as it was before `do`, also where `do` was not finished."""

    def finish(self) -> None:
        """Throws away what was kept for `undo`."""


@dataclass(kw_only=True)
class Folder:
    """A folder is there."""

    path: Path
    mode: int = 0o755
    _made: list[Path] = field(default_factory=list)

    @property
    def what(self) -> str:
        return f"make the folder {self.path}"

    def is_done(self) -> bool:
        return self.path.is_dir()

    def do(self) -> None:
        missing = []
        path = self.path
        while not path.exists():
            missing.append(path)
            path = path.parent
        for each in reversed(missing):
            each.mkdir()
            self._made.append(each)
        self.path.chmod(self.mode)

    def undo(self) -> None:
        for each in reversed(self._made):
            with contextlib.suppress(OSError):  # somebody has put something into it
                each.rmdir()
        self._made.clear()

    def finish(self) -> None:
        self._made.clear()


@dataclass(kw_only=True)
class File:
    """A file holds these bytes. It is replaced in one go: after a power cut it is the old or the new one.

    Attributes:
        keep: the old file stays beside it for good, under this end of its name; None where it need not.
    """

    path: Path
    data: bytes
    mode: int = 0o644
    keep: str | None = None
    why: str = ""
    _before: bytes | None = None
    _before_mode: int = 0
    _begun: bool = False
    _kept: bool = False

    @property
    def what(self) -> str:
        return f"write {self.path}" + (f" ({self.why})" if self.why else "")

    def is_done(self) -> bool:
        return self.path.is_file() and self.path.read_bytes() == self.data

    def do(self) -> None:
        if self.path.is_file():
            self._before = self.path.read_bytes()
            self._before_mode = self.path.stat().st_mode & 0o7777
            kept = self._aside()
            if kept is not None and not kept.exists():
                replace_file(kept, self._before, self._before_mode)
                self._kept = True
        self._begun = True
        replace_file(self.path, self.data, self._before_mode or self.mode)

    def undo(self) -> None:
        if not self._begun:
            return
        if self._before is None:
            self.path.unlink(missing_ok=True)
        else:
            replace_file(self.path, self._before, self._before_mode)
        kept = self._aside()
        if self._kept and kept is not None:
            kept.unlink(missing_ok=True)
        self._begun = self._kept = False

    def finish(self) -> None:
        self._before = None

    def _aside(self) -> Path | None:
        return None if self.keep is None else self.path.with_name(self.path.name + self.keep)


@dataclass(kw_only=True)
class Link:
    """A symbolic link leads there. It is switched in one go."""

    path: Path
    target: str
    _before: str | None = None
    _begun: bool = False

    @property
    def what(self) -> str:
        return f"link {self.path} to {self.target}"

    def is_done(self) -> bool:
        return link_target(self.path) == self.target

    def do(self) -> None:
        self._before = link_target(self.path)
        if self._before is None and self.path.exists():
            raise InstallError(f"{self.path} is there and no link; move it away and try again")
        self._begun = True
        replace_link(self.path, self.target)

    def undo(self) -> None:
        if not self._begun:
            return
        self._begun = False
        if self._before is None:
            self.path.unlink(missing_ok=True)
        else:
            replace_link(self.path, self._before)

    def finish(self) -> None:
        self._begun = False


@dataclass(kw_only=True)
class Gone:
    """A file, link or folder is not there."""

    path: Path
    _renamed: bool = False

    @property
    def what(self) -> str:
        return f"remove {self.path}"

    @property
    def aside(self) -> Path:
        """Where it is until all steps have succeeded, and for longer where the power failed."""
        return self.path.with_name(self.path.name + OLD)

    def is_done(self) -> bool:
        # What was put aside when the power failed is not gone yet.
        return not os.path.lexists(self.path) and not os.path.lexists(self.aside)

    def do(self) -> None:
        if os.path.lexists(self.path):
            remove(self.aside)
            self.path.rename(self.aside)
            self._renamed = True

    def undo(self) -> None:
        if self._renamed:
            self.aside.rename(self.path)
            self._renamed = False

    def finish(self) -> None:
        remove(self.aside)


@dataclass(kw_only=True)
class Act:
    """Commands have been run. One whose first word is "-" may fail, as in units of systemd's.

    Attributes:
        run: runs one; raises InstallError where it fails.
        back: commands that undo it.
        done: whether it need not be run.
    """

    what: str
    commands: Sequence[Sequence[str]]
    run: Callable[[Sequence[str]], None]
    back: Sequence[Sequence[str]] = ()
    done: Callable[[], bool] = lambda: False

    def is_done(self) -> bool:
        return self.done()

    def do(self) -> None:
        for command in self.commands:
            if command[0] == "-":
                self._try(command[1:])
            else:
                self.run(command)

    def undo(self) -> None:
        for command in self.back:  # it is undone as far as it can be
            self._try(command)

    def finish(self) -> None:
        """Nothing was kept."""

    def _try(self, command: Sequence[str]) -> None:
        with contextlib.suppress(InstallError):
            self.run(command)


def carry_out(steps: Iterable[Step], say: Callable[[str], None], *, dry_run: bool = False) -> int:
    """Carries out steps; returns how many had anything to do.

    Args:
        say: is told each step.
        dry_run: the steps are told and nothing is done.

    Raises:
        InstallError: one failed; all of them are undone.
    """
    done: list[Step] = []
    try:
        for step in steps:
            if step.is_done():
                say(f"  as it is   {step.what}")
                continue
            say(f"  {'would' if dry_run else 'now'}{' ' * (6 if dry_run else 8)}{step.what}")
            done.append(step)
            if not dry_run:
                step.do()
    except BaseException as error:  # a person's Ctrl-C too: nothing is left half done
        for step in reversed(done):
            say(f"  undo       {step.what}")
            step.undo()
        if isinstance(error, OSError):
            hint = "; run it with sudo" if isinstance(error, PermissionError) else ""
            raise InstallError(
                f"{done[-1].what}: {error.strerror or error}{hint}. All is as it was before"
            ) from error
        raise
    if not dry_run:
        for step in done:
            step.finish()
    return len(done)


def run_command(command: Sequence[str]) -> None:
    """Runs a command.

    Raises:
        InstallError: it failed; the message holds its last words.
    """
    try:
        found = subprocess.run(  # noqa: S603 - our own commands
            command, capture_output=True, text=True, timeout=COMMAND_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InstallError(f"{' '.join(command)}: {error}") from error
    if found.returncode != 0:
        words = "\n".join((found.stderr or found.stdout).strip().splitlines()[-12:])
        raise InstallError(f"{' '.join(command)} failed ({found.returncode}):\n{words}")


def replace_file(path: Path, data: bytes, mode: int) -> None:
    """Writes a file whole and flushed, then gives it its name."""
    new = path.with_name(path.name + NEW)
    fd = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, mode)
    try:
        os.fchmod(fd, mode)
        with open(fd, "wb", closefd=False) as file:
            file.write(data)
        os.fsync(fd)
        new.replace(path)
    finally:
        os.close(fd)
        new.unlink(missing_ok=True)


def replace_link(path: Path, target: str) -> None:
    """Makes a link lead elsewhere, without a moment in which there is none."""
    new = path.with_name(path.name + NEW)
    new.unlink(missing_ok=True)
    new.symlink_to(target)
    new.replace(path)


def link_target(path: Path) -> str | None:
    """Where a link leads; None for no link."""
    return os.readlink(path) if path.is_symlink() else None  # noqa: PTH115 - as it is written


def remove(path: Path) -> None:
    """Removes whatever is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)
