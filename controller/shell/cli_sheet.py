"""`touchmove sheet`: the score sheet of a game in a journal, as a page or a PDF."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from controller.shell.arguments import add_game_of_journal

if TYPE_CHECKING:
    import argparse


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    sheet = commands.add_parser("sheet", help="the score sheet of a game in a journal, to print")
    add_game_of_journal(sheet)
    sheet.add_argument(
        "--out",
        metavar="FILE",
        help="a .pdf or .html file; the page on standard output if left out",
    )
    sheet.set_defaults(run=_sheet)


def _sheet(args: argparse.Namespace) -> int:
    from controller.journal.store import Journal
    from controller.shell.export import find_game
    from controller.shell.sheets.facts import sheet_of
    from controller.shell.sheets.page import page_of
    from controller.shell.sheets.paper import paper_of
    from rules.terms import RulesError

    out = None if args.out is None else Path(args.out)
    if out is not None and out.suffix.lower() not in (".pdf", ".html"):
        raise RulesError(f"{out} is neither .pdf nor .html; end the name of --out with one of them")
    with Journal.read(Path(args.journal), whole=not args.damaged) as journal:
        messages = journal.messages_of(find_game(journal.games(), args.game))
    paper = paper_of(*sheet_of(messages))
    if out is None:
        sys.stdout.write(page_of(paper))
    elif out.suffix.lower() == ".html":
        out.write_text(page_of(paper), encoding="utf-8")
    else:
        from controller.shell.sheets.pdf import pdf_of

        out.write_bytes(pdf_of(paper))
    return 0
