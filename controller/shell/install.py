"""`touchmove install`: this machine becomes the board that a configuration describes, in steps that can be undone.

The program comes with the Debian package. Games lie in /var/lib/touchmove, the configuration in /etc/touchmove;
both outlive every version, and the package.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.config import read_config
from controller.shell.install_files import (
    BOOT_CONFIGS,
    CONFIG,
    CURRENT,
    ENABLED,
    PACKAGED_UNITS,
    SECRETS,
    WANTS,
    boot_block,
    buses_of_choice,
    needs_of,
    with_block,
    written,
)
from controller.shell.install_steps import (
    Act,
    File,
    Folder,
    InstallError,
    Link,
    carry_out,
    link_target,
    run_command,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from controller.shell.config_types import Config
    from controller.shell.install_files import Needs
    from controller.shell.install_steps import Step

SERVICE = "touchmove.service"
KEPT = ".before-touchmove"
"""End of the name under which a file of somebody else's stays as it was."""
RELOAD = ("systemctl", "daemon-reload")
SYSTEMD = Path("/run/systemd/system")
"""Is there where systemd is the machine's first process."""


@dataclass(frozen=True, kw_only=True)
class Machine:
    """The machine that is installed on, or an image of one.

    Attributes:
        root: its root folder. With any but "/", and where no systemd runs, no command is run.
        run: runs a command on it; raises InstallError where it fails.
        say: tells a person.
        dry_run: nothing is done.
    """

    root: Path
    run: Callable[[Sequence[str]], None] = run_command
    say: Callable[[str], None] = print
    dry_run: bool = False

    @property
    def is_image(self) -> bool:
        return self.root != Path("/") or not SYSTEMD.is_dir()

    def at(self, path: str) -> Path:
        return self.root / path.lstrip("/")

    def carry_out(self, steps: Iterator[Step]) -> int:
        return carry_out(steps, self.say, dry_run=self.dry_run)

    def act(
        self,
        what: str,
        *commands: Sequence[str],
        back: Sequence[Sequence[str]] = (),
        done: Callable[[], bool] = lambda: False,
    ) -> Iterator[Step]:
        """A step of commands, told with them; none on an image."""
        if not self.is_image:
            told = "; ".join(" ".join(command).removeprefix("- ") for command in commands)
            what = f"{what}: {told}" if told else what
            yield Act(what=what, commands=commands, back=back, run=self.run, done=done)

    def is_active(self, unit: str) -> bool:
        """Whether a unit is running."""
        if self.is_image:
            return False
        try:
            self.run(("systemctl", "is-active", "--quiet", unit))
        except InstallError:
            return False
        return True

    def is_enabled(self, unit: str) -> bool:
        """Whether a unit starts with the machine."""
        return self.at(f"{WANTS}/{unit}").is_symlink()

    def current(self) -> str | None:
        """The version that runs, by the name of its folder; None for none."""
        target = link_target(self.at(CURRENT))
        return None if target is None else target.rpartition("/")[2]


def load(machine: Machine, given: Path | None) -> tuple[bytes, Config, Needs]:
    """The configuration: the one that is given, or else the one that is installed.

    Raises:
        ConfigError: with every mistake in it.
        InstallError: there is none.
    """
    file = given or machine.at(CONFIG)
    try:
        data = file.read_bytes()
    except OSError as error:
        raise InstallError(
            f"{file}: {error.strerror}; write the board's configuration (docs/operating.md) and name "
            "it: touchmove install --config FILE"
        ) from error
    config = read_config(data, file)
    return data, config, needs_of(config, data.decode())


