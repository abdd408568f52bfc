"""What the laws say of the clock, as data by rulebook, and what follows from it: flags, lateness, corrections.

Times are whole milliseconds. Who overstepped, and when, is the clock's business; here is what it means.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from rules.game import Game
from rules.position import Position
from rules.rulebook import Outcome, Rulebook, TimePreset
from rules.terms import LawId, RulesError, Side, quoted
from rules.time_control import read_time_control

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS


class Restoring(StrEnum):
    """Whose clock runs while men are put back after an irregularity."""

    NOBODY = "nobody"
    """The arbiter stops both clocks and sets them going again."""
    OFFENDER = "offender"


@dataclass(frozen=True, slots=True, kw_only=True)
class Late:
    """What coming late costs.

    Attributes:
        limit_ms: who comes later has lost; None where the laws leave it open.
        factor: the clock is charged so many times the time that was lost.
        shared: while both are away each loses half; else the side that begins loses it.
    """

    law: LawId
    limit_ms: int | None
    factor: int = 1
    shared: LawId | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Floor:
    """What an arbiter's correction must leave a player: the greater of both.

    Attributes:
        least_ms: in all.
        move_ms: for each move that is still to be made in the period.
    """

    law: LawId
    least_ms: int = 5 * MINUTE_MS
    move_ms: int = MINUTE_MS


@dataclass(frozen=True, slots=True, kw_only=True)
class ClockLaw:
    """What one rulebook says of the clock.

    Attributes:
        overstepped: who has no time left has lost.
        unwinnable: unless the opponent could not win any more: then it is drawn; None for no exception.
        both_flags: both are down and nobody knows which fell first: the game goes on.
        pressed: a move that was made is completed by the press.
        last_of_period: the law by which the last move of a period counts only when it is pressed.
        knocked: who knocks men over puts them back on his own time; None where no law says so.
        restoring: whose clock runs while an illegal move is undone.
        interruption: who stops the clocks, and when.
        without_leave: a player's stopping the clocks is a breach; None where he may.
        pause_calls: a player stops no clock, and who asks for it calls the arbiter; None where he may.
        waits: a flag that falls while its side's request for a draw is open waits for the ruling.
        stands: a result stands although a flag is found down later.
        replaced: a clock that goes wrong is replaced, and the times are set.
        shared: unknown times are shared out in proportion.
        off: a clock that is off by so much (`must_be_replaced`) is replaced; None where no law says so.
        equally: times that nobody knows are shared equally.
        countdown: late in a game each move may be given so many seconds, counted down.
        removal_counts: taking captured stones off runs on the clock in byo-yomi.
        turns_to_pass: in the last minute overstepping is a pass, if the player has asked for it before.
        presets: time controls that the laws name or that are usual for them.
    """

    overstepped: LawId
    pressed: LawId
    late: Late
    unwinnable: LawId | None = None
    both_flags: LawId | None = None
    last_of_period: LawId | None = None
    knocked: LawId | None = None
    restoring: Restoring = Restoring.NOBODY
    interruption: LawId | None = None
    without_leave: LawId | None = None
    pause_calls: LawId | None = None
    waits: LawId | None = None
    stands: LawId | None = None
    replaced: LawId | None = None
    shared: LawId | None = None
    floor: Floor | None = None
    off: LawId | None = None
    equally: LawId | None = None
    countdown: LawId | None = None
    removal_counts: bool = True
    turns_to_pass: LawId | None = None
    presets: tuple[TimePreset, ...] = field(default=())


def _presets(*rows: tuple[str, str, str]) -> tuple[TimePreset, ...]:
    return tuple(TimePreset(name=name, law=LawId(law), text=text) for law, name, text in rows)


_CLASSIC = ClockLaw(
    overstepped=LawId("CH-10.14"),
    unwinnable=LawId("CH-10.5"),
    both_flags=LawId("CH-12.8"),
    pressed=LawId("CH-6.5"),
    last_of_period=LawId("CH-6.5"),
    late=Late(law=LawId("CH-10.15"), limit_ms=HOUR_MS),
    knocked=LawId("CH-8.3"),
    interruption=LawId("CH-12.5"),
    stands=LawId("CH-12.7"),
    replaced=LawId("CH-12.4"),
    shared=LawId("CH-12.6"),
    floor=Floor(law=LawId("CH-12.4")),
    presets=_presets(
        ("CH-12.1", "classical", "40/120:00,20/60:00*"),
        ("CH-12.1", "hour-to-finish", "40/120:00,60:00"),
    ),
)
# Who comes later than the event's default time has lost; where it names none, that is none at all.
_FIDE = replace(
    _CLASSIC,
    # That a flag has fallen is FIDE-6.8; what follows is FIDE-6.9.
    overstepped=LawId("FIDE-6.9"),
    unwinnable=LawId("FIDE-6.9"),
    both_flags=LawId("FIDE-6.11"),
    replaced=LawId("FIDE-6.10"),
    pressed=LawId("FIDE-6.2.1"),
    late=Late(law=LawId("FIDE-6.7"), limit_ms=0),
    knocked=LawId("FIDE-7.4"),
    floor=None,
    presets=_presets(
        ("CH-12.1", "classical", "40/90:00+0:30,30:00+0:30"),
        ("CH-12.1", "standard", "90:00+0:30"),
        ("FIDE-A", "rapid", "15:00+0:10"),
        ("FIDE-B", "blitz", "3:00+0:02"),
        ("FIDE-B", "blitz-5", "5:00"),
    ),
)
_DRAUGHTS = ClockLaw(
    overstepped=LawId("DR-8.2"),
    pressed=LawId("DR-8.2"),
    late=Late(law=LawId("DR-8.3"), limit_ms=HOUR_MS, shared=LawId("DR-9.2")),
    restoring=Restoring.OFFENDER,
    pause_calls=LawId("DR-9.1"),
    waits=LawId("DR-8.2.7"),
)
_XIANGQI = ClockLaw(
    overstepped=LawId("XQ-6"),
    pressed=LawId("XQ-6"),
    late=Late(law=LawId("XQ-6"), limit_ms=None),
    without_leave=LawId("XQ-9.1.2"),
)
# An hour holds where the players sit at separate sites, and 15 minutes where they sit at one.
_GO_CHINA = ClockLaw(
    overstepped=LawId("GO-22.time"),
    pressed=LawId("GO-17.clock"),
    late=Late(law=LawId("GO-22.time"), limit_ms=HOUR_MS),
    removal_counts=False,
    presets=_presets(
        ("GO-22.time", "byo-yomi", "60:00,3x0:30"),
        ("GO-22.time", "canadian", "60:00,25/10:00*"),
        ("GO-22.time", "fischer", "30:00+0:20"),
    ),
)
_GO_CLUB = replace(
    _GO_CHINA,
    overstepped=LawId("GO-22.time"),
    late=Late(law=LawId("GO-22.time"), limit_ms=15 * MINUTE_MS, factor=2),
    replaced=LawId("GO-22.8"),
    shared=LawId("GO-22.8"),
    off=LawId("GO-22.8"),
    equally=LawId("GO-22.9"),
    countdown=LawId("GO-22.4"),
    removal_counts=True,
    turns_to_pass=LawId("GO-22.time"),
    presets=_presets(
        ("GO-22.time", "byo-yomi", "60:00,5x1:00"),
        ("GO-22.time", "canadian", "60:00,25/10:00*"),
        ("GO-22.time", "fischer", "30:00+0:20"),
    ),
)

_LAWS: Mapping[str, ClockLaw] = {
    "chess-fide-2023": _FIDE,
    "chess-classic": _CLASSIC,
    "go-china": _GO_CHINA,
    "go-china-club": _GO_CLUB,
}
_BY_GAME: Mapping[str, ClockLaw] = {"xiangqi": _XIANGQI, "draughts": _DRAUGHTS}


def clock_law(rulebook: Rulebook) -> ClockLaw:
    """What a rulebook says of the clock; the time controls that it names itself come first."""
    law = _LAWS.get(rulebook.name) or _BY_GAME[rulebook.name.split("-")[0]]
    return replace(law, presets=(*rulebook.times, *law.presets))


def preset(rulebook: Rulebook, name: str) -> TimePreset:
    """The time control that the laws name so.

    Raises:
        RulesError: there is none; names those that there are.
    """
    known = {each.name: each for each in clock_law(rulebook).presets}
    if name not in known:
        raise RulesError(
            f"{quoted(name)} is not a time control of {rulebook.name}; write it out, or name one,"
            f" known: {', '.join(known)}"
        )
    return known[name]


def control_text(rulebook: Rulebook, given: str) -> str:
    """A time control as people give it: by its name in the rulebook ("rapid"), or written out.

    Returns it written out ("40/10:00,30/5:00*").

    Raises:
        RulesError: it is neither; says where it is wrong, or which names there are.
    """
    if given[:1].isalpha():
        return preset(rulebook, given).text
    read_time_control(given)
    return given


def check_control(game: Game, given: str) -> None:
    """Checks a time control that is written out, or named by any rulebook of a game.

    Raises:
        RulesError: it is neither.
    """
    books = game.rulebooks.values()
    named = (book for book in books if any(p.name == given for p in clock_law(book).presets))
    control_text(next(named, game.rulebook), given)


# Flags.


def overstepped(
    game: Game, rulebook: Rulebook, position: Position, side: Side
) -> tuple[Outcome, LawId]:
    """What follows when a side's flag has fallen: the outcome, and the law that has it so.

    Chess is drawn where the opponent cannot win: with a bare king in the older laws (CH-10.5; both bare:
    CH-10.14), by no series of legal moves in the laws in force (FIDE-6.9), as far as that can be proved.
    """
    law, opponent = clock_law(rulebook), game.other(side)
    if law.unwinnable == LawId("CH-10.5"):
        if _bare(position, opponent):
            both = _bare(position, side)
            return Outcome.DRAW, law.overstepped if both else law.unwinnable
    elif law.unwinnable is not None and not game.may_win(position, opponent):
        return Outcome.DRAW, law.unwinnable
    first = opponent == game.sides[0]
    return Outcome.FIRST_WINS if first else Outcome.SECOND_WINS, law.overstepped


def _bare(position: Position, side: Side) -> bool:
    """Whether a side has one man left (in chess, its king)."""
    occupied = position.occupied
    men = 0
    for point in range(occupied.bit_length()):
        man = position.piece_at(point) if occupied >> point & 1 else None
        men += man is not None and man.side == side
    return men == 1


# Lateness.


@dataclass(frozen=True, slots=True, kw_only=True)
class Lateness:
    """What coming late has brought.

    Attributes:
        charged_ms: what is taken off each side's clock.
        lost: sides that came too late to play.
        law: that says so.
    """

    charged_ms: Mapping[Side, int]
    lost: tuple[Side, ...]
    law: LawId


def lateness(
    rulebook: Rulebook,
    sides: tuple[Side, Side],
    late_ms: Mapping[Side, int],
    *,
    limit_ms: int | None = None,
) -> Lateness:
    """What each side pays that came so long after the appointed start.

    While both are away the side that begins pays (its clock runs); in draughts both share the loss (DR-9.2).
    Where only one is away, he pays alone.

    Args:
        sides: the side that begins, and the other.
        limit_ms: the event's own default time; None for that of the rulebook.

    Raises:
        RulesError: a time of less than nothing.
    """
    law = clock_law(rulebook).late
    first, second = sides
    times = {side: late_ms.get(side, 0) for side in sides}
    if min(times.values()) < 0:
        raise RulesError("nobody comes late by less than nothing; give milliseconds from 0")
    both_ms = min(times.values())
    alone = {side: times[side] - both_ms for side in sides}
    if law.shared is not None:
        together = {first: both_ms - both_ms // 2, second: both_ms // 2}
    else:
        together = {first: both_ms, second: 0}
    limit = law.limit_ms if limit_ms is None else limit_ms
    lost = tuple(side for side in sides if limit is not None and times[side] > limit)
    shared = law.shared if law.shared is not None and both_ms and not lost else law.law
    charged = {side: law.factor * (together[side] + alone[side]) for side in sides}
    return Lateness(charged_ms=charged, lost=lost, law=shared)


# Corrections.


def least_ms(rulebook: Rulebook, moves_to_go: int | None) -> int:
    """What an arbiter's correction must leave a player, in milliseconds; 0 where no law says so (CH-12.4)."""
    floor = clock_law(rulebook).floor
    if floor is None:
        return 0
    return max(floor.least_ms, floor.move_ms * (moves_to_go or 0))


