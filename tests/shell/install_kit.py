"""A machine to install on: a folder for its root, and a systemd that only keeps books."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.install import SERVICE, Machine
from controller.shell.install_files import (
    BEFORE_COMMAND,
    BEFORE_FILES,
    CURRENT,
    ENABLED,
    HOME,
    with_block,
)
from controller.shell.install_steps import InstallError, carry_out

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from controller.shell.install_steps import Step

ROOT = Path(__file__).parents[2]
CONFIG = (ROOT / "hardware/chess-clock-14.toml").read_text(encoding="utf-8")
BOOT = "arm_64bit=1\n[pi4]\nmax_framebuffers=2\n"


def unpacked(root: Path, version: str) -> None:
    """What the package and its postinst have put there before a version takes over."""
    folder = root / f"{HOME[1:]}/versions/{version}"
    (folder / "bin").mkdir(parents=True)
    (folder / "bin/touchmove").write_text(f"version = {version!r}\n")


def before_the_package(root: Path) -> None:
    """What `touchmove install` had made before there was a package; version 0 runs."""
    folder = root / "opt/touchmove/0"
    folder.mkdir(parents=True)
    (root / "opt/touchmove/current").symlink_to("0")
    units = root / "etc/systemd/system"
    for unit in ENABLED:
        (units / "multi-user.target.wants").mkdir(parents=True, exist_ok=True)
        (units / "multi-user.target.wants" / unit).symlink_to(f"/etc/systemd/system/{unit}")
        (units / unit).write_text("ExecStart=/opt/touchmove/current/.venv/bin/touchmove\n")
    command = root / BEFORE_COMMAND[1:]
    command.parent.mkdir(parents=True)
    command.symlink_to("/opt/touchmove/current/.venv/bin/touchmove")
    for path in BEFORE_FILES:
        (root / path[1:]).parent.mkdir(parents=True, exist_ok=True)
        (root / path[1:]).write_text("ours\n")


def snapshot(root: Path) -> dict[str, object]:
    """Everything in a folder: names, contents, modes, links."""
    found: dict[str, object] = {}
    for path in sorted(root.rglob("*")):
        name = str(path.relative_to(root))
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_dir():
            found[name] = path.stat().st_mode
        else:
            found[name] = (path.stat().st_mode, path.read_bytes())
    return found


class PowerCut(BaseException):
    """The machine is off, and nothing is undone."""


class RefusedError(OSError):
    """What a test's own failures are."""


@dataclass
class Failing:
    """A step that fails, before it is done or just after."""

    step: Step
    after: bool

    @property
    def what(self) -> str:
        return self.step.what

    def is_done(self) -> bool:
        return self.step.is_done()

    def do(self) -> None:
        if self.after:
            self.step.do()
        raise RefusedError(28, "No space left on device")

    def undo(self) -> None:
        self.step.undo()

    def finish(self) -> None:
        self.step.finish()


@dataclass
class Books:
    """What systemd and the other commands would have done.

    Attributes:
        running: the version that the service was started with; None while it is not running.
        others: further units that run.
        broken: versions that never become ready.
        refuses: versions that cannot read the journal.
        cut_at: before which step with something to do the power fails, from 0; None for never.
        fails_at: which step with something to do fails, from 0; None for none.
    """

    root: Path
    commands: list[tuple[str, ...]] = field(default_factory=list)
    running: str | None = None
    others: set[str] = field(default_factory=set)
    broken: set[str] = field(default_factory=set)
    refuses: set[str] = field(default_factory=set)
    cut_at: int | None = None
    fails_at: int | None = None
    after: bool = False
    count: int = 0
    said: list[str] = field(default_factory=list)

    def run(self, command: Sequence[str]) -> None:
        self.commands.append(tuple(command))
        match [*command]:
            case ["systemctl", "is-active", "--quiet", unit]:
                if unit not in self.others and (unit != SERVICE or self.running is None):
                    raise InstallError("inactive")
            case ["systemctl", "stop", *units]:
                if SERVICE in units:
                    self.running = None
            case ["systemctl", "restart" | "start" as verb, unit] if unit == SERVICE:
                if verb == "restart" or self.running is None:
                    self.running = None
                    self._start()
            case [program, "check-journal", *_]:
                if self._at(program).parents[1].name in self.refuses:
                    raise InstallError("its format is 2; this program reads format 1")

    def _at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def _start(self) -> None:
        # A unit of the administrator's, or from before the package, comes before the package's.
        old = self._at(f"/etc/systemd/system/{SERVICE}").exists()
        link = self._at("/opt/touchmove/current" if old else CURRENT)
        version = link.readlink().name
        if version in self.broken:
            raise InstallError("Job for touchmove.service failed: timeout")
        self.running = version


@dataclass(frozen=True, kw_only=True)
class Bookkept(Machine):
    """A machine whose root is a folder, and on which commands are run by `Books`."""

    books: Books

    @property
    def is_image(self) -> bool:
        return False

    def carry_out(self, steps: Iterator[Step]) -> int:
        if self.books.cut_at is not None:
            self._until_cut(steps)
        return carry_out(self._failing(steps), self.say, dry_run=self.dry_run)

    def _until_cut(self, steps: Iterator[Step]) -> None:
        due = (step for step in steps if not step.is_done())
        for number, step in enumerate(due):
            if number == self.books.cut_at:
                break
            step.do()
        raise PowerCut

    def _failing(self, steps: Iterator[Step]) -> Iterator[Step]:
        for step in steps:
            if step.is_done():
                yield step
                continue
            books = self.books
            fails = books.count == books.fails_at
            books.count += 1
            yield Failing(step, books.after) if fails else step


def machine(root: Path, *, dry_run: bool = False) -> Bookkept:
    """A Raspberry Pi on which nothing of ours is yet."""
    (root / "boot/firmware").mkdir(parents=True, exist_ok=True)
    config = root / "boot/firmware/config.txt"
    if not config.exists():
        config.write_text(BOOT)
    books = Books(root)
    return Bookkept(root=root, run=books.run, say=books.said.append, dry_run=dry_run, books=books)


def packaged(root: Path, version: str) -> Bookkept:
    """A Raspberry Pi on which a version of the package is installed, and no board yet."""
    pi = machine(root)
    unpacked(root, version)
    (root / CURRENT[1:]).symlink_to(f"versions/{version}")
    return pi


def ready(root: Path) -> None:
    """Buses on already, as after the first restart of the machine."""
    boot = root / "boot/firmware/config.txt"
    boot.parent.mkdir(parents=True)
    boot.write_text(with_block(BOOT, ["dtparam=i2c_arm=on,i2c_arm_baudrate=400000"]))


def no_pause(_: float) -> None:
    """No test sleeps."""


def unchanged(root: Path, act: Callable[[], None]) -> bool:
    """Whether an act that must fail leaves a folder as it was."""
    before = snapshot(root)
    try:
        act()
    except InstallError:
        return snapshot(root) == before
    raise AssertionError("nothing failed")
