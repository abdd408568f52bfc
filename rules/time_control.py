"""Time controls: how they are written, and what is written.

A time control is a row of stages with commas between them: `40/90:00+0:30,15:00`.

| stage | written |
|---|---|
| a period | `[moves/]time`, then `+` increment, `d` delay or `b` Bronstein time, then `*` if it repeats |
| byo-yomi | `NxT`: N periods of T, each used up only by a move that takes longer |
| hourglass | `~T`: what one side uses the other gains |

Times are `m:ss` or `h:mm:ss`. The Canadian way is a period that repeats: `60:00,25/10:00*`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import pairwise

from rules.terms import RulesError

MEANING = 'a time control such as "40/90:00+0:30,15:00" or "5:00+0:03" (times as m:ss or h:mm:ss)'

TEXT_MAX = 200
"""Characters; the longest control that a law names has 40."""
TIME_MAX_S = 1000 * 3600
MOVES_MAX = 999
BYO_YOMI_MAX = 99


class Bonus(StrEnum):
    """How a player gets time for each move, by the sign that it is written with."""

    NONE = ""
    INCREMENT = "+"
    """Added to the clock, whether it was used or not."""
    DELAY = "d"
    """The clock waits so long before it runs."""
    BRONSTEIN = "b"
    """What the move took is added, up to so much."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A stretch of time, for a number of moves or for the rest of the game.

    Attributes:
        moves: how many are to be made in it; None for all that are left.
        time_s: seconds on the clock for it.
        bonus_s: seconds for each move, as `bonus` says; 0 where there is none.
        repeats: after its moves the same period begins again.
    """

    moves: int | None = None
    time_s: int
    bonus: Bonus = Bonus.NONE
    bonus_s: int = 0
    repeats: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ByoYomi:
    """Periods of reading time; a move within one leaves it whole.

    Attributes:
        periods: how many there are.
        time_s: seconds of each.
    """

    periods: int
    time_s: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hourglass:
    """Each side has `time_s` seconds; what one uses the other gains."""

    time_s: int


Stage = Period | ByoYomi | Hourglass


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeControl:
    """What each side has, stage after stage. `str()` writes it, in minutes and seconds."""

    stages: tuple[Stage, ...]

    def __str__(self) -> str:
        return ",".join(map(_written, self.stages))


def lasts(control: TimeControl, moves: int, each_s: float) -> bool:
    """Whether the time is enough for so many moves of a player, each of which takes so many seconds."""
    left_s = 0.0
    for stage in control.stages:
        if not isinstance(stage, Period):
            return moves == 0 or stage.time_s > each_s
        added_s = stage.bonus_s if stage.bonus is Bonus.INCREMENT else min(stage.bonus_s, each_s)
        while moves:
            left_s += stage.time_s
            quota = moves if stage.moves is None else min(moves, stage.moves)
            if left_s <= each_s + quota * (each_s - added_s):
                if stage.moves is not None:
                    return False
                left_s = (
                    0.0  # what comes after begins when it has run out; that is sooner than it does
                )
                break
            left_s += quota * (added_s - each_s)
            moves -= quota
            if not stage.repeats:
                break
    return moves == 0


_TIME = r"(?:\d{1,3}:[0-5]\d|\d{1,4}):[0-5]\d"
_PERIOD = re.compile(
    rf"(?:(?P<moves>\d{{1,3}})/)?(?P<time>{_TIME})(?:(?P<bonus>[+db])(?P<bonus_time>{_TIME}))?"
    r"(?P<repeats>\*)?",
    re.ASCII,
)
_BYO_YOMI = re.compile(rf"(?P<periods>\d{{1,2}})x(?P<time>{_TIME})", re.ASCII)
_HOURGLASS = re.compile(rf"~(?P<time>{_TIME})", re.ASCII)


def read_time_control(text: str) -> TimeControl:
    """The time control that is written.

    Raises:
        RulesError: it is none; names the stage and its column.
    """
    if len(text) > TEXT_MAX:
        raise RulesError(f"the time control has more than {TEXT_MAX} characters; give {MEANING}")
    stages: list[Stage] = []
    column = 1
    for part in text.split(","):
        try:
            stages.append(_stage(part))
        except RulesError as error:
            raise RulesError(f"{error} (at column {column} of the time control)") from None
        column += len(part) + 1
    _check_order(stages)
    return TimeControl(stages=tuple(stages))


def _stage(text: str) -> Stage:
    if found := _PERIOD.fullmatch(text):
        period = Period(
            moves=None if found["moves"] is None else int(found["moves"]),
            time_s=_seconds(found["time"]),
            bonus=Bonus(found["bonus"] or ""),
            bonus_s=_seconds(found["bonus_time"]) if found["bonus"] else 0,
            repeats=found["repeats"] is not None,
        )
        return _sound(period, text)
    if found := _BYO_YOMI.fullmatch(text):
        if not int(found["periods"]) or not _seconds(found["time"]):
            raise RulesError(
                f'"{text}" gives no byo-yomi; give 1 to {BYO_YOMI_MAX} periods of time'
            )
        return ByoYomi(periods=int(found["periods"]), time_s=_seconds(found["time"]))
    if found := _HOURGLASS.fullmatch(text):
        if not _seconds(found["time"]):
            raise RulesError(f'"{text}" is an hourglass without sand; give it time')
        return Hourglass(time_s=_seconds(found["time"]))
    if not text:
        raise RulesError(f"a stage is missing; give {MEANING}")
    raise RulesError(f'"{text[:40]}" is not {MEANING}')


def _sound(period: Period, text: str) -> Period:
    if period.moves == 0:
        raise RulesError(
            f'"{text}" is a period of no moves; give 1 to {MOVES_MAX}, or leave it out'
        )
    if period.bonus is not Bonus.NONE and not period.bonus_s:
        raise RulesError(f'"{text}" adds no time to a move; give it, or leave the sign out')
    if period.repeats and period.moves is None:
        raise RulesError(
            f'"{text}" repeats without a number of moves, so it would never end; '
            f'give the moves, as in "25/{text}"'
        )
    return period


def _check_order(stages: list[Stage]) -> None:
    """Refuses stages that are never reached, and a control that gives no time at all."""
    for before, after in pairwise(stages):
        if isinstance(before, ByoYomi) or (isinstance(before, Period) and before.repeats):
            raise RulesError(
                f'"{_written(after)}" is never reached: "{_written(before)}" before it never ends'
            )
    if len(stages) > 1 and any(isinstance(stage, Hourglass) for stage in stages):
        raise RulesError("an hourglass stands alone; leave the other stages out")
    last = stages[-1]
    if isinstance(last, Period) and not last.time_s and not last.bonus_s:
        raise RulesError(f'"{_written(last)}" gives no time; give some')


def _seconds(text: str) -> int:
    seconds = 0
    for part in text.split(":"):
        seconds = seconds * 60 + int(part)
    return seconds


def _time(seconds: int) -> str:
    """Minutes and seconds, with hours only where the minutes have more than four digits."""
    minutes, rest = divmod(seconds, 60)
    if minutes > 9999:
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def _written(stage: Stage) -> str:
    match stage:
        case Period():
            moves = "" if stage.moves is None else f"{stage.moves}/"
            bonus = f"{stage.bonus}{_time(stage.bonus_s)}" if stage.bonus is not Bonus.NONE else ""
            return f"{moves}{_time(stage.time_s)}{bonus}{'*' if stage.repeats else ''}"
        case ByoYomi():
            return f"{stage.periods}x{_time(stage.time_s)}"
        case Hourglass():
            return f"~{_time(stage.time_s)}"


# The header TimeControl of PGN: "40/5400+30:900", seconds throughout.

_PGN_PERIOD = re.compile(
    r"(?:(?P<moves>\d{1,3})/)?(?P<time>\d{1,7})(?:\+(?P<bonus>\d{1,7}))?", re.ASCII
)
_PGN_HOURGLASS = re.compile(r"\*(?P<time>\d{1,7})", re.ASCII)
_IN_WORDS = re.compile(
    r"(?P<minutes>[0-9]{1,4}) ?min(?:utes)?(?:/game)?"
    r"(?: ?\+ ?(?P<seconds>[0-9]{1,4}) ?sec(?:onds)?(?:/move)?)?",
    re.IGNORECASE,
)
"""How broadcasts write the header for people: "15 min/game + 10 sec/move"."""


def to_pgn(control: TimeControl) -> str | None:
    """The value of PGN's TimeControl header; None where it has no form for this control.

    PGN knows periods with an increment and the hourglass ("sandclock"). Its last period repeats for as
    long as the game lasts, without a sign for it; so one of some moves that does not has no form.
    """
    fields = []
    for place, stage in enumerate(control.stages, 1):
        match stage:
            case Period(moves=int(), repeats=False) if place == len(control.stages):
                return None
            case Period(bonus=Bonus.NONE | Bonus.INCREMENT):
                moves = "" if stage.moves is None else f"{stage.moves}/"
                bonus = f"+{stage.bonus_s}" if stage.bonus_s else ""
                fields.append(f"{moves}{stage.time_s}{bonus}")
            case Hourglass():
                fields.append(f"*{stage.time_s}")
            case _:
                return None
    return ":".join(fields)


def from_pgn(value: str) -> TimeControl | None:
    """The control that PGN's TimeControl header names; None for "?" (unknown) and "-" (none).

    A last period of some moves repeats, as PGN has it (section 9.6.1 of its standard). One period in words, as
    broadcasts write it, is read too.

    Raises:
        RulesError: it is no such value.
    """
    if value in ("?", "-", ""):
        return None
    if found := _IN_WORDS.fullmatch(value):
        value = f"{60 * int(found['minutes'])}+{found['seconds'] or 0}"
    stages: list[Stage] = []
    for field in value[:TEXT_MAX].split(":"):
        if found := _PGN_PERIOD.fullmatch(field):
            bonus_s = int(found["bonus"] or 0)
            stages.append(
                Period(
                    moves=None if found["moves"] is None else int(found["moves"]),
                    time_s=_limited(int(found["time"])),
                    bonus=Bonus.INCREMENT if bonus_s else Bonus.NONE,
                    bonus_s=_limited(bonus_s),
                )
            )
        elif found := _PGN_HOURGLASS.fullmatch(field):
            stages.append(Hourglass(time_s=_limited(int(found["time"]))))
        else:
            raise RulesError(
                f'"{field[:40]}" is not a period of a TimeControl header; write it in seconds, '
                'as in "40/5400+30:900"'
            )
    if isinstance(stages[-1], Period) and stages[-1].moves is not None:
        stages[-1] = replace(stages[-1], repeats=True)
    # What is written must be readable, by the same reasons.
    return read_time_control(str(TimeControl(stages=tuple(stages))))


def _limited(seconds: int) -> int:
    if seconds >= TIME_MAX_S:
        raise RulesError(f"{seconds} seconds are more than any game; give at most {TIME_MAX_S - 1}")
    return seconds
