"""The page docs/commands.md, made from the table of commands: `python -m controller.shell.commands_page FILE`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from controller.core.stages import Stage
from controller.core.table.commands import COMMANDS, START
from controller.core.table.commands.common import OPERATOR, PLAYER, Row
from controller.shell.lawpages.words import leads
from controller.shell.roles import ARBITER
from rules.adjournment import INTERRUPTIONS
from rules.arbiter_law import counted, sanctions
from rules.registry import GAMES
from rules.rulebook import Remedy, Rulebook

LETTERS = {PLAYER: "P", ARBITER: "A", OPERATOR: "O"}

HEAD = """\
# Who may give which command, and when

Made from `controller/core/commands/` by `python -m controller.shell.commands_page docs/commands.md`.
What each command does and takes is in [protocol.md](protocol.md#commands).

**P** the players (which of the two, the command itself says), **A** the arbiter, **O** the operator. A role
that is not in a cell is refused there: with "… may not give the command …" where it never may, else with "the board is in
stage …". A role that is in a cell may give the command there, and it is obeyed or refused with its own reason
(nothing to accept, not a legal move, no clock). A refused command changes nothing.
"""
IMPOSSIBLE = """\

Not every stage is possible in every game; a command can come in none that is not:
"""
PENALTIES = """
## Penalties of each rulebook

What the arbiter may give with `penalty`, by `kind`. *Counted* joins a count, which leads to what stands behind it; what
the board finds by itself is counted in the same way. *Recorded* is written down. Points are for the event's table.

| rulebook | kind | law | effect | |
|---|---|---|---|---|"""


def page() -> str:
    """The table, as Markdown."""
    return "\n".join([HEAD, *_table(), IMPOSSIBLE, *_impossible(), PENALTIES, *_penalties()]) + "\n"


def _table() -> Iterator[str]:
    yield "| command | " + " | ".join(Stage) + " |"
    yield "|---" * (len(Stage) + 1) + "|"
    for name in sorted(COMMANDS, key=lambda name: (name != START, name)):
        yield _line(name, _of(COMMANDS[name]))


def _of(row: Row) -> dict[str, frozenset[Stage]]:
    return {role: row.stages_of(role) for role in LETTERS}


def _line(name: str, stages: dict[str, frozenset[Stage]]) -> str:
    cells = (
        " ".join(letter for role, letter in LETTERS.items() if stage in stages.get(role, ()))
        for stage in Stage
    )
    return f"| `{name}` | " + " | ".join(cell or "—" for cell in cells) + " |"


def _impossible() -> Iterator[str]:
    yield "| rulebook | never in stage |"
    yield "|---|---|"
    for game in GAMES.values():
        for book in game.rulebooks.values():
            missing = [stage.value for stage in Stage if not possible(book, stage)]
            yield f"| `{book.name}` | {', '.join(missing) or '—'} |"


def _penalties() -> Iterator[str]:
    for game in GAMES.values():
        for book in game.rulebooks.values():
            for kind, found in sanctions(book).items():
                law = counted(book, found.counted)
                effect = found.effect.value + (f" as {found.counted}" if found.counted else "")
                then = [] if law is None else leads(law)
                words = "; ".join([found.english, *(each.english for each in then)])
                yield f"| `{book.name}` | `{kind}` | {found.law} | {effect} | {words} |"


def possible(book: Rulebook, stage: Stage) -> bool:
    """Whether a game by this rulebook can come to a stage."""
    match stage:
        case Stage.COUNT:
            return book.name.startswith("go")
        case Stage.ADJOURNED:
            return book.name in INTERRUPTIONS
        case Stage.CHOICE:
            rows = book.irregularities.values()
            return any(row.remedy is Remedy.OPPONENT_CHOOSES for row in rows)
        case _:
            return True


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
