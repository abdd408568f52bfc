"""The command `touchmove`. docs/cli.md describes it.

Exit codes: 0 done; 1 the world failed (hardware, network, disk); 2 bad input (usage, configuration,
trace, record); 130 interrupted. Modules are imported by the command that needs them, so that
`touchmove --version` is quick on a small machine.
"""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose

from __future__ import annotations

import argparse
import io
import os
import sys
from typing import TYPE_CHECKING, NoReturn

from controller.shell.arguments import Parser, answer, whole
from controller.shell.cli_examples import add_examples
from controller.shell.terminal import nothing_obeyed

if TYPE_CHECKING:
    from collections.abc import Sequence

WORLD_FAILED = 1
BAD_INPUT = 2
INTERRUPTED = 130


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and returns its exit code. Never shows a traceback for a foreseen error."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    _stand_in()
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8")
    with nothing_obeyed():
        return _main(arguments)


def _main(arguments: list[str]) -> int:
    if arguments[:1] in (["run"], ["hub"]):  # they stay in memory
        from controller.shell.later import put_off

        put_off()
    try:
        parsed = parser().parse_args(arguments)
        code = parsed.run(parsed)
        sys.stdout.flush()
    except SystemExit as stop:  # argparse has said what is wrong, or has helped
        return stop.code if isinstance(stop.code, int) else BAD_INPUT
    except BrokenPipeError:
        # Who read our output has gone. Keep the interpreter from writing the rest at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return fail(INTERRUPTED, "interrupted")
    except Exception as error:
        code = explained(error)
        if code is None:
            raise
    return int(code)


def _stand_in() -> None:
    """Streams that were closed before the start ("2>&-") swallow what is written."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115 - no import; as long as we run


def explained(error: Exception) -> int | None:
    """Says a foreseen error on standard error and returns its exit code; None for other errors."""
    from controller.journal.faults import JournalError
    from controller.shell.causes import StoppedError
    from controller.shell.explaining import NoSuchMoment
    from controller.shell.export import NoSuchGame
    from controller.shell.install_steps import InstallError
    from controller.shell.toml_section import ConfigError
    from controller.shell.trace_fields import BadTrace
    from rules.terms import RulesError

    match error:
        case StoppedError():
            return fail(WORLD_FAILED, f"the program has stopped: {error}")
        case ConfigError():
            count = len(error.mistakes)
            sys.stderr.write(f"{error}\n")
            return fail(BAD_INPUT, f"{count} mistake{'s' * (count > 1)}; nothing was started")
        case BadTrace() | RulesError() | NoSuchGame() | NoSuchMoment():
            return fail(BAD_INPUT, str(error))
        case InstallError() | JournalError() | OSError():
            return fail(WORLD_FAILED, in_words(error))
        case _:
            return None


def in_words(error: Exception) -> str:
    """What a person is told of an error. The system's own name the file and no remedy; that is added here."""
    if not isinstance(error, OSError) or error.filename is None:
        return str(error)
    if not str(error).startswith("[Errno"):  # one of ours: it says all itself
        return str(error)
    remedies = {
        PermissionError: "Choose another place, or try it with sudo",
        FileNotFoundError: "Check the path; folders are not made",
        IsADirectoryError: "Give a file, not a folder",
        NotADirectoryError: "Check the path",
    }
    remedy = remedies.get(type(error), "Check the disk and the path")
    return f"{os.fsdecode(error.filename)}: {error.strerror}. {remedy}"


def fail(code: int, text: str) -> int:
    """Writes a line to standard error and returns the code."""
    sys.stderr.write(f"touchmove: {text}\n")
    return code


def parser() -> argparse.ArgumentParser:
    """Every command of this version with its arguments."""
    from controller.shell import (
        cli_demo,
        cli_doctor,
        cli_event,
        cli_export,
        cli_hub,
        cli_install,
        cli_laws,
        cli_rules,
        cli_setup,
        cli_sheet,
        cli_simulate,
        cli_wiring,
    )

    top: argparse.ArgumentParser = Parser(
        prog="touchmove",
        description="Controller of electronic game boards.",
    )
    top.add_argument("--version", action=_Version, help="show the version and exit")
    commands = top.add_subparsers(title="commands", required=True, metavar="COMMAND")
    cli_demo.add(commands)
    run = commands.add_parser("run", help="run the service of one board")
    run.add_argument("--config", required=True, metavar="FILE", help="its configuration")
    run.set_defaults(run=_run)
    check = commands.add_parser("check-config", help="name every mistake in a configuration")
    check.add_argument("file", metavar="FILE")
    check.set_defaults(run=_check_config)
    _add_token(commands)
    _add_traces(commands)
    cli_export.add(commands)
    _add_convert(commands)
    cli_sheet.add(commands)
    cli_simulate.add(commands)
    cli_event.add(commands)
    cli_hub.add(commands)
    cli_install.add(commands)
    cli_setup.add(commands)
    cli_doctor.add(commands)
    cli_wiring.add(commands)
    cli_rules.add(commands)
    cli_laws.add(commands)
    add_examples(top)
    return top


