"""`touchmove install` and `touchmove uninstall`: the whole of an installation as steps that can be undone.

The application lies in /opt/touchmove/VERSION, each version beside the others with an environment of its
own; /opt/touchmove/current leads to the one that runs. Games lie in /var/lib/touchmove, the configuration in
/etc/touchmove; both outlive every version, and `uninstall` without `--purge`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.config import read_config
from controller.shell.install_files import (
    APPLICATION,
    BOOT_CONFIGS,
    COMMAND,
    CONFIG,
    DROP_IN,
    ENABLED,
    MODULES,
    OTHERS,
    SECRETS,
    SERVICES,
    STATE,
    UNITS,
    WANTS,
    boot_block,
    buses_of_choice,
    files_of,
    needs_of,
    with_block,
    written,
)
from controller.shell.install_steps import (
    Act,
    File,
    Folder,
    Gone,
    InstallError,
    Link,
    Tree,
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
SHELL_SCRIPT = "scripts/setup.sh"


@dataclass(frozen=True, kw_only=True)
class Machine:
    """The machine that is installed on, or an image of one.

    Attributes:
        root: its root folder. With any but "/" no command is run: its programs are not ours to start.
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
        return self.root != Path("/")

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

    def current(self) -> str | None:
        """The version that runs; None for none."""
        return link_target(self.at(f"{APPLICATION}/current"))


def source_here() -> Path:
    """The sources that the running program is part of."""
    return Path(__file__).resolve().parents[2]


def version_of(source: Path) -> str:
    """The version of sources.

    Raises:
        InstallError: they are none of ours.
    """
    try:
        project = tomllib.loads((source / "pyproject.toml").read_text(encoding="utf-8"))["project"]
        name, version = project["name"], project["version"]
    except (OSError, ValueError, KeyError) as error:
        raise InstallError(
            f"{source} holds no sources of Touchmove ({error}); name the folder that was unpacked"
        ) from error
    if name != "touchmove":
        raise InstallError(f"{source} holds {name}, not Touchmove")
    return str(version)


def refuse_other(machine: Machine, source: Path, version: str) -> None:
    """Two versions may not have one name.

    Raises:
        InstallError: other sources are installed under this version.
    """
    folder = machine.at(f"{APPLICATION}/{version}")
    if source == folder or not folder.is_dir():
        return
    for name in files_of(source):
        there = folder / name
        if not there.is_file() or there.read_bytes() != (source / name).read_bytes():
            raise InstallError(
                f"{folder} holds another {version} ({name} differs); give the new one a version "
                "of its own in pyproject.toml"
            )


def application(machine: Machine, source: Path, version: str) -> Iterator[Step]:
    """A version with its environment, beside whatever there is.

    Raises:
        InstallError: other sources are installed under this version.
    """
    refuse_other(machine, source, version)
    folder = machine.at(f"{APPLICATION}/{version}")
    files = files_of(source)
    yield Folder(path=folder.parent)
    yield Tree(path=folder, source=source, files=files)
    yield from machine.act(
        "make its environment (some minutes: packages are fetched and two are compiled)",
        (f"{APPLICATION}/{version}/{SHELL_SCRIPT}", "pi"),
        # The service may not write there, and would compile everything anew at each start.
        (
            f"{APPLICATION}/{version}/.venv/bin/python",
            *("-m", "compileall", "-q"),
            *(f"{APPLICATION}/{version}/{part}" for part in ("controller", "drivers", "rules")),
        ),
        done=(folder / ".venv/touchmove-pi").is_file,
    )


def system_files(machine: Machine, source: Path, needs: Needs) -> Iterator[Step]:
    """Units and what goes with them, as the sources have them."""
    files = {machine.at(path): text for path, text in written(source, needs).items()}
    for folder in dict.fromkeys(file.parent for file in files):
        yield Folder(path=folder)
    for file, text in files.items():
        yield File(path=file, data=text.encode())


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


def install(machine: Machine, source: Path, given: Path | None) -> None:
    """The command `touchmove install`.

    Raises:
        ConfigError: the configuration has mistakes; nothing was done.
        InstallError: a step failed; what was done is undone.
    """
    version = version_of(source)
    current = machine.current()
    if current not in (None, version):
        raise InstallError(f"version {current} is installed; use: touchmove update {source}")
    data, _, needs = load(machine, given)
    boot = _boot_config(machine, needs)
    restart = boot is not None and not boot.is_done()
    count = machine.carry_out(_install_steps(machine, source, version, (data, needs, boot)))
    machine.say(f"{count} steps {'to do' if machine.dry_run else 'done'}, version {version}.")
    for line in _advice(machine, version, needs, restart=restart, boot=boot):
        machine.say(line)


