"""`touchmove laws`: what the board makes of each article of a rulebook."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose: see `cli`

from __future__ import annotations

from typing import TYPE_CHECKING

from controller.shell.arguments import answer

if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    laws = commands.add_parser(
        "laws", help="the articles of a rulebook, and what the board does about each"
    )
    laws.add_argument(
        "rulebook", nargs="?", metavar="RULEBOOK", help="its name; lists them where left out"
    )
    laws.add_argument("--id", metavar="ID", help="one article (FIDE-7.5.5)")
    laws.add_argument(
        "--language", default="english", choices=("english", "chinese"), help="of the words"
    )
    laws.add_argument("--json", action="store_true", help="as one JSON document, in both languages")
    laws.set_defaults(run=_laws)


def _laws(args: argparse.Namespace) -> int:
    from controller.shell.lawpages.rows import find_book, row_by_id, rows
    from controller.shell.lawpages.telling import book_lines, lines_of, value_of
    from rules.terms import RulesError

    if args.rulebook is None:
        if args.id is not None:
            raise RulesError("name the rulebook of the article: touchmove laws RULEBOOK --id ID")
        answer(args, *book_lines(args.language))
        return 0
    found = rows(*find_book(args.rulebook))
    if args.id is not None:
        found = (row_by_id(found, args.id),)
    lines = [line for row in found for line in lines_of(row, args.language)]
    answer(args, {"rulebook": args.rulebook, "articles": [value_of(row) for row in found]}, lines)
    return 0
