"""Who plays whom in the next round: the Dutch system of FIDE (C.04.3), or a round robin by the Berger tables (C.05).

The Dutch system is that of the library py4swiss (docs/decisions/0025-who-pairs-a-round.md).
"""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING

from controller.shell.event import Event, Person
from controller.shell.event_report import last_round, numbered, report_of, rounds_of
from rules import berger
from rules.registry import game_by_name
from rules.rulebook import Outcome
from rules.standings import POINTS, Pairing
from rules.terms import RulesError, quoted
from rules.trf import CITY, NAME, ROUNDS, player_line

if TYPE_CHECKING:
    from rules.trf import Report, Seat

COLOUR = "XXC"
"""The kind of line of a report that says which colour the first player of the first round has."""


class System(StrEnum):
    """How a round is paired."""

    SWISS = "swiss"
    """FIDE (Dutch) system."""
    ROUND_ROBIN = "round-robin"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is asked for.

    Attributes:
        rounds: of the whole event; None where a report says it, or the number of players does.
        cycles: of a round robin.
        absent, half: who does not play this round, for nothing or for half a point.
        black_first: whether the first player of the first round has Black.
        apart: whether players of one team do not meet (in a Swiss event).
    """

    system: System
    rounds: int | None = None
    cycles: int = 1
    absent: Sequence[str] = ()
    half: Sequence[str] = ()
    black_first: bool = False
    apart: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round.

    Attributes:
        pairs: who has the first move, then who has not; the first board first.
        free: who has no opponent, by the pairing or as was asked for.
    """

    number: int
    pairs: tuple[tuple[Person, Person], ...]
    free: tuple[Pairing, ...]


def paired(event: Event, plan: Plan) -> Round:
    """The next round of an event.

    Raises:
        RulesError: the event cannot be paired, or not yet; says why.
    """
    if event.damaged:
        raise RulesError("; ".join(["a round is paired from whole files only", *event.notes[:5]]))
    event.table(())  # contradictions are refused before anybody is paired by them
    number = last_round(event) + 1
    unfinished = [each for each in event.pairings if each.outcome is Outcome.OPEN]
    if unfinished:
        first = unfinished[0]
        raise RulesError(
            f"round {first.round} is not over: {len(unfinished)} games are open, first of all "
            f"{quoted(first.first)} and {quoted(first.second)}; give their records too"
        )
    people = numbered(event, by_rating=plan.system is System.SWISS)
    away = _away(event, plan, number)
    if plan.system is System.ROUND_ROBIN:
        return _round_robin(people, plan, number, away)
    return _swiss(event, plan, number, away)


def take(event: Event, round_: Round) -> None:
    """Puts a round into the event: its games, which are open, and who is free."""
    for board, (first, second) in enumerate(round_.pairs, 1):
        game = Pairing(
            round=round_.number, first=first.name, second=second.name, outcome=Outcome.OPEN
        )
        event.add(game, f"round {round_.number}", board)
    for each in round_.free:
        event.add(each, f"round {round_.number}")


def pairing_file(event: Event, round_: Round, first_board: int = 1) -> str:
    """The round as a pairing file, which boards read (`pairings`)."""
    sides = game_by_name(event.game).sides
    details: Mapping[str, str] = {
        "rating": "rating",
        "title": "title",
        "federation": "federation",
        "id": "fide_id",
        "team": "team",
    }
    facts = {
        column: next((text.strip() for kind, text in event.facts if kind == code), "")
        for column, code in (("event", NAME), ("site", CITY))
    }
    if facts["event"] in ("", "-"):
        facts["event"] = event.title
    rows: list[dict[str, object]] = []
    for board, pair in enumerate(round_.pairs, first_board):
        row: dict[str, object] = {"round": round_.number, "board": board}
        row |= {str(side): each.name for side, each in zip(sides, pair, strict=True)}
        row |= {
            f"{side} {column}": getattr(each, attribute) or ""
            for side, each in zip(sides, pair, strict=True)
            for column, attribute in details.items()
        }
        rows.append(row | facts)
    used = [name for name in rows[0] if any(row[name] != "" for row in rows)] if rows else []
    text = io.StringIO()
    out = csv.DictWriter(text, used, extrasaction="ignore", lineterminator="\n")
    out.writeheader()
    out.writerows(rows)
    return text.getvalue()


def _away(event: Event, plan: Plan, number: int) -> dict[str, Pairing]:
    """Who does not play, by name."""
    found = {}
    for names, outcome in ((plan.absent, Outcome.SECOND_WINS), (plan.half, Outcome.DRAW)):
        for name in names:
            if name not in event.people:
                raise RulesError(f"{quoted(name)} is not in this event, and so cannot be absent")
            found[name] = _free(name, number, outcome)
    return found


def _free(name: str, number: int, outcome: Outcome) -> Pairing:
    return Pairing(round=number, first=name, second=None, outcome=outcome, played=False)


