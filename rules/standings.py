"""Standings of a small event: points, tie-breaks and places, of players and of teams (DR-17, DR-19).

Everything is exact: points and averages are fractions. Equal standing shares a place. What is counted
does not depend on the order in which players and games are given.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from itertools import groupby

from rules.draughts.laws import POINTS as DRAUGHTS_POINTS
from rules.rulebook import Outcome
from rules.terms import RulesError, quoted

Points = Mapping[Outcome, tuple[Fraction, Fraction]]
"""Points of the first and of the second of a pairing, by outcome. An outcome that is not there
("open", "void") is no game yet."""
Value = tuple[Fraction, ...]
"""What one tie-break says of one player: more is better; several numbers are compared one by one."""


def _table(win: Fraction | int, draw: Fraction | int) -> Points:
    won, shared, none = Fraction(win), Fraction(draw), Fraction(0)
    return {
        Outcome.FIRST_WINS: (won, none),
        Outcome.DRAW: (shared, shared),
        Outcome.SECOND_WINS: (none, won),
        Outcome.BOTH_LOSE: (none, none),
    }


_ONE = _table(1, Fraction(1, 2))
_TWO = _table(2, 1)
_DRAUGHTS: Points = {
    outcome: (Fraction(first), Fraction(second))
    for outcome, (first, second) in DRAUGHTS_POINTS.items()
}
POINTS: Mapping[str, Points] = {
    "chess": _ONE,
    "draughts-100": _DRAUGHTS,
    "draughts-russian": _DRAUGHTS,
    "draughts-brazilian": _DRAUGHTS,
    "xiangqi": _TWO,
    "go": _ONE,
}
"""By game: CH-17 and DR-12.6; the laws of xiangqi and Go leave it to the event, and this is usual."""
MATCH_POINTS = _TWO
"""Of a match between teams."""


class TieBreak(StrEnum):
    """What tells players apart who have the same points."""

    WINS = "wins"
    DIRECT = "direct"
    """Points in the games of those still level against each other."""
    RATING_AVERAGE = "rating-average"
    """Of the opponents whose rating is known; 0 where none is."""
    OPPONENTS = "opponents"
    """The sum of the opponents' points (Solkoff, Buchholz)."""
    MEDIAN = "median"
    """The same without the best and the worst opponent."""
    TRUNCATED = "truncated"
    """The same without the worst opponent, then without the two worst, and so on until it tells."""
    BOARD_POINTS = "board-points"
    BOARD_ORDER = "board-order"
    """Points on the first board, then on the second, and so on."""


ROUND_ROBIN = (TieBreak.WINS, TieBreak.DIRECT)
SWISS = (TieBreak.RATING_AVERAGE, TieBreak.OPPONENTS, TieBreak.MEDIAN, TieBreak.TRUNCATED)
TEAMS = (TieBreak.BOARD_POINTS, TieBreak.DIRECT, TieBreak.BOARD_ORDER)
"""The tie-breaks of DR-19, in its order; for teams after the match points."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """A player or a team of an event; names are unique in it."""

    name: str
    rating: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairing:
    """One game of an event.

    Attributes:
        round: from 1.
        first, second: names; `second` is None for a player without an opponent.
        outcome: as the first sees it.
        played: whether there were moves. A game that was not played, and a round without an opponent,
            give points and count for no tie-break.
        mark: what a tournament report says of it beyond that: `W`, `D`, `L`, `F` (`rules.trf`).
    """

    round: int
    first: str
    second: str | None
    outcome: Outcome
    played: bool = True
    mark: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """One match between two teams.

    Attributes:
        boards: from the first board on, as the first team sees it, whoever had which colour.
    """

    round: int
    first: str
    second: str
    boards: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the table.

    Attributes:
        place: from 1; shared by those who are level in everything.
        points: match points, of a team.
        games: that have ended, played or not; matches, of a team.
        values: of each tie-break; more is better. Direct encounter is counted among those who were
            level before it.
    """

    name: str
    place: int
    points: Fraction
    games: int
    values: Mapping[TieBreak, Value]


@dataclass(frozen=True, slots=True)
class _Meeting:
    """One game or match as one of the two sees it. `boards` has their points on each board."""

    opponent: str | None
    points: Fraction
    won: bool
    played: bool
    boards: Value = ()


