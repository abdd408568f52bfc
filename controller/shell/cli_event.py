"""`touchmove standings` and `touchmove transfer`: an event's table, and a game that goes to another board."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose: see `cli`

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.arguments import add_game_of_journal

if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the commands to the command line."""
    table = commands.add_parser("standings", help="the table of a small event from its records")
    table.add_argument("files", nargs="+", metavar="FILE", help="a record, or a journal's folder")
    table.add_argument(
        "--tie-breaks",
        metavar="NAMES",
        help="swiss, round-robin, none, or some in order (wins,direct)",
    )
    table.add_argument("--json", action="store_true", help="as one JSON document")
    table.set_defaults(run=_standings)
    move = commands.add_parser("transfer", help="a game under way goes on at another board")
    add_game_of_journal(move)
    move.add_argument(
        "--config", required=True, metavar="FILE", help="of the board that goes on with it"
    )
    move.set_defaults(run=_transfer)


def _standings(args: argparse.Namespace) -> int:
    from controller.shell.event import json_of, lines_of, read_event, tie_breaks_of

    event = read_event(args.files)
    tie_breaks = tie_breaks_of(args.tie_breaks, event.game)
    table = event.table(tie_breaks)
    for note in event.notes:
        sys.stderr.write(f"{note}\n")
    if args.json:
        text = json.dumps(json_of(event, table, tie_breaks), ensure_ascii=False)
    else:
        text = "\n".join(lines_of(table, tie_breaks))
    sys.stdout.write(text + "\n")
    return 0


def _transfer(args: argparse.Namespace) -> int:
    import time

    from controller.journal.store import Journal
    from controller.shell.config import load_config
    from controller.shell.export import find_game
    from controller.shell.transfer import transfer

    config = load_config(args.config)
    with (
        Journal.read(Path(args.journal), whole=not args.damaged) as source,
        Journal.open(config.journal, config.board.id) as target,
    ):
        game_id = find_game(source.games(), args.game)
        copied, plies = transfer(
            source, game_id, target, config.settings(), at_us=time.monotonic_ns() // 1000
        )
    sys.stdout.write(f"{game_id} of {source.board} is {copied} of {target.board}, {plies} plies\n")
    return 0