def _round_robin(
    people: Sequence[Person], plan: Plan, number: int, away: Mapping[str, Pairing]
) -> Round:
    by_number = dict(enumerate(people, 1))
    pairs, free = [], dict(away)
    for one, other in berger.berger(len(people), number, plan.cycles):
        pair = [by_number[n] for n in (one, other) if n in by_number]
        if len(pair) == 2 and not any(each.name in away for each in pair):
            pairs.append((pair[0], pair[1]))
        for each in pair:
            if len(pair) == 1 or any(p.name in away for p in pair):
                free.setdefault(each.name, _free(each.name, number, Outcome.SECOND_WINS))
    return Round(number=number, pairs=tuple(pairs), free=tuple(free.values()))


def _swiss(event: Event, plan: Plan, number: int, away: Mapping[str, Pairing]) -> Round:
    rounds = plan.rounds or rounds_of(event)
    if rounds is None:
        raise RulesError("give --rounds N: the last round is paired by other rules than the rest")
    if number > rounds:
        raise RulesError(f"all {rounds} rounds of this event have been paired")
    before = list(event.pairings)
    event.pairings = before + list(away.values())
    report = report_of(event, event.table(()), pending=number)
    event.pairings = before
    win = POINTS[event.game][Outcome.FIRST_WINS][0]
    by_number = {each.number or 0: each for each in event.people.values()}
    ruled = {
        event.people[name].number or 0: int(10 * points / win)
        for name, points in event.ruled.items()
    }
    pairs, free = [], list(away.values())
    apart = _teammates(event) if plan.apart else set()
    for white, black in _dutch(report, ruled, rounds, event_colour(event, plan), apart):
        if black == 0:
            free.append(_free(by_number[white].name, number, Outcome.FIRST_WINS))
        else:
            pairs.append((by_number[white], by_number[black]))
    if game_by_name(event.game).sides[0] == "black":
        pairs = [(second, first) for first, second in pairs]
    return Round(number=number, pairs=tuple(pairs), free=tuple(free))


def _teammates(event: Event) -> set[tuple[int, int]]:
    """The numbers of every two players of one team."""
    teams: dict[str, list[int]] = {}
    for each in event.people.values():
        if each.team:
            teams.setdefault(each.team, []).append(each.number or 0)
    return {pair for numbers in teams.values() for pair in combinations(numbers, 2)}


def event_colour(event: Event, plan: Plan) -> str:
    """Which colour the first player of the first round has, as the report says it: `white1` or `black1`."""
    said = next((text.strip() for kind, text in event.facts if kind == COLOUR), "")
    if said in {"white1", "black1"}:
        return said
    return "black1" if plan.black_first else "white1"


def remember(event: Event, plan: Plan) -> None:
    """Keeps in the event what the next rounds are paired by."""
    kept = {COLOUR: event_colour(event, plan)} if plan.system is System.SWISS else {}
    if plan.rounds is not None:
        kept[ROUNDS] = str(plan.rounds)
    event.facts = [each for each in event.facts if each[0] not in kept] + list(kept.items())


def _dutch(
    report: Report,
    ruled: Mapping[int, int],
    rounds: int,
    colour: str,
    apart: set[tuple[int, int]],
) -> list[tuple[int, int]]:
    """White and Black by number, Black 0 for who is free; the first board first.

    Args:
        report: ends before the round that is paired, but for those who do not play it.
        ruled: tenths of points that the arbiter has given or taken, by number, a win as ten.
        apart: pairs of numbers who do not meet.
    """
    try:
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError
        from py4swiss.trf import ParsedTrf
        from py4swiss.trf.sections import PlayerSection, XSection
    except ImportError:
        raise RulesError(
            "the Dutch system needs the library py4swiss, which there is for 64-bit PCs only: pair the round on one, "
            "from the same files, or by --system round-robin"
        ) from None
    players = [PlayerSection.from_string(player_line(_bare(each))) for each in report.seats]
    event = XSection(number_of_rounds=rounds, forbidden_pairs=apart)
    event.configuration.apply_string(colour)
    for each in players:
        given = ruled.get(each.starting_number, 0)
        score = sum(map(event.scoring_point_system.get_points_times_ten, each.results))
        each.points_times_ten = score + given
        event.accelerations[each.starting_number] = [given] * (len(each.results) + 1)
    try:
        pairs = DutchEngine.generate_pairings(ParsedTrf(player_sections=players, x_section=event))
    except PairingError:
        raise RulesError(
            "there is no round left that the Dutch system allows: everybody has met, or has been free, or may not meet"
        ) from None
    return [(each.white, each.black) for each in pairs]


def _bare(seat: Seat) -> Seat:
    """What of a player's line counts for the pairing."""
    return replace(
        seat, name="", sex="", title="", federation="", fide_id="", birth="", rank=seat.number
    )
