"""An event read from its files: records, journals of boards, reports, pairing files and lists of players.

A journal has more than a record: games that were void, and points that the arbiter has given or taken. What is cut
off or damaged is named and left out; the rest counts.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from controller.core.messages import Penalty
from controller.journal.store import Journal
from controller.shell.charset import decoded
from controller.shell.event import Event, Person
from controller.shell.event_report import take_report
from controller.shell.export import NoSuchGame, beginning_of, record_of, result_of
from controller.shell.file_kinds import RECORDS, kind_of
from controller.shell.pairings import BadPairings, read_pairings
from controller.shell.recordfiles import read_records
from rules.registry import game_by_name
from rules.rulebook import Outcome, Termination
from rules.standings import Pairing
from rules.terms import RulesError
from rules.trf import is_report, read_report

if TYPE_CHECKING:
    from controller.core.messages import Message
    from rules.record import GameRecord

UNKNOWN = frozenset({"", "?", "-"})
_ROUND = re.compile(r"\s*(\d{1,3})(?:\.(\d+))*\s*")
_COLUMNS: Mapping[str, str] = {
    "name": "name",
    "player": "name",
    "number": "number",
    "rating": "rating",
    "elo": "rating",
    "sex": "sex",
    "title": "title",
    "federation": "federation",
    "fed": "federation",
    "id": "fide_id",
    "fide id": "fide_id",
    "birth": "birth",
    "team": "team",
}
"""Columns of a list of players."""


def read_event(
    places: Iterable[str],
    game: str | None = None,
    records: Mapping[str, bytes] | None = None,
) -> Event:
    """The event that files and folders of journals tell.

    Args:
        game: where no record says it; chess where nothing does.
        records: texts of records that are no files, by what they are called.

    Raises:
        RulesError: nothing can be read, or games of several kinds; names file and game.
        JournalError: a journal cannot be read.
        OSError: a file cannot be read.
    """
    event = Event(game=game or "")
    texts = []
    for place in places:
        path = Path(place)
        if path.is_dir():
            _take_journal(event, path)
            continue
        data = _bytes(path)
        text = decoded(data, lenient=True).text
        if is_report(text) or path.suffix.lower() == ".csv":
            texts.append((path, text))
        else:
            _take_records(event, path, data)
    for name, data in (records or {}).items():
        _take_records(event, Path(name), data)
    event.game = event.game or _game_of(texts)
    for path, text in texts:  # their colours are those of the game, which the records tell
        _take_text(event, path, text)
    if not event.people:
        raise RulesError(
            "; ".join(
                [
                    "these files hold no player and no game that was paired; give records with players and rounds",
                    *event.notes[:5],
                ]
            )
        )
    return event


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError, PermissionError) as error:
        raise RulesError(
            f"{path}: cannot be read: {error.strerror}; give records, reports, lists of players, "
            "or folders of journals"
        ) from None


def _game_of(texts: Sequence[tuple[Path, str]]) -> str:
    red = any(
        re.match(r"[^\n]*\bred\b", text, re.IGNORECASE) for path, text in texts if path.suffix
    )
    return "xiangqi" if red else "chess"


def _damage(event: Event, note: str) -> None:
    event.notes.append(note)
    event.damaged = True


def _take_records(event: Event, path: Path, data: bytes) -> None:
    kind = kind_of(data)
    if kind is not None and not kind.startswith(RECORDS):
        _damage(event, f"{path}: this is {kind}; it is left out")
        return
    try:
        found = read_records(data, path.name, lenient=True, game=event.game or None)
    except RulesError as error:
        _damage(event, f"{path}: {error}; it is left out")
        return
    for warning in found.warnings:
        _damage(event, f"{path}: {warning}")
    for number, record in enumerate(found.records, 1):
        where = f"{path}, game {number}"
        game = game_by_name(record.game, record.options)
        for problem in record.problems:
            _damage(event, f"{where}: {problem}")
        event.notes += [f"{where}: {warning}" for warning in record.warnings]
        if _paired(record):
            _take(event, where, record, game.outcome(record.result))
        else:
            event.notes.append(f"{where} does not name both players and a round, so it is left out")


def _take_text(event: Event, path: Path, text: str) -> None:
    try:
        if is_report(text):
            report, problems = read_report(text)
            for problem in problems:
                _damage(event, f"{path}: {problem}")
            take_report(event, report, str(path))
        elif "name" in (head := _heads(text)) or "player" in head:
            _take_list(event, path, text)
        else:
            _take_pairings(event, path, text)
    except (RulesError, BadPairings) as error:
        name = "" if str(error).startswith(str(path)) else f"{path}: "
        _damage(event, f"{name}{error}; it is left out")


def _heads(text: str) -> list[str]:
    return next(_rows(text), [])


def _rows(text: str) -> Iterator[list[str]]:
    text = text.removeprefix("\ufeff")
    first = text.split("\n", 1)[0]
    rows = csv.reader(io.StringIO(text), delimiter=max(",;\t", key=first.count))
    for n, row in enumerate(rows):
        if n == 0:
            yield [" ".join(re.split(r"[\s_-]+", cell.strip().lower())) for cell in row]
        elif any(cell.strip() for cell in row):
            yield [cell.strip() for cell in row]


def _take_list(event: Event, path: Path, text: str) -> None:
    heads, *rows = _rows(text)
    unknown = [head for head in heads if head not in _COLUMNS]
    if unknown:
        known = ", ".join(_COLUMNS)
        raise RulesError(f"a list of players has no column {unknown[0]!r}; known: {known}", line=1)
    for n, row in enumerate(rows, 2):
        cells = {_COLUMNS[head]: cell for head, cell in zip(heads, row, strict=False) if cell}
        numbers = {name: cells.pop(name) for name in ("number", "rating") if name in cells}
        if "name" not in cells or not all(re.fullmatch(r"\d{1,4}", x) for x in numbers.values()):
            _damage(event, f"{path}: row {n} has no name, or a number that is none; it is left out")
            continue
        number, rating = (int(numbers.get(name, 0)) or None for name in ("number", "rating"))
        event.meet(Person(number=number, rating=rating, **cells))


def _take_pairings(event: Event, path: Path, text: str) -> None:
    game = game_by_name(event.game)
    for each in read_pairings(text, str(path), game):
        names = [_meet(event, each.headers, side, each.players[side]) for side in game.sides]
        event.add(
            Pairing(round=each.round, first=names[0], second=names[1], outcome=Outcome.OPEN),
            f"{path}, line {each.line}",
            each.board,
        )


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
            if _take(event, where, record, outcome):
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
                name = event.meet(Person(name=name))
                given = event.ruled.get(name, Fraction())
                event.ruled[name] = given + sign * Fraction(str(points))


def _paired(record: GameRecord) -> bool:
    sides = game_by_name(record.game, record.options).sides
    names = [record.headers.get(side.capitalize(), "").strip() for side in sides]
    named = all(name not in UNKNOWN for name in names)
    return named and _ROUND.fullmatch(record.headers.get("Round", "")) is not None


def _take(event: Event, where: str, record: GameRecord, outcome: Outcome) -> bool:
    """Takes a game in; says whether it is new."""
    if event.game not in ("", record.game):
        raise RulesError(f"{where} is of {record.game}, and the others are of {event.game}")
    event.game = record.game
    headers = record.headers
    if headers.get("Event", "") not in UNKNOWN:
        event.title = event.title or headers["Event"]
    match = _ROUND.fullmatch(headers["Round"])
    assert match is not None
    first, second = (
        _meet(event, headers, side, headers[side.capitalize()].strip())
        for side in game_by_name(record.game, record.options).sides
    )
    board = headers.get("Board", "") or match[2] or ""
    pairing = Pairing(
        round=int(match[1]),
        first=first,
        second=second,
        outcome=outcome,
        played=bool(record.moves),
    )
    return event.add(pairing, where, int(board) if re.fullmatch(r"\d{1,4}", board) else None)


def _meet(event: Event, headers: Mapping[str, str], side: str, name: str) -> str:
    """Takes in a player of a game, with what its headers say of them."""
    start = side.capitalize()
    said = {
        name: headers.get(start + name, "").strip() for name in ("Title", "Fed", "FideId", "Team")
    }
    known = {name: "" if text in UNKNOWN else text for name, text in said.items()}
    ratings = (headers.get(start + each, "").strip() for each in ("Elo", "Rating"))
    return event.meet(
        Person(
            name=name,
            rating=next((int(r) for r in ratings if re.fullmatch(r"\d{1,4}", r, re.ASCII)), None),
            title=known["Title"],
            federation=known["Fed"],
            fide_id=known["FideId"],
            team=known["Team"],
        )
    )
