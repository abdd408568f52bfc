"""An event: who is in it, who played whom, and the table of its players or teams.

`event_files` reads it from records, journals and lists, `event_report` from and into the report of FIDE.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from typing import TYPE_CHECKING

from rules.rulebook import Outcome
from rules.standings import (
    POINTS,
    ROUND_ROBIN,
    SWISS,
    TEAMS,
    Entrant,
    Line,
    Match,
    Pairing,
    TieBreak,
    points_text,
    standings,
    team_standings,
)
from rules.terms import RulesError, quoted
from rules.trf import NAME_MAX

if TYPE_CHECKING:
    from controller.core.messages import Json

NAMED: Mapping[str, tuple[TieBreak, ...]] = {
    "round-robin": ROUND_ROBIN,
    "swiss": SWISS,
    "teams": TEAMS,
    "none": (),
}
"""Orders of tie-breaks that have a name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A player, as far as the files say.

    Attributes:
        number: the starting number; None until there is one.
    """

    name: str
    number: int | None = None
    rating: int | None = None
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    team: str = ""

    def with_more(self, other: Person) -> Person:
        """The same player; what was not known is taken from the other."""
        news = {
            each.name: getattr(other, each.name)
            for each in fields(self)
            if not getattr(self, each.name)
        }
        return replace(self, **news)


@dataclass(slots=True)
class Event:
    """What the files of an event say.

    Attributes:
        game: its name; empty until a file, or who asks, says it.
        people: by name.
        boards: the number of the board of a game, where it is known.
        ruled: points that the arbiter has given, or taken off.
        title: the name of the event in its records.
        facts: lines of a report that say something of the event, by kind.
        notes: what was left out and why, a sentence each.
        damaged: whether some of it was left out because it could not be read.
    """

    game: str = ""
    people: dict[str, Person] = field(default_factory=dict)
    pairings: list[Pairing] = field(default_factory=list)
    boards: dict[Pairing, int] = field(default_factory=dict)
    ruled: dict[str, Fraction] = field(default_factory=dict)
    title: str = ""
    facts: list[tuple[str, str]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    damaged: bool = False

    def meet(self, person: Person) -> str:
        """Takes a player in, and says the name by which the event knows them."""
        known = self.people.get(person.name)
        if known is None and len(person.name) >= NAME_MAX:  # a report cuts long names
            cut = person.name[:NAME_MAX].strip()
            known = next(
                (each for name, each in self.people.items() if name[:NAME_MAX].strip() == cut), None
            )
        if known is None:
            known = person
        self.people[known.name] = known.with_more(person)
        return known.name

    def add(self, pairing: Pairing, where: str, board: int | None = None) -> bool:
        """Takes a game in, unless it is there already: a record and a report may both tell of it.

        Returns:
            Whether it is new.
        """
        key = (pairing.round, pairing.first, pairing.second)
        same = next((p for p in self.pairings if (p.round, p.first, p.second) == key), None)
        if same is None or Outcome.OPEN in (same.outcome, pairing.outcome):
            if same is not None:
                board = board or self.boards.pop(same, None)
                self.pairings.remove(same)
                pairing = same if pairing.outcome is Outcome.OPEN else pairing
            self.pairings.append(pairing)
            if board is not None:
                self.boards[pairing] = board
            return same is None or same.outcome is Outcome.OPEN
        if same.outcome is not pairing.outcome:
            self.pairings.append(pairing)  # the table refuses it, with the names
            return True
        self.notes.append(f"{where} is there twice, and counts once")
        return False

    def entrants(self) -> list[Entrant]:
        return [Entrant(name=each.name, rating=each.rating) for each in self.people.values()]

    def table(self, tie_breaks: Sequence[TieBreak]) -> tuple[Line, ...]:
        """The table of the players, the best first.

        Raises:
            RulesError: the files contradict each other; names every contradiction.
        """
        return standings(self.entrants(), self.pairings, POINTS[self.game], tie_breaks, self.ruled)

    def team_table(self, tie_breaks: Sequence[TieBreak]) -> tuple[Line, ...]:
        """The table of the teams, the best first (DR-19).

        Raises:
            RulesError: no player has a team, or the files contradict each other.
        """
        self.table(())  # the players' games must not contradict each other either
        teams = sorted({each.team for each in self.people.values() if each.team})
        if not teams:
            raise RulesError(
                "no file names a team; records do with WhiteTeam and BlackTeam, lists with a column team"
            )
        entrants = [Entrant(name=each) for each in teams]
        return team_standings(entrants, self._matches(), POINTS[self.game], tie_breaks)

    def _matches(self) -> list[Match]:
        found: dict[tuple[int, str, str], list[Pairing]] = {}
        for each in self.pairings:
            if each.second is None:
                continue
            both = sorted(self.people[name].team for name in (each.first, each.second))
            if both[0] and both[0] != both[1]:
                found.setdefault((each.round, both[0], both[1]), []).append(each)
            elif each.outcome in POINTS[self.game]:
                players = f"{quoted(each.first)} and {quoted(each.second)}"
                why = "are of one team" if both[0] else "are not both of a team"
                self.notes.append(
                    f"{players} in round {each.round} {why}, so it is no board of a match"
                )
        return [
            Match(
                round=round_,
                first=first,
                second=second,
                boards=tuple(self._seen_by(first, each) for each in sorted(games, key=self._place)),
            )
            for (round_, first, second), games in found.items()
        ]

    def _place(self, pairing: Pairing) -> tuple[int, str]:
        return self.boards.get(pairing, 1 << 16), pairing.first

    def _seen_by(self, team: str, pairing: Pairing) -> Outcome:
        turned = {
            Outcome.FIRST_WINS: Outcome.SECOND_WINS,
            Outcome.SECOND_WINS: Outcome.FIRST_WINS,
        }
        own = self.people[pairing.first].team == team
        return pairing.outcome if own else turned.get(pairing.outcome, pairing.outcome)


def tie_breaks_of(text: str | None, game: str, *, teams: bool = False) -> tuple[TieBreak, ...]:
    """The tie-breaks that are asked for: a named order, or some by name; those of DR-19 in draughts.

    Raises:
        RulesError: there is none of that name; says which there are.
    """
    if text is None and teams:
        return TEAMS
    if text is None:
        return SWISS if game.startswith("draughts") else (TieBreak.OPPONENTS, TieBreak.WINS)
    if text in NAMED:
        return NAMED[text]
    try:
        return tuple(TieBreak(name.strip()) for name in text.split(","))
    except ValueError:
        known = ", ".join([*NAMED, *TieBreak])
        raise RulesError(f"{quoted(text)} names no tie-breaks; known: {known}") from None


def lines_of(
    table: Sequence[Line], tie_breaks: Sequence[TieBreak], *, teams: bool = False
) -> list[str]:
    """The table as people read it: place, name, points, games, and what each tie-break says."""
    heads = (
        ["place", "team", "points", "matches"] if teams else ["place", "player", "points", "games"]
    )
    rows = [[*heads, *(each.value for each in tie_breaks)]]
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
    """The table of the players as one JSON object; points are numbers."""
    rows = _rows(table, tie_breaks)
    for row in rows:
        row["rating"] = event.people[row["name"]].rating
    return {
        "game": event.game,
        "tie_breaks": [each.value for each in tie_breaks],
        "players": rows,
    }


def team_json_of(event: Event, table: Sequence[Line], tie_breaks: Sequence[TieBreak]) -> Json:
    """The table of the teams as one JSON object; `games` counts matches."""
    return {
        "game": event.game,
        "tie_breaks": [each.value for each in tie_breaks],
        "teams": _rows(table, tie_breaks),
    }


def _rows(table: Sequence[Line], tie_breaks: Sequence[TieBreak]) -> list[Json]:
    return [
        {
            "place": line.place,
            "name": line.name,
            "points": float(line.points),
            "games": line.games,
            "values": {
                each.value: [float(value) for value in line.values[each]] for each in tie_breaks
            },
        }
        for line in table
    ]
