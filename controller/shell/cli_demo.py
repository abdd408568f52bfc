"""The arguments of the command `touchmove demo`."""

# ruff: noqa: PLC0415 - imports stand inside the command on purpose: see `cli`

from __future__ import annotations

import argparse

from controller.shell.arguments import add_sensors, whole


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to those that there are."""
    demo = commands.add_parser("demo", help="the whole product on one machine, hardware simulated")
    demo.add_argument(
        "--game",
        default="chess",
        metavar="G",
        help="which game (chess, or draughts-100, xiangqi, go, ...)",
    )
    demo.add_argument(
        "--record", metavar="FILE", help="the game to play, in the format of its records"
    )
    demo.add_argument(
        "--from",
        dest="kind",
        metavar="KIND",
        help="the format or the game of that file, where it can be read as several",
    )
    demo.add_argument(
        "--port", type=whole(0, 65535), default=8080, metavar="N", help="of the kiosk (8080)"
    )
    demo.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="to listen at (127.0.0.1; 0.0.0.0 shows it to the whole network, phones too)",
    )
    demo.add_argument("--speed", type=speed, default=1.0, metavar="X", help="of the hands (1)")
    add_sensors(demo)
    demo.add_argument(
        "--until-end",
        action="store_true",
        help="stop when the record has been played, whatever its result",
    )
    demo.set_defaults(run=_run)


def speed(text: str) -> float:
    """A speed as an argument."""
    found = float(text)
    if not 0 <= found <= 1000:
        raise argparse.ArgumentTypeError("must be a number from 0 to 1000")
    return found


def _run(args: argparse.Namespace) -> int:
    from controller.core.sensing.marks import Sensor
    from controller.shell import demo

    return demo.main(
        game=args.game,
        record=args.record,
        kind=args.kind,
        host=args.host,
        port=args.port,
        speed=args.speed,
        sensor=Sensor(args.sensors),
        until_end=args.until_end,
    )
