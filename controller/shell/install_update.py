"""`touchmove update` and `touchmove rollback`: another version goes on with the games that there are.

Versions lie beside each other; which one runs is one link. Before it is switched, the other version itself
reads the configuration and the journal and takes the game up, so a version that cannot go on is not started.
One that does not become ready in its time is switched back.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from controller.core.messages import GameStarted
from controller.journal.faults import JournalError
from controller.journal.files import FILE
from controller.journal.store import Journal
from controller.shell.cores import recovered_board
from controller.shell.install import (
    RELOAD,
    SERVICE,
    application,
    load,
    refuse_other,
    system_files,
    version_of,
)
from controller.shell.install_files import APPLICATION, CONFIG
from controller.shell.install_steps import InstallError, Link, link_target
from controller.shell.starting import resumed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from controller.shell.config_types import Config
    from controller.shell.install import Machine
    from controller.shell.install_steps import Step

NOT_INSTALLED = "no version is installed; use: touchmove install --config FILE"
PREVIOUS = f"{APPLICATION}/previous"
"""Leads to the version that ran before."""
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
WAIT_S = 600
RESTART = (("-", "systemctl", "reset-failed", SERVICE), ("systemctl", "restart", SERVICE))


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
        return newest.type if newest.type in MIDDLE and held else None


def update(
    machine: Machine,
    source: Path,
    *,
    now: bool = False,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """The command `touchmove update`: the version in `source` takes over.

    Args:
        now: does not wait for the end of a move.

    Raises:
        InstallError: the new version cannot go on or was not ready in time, and the old one runs again;
            or other sources are installed under this version.
    """
    version, current = version_of(source), machine.current()
    if current is None:
        raise InstallError(NOT_INSTALLED)
    if version == current:
        refuse_other(machine, source, version)
        machine.say(_is_current(version))
        return

    def steps() -> Iterator[Step]:
        yield from _going_back(machine)
        yield from application(machine, source, version)
        yield from _switch(machine, (current, version), source, now=now, pause=pause)

    machine.carry_out(steps())
    machine.say(f"Version {version}; back to {current} with: touchmove rollback")


def rollback(
    machine: Machine,
    version: str | None = None,
    *,
    now: bool = False,
    pause: Callable[[float], None] = time.sleep,
) -> None:
    """The command `touchmove rollback`: the version before, or the one that is named, takes over.

    Raises:
        InstallError: it is not there, or cannot go on; the present version goes on.
    """
    current, wanted = machine.current(), version or link_target(machine.at(PREVIOUS))
    if current is None:
        raise InstallError(NOT_INSTALLED)
    versions = machine.at(APPLICATION)
    if wanted is None:
        raise InstallError(
            f"no version ran before {current}; name one of the folders in {versions}"
        )
    folder = versions / wanted
    if "/" in wanted or not folder.is_dir():
        raise InstallError(f"{wanted} is no version in {versions}; name one of the folders there")
    if wanted == current:
        machine.say(_is_current(wanted))
        return

    def steps() -> Iterator[Step]:
        yield from _going_back(machine)
        yield from _switch(machine, (current, wanted), folder, now=now, pause=pause)

    machine.carry_out(steps())
    machine.say(f"Version {wanted}; back to {current} with: touchmove rollback")


def _is_current(version: str) -> str:
    # The power may have failed between the switch and the start.
    return f"Version {version} is the current one. If another still runs: sudo systemctl restart {SERVICE}"


def _going_back(machine: Machine) -> Iterator[Step]:
    """The first step, so that it is undone last: what ran before is told to run again."""
    # A service that is well is not restarted: systemctl start leaves it alone.
    yield from machine.act(
        "prepare to go back, should a step fail",
        back=(RELOAD, ("systemctl", "start", SERVICE)) if machine.is_active(SERVICE) else (RELOAD,),
    )


def _switch(
    machine: Machine,
    versions: tuple[str, str],
    source: Path,
    *,
    now: bool,
    pause: Callable[[float], None],
) -> Iterator[Step]:
    """The other version has a look, then takes over.

    Args:
        versions: the present one and the other.
        source: where the other one's units are.
    """
    current, version = versions
    program = f"{APPLICATION}/{version}/.venv/bin/touchmove"
    _, config, needs = load(machine, None)
    yield from machine.act(f"{version} reads the configuration", (program, "check-config", CONFIG))
    yield from machine.act(
        f"{version} reads the journal and takes the game up",
        (program, "check-journal", "--config", CONFIG),
    )
    active = machine.is_active(SERVICE)
    if active and not now and not machine.dry_run:
        ours = config.journal.is_relative_to(machine.root)
        journal = config.journal if ours else machine.at(str(config.journal))
        _wait(journal, machine.say, pause)
    yield from system_files(machine, source, needs)
    yield Link(path=machine.at(PREVIOUS), target=current)
    # Undone in reverse: the link leads back before the old version is started with its own units.
    yield Link(path=machine.at(f"{APPLICATION}/current"), target=version)
    yield from machine.act("tell systemd of the units", RELOAD)
    if active:
        yield from machine.act(
            f"start {version} and wait until it has scanned the board",
            *RESTART,
            back=(("systemctl", "stop", SERVICE), ("systemctl", "reset-failed", SERVICE)),
        )


def _wait(journal_folder: Path, say: Callable[[str], None], pause: Callable[[float], None]) -> None:
    """Waits until no move is being made.

    Raises:
        InstallError: there is always one.
    """
    told = False
    for _ in range(int(WAIT_S / LOOK_S)):
        doing = in_the_middle(journal_folder, time.monotonic_ns() // 1000)
        if doing is None:
            return
        if not told:
            say(f"  wait       until the move is made ({doing})")
            told = True
        pause(LOOK_S)
    raise InstallError(
        f"there was no moment between two moves in {WAIT_S // 60} minutes; try later, or say --now"
    )