@dataclass(slots=True)
class _Table:
    ratings: Mapping[str, int | None]
    meetings: dict[str, list[_Meeting]] = field(default_factory=dict)
    ruled: Mapping[str, Fraction] = field(default_factory=dict)

    def points(self, name: str) -> Fraction:
        ruled = self.ruled.get(name, Fraction())
        return sum((each.points for each in self.meetings[name]), ruled)

    def opponents(self, name: str) -> list[str]:
        return [m.opponent for m in self.meetings[name] if m.played and m.opponent is not None]


def standings(
    players: Iterable[Entrant],
    pairings: Iterable[Pairing],
    points: Points,
    tie_breaks: Sequence[TieBreak] = (),
    ruled: Mapping[str, Fraction] | None = None,
) -> tuple[Line, ...]:
    """The table of an event of players, the best first; those who are level by name.

    Args:
        points: of the game, from `POINTS`.
        ruled: points that the arbiter has given to a player, or taken off (FIDE-12.9).
        tie_breaks: `ROUND_ROBIN`, `SWISS` or an order of the event's own, without those of teams.

    Raises:
        RulesError: a name is unknown or occurs twice, somebody plays against themselves, has two games
            in one round, or a tie-break is one of teams; names every reason.
    """
    entrants, games = list(players), list(pairings)
    flaws = [
        f"{each.value} tells teams apart, not players"
        for each in tie_breaks
        if each in {TieBreak.BOARD_POINTS, TieBreak.BOARD_ORDER}
    ]
    _check(entrants, [(each.round, each.first, each.second) for each in games], flaws)
    table = _Table({each.name: each.rating for each in entrants}, ruled=ruled or {})
    table.meetings = {each.name: [] for each in entrants}
    for each in games:
        if each.outcome in points:
            first, second = points[each.outcome]
            played = each.played and each.second is not None
            won = each.outcome is Outcome.FIRST_WINS
            table.meetings[each.first].append(_Meeting(each.second, first, won, played))
            if each.second is not None:
                won = each.outcome is Outcome.SECOND_WINS
                table.meetings[each.second].append(_Meeting(each.first, second, won, played))
    return _lines(table, tie_breaks)


def team_standings(
    teams: Iterable[Entrant],
    matches: Iterable[Match],
    points: Points,
    tie_breaks: Sequence[TieBreak] = TEAMS,
) -> tuple[Line, ...]:
    """The table of an event of teams: match points, then the tie-breaks.

    A match with a board that has not ended counts for nothing yet.

    Raises:
        RulesError: as `standings`; a match without boards.
    """
    entrants, played = list(teams), list(matches)
    flaws = [
        f"the match of {quoted(each.first)} and {quoted(each.second)} in round {each.round} has no boards"
        for each in played
        if not each.boards
    ]
    _check(entrants, [(each.round, each.first, each.second) for each in played], flaws)
    table = _Table({each.name: each.rating for each in entrants})
    table.meetings = {each.name: [] for each in entrants}
    for match in played:
        if not all(outcome in points for outcome in match.boards):
            continue
        first, second = (tuple(points[board][n] for board in match.boards) for n in (0, 1))
        outcome = _of_match(sum(first), sum(second))
        for name, other, boards, n, win in (
            (match.first, match.second, first, 0, Outcome.FIRST_WINS),
            (match.second, match.first, second, 1, Outcome.SECOND_WINS),
        ):
            table.meetings[name].append(
                _Meeting(other, MATCH_POINTS[outcome][n], outcome is win, True, boards)
            )
    return _lines(table, tie_breaks)


def points_text(points: Fraction) -> str:
    """Points as tables show them: "2½"; other fractions with two decimal places."""
    whole, rest = divmod(points, 1)
    if not rest:
        return str(whole)
    if rest == Fraction(1, 2):
        return f"{whole or ''}½"
    return f"{float(points):.2f}"


def _of_match(first: Fraction | int, second: Fraction | int) -> Outcome:
    """Who won a match; nobody did where nobody made a point."""
    if first == second:
        return Outcome.DRAW if first else Outcome.BOTH_LOSE
    return Outcome.FIRST_WINS if first > second else Outcome.SECOND_WINS


