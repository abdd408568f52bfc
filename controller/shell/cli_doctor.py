"""`touchmove doctor` and `touchmove calibrate`: a board examined, and its sensors learnt."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose: see `cli`

from __future__ import annotations

import contextlib
import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse

    from controller.shell.doctor.examination import Examination
    from controller.shell.doctor.findings import Finding
    from controller.shell.doctor.rig import Rig


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
    calibrate = commands.add_parser("calibrate", help="learn what each sensor gives, men in hand")
    calibrate.add_argument("--config", required=True, metavar="FILE", help="of the board")
    calibrate.add_argument(
        "--simulated",
        action="store_true",
        help="models in the place of its chips, and a simulated person; saves only with --out",
    )
    calibrate.add_argument("--walk", action="store_true", help="one man on every point, too")
    calibrate.add_argument(
        "--out", metavar="FILE", help="where to save it; the configuration's file where left out"
    )
    calibrate.add_argument("--plain", action="store_true", help="maps without colours")
    calibrate.set_defaults(run=_calibrate)


def _doctor(args: argparse.Namespace) -> int:
    from controller.shell.doctor.findings import Level, summary, worst

    found: list[Finding] = []
    rig, examination = _examination(args)
    try:
        for finding in examination.findings():
            found.append(finding)
            if not args.json:
                sys.stdout.write(f"{finding}\n")
                sys.stdout.flush()
    finally:
        _let_go(rig)
    if args.json:
        body = {"findings": [finding.json() for finding in found], "summary": summary(found)}
        sys.stdout.write(json.dumps(body, ensure_ascii=False) + "\n")
    else:
        sys.stdout.write(f"{summary(found)}\n")
    return 1 if worst(found) is Level.FAULT else 0


def _let_go(rig: Rig) -> None:
    """Darkens the lamps and releases everything; what fails at that was found before."""
    if rig.hardware is not None:
        with contextlib.suppress(OSError):
            rig.hardware.close()


def _examination(args: argparse.Namespace) -> tuple[Rig, Examination]:
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
        return rig, Examination(rig, wanted, person)
    if plants:
        raise RulesError("--plant is for the simulated bench: give --simulated too")
    rig = real_rig(config)
    return rig, Examination(rig, wanted, TerminalPerson(sys.stdin, sys.stderr))


def _calibrate(args: argparse.Namespace) -> int:
    from pathlib import Path

    from controller.shell.calibrating import Calibrating, Wanted, file_of, ready_to_save, save
    from controller.shell.config import load_config
    from controller.shell.doctor import system
    from controller.shell.doctor.dialogue import Person
    from controller.shell.doctor.findings import Level, summary, worst
    from controller.shell.doctor.person import TerminalPerson
    from controller.shell.doctor.simulating import real_rig, simulated_rig
    from controller.shell.terminal import as_is

    config = load_config(args.config)
    if not args.simulated:
        system.unless_in_service(config.journal)
    file = None if args.simulated else file_of(config)
    file = file if args.out is None else Path(args.out)
    if file is not None:
        ready_to_save(file)
    person: Person
    if args.simulated:
        rig, person, _ = simulated_rig(config)
    else:
        rig, person = real_rig(config), TerminalPerson(sys.stdin, sys.stderr)
    if rig.hardware is None and rig.trouble is not None:
        raise rig.trouble
    wanted = Wanted(walk=args.walk, colour=sys.stdout.isatty() and not args.plain)

    def show(text: str) -> None:
        as_is(sys.stdout).write(text)

    calibrating = Calibrating(rig, person, wanted, show)
    found = []
    try:
        for finding in calibrating.run():
            found.append(finding)
            sys.stdout.write(f"{finding}\n")
            sys.stdout.flush()
    finally:
        _let_go(rig)
    learnt = calibrating.learnt or calibrating.tuning
    if learnt is not None and file is not None:
        kept = save(learnt, file)
        before = "" if kept is None else f"; the one before is {kept}"
        sys.stdout.write(f"Saved in {file}{before}.\n")
    elif learnt is not None:
        sys.stdout.write("Not saved: name a file in [sensors] calibration, or give --out FILE.\n")
    if calibrating.stopped:
        sys.stdout.write("Stopped before the end: not everything was learnt or checked.\n")
        return 1
    sys.stdout.write(f"{summary(found)}\n")
    return 1 if worst(found) is Level.FAULT else 0