def shared_out(used_ms: int, moves_now: int, moves_then: int) -> int:
    """The time that a player is taken to have used up to an earlier move, when nobody knows (CH-12.6).

    What he has used by now, in proportion to the moves made.

    >>> shared_out(600_000, 20, 15)
    450000
    """
    return used_ms if moves_now <= 0 else used_ms * min(moves_then, moves_now) // moves_now


OFF_MS = 2 * MINUTE_MS
"""A clock that is off by so much in an hour, or more, is replaced (GO-22.8)."""


def must_be_replaced(off_ms: int, over_ms: int) -> bool:
    """Whether a clock that was off by so much over a stretch of true time goes too wrong (GO-22.8)."""
    return over_ms > 0 and abs(off_ms) * HOUR_MS >= OFF_MS * over_ms


def true_used_ms(shown_ms: int, off_ms: int, over_ms: int) -> int:
    """The time that a player has used, from what a wrong clock shows (GO-22.8).

    Args:
        shown_ms: used, by the wrong clock.
        off_ms: by how much it was ahead over `over_ms` of true time; less than nothing: behind.

    >>> true_used_ms(62 * 60_000, 2 * 60_000, 60 * 60_000) // 60_000
    60
    """
    return shown_ms * over_ms // (over_ms + off_ms)
