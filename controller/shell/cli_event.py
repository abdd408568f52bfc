"""`touchmove standings`, `pair` and `transfer`: an event's table, its next round, and a game that goes to another board."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose: see `cli`

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.arguments import add_game_of_journal, whole

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from controller.shell.event import Event
    from rules.standings import Line


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the commands to the command line."""
    table = commands.add_parser("standings", help="the table of an event from its records")
    _add_files(table)
    table.add_argument(
        "--tie-breaks",
        metavar="NAMES",
        help="swiss, round-robin, teams, none, or some in order (wins,direct)",
    )
    table.add_argument("--teams", action="store_true", help="the table of the teams")
    table.add_argument("--trf", metavar="OUT", help="write the report of FIDE (TRF16) too")
    table.add_argument("--json", action="store_true", help="as one JSON document")
    table.set_defaults(run=_standings)
    pair = commands.add_parser("pair", help="who plays whom in the next round of an event")
    _add_files(pair)
    pair.add_argument("--system", choices=["swiss", "round-robin"], default="swiss")
    pair.add_argument("--rounds", type=whole(1, 999), metavar="N", help="of the whole event")
    pair.add_argument(
        "--cycles", type=whole(1, 4), default=1, metavar="N", help="of a round robin (1)"
    )
    pair.add_argument(
        "--absent", action="append", default=[], metavar="NAME", help="does not play this round"
    )
    pair.add_argument(
        "--half", action="append", default=[], metavar="NAME", help="the same, for half a point"
    )
    pair.add_argument(
        "--first-colour",
        choices=["white", "black"],
        default="white",
        help="of the first player in the first round, drawn by lot (white)",
    )
    pair.add_argument(
        "--apart", action="store_true", help="players of one team do not meet (swiss)"
    )
    pair.add_argument("--first-board", type=whole(1, 9999), default=1, metavar="N")
    pair.add_argument("--out", metavar="FILE", default="-", help="the pairing file (CSV)")
    pair.add_argument("--trf", metavar="OUT", help="the report of FIDE (TRF16), with who is free")
    pair.set_defaults(run=_pair)
    move = commands.add_parser("transfer", help="a game under way goes on at another board")
    add_game_of_journal(move)
    move.add_argument(
        "--config", required=True, metavar="FILE", help="of the board that goes on with it"
    )
    move.set_defaults(run=_transfer)


def _add_files(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="a record, a journal's folder, a report (TRF16), a pairing file or a list of players (CSV)",
    )
    command.add_argument("--game", metavar="G", help="where no record says it (chess)")


def _read(args: argparse.Namespace) -> Event:
    from controller.shell.event_files import read_event
    from rules.registry import game_by_name

    if args.game is not None:
        game_by_name(args.game)  # refused by its name
    return read_event(args.files, args.game)


def _standings(args: argparse.Namespace) -> int:
    from controller.shell.event import json_of, lines_of, team_json_of, tie_breaks_of

    event = _read(args)
    tie_breaks = tie_breaks_of(args.tie_breaks, event.game, teams=args.teams)
    table = event.team_table(tie_breaks) if args.teams else event.table(tie_breaks)
    if args.trf is not None:
        _write_report(event, event.table(()) if args.teams else table, args.trf)
    _say(event)
    if args.json:
        found = (team_json_of if args.teams else json_of)(event, table, tie_breaks)
        text = json.dumps(found, ensure_ascii=False)
    else:
        text = "\n".join(lines_of(table, tie_breaks, teams=args.teams))
    sys.stdout.write(text + "\n")
    return 0


def _pair(args: argparse.Namespace) -> int:
    from controller.shell.event_pairing import Plan, System, paired, pairing_file, remember, take
    from controller.shell.recordfiles import write_whole

    event = _read(args)
    plan = Plan(
        system=System(args.system),
        rounds=args.rounds,
        cycles=args.cycles,
        absent=args.absent,
        half=args.half,
        black_first=args.first_colour == "black",
        apart=args.apart,
    )
    round_ = paired(event, plan)
    text = pairing_file(event, round_, args.first_board)
    if args.trf is not None:
        remember(event, plan)
        take(event, round_)
        _write_report(event, event.table(()), args.trf)
    if args.out == "-":
        sys.stdout.write(text)
    else:
        write_whole(Path(args.out), text)
    _say(event)
    for each in round_.free:
        sys.stderr.write(f"{each.first} has no opponent in round {each.round}\n")
    if round_.free and args.trf is None:
        sys.stderr.write(
            "no record will say so: give --trf FILE, and that file with the next round\n"
        )
    return 0


def _write_report(event: Event, table: Sequence[Line], out: str) -> None:
    from controller.shell.event_report import report_of
    from controller.shell.recordfiles import write_whole
    from rules.trf import write_report

    write_whole(Path(out), write_report(report_of(event, table)))


def _say(event: Event) -> None:
    for note in event.notes:
        sys.stderr.write(f"{note}\n")


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
