"""`touchmove export`: the record of a game in a journal, or all of them."""

# ruff: noqa: PLC0415 - imports stand inside the commands on purpose

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from controller.shell.arguments import add_game_of_journal

if TYPE_CHECKING:
    import argparse
    from pathlib import Path

    from controller.journal.store import Journal
    from controller.shell.recordfiles import Target

ALL = "all"


def add(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Adds the command to the command line."""
    export = commands.add_parser("export", help="the record of a game in a journal, or of all")
    add_game_of_journal(export, more=", last, or all")
    export.add_argument(
        "--format",
        metavar="FORMAT",
        help="pgn, pdn, sgf, xqpgn or trace; the game's own where left out",
    )
    export.add_argument(
        "--out",
        metavar="FILE",
        help="the file to write; a .zip with a file for each game where all are wanted",
    )
    export.set_defaults(run=_export)


def _export(args: argparse.Namespace) -> int:
    from pathlib import Path

    from controller.journal.store import Journal
    from controller.shell.recordfiles import target_by_name

    wanted = None if args.format is None else target_by_name(args.format)
    out = None if args.out is None else Path(args.out)
    with Journal.read(Path(args.journal), whole=not args.damaged) as journal:
        export = _export_all if args.game == ALL else _export_one
        remarks = export(journal, args.game, wanted, out)
    for remark in remarks:
        sys.stderr.write(f"{remark}\n")
    return 0


def _export_one(journal: Journal, game: str, wanted: Target | None, out: Path | None) -> list[str]:
    from controller.shell.export import find_game, text_of, told

    game_id = find_game(journal.games(), game)
    found = told(journal.messages_of(game_id), wanted)
    _give(text_of(found, wanted), out)
    return [f"{game_id}: {found.warning}"] if found.warning else []


def _export_all(journal: Journal, _: str, wanted: Target | None, out: Path | None) -> list[str]:
    """Every game: in an archive, or one behind the other where one file can hold them."""
    from controller.shell.export import NoSuchGame, text_of, told
    from controller.shell.played.bundle import write_bundle
    from controller.shell.recordfiles import target_of_game
    from rules.terms import RulesError

    ids = [span.game_id for span in journal.games()]
    if out is not None and out.suffix.lower() == ".zip":
        with out.open("wb") as file:
            return write_bundle(file, ids, journal.messages_of, wanted)
    texts, remarks, forms = [], [], set()
    for game_id in ids:
        try:
            found = told(journal.messages_of(game_id), wanted)
        except NoSuchGame:
            continue
        form = (wanted or target_of_game(found.record.game)).format
        forms.add("trace" if form is None else form.name)
        texts.append(text_of(found, wanted))
        if found.warning:
            remarks.append(f"{game_id}: {found.warning}")
    if not texts:
        raise NoSuchGame("the journal holds no games that have begun")
    if len(forms) > 1 or (forms == {"trace"} and len(texts) > 1):
        kinds = ", ".join(sorted(forms))
        raise RulesError(f"one file cannot hold all these games ({kinds}); give --out FILE.zip")
    _give("\n".join(texts), out)
    return remarks


def _give(text: str, out: Path | None) -> None:
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, encoding="utf-8")
