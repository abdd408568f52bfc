"""An event and FIDE's report of it (TRF16): read as one of the files of an event, and written from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING

from controller.shell.event import Event, Person
from rules.registry import game_by_name
from rules.rulebook import Outcome
from rules.standings import POINTS, Pairing, points_text
from rules.terms import quoted
from rules.trf import NAME, ROUNDS, Meeting, Report, Seat

if TYPE_CHECKING:
    from rules.standings import Line

_WON = frozenset("1+WUF")
_SHARED = frozenset("=DH")
_KEPT = frozenset("WDLF")
"""Marks that say more than who won."""


def take_report(event: Event, report: Report, where: str) -> None:
    """Takes a report in: players with their numbers, games, rounds without an opponent, teams.

    Where a player's points are not those of the results, the difference is the arbiter's: points that were given or
    taken (FIDE-12.9).
    """
    teams = {
        number: (team, n) for team, numbers in report.teams for n, number in enumerate(numbers)
    }
    names = {}
    for seat in report.seats:
        names[seat.number] = event.meet(
            Person(
                name=seat.name,
                number=seat.number,
                rating=seat.rating,
                sex=seat.sex,
                title=seat.title,
                federation=seat.federation,
                fide_id=seat.fide_id,
                birth=seat.birth,
                team=teams.get(seat.number, ("", 0))[0],
            )
        )
    event.facts += report.facts
    new = _take_rounds(event, report, names, {n: place for n, (_, place) in teams.items()}, where)
    for seat in report.seats:
        difference = seat.points - new[seat.number]
        if difference:
            name = names[seat.number]
            event.ruled[name] = event.ruled.get(name, Fraction()) + difference
            event.notes.append(
                f"{where}: {quoted(name)} has {points_text(seat.points)} points and made {points_text(new[seat.number])} "
                "in games; the difference is taken as the arbiter's"
            )


def _take_rounds(
    event: Event,
    report: Report,
    names: Mapping[int, str],
    places: Mapping[int, int],
    where: str,
) -> dict[int, Fraction]:
    """Takes the games in; returns what the results of the report make, by number."""
    black_first = game_by_name(event.game).sides[0] == "black"
    points = POINTS[event.game]
    made = dict.fromkeys(names, Fraction())
    for seat in report.seats:
        for round_, meeting in enumerate(seat.rounds, 1):
            if meeting is None or (meeting.opponent or seat.number) not in names:
                continue
            outcome = _outcome(report, round_, meeting)
            made[seat.number] += points[outcome][0] if outcome in points else 0
            begins = (meeting.colour == "b") is black_first
            if meeting.opponent is not None and not begins:
                continue  # the other's line has it
            pairing = Pairing(
                round=round_,
                first=names[seat.number],
                second=None if meeting.opponent is None else names[meeting.opponent],
                outcome=outcome,
                played=meeting.opponent is not None and meeting.mark not in "+-",
                mark=meeting.mark if meeting.mark in _KEPT else "",
            )
            event.add(
                pairing, f"{where}, round {round_} of {quoted(seat.name)}", places.get(seat.number)
            )
    return made


def _outcome(report: Report, round_: int, meeting: Meeting) -> Outcome:
    if not meeting.mark:
        return Outcome.OPEN
    if meeting.mark in _WON:
        return Outcome.FIRST_WINS
    if meeting.mark in _SHARED:
        return Outcome.DRAW
    other = next((each for each in report.seats if each.number == meeting.opponent), None)
    theirs = other.rounds[round_ - 1] if other and round_ <= len(other.rounds) else None
    lost = theirs is not None and theirs.mark not in _WON
    return Outcome.BOTH_LOSE if lost else Outcome.SECOND_WINS


def numbered(event: Event, *, by_rating: bool = True) -> list[Person]:
    """The players in the order of their starting numbers; who has none gets one.

    Args:
        by_rating: new numbers go to the stronger first, then by name; else in the order of the files.
    """
    taken = [each for each in event.people.values() if each.number is not None]
    new = [each for each in event.people.values() if each.number is None]
    if by_rating:
        new.sort(key=lambda each: (-(each.rating or 0), each.name))
    last = max((each.number or 0 for each in taken), default=0)
    for number, each in enumerate(new, last + 1):
        event.people[each.name] = replace(each, number=number)
    return sorted(event.people.values(), key=lambda each: each.number or 0)


def report_of(event: Event, table: Sequence[Line], pending: int | None = None) -> Report:
    """The report of an event.

    Args:
        table: of its players: places and points.
        pending: a round that is being paired: who is not in it yet is not absent.
    """
    people = numbered(event)
    lines = {line.name: line for line in table}
    rounds = last_round(event)
    open_rounds = {each.round for each in event.pairings if each.outcome is Outcome.OPEN}
    paired = {each.round for each in event.pairings if each.round != pending}
    cells = _cells(event, {each.name: each.number or 0 for each in people})
    away = Meeting(opponent=None, colour="-", mark="Z")
    seats = [
        Seat(
            number=person.number or 0,
            name=person.name,
            rating=person.rating,
            sex=person.sex,
            title=person.title,
            federation=person.federation,
            fide_id=person.fide_id,
            birth=person.birth,
            points=lines[person.name].points,
            rank=lines[person.name].place,
            rounds=tuple(
                cells.get((person.name, n), away if n in paired - open_rounds else None)
                for n in range(1, rounds + 1)
            ),
        )
        for person in people
    ]
    facts = list(event.facts)
    if not any(kind == NAME for kind, _ in facts):
        facts.append((NAME, event.title or "-"))
    teams: dict[str, list[Person]] = {}
    for person in people:
        if person.team:
            teams.setdefault(person.team, []).append(person)
    return Report(
        seats=tuple(seats),
        facts=tuple(dict.fromkeys(facts)),
        teams=tuple(
            (team, tuple(each.number or 0 for each in _by_board(event, members)))
            for team, members in sorted(teams.items())
        ),
    )


def _by_board(event: Event, members: Sequence[Person]) -> list[Person]:
    """A team's players from the first board on, as they have played."""
    boards: dict[str, int] = {}
    for pairing, board in event.boards.items():
        for name in (pairing.first, pairing.second):
            if name is not None:
                boards[name] = min(board, boards.get(name, board))
    return sorted(members, key=lambda each: (boards.get(each.name, 1 << 16), each.number or 0))


