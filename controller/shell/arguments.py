"""What several commands have: arguments, and how they answer."""

from __future__ import annotations

import argparse
import difflib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator


def called() -> str:
    """How this program was called, for people to type again."""
    return sys.argv[0] if Path(sys.argv[0]).name == "touchmove" else "touchmove"


class Parser(argparse.ArgumentParser):
    """A parser that says which command, choice or option may have been meant."""

    _given: tuple[str, ...] = ()

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:  # noqa: ANN401 - as argparse has it
        """As the parser does, remembering the words for `error`."""
        self._given = tuple(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def _check_value(self, action: argparse.Action, value: Any) -> None:  # noqa: ANN401
        choices = action.choices
        if choices is not None and value not in choices:
            meant = _meant(str(value), map(str, choices))
            known = ", ".join(map(str, choices))
            raise argparse.ArgumentError(
                action, f"there is no {value!r}{meant or f'; known: {known}'}"
            )

    def error(self, message: str) -> NoReturn:
        """Says what is wrong, and which option may have been meant by one that there is not."""
        known = set(_options(self, self._given))
        for word in self._given:
            option = word.partition("=")[0]
            if option.startswith("--") and option not in known:
                meant = _meant(option, known)
                message += f"; there is no {option}{meant}" if meant else ""
        super().error(message)


def _options(parser: argparse.ArgumentParser, words: Iterable[str]) -> Iterator[str]:
    """The options of a parser, and of the commands below it that were given."""
    for action in parser._actions:  # noqa: SLF001 - argparse has no other way to what was added
        yield from action.option_strings
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            for word in set(words) & action.choices.keys():
                yield from _options(action.choices[word], words)


def _meant(word: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(word[:100], [*known], n=1)
    return f"; did you mean {near[0]}?" if near else ""


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