def install(machine: Machine, given: Path | None) -> None:
    """The command `touchmove install`.

    Raises:
        ConfigError: the configuration has mistakes; nothing was done.
        InstallError: the package is not installed, or a step failed and what was done is undone.
    """
    data, _, needs = load(machine, given)
    if machine.current() is None:
        raise InstallError(
            f"{machine.root}: Touchmove's Debian package is not installed there; first: "
            "sudo apt install ./touchmove_VERSION_arm64.deb (systemd/README.md)"
        )
    boot = _boot_config(machine, needs)
    restart = boot is not None and not boot.is_done()
    count = machine.carry_out(_install_steps(machine, data, needs, boot))
    machine.say(f"{count} steps {'to do' if machine.dry_run else 'done'}.")
    for line in _advice(machine, needs, restart=restart, boot=boot):
        machine.say(line)


def _install_steps(
    machine: Machine, data: bytes, needs: Needs, boot: File | None
) -> Iterator[Step]:
    restart = boot is not None and not boot.is_done()
    # First, so that it is undone last: systemd then forgets what is gone again.
    yield from machine.act("prepare to go back, should a step fail", back=(RELOAD,))
    config = machine.at(CONFIG)
    yield Folder(path=config.parent)
    yield Folder(path=machine.at(SECRETS), mode=0o700)
    ours = [File(path=config, data=data, keep=KEPT), *board_files(machine, needs)]
    changed = not all(step.is_done() for step in ours)
    for folder in dict.fromkeys(file.path.parent for file in ours):
        yield Folder(path=folder)
    yield from ours
    if boot is not None:
        yield boot
    yield Folder(path=machine.at(WANTS))
    for unit in ENABLED:
        yield Link(path=machine.at(f"{WANTS}/{unit}"), target=f"{PACKAGED_UNITS}/{unit}")
    yield from machine.act("tell systemd of the board", RELOAD)
    if not restart and not _missing_secrets(machine, needs):
        yield from machine.act(
            "start the service and wait until the board is scanned",
            ("-", "systemctl", "reset-failed", SERVICE),
            ("systemctl", "restart", SERVICE),
            back=(("systemctl", "stop", SERVICE),),
            done=lambda: not changed and machine.is_active(SERVICE),
        )
        yield from machine.act(
            "watch for a stuck bus", ("systemctl", "start", "touchmove-i2c-recover.path")
        )


def board_files(machine: Machine, needs: Needs) -> list[File]:
    """What this version tells systemd and the kernel of the board."""
    return [
        File(path=machine.at(path), data=text.encode()) for path, text in written(needs).items()
    ]


def _boot_config(machine: Machine, needs: Needs) -> File | None:
    """The step that switches buses on; None where there is no config.txt."""
    for path in map(machine.at, BOOT_CONFIGS):
        if path.is_file():
            text = path.read_bytes().decode("utf-8", "surrogateescape")
            found = with_block(text, boot_block(needs)).encode("utf-8", "surrogateescape")
            return File(path=path, data=found, keep=KEPT, why="buses on")
    return None


def _missing_secrets(machine: Machine, needs: Needs) -> list[str]:
    """Secrets that the configuration names and nobody has written yet; without them nothing starts."""
    return [name for name in needs.secrets if not machine.at(f"{SECRETS}/{name}").is_file()]


def _advice(machine: Machine, needs: Needs, *, restart: bool, boot: File | None) -> Iterator[str]:
    """What only a person can do."""
    missing = _missing_secrets(machine, needs)
    for name in missing:
        yield f"Write the secret {name} into {SECRETS}/{name} (owner root, mode 600)."
    if missing and not restart:
        yield "Then start the board: sudo systemctl restart touchmove"
    for bus in buses_of_choice(needs):
        yield f"Switch {bus} on yourself: its pins are your choice (docs/hardware.md)."
    if boot is None and boot_block(needs):
        yield "No config.txt was found: switch the board's buses on as this machine wants it."
    if restart and not machine.is_image:
        yield "Buses were switched on: restart the machine (sudo reboot); the service starts with it."
    journald = machine.at("/var/log/journal")
    if journald.is_dir():
        yield "The system's log is kept on the card and wears it: see docs/operating.md, The memory card."
