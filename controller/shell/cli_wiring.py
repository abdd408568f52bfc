"""`touchmove wiring`: what is wired to what, what to buy, and what it draws."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose: see `cli`

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    wiring = commands.add_parser(
        "wiring", help="how a board is wired: pins, parts, currents, a drawing"
    )
    wiring.add_argument("file", metavar="FILE", help="its configuration, or a profile of hardware/")
    wiring.add_argument("--svg", metavar="OUT", help="write the drawing to this file")
    wiring.add_argument("--points", action="store_true", help="where each point is connected")
    wiring.add_argument("--json", action="store_true", help="everything as one JSON document")
    wiring.set_defaults(run=_wiring)


def _wiring(args: argparse.Namespace) -> int:
    from controller.shell.config import load_config
    from controller.shell.wiring.drawing import drawing
    from controller.shell.wiring.planning import plan_of
    from controller.shell.wiring.report import json_of, lines_of, places_of

    config = load_config(args.file)
    if args.svg is not None:
        Path(args.svg).write_text(drawing(plan_of(config)), encoding="utf-8")
        count = len(config.board.game.points)
        sys.stderr.write(
            f"{args.svg}: the drawing of board {config.board.id}: {config.board.game.name}, "
            f"{count} points, sensors by {config.sensors.driver}\n"
        )
    if args.json:
        lines = [json.dumps(json_of(config), ensure_ascii=False)]
    elif args.points:
        lines = [f"{name}  {place}" for name, place in places_of(config).items()]
    else:
        lines = lines_of(config)
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    return 0