def _add_token(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from controller.shell.roles import ROLES

    token = commands.add_parser(
        "token", help="make a token for a role, and its line of the configuration"
    )
    token.add_argument("role", metavar="ROLE", choices=sorted(ROLES), help=", ".join(sorted(ROLES)))
    token.set_defaults(run=_token)


def _token(args: argparse.Namespace) -> int:
    from controller.shell.roles import hash_token, new_token

    token = new_token()
    sys.stdout.write(
        f"{token}\n\n"
        f"This is the token of {args.role}. It is shown only now: give it to the person.\n"
        f"Write into the configuration, and start the service again:\n\n"
        f'[roles.tokens]\n{args.role} = "{hash_token(token)}"\n'
    )
    return 0


def _add_traces(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    from controller.shell.cli_demo import speed

    replay = commands.add_parser("replay", help="a sensor trace through the core, messages out")
    replay.add_argument("trace", metavar="TRACE", help="a trace, plain or compressed (.gz)")
    replay.add_argument(
        "--speed",
        type=speed,
        default=0.0,
        metavar="X",
        help="1 as recorded, 10 ten times as fast, 0 (usual) as fast as can be",
    )
    replay.set_defaults(run=_replay)
    explain = commands.add_parser(
        "explain", help="what was believed at a moment of a trace, and how firmly"
    )
    explain.add_argument("trace", metavar="TRACE", help="a trace, plain or compressed (.gz)")
    explain.add_argument(
        "--at",
        type=_moment,
        required=True,
        metavar="TIME",
        help="seconds of the trace (12.5, 1:02.5, 12500000us), ply:N, or the id of a question or an "
        "irregularity (q3, i2)",
    )
    explain.add_argument("--json", action="store_true", help="as one JSON document")
    explain.add_argument(
        "--language",
        default="english",
        choices=("english", "chinese"),
        help="of the words",
    )
    explain.set_defaults(run=_explain)


def _add_convert(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    convert = commands.add_parser("convert", help="records from one notation or format to another")
    convert.add_argument("source", metavar="IN", help="a record or a trace; - for standard input")
    convert.add_argument("out", metavar="OUT", help="the file to write; - for standard output")
    convert.add_argument(
        "--to",
        metavar="FORMAT",
        help="a format, a notation, or both (pdn-full); else the end of OUT's name says it",
    )
    convert.add_argument(
        "--from",
        dest="kind",
        metavar="KIND",
        help="the format or the game that IN holds, where it can be read as several",
    )
    convert.add_argument(
        "--number",
        type=whole(1, 1_000_000),
        metavar="N",
        help="the one game that is wanted, from 1",
    )
    convert.add_argument(
        "--lenient",
        action="store_true",
        help="keep what can be followed, and say on standard error what could not",
    )
    convert.set_defaults(run=_convert)


class _Version(argparse.Action):
    """Reads the version only when asked for it."""

    def __init__(self, option_strings: Sequence[str], dest: str, **more: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help=more.get("help"))

    def __call__(self, *_: object) -> NoReturn:
        from importlib.metadata import PackageNotFoundError, version

        try:
            number = version("touchmove")
        except PackageNotFoundError:
            number = "(run from its sources, not installed)"
        sys.stdout.write(f"touchmove {number}\n")
        raise SystemExit(0)


def _moment(text: str) -> object:
    from controller.shell.explaining import read_moment

    try:
        return read_moment(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _run(args: argparse.Namespace) -> int:
    from controller.shell.config import load_config

    config = load_config(args.config)
    from controller.shell.running import run

    return run(config)


def _check_config(args: argparse.Namespace) -> int:
    from controller.shell.config import load_config
    from controller.shell.hub.config import is_hub_config, load_hub_config
    from controller.shell.reaching import board_reach, hub_reach

    if is_hub_config(args.file):
        hub = load_hub_config(args.file)
        count = len(hub.boards)
        told, reach = f"a hub of {count} board{'s' * (count > 1)}", hub_reach(hub)
    else:
        config = load_config(args.file)
        told, reach = f"board {config.board.id}, {config.board.game.name}", board_reach(config)
    lines = [f"{args.file}: no mistakes ({told})", *(f"  {line.english}" for line in reach)]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0


def _replay(args: argparse.Namespace) -> int:
    from controller.shell.pace import Pace
    from controller.shell.replay import replay
    from controller.shell.trace import mistakes, open_trace

    # A pipe can be read only once: then the first mistake ends the replay where it stands.
    found = mistakes(args.trace) if os.path.isfile(args.trace) else []  # noqa: PTH113 - no import
    if found:
        for mistake in found:
            sys.stderr.write(f"{mistake}\n")
        number = f"{len(found)} mistake{'s' * (len(found) > 1)}"
        return fail(BAD_INPUT, f"{number}; nothing was replayed")

    def note(text: str) -> None:
        sys.stderr.write(f"{args.trace}: {text}\n")

    wait = Pace(args.speed).wait if args.speed else None
    with open_trace(args.trace) as (header, lines):
        replay(header, lines, sys.stdout, wait=wait, note=note)
    return 0


def _explain(args: argparse.Namespace) -> int:
    from controller.shell.explain_text import json_of, lines_of
    from controller.shell.explaining import NoSuchMoment, explain
    from controller.shell.trace import open_trace

    with open_trace(args.trace) as (header, lines):
        try:
            found = explain(header, lines, args.at)
        except NoSuchMoment as error:
            raise NoSuchMoment(f"{args.trace}: {error}") from None
    answer(args, json_of(found) if args.json else {}, lines_of(found, args.language))
    return 0


def _convert(args: argparse.Namespace) -> int:
    from controller.shell.convert import main as convert

    games, warnings = convert(
        args.source,
        args.out,
        to=args.to,
        number=args.number,
        lenient=args.lenient,
        kind=args.kind,
    )
    for warning in warnings:
        sys.stderr.write(f"{warning}\n")
    if warnings:
        count = len(warnings)
        sys.stderr.write(
            f"touchmove: {count} warning{'s' * (count > 1)}; "
            f"{games} game{'s' * (games > 1)} written\n"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
