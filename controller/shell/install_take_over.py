"""`touchmove take-over`: the version that was just unpacked goes on with the games that there are.

The package's postinst calls it. What runs is a folder of its own, /usr/lib/touchmove/versions/NAME, and which one
runs is one link. Before the link is switched, the new version itself reads the configuration and the journal and takes
the game up, so a version that cannot go on is not started. One that does not become ready in its time is switched back.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from controller.core.messages import GameStarted
from controller.journal.faults import JournalError
from controller.journal.files import FILE
from controller.journal.store import Journal
from controller.shell.cores import recovered_board
from controller.shell.install import RELOAD, SERVICE, board_files, load
from controller.shell.install_files import (
    BEFORE,
    BEFORE_COMMAND,
    BEFORE_FILES,
    CONFIG,
    CURRENT,
    DROP_IN,
    HOME,
    HUB_CONFIG,
    PACKAGED_UNITS,
    SERVICES,
    UNITS,
    WANTS,
    is_from_before,
)
from controller.shell.install_steps import Folder, Gone, InstallError, Link, link_target
from controller.shell.starting import resumed
from controller.shell.toml_section import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator
    from pathlib import Path

    from controller.shell.config_types import Config
    from controller.shell.install import Machine
    from controller.shell.install_steps import File, Step

HUB = "touchmove-hub.service"
RESTARTED = (SERVICE, HUB)
"""Services that go on with the new version; the page on a screen reconnects by itself."""
MIDDLE = frozenset(
    {
        "lifted", "placed", "touched", "question", "promotion-pending", "crowning-pending",
        "irregularity", "restore",
    }
)  # fmt: skip
"""Newest message of a game in which somebody is doing something with the men."""
HELD_US = 30_000_000
"""Nobody holds a man for so long; a man that was adjusted leaves no other mark."""
LOOK_S = 1.0
WAIT_S = 300
"""How long a package manager is kept waiting at most."""


def check_journal(config: Config) -> str:
    """Whether this version can go on with the board's journal; says with which game.

    Raises:
        JournalError: it cannot: the journal is of a newer version, of another board, or damaged.
        RulesError: its game is for a board with other points.
    """
    if not (config.journal / FILE).is_file():
        return f"{config.journal} holds no journal yet"
    with Journal.read(config.journal) as journal:
        if journal.board != config.board.id:
            raise JournalError(
                config.journal,
                f"this is the journal of board {journal.board!r}, not of {config.board.id!r}",
                remedy="Give each board a folder of its own.",
            )
        games = journal.games()
        if not games or games[-1].finished:
            return f"{config.journal} can be read; no game is under way"
        messages = journal.messages_of(games[-1].game_id)
        started = next((each for each in messages if isinstance(each, GameStarted)), None)
        if started is not None:
            own = resumed(started, config.settings(), games[-1].game_id)
            session = recovered_board(own, messages)
            return f"{games[-1].game_id} can go on after ply {session.line.ply}"
        return f"{games[-1].game_id} has not begun"


def in_the_middle(journal_folder: Path, now_us: int) -> str | None:
    """What is being done on the board just now; None between moves, between games, without a journal.

    Args:
        now_us: monotonic, as in the head of a message.
    """
    if not (journal_folder / FILE).is_file():
        return None
    with Journal.read(journal_folder) as journal:
        games = journal.games()
        if not games or games[-1].finished:
            return None
        own = journal.entries(games[-1].last_seq - 1, 1)
        newest = own[-1]
        at_us = newest.body.get("at_us")
        held = isinstance(at_us, int) and 0 <= now_us - at_us < HELD_US
        over = newest.body.get("done") is True  # of a position that was to be restored
        return newest.type if newest.type in MIDDLE and held and not over else None


def take_over(machine: Machine, name: str, *, pause: Callable[[float], None] = time.sleep) -> None:
    """The command `touchmove take-over`: the version in the folder of this name runs from now on.

    Raises:
        ConfigError, InstallError: it cannot go on or was not ready in time, and the one before runs again.
    """
    if not (machine.at(f"{HOME}/versions") / name / "bin/touchmove").is_file():
        raise InstallError(f"{HOME}/versions/{name}: there is no such version")
    before = machine.current() or machine.at(BEFORE).exists()
    active = [unit for unit in RESTARTED if machine.is_active(unit)]
    machine.carry_out(_steps(machine, name, active, is_upgrade=bool(before), pause=pause))
    for unit in RESTARTED:
        if machine.is_enabled(unit) and not machine.is_image and not machine.is_active(unit):
            machine.say(f"{unit} does not run: systemctl status {unit} says why.")


def _steps(
    machine: Machine,
    name: str,
    active: list[str],
    *,
    is_upgrade: bool,
    pause: Callable[[float], None],
) -> Iterator[Step]:
    """The new version has a look, then takes over.

    Args:
        active: the services that run.
        is_upgrade: a version is there that would go on.
    """
    # A service that is well is not restarted by this: systemctl start leaves it alone. Undone last.
    start = tuple(("systemctl", "start", unit) for unit in active)
    yield from machine.act("prepare to go back, should a step fail", back=(RELOAD, *start))
    is_other = machine.current() != name or bool(_units_from_before(machine))
    drop_in: list[File] = []
    if is_other and is_upgrade:
        drop_in = yield from _looked(machine, name, active, pause)
    for file in drop_in:
        yield Folder(path=file.path.parent)
        yield file
    # Undone in reverse: the link leads back before the version of before is started.
    yield Link(path=machine.at(CURRENT), target=f"versions/{name}")
    yield from _from_before(
        machine
    )  # later than the link, so that one of both can be started at any moment
    yield from machine.act("tell systemd of the units", RELOAD)
    for unit in RESTARTED:
        if unit in active:
            yield from machine.act(
                f"start {name} and wait until it is ready",
                ("-", "systemctl", "reset-failed", unit),
                ("systemctl", "restart", unit),
                back=(("systemctl", "stop", unit), ("systemctl", "reset-failed", unit)),
                done=lambda: not is_other,
            )
        elif machine.is_enabled(
            unit
        ):  # nothing ran that could go on; what is wrong is said at the end
            yield from machine.act(
                "start the service",
                ("-", "systemctl", "reset-failed", unit),
                ("-", "systemctl", "restart", unit),
            )
    if machine.is_enabled("touchmove-i2c-recover.path"):
        yield from machine.act(
            "watch for a stuck bus", ("-", "systemctl", "restart", "touchmove-i2c-recover.path")
        )
    yield Gone(path=machine.at(BEFORE))


def _looked(
    machine: Machine, name: str, active: list[str], pause: Callable[[float], None]
) -> Generator[Step, None, list[File]]:
    """The new version reads what it would go on with, and a good moment is waited for.

    Returns:
        what it tells systemd of the board.
    """
    program = f"{HOME}/versions/{name}/bin/touchmove"
    if HUB in active:
        yield from machine.act(
            "read the hub's configuration", (program, "check-config", HUB_CONFIG)
        )
    if not machine.at(CONFIG).is_file():
        return []
    try:
        _, config, needs = load(machine, None)
    except ConfigError:
        if SERVICE in active:
            raise
        machine.say(f"{CONFIG} has mistakes: touchmove check-config {CONFIG} names them.")
        return []
    yield from machine.act("read the configuration", (program, "check-config", CONFIG))
    yield from machine.act(
        "read the journal and take the game up", (program, "check-journal", "--config", CONFIG)
    )
    if SERVICE in active and not machine.dry_run:
        ours = config.journal.is_relative_to(machine.root)
        journal = config.journal if ours else machine.at(str(config.journal))
        _wait(journal, machine.say, pause)
    return board_files(machine, needs) if machine.at(DROP_IN).exists() else []


def _units_from_before(machine: Machine) -> list[str]:
    """Units that come before those of the package, and start what was there before it."""
    found = []
    for unit in SERVICES:
        file = machine.at(f"{UNITS}/{unit}")
        here = file if file.is_file() else Gone(path=file).aside  # where the power failed
        if here.is_file() and is_from_before(here.read_text(encoding="utf-8")):
            found.append(unit)
    return found


def _from_before(machine: Machine) -> Iterator[Step]:
    """What was installed before there was a package makes room for what the package has in its place."""
    for unit in _units_from_before(machine):
        yield Gone(path=machine.at(f"{UNITS}/{unit}"))
    for unit in SERVICES:
        link = machine.at(f"{WANTS}/{unit}")
        led_to = link_target(link)
        if led_to is not None and not machine.at(led_to).exists():  # it is gone by now
            yield Link(path=link, target=f"{PACKAGED_UNITS}/{unit}")
    if machine.at(BEFORE).exists():
        for path in BEFORE_FILES:
            yield Gone(path=machine.at(path))
    command = Gone(path=machine.at(BEFORE_COMMAND))
    if is_from_before(link_target(command.path) or link_target(command.aside) or ""):
        yield command


def _wait(journal_folder: Path, say: Callable[[str], None], pause: Callable[[float], None]) -> None:
    """Waits until no move is being made; not for ever: a game goes on after a restart at any moment."""
    told = False
    for _ in range(int(WAIT_S / LOOK_S)):
        doing = in_the_middle(journal_folder, time.monotonic_ns() // 1000)
        if doing is None:
            return
        if not told:
            say(f"  wait       until the move is made ({doing})")
            told = True
        pause(LOOK_S)
    say(f"  go on      there was no moment between two moves in {WAIT_S // 60} minutes")
