"""The tournament report of FIDE (TRF16, Handbook C.04 Annex 2): who is in an event, who met whom, what came of it.

A report is a text of fixed columns. Each line begins with its kind: `001` a player, `013` a team, other numbers
a fact of the event, and three letters (`XXR`) what programs for pairing have added.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rules.terms import RulesError, quoted

NAME = "012"
CITY = "022"
FIRST_DAY = "042"
LAST_DAY = "052"
PLAYERS = "062"
RATED = "072"
TEAMS = "082"
KIND = "092"
ROUNDS = "XXR"
"""How many rounds the event has."""
_COUNTS = (PLAYERS, RATED, TEAMS)
NAME_MAX = 33
TEAM_MAX = 32
PLAYED = "10=WDL"
"""Marks of games in which a move was made, or that were not to be rated: a win, a loss, a draw, each twice."""
UNPLAYED = "+-"
FREE = "FUHZ"
"""Marks of rounds without an opponent: a full point (`U` by the pairing), half a point, none."""
_LINE = re.compile(
    r"(?P<number>[ \d]{4}) (?P<sex>.)(?P<title>.{3}) (?P<name>.{33}) (?P<rating>[ \d]{4}) (?P<fed>.{3})"
    r" (?P<id>[ \d]{11}) (?P<birth>.{10}) (?P<points>[ \d.-]{4}) (?P<rank>[ \d]{4})"
)
_ROUND_AT = 87
_ROUND_WIDTH = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """One round as a player's line has it.

    Attributes:
        opponent: the other's number; None where there was none.
        colour: `w`, `b`, or `-`.
        mark: one of `PLAYED`, `UNPLAYED` or `FREE`, upper case; empty where the game is not over.
    """

    opponent: int | None
    colour: str
    mark: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player's line.

    Attributes:
        number: the starting number, which opponents name.
        rounds: one for each; None where the line says nothing of it.
    """

    number: int
    name: str
    rating: int | None = None
    sex: str = ""
    title: str = ""
    federation: str = ""
    fide_id: str = ""
    birth: str = ""
    points: Fraction = Fraction()
    rank: int | None = None
    rounds: tuple[Meeting | None, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a report says.

    Attributes:
        facts: text by kind of line, as it is written there, in the order of the file; of the event and of
            programs for pairing.
        teams: names, and the numbers of their players from the first board on.
    """

    seats: tuple[Seat, ...]
    facts: tuple[tuple[str, str], ...] = ()
    teams: tuple[tuple[str, tuple[int, ...]], ...] = ()

    def fact(self, kind: str) -> str:
        """The text of the first line of a kind; empty where there is none."""
        return next((text.strip() for name, text in self.facts if name == kind), "")


@dataclass(slots=True)
class _Reader:
    seats: list[Seat] = field(default_factory=list)
    facts: list[tuple[str, str]] = field(default_factory=list)
    teams: list[tuple[str, tuple[int, ...]]] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def line(self, number: int, line: str) -> None:
        kind, text = line[:3], line[4:]
        if kind == "001":
            self.seats.append(_seat(number, text))
        elif kind == "013":
            members = re.findall(r"\d+", text[TEAM_MAX:])
            self.teams.append((text[:TEAM_MAX].strip(), tuple(map(int, members))))
        elif re.match(r"(?:\d{3}|[A-Z]{3})(?: |$)", line):  # also what later editions have added
            self.facts.append((kind, text))
        elif line.strip() and not line.startswith("#"):
            raise RulesError(
                f"begins with no kind of line that a TRF16 report has: {quoted(line[:12])}",
                line=number,
            )


def is_report(text: str) -> bool:
    """Whether a text is meant to be a report, whole or not."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    return re.match(r"(?:0[0-9][123]|1[0-3]2|XX[A-Z]) ", first.removeprefix("\ufeff")) is not None


def read_report(text: str) -> tuple[Report, tuple[str, ...]]:
    """A report, and what in it cannot be read: each with its line, and left out.

    Raises:
        RulesError: it has no player.
    """
    reader = _Reader()
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        try:
            reader.line(number, line.replace("\t", " "))
        except RulesError as error:
            reader.problems.append(f"{error}; it is left out")
    if not reader.seats:
        raise RulesError("; ".join(["this report has no player (lines 001)", *reader.problems[:3]]))
    report = Report(seats=tuple(reader.seats), facts=tuple(reader.facts), teams=tuple(reader.teams))
    return report, (*reader.problems, *_contradictions(report))


def _seat(line: int, text: str) -> Seat:
    match = _LINE.match(text)
    if match is None:
        raise RulesError("is no player's line of TRF16, or is cut off", line=line)
    number = match["number"].strip()
    points = match["points"].strip() or "0"
    if not number or re.fullmatch(r"-?\d+(?:\.\d)?", points) is None:
        raise RulesError("has no starting number, or no points", line=line, column=5)
    cells = range(_ROUND_AT, len(text.rstrip()), _ROUND_WIDTH)
    return Seat(
        number=int(number),
        name=match["name"].strip(),
        rating=int(match["rating"].strip() or 0) or None,
        sex=match["sex"].strip(),
        title=match["title"].strip(),
        federation=match["fed"].strip(),
        fide_id=match["id"].strip(),
        birth=match["birth"].strip(),
        points=Fraction(points),
        rank=int(match["rank"].strip() or 0) or None,
        rounds=tuple(_meeting(line, at, text[at : at + 8]) for at in cells),
    )


def _meeting(line: int, at: int, text: str) -> Meeting | None:
    if not text.strip():
        return None
    match = re.fullmatch(r"([ \d]{4}) ([wbWB\- ]) ([^ ]?) *", text)
    marks = PLAYED + UNPLAYED + FREE
    if match is None or match[3].upper() not in marks:
        raise RulesError(
            f"has no result that TRF16 knows: {quoted(text)}", line=line, column=at + 5
        )
    opponent = int(match[1].strip() or 0) or None
    mark = match[3].upper()
    if (opponent is None) is not (mark != "" and mark in FREE) and mark != "-":
        raise RulesError(f"has an opponent or has none: {quoted(text)}", line=line, column=at + 5)
    if opponent is None and mark == "-":
        mark = "Z"
    return Meeting(opponent=opponent, colour=match[2].lower().replace(" ", "-"), mark=mark)


_TURNED: Mapping[str, str] = {
    "1": "0", "0": "10", "=": "=", "W": "L", "L": "W", "D": "D", "+": "-", "-": "+-", "": "",
}  # fmt: skip
"""What the other's line may have. Both may have lost."""


def _contradictions(report: Report) -> list[str]:
    by_number = {each.number: each for each in report.seats}
    found = []
    if len(by_number) < len(report.seats):
        found.append("two players have one starting number")
    for seat in report.seats:
        for number, own in enumerate(seat.rounds, 1):
            if own is None or own.opponent is None:
                continue
            other = by_number.get(own.opponent)
            theirs = other.rounds[number - 1] if other and number <= len(other.rounds) else None
            if theirs is None or theirs.opponent != seat.number:
                found.append(f"round {number} of {quoted(seat.name)} is not in the opponent's line")
            elif theirs.mark not in _TURNED[own.mark]:
                names = " and ".join(
                    sorted((quoted(seat.name), quoted(other.name if other else "")))
                )
                found.append(f"round {number} ended in two ways for {names}")
    return list(dict.fromkeys(found))


def write_report(report: Report) -> str:
    """A report as text; names, teams and federations that are too long are cut to their columns."""
    counts = {
        PLAYERS: str(len(report.seats)),
        RATED: str(sum(each.rating is not None for each in report.seats)),
        TEAMS: str(len(report.teams)),
    }
    facts = [(kind, text) for kind, text in report.facts if kind not in _COUNTS]
    facts += counts.items()
    event = sorted((each for each in facts if each[0].isdigit()), key=lambda each: each[0])
    lines = [f"{kind} {text}".rstrip() for kind, text in event]
    lines += [
        f"013 {name[:TEAM_MAX]:<{TEAM_MAX}} {' '.join(f'{each:>4}' for each in members)}".rstrip()
        for name, members in report.teams
    ]
    lines += [player_line(each) for each in report.seats]
    lines += [f"{kind} {text}".rstrip() for kind, text in facts if not kind.isdigit()]
    return "\n".join(lines) + "\n"


def player_line(seat: Seat) -> str:
    """One player's line."""
    rating = str(seat.rating) if seat.rating is not None and 0 < seat.rating < 10_000 else ""
    identity = seat.fide_id if re.fullmatch(r"\d{1,11}", seat.fide_id, re.ASCII) else ""
    return (
        f"001 {seat.number:>4} {seat.sex[:1]:1}{seat.title[:3]:>3} {seat.name[:NAME_MAX]:<{NAME_MAX}}"
        f" {rating:>4} {seat.federation[:3]:<3} {identity:>11} {seat.birth[:10]:<10}"
        f" {float(seat.points):>4.1f} {seat.rank or '':>4}{_cells(seat.rounds)}"
    )


def _cells(rounds: Sequence[Meeting | None]) -> str:
    return "".join(
        " " * _ROUND_WIDTH
        if each is None
        else f"  {'0000' if each.opponent is None else each.opponent:>4} {each.colour} {each.mark:1}"
        for each in rounds
    )