def last_round(event: Event) -> int:
    """The last round that anybody was paired in; 0 before the first."""
    return max((each.round for each in event.pairings), default=0)


def rounds_of(event: Event) -> int | None:
    """How many rounds the event has, where a report says it."""
    said = [
        text.strip() for kind, text in event.facts if kind == ROUNDS and text.strip().isdecimal()
    ]
    return int(said[-1]) if said else None


def _cells(event: Event, numbers: Mapping[str, int]) -> dict[tuple[str, int], Meeting]:
    black_first = game_by_name(event.game).sides[0] == "black"
    colours = "bw" if black_first else "wb"
    found = {}
    for each in event.pairings:
        marks = _marks(each)
        if each.second is None:
            found[each.first, each.round] = Meeting(opponent=None, colour="-", mark=marks[0])
            continue
        for name, other, colour, mark in (
            (each.first, each.second, colours[0], marks[0]),
            (each.second, each.first, colours[1], marks[1]),
        ):
            found[name, each.round] = Meeting(opponent=numbers[other], colour=colour, mark=mark)
    return found


def _marks(pairing: Pairing) -> tuple[str, str]:
    """What stands in the line of the first and of the second."""
    if pairing.second is None:
        free = {Outcome.FIRST_WINS: pairing.mark or "U", Outcome.DRAW: "H"}
        return free.get(pairing.outcome, "Z"), ""
    drawn = "=" if pairing.played and not pairing.mark else "D"
    win, loss = ("W", "L") if pairing.mark else ("1", "0") if pairing.played else ("+", "-")
    found: Mapping[Outcome, tuple[str, str]] = {
        Outcome.FIRST_WINS: (win, loss),
        Outcome.SECOND_WINS: (loss, win),
        Outcome.DRAW: (drawn, drawn),
        Outcome.BOTH_LOSE: (loss, loss),
    }
    return found.get(pairing.outcome, ("", ""))