def _check(
    entrants: Sequence[Entrant],
    meetings: Sequence[tuple[int, str, str | None]],
    flaws: list[str],
) -> None:
    """Refuses an event that cannot be.

    Raises:
        RulesError: names every reason.
    """
    names = Counter(each.name for each in entrants)
    flaws += [f"{quoted(name)} is there {n} times" for name, n in names.items() if n > 1]
    rounds: Counter[tuple[int, str]] = Counter()
    for number, first, second in meetings:
        both = [name for name in (first, second) if name is not None]
        flaws += [f"{quoted(name)} is not in this event" for name in both if name not in names]
        if first == second:
            flaws.append(f"{quoted(first)} plays against itself in round {number}")
        if number < 1:
            flaws.append(f"rounds count from 1, so there is no round {number}")
        rounds.update((number, name) for name in set(both))
    flaws += [
        f"{quoted(name)} is paired {n} times in round {number}"
        for (number, name), n in rounds.items()
        if n > 1
    ]
    if flaws:
        raise RulesError(f"this event cannot be: {'; '.join(flaws)}")


def _lines(table: _Table, tie_breaks: Sequence[TieBreak]) -> tuple[Line, ...]:
    """Sorts by points, then within those who are level by each tie-break in turn."""
    values: dict[str, dict[TieBreak, Value]] = {name: {} for name in table.meetings}
    groups = _split(list(table.meetings), lambda name: (table.points(name),))
    for tie_break in tie_breaks:
        split = []
        for group in groups:
            found = {name: _value(table, tie_break, name, group) for name in group}
            for name in group:
                values[name][tie_break] = found[name]
            split += _split(group, found.__getitem__)
        groups = split
    lines: list[Line] = []
    for group in groups:
        place = len(lines) + 1
        lines += [
            Line(
                name=name,
                place=place,
                points=table.points(name),
                games=len(table.meetings[name]),
                values=values[name],
            )
            for name in sorted(group)
        ]
    return tuple(lines)


def _split(names: Sequence[str], value: Callable[[str], Value]) -> list[list[str]]:
    """The names in groups of equal value, the greatest first."""
    return [list(group) for _, group in groupby(sorted(names, key=value, reverse=True), value)]


def _value(table: _Table, tie_break: TieBreak, name: str, level: Sequence[str]) -> Value:
    """What a tie-break says of one of those who are level."""
    meetings = [each for each in table.meetings[name] if each.played]
    opponents = sorted(map(table.points, table.opponents(name)))
    match tie_break:
        case TieBreak.WINS:
            return (Fraction(sum(each.won for each in meetings)),)
        case TieBreak.DIRECT:
            direct = (each.points for each in meetings if each.opponent in level)
            return (sum(direct, Fraction()),)
        case TieBreak.RATING_AVERAGE:
            known = [table.ratings[each] for each in table.opponents(name)]
            ratings = [rating for rating in known if rating is not None]
            return (Fraction(sum(ratings), len(ratings) or 1),)
        case TieBreak.OPPONENTS:
            return (sum(opponents, Fraction()),)
        case TieBreak.MEDIAN:
            return (sum(opponents[1:-1], Fraction()),)
        case TieBreak.TRUNCATED:
            return _truncated(opponents)
        case TieBreak.BOARD_POINTS:
            return (sum((sum(each.boards, Fraction()) for each in meetings), Fraction()),)
        case TieBreak.BOARD_ORDER:
            longest = max((len(each.boards) for each in meetings), default=0)
            return tuple(
                sum((each.boards[n] for each in meetings if n < len(each.boards)), Fraction())
                for n in range(longest)
            )


def _truncated(opponents: Sequence[Fraction]) -> Value:
    """The sum without the worst, without the two worst, and so on (DR-19).

    Zeros at the end are left out: who has fewer opponents has nothing more to count.

    Args:
        opponents: their points, the worst first.
    """
    sums = [sum(opponents[n:], Fraction()) for n in range(1, len(opponents))]
    while len(sums) > 1 and not sums[-1]:
        sums.pop()
    return tuple(sums) or (Fraction(),)
