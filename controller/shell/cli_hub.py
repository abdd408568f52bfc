"""`touchmove hub`: many boards on one desk."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose: see `cli`

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    hub = commands.add_parser("hub", help="many boards: the arbiter's desk and the round's feed")
    hub.add_argument("--config", required=True, metavar="FILE", help="the hub's configuration")
    hub.set_defaults(run=_hub)


def _hub(args: argparse.Namespace) -> int:
    from controller.shell.hub.config import load_hub_config
    from controller.shell.hub.running import run_hub

    return run_hub(load_hub_config(args.config))
