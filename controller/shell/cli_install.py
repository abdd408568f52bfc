"""`touchmove install`, `take-over` and `check-journal`."""

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
    install = commands.add_parser("install", help="make this machine the board of a configuration")
    install.add_argument(
        "--config", metavar="FILE", help="the board's configuration; the installed one if left out"
    )
    install.set_defaults(run=_install)
    over = commands.add_parser(
        "take-over", help="this version goes on with the game; the package calls it"
    )
    over.add_argument("name", metavar="NAME", help="its folder in /usr/lib/touchmove/versions")
    over.set_defaults(run=_take_over)
    for each in (install, over):
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


def _install(args: argparse.Namespace) -> int:
    from controller.shell.install import install

    install(_machine(args), None if args.config is None else Path(args.config))
    return 0


def _take_over(args: argparse.Namespace) -> int:
    from controller.shell.install_take_over import take_over

    take_over(_machine(args), args.name)
    return 0


def _check_journal(args: argparse.Namespace) -> int:
    from controller.shell.config import load_config
    from controller.shell.install_take_over import check_journal

    sys.stdout.write(f"{check_journal(load_config(args.config))}\n")
    return 0
