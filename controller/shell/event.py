"""An event from its records: who played whom, and the table of the players.

The games come from record files or from the journals of boards. A journal has more: games that were void,
and points that the arbiter has given or taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from controller.core.messages import Penalty
from controller.journal.store import Journal
from controller.shell.export import NoSuchGame, beginning_of, record_of, result_of
from controller.shell.recordfiles import read_records
from rules.registry import game_by_name
from rules.rulebook import Outcome, Termination
from rules.standings import (
    POINTS,
    ROUND_ROBIN,
    SWISS,
    Entrant,
    Line,
    Pairing,
    TieBreak,
    points_text,
    standings,
)
from rules.terms import RulesError, quoted

if TYPE_CHECKING:
    from controller.core.messages import Json, Message
    from rules.record import GameRecord

NAMED: dict[str, tuple[TieBreak, ...]] = {"round-robin": ROUND_ROBIN, "swiss": SWISS, "none": ()}
"""Orders of tie-breaks that have a name."""
UNKNOWN = frozenset({"", "?", "-"})
_ROUND = re.compile(r"\s*(\d{1,3})(?:\.\d+)*\s*")


@dataclass(slots=True)
class Event:
    """What the files of an event say.

    Attributes:
        ratings: of each player; None where no file has one.
        ruled: points that the arbiter has given, or taken off.
        notes: what was left out and why, a sentence each.
    """

    game: str = ""
    ratings: dict[str, int | None] = field(default_factory=dict)
    pairings: list[Pairing] = field(default_factory=list)
    ruled: dict[str, Fraction] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    def table(self, tie_breaks: Sequence[TieBreak]) -> tuple[Line, ...]:
        """The table, the best first.

        Raises:
            RulesError: the files contradict each other; names every contradiction.
        """
        entrants = [Entrant(name=name, rating=rating) for name, rating in self.ratings.items()]
        return standings(entrants, self.pairings, POINTS[self.game], tie_breaks, self.ruled)


def read_event(places: Iterable[str]) -> Event:
    """The event that files of records and folders of journals tell.

    Raises:
        RulesError: a file is no record, or a game in it cannot be placed; names file and game.
        JournalError: a journal cannot be read.
        OSError: a file cannot be read.
    """
    event = Event()
    for place in places:
        path = Path(place)
        if path.is_dir():
            _take_journal(event, path)
        else:
            _take_file(event, path)
    if not event.pairings:
        raise RulesError(
            "these files hold no game that was paired; give records with players and rounds"
        )
    return event


def tie_breaks_of(text: str | None, game: str) -> tuple[TieBreak, ...]:
    """The tie-breaks that are asked for: a named order, or some by name; those of DR-19 in draughts.

    Raises:
        RulesError: there is none of that name; says which there are.
    """
    if text is None:
        return SWISS if game.startswith("draughts") else (TieBreak.OPPONENTS, TieBreak.WINS)
    if text in NAMED:
        return NAMED[text]
    try:
        return tuple(TieBreak(name.strip()) for name in text.split(","))
    except ValueError:
        known = ", ".join([*NAMED, *TieBreak])
        raise RulesError(f"{quoted(text)} names no tie-breaks; known: {known}") from None


def lines_of(table: Sequence[Line], tie_breaks: Sequence[TieBreak]) -> list[str]:
    """The table as people read it: place, name, points, games, and what each tie-break says."""
    rows = [["place", "player", "points", "games", *(each.value for each in tie_breaks)]]
    rows += [
        [
            str(line.place),
            line.name,
            points_text(line.points),
            str(line.games),
            *(" ".join(map(points_text, line.values[each])) for each in tie_breaks),
        ]
        for line in table
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if n == 1 else cell.rjust(width)
            for n, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def json_of(event: Event, table: Sequence[Line], tie_breaks: Sequence[TieBreak]) -> Json:
    """The table as one JSON object; points are numbers."""
    return {
        "game": event.game,
        "tie_breaks": [each.value for each in tie_breaks],
        "players": [
            {
                "place": line.place,
                "name": line.name,
                "rating": event.ratings[line.name],
                "points": float(line.points),
                "games": line.games,
                "values": {
                    each.value: [float(value) for value in line.values[each]] for each in tie_breaks
                },
            }
            for line in table
        ],
    }


def _take_file(event: Event, path: Path) -> None:
    try:
        found = read_records(path.read_bytes(), path.name, game=event.game or None)
    except (FileNotFoundError, NotADirectoryError, PermissionError) as error:
        text = f"{path}: cannot be read: {error.strerror}; give records, or folders of journals"
        raise RulesError(text) from None
    except RulesError as error:
        raise RulesError(f"{path}: {error}") from None
    event.notes += [f"{path}: {warning}" for warning in found.warnings]
    for number, record in enumerate(found.records, 1):
        game = game_by_name(record.game, record.options)
        event.notes += [f"{path}, game {number}: {warning}" for warning in record.warnings]
        _take(event, f"{path}, game {number}", record, game.outcome(record.result))


def _take_journal(event: Event, path: Path) -> None:
    with Journal.read(path, whole=True) as journal:
        for span in journal.games():
            where = f"{path}, {span.game_id}"
            messages = journal.messages_of(span.game_id)
            try:
                record = record_of(messages).record
            except NoSuchGame:
                event.notes.append(f"{where}: its men never stood, so it is left out")
                continue
            outcome = _outcome(record, messages) if span.finished else Outcome.OPEN
            if outcome is Outcome.VOID or not _paired(record):
                why = "is void" if outcome is Outcome.VOID else "names no round or no players"
                event.notes.append(f"{where} {why}, so it is left out")
                continue
            _take(event, where, record, outcome)
            _take_points(event, messages)


def _outcome(record: GameRecord, messages: Sequence[Message]) -> Outcome:
    result = result_of(messages)
    if result is None:
        return Outcome.OPEN
    if result.termination == Termination.VOID.value:
        return Outcome.VOID
    return game_by_name(record.game, record.options).outcome(result.result)


def _take_points(event: Event, messages: Sequence[Message]) -> None:
    """Points that were given and taken in a game (FIDE-12.9)."""
    started = beginning_of(messages)
    assert started is not None  # it has a record
    first, second = started.players
    other = {first: second, second: first}
    for message in messages:
        if not isinstance(message, Penalty) or not (message.gives_points or message.takes_points):
            continue
        sign = -1 if message.withdrawn else 1
        for side, points in (
            (message.side, -message.takes_points),
            (other[message.side], message.gives_points),
        ):
            name = started.players[side]
            if name:
                given = event.ruled.get(name, Fraction())
                event.ruled[name] = given + sign * Fraction(str(points))


def _names(record: GameRecord) -> tuple[str, str]:
    first, second = game_by_name(record.game, record.options).sides
    return (
        record.headers.get(first.capitalize(), "").strip(),
        record.headers.get(second.capitalize(), "").strip(),
    )


def _paired(record: GameRecord) -> bool:
    named = all(name not in UNKNOWN for name in _names(record))
    return named and _ROUND.fullmatch(record.headers.get("Round", "")) is not None


def _take(event: Event, where: str, record: GameRecord, outcome: Outcome) -> None:
    if event.game not in ("", record.game):
        raise RulesError(f"{where} is of {record.game}, and the others are of {event.game}")
    event.game = record.game
    names = _names(record)
    if not _paired(record):
        raise RulesError(f"{where} does not name both players and a round")
    match = _ROUND.fullmatch(record.headers["Round"])
    assert match is not None
    for name, rating in zip(names, _ratings(record), strict=True):
        event.ratings[name] = event.ratings.get(name) or rating
    event.pairings.append(
        Pairing(
            round=int(match[1]),
            first=names[0],
            second=names[1],
            outcome=outcome,
            played=bool(record.moves),
        )
    )


def _ratings(record: GameRecord) -> Iterator[int | None]:
    for side in game_by_name(record.game, record.options).sides:
        text = record.headers.get(f"{side.capitalize()}Elo", "").strip()
        yield int(text) if re.fullmatch(r"\d{1,4}", text, re.ASCII) else None
