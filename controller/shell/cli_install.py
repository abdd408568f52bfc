"""`touchmove install`, `uninstall`, `update`, `rollback` and `check-journal`."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose: see `cli`

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from controller.shell.install import Machine


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the commands to the command line."""
    install = commands.add_parser("install", help="set this machine up to run the board's service")
    install.add_argument(
        "--config", metavar="FILE", help="the board's configuration; the installed one if left out"
    )
    install.set_defaults(run=_install)
    update = commands.add_parser("update", help="another version takes over; the game goes on")
    rollback = commands.add_parser("rollback", help="the version before takes over again")
    rollback.add_argument("version", nargs="?", metavar="VERSION", help="another one than that")
    rollback.set_defaults(run=_rollback)
    uninstall = commands.add_parser("uninstall", help="undo the installation; games stay")
    uninstall.add_argument(
        "--purge", action="store_true", help="remove games and configuration too"
    )
    uninstall.set_defaults(run=_uninstall)
    for each in (install, update):
        each.add_argument(
            "source",
            nargs="?",
            metavar="SOURCES",
            help="the unpacked sources; those of this program if left out",
        )
    update.set_defaults(run=_update)
    for each in (update, rollback):
        each.add_argument("--now", action="store_true", help="do not wait for the end of a move")
    for each in (install, update, rollback, uninstall):
        each.add_argument("--dry-run", action="store_true", help="tell every step and do none")
        each.add_argument(
            "--root", metavar="DIR", default="/", help="an image's root folder; no command is run"
        )
    check = commands.add_parser(
        "check-journal", help="whether this version can go on with a board's games"
    )
    check.add_argument("--config", required=True, metavar="FILE", help="the board's configuration")
    check.set_defaults(run=_check_journal)


def _machine(args: argparse.Namespace) -> Machine:
    from controller.shell.install import Machine
    from controller.shell.install_steps import InstallError

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    root = Path(args.root).absolute()
    if not root.is_dir():
        raise InstallError(f"{root}: there is no such folder; mount the image there first")
    return Machine(root=root, say=say, dry_run=args.dry_run)


def _source(args: argparse.Namespace) -> Path:
    from controller.shell.install import source_here

    return source_here() if args.source is None else Path(args.source).resolve()


def _install(args: argparse.Namespace) -> int:
    from controller.shell.install import install

    given = None if args.config is None else Path(args.config)
    install(_machine(args), _source(args), given)
    return 0


def _update(args: argparse.Namespace) -> int:
    from controller.shell.install_update import update

    update(_machine(args), _source(args), now=args.now)
    return 0


def _rollback(args: argparse.Namespace) -> int:
    from controller.shell.install_update import rollback

    rollback(_machine(args), args.version, now=args.now)
    return 0


def _uninstall(args: argparse.Namespace) -> int:
    from controller.shell.install import uninstall

    uninstall(_machine(args), purge=args.purge)
    return 0


def _check_journal(args: argparse.Namespace) -> int:
    from controller.shell.config import load_config
    from controller.shell.install_update import check_journal

    sys.stdout.write(f"{check_journal(load_config(args.config))}\n")
    return 0
