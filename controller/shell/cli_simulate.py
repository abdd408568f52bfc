"""The arguments of the command `touchmove simulate`."""

# ruff: noqa: PLC0415 - imports stand inside the command on purpose: see `cli`

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.arguments import add_sensors, whole

if TYPE_CHECKING:
    import argparse

SEED_MAX = 10**15
"""More than anybody counts up to: of each evening in a run the seed repeats it."""
GAMES_MAX = 1_000_000
PLIES_MAX = 2000
JOBS_MAX = 64


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to those that there are."""
    command = commands.add_parser("simulate", help="whole evenings by simulated hands, judged")
    command.add_argument("--game", required=True, metavar="G", help="which game")
    command.add_argument(
        "--options", metavar="JSON", help="the game's options, an object (Go; 9 lines)"
    )
    games, seed = whole(1, GAMES_MAX), whole(0, SEED_MAX)
    command.add_argument("--games", type=games, default=10, metavar="N", help="how many (10)")
    command.add_argument(
        "--seed", type=seed, default=1, metavar="S", help="of the first game, the others follow (1)"
    )
    command.add_argument(
        "--faults",
        default="club",
        metavar="MIX",
        help="clean, club, blitz, messy, worn, bus or faulty",
    )
    command.add_argument(
        "--hands",
        choices=("evening", "physical"),
        default="evening",
        help="whose: of planned evenings, or bodies with magnets, nobody answering (evening)",
    )
    command.add_argument("--style", metavar="S", help="of physical hands: calm, club, ... (mixed)")
    command.add_argument(
        "--one-fault", metavar="KIND", help="of one sensor before physical hands, or any (none)"
    )
    add_sensors(command, "identity")
    plies = whole(1, PLIES_MAX)
    command.add_argument(
        "--plies", type=plies, default=100, metavar="N", help="most moves of a game (100)"
    )
    command.add_argument("--plan", action="store_true", help="print the plans and play nothing")
    jobs = whole(1, JOBS_MAX)
    command.add_argument("--jobs", type=jobs, default=1, metavar="N", help="processes (1)")
    command.add_argument("--disk", action="store_true", help="write real journals, and delete them")
    command.add_argument(
        "--trace", metavar="FILE", help="where the trace of a failing evening goes"
    )
    command.set_defaults(run=_run)


def _run(args: argparse.Namespace) -> int:
    from pathlib import Path

    from controller.core.sensing.marks import Sensor
    from controller.shell.questions import options_in
    from controller.shell.simulate import Asked, main
    from rules.terms import RulesError

    asked = Asked(
        game=args.game,
        options=options_in(args.options),
        mix=args.faults,
        sensor=Sensor(args.sensors),
        seed=args.seed,
        games=args.games,
        plies=args.plies,
        jobs=args.jobs,
        disk=args.disk,
    )
    if args.hands == "physical":
        from controller.shell import simulate_physical

        return simulate_physical.main(asked, style=args.style or "mixed", fault=args.one_fault)
    if args.style is not None or args.one_fault is not None:
        raise RulesError("--style and --one-fault are for --hands physical")
    trace = None if args.trace is None else Path(args.trace)
    return main(asked, plan_only=args.plan, trace=trace)
