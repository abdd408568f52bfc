"""`touchmove setup`: the configuration of a board is made in the browser."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose: see `cli`

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.arguments import called, whole

if TYPE_CHECKING:
    import argparse

    from controller.shell.setup.serving import Setup


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    setup = commands.add_parser("setup", help="make the configuration of a board in the browser")
    setup.add_argument(
        "--config", default="board.toml", metavar="FILE", help="the file to write (board.toml)"
    )
    setup.add_argument(
        "--host",
        default="0.0.0.0",  # noqa: S104 - a board without a screen is set up from a phone; it needs the token
        metavar="ADDRESS",
        help="to listen at (0.0.0.0, the whole network)",
    )
    setup.add_argument("--port", type=whole(0, 65535), default=8079, metavar="N", help="(8079)")
    setup.add_argument(
        "--simulated", action="store_true", help="models in the place of every board's chips"
    )
    setup.add_argument(
        "--odd-wiring",
        type=whole(0, 1_000_000),
        metavar="SEED",
        help="the simulated board's sensors are connected in an order that is to be learnt",
    )
    setup.set_defaults(run=_setup)


def _setup(args: argparse.Namespace) -> int:
    from controller.shell.install import SERVICE
    from controller.shell.setup.holding import BoardService
    from controller.shell.setup.serving import Setup
    from rules.terms import RulesError

    if args.odd_wiring is not None and not args.simulated:
        raise RulesError("--odd-wiring is for simulated boards: give --simulated too")
    service = None if args.simulated else BoardService()
    file = Path(args.config).resolve()
    setup = Setup(file, simulated=args.simulated, odd=args.odd_wiring, service=service)
    try:
        return asyncio.run(_serve(setup, args.host, args.port))
    finally:
        if not setup.end():
            sys.stderr.write(
                f"The board's service is still stopped: sudo systemctl start {SERVICE}\n"
            )


async def _serve(setup: Setup, host: str, port: int) -> int:
    from controller.shell.addresses import code_is_read, code_lines, machine_names, origins
    from controller.shell.roles import hash_token, new_token
    from controller.shell.running import on_signals
    from controller.shell.setup.serving import make_setup_app
    from controller.shell.web.security import LOOPBACK_HOSTS
    from controller.shell.web.server import serve

    token, stop = new_token(), asyncio.Event()
    hosts = {*LOOPBACK_HOSTS, host, *machine_names(host)}
    app = make_setup_app(setup, hash_token(token), hosts)
    async with serve(app, host, port) as bound:
        on_signals(stop.set)
        found = [f"http://localhost:{bound}", *origins(host, bound)]
        lines = [f"Set the board up in a browser (writes {setup.file}):", ""]
        lines += [f"  {each}/setup#token={token}" for each in found]
        lines += [
            "",
            "The address holds the operator's token for this page; it is shown only here.",
        ]
        if len(found) > 1 and code_is_read():
            lines += code_lines(f"{found[1]}/setup#token={token}")
        lines += [f"Ctrl-C ends it. Then: {called()} run --config {setup.file}"]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()
        await setup.scan(stop)
    return 0
