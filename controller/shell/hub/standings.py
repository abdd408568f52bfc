"""The table of the event at the desk: from the files of the event and from what the boards play now (DR-19)."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from controller.journal.faults import JournalError
from rules.terms import RulesError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from controller.core.messages import Json
    from controller.shell.feeds.relay import Relayed
    from controller.shell.hub.tables import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What of the table is wanted.

    Attributes:
        tie_breaks: as `touchmove standings` takes them; None for the usual ones.
    """

    teams: bool = False
    tie_breaks: str | None = None


def records_of(tables: Iterable[Table]) -> dict[str, bytes]:
    """The records that the boards have now, by the boards' ids."""
    return {each.board: each.record[1].encode() for each in tables if each.record is not None}


def standings_of(files: Sequence[Path], records: dict[str, bytes], asked: Asked) -> Json:
    """The table, and what was left out of it and why (`notes`).

    Raises:
        RulesError: there is nothing to count, or it contradicts itself.
        JournalError: a journal among the files cannot be read.
        OSError: a file cannot be read.
    """
    from controller.shell.event import (  # noqa: PLC0415 - a hub that is not asked needs none of it
        json_of,
        team_json_of,
        tie_breaks_of,
    )
    from controller.shell.event_files import read_event  # noqa: PLC0415

    event = read_event(map(str, files), records=records)
    order = tie_breaks_of(asked.tie_breaks, event.game, teams=asked.teams)
    if asked.teams:
        found = team_json_of(event, event.team_table(order), order)
    else:
        found = json_of(event, event.table(order), order)
    teams = any(each.team for each in event.people.values())
    return {**found, "has_teams": teams, "notes": event.notes}


def public_standings(
    files: Sequence[Path], games: Sequence[Relayed], *, delayed: bool
) -> Json | None:
    """The table as the public may see it, from the games that it may see; None where there is nothing to count.

    Args:
        files: of the event. Where the public waits, folders of journals are left out: they tell what has just been played.
    """
    usual = [each for each in files if not (delayed and each.is_dir())]
    records = {f"board {each.board}": each.text.encode() for each in games if each.text}
    try:
        found = standings_of(usual, records, Asked())
    except (RulesError, JournalError, OSError):
        return None
    return {**found, "notes": []}
