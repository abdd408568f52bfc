"""`touchmove doctor`: examines a board, and says what to do."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose: see `cli`

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from controller.shell.doctor.examination import Examination
    from controller.shell.doctor.findings import Finding


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    doctor = commands.add_parser("doctor", help="examine a board: every fault with its remedy")
    doctor.add_argument("--config", required=True, metavar="FILE", help="its configuration")
    doctor.add_argument(
        "--simulated",
        action="store_true",
        help="models in the place of its chips, and a simulated person who does what is asked",
    )
    doctor.add_argument("--walk", action="store_true", help="a man on every point in turn")
    doctor.add_argument("--lamps", action="store_true", help="each lamp and the clock's display")
    doctor.add_argument("--keys", action="store_true", help="each key of the clock")
    doctor.add_argument(
        "--men", choices=("array", "empty"), help="how the men stand now, where there is no walk"
    )
    doctor.add_argument(
        "--plant",
        action="append",
        default=[],
        metavar="FAULT",
        help="with --simulated: a fault to be found, such as stuck-point; may be given again",
    )
    doctor.add_argument("--json", action="store_true", help="as one JSON document")
    doctor.set_defaults(run=_doctor)


def _doctor(args: argparse.Namespace) -> int:
    from controller.shell.doctor.findings import Level, summary, worst

    found: list[Finding] = []
    for finding in _examination(args).findings():
        found.append(finding)
        if not args.json:
            sys.stdout.write(f"{finding}\n")
            sys.stdout.flush()
    if args.json:
        body = {"findings": [finding.json() for finding in found], "summary": summary(found)}
        sys.stdout.write(json.dumps(body, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(f"{summary(found)}\n")
    return 1 if worst(found) is Level.FAULT else 0


def _examination(args: argparse.Namespace) -> Examination:
    """What is to be examined, by whom."""
    from controller.shell.config import load_config
    from controller.shell.doctor.examination import Examination, Wanted
    from controller.shell.doctor.person import TerminalPerson
    from controller.shell.doctor.planting import named
    from controller.shell.doctor.simulating import real_rig, simulated_rig
    from rules.terms import RulesError

    config = load_config(args.config)
    plants = named(args.plant)
    everything = args.simulated
    wanted = Wanted(
        walk=args.walk or everything,
        lamps=args.lamps or everything,
        keys=args.keys or everything,
        men=args.men,
    )
    if args.simulated:
        rig, person, _ = simulated_rig(config, plants)
        return Examination(rig, wanted, person)
    if plants:
        raise RulesError("--plant is for the simulated bench: give --simulated too")
    return Examination(real_rig(config), wanted, TerminalPerson(sys.stdin, sys.stderr))
