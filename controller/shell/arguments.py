"""What several commands have: arguments, and how they answer."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def whole(least: int, most: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number from the least to the most."""

    def number(text: str) -> int:
        try:
            found = int(text)
        except ValueError:
            found = least - 1
        if not least <= found <= most:
            raise argparse.ArgumentTypeError(f"must be a number from {least} to {most}")
        return found

    return number


def add_sensors(command: argparse.ArgumentParser, *kinds: str) -> None:
    """`--sensors`: what those of a simulated board tell.

    Args:
        kinds: beside the usual ones.
    """
    known = ("presence", "polarity", "field", *kinds)
    command.add_argument(
        "--sensors",
        default="presence",
        choices=known,
        metavar="KIND",
        help=f"what they tell: {', '.join(known[:-1])} or {known[-1]} (presence)",
    )


def add_game_of_journal(command: argparse.ArgumentParser, more: str = " or last") -> None:
    """`GAME --journal DIR`: a game that was played."""
    command.add_argument("game", metavar="GAME", help=f"its number{more}")
    command.add_argument("--journal", required=True, metavar="DIR", help="the journal's folder")
    command.add_argument(
        "--damaged",
        action="store_true",
        help="prove the records of this game only, where others of the journal are damaged",
    )


def answer(args: argparse.Namespace, found: dict[str, object], lines: list[str]) -> None:
    """Prints an answer as lines, or with `--json` as one document."""
    text = json.dumps(found, ensure_ascii=False) if args.json else "\n".join(lines)
    sys.stdout.write(text + "\n" if text else "")