def _install_steps(
    machine: Machine, source: Path, version: str, parts: tuple[bytes, Needs, File | None]
) -> Iterator[Step]:
    data, needs, boot = parts
    restart = boot is not None and not boot.is_done()
    # First, so that it is undone last: systemd then forgets units that are gone again.
    yield from machine.act("prepare to go back, should a step fail", back=(RELOAD,))
    yield from application(machine, source, version)
    config = machine.at(CONFIG)
    yield Folder(path=config.parent)
    yield Folder(path=machine.at(SECRETS), mode=0o700)
    ours = [File(path=config, data=data, keep=KEPT), *system_files(machine, source, needs)]
    changed = not all(step.is_done() for step in ours)
    yield from ours
    if boot is not None:
        yield boot
    yield Link(path=machine.at(f"{APPLICATION}/current"), target=version)
    yield Folder(path=machine.at(COMMAND).parent)
    yield Link(path=machine.at(COMMAND), target=f"{APPLICATION}/current/.venv/bin/touchmove")
    yield Folder(path=machine.at(WANTS))
    for unit in ENABLED:
        yield Link(path=machine.at(f"{WANTS}/{unit}"), target=f"{UNITS}/{unit}")
    yield from machine.act(
        "make users, groups and folders",
        ("systemd-sysusers", OTHERS["sysusers.conf"]),
        ("systemd-tmpfiles", "--create", OTHERS["tmpfiles.conf"]),
    )
    if machine.at("/run/udev").is_dir():
        yield from machine.act(
            "give the devices their groups",
            ("udevadm", "control", "--reload"),
            ("udevadm", "trigger", "--subsystem-match=i2c-dev"),
            ("udevadm", "trigger", "--subsystem-match=spidev"),
            ("udevadm", "trigger", "--subsystem-match=gpio"),
        )
    yield from machine.act("tell systemd of the units", RELOAD)
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


def _advice(
    machine: Machine, version: str, needs: Needs, *, restart: bool, boot: File | None
) -> Iterator[str]:
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
    if machine.is_image:
        script = f"{APPLICATION}/{version}/{SHELL_SCRIPT}"
        yield f"The service needs one step more, inside the image or on the Pi: sudo {script} pi"
    elif restart:
        yield "Buses were switched on: restart the machine (sudo reboot); the service starts with it."
    journald = machine.at("/var/log/journal")
    if journald.is_dir():
        yield "The system's log is kept on the card and wears it: see docs/operating.md, The memory card."


def uninstall(machine: Machine, *, purge: bool) -> None:
    """The command `touchmove uninstall`. Games and configuration stay, unless they are to be purged.

    Raises:
        InstallError: a step failed; what was done is undone.
    """
    count = machine.carry_out(_uninstall_steps(machine, purge=purge))
    machine.say(f"{count} steps {'to do' if machine.dry_run else 'done'}.")
    if not purge:
        machine.say(f"Games stay in {STATE}, the configuration in {Path(CONFIG).parent}.")


def _uninstall_steps(machine: Machine, *, purge: bool) -> Iterator[Step]:
    running = [unit for unit in SERVICES if machine.is_active(unit)]
    start = tuple(("systemctl", "start", unit) for unit in running)
    yield from machine.act("prepare to go back, should a step fail", back=(RELOAD, *start))
    if running:
        yield from machine.act("stop the services", ("systemctl", "stop", *running))
    for unit in SERVICES:
        yield Gone(path=machine.at(f"{WANTS}/{unit}"))
    for path in (*(f"{UNITS}/{unit}" for unit in SERVICES), DROP_IN):
        yield Gone(path=machine.at(path))  # what an administrator has put beside it is his
    for path in (*OTHERS.values(), MODULES, COMMAND):
        yield Gone(path=machine.at(path))
    for file in map(machine.at, BOOT_CONFIGS):
        if file.is_file():
            text = file.read_bytes().decode("utf-8", "surrogateescape")
            without = with_block(text, ()).encode("utf-8", "surrogateescape")
            yield File(path=file, data=without, why="our block out")
            yield Gone(path=file.with_name(file.name + KEPT))
    yield from machine.act("tell systemd of the units", RELOAD)
    for path in (APPLICATION, *((STATE, str(Path(CONFIG).parent)) if purge else ())):
        yield Gone(path=machine.at(path))
